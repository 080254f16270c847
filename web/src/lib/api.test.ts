import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { continueFrom, rematch } from './api'
import { seenLuck } from './promises'

const PROMISE = { table: 'promisedab', commitment: 'cd'.repeat(32) }
const ENTROPY = /^[0-9a-f]{2,128}$/

interface Sent {
  readonly path: string
  readonly body: Record<string, unknown>
}

let sent: Sent[]
let refusals: number // of the next requests, for a promise that is void

function answer(path: string): { status: number; body: unknown } {
  if (path === '/api/promise') return { status: 200, body: PROMISE }
  if (refusals > 0) {
    const body = { error: { code: 'promise_void', sentence: '', sentences: {} }, more: [] }
    refusals -= 1
    return { status: 409, body }
  }
  const seats = ['red', 'blue', 'green'].map((seat) => ({ seat }))
  const table = 'promise' in (sent.at(-1)?.body ?? {}) ? PROMISE.table : 'otheronexy'
  const fair = { commitment: 'ef'.repeat(32), secret: null, former: [] }
  return { status: 201, body: { table, host: 'h', seats: {}, sheet: { table, seats, fair } } }
}

beforeEach(() => {
  localStorage.clear()
  sent = []
  refusals = 0
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    if (typeof init?.body === 'string') sent.push({ path, body: JSON.parse(init.body) as Record<string, unknown> })
    const { status, body } = answer(path)
    return Promise.resolve(new Response(JSON.stringify(body), { status }))
  })
})

afterEach(() => vi.unstubAllGlobals())

test('a rematch has entropy of each of my seats, added after the commitment, and both are kept', async () => {
  await rematch('oldtableab', 'mine', [
    { seat: 'red', token: 'mine' },
    { seat: 'green', token: 'also mine' },
  ])
  const [{ path, body }] = sent as [Sent]
  const entropy = body['entropy'] as Record<string, string>

  expect(path).toBe('/api/tables/oldtableab/rematch')
  expect(body['tokens']).toEqual(['also mine'])
  expect(body['promise']).toEqual(PROMISE)
  expect(Object.keys(entropy)).toEqual(['red', 'green'])
  expect(entropy['red']).toMatch(ENTROPY)
  expect(entropy['green']).not.toBe(entropy['red'])
  expect(seenLuck(PROMISE.table)).toEqual({ commitment: PROMISE.commitment, entropy })
})

test('a continued game has entropy of my seat and of no bot', async () => {
  await continueFrom('oldtableab', null, { seq: 7, seats: [{ kind: 'bot' }, { kind: 'me' }, { kind: 'bot' }] })
  const [{ path, body }] = sent as [Sent]
  const seats = body['seats'] as { entropy?: string }[]

  expect(path).toBe('/api/tables/oldtableab/continue')
  expect(body).toMatchObject({ seq: 7, promise: PROMISE })
  expect(seats.map(({ entropy }) => entropy !== undefined)).toEqual([false, true, false])
  expect(seenLuck(PROMISE.table)).toEqual({ commitment: PROMISE.commitment, entropy: { blue: seats[1]?.entropy } })
})

test('instead of a promise that is void another one is asked for', async () => {
  refusals = 1
  await rematch('oldtableab', 'mine', [{ seat: 'red', token: 'mine' }])
  const entropy = sent[1]?.body['entropy'] as Record<string, string>

  expect(sent.map(({ body }) => 'promise' in body)).toEqual([true, true])
  expect(seenLuck(PROMISE.table)).toEqual({ commitment: PROMISE.commitment, entropy })
})

test('a server whose promises are all void costs no rematch', async () => {
  refusals = 3
  await rematch('oldtableab', 'mine', [{ seat: 'red', token: 'mine' }])

  expect(sent.map(({ body }) => 'promise' in body)).toEqual([true, true, true, false])
  expect(sent[3]?.body).toEqual({ tokens: [] })
  expect(seenLuck('otheronexy')).toEqual({ commitment: 'ef'.repeat(32), entropy: {} })
})
