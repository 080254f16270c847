/** What an action would change, in words: what is lost before what is won. The server played it; we only compare. */

import type { GameEvent } from '$lib/game'
import type { CarolingiWording } from '../wording'
import { RANKS, type CarolingiView, type CourtView, type LandView, type VictoryView } from '../types'

export interface Effect {
  readonly kind: 'lose' | 'win' | 'note'
  readonly words: string
}

/** The changed parts of the screen, as a preview tells them. */
export interface After {
  readonly lands?: { readonly [land: string]: LandView }
  readonly courts?: { readonly [seat: string]: CourtView }
  readonly victory?: { readonly [seat: string]: VictoryView }
}

export interface Foreseen {
  readonly events: readonly GameEvent[]
  readonly complete: boolean
  readonly after?: After | null
}

const ORDER: Record<Effect['kind'], number> = { lose: 0, win: 1, note: 2 }

/** Everything worth saying about a preview, losses first. */
export function effectsOf(view: CarolingiView, seen: Foreseen, wording: CarolingiWording): readonly Effect[] {
  const found = seen.after ? changes(view, seen.after, wording) : seen.events.map((event) => note(wording.event(event)))
  const sorted = [...found].sort((one, other) => ORDER[one.kind] - ORDER[other.kind])
  return seen.complete ? sorted : [...sorted, note(wording.say('car.effect.open'))]
}

function changes(view: CarolingiView, after: After, wording: CarolingiWording): Effect[] {
  const lands = Object.entries(after.lands ?? {})
  return [
    ...lands.flatMap(([land, now]) => controlOf(view, land, now, wording)),
    ...Object.entries(after.victory ?? {}).flatMap(([seat, now]) => pointsOf(view, seat, now, wording)),
    ...lands.flatMap(([land, now]) => piecesOf(view, land, now, wording)),
    ...ranksOf(view, after, wording),
  ]
}

function controlOf(view: CarolingiView, land: string, now: LandView, wording: CarolingiWording): Effect[] {
  const before = view.lands[land]?.controlled_by ?? null
  if (before === now.controlled_by) return []
  const effects: Effect[] = []
  const facts = (seat: string) => wording.facts({ land, seat })
  if (before !== null) {
    const mine = before === view.viewer
    effects.push({ kind: mine ? 'lose' : 'win', words: wording.say(mine ? 'car.effect.control_lost' : 'car.effect.other_lost', facts(before)) })
  }
  if (now.controlled_by !== null) {
    const mine = now.controlled_by === view.viewer
    const key = mine ? 'car.effect.control_won' : 'car.effect.other_won'
    effects.push({ kind: mine ? 'win' : 'lose', words: wording.say(key, facts(now.controlled_by)) })
  }
  return effects
}

/** Regions and points of one seat; what a sibling wins is a loss to us. */
function pointsOf(view: CarolingiView, seat: string, now: VictoryView, wording: CarolingiWording): Effect[] {
  const before = view.victory[seat]
  if (!before) return []
  const mine = seat === view.viewer
  const sided = (won: boolean): Effect['kind'] => (won === mine ? 'win' : 'lose')
  const facts = (region: string) => wording.facts({ region, seat })
  const effects: Effect[] = [
    ...before.regions
      .filter((region) => !now.regions.includes(region))
      .map((region) => ({ kind: sided(false), words: wording.say('car.effect.region_lost', facts(region)) })),
    ...now.regions
      .filter((region) => !before.regions.includes(region))
      .map((region) => ({ kind: sided(true), words: wording.say('car.effect.region_won', facts(region)) })),
  ]
  const number = now.points - before.points
  if (number === 0) return effects
  const key = `car.effect.points_${number < 0 ? 'less' : 'more'}${mine ? '' : '.other'}` as const
  return [...effects, { kind: sided(number > 0), words: wording.say(key, { number: Math.abs(number), seat: wording.seat(seat) }) }]
}

function piecesOf(view: CarolingiView, land: string, now: LandView, wording: CarolingiWording): Effect[] {
  const before = view.lands[land]
  const same = before && before.gangs === now.gangs && JSON.stringify(before.followers) === JSON.stringify(now.followers)
  if (same && before.counters === now.counters) return []
  if (same) return [note(wording.say('car.effect.counters', wording.facts({ land, number: now.counters })))]
  return [note(wording.say('car.effect.then', { ...wording.facts({ land }), pieces: wording.pieces(now.followers, now.gangs) }))]
}

/** "Missi 3 → 2": what it costs at court. */
function ranksOf(view: CarolingiView, after: After, wording: CarolingiWording): Effect[] {
  const me = view.viewer
  const now = me === null ? undefined : after.courts?.[me]
  const before = me === null ? undefined : view.courts[me]
  if (!now || !before) return []
  const changed = RANKS.filter((rank) => now[rank] !== before[rank])
  const words = changed.map((rank) => `${wording.say(`car.rank.${rank}`)} ${before[rank]} → ${now[rank]}`)
  if (now.trophies !== before.trophies) words.push(`${wording.say('car.glory')} ${before.trophies} → ${now.trophies}`)
  return words.length ? [note(words.join(' · '))] : []
}

function note(words: string): Effect {
  return { kind: 'note', words }
}
