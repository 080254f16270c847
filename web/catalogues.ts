/**
 * The catalogues of `src/aachen/locales` and of every title (`src/aachen/titles/<game>/locales`) as modules for the browser.
 *
 * `virtual:languages` is the registry of languages; `virtual:words/de` holds what every page says in German, `virtual:part/carolus/de` what only the
 * table of one game says, `virtual:part/pages/de` what is said before and after a game, `virtual:learn/de` the pages of the rules: all fetched by who
 * needs them. What only a terminal says stays behind.
 */

import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import type { Plugin } from 'vite'
import terminalKeys from './terminal_keys.json' with { type: 'json' }

// The first words of keys that only terminals and the server itself say; tools/make_types.py reads them too.
const NOT_FOR_BROWSERS = new Set(terminalKeys)
const FOR_LEARNING = /^learn/

// What is said before and after a game: on the first page, where a table is made, at the end, in replays, and about the program.
const FOR_PAGES = new Set(['web_home.json', 'web_new.json', 'web_host.json', 'web_about.json', 'web_finale.json', 'web_replay.json'])
// What is said where notifications are set up.
const FOR_NOTIFICATIONS = 'web_notify.json'
// What is said of a title wherever it is named.
const OF_TITLES = new Set(['web.json', 'web_table.json'])

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

/** What the browser says in one language on every page, about the rules, or in one part; what is not translated yet in English. */
export function words(sources: string, language: string, about: string): Record<string, string> {
  const said: Record<string, string> = language === FALLBACK ? {} : words(sources, FALLBACK, about)
  for (const file of files(sources, language)) {
    if (partOf(sources, file) !== about) continue
    const entries = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
    for (const [key, entry] of Object.entries(entries)) {
      if (!NOT_FOR_BROWSERS.has(key.split('.', 1)[0]!)) said[key] = entry
    }
  }
  return said
}

/** Everything the browser says but the pages of the rules. */
export function allWords(sources: string, language: string): Record<string, string> {
  return Object.assign({}, ...['words', ...parts(sources)].map((about) => words(sources, language, about))) as Record<string, string>
}

/** Which part a file belongs to: `words`, `learn`, `pages`, `notify`, or the name of a title. */
function partOf(sources: string, file: string): string {
  const name = basename(file)
  if (FOR_LEARNING.test(name)) return 'learn'
  if (FOR_PAGES.has(name)) return 'pages'
  if (name === FOR_NOTIFICATIONS) return 'notify'
  const [folder = '', title = ''] = relative(sources, file).split(sep)
  return folder === 'titles' && !OF_TITLES.has(name) ? title : 'words'
}

/** What is fetched by who needs it. */
function parts(sources: string): string[] {
  return ['pages', 'notify', ...titles(sources)]
}

/** The titles that have sentences of their own. */
function titles(sources: string): string[] {
  const folder = join(sources, 'titles')
  return readdirSync(folder)
    .filter((title) => existsSync(join(folder, title, 'locales')))
    .sort()
}

/** The registry as a module: each language with the functions that fetch its words. */
function registryModule(sources: string): string {
  const listed = languages(sources).map((each) => {
    const { code } = each
    const fetches = ['words', 'learn'].map((about) => `${about}: () => import('virtual:${about}/${code}')`)
    const own = parts(sources).map((part) => `${JSON.stringify(part)}: () => import('virtual:part/${part}/${code}')`)
    return `{ ...${JSON.stringify(each)}, ${fetches.join(', ')}, parts: { ${own.join(', ')} } }`
  })
  return `export default [${listed.join(', ')}]`
}

/** The files of one language below `src/aachen`: the common ones, then those of each title. */
function files(sources: string, language: string): string[] {
  const folders = [sources, ...titles(sources).map((title) => join(sources, 'titles', title))].map((folder) => join(folder, 'locales', language))
  return folders.filter(existsSync).flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .sort()
      .map((file) => join(folder, file)),
  )
}

/** Serves the catalogues to Vite. */
export function catalogues(sources: string): Plugin {
  const address = /^virtual:(?:(languages)|(?:part\/)?([a-z_]+)\/([a-z]{2,3}))$/
  return {
    name: 'aachen-catalogues',
    resolveId: (id) => (address.test(id) ? `\0${id}` : null),
    load(id) {
      const asked = address.exec(id.replace(/^\0/, ''))
      if (!asked || !id.startsWith('\0')) return null
      const [, registry, about, language] = asked
      if (registry) return registryModule(sources)
      for (const file of files(sources, language!)) this.addWatchFile(file)
      const json = JSON.stringify(words(sources, language!, about!))
      return `export default JSON.parse(${JSON.stringify(json)})`
    },
  }
}
