/** Plain questions to the server, over HTTP. Whatever goes wrong is a `Trouble` with words for a person. */

import { fetched, isAsked } from './early'
import type {
  About,
  Addresses,
  BoardAbout,
  Code,
  Continue,
  ErrorBody,
  Failed,
  ListedTable,
  TableList,
  Looked,
  Made,
  NewTable,
  PuzzleAbout,
  PuzzleList,
  PuzzleScreen,
  PuzzleWish,
  Recovered,
  Sat,
  SeatChange,
  SeatChanged,
  SeatWish,
  Sheet,
  Sit,
} from './messages'
import { noteLuck } from './promises'
import { say, settings, type Sentence } from './settings.svelte'
import type { Board } from './wording'

/** Something that could not be done, and why, in words. */
export class Trouble extends Error {
  constructor(
    readonly code: string,
    readonly sentence: Sentence,
    readonly status = 0,
    /** Everything else that is wrong. */
    readonly more: readonly Sentence[] = [],
  ) {
    super(sentence())
  }
}

/** Whatever went wrong, as trouble. */
export function troubleFrom(error: unknown): Trouble {
  return error instanceof Trouble ? error : new Trouble('unknown', () => say('web.trouble.unknown'))
}

/** A seat of this device, and what proves it. */
export interface SeatToken {
  readonly seat: string
  readonly token: string
}

interface Asking {
  readonly body?: unknown
  readonly text?: string
  readonly token?: string | null
}

async function send(method: 'GET' | 'POST', path: string, asking: Asking): Promise<Response> {
  const headers: Record<string, string> = { 'Accept-Language': settings.language }
  if (asking.token) headers['Authorization'] = `Bearer ${asking.token}`
  if (asking.body !== undefined) headers['Content-Type'] = 'application/json'
  if (asking.text !== undefined) headers['Content-Type'] = 'text/plain; charset=utf-8'
  const body = asking.text ?? (asking.body === undefined ? null : JSON.stringify(asking.body))
  const asked = method === 'GET' && isAsked(path) ? fetched(path) : fetch(path, { method, headers, body })
  const answer = await asked.catch(() => {
    throw new Trouble('unreachable', () => say('web.trouble.unreachable'))
  })
  if (!answer.ok) throw await troubleOf(answer)
  return answer
}

async function troubleOf(answer: Response): Promise<Trouble> {
  const failed = (await answer.json().catch(() => null)) as Failed | null
  if (!failed) return new Trouble('unknown', () => say('web.trouble.unknown'), answer.status)
  return new Trouble(failed.error.code, sentenceOf(failed.error), answer.status, failed.more.map(sentenceOf))
}

const sentenceOf =
  ({ sentence, sentences }: ErrorBody): Sentence =>
  () =>
    sentences[settings.language] ?? sentence

/** A question and its answer. */
export async function ask<Answer>(method: 'GET' | 'POST', path: string, asking: Asking = {}): Promise<Answer> {
  return (await send(method, path, asking)).json() as Promise<Answer>
}

let about: Promise<About> | null = null

/** What this server is and can do; asked once. */
export function getAbout(): Promise<About> {
  about ??= ask<About>('GET', '/api/about').catch((trouble: unknown) => {
    about = null
    throw trouble
  })
  return about
}

/** Whether the server is under maintenance now. */
export const isMaintained = async (): Promise<boolean> =>
  ask<About>('GET', '/api/about').then(
    ({ maintenance }) => maintenance,
    () => false,
  )

/** The addresses by which others reach this server, the best one first. */
export async function getAddresses(): Promise<readonly string[]> {
  return (await ask<Addresses>('GET', '/api/addresses')).addresses
}

/** A new table. The server is bound to its luck before my seats add their part, also when the game begins at once. */
export async function makeTable(wish: NewTable): Promise<Made> {
  return madeOf('/api/tables', null, wish, withEntropy(wish.seats))
}

/** What a request adds to the luck of the table it makes: fields of its body, and the entropy by seat once the seats are known. */
interface Addition {
  readonly body: object
  readonly bySeat: (sheet: Sheet) => Readonly<Record<string, string>>
}

/** Entropy for each seat of mine. */
function withEntropy(wishes: readonly SeatWish[]): Addition {
  const seats = wishes.map((seat) => (seat.kind === 'me' ? { ...seat, entropy: freshEntropy() } : seat))
  const bySeat = (sheet: Sheet) =>
    Object.fromEntries(sheet.seats.flatMap(({ seat }, at) => (seats[at]?.entropy ? [[seat, seats[at].entropy]] : []))) as Record<string, string>
  return { body: { seats }, bySeat }
}

const PROMISE_TRIES = 3

