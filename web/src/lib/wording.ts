/**
 * A game in words: what every game's wording has in common.
 *
 * The browser's twin of `src/aachen/locales/wording.py`; the folder of each game has the twin of its title's wording.
 * Same catalogues, same sentences, which a test proves over whole games. Facts are turned into words by their keys.
 */

import type { Catalogue, Facts, Key } from './catalogue'
import type { Action, GameEvent, Motive, Refusal, View } from './game'
import type { MessageKey } from './message_keys'

export interface Labelled {
  readonly id: string
  readonly label: string
}

/** Whatever labels lands and regions. */
export interface Board {
  readonly lands: readonly Labelled[]
  readonly regions: readonly Labelled[]
  readonly years?: { readonly first: number }
  readonly years_814?: { readonly first: number }
}

/** How a game ended: places and points by seat, the ending, and the rule that ended it. */
export interface Outcome {
  readonly places: { readonly [seat: string]: number }
  readonly points: { readonly [seat: string]: number }
  readonly ending: string
  readonly section: string
  readonly ruling: string
}

export type Dict = { readonly [key: string]: unknown }

/** Makes the words of a game: for its board and variant, if it has such. */
export type MakeWording = (catalogue: Catalogue, board?: Board, variant?: string) => Wording

/** The facts that name a seat in every game. */
export const SEAT_FACTS: ReadonlySet<string> = new Set(['seat', 'seats'])

type Family = 'place' | 'season' | 'seat'

/** The words of one game in one language. A game's own wording says what its facts are called. */
export class Wording {
  /** Keys with these endings come first, where a variant or a game has its own words. */
  protected readonly endings: readonly string[] = []
  /** Of events: the rule that a reader may want to look up. */
  protected readonly sections: { readonly [event: string]: string } = {}
  /** Of events: a fact that only some viewers have, with its own sentence. */
  protected readonly secretFacts: { readonly [event: string]: string } = {}
  /** Of events: the fact that chooses the sentence. */
  protected readonly formOfEvent: { readonly [event: string]: string } = {}
  #names: { readonly [seat: string]: string } = {}

  constructor(readonly catalogue: Catalogue) {}

  get language(): string {
    return this.catalogue.language
  }

  /** The same in another language. */
  inLanguage(catalogue: Catalogue): Wording {
    return new Wording(catalogue)
  }

  /** A sentence of the catalogue, its facts already in words. */
  say<K extends string>(key: Key<K>, facts: Facts = {}): string {
    return this.catalogue.say(key, facts)
  }

  /** The key under which this variant has the sentence. */
  key<K extends string>(key: K): K {
    const ending = this.endings.find((each) => this.catalogue.has(key + each))
    return `${key}${ending ?? ''}` as K
  }

  // Names

  /** The same words, with people called by their names. */
  called(names: { readonly [seat: string]: string }): this {
    this.#names = names
    return this
  }

  /** Who sits there: by name where one was given, else by the colour. */
  seat(seat: string): string {
    return this.#names[seat] ?? this.colour(seat)
  }

  /** A colour; a board may have colours we have no word for. */
  colour(colour: string): string {
    const key = `colour.${colour}` as const
    return this.catalogue.has(key) ? this.say(key) : capitalised(colour.toLowerCase())
  }

  seatForms(fact: string, seat: string): Facts {
    return this.forms(fact, 'seat', seat, this.seat(seat), ['of'])
  }

  protected forms(fact: string, family: Family, item: string, name: string, forms: readonly string[]): Facts {
    const worded: { [key: string]: string } = { [fact]: name }
    for (const form of forms) worded[`${fact}_${form}`] = this.#form(family, item, form, name)
    return worded
  }

