/** Events shown one by one: which of them, how, for how long, and what the board looks like after each. */

import type { GameEvent, View } from '$lib/game'
import type { Beat } from '$lib/stage'
import type { BySeat, CarolingiEventKind, CarolingiView, CardView, CourtView, LandView } from '../types'

/** How a piece of news is shown: a tile or card turns, pieces walk or appear, a court shines, a sentence is said. */
export type Manner = 'tile' | 'card' | 'walk' | 'pop' | 'court' | 'note'

export interface CarolingiBeat extends Beat {
  readonly manner: Manner
  readonly view: CarolingiView
}

/** What is shown of each event and for how long. What is not named here is told by the log alone. */
const SHOWN: { readonly [event: string]: readonly [Manner, number] } = {
  tile_drawn: ['tile', 1100],
  event_drawn: ['tile', 1100],
  extra_tile: ['tile', 1600],
  card_drawn: ['card', 1000],
  founder_drawn: ['card', 900],
  card_unfolded: ['walk', 900],
  group_marched: ['walk', 900],
  gang_placed: ['pop', 480],
  gang_on_card: ['pop', 480],
  surplus_gang: ['pop', 480],
  gang_banished: ['pop', 600],
  battle_fought: ['pop', 1300],
  missi_settled: ['pop', 700],
  missus_sent: ['pop', 600],
  counter_placed: ['pop', 700],
  riot_soothed: ['pop', 700],
  follower_starved: ['pop', 700],
  homeland_claimed: ['pop', 1200],
  founder_placed: ['pop', 600],
  gangs_gathered: ['pop', 480],
  missi_equipped: ['court', 1100],
  tile_activated: ['court', 900],
  trophy_claimed: ['court', 1300],
  honour_earned: ['court', 1300],
  honour_forgotten: ['court', 1100],
  tiles_placed: ['court', 450],
  tile_laid: ['court', 450],
  swap_chosen: ['court', 450],
  tile_swapped: ['court', 1000],
  tile_done: ['court', 450],
  nothing_possible: ['court', 900],
  tile_blocked: ['note', 1200],
  row_overflowed: ['note', 1000],
  riot_spread: ['note', 1000],
  hunger_began: ['note', 1700],
  anarchy_began: ['note', 1700],
  rebellion_began: ['note', 1700],
  no_gang_left: ['note', 1500],
  season_changed: ['note', 1000],
  year_turned: ['note', 1300],
  court_day: ['note', 1600],
  problem_on_card: ['note', 1200],
  problem_laid: ['note', 1200],
  problem_solved: ['note', 1500],
  skuld_met_problems: ['note', 1600],
  bag_opened: ['note', 1600],
  contest_began: ['note', 1700],
  extra_action_undone: ['note', 1500],
  time_is_up: ['note', 1800],
  heirs_failed: ['note', 2600],
  peace_failed: ['note', 2200],
  peace_made: ['note', 2600],
}

/** What the reader has just done by hand is not shown at length: the board answers at once. */
const BY_HAND = new Set([
  'tiles_placed',
  'tile_laid',
  'swap_chosen',
  'tile_done',
  'missus_sent',
  'missi_settled',
  'counter_placed',
  'missi_equipped',
  'tile_activated',
  'group_marched',
  'riot_soothed',
  'founder_placed',
  'trophy_claimed',
])

/** The beats of a frame: each with the board as the events before it have left it. */
export function beatsOf(before: View, _: View, events: readonly GameEvent[], own: boolean): CarolingiBeat[] {
  const beats: CarolingiBeat[] = []
  let view = before as CarolingiView
  events.forEach((event, place) => {
    const [manner, milliseconds] = SHOWN[event.event] ?? []
    const mine = own && BY_HAND.has(event.event)
    if (manner && milliseconds && !mine) beats.push({ event, place, manner, milliseconds, view })
    view = viewAfter(view, event)
  })
  return beats
}

/** The board with one piece of news on it, for the eye only: the next view is the truth. */
export function viewAfter(view: CarolingiView, event: GameEvent): CarolingiView {
  const land = String(event['land'] ?? event['card'] ?? '')
  const seat = String(event['seat'] ?? '')
  const number = Number(event['number'] ?? 1)
  switch (event.event as CarolingiEventKind) {
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
    case 'gangs_gathered':
      return withLand(view, land, (now) => ({ ...now, gangs: now.gangs - number }))
    case 'founder_placed':
      return event['how'] === 'land' ? withLand(view, land, (now) => ({ ...now, followers: plus(now.followers, seat, 1) })) : view
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
    case 'bag_filled':
      return filled(view, Number(event['tiles'] ?? 0))
    case 'tile_drawn':
    case 'event_drawn':
      return { ...view, bag: drawnFrom(view.bag, event.event === 'tile_drawn' ? seat : null) }
    case 'missi_equipped':
      return withCourt(view, seat, (now) => equipped(now, Number(event['missi'] ?? 0), Number(event['leudes'] ?? 0)))
    default:
      return view
  }
}

/** The event tiles that are ready go into the bag with what everybody has laid. */
function filled(view: CarolingiView, tiles: number): CarolingiView {
  const events = view.events.ready
  const each = Math.floor((tiles - events) / view.seats.length)
  const bySeat = Object.fromEntries(view.seats.map((seat) => [seat, each]))
  return { ...view, events: { ...view.events, ready: 0 }, bag: { ...view.bag, tiles, events, by_seat: bySeat } }
}

/** The bag without one tile: somebody's, or the event tile. */
function drawnFrom(bag: CarolingiView['bag'], seat: string | null): CarolingiView['bag'] {
  const left = { ...bag, tiles: Math.max(0, bag.tiles - 1) }
  return seat === null ? { ...left, events: Math.max(0, bag.events - 1) } : { ...left, by_seat: plus(bag.by_seat, seat, -1) }
}

function withLand(view: CarolingiView, land: string, change: (now: LandView) => LandView): CarolingiView {
  const now = view.lands[land]
  return now ? { ...view, lands: { ...view.lands, [land]: change(now) } } : view
}

function withCourt(view: CarolingiView, seat: string, change: (now: CourtView) => CourtView): CarolingiView {
  const now = view.courts[seat]
  return now ? { ...view, courts: { ...view.courts, [seat]: change(now) } } : view
}

/** Leudes become missi, nobiles become leudes. */
function equipped(now: CourtView, missi: number, leudes: number): CourtView {
  return { ...now, missi: now.missi + missi, leudes: now.leudes - missi + leudes, nobiles: now.nobiles - leudes }
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
  const rows = Object.fromEntries(Object.entries(there.rows).map(([region, row]) => [region, row.map((card) => (card === land ? null : card))]))
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
