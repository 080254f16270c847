/** Was the promise kept? The commitment of a table, counted again from its secret (docs/fair-luck.md). */

import type { FairSheet } from './messages'
import type { SeenLuck } from './promises'

const DOMAIN = 'aachen luck 1 commitment'

/** What came of a promise: kept, not kept, another one than was seen before, or without what was added here. */
export type Verdict = 'kept' | 'kept_renewed' | 'broken' | 'changed' | 'left_out'

/**
 * The verdict on the luck of a game that is over, by what this browser saw before it and not by what is sent now;
 * null when it cannot be given. `log` is the first line of the game's log, if there is one to read.
 */
export async function verdictOf(fair: FairSheet, table: string, seen: SeenLuck | null, log: string | null): Promise<Verdict | null> {
  // After a restore the server has replaced its commitment, and names the former ones.
  const renewed = seen !== null && fair.former.some(({ commitment }) => commitment === seen.commitment)
  if (seen && seen.commitment !== fair.commitment && !renewed) return 'changed'
  const kept = await isKept(fair, table)
  if (!kept) return kept === null ? null : 'broken'
  if (log && seen && !hasAll(log, seen)) return 'left_out'
  return renewed ? 'kept_renewed' : 'kept'
}

/** Whether the log says that everything was added which was added here, to the same commitment. */
function hasAll(log: string, seen: SeenLuck): boolean {
  const promised = (JSON.parse(log) as { fair?: { commitment: string; entropy: Record<string, string>; former?: string[] } }).fair
  // Replaced before the game began: entropy was asked for again.
  if (promised?.former?.includes(seen.commitment)) return true
  if (promised?.commitment !== seen.commitment) return false
  return Object.entries(seen.entropy).every(([seat, entropy]) => promised.entropy[seat] === entropy)
}

/** Whether the revealed secret fits what was promised; null when it is not revealed or this page may not count hashes. */
export async function isKept(fair: FairSheet, table: string): Promise<boolean | null> {
  // A page without https may not count hashes, except on this very machine.
  if (fair.secret === null || !globalThis.crypto?.subtle) return null
  const text = new TextEncoder()
  const message = [text.encode(DOMAIN), text.encode(table), bytesOf(fair.secret)].flatMap((part) => field(part))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(message)))
  return hexOf(digest) === fair.commitment
}

/** A part of a message with its length before it, so that no two messages look alike. */
function field(content: Uint8Array): number[] {
  const length = content.length
  return [length >>> 24, (length >>> 16) & 255, (length >>> 8) & 255, length & 255, ...content]
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16))
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
