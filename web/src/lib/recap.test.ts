import { expect, it } from 'vitest'
import { lastOwn, missedSince } from './recap'

const entry = (seq: number, by: string, event = 'march') => ({ seq, by, events: [{ event }] })
const log = [entry(1, 'red'), entry(2, 'blue'), entry(3, 'red'), entry(4, 'blue'), entry(5, 'table', 'undone'), entry(6, 'black')]

it('lists what others have done since one’s own last act', () => {
  expect(missedSince(log, 'red', lastOwn(log, 'red')).map(({ seq }) => seq)).toEqual([4, 6])
})

it('lists everything since the last visit for who has done nothing', () => {
  expect(lastOwn(log, 'green')).toBe(-1)
  expect(missedSince(log, 'green', 3).map(({ seq }) => seq)).toEqual([4, 6])
})
