/** A hint that was asked for: being thought of, told, or not available. */

import type { Hint, TableModel, View } from './game'

export class Hinting {
  state: 'closed' | 'thinking' | 'shown' | 'none' = $state('closed')
  hint: Hint | null = $state.raw(null)
  /** The screen that the hint is about. */
  view: View | null = $state.raw(null)
  #asked = 0

  /** Ask; who closes meanwhile, or asks again, does not hear the old answer. */
  async ask(table: TableModel): Promise<void> {
    if (this.state === 'thinking' || table.summary.mayHint === false) return
    const asked = ++this.#asked
    this.view = table.view
    this.state = 'thinking'
    const hint = await table.hint()
    if (asked !== this.#asked || this.state !== 'thinking') return
    this.hint = hint
    this.state = hint === null ? 'none' : 'shown'
  }

  close(): void {
    this.#asked++
    this.state = 'closed'
  }
}
