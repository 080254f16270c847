import { describe, expect, it } from 'vitest'
import { sample } from '../sample'
import type { CarolingiAction } from '../types'
import { chosen, meaning, nextSpots, NOTHING_PICKED, plainOffers, settled, touched, verbsOf } from './gestures'

const march = (to: string, followers: number): CarolingiAction => ({ do: 'march', from: 'anjou', to, followers })
const MARCHES: readonly CarolingiAction[] = [{ do: 'done' }, march('berry', 1), march('berry', 2), march('normandie', 1), march('normandie', 2)]
const view = sample({ tile: 'move_troops', offers: MARCHES })

describe('a march', () => {
  it('begins where somebody may leave', () => {
    expect([...nextSpots(MARCHES, view, [])]).toEqual(['land:anjou'])
  })

  it('goes on to the neighbours that are offered', () => {
    expect([...nextSpots(MARCHES, view, ['land:anjou'])]).toEqual(['land:berry', 'land:normandie'])
  })

  it('begins with one follower, and means the offer with that number', () => {
    const first = touched(MARCHES, view, NOTHING_PICKED, 'land:anjou')!
    const picked = touched(MARCHES, view, first, 'land:berry')!

    expect(picked).toEqual({ spots: ['land:anjou', 'land:berry'], verb: 'march', amount: 1 })
    expect(chosen(MARCHES, view, { ...picked, amount: 2 })).toEqual(march('berry', 2))
  })

  it('may turn to another land, and is given up by touching the last land again', () => {
    const first = touched(MARCHES, view, NOTHING_PICKED, 'land:anjou')!
    const there = touched(MARCHES, view, first, 'land:berry')!

    expect(touched(MARCHES, view, there, 'land:normandie')!.spots).toEqual(['land:anjou', 'land:normandie'])
    expect(touched(MARCHES, view, there, 'land:berry')!.spots).toEqual(['land:anjou'])
  })

  it('does not go where nothing is offered', () => {
    expect(touched(MARCHES, view, NOTHING_PICKED, 'land:champagne')).toBeNull()
  })
})

describe('a card that may be used in two ways', () => {
  const offers = [
    { do: 'send', land: 'champagne' },
    { do: 'unfold', land: 'champagne' },
    { do: 'settle', missi: 1 },
    { do: 'settle', missi: 3 },
  ]

  it('asks which', () => {
    const picked = touched(offers, view, NOTHING_PICKED, 'card:champagne')!

    expect(verbsOf(meaning(offers, view, picked.spots))).toEqual(['send', 'unfold'])
    expect(chosen(offers, view, picked)).toBeNull()
    expect(chosen(offers, view, settled(offers, view, { ...picked, verb: 'unfold' }))).toEqual(offers[1])
  })

  it('leaves the homeland to those who settle, all of them at first', () => {
    expect(touched(offers, view, NOTHING_PICKED, 'land:normandie')).toEqual({ spots: ['land:normandie'], verb: 'settle', amount: 3 })
  })
})

it('keeps a button for what has no place', () => {
  const offers = [{ do: 'done' }, { do: 'trophy' }, { do: 'equip', missi: 1, leudes: 0 }, { do: 'fight', land: 'anjou' }]

  expect(plainOffers(offers, view)).toEqual([{ do: 'done' }, { do: 'trophy' }])
})