/** A request that makes a table: first the server's commitment, then the request with it and with what is added. */
async function madeOf(path: string, token: string | null, wish: object, added: Addition, tries = PROMISE_TRIES): Promise<Made> {
  const promise = tries > 0 ? await ask<NewTable['promise']>('GET', '/api/promise').catch(() => null) : null
  if (!promise) return plainTable(path, token, wish)
  try {
    const made = await ask<Made>('POST', path, { token, body: { ...wish, ...added.body, promise } })
    noteLuck(made.table, promise.commitment, added.bySeat(made.sheet))
    return made
  } catch (trouble) {
    // The server was started again since, or another one of the same database was asked: a new promise is needed.
    if (troubleFrom(trouble).code === 'promise_void') return madeOf(path, token, wish, added, tries - 1)
    throw trouble
  }
}

async function plainTable(path: string, token: string | null, wish: object): Promise<Made> {
  const made = await ask<Made>('POST', path, { token, body: wish })
  noteSheet(made.sheet)
  return made
}

function noteSheet(sheet: Sheet, entropy: Readonly<Record<string, string>> = {}): void {
  if (sheet.fair && !sheet.fair.secret) noteLuck(sheet.table, sheet.fair.commitment, entropy)
}

export const openTables = async (): Promise<readonly ListedTable[]> => (await ask<TableList>('GET', '/api/tables')).tables

export const lookAt = async (tables: readonly Looked[]): Promise<readonly ListedTable[]> =>
  tables.length ? (await ask<TableList>('POST', '/api/look', { body: { tables } })).tables : []

export const getSheet = async (table: string): Promise<Sheet> => {
  const sheet = await ask<Sheet>('GET', `/api/tables/${table}`)
  noteSheet(sheet)
  return sheet
}

export const sit = async (table: string, wish: Sit): Promise<Sat> => {
  const sat = await ask<Sat>('POST', `/api/tables/${table}/sit`, { body: wish })
  noteSheet(sat.sheet, wish.entropy ? { [sat.seat]: wish.entropy } : {})
  return sat
}

/** A code that gets this seat, or the host's rights, back when the token is lost. */
export const makeCode = async (table: string, token: string): Promise<string> =>
  (await ask<Code>('POST', `/api/tables/${table}/code`, { token })).code

export const recover = (table: string, code: string) => ask<Recovered>('POST', `/api/tables/${table}/recover`, { body: { code } })

export const addEntropy = async (table: string, seat: string, token: string, entropy: string): Promise<Sheet> => {
  const sheet = await ask<Sheet>('POST', `/api/tables/${table}/entropy`, { token, body: { entropy } })
  noteSheet(sheet, { [seat]: entropy })
  return sheet
}

export const begin = (table: string, host: string) => ask<Sheet>('POST', `/api/tables/${table}/begin`, { token: host })

export const changeSeat = (table: string, seat: string, token: string, change: SeatChange) =>
  ask<SeatChanged>('POST', `/api/tables/${table}/seats/${seat}`, { token, body: change })

export const closeTable = (table: string, host: string) => ask<Sheet>('POST', `/api/tables/${table}/close`, { token: host })

/** The same table once more; `mine` are the seats of this device with their tokens. */
export const rematch = (table: string, token: string, mine: readonly SeatToken[]): Promise<Made> => {
  const tokens = mine.flatMap((each) => (each.token === token ? [] : [each.token]))
  const entropy = Object.fromEntries(mine.map(({ seat }) => [seat, freshEntropy()]))
  return madeOf(`/api/tables/${table}/rematch`, token, { tokens }, { body: { entropy }, bySeat: () => entropy })
}

/** A new table that goes on from a moment of this one. */
export const continueFrom = (table: string, token: string | null, wish: Continue): Promise<Made> =>
  madeOf(`/api/tables/${table}/continue`, token, wish, withEntropy(wish.seats))

export const getLog = async (table: string, token: string | null): Promise<string> =>
  (await send('GET', `/api/tables/${table}/log`, { token })).text()

export const keepRecord = async (text: string): Promise<string> => (await ask<{ table: string }>('POST', '/api/records', { text })).table

/** What can be played on a board file, or everything that is wrong with it. */
export const checkBoard = (text: string) => ask<BoardAbout>('POST', '/api/boards', { text })

/** Every puzzle, easy ones first within each game. */
export const getPuzzles = async (): Promise<readonly PuzzleAbout[]> => (await ask<PuzzleList>('GET', '/api/puzzles')).puzzles

/** The table after an attempt at a puzzle. */
export const tryPuzzle = (name: string, wish: PuzzleWish) => ask<PuzzleScreen>('POST', `/api/puzzles/${name}`, { body: wish })

const boards = new Map<string, Promise<Board>>()

/** The board file of a view, by its digest; fetched once. */
export function getBoard(digest: string): Promise<Board> {
  const known = boards.get(digest)
  if (known) return known
  const fetched = ask<Board>('GET', `/api/boards/${digest}`)
  fetched.catch(() => boards.delete(digest))
  boards.set(digest, fetched)
  return fetched
}

/** A player's own part of the luck: 32 bytes nobody else chose. */
export function freshEntropy(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
