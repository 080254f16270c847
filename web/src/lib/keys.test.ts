import { beforeEach, expect, test } from 'vitest'
import { dropSeat, forget, keepMade, keepResult, keepSeat, keepSeen, keysOf, myTables, tokenIn } from './keys'

const TOKEN = 'a'.repeat(43)
const OTHER = 'b'.repeat(43)

beforeEach(() => localStorage.clear())

test('a seat in the address is found, and nothing else', () => {
  expect(tokenIn(`#seat=${TOKEN}`)).toBe(TOKEN)
  expect(tokenIn('#seat=short')).toBeNull()
  expect(tokenIn('')).toBeNull()
})

test('a table that was made here is remembered with its seats', () => {
  keepMade('t1', 'host', { red: TOKEN, blue: OTHER })

  expect(keysOf('t1').host).toBe('host')
  expect(keysOf('t1').seats).toEqual([
    { seat: 'red', token: TOKEN },
    { seat: 'blue', token: OTHER },
  ])
})

test('a newer token of a seat takes the place of the older', () => {
  keepSeat('t1', TOKEN, 'red')
  keepSeat('t1', OTHER, 'red')

  expect(keysOf('t1').seats).toEqual([{ seat: 'red', token: OTHER }])
})

test('a token whose seat is learnt later is not kept twice', () => {
  keepSeat('t1', TOKEN, null)
  keepSeat('t1', TOKEN, 'red')

  expect(keysOf('t1').seats).toEqual([{ seat: 'red', token: TOKEN }])
})

test('what was seen only grows', () => {
  keepSeen('t1', 7)
  keepSeen('t1', 3)

  expect(keysOf('t1').seen).toBe(7)
})

test('a seat given up and a table forgotten are gone', () => {
  keepSeat('t1', TOKEN, 'red')
  dropSeat('t1', TOKEN)
  expect(keysOf('t1').seats).toEqual([])
  forget('t1')

  expect(myTables()).toEqual([])
})

test('how a game ended is remembered with its seat', () => {
  keepMade('t1', 'host', { red: OTHER })
  keepResult('t1', 'won')

  expect(keysOf('t1')).toMatchObject({ result: 'won', seats: [{ seat: 'red', token: OTHER }] })
})

test('what somebody scribbled into the storage does no harm', () => {
  localStorage.setItem('aachen.tables', '{not json')

  expect(myTables()).toEqual([])
})
