/** News told one by one: which of them are shown, for how long, and what the board looks like after each. */

import type { GameEvent } from '$lib/game'
import type { BySeat, CarolingiView, CardView, LandView } from '../types'

/** How a piece of news is shown. */
export type Manner = 'tile' | 'card' | 'walk' | 'pop' | 'note'

export interface Step {
  readonly event: GameEvent
  readonly manner: Manner
  readonly milliseconds: number
}

const MANNERS: { readonly [event: string]: Manner } = {
  tile_drawn: 'tile',
  event_drawn: 'tile',
  extra_tile: 'tile',
  card_drawn: 'card',
  founder_drawn: 'card',
  card_unfolded: 'walk',
  group_marched: 'walk',
  gang_placed: 'pop',
  gang_on_card: 'pop',
  surplus_gang: 'pop',
  gang_banished: 'pop',
  battle_fought: 'pop',
  missi_settled: 'pop',
  missus_sent: 'pop',
  counter_placed: 'pop',
  riot_soothed: 'pop',
  follower_starved: 'pop',
  homeland_claimed: 'pop',
  founder_placed: 'pop',
  hunger_began: 'note',
  anarchy_began: 'note',
  rebellion_began: 'note',
  row_overflowed: 'note',
  riot_spread: 'note',
  season_changed: 'note',
  year_turned: 'note',
  court_day: 'note',
  trophy_claimed: 'note',
  tile_swapped: 'note',
  tile_blocked: 'note',
  problem_on_card: 'note',
  problem_laid: 'note',
  problem_solved: 'note',
  honour_earned: 'note',
  honour_forgotten: 'note',
  skuld_met_problems: 'note',
  heirs_failed: 'note',
  bag_opened: 'note',
  contest_began: 'note',
  peace_failed: 'note',
  peace_made: 'note',
}

const MILLISECONDS: Record<Manner, number> = { tile: 950, card: 850, walk: 720, pop: 430, note: 900 }

/** The news worth showing, in order; long stories are told faster. */
export function stepsOf(events: readonly GameEvent[]): readonly Step[] {
  const told = events.flatMap((event) => {
    const manner = MANNERS[event.event]
    return manner ? [{ event, manner, milliseconds: MILLISECONDS[manner] }] : []
  })
  const pace = Math.max(0.4, Math.min(1, 9 / told.length))
  return told.map((step) => ({ ...step, milliseconds: Math.round(step.milliseconds * pace) }))
}

/** The board with one piece of news on it, for the eye only: the next view is the truth. */
export function retold(view: CarolingiView, event: GameEvent): CarolingiView {
  const land = String(event['land'] ?? event['card'] ?? '')
  const seat = String(event['seat'] ?? '')
  const number = Number(event['number'] ?? 1)
  switch (event.event) {
    case 'gang_placed':
    case 'gang_banished':
      return withLand(view, land, (now) => ({ ...now, gangs: now.gangs + 1 }))
    case 'gang_on_card':
    case 'surplus_gang':
      return withCard(view, land, (now) => ({ ...now, gangs: now.gangs + 1 }))
    case 'counter_placed':
      return withLand(view, land, (now) => ({ ...now, counters: now.counters + 1 }))
    case 'missus_sent':
      return withCard(view, land, (now) => ({ ...now, followers: plus(now.followers, seat, 1) }))
    case 'missi_settled':
      return withLand(view, land, (now) => ({ ...now, followers: plus(now.followers, seat, number) }))
    case 'riot_soothed':
      return withLand(view, land, (now) => ({ ...now, gangs: now.gangs - number, followers: plus(now.followers, seat, number) }))
    case 'follower_starved':
      return withLand(view, land, (now) => ({ ...now, followers: plus(now.followers, seat, -number) }))
    case 'group_marched':
      return marched(view, String(event['origin']), String(event['target']), seat, number)
    case 'battle_fought':
      return withLand(view, land, (now) => without(now, event))
    case 'card_unfolded':
      return unfolded(view, land, event)
    case 'card_inserted':
      return inserted(view, land)
    default:
      return view
  }
}

function withLand(view: CarolingiView, land: string, change: (now: LandView) => LandView): CarolingiView {
  const now = view.lands[land]
  return now ? { ...view, lands: { ...view.lands, [land]: change(now) } } : view
}

function withCard(view: CarolingiView, land: string, change: (now: CardView) => CardView): CarolingiView {
  const now = view.cards[land]
  return now ? { ...view, cards: { ...view.cards, [land]: change(now) } } : view
}

function plus(bySeat: BySeat, seat: string, number: number): BySeat {
  const all = { ...bySeat, [seat]: (bySeat[seat] ?? 0) + number }
  return Object.fromEntries(Object.entries(all).filter(([, each]) => each > 0))
}

function marched(view: CarolingiView, origin: string, target: string, seat: string, number: number): CarolingiView {
  const left = withLand(view, origin, (now) => ({ ...now, followers: plus(now.followers, seat, -number) }))
  return withLand(left, target, (now) => ({ ...now, followers: plus(now.followers, seat, number) }))
}

function without(now: LandView, event: GameEvent): LandView {
  const lost = (event['followers'] ?? {}) as BySeat
  const followers = Object.entries(lost).reduce((left, [seat, number]) => plus(left, seat, -number), now.followers)
  return { ...now, followers, gangs: Math.max(0, now.gangs - Number(event['gangs'] ?? 0)) }
}

function unfolded(view: CarolingiView, land: string, event: GameEvent): CarolingiView {
  const come = (event['followers'] ?? {}) as BySeat
  const there = withLand(view, land, (now) => ({
    ...now,
    gangs: now.gangs + Number(event['gangs'] ?? 0),
    followers: Object.entries(come).reduce((all, [seat, number]) => plus(all, seat, number), now.followers),
  }))
  const { [land]: _, ...cards } = there.cards
  const rows = Object.fromEntries(
    Object.entries(there.rows).map(([region, row]) => [region, row.map((card) => (card === land ? null : card))]),
  )
  return { ...there, cards, rows }
}

function inserted(view: CarolingiView, land: string): CarolingiView {
  const region = view.lands[land]?.region
  const row = region === undefined ? undefined : view.rows[region]
  const slot = row?.indexOf(null) ?? -1
  if (region === undefined || !row || slot < 0) return view
  const filled = row.map((card, i) => (i === slot ? land : card))
  return { ...view, rows: { ...view.rows, [region]: filled }, cards: { ...view.cards, [land]: { followers: {}, gangs: 0 } } }
}
