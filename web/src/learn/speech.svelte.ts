/** What the pages of the rules say besides the rules: fetched with them, in the reader's language. */

import { fetchWords, type Catalogue, type Facts, type Key, type Language } from '$lib/catalogue'

class Words {
  #catalogue: Catalogue | null = $state.raw(null)

  /** The language that is spoken, or null before the first words have come. */
  get language(): Language | null {
    return this.#catalogue?.language ?? null
  }

  async speak(language: Language): Promise<void> {
    if (this.language === language) return
    this.#catalogue = await fetchWords(language, 'learn')
  }

  tell<K extends string>(key: Key<K>, facts: Facts = {}): string {
    return this.#catalogue?.say(key, facts) ?? ''
  }

  has(key: string): boolean {
    return this.#catalogue?.has(key) ?? false
  }
}

export const words = new Words()

/** A sentence of the rules pages. */
export function tell<K extends string>(key: Key<K>, facts: Facts = {}): string {
  return words.tell(key, facts)
}
