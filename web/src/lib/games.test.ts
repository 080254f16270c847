import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findGame, GAMES } from './games'

test('every folder below games is registered under its own name', () => {
  expect(GAMES.map(({ name }) => name)).toEqual(readdirSync('src/games').sort())
})

test('an unknown game is no other game', () => {
  expect(findGame('chess')).toBeUndefined()
  expect(findGame(null)).toBeUndefined()
})
