/** A page at a table: its sheet is fetched, then the table is opened. Whoever leaves early opens nothing. */

import { prepare } from './games'
import { getSheet, type Trouble, troubleFrom } from './api'
import type { Sheet } from './messages'

export class Visit<Opened extends { close(): void }> {
  opened: Opened | null = $state.raw(null)
  trouble: Trouble | null = $state.raw(null)
  #id: string | null = null
  #entered = 0
  readonly #open: (id: string, sheet: Sheet) => Opened | null

  /** `open` may return null when the visitor is sent to another page. */
  constructor(open: (id: string, sheet: Sheet) => Opened | null) {
    this.#open = open
  }

  /** Go to a table; the one before is closed. */
  async enter(id: string): Promise<void> {
    this.close()
    this.#id = id
    this.trouble = null
    const entered = this.#entered
    try {
      const sheet = await getSheet(id)
      if (entered !== this.#entered) return
      prepare(sheet).catch((error: unknown) => this.#fail(entered, error))
      this.opened = this.#open(id, sheet)
    } catch (error) {
      this.#fail(entered, error)
    }
  }

  #fail(entered: number, error: unknown): void {
    if (entered === this.#entered) this.trouble = troubleFrom(error)
  }

  /** Try the same table again. */
  async retry(): Promise<void> {
    if (this.#id !== null) await this.enter(this.#id)
  }

  /** Leave: what is open is closed, and what is still being fetched is not opened. */
  close(): void {
    this.#entered += 1
    this.opened?.close()
    this.opened = null
  }
}
