/** Every sentence a person reads: the same catalogues that the server and the terminal read, one chunk per language. */

import registry from 'virtual:languages'
import { LanguageRules, parse, render, type Facts, type Message } from './message_format'
import type { MessageKey } from './message_keys'

/** The code of a language of the registry, `src/aachen/locales/languages.json`. */
export type Language = string

/** What can be chosen, each by the name it has for itself. */
export const LANGUAGES: readonly Language[] = registry.map((each) => each.code)
export const NAMES: { readonly [code: Language]: string } = Object.fromEntries(registry.map((each) => [each.code, each.name]))

const LOCALES: { readonly [code: Language]: string } = Object.fromEntries(registry.map((each) => [each.code, each.locale]))
/** Fetches what a language says at the table, or on the pages of the rules. */
export async function fetchWords(language: Language, about: 'words' | 'learn'): Promise<Catalogue> {
  const found = registry.find((each) => each.code === language) ?? registry[0]!
  return new Catalogue(found.code, (await found[about]()).default)
}

/** Fetches a part of what a language says: `pages`, or what is said at the table of a title, which may be nothing. */
export async function fetchPart(language: Language, part: string): Promise<Entries> {
  const found = registry.find((each) => each.code === language) ?? registry[0]!
  return (await found.parts[part]?.())?.default ?? {}
}

export const FINISHED: readonly Language[] = registry.filter((each) => !each.begun).map((each) => each.code)

/** Sentences by key, in ICU MessageFormat. */
export type Entries = { readonly [key: string]: string }

export type { Facts }

/** A key that stands in the catalogues, or one that is put together and begins and ends like one of them; never just any text. */
export type Key<K extends string> = string extends K ? never : K extends MessageKey ? K : Extract<MessageKey, K> extends never ? never : K

/** The sentences of one language; the build has filled what it lacks with English. */
export class Catalogue {
  readonly rules: LanguageRules
  readonly #parsed = new Map<string, Message>()

  constructor(
    readonly language: Language,
    readonly entries: Entries,
    /** The parts it has beside what is said everywhere. */
    readonly parts: ReadonlySet<string> = new Set(),
  ) {
    this.rules = new LanguageRules(LOCALES[language] ?? language)
  }

  /** The sentence of a key with its facts filled in; a key that nobody wrote a sentence for is shown itself. */
  say(key: string, facts: Facts = {}): string {
    const message = this.#message(key)
    return message ? render(message, facts, this.rules) : key
  }

  /** The same with one more part. */
  with(part: string, entries: Entries): Catalogue {
    return new Catalogue(this.language, { ...this.entries, ...entries }, new Set([...this.parts, part]))
  }

  /** Whether there is such a sentence. */
  has(key: string): boolean {
    return Object.hasOwn(this.entries, key)
  }

  /** A list as one says it: "a, b and c". */
  join(words: Iterable<string>): string {
    return this.rules.list([...words])
  }

  #message(key: string): Message | undefined {
    const text = this.entries[key]
    if (text === undefined) return undefined
    let message = this.#parsed.get(key)
    if (!message) this.#parsed.set(key, (message = parse(text)))
    return message
  }
}

/** The first wish we speak ("de", "de-AT" …), else English. */
export function bestLanguage(wishes: Iterable<string | null | undefined>): Language {
  for (const wish of wishes) {
    const spoken = FINISHED.find((language) => wish?.slice(0, 2).toLowerCase() === language)
    if (spoken) return spoken
  }
  return 'en'
}

/** A language that the reader has chosen before, if we still speak it: begun ones too. */
export function chosenLanguage(wish: string | null): Language | null {
  return wish !== null && LANGUAGES.includes(wish) ? wish : null
}
