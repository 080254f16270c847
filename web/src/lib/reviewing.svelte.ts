/** The decisions of a finished game: reviewed piece by piece, so that somebody who waits sees how far it is. */

import type { ReviewSummary } from './messages'
import type { Replay } from './replay.svelte'

export class Reviewing {
  /** How much of the game is reviewed, from 0 to 1. */
  share = $state(0)
  summary: ReviewSummary | null = $state.raw(null)
  state: 'new' | 'judging' | 'done' | 'failed' = $state('new')
  #known = 0

  /** Fetch what is missing; after a failure, go on from there. */
  async fetch(replay: Replay): Promise<void> {
    if (this.state === 'judging' || this.state === 'done') return
    this.state = 'judging'
    while (this.summary === null) {
      const part = await replay.review(Math.min(this.#known, replay.last))
      if (part === null) {
        this.state = 'failed'
        return
      }
      this.#known = part.known
      this.share = part.known / (part.last + 1)
      this.summary = part.summary
    }
    this.state = 'done'
  }
}
