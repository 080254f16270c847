/**
 * Everything this browser has at one table: a connection for each of its seats, and whose eyes look at the screen.
 *
 * With several seats here, people hand the screen on; a curtain falls in between as long as something is secret.
 */

import { findGame } from './games'
import { dropSeat, keepSeat, keepSeen, keysOf } from './keys'
import { LiveTable } from './live.svelte'
import type { Sheet } from './messages'

export class Session {
  readonly id: string
  /** One for each seat of this browser, or one that only watches. */
  tables: readonly LiveTable[] = $state.raw([])
  active: LiveTable = $state.raw()!
  /** Whoever shall take the screen next, while the curtain is down. */
  next: LiveTable | null = $state.raw(null)
  /** Whether it is known who begins; until then the curtain calls nobody. */
  decided = $state(false)
  readonly #renewing = new Set<LiveTable>()

  constructor(id: string, sheet: Sheet | null = null) {
    this.id = id
    const tokens = keysOf(id).seats.map(({ token }) => token)
    // Who made the table and sits nowhere is still its host.
    this.tables = (tokens.length ? tokens : [this.host]).map((token) => new LiveTable(id, token, sheet))
    this.active = this.tables[0]!
    if (this.tables.length > 1) this.next = this.active
  }

  /** The host's token, if the table was made here. */
  get host(): string | null {
    return keysOf(this.id).host
  }

  get isHost(): boolean {
    return this.host !== null
  }

  /** The token that may ask on this table's behalf. */
  get token(): string | null {
    return this.active.token ?? this.host
  }

  get seats(): readonly string[] {
    return this.tables.flatMap(({ seat }) => (seat === null ? [] : [seat]))
  }

  /** Take a seat that was just given to us. */
  take(token: string, seat: string | null): void {
    keepSeat(this.id, token, seat)
    const watching = this.tables.filter((table) => this.#watches(table))
    const table = new LiveTable(this.id, token, this.active.sheet)
    this.tables = [...this.tables.filter((each) => !this.#watches(each)), table]
    for (const each of watching) each.close()
    if (!this.tables.includes(this.active)) this.active = table
  }

  /** Whether this one has no seat: it watches, perhaps as the host. */
  #watches(table: LiveTable): boolean {
    return table.token === null || table.token === this.host
  }

  /** A seat of ours is not ours any more. */
  leave(table: LiveTable): void {
    if (table.token !== null) dropSeat(this.id, table.token)
    table.close()
    const rest = this.tables.filter((each) => each !== table)
    // A host whose token is refused watches like everybody else.
    this.tables = rest.length ? rest : [new LiveTable(this.id, this.#watches(table) ? null : this.host, table.sheet)]
    if (this.active === table) this.active = this.tables[0]!
    if (this.next === table) this.next = null
  }

  /** Ask for a new token for a seat of ours; meanwhile the old one may be void without the seat being lost. */
  async renew(table: LiveTable, ask: () => Promise<string | null>): Promise<string | null> {
    this.#renewing.add(table)
    try {
      const token = await ask()
      if (token !== null) this.#replace(table, token)
      return token
    } finally {
      this.#renewing.delete(table)
    }
  }

  /** Whether a seat of ours was taken away. */
  isLost(table: LiveTable): boolean {
    return (table.parted === 'token_void' || table.parted === 'token_unknown') && !this.#renewing.has(table)
  }

  #replace(table: LiveTable, token: string): void {
    keepSeat(this.id, token, table.seat)
    const fresh = new LiveTable(this.id, token, table.sheet)
    fresh.seat = table.seat
    table.close()
    this.tables = this.tables.map((each) => (each === table ? fresh : each))
    if (this.active === table) this.active = fresh
    if (this.next === table) this.next = fresh
  }

  /** Make sure that whoever must act has the screen. Called whenever something has changed. */
  handOn(): void {
    if (this.tables.length < 2 || !this.tables.every((table) => table.ready)) return
    if (!this.decided) return this.#decide()
    if (this.next !== null || mustAct(this.active)) return
    const waiting = this.tables.find(mustAct)
    if (waiting) this.show(waiting)
  }

  /** Who is called first, when the page is opened with several seats. */
  #decide(): void {
    this.decided = true
    const first = this.tables.find(mustAct) ?? this.active
    if (this.next !== null && findGame(first.game)?.hides) this.next = first
    else [this.active, this.next] = [first, null]
  }

  /** Give the screen to another seat of ours, behind the curtain if tiles are secret. */
  show(table: LiveTable): void {
    if (table === this.active) return
    if (findGame(table.game)?.hides) this.next = table
    else this.active = table
  }

  /** Whoever was called has the screen. */
  lift(): void {
    if (this.next) this.active = this.next
    this.next = null
  }

  /** Remember what the server said about our seats, and how far we have seen. */
  remember(): void {
    const together = this.seats.length > 1 ? this.seats : []
    for (const table of this.tables) if (table.together.join() !== together.join()) table.together = together
    for (const table of this.tables) {
      if (table.token !== null && table.seat !== null && !isKept(this.id, table)) keepSeat(this.id, table.token, table.seat)
    }
    const { seq } = this.active.staged
    if (seq >= 0 && !document.hidden) keepSeen(this.id, seq)
  }

  close(): void {
    for (const table of this.tables) table.close()
  }
}

function isKept(id: string, table: LiveTable): boolean {
  return keysOf(id).seats.some(({ seat, token }) => token === table.token && seat === table.seat)
}

function mustAct(table: LiveTable): boolean {
  const { staged } = table
  return table.seat !== null && !staged.isBusy && staged.view.to_act.includes(table.seat) && !isLent(table)
}

function isLent(table: LiveTable): boolean {
  return table.sheet?.seats.some(({ seat, lent }) => seat === table.seat && lent) ?? false
}
