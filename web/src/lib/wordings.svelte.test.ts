import { expect, test } from 'vitest'
import { Catalogue } from './catalogue'
import { Wording } from './wording'
import { bringWording, wordingFor } from './wordings.svelte'

const ENTRIES = {
  'offer.seal': 'Seal the {card}',
  'event.sealed': '{seat} seals a card',
  'event.sealed.none': 'nobody seals a card',
  'refusal.card_gone': 'you have no such card',
  'rule.section': '{section}',
  'colour.red': 'Red',
  'seat.of': 'of {name}',
}

test('a game without a folder has the words that all games share', () => {
  const wording = wordingFor('chess', new Catalogue('en', ENTRIES))!.called({ blue: 'Ada' })

  expect(wording).toBeInstanceOf(Wording)
  expect(wording.action({ do: 'seal', card: 3 })).toBe('Seal the 3')
  expect(wording.event({ event: 'sealed', seat: 'red' })).toBe('Red seals a card')
  expect(wording.event({ event: 'sealed', seat: null })).toBe('Nobody seals a card')
  expect(wording.facts({ seats: ['red', 'blue', 'green'] })).toMatchObject({ seats: 'Red, Ada and Green', seats_of: 'of Red, of Ada and of Green' })
  expect(wording.refusal({ section: 'H3', code: 'card_gone', facts: {} })).toBe('You have no such card (§H3)')
})

test('each game has its own words, once they are fetched', async () => {
  const catalogue = new Catalogue('en', {})

  for (const game of ['carolingi', 'carolus']) {
    await bringWording(game)
    const wording = wordingFor(game, catalogue)!

    expect(Object.getPrototypeOf(wording)).not.toBe(Wording.prototype)
    expect(Object.getPrototypeOf(wording.inLanguage(catalogue))).toBe(Object.getPrototypeOf(wording))
  }
})

test('a game without a folder has nothing to fetch', async () => {
  await bringWording('chess')

  expect(wordingFor('chess', new Catalogue('en', {}))).toBeInstanceOf(Wording)
})
