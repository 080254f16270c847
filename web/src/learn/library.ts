/** The texts of the rules pages: a chunk for each page and language, fetched when it is read. */

import type { Language } from '$lib/catalogue'
import type { GameName, View } from '$lib/game'
import facts from './facts.json'
import { type Page, readPage } from './page'

const TEXTS = import.meta.glob<string>('./pages/*/*.md', { query: '?raw', import: 'default' })

export type PageName = GameName | `${GameName}-aid`

const pages = new Map<string, Promise<Page>>()

/** A page in a language; read once. */
export function pageOf(name: PageName, language: Language): Promise<Page> {
  const translated = `./pages/${language}/${name}.md`
  const path = translated in TEXTS ? translated : `./pages/en/${name}.md`
  let page = pages.get(path)
  if (!page) {
    page = TEXTS[path]!().then((text) => readPage(text, facts))
    page.catch(() => pages.delete(path))
    pages.set(path, page)
  }
  return page
}

/** One of the books' examples: its screens in order, and the places it is about. */
export interface Example {
  readonly game: GameName
  readonly focus: readonly string[]
  readonly screens: readonly View[]
}

let examples: Promise<{ readonly [name: string]: Example }> | null = null

/** An example by its name; all of them come in one file. */
export async function exampleOf(name: string): Promise<Example> {
  examples ??= fetch('/learn/examples.json').then((answer) => {
    if (!answer.ok) throw new Error(`examples: ${answer.status}`)
    return answer.json()
  })
  examples.catch(() => (examples = null))
  const example = (await examples)[name]
  if (!example) throw new Error(`no example ${name}`)
  return example
}

/** What a land or a region is called; it has the same name in every language. */
export function placeName(place: string): string {
  return String((facts as { readonly [name: string]: number | string })[`land.${place}`] ?? place)
}
