/**
 * The tables this browser has a seat at, without accounts: a seat is a token, kept here.
 *
 * A seat is carried to another device by a link `/t/ID#seat=TOKEN`; what stands after `#` never reaches a server.
 */

import { keep, kept } from './kept'
import type { Result } from './places'

export interface SeatKey {
  readonly token: string
  /** Which seat it opens; null until the server has said so. */
  readonly seat: string | null
}

export interface TableKeys {
  readonly host: string | null
  readonly seats: readonly SeatKey[]
  /** The newest entry that was seen here. */
  readonly seen: number
  /** When the table was last looked at, in milliseconds since 1970. */
  readonly at: number
  /** How the game ended for this browser's seat, once that was shown here. */
  readonly result?: Result
}

const NAME = 'tables'
const MOST = 200
const TOKEN = /^[A-Za-z0-9_-]{43}$/
const NO_KEYS: TableKeys = { host: null, seats: [], seen: 0, at: 0 }

type Ring = { readonly [table: string]: TableKeys }

function ring(): Ring {
  try {
    const read: unknown = JSON.parse(kept(NAME) ?? '{}')
    return typeof read === 'object' && read !== null ? (read as Ring) : {}
  } catch {
    return {}
  }
}

/** Everything kept, newest first. */
export function myTables(): [string, TableKeys][] {
  return Object.entries(ring()).sort(([, one], [, other]) => other.at - one.at)
}

/** The keys to one table. */
export function keysOf(table: string): TableKeys {
  return ring()[table] ?? NO_KEYS
}

function change(table: string, changed: Partial<TableKeys>): void {
  const keys = { ...keysOf(table), ...changed, at: Date.now() }
  const all = Object.entries({ ...ring(), [table]: keys }).sort(([, one], [, other]) => other.at - one.at)
  keep(NAME, JSON.stringify(Object.fromEntries(all.slice(0, MOST))))
}

/** Keep a seat's token; the same seat's older token is void. */
export function keepSeat(table: string, token: string, seat: string | null): void {
  const others = keysOf(table).seats.filter((key) => key.token !== token && (seat === null || key.seat !== seat))
  change(table, { seats: [...others, { token, seat }] })
}

/** Give a seat's token up. */
export function dropSeat(table: string, token: string): void {
  change(table, { seats: keysOf(table).seats.filter((key) => key.token !== token) })
}

/** Keep what was told when a table was made. */
export function keepMade(table: string, host: string, seats: { readonly [seat: string]: string }): void {
  change(table, { host, seats: Object.entries(seats).map(([seat, token]) => ({ seat, token })) })
}

/** Remember up to where the table was seen. */
export function keepSeen(table: string, seq: number): void {
  if (seq > keysOf(table).seen || keysOf(table).at === 0) change(table, { seen: seq })
}

/** Remember how the game ended for the seat that this browser has. */
export function keepResult(table: string, result: Result): void {
  if (keysOf(table).result !== result) change(table, { result })
}

/** Take a table off the list of mine; what was kept, so that it can be put back. */
export function forget(table: string): TableKeys {
  const { [table]: keys = NO_KEYS, ...others } = ring()
  keep(NAME, JSON.stringify(others))
  return keys
}

/** Put a table back that was taken off the list. */
export function restore(table: string, keys: TableKeys): void {
  keep(NAME, JSON.stringify({ ...ring(), [table]: keys }))
}

/** Keep the host's token, which came by link. */
export function keepHost(table: string, host: string): void {
  change(table, { host })
}

/** The seat token in an address, or null: it is taken out of the address bar by whoever calls this. */
export function tokenIn(hash: string, of: 'seat' | 'host' = 'seat'): string | null {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get(of)
  return token !== null && TOKEN.test(token) ? token : null
}

/** The address that carries a seat to another device. */
export function seatLink(table: string, token: string): string {
  return `${location.origin}/t/${table}#seat=${token}`
}

/** The address that makes somebody host in another browser. */
export function hostLink(table: string, host: string): string {
  return `${location.origin}/t/${table}#host=${host}`
}

/** The name this person goes by. */
export function myName(): string {
  return kept('name') ?? ''
}

export function keepName(name: string): void {
  keep('name', name.trim().slice(0, 40))
}
