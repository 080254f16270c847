/** What this browser saw of a table's luck before the game: the commitment, and what its own seats added. */

import { keep, kept } from './kept'

/** The luck of one table as it was seen first. */
export interface SeenLuck {
  readonly commitment: string
  /** What was added here, by seat, in hexadecimal. */
  readonly entropy: Readonly<Record<string, string>>
}

const MOST_KEPT = 200 // tables; the oldest are forgotten

function all(): [string, SeenLuck][] {
  try {
    const found: unknown = JSON.parse(kept('luck') ?? '[]')
    return Array.isArray(found) ? (found as [string, SeenLuck][]) : []
  } catch {
    return []
  }
}

/** What was seen of a table first; null if nothing was. */
export function seenLuck(table: string): SeenLuck | null {
  return all().find(([name]) => name === table)?.[1] ?? null
}

/** Note what is seen of a table's luck: the first commitment stays, entropy is added to it. */
export function noteLuck(table: string, commitment: string, entropy: Readonly<Record<string, string>> = {}): void {
  const before = seenLuck(table)
  if (before && !Object.keys(entropy).length) return
  const seen = { commitment: before?.commitment ?? commitment, entropy: { ...before?.entropy, ...entropy } }
  const others = all().filter(([name]) => name !== table)
  keep('luck', JSON.stringify([...others, [table, seen]].slice(-MOST_KEPT)))
}
