/**
 * The catalogues of `src/aachen/locales` and of every title (`src/aachen/titles/<game>/locales`) as modules for the browser.
 *
 * `virtual:languages` is the registry of languages; `virtual:words/de` holds what the table says in German, `virtual:learn/de` the pages of the rules,
 * which are large and fetched only by who reads them. What only a terminal says stays behind.
 */

import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'

// The first words of keys that only terminals and the server itself say.
const NOT_FOR_BROWSERS = new Set('args argument cli command court_of fair fault find game kind menu play ring screen serve usage'.split(' '))
const FOR_LEARNING = /^learn/

const FALLBACK = 'en'

interface Registered {
  readonly code: string
  readonly locale: string
  readonly name: string
  readonly begun?: boolean
}

/** The registry of languages, for Python and the browser alike. */
export function languages(sources: string): Registered[] {
  return JSON.parse(readFileSync(join(sources, 'locales', 'languages.json'), 'utf8')) as Registered[]
}

/** Everything the browser says in one language, about the table or about the rules; what is not translated yet in English. */
export function words(sources: string, language: string, about: 'words' | 'learn'): Record<string, string> {
  const said: Record<string, string> = language === FALLBACK ? {} : words(sources, FALLBACK, about)
  for (const file of files(sources, language)) {
    if (FOR_LEARNING.test(basename(file)) !== (about === 'learn')) continue
    const entries = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
    for (const [key, entry] of Object.entries(entries)) {
      if (!NOT_FOR_BROWSERS.has(key.split('.', 1)[0]!)) said[key] = entry
    }
  }
  return said
}

/** The registry as a module: each language with the functions that fetch its words. */
function registryModule(sources: string): string {
  const listed = languages(sources).map((each) => {
    const { code } = each
    const fetches = ['words', 'learn'].map((about) => `${about}: () => import('virtual:${about}/${code}')`)
    return `{ ...${JSON.stringify(each)}, ${fetches.join(', ')} }`
  })
  return `export default [${listed.join(', ')}]`
}

/** The files of one language below `src/aachen`: the common ones, then those of each title. */
function files(sources: string, language: string): string[] {
  const titles = readdirSync(join(sources, 'titles')).sort()
  const folders = [sources, ...titles.map((title) => join(sources, 'titles', title))].map((folder) => join(folder, 'locales', language))
  return folders.filter(existsSync).flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .sort()
      .map((file) => join(folder, file)),
  )
}

/** Serves the catalogues to Vite. */
export function catalogues(sources: string): Plugin {
  const address = /^virtual:(?:(languages)|(words|learn)\/([a-z]{2,3}))$/
  return {
    name: 'aachen-catalogues',
    resolveId: (id) => (address.test(id) ? `\0${id}` : null),
    load(id) {
      const asked = address.exec(id.replace(/^\0/, ''))
      if (!asked || !id.startsWith('\0')) return null
      const [, registry, about, language] = asked
      if (registry) return registryModule(sources)
      for (const file of files(sources, language!)) this.addWatchFile(file)
      const json = JSON.stringify(words(sources, language!, about as 'words' | 'learn'))
      return `export default JSON.parse(${JSON.stringify(json)})`
    },
  }
}
