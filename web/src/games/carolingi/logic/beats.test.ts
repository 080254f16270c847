import { describe, expect, it } from 'vitest'
import { sample } from '../sample'
import { beatsOf, viewAfter } from './beats'

const view = sample()
const followers = (event: object) => viewAfter(view, event as never)

it('lets cubes walk from land to land', () => {
  const after = followers({ event: 'group_marched', seat: 'red', origin: 'anjou', target: 'berry', number: 2 })

  expect(after.lands['anjou']!.followers).toEqual({})
  expect(after.lands['berry']!.followers).toEqual({ red: 2 })
})

it('empties a card into its land and frees the slot', () => {
  const after = followers({ event: 'card_unfolded', card: 'champagne', gangs: 1, followers: { red: 1 } })

  expect(after.lands['champagne']!).toMatchObject({ gangs: 1, followers: { blue: 1, red: 1 } })
  expect(after.rows['neustrie']).toEqual([null, null, null])
  expect(after.cards).toEqual({})
})

it('lays a card in the first free slot', () => {
  expect(followers({ event: 'card_inserted', card: 'berry' }).rows['neustrie']).toEqual(['champagne', 'berry', null])
})

it('takes the fallen off the map', () => {
  const after = followers({ event: 'battle_fought', seat: 'red', land: 'anjou', followers: { red: 1 }, gangs: 1 })

  expect(after.lands['anjou']!).toMatchObject({ gangs: 0, followers: { red: 1 } })
})

it('leaves the board alone when it knows nothing of the news', () => {
  expect(followers({ event: 'court_day', points: {} })).toBe(view)
})

it('moves followers from rank to rank', () => {
  const { missi, leudes, nobiles } = view.courts['red']!
  const after = followers({ event: 'missi_equipped', seat: 'red', missi: 1, leudes: 2 }).courts['red']!

  expect([after.missi, after.leudes, after.nobiles]).toEqual([missi + 1, leudes + 1, nobiles - 2])
})

describe('the beats of a frame', () => {
  const gang = { event: 'gang_placed', land: 'anjou' }

  it('show the board as the events before have left it', () => {
    const beats = beatsOf(view, view, [gang, { event: 'card_inserted', card: 'berry' }, gang], false)

    expect(beats.map(({ place }) => place)).toEqual([0, 2])
    expect(beats[0]!.view).toBe(view)
    expect(beats[1]!.view.lands['anjou']!.gangs).toBe(view.lands['anjou']!.gangs + 1)
    expect(beats[1]!.view.rows['neustrie']).toContain('berry')
  })

  it('take as long in a long story as in a short one', () => {
    const [one] = beatsOf(view, view, [gang], false)

    expect(
      beatsOf(
        view,
        view,
        Array.from({ length: 30 }, () => gang),
        false,
      ).map(({ milliseconds }) => milliseconds),
    ).toEqual(Array.from({ length: 30 }, () => one!.milliseconds))
  })

  it('leave out what the reader has just done by hand, and keep what came of it', () => {
    const march = { event: 'group_marched', seat: 'red', origin: 'anjou', target: 'berry', number: 1 }
    const own = beatsOf(view, view, [march, gang], true)

    expect(own.map(({ event }) => event.event)).toEqual(['gang_placed'])
    expect(own[0]!.view.lands['berry']!.followers['red']).toBe(1)
  })

  it('last longer for what decides the game', () => {
    const lasting = (event: string) => beatsOf(view, view, [{ event }], false)[0]!.milliseconds

    expect(lasting('peace_made')).toBeGreaterThan(2 * lasting('tile_drawn'))
    expect(lasting('battle_fought')).toBeGreaterThan(2 * lasting('gang_placed'))
  })
})
