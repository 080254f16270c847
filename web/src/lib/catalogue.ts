/** Every sentence a person reads: the same catalogues that the server and the terminal read, one chunk per language. */

export const LANGUAGES = ['en', 'de', 'fr'] as const

export type Language = (typeof LANGUAGES)[number]

/** A sentence with {places} for facts, or several by the number in the fact called `by`. */
export type Entry = string | { readonly by: string; readonly [form: string]: string }

export type Entries = { readonly [key: string]: Entry }

export type Facts = { readonly [key: string]: unknown }

/** The sentences of one language. */
export class Catalogue {
  readonly #plural: Intl.PluralRules

  constructor(
    readonly language: Language,
    readonly entries: Entries,
  ) {
    this.#plural = new Intl.PluralRules(language)
  }

  /** The sentence of a key with its facts filled in; a key that nobody wrote a sentence for is shown itself. */
  say(key: string, facts: Facts = {}): string {
    const entry = this.entries[key]
    return entry === undefined ? key : fill(this.#form(entry, facts), facts)
  }

  /** Whether there is such a sentence. */
  has(key: string): boolean {
    return Object.hasOwn(this.entries, key)
  }

  #form(entry: Entry, facts: Facts): string {
    if (typeof entry === 'string') return entry
    const number = facts[entry.by]
    const form = typeof number === 'number' ? this.#plural.select(number) : 'other'
    return entry[form] ?? entry['other'] ?? ''
  }
}

/** A sentence with its {places} filled; doubled braces stand for themselves. */
function fill(sentence: string, facts: Facts): string {
  return sentence.replace(/\{\{|\}\}|\{(\w+)\}/g, (found, name?: string) => {
    if (name === undefined) return found[0]!
    return name in facts ? String(facts[name]) : found
  })
}

/** The first wish we speak ("de", "de-AT" …), else English. */
export function bestLanguage(wishes: Iterable<string | null | undefined>): Language {
  for (const wish of wishes) {
    const spoken = LANGUAGES.find((language) => wish?.slice(0, 2).toLowerCase() === language)
    if (spoken) return spoken
  }
  return 'en'
}
