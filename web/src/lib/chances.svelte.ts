/** How everybody's chances stood in a finished game: fetched piece by piece, so that the graph grows while it is judged. */

import type { Verdict } from './messages'
import type { Replay } from './replay.svelte'

export class Graph {
  /** Each seat's chance after each entry, as far as it is known. */
  chances: { readonly [seat: string]: readonly number[] } = $state.raw({})
  verdict: Verdict | null = $state.raw(null)
  state: 'new' | 'judging' | 'done' | 'failed' = $state('new')

  /** How many entries are judged. */
  get known(): number {
    return Object.values(this.chances)[0]?.length ?? 0
  }

  /** A seat's chance at a moment, or null if it is not known yet. */
  at(seat: string, seq: number): number | null {
    return this.chances[seat]?.[seq] ?? null
  }

  /** Fetch what is missing; after a failure, go on from there. */
  async fetch(replay: Replay): Promise<void> {
    if (this.state === 'judging' || this.state === 'done') return
    this.state = 'judging'
    while (this.verdict === null) {
      const part = await replay.chances(this.known)
      if (part === null || part.first !== this.known) {
        this.state = 'failed'
        return
      }
      const joined = Object.entries(part.chances).map(([seat, more]) => [seat, [...(this.chances[seat] ?? []), ...more]] as const)
      this.chances = Object.fromEntries(joined)
      this.verdict = part.verdict
    }
    this.state = 'done'
  }
}
