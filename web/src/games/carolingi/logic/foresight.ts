/** What touching a place would mean, and which number of a march is the sensible one. The server foresees; we compare. */

import type { Action, Preview } from '$lib/game'
import type { CarolingiView } from '../types'
import { amountOf, meaning, pathOf, settled, touched, type Picked, type Spot } from './gestures'

/** The actions that touching a place would leave to choose from: one use, in all its amounts; none if it needs another touch. */
export function pointedAt(offers: readonly Action[], view: CarolingiView, picked: Picked, spot: Spot): readonly Action[] {
  if (picked.spots.at(-1) === spot) return []
  const next = touched(offers, view, picked, spot)
  return next ? usesOf(offers, view, next) : []
}

/** The actions of the picked places and the picked use, in all amounts. */
export function usesOf(offers: readonly Action[], view: CarolingiView, picked: Picked): readonly Action[] {
  return meaning(offers, view, picked.spots).filter((action) => action.do === picked.verb)
}

/** The amount that is picked at first: of a march, the fewest followers that win control. */
export function firstChoice(
  offers: readonly Action[],
  view: CarolingiView,
  actions: readonly Action[],
  seen: readonly (Preview | null)[],
): Action | null {
  const [first] = actions
  if (!first) return null
  if (first.do === 'march') return winningMarch(view, actions, seen) ?? fewest(actions)
  const usual = settled(offers, view, { spots: pathOf(first, view), verb: first.do, amount: null }).amount
  return actions.find((action) => amountOf(action) === usual) ?? first
}

/** The fewest followers that win control of where they go: at best without losing control of where they come from. */
export function winningMarch(view: CarolingiView, actions: readonly Action[], seen: readonly (Preview | null)[]): Action | null {
  const me = view.viewer
  const controls = (land: string, preview: Preview | null | undefined) =>
    ((preview?.after?.['lands']?.[land] ?? view.lands[land])?.controlled_by ?? null) === me
  const wins = actions.filter((action, nth) => {
    const to = String(action['to'])
    return view.lands[to]?.controlled_by !== me && controls(to, seen[nth])
  })
  const keeps = wins.filter((action) => {
    const from = String(action['from'])
    return view.lands[from]?.controlled_by !== me || controls(from, seen[actions.indexOf(action)])
  })
  return fewest(keeps.length ? keeps : wins)
}

function fewest(actions: readonly Action[]): Action | null {
  return actions.reduce<Action | null>((least, action) => (least && (amountOf(least) ?? 0) <= (amountOf(action) ?? 0) ? least : action), null)
}
