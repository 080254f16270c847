/** What the reader has chosen for this browser: language, theme and motion, kept from visit to visit. */

import { announce } from './announce.svelte'
import { bestLanguage, Catalogue, chosenLanguage, fetchPart, fetchWords, LANGUAGES, type Key, type Language } from './catalogue'
import { keep, kept } from './kept'
import { type Speed, SPEEDS } from './stage'

export type ThemeChoice = 'system' | 'light' | 'dark'

class ReaderSettings {
  #language: Language = $state('en')
  #themeChoice: ThemeChoice = $state('system')
  /** What the reader chose; null leaves it to the system. */
  #speed: Speed | null = $state(null)
  /** The parts that are wanted in every language that is spoken. */
  readonly #parts = new Set<string>()
  #shortcuts: boolean = $state(true)
  #systemDark: boolean = $state(false)
  #systemStill: boolean = $state(false)
  catalogue: Catalogue = $state.raw(new Catalogue('en', {}))

  get language(): Language {
    return this.#language
  }

  get themeChoice(): ThemeChoice {
    return this.#themeChoice
  }

  get theme(): 'light' | 'dark' {
    if (this.#themeChoice !== 'system') return this.#themeChoice
    return this.#systemDark ? 'dark' : 'light'
  }

  /** How fast what happens is shown: as the reader chose, else at once where the system asks for reduced motion. */
  get speed(): Speed {
    return this.#speed ?? (this.#systemStill ? 'off' : 'normal')
  }

  /** Whether letters, digits and signs act at the table. */
  get shortcuts(): boolean {
    return this.#shortcuts
  }

  /** Whether things may move. */
  get motion(): boolean {
    return this.speed !== 'off'
  }

  /** Read what was kept and fetch the words; the page is drawn after this. */
  async open(): Promise<void> {
    this.#watch('(prefers-color-scheme: dark)', (dark) => (this.#systemDark = dark))
    this.#watch('(prefers-reduced-motion: reduce)', (still) => (this.#systemStill = still))
    const theme = kept('theme')
    this.#themeChoice = theme === 'light' || theme === 'dark' ? theme : 'system'
    this.#speed = SPEEDS.find((speed) => speed === kept('speed')) ?? (kept('motion') === 'off' ? 'off' : null)
    this.#shortcuts = kept('shortcuts') !== 'off'
    this.#show()
    this.#language = chosenLanguage(kept('language')) ?? bestLanguage(navigator.languages)
    await this.#speakAny(this.#language)
  }

  /** Speak another language from now on; what is on the screen changes in place. False when its words cannot be fetched. */
  async speak(language: Language): Promise<boolean> {
    try {
      await this.#speak(language)
    } catch {
      announce(say('web.part_missing'), true)
      return false
    }
    keep('language', language)
    return true
  }

  /** Whether a part of the words is here. */
  speaks(part: string): boolean {
    return this.catalogue.parts.has(part)
  }

  /** Fetch a part of the words, `pages` or a title's, in this language and in all that are spoken later. */
  async bring(part: string): Promise<void> {
    this.#parts.add(part)
    while (!this.speaks(part)) {
      const language = this.#language
      const entries = await fetchPart(language, part)
      if (language === this.#language && !this.speaks(part)) this.catalogue = this.catalogue.with(part, entries)
    }
  }

  paint(choice: ThemeChoice): void {
    this.#themeChoice = choice
    keep('theme', choice)
    this.#show()
  }

  /** Let single keys act at the table, or not. */
  useShortcuts(wanted: boolean): void {
    this.#shortcuts = wanted
    keep('shortcuts', wanted ? 'on' : 'off')
  }

  /** Show what happens at another speed from now on. */
  pace(speed: Speed): void {
    this.#speed = speed
    keep('speed', speed)
    this.#show()
  }

  /** The wanted language, or another one whose words can be fetched: a page without words would be blank. */
  async #speakAny(wanted: Language): Promise<void> {
    const others = LANGUAGES.filter((language) => language !== wanted)
    for (const language of [wanted, ...others])
      if (
        await this.#speak(language).then(
          () => true,
          () => false,
        )
      )
        return
    throw new Error('no words')
  }

  async #speak(language: Language): Promise<void> {
    this.catalogue = await this.#fetch(language)
    this.#language = language
    document.documentElement.lang = language
  }

  async #fetch(language: Language): Promise<Catalogue> {
    const wanted = [...this.#parts]
    const [words, ...parts] = await Promise.all([fetchWords(language, 'words'), ...wanted.map((part) => fetchPart(language, part))])
    if (wanted.length < this.#parts.size) return this.#fetch(language) // another one is wanted meanwhile
    return parts.reduce((all, part, i) => all.with(wanted[i]!, part), words)
  }

  #watch(query: string, heed: (matches: boolean) => void): void {
    const media = matchMedia(query)
    heed(media.matches)
    media.addEventListener('change', () => {
      heed(media.matches)
      this.#show()
    })
  }

  #show(): void {
    const root = document.documentElement
    root.dataset['theme'] = this.theme
    root.dataset['motion'] = this.motion ? 'on' : 'off'
  }
}

export const settings = new ReaderSettings()

/** A sentence in the reader's language. */
export function say<K extends string>(key: Key<K>, facts: { readonly [key: string]: unknown } = {}): string {
  return settings.catalogue.say(key, facts)
}

/** A sentence that stays on the screen: whoever switches the language reads it in the new one. */
export type Sentence = () => string
