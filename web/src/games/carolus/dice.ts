/** The last roll of dice that the log reports. */

import type { LogEntry } from '$lib/game'
import type { Face } from './view'

export interface Roll {
  readonly seat: string
  readonly dice: readonly Face[]
}

/** Who rolled last and what fell, up to an entry. */
export function lastRoll(log: readonly LogEntry[], seq: number): Roll | null {
  for (const entry of [...log].reverse()) {
    if (entry.seq > seq) continue
    const rolled = entry.events.findLast(({ event }) => event === 'dice_rolled')
    if (rolled) return { seat: String(rolled['seat']), dice: rolled['dice'] as readonly Face[] }
  }
  return null
}
