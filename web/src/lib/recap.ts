/** What happened while somebody waited or was away. */

import type { LogEntry } from './game'

/** The entries of others since an entry; none of one's own, and nothing that was taken back. */
export function missedSince(log: readonly LogEntry[], me: string | null, since: number): readonly LogEntry[] {
  return log.filter(({ seq, by, events }) => seq > since && by !== me && events.length > 0 && !events.some(({ event }) => event === 'undone'))
}

/** The entry somebody did last, or -1. */
export function lastOwn(log: readonly LogEntry[], me: string | null): number {
  return log.findLast(({ by }) => me !== null && by === me)?.seq ?? -1
}
