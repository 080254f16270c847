/** What is given up by being done with a tile now: a question is asked before anything is lost. */

import type { Action, LogEntry } from '$lib/game'
import type { CarolingiView } from '../types'

/** What would be lost: the whole action, or a trophy that may still be claimed. */
export type Loss = 'skip' | 'trophy'

const BEGINNINGS: ReadonlySet<string> = new Set(['tile_drawn', 'extra_tile'])

/** Whether this seat has done something since its tile was drawn, and not taken it back. */
export function hasActed(log: readonly LogEntry[], seat: string): boolean {
  const drawn = log.findLastIndex(({ events }) => events.some((event) => BEGINNINGS.has(event.event) && event['seat'] === seat))
  if (drawn < 0) return true // the draw is not in the part of the log that is here: claim nothing
  let own: number[] = []
  for (const { seq, by, events } of log.slice(drawn + 1)) {
    const undone = events.find(({ event }) => event === 'undone')
    if (undone) own = own.filter((each) => each <= Number(undone['to']))
    else if (by === seat) own.push(seq)
  }
  return own.length > 0
}

/** Whether being done would skip the action of a tile. */
export function isSkip(view: CarolingiView, log: readonly LogEntry[]): boolean {
  return view.phase === 'acting' && view.tile !== null && view.viewer !== null && !hasActed(log, view.viewer)
}

/** What would be lost by being done now; null when nothing is, or nothing else could be done anyway. */
export function lossOf(view: CarolingiView, offers: readonly Action[], log: readonly LogEntry[]): Loss | null {
  if (offers.length < 2) return null
  if (offers.some((offer) => offer.do === 'trophy')) return 'trophy'
  return isSkip(view, log) ? 'skip' : null
}
