import { expect, test } from 'vitest'
import { bestLanguage, Catalogue } from './catalogue'

const ENTRIES = {
  plain: 'Hello {name}',
  braces: "Write '{'this'}'",
  gangs: '{number, plural, one {# gang} other {# gangs}}',
}

test('facts are filled in and quoted braces stand for themselves', () => {
  const catalogue = new Catalogue('en', ENTRIES)

  expect(catalogue.say('plain', { name: 'Odo' })).toBe('Hello Odo')
  expect(catalogue.say('braces')).toBe('Write {this}')
})

test('French says "one" for nothing too', () => {
  expect(new Catalogue('fr', ENTRIES).say('gangs', { number: 0 })).toBe('0 gang')
  expect(new Catalogue('de', ENTRIES).say('gangs', { number: 0 })).toBe('0 gangs')
})

test('the first language we speak is taken', () => {
  expect(bestLanguage([null, 'pl', 'de-AT', 'fr'])).toBe('de')
  expect(bestLanguage(['pl'])).toBe('en')
})
