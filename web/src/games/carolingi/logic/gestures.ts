/** From offered actions to gestures: which places light up, what is picked, which action that means. Knows no rules. */

import type { Action } from '$lib/game'
import type { CarolingiView } from '../types'

/** A place that can be touched: `land:anjou`, `card:berry`, `tile:battle`, `season:winter`, `seat:red`, `rank:missi`. */
export type Spot = `${'land' | 'card' | 'tile' | 'season' | 'seat' | 'rank'}:${string}`

export interface Picked {
  readonly spots: readonly Spot[]
  /** Which use, where the same places allow several. */
  readonly verb: string | null
  readonly amount: number | null
}

export const NOTHING_PICKED: Picked = { spots: [], verb: null, amount: null }

const ON_LAND = new Set(['build', 'claim', 'fight', 'soothe', 'join', 'banish'])
const AMOUNTS: { readonly [verb: string]: string } = { settle: 'missi', march: 'followers', soothe: 'gangs' }
// Whoever settles or soothes wants as much as possible; whoever marches leaves somebody at home.
const FROM_THE_MOST = new Set(['settle', 'soothe'])

export function kindOf(spot: Spot): string {
  return spot.slice(0, spot.indexOf(':'))
}

export function nameOf(spot: Spot): string {
  return spot.slice(spot.indexOf(':') + 1)
}

/** The places to touch, one after the other, that mean this action; none for what only has a button. */
export function pathOf(action: Action, view: CarolingiView): readonly Spot[] {
  const land = String(action['land'])
  if (ON_LAND.has(action.do)) return [`land:${land}`]
  switch (action.do) {
    case 'march':
      return [`land:${String(action['from'])}`, `land:${String(action['to'])}`]
    case 'send':
    case 'unfold':
      return [`card:${land}`]
    case 'settle':
      return [`land:${homelandOf(view)}`]
    case 'occupy':
      return view.founding?.card ? [`land:${view.founding.card}`] : []
    case 'activate':
    case 'extra':
      return [`tile:${String(action['tile'])}`]
    case 'expel':
      return [`seat:${String(action['seat'])}`]
    case 'solve':
      return [`season:${String(action['season'])}`]
    case 'honour':
      return [`rank:${String(action['from'])}`]
    case 'serve':
      return ['rank:missi']
    default:
      return []
  }
}

function homelandOf(view: CarolingiView): string {
  return (view.viewer && view.courts[view.viewer]?.homeland) || ''
}

/** How many, where the action says so. */
export function amountOf(action: Action): number | null {
  const key = AMOUNTS[action.do]
  return key === undefined ? null : Number(action[key])
}

/** What the offers still are once these places are picked. */
export function reachable(offers: readonly Action[], view: CarolingiView, spots: readonly Spot[]): readonly Action[] {
  return offers.filter((offer) => {
    const path = pathOf(offer, view)
    return path.length >= spots.length && spots.every((spot, i) => path[i] === spot)
  })
}

/** The places that may be touched next. */
export function nextSpots(offers: readonly Action[], view: CarolingiView, spots: readonly Spot[]): ReadonlySet<Spot> {
  const next = reachable(offers, view, spots).map((offer) => pathOf(offer, view)[spots.length])
  return new Set(next.filter((spot): spot is Spot => spot !== undefined))
}

/** The actions that the picked places mean, complete but for the use and the amount. */
export function meaning(offers: readonly Action[], view: CarolingiView, spots: readonly Spot[]): readonly Action[] {
  if (!spots.length) return []
  return reachable(offers, view, spots).filter((offer) => pathOf(offer, view).length === spots.length)
}

/** The uses among some actions, in the order they are offered. */
export function verbsOf(actions: readonly Action[]): readonly string[] {
  return [...new Set(actions.map((action) => action.do))]
}

/** The amounts that one use allows. */
export function amountsOf(actions: readonly Action[], verb: string | null): readonly number[] {
  const amounts = actions.filter((action) => action.do === verb).map(amountOf)
  return amounts.filter((amount): amount is number => amount !== null)
}

/** The same pick with the use and the amount that are sensible to begin with. */
export function settled(offers: readonly Action[], view: CarolingiView, picked: Picked): Picked {
  const actions = meaning(offers, view, picked.spots)
  const verbs = verbsOf(actions)
  const verb = picked.verb !== null && verbs.includes(picked.verb) ? picked.verb : verbs.length === 1 ? verbs[0]! : null
  const amounts = amountsOf(actions, verb)
  if (!amounts.length) return { spots: picked.spots, verb, amount: null }
  const first = FROM_THE_MOST.has(verb ?? '') ? Math.max(...amounts) : Math.min(...amounts)
  const amount = picked.amount !== null && amounts.includes(picked.amount) ? picked.amount : first
  return { spots: picked.spots, verb, amount }
}

/** What is picked after a place was touched; null if the place is not on offer. */
export function touched(offers: readonly Action[], view: CarolingiView, picked: Picked, spot: Spot): Picked | null {
  if (picked.spots.at(-1) === spot) return settled(offers, view, { ...NOTHING_PICKED, spots: picked.spots.slice(0, -1) })
  // A place may go on from what is picked, or from a part of it, or begin again.
  for (let length = picked.spots.length; length >= 0; length--) {
    const spots = picked.spots.slice(0, length)
    if (nextSpots(offers, view, spots).has(spot)) return settled(offers, view, { ...NOTHING_PICKED, spots: [...spots, spot] })
  }
  return null
}

/** The action that is picked, once nothing is left to choose. */
export function chosen(offers: readonly Action[], view: CarolingiView, picked: Picked): Action | null {
  const actions = meaning(offers, view, picked.spots).filter((action) => action.do === picked.verb)
  return actions.find((action) => amountOf(action) === picked.amount) ?? null
}

/** Actions that need no place: done, keep, a trophy … */
export function plainOffers(offers: readonly Action[], view: CarolingiView): readonly Action[] {
  return offers.filter((offer) => !pathOf(offer, view).length && !SPECIAL.has(offer.do))
}

// These have a tray of their own.
const SPECIAL = new Set(['place', 'lay', 'swap', 'keep', 'equip'])
