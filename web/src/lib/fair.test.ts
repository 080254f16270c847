import { beforeEach, expect, test } from 'vitest'
import { verdictOf } from './fair'
import { noteLuck, seenLuck } from './promises'

// The test vector of docs/fair-luck.md.
const TABLE = 'nightingale'
const COMMITMENT = 'd7f4ebfdc01c5cf8bfdf8d07e5f1824b091f8e72bedc5ea3561d3b6c8bb79bc4'
const SECRET = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'
const fair = { scheme: 'aachen luck 1', commitment: COMMITMENT, secret: SECRET, former: [] }
const log = (entropy: Record<string, string>) => JSON.stringify({ fair: { commitment: COMMITMENT, entropy } })

beforeEach(() => localStorage.clear())

test('the commitment that was seen first stays, and what was added here is kept beside it', () => {
  noteLuck(TABLE, COMMITMENT)
  noteLuck(TABLE, 'another')
  noteLuck(TABLE, 'another', { red: '814a' })

  expect(seenLuck(TABLE)).toEqual({ commitment: COMMITMENT, entropy: { red: '814a' } })
  expect(seenLuck('elsewhere')).toBeNull()
})

test('only so many tables are kept, the newest', () => {
  for (let number = 0; number < 250; number++) noteLuck(`t${number}`, COMMITMENT)

  expect(seenLuck('t0')).toBeNull()
  expect(seenLuck('t249')).not.toBeNull()
})

test('a promise is judged by what was seen before the game', async () => {
  const seen = { commitment: COMMITMENT, entropy: { red: '814a' } }

  expect(await verdictOf(fair, TABLE, seen, log({ red: '814a', blue: '00' }))).toBe('kept')
  expect(await verdictOf(fair, TABLE, { ...seen, commitment: '00' }, null)).toBe('changed')
  expect(await verdictOf(fair, TABLE, seen, log({ red: '814b' }))).toBe('left_out')
  expect(await verdictOf(fair, TABLE, seen, log({}))).toBe('left_out')
  expect(await verdictOf({ ...fair, secret: SECRET.replace('00', '01') }, TABLE, seen, null)).toBe('broken')
  expect(await verdictOf({ ...fair, secret: null }, TABLE, seen, null)).toBeNull()
})

test('a commitment that was replaced after a restore is not called changed', async () => {
  const seen = { commitment: 'aa'.repeat(32), entropy: { red: '814a' } }
  const former = [{ commitment: seen.commitment, after: 4, at: 1 }]
  const begun = JSON.stringify({ fair: { commitment: seen.commitment, entropy: { red: '814a' } } })
  const before = JSON.stringify({ fair: { commitment: COMMITMENT, entropy: {}, former: [seen.commitment] } })

  expect(await verdictOf({ ...fair, former }, TABLE, seen, begun)).toBe('kept_renewed')
  expect(await verdictOf({ ...fair, former }, TABLE, seen, before)).toBe('kept_renewed')
  expect(await verdictOf(fair, TABLE, seen, begun)).toBe('changed')
})
