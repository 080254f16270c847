import { expect, it } from 'vitest'
import { sample } from '../sample'
import { retold, stepsOf } from './retell'

const view = sample()
const followers = (event: object) => retold(view, event as never)

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

it('shows only what is worth showing, and long stories faster', () => {
  const one = { event: 'gang_placed', land: 'anjou' }

  expect(stepsOf([one, { event: 'tile_done', seat: 'red', tile: 'battle' }])).toHaveLength(1)
  expect(stepsOf(Array.from({ length: 30 }, () => one))[0]!.milliseconds).toBeLessThan(stepsOf([one])[0]!.milliseconds)
})
