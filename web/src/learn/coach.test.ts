import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { View } from '$lib/game'
import { words } from '../../catalogues.ts'
import { askedCard, CARDS, nextCard } from './coach'
import { dismissGuide, firstGame, forgetShown, guide, isGuided, keepShown, shownCards } from './guided'

const SOURCES = join(import.meta.dirname, '../../../src/aachen')

function view(phase: string, more: object = {}): View {
  return { viewer: 'red', phase, to_act: ['red'], ...more }
}

beforeEach(() => localStorage.clear())

test('the guide says welcome first, then what is asked', () => {
  const placing = view('placing')

  expect(nextCard('carolingi', placing, [], new Set())?.name).toEqual('carolingi.welcome')
  expect(nextCard('carolingi', placing, [], new Set(['carolingi.welcome']))?.name).toEqual('carolingi.placing')
})

test('what just happened comes before what is asked', () => {
  const seen = new Set(['carolingi.welcome'])

  expect(nextCard('carolingi', view('placing'), [{ event: 'hunger_began' }], seen)?.name).toEqual('carolingi.hunger_began')
})

test('a drawn tile has its own card', () => {
  expect(askedCard('carolingi', view('acting', { tile: 'battle' }))?.section).toEqual('5.5')
})

test('nothing is said twice, nor while others act', () => {
  const seen = new Set(['carolus.welcome', 'carolus.laying'])

  expect(nextCard('carolus', view('laying'), [], seen)).toBeNull()
  expect(nextCard('carolus', { ...view('putting'), to_act: ['black'] }, [], seen)).toBeNull()
})

test('every card has its three sentences in every language', () => {
  for (const language of ['en', 'de', 'fr']) {
    const said = words(SOURCES, language, 'learn')
    for (const name of Object.keys(CARDS)) {
      for (const part of ['title', 'text', 'idea']) expect(said).toHaveProperty([`learn.coach.${name}.${part}`])
    }
  }
})

test('what was told is remembered, and can be told again', () => {
  keepShown('carolingi.placing')
  keepShown('carolus.laying')

  expect([...shownCards()]).toEqual(['carolingi.placing', 'carolus.laying'])

  forgetShown('carolingi')

  expect([...shownCards()]).toEqual(['carolus.laying'])
})

test('the guide sits at a table until it is sent away', () => {
  guide('abc')

  expect(isGuided('abc')).toEqual(true)

  dismissGuide('abc')

  expect(isGuided('abc')).toEqual(false)
})

test('a first game is for two, against a bot', () => {
  expect(firstGame('carolingi', 'Ada').seats).toEqual([
    { kind: 'me', name: 'Ada' },
    { kind: 'bot', level: 'greedy' },
  ])
})
