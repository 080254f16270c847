import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe as about, expect, test } from 'vitest'
import { anchorOf, ruleAddress, rulingAddress } from '$lib/rule_addresses'
import facts from './facts.json'
import { anchorsOf, plain, readLine, readPage, type Page } from './page'
import { bare, search } from './search'

const HERE = import.meta.dirname
const NAMES = ['carolingi', 'carolus', 'carolingi-aid', 'carolus-aid'] as const
const LANGUAGES = ['en', 'de', 'fr'] as const

function page(language: string, name: string): Page {
  return readPage(readFileSync(join(HERE, 'pages', language, `${name}.md`), 'utf8'), facts)
}

/** The bones of a page: what every language must have in the same place. */
function bones(read: Page): string[] {
  return read.sections.flatMap((section) => [
    `${section.depth} ${section.section}`,
    ...section.blocks.map((block) => {
      if (block.kind === 'ruling') return `ruling ${block.ruling}`
      if (block.kind === 'example') return `example ${block.example}`
      if (block.kind === 'table') return `table ${block.head.length} × ${block.rows.length}`
      if (block.kind === 'list') return `list ${block.items.length}`
      return block.kind
    }),
  ])
}

/** Every place that a link of the page points at. */
function links(read: Page): string[] {
  return [...JSON.stringify(read).matchAll(/"to":"#([^"]+)"/g)].map((found) => found[1]!)
}

about('the pages', () => {
  test.each(NAMES)('of %s have the same sections, rulings, tables and boards in every language', (name) => {
    const [en, de, fr] = LANGUAGES.map((language) => bones(page(language, name)))

    expect(de).toEqual(en)
    expect(fr).toEqual(en)
  })

  test.each(LANGUAGES)('link only to places that are there (%s)', (language) => {
    for (const game of ['carolingi', 'carolus']) {
      const rules = page(language, game)
      const places = new Set(anchorsOf(rules))

      expect(links(rules).filter((to) => !places.has(to))).toEqual([])
      expect(links(page(language, `${game}-aid`)).filter((to) => !places.has(to))).toEqual([])
    }
  })

  test.each(NAMES)('have no anchor twice (%s)', (name) => {
    const places = anchorsOf(page('en', name))

    expect(places.length).toEqual(new Set(places).size)
  })

  test.each(LANGUAGES)('leave nothing unread (%s)', (language) => {
    for (const name of NAMES) {
      const said = JSON.stringify(page(language, name))

      expect(said.match(/\{=|\*\*|@example|"> /)).toBeNull()
    }
  })

  test('fail when they tell a number that the engine does not know', () => {
    expect(() => readPage('# T\n\n{=elephants}', {})).toThrow('elephants')
  })
})

about('a line', () => {
  test('has strong words, links, rules and pictures', () => {
    expect(readLine('Pay **one** {C15}, see [this](#5.4) :battle:')).toEqual([
      { kind: 'text', text: 'Pay ' },
      { kind: 'strong', text: 'one' },
      { kind: 'text', text: ' ' },
      { kind: 'link', text: 'C15', to: '#C15' },
      { kind: 'text', text: ', see ' },
      { kind: 'link', text: 'this', to: '#5.4' },
      { kind: 'text', text: ' ' },
      { kind: 'tile', tile: 'battle' },
    ])
  })

  test('can be read without its looks', () => {
    expect(plain(readLine('A **land** {3.5}'))).toEqual('A land 3.5')
  })
})

about('addresses', () => {
  test('of sections and rulings', () => {
    expect(anchorOf('814 §4.2.2')).toEqual('814-4.2.2')
    expect(ruleAddress('carolingi', '5.4')).toEqual('/learn/carolingi#5.4')
    expect(ruleAddress('carolingi', '814 §4.2.2', 'C34')).toEqual('/learn/carolingi?ruling=C34#814-4.2.2')
    expect(rulingAddress('carolus', 'M5')).toEqual('/learn/carolus#M5')
  })
})

about('search', () => {
  test('finds titles before texts', () => {
    expect(search(page('en', 'carolingi'), 'hunger')[0]!.section.title).toContain('Hunger')
  })

  test('needs neither accents nor capitals, and finds a number', () => {
    expect(bare('Émissaire')).toEqual('emissaire')
    expect(search(page('fr', 'carolingi'), 'foret').length).toBeGreaterThan(0)
    expect(search(page('de', 'carolingi'), '5.4')[0]!.section.section).toEqual('5.4')
  })

  test('leads to the ruling itself', () => {
    expect(search(page('en', 'carolingi'), 'C15')[0]!.anchor).toEqual('C15')
  })

  test('finds nothing for nothing', () => {
    expect(search(page('en', 'carolingi'), '  ')).toEqual([])
    expect(search(page('en', 'carolingi'), 'elephant')).toEqual([])
  })
})
