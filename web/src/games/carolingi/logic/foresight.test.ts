import { expect, it } from 'vitest'
import type { Preview } from '$lib/game'
import { land, sample } from '../sample'
import type { CarolingiAction, LandView } from '../types'
import { firstChoice, pointedAt, winningMarch } from './foresight'
import { NOTHING_PICKED } from './gestures'

const march = (followers: number): CarolingiAction => ({ do: 'march', from: 'anjou', to: 'champagne', followers })
const MARCHES = [march(1), march(2), march(3)]
const view = sample({ tile: 'move_troops', offers: MARCHES })
const after = (lands: { [name: string]: LandView }): Preview => ({ events: [], complete: true, refusal: null, after: { lands } })
const from = (controlled_by: string | null) => land({ controlled_by })

it('marches with the fewest followers that win control', () => {
  const seen = [null, 'red', 'red'].map((owner) => after({ champagne: from(owner), anjou: from('red') }))

  expect(winningMarch(view, MARCHES, seen)).toEqual(march(2))
})

it('would rather keep control of where it comes from', () => {
  const seen = [after({ champagne: from('red'), anjou: from(null) }), after({ champagne: from('red') }), after({})]

  expect(winningMarch(view, MARCHES, seen)).toEqual(march(2))
})

it('marches with one follower where no number wins control, or nobody can say', () => {
  expect(firstChoice(MARCHES, view, MARCHES, [after({}), after({}), after({})])).toEqual(march(1))
  expect(firstChoice(MARCHES, view, MARCHES, [null, null, null])).toEqual(march(1))
})

it('begins all else with its usual amount', () => {
  const soothing = [1, 2].map((gangs) => ({ do: 'soothe', land: 'anjou', gangs }))

  expect(firstChoice(soothing, view, soothing, [null, null])).toEqual(soothing[1])
})

it('knows what a place would mean before it is touched, but not where a march only begins', () => {
  const begun = { ...NOTHING_PICKED, spots: ['land:anjou'] as const }

  expect(pointedAt(MARCHES, view, NOTHING_PICKED, 'land:anjou')).toEqual([])
  expect(pointedAt(MARCHES, view, begun, 'land:champagne')).toEqual(MARCHES)
  expect(pointedAt(MARCHES, view, begun, 'land:berry')).toEqual([])
})