  /** The form of its own, or that of the family: with elision where the language has it and the name begins with a vowel. */
  #form(family: Family, item: string, form: string, name: string): string {
    const key = `${family}.${item}.${form}` as const
    if (this.catalogue.has(key)) return this.catalogue.say(key)
    const general = `${family}.${form}` as const
    const elided = `${general}.vowel` as const
    const isElided = /^[aeiouy]/i.test(name.normalize('NFD')) && this.catalogue.has(elided)
    return this.say(isElided ? elided : general, { name })
  }

  /** A list as one says it: "a, b and c". */
  join(words: Iterable<string>): string {
    return this.catalogue.join(words)
  }

  // Facts

  /** A fact in words, by its key. */
  protected fact(key: string, value: unknown): unknown {
    if (Array.isArray(value)) return this.join(value.map((each) => String(this.fact(key, each))))
    return SEAT_FACTS.has(key) ? this.seat(String(value)) : value
  }

  /** All facts in words, with the forms of names. */
  facts(facts: Dict): Facts {
    const worded: { [key: string]: unknown } = {}
    for (const [key, value] of Object.entries(facts)) Object.assign(worded, this.#allFormsOf(key, value), { [key]: this.fact(key, value) })
    return worded
  }

  /** The forms of a name, or of a list of names: "in A and in B". */
  #allFormsOf(key: string, value: unknown): Facts {
    if (!Array.isArray(value)) return this.formsOf(key, value)
    const each = value.map((one) => this.formsOf(key, one))
    const names = Object.keys(each[0] ?? {})
    return Object.fromEntries(names.map((name) => [name, this.join(each.map((forms) => String(forms[name])))]))
  }

  /** The forms of a fact that is a name: `seat_of` of a seat. */
  protected formsOf(key: string, value: unknown): Facts {
    return SEAT_FACTS.has(key) && typeof value === 'string' ? this.seatForms(key, value) : {}
  }

  // Sentences

  /** What happened, as its viewer may know it. */
  event(event: GameEvent): string {
    return capitalised(this.say(this.#eventKey(event), this.facts(event)))
  }

  /** Which sentence: some viewers know more, some facts are lacking, some kinds have several forms. */
  #eventKey(event: GameEvent): `event.${string}` {
    const kind = event.event
    const secret = this.secretFacts[kind]
    if (secret !== undefined && secret in event) return `event.${kind}.known`
    const form = this.formOfEvent[kind]
    if (form !== undefined) return `event.${kind}.${String(event[form])}`
    if (Object.values(event).includes(null)) return `event.${kind}.none`
    return this.key(`event.${kind}`)
  }

  /** The section behind an event as the book numbers it, where a reader may want it. */
  sectionOf(event: GameEvent): string | null {
    return this.sections[event.event] ?? null
  }

  /** The rule behind an event as it is cited, or nothing. */
  eventSection(event: GameEvent): string {
    const section = this.sectionOf(event)
    return section ? this.rule(section) : ''
  }

  /** An action as a line of a menu. */
  action(action: Action): string {
    return capitalised(this.say(this.key(`offer.${action.do}`), this.facts(action)))
  }

  /** An action as a line of the menu at this moment, which may know more than the action says. */
  offer(action: Action, view: View): string {
    void view
    return this.action(action)
  }

  /** A rule as it is cited; a section that brings its sign with it keeps it. */
  rule(section: string, ruling = ''): string {
    const cited = section.includes('§') ? section : `§${section}`
    return ruling ? this.say('rule.ruling', { section: cited, ruling }) : this.say('rule.section', { section: cited })
  }

  /** Why the rules forbid something, without the rule's number. */
  reason(refusal: Refusal): string {
    return capitalised(this.say(this.key(`refusal.${refusal.code}`), this.facts(refusal.facts)))
  }

  /** Why the rules forbid something, and which rule it is. */
  refusal(refusal: Refusal): string {
    return `${this.reason(refusal)} (${this.rule(refusal.section, refusal.ruling ?? '')})`
  }

  /** What speaks for a course, or null if this language has no words for it. */
  motive(game: string, motive: Motive): string | null {
    const key = this.key(`why.${game}.${motive.code}`)
    return this.catalogue.has(key) ? capitalised(this.say(key, this.facts(motive.facts))) : null
  }

  /** One sentence: what is asked of the viewer, or whom the table waits for. */
  prompt(view: View): string {
    return this.waiting(view) ?? capitalised(this.question(view))
  }

  /** What is asked of the viewer. */
  protected question(view: View): string {
    return this.say(`prompt.${view.phase}`)
  }

  /** What is said to who has nothing to do now, or null. */
  protected waiting(view: View): string | null {
    if (view.phase === 'over') return this.say('prompt.over')
    if (view.viewer !== null && view.to_act.includes(view.viewer)) return null
    const seats = this.join(view.to_act.map((seat) => this.seat(seat)))
    return this.say('prompt.waiting', { seats, phase: this.say(`phase.${view.phase}`) })
  }

  /** What the rules say about what is asked, in a sentence or two, with the section. */
  hint(view: View): string {
    return this.say(this.key(`hint.${view.phase}`))
  }

  /** How the game ended and by which rule. */
  outcome(outcome: Outcome, seats: readonly string[]): string {
    const winners = seats.filter((seat) => outcome.places[seat] === 1)
    const ending = winners.length === 1 ? outcome.ending : winners.length ? 'shared' : 'lost'
    const points = winners.length ? outcome.points[winners[0]!] : 0
    const names = this.join(winners.map((seat) => this.seat(seat)))
    const sentence = this.say(this.key(`outcome.${ending}`), { seats: names, points })
    return `${sentence} (${this.rule(outcome.section, outcome.ruling)}).`
  }

  /** The places, a line each. */
  standings(outcome: Outcome, seats: readonly string[]): string[] {
    const key = Object.values(outcome.places).includes(1) ? 'outcome.place' : 'outcome.no_place'
    return this.placed(key, outcome, seats)
  }

  protected placed(key: MessageKey, outcome: Outcome, seats: readonly string[]): string[] {
    return inOrder(outcome, seats).map((seat) => this.say(key, { place: outcome.places[seat], seat: this.seat(seat), points: outcome.points[seat] }))
  }
}

/** The seats from the first place to the last. */
export function inOrder(outcome: Outcome, seats: readonly string[]): string[] {
  return [...seats].sort((one, other) => (outcome.places[one] ?? 0) - (outcome.places[other] ?? 0))
}

export function isDict(value: unknown): value is Dict {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function capitalised(sentence: string): string {
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1)
}
