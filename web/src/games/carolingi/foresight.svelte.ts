/** What the server foresees for actions at the position on the board: each is asked for once. */

import type { Action, Preview, TableModel } from '$lib/game'

export class Foresight {
  readonly #table: TableModel
  #seq = -1
  #known = new Map<string, Promise<Preview | null>>()

  constructor(table: TableModel) {
    this.#table = table
  }

  /** A preview for each action, in their order; null where nobody could say. */
  of(actions: readonly Action[]): Promise<readonly (Preview | null)[]> {
    if (this.#seq !== this.#table.seq) this.#known = new Map()
    this.#seq = this.#table.seq
    const unknown = actions.filter((action) => !this.#known.has(JSON.stringify(action)))
    if (unknown.length) this.#ask(unknown)
    return Promise.all(actions.map((action) => this.#known.get(JSON.stringify(action))!))
  }

  #ask(actions: readonly Action[]): void {
    const known = this.#known
    const asked = this.#table.preview(actions).catch((): readonly Preview[] => [])
    for (const [nth, action] of actions.entries()) {
      const key = JSON.stringify(action)
      // What could not be answered may be asked again.
      known.set(
        key,
        asked.then((seen) => seen[nth] ?? (known.delete(key), null)),
      )
    }
  }
}
