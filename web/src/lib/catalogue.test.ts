import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { allWords, words } from '../../catalogues.ts'
import { bestLanguage, Catalogue, fetchPart, fetchWords } from './catalogue'
import { Wording } from './wording'

const SOURCES = resolve(process.cwd(), '../src/aachen')

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

test('the types refuse a key that nobody wrote a sentence for', () => {
  const wording = new Wording(new Catalogue('en', {}))

  // @ts-expect-error -- it stands in no catalogue
  expect(wording.say('web.nobody_wrote_this')).toBe('web.nobody_wrote_this')
  // @ts-expect-error -- no key begins like this
  expect(wording.say(`nobody_wrote_this.${wording.language}`)).toBe('nobody_wrote_this.en')
})

test('French says "one" for nothing too', () => {
  expect(new Catalogue('fr', ENTRIES).say('gangs', { number: 0 })).toBe('0 gang')
  expect(new Catalogue('de', ENTRIES).say('gangs', { number: 0 })).toBe('0 gangs')
})

test('the first language we speak is taken', () => {
  expect(bestLanguage([null, 'pl', 'de-AT', 'fr'])).toBe('de')
  expect(bestLanguage(['pl'])).toBe('en')
})

test('what only commands say stays behind', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.(ts|svelte)$/.test(file) && !file.endsWith('.test.ts'))
  const page = files.map((file) => readFileSync(join('src', file), 'utf8')).join('')
  const families = new Set(Object.keys(allWords(SOURCES, 'en')).map((key) => key.split('.', 1)[0]!))

  expect([...families].filter((family) => !new RegExp(`['"\`]${family}['"\`.]`).test(page))).toEqual([])
  expect(families.size).toBeGreaterThan(20)
})

test('the parts of the words have no sentence twice, and together they have all', () => {
  const parts = ['words', 'pages', 'notify', 'carolingi', 'carolus'].map((part) => Object.keys(words(SOURCES, 'de', part)))

  expect(new Set(parts.flat()).size).toBe(parts.flat().length)
  expect(parts.flat().sort()).toEqual(Object.keys(allWords(SOURCES, 'de')).sort())
})

test('a title without sentences of its own has an empty part', async () => {
  expect(await fetchPart('en', 'harvest')).toEqual({})
  const catalogue = (await fetchWords('en', 'words')).with('carolus', await fetchPart('en', 'carolus'))

  expect(catalogue.has('web.cm.title')).toBe(true)
  expect(catalogue.parts).toEqual(new Set(['carolus']))
})
