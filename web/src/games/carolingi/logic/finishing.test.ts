import { expect, test } from 'vitest'
import type { LogEntry } from '$lib/game'
import type { CarolingiView } from '../types'
import { hasActed, lossOf } from './finishing'

const VIEW = { phase: 'acting', tile: 'move', viewer: 'red' } as unknown as CarolingiView
const DRAWN: LogEntry = { seq: 5, by: 'blue', events: [{ event: 'tile_drawn', seat: 'red', tile: 'move' }] }
const MARCHED: LogEntry = { seq: 6, by: 'red', events: [{ event: 'group_marched', seat: 'red' }] }
const BACK: LogEntry = { seq: 7, by: 'red', events: [{ event: 'undone', to: 5 }] }
const DONE = { do: 'done' }
const MARCH = { do: 'march' }

test('a tile that was just drawn has not been used', () => {
  expect(hasActed([DRAWN], 'red')).toBe(false)
  expect(hasActed([DRAWN, MARCHED], 'red')).toBe(true)
})

test('what was taken back was not done', () => {
  expect(hasActed([DRAWN, MARCHED, BACK], 'red')).toBe(false)
})

test('what others did before is no deed of mine', () => {
  expect(hasActed([MARCHED, { ...DRAWN, seq: 7 }], 'red')).toBe(false)
})

test('a draw that is not known is not called a skip', () => {
  expect(hasActed([MARCHED], 'red')).toBe(true)
})

test('being done at once would skip the action, later it would not', () => {
  expect(lossOf(VIEW, [MARCH, DONE], [DRAWN])).toBe('skip')
  expect(lossOf(VIEW, [MARCH, DONE], [DRAWN, MARCHED])).toBeNull()
})

test('where nothing else can be done nothing is lost', () => {
  expect(lossOf(VIEW, [DONE], [DRAWN])).toBeNull()
})

test('a trophy that may be claimed would be lost', () => {
  expect(lossOf(VIEW, [{ do: 'trophy' }, DONE], [DRAWN, MARCHED])).toBe('trophy')
})
