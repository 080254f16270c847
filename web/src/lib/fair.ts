/** Was the promise kept? The commitment of a table, counted anew from its secret (docs/fair-luck.md). */

import type { FairSheet } from './messages'

const DOMAIN = 'aachen luck 1 commitment'

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
