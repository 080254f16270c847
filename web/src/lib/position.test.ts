import { expect, test } from 'vitest'
import type { View } from './game'
import { positionText } from './position'

const VIEW: View = { viewer: null, phase: 'placing', to_act: [], line: 'carolus: players 2; a: emperor' }

test('a view is copied with one statement a line', () => {
  expect(positionText(VIEW)).toBe('carolus: players 2\na: emperor\n')
})

test('a view without a line has no text', () => {
  expect(positionText({ viewer: null, phase: 'placing', to_act: [] })).toBe('')
})
