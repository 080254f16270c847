/**
 * Both games in words: what happened, what may be done and why not, in one language.
 *
 * The browser's twin of `src/aachen/locales/wording.py` and of the titles' wordings: same catalogues, same sentences,
 * which a test proves over whole games. Facts are turned into words by their keys.
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

type Dict = { readonly [key: string]: unknown }

const SEASON_NAMES = ['winter', 'spring', 'summer', 'autumn'] as const

// What the value of a fact names, by its key.
const LAND_FACTS = new Set(['land', 'origin', 'target', 'card', 'from', 'to'])
const SEAT_FACTS = new Set(['seat', 'seats', 'owner', 'winner'])
const TILE_FACTS = new Set(['tile', 'give', 'take', 'tiles', 'problem'])
const COURT_PLACES = new Set<unknown>(['missi', 'leudes', 'nobiles'])
const CARDS = new Set(['hunger', 'anarchy', 'rebellion'])
const PLACE_FORMS = ['in', 'to', 'from', 'of', 'the', 'obj'] as const
const SEASON_FORMS = ['in', 'to', 'the'] as const

// Where a variant or a game has words of its own: they are looked for under the key with these endings, in this order.
const ENDINGS_OF_VARIANT: { readonly [variant: string]: readonly string[] } = {
  base: [],
  advanced: ['.advanced'],
  '814': ['.814', '.advanced'],
  carolus: ['.carolus'],
}

// Facts that only some viewers have; with them an event has another sentence.
const SECRET_FACTS: { readonly [event: string]: string } = {
  tiles_placed: 'action',
  swap_chosen: 'action',
  tile_swapped: 'give',
  tile_activated: 'tile',
  tile_laid: 'tile',
}

// Events whose sentence is chosen by a fact.
const FORM_OF_EVENT: { readonly [event: string]: string } = { founder_placed: 'how' }

// The section that a reader may want to look up when this happens.
const SECTION_OF_EVENT: { readonly [event: string]: string } = {
  palace_drawn: '2.2.8',
  forest_grew: '6.1.2',
  first_gangs: '6.1.3',
  homeland_claimed: '6.2.1',
  anarchy_began: '7.1',
  rebellion_began: '7.2',
  sand_ran_out: '8',
  tile_blocked: '814 §4.2.1',
  problem_solved: '814 §4.2.2',
  honour_forgotten: '814 §4.2.3',
  skuld_met_problems: '814 §4.1',
  heirs_failed: '814 §5',
  swapping_began: '3.3',
  year_turned: '3.4',
  gangs_gathered: '3.4',
  court_day: '3.4',
  time_is_up: '3.5',
  archivium_renewed: '4',
  row_overflowed: '4.1',
  riot_spread: '4.1',
  surplus_gang: '3.4',
  hunger_began: '4.2',
  bag_opened: '5.8',
  contest_began: '5.8',
  peace_failed: '5.8',
  peace_made: '5.8',
}

/** The words of one language for one board and one variant of Carolingi. */
export class Wording {
  readonly #lands: ReadonlyMap<string, string>
  readonly #regions: ReadonlyMap<string, string>
  protected readonly sections: { readonly [event: string]: string } = SECTION_OF_EVENT
  #names: { readonly [seat: string]: string } = {}

  constructor(
    readonly catalogue: Catalogue,
    readonly board: Board = NO_BOARD,
    readonly variant: string = 'base',
  ) {
    this.#lands = new Map(board.lands.map((land) => [land.id, land.label]))
    this.#regions = new Map(board.regions.map((region) => [region.id, region.label]))
  }

  get language(): string {
    return this.catalogue.language
  }

  /** The same in another language. */
  inLanguage(catalogue: Catalogue): Wording {
    return new Wording(catalogue, this.board, this.variant)
  }

  /** A sentence of the catalogue, its facts already in words. */
  say<K extends string>(key: Key<K>, facts: Facts = {}): string {
    return this.catalogue.say(key, facts)
  }

  /** The key under which this variant has the sentence. */
  key<K extends string>(key: K): K {
    const ending = (ENDINGS_OF_VARIANT[this.variant] ?? []).find((each) => this.catalogue.has(key + each))
    return `${key}${ending ?? ''}` as K
  }

  // Names

  /** A tile as the book of this language calls it. */
  tile(name: string): string {
    return this.say(`tile.${name}`)
  }

  /** A tile in a word that fits a table. */
  shortTile(name: string): string {
    return this.say(`tile_short.${name}`)
  }

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

  /** A land as this language calls it; Hunger and the other cards without a land are named too. */
  land(land: string): string {
    return CARDS.has(land) ? this.say(`card.${land}`) : this.#place(this.#lands.get(land) ?? land)
  }

  /** A region as this language calls it. */
  region(region: string): string {
    return this.#place(this.#regions.get(region) ?? region)
  }

  /** A place of the board by its label; places of other boards keep their labels. */
  #place(label: string): string {
    const key = `place.${label}` as const
    return this.catalogue.has(key) ? this.say(key) : label
  }

  // Names with the forms that sentences need: `land`, `land_in`, `land_to` …

  landForms(fact: string, land: string): Facts {
    return this.forms(fact, 'place', this.#lands.get(land) ?? land, this.land(land), PLACE_FORMS)
  }

  regionForms(fact: string, region: string): Facts {
    return this.forms(fact, 'place', this.#regions.get(region) ?? region, this.region(region), PLACE_FORMS)
  }

  seasonForms(fact: string, season: string | number): Facts {
    const item = typeof season === 'number' ? SEASON_NAMES[season]! : season
    return this.forms(fact, 'season', item, this.season(season), SEASON_FORMS)
  }

  seatForms(fact: string, seat: string): Facts {
    return this.forms(fact, 'seat', seat, this.seat(seat), ['of'])
  }

  protected forms(fact: string, family: 'place' | 'season' | 'seat', item: string, name: string, forms: readonly string[]): Facts {
    const worded: { [key: string]: string } = { [fact]: name }
    for (const form of forms) worded[`${fact}_${form}`] = this.#form(family, item, form, name)
    return worded
  }

  /** The form of its own, or that of the family: with elision where the language has it and the name begins with a vowel. */
  #form(family: 'place' | 'season' | 'seat', item: string, form: string, name: string): string {
    const key = `${family}.${item}.${form}` as const
    if (this.catalogue.has(key)) return this.catalogue.say(key)
    const general = `${family}.${form}` as const
    const elided = `${general}.vowel` as const
    const isElided = /^[aeiouy]/i.test(name.normalize('NFD')) && this.catalogue.has(elided)
    return this.say(isElided ? elided : general, { name })
  }

  /** A season, by name or number. */
  season(season: string | number): string {
    return this.say(`season.${typeof season === 'number' ? SEASON_NAMES[season]! : season}`)
  }

  /** A list as one says it: "a, b and c". */
  join(words: Iterable<string>): string {
    return this.catalogue.join(words)
  }

  // Facts

  /** A fact in words, by its key. */
  protected fact(key: string, value: unknown): unknown {
    if (Array.isArray(value)) {
      return key === 'tiles' ? this.#tiles(value) : this.join(value.map((each) => String(this.fact(key, each))))
    }
    if (value === null || value === undefined) return ''
    if ((key === 'from' || key === 'place') && COURT_PLACES.has(value)) return this.say(`place.${String(value)}`)
    if (LAND_FACTS.has(key)) return this.land(String(value))
    if (SEAT_FACTS.has(key)) return this.seat(String(value))
    if (TILE_FACTS.has(key) && typeof value === 'string') return this.tile(value)
    if (key === 'season') return this.season(value as string | number)
    if (key === 'region') return this.region(String(value))
    if (key === 'phase') return this.say(`phase.${String(value)}`)
    if (key === 'action') return isDict(value) ? this.action(value as Action) : this.say(this.key(`action.${String(value)}`))
    if (key === 'points' && isDict(value)) return this.#points(value)
    return value
  }

  #points(points: Dict): string {
    return this.join(Object.entries(points).map(([seat, number]) => this.say('points.of', { ...this.seatForms('seat', seat), number })))
  }

  /** Names of tiles, or the tiles of a bag: a colour and a tile each, or the event tile. */
  #tiles(tiles: readonly unknown[]): string {
    return tiles.length ? this.join(tiles.map((tile) => this.#tile(tile))) : this.say('pieces.nothing')
  }

  #tile(tile: unknown): string {
    if (typeof tile === 'string') return this.tile(tile)
    if (!Array.isArray(tile) || tile.length !== 2) return this.tile('event')
    return this.say('tile.of', { ...this.seatForms('seat', String(tile[0])), tile: this.tile(String(tile[1])) })
  }

  /** All facts in words; followers and gangs together are the fact `pieces`. */
  facts(facts: Dict): Facts {
    const worded: { [key: string]: unknown } = {}
    for (const [key, value] of Object.entries(facts)) Object.assign(worded, this.#allFormsOf(key, value), { [key]: this.fact(key, value) })
    if (isDict(facts['followers'])) {
      worded['pieces'] = this.pieces(facts['followers'] as { [seat: string]: number }, facts['gangs'] ?? 0)
    }
    return worded
  }

  /** The forms of a name, or of a list of names: "in A and in B". */
  #allFormsOf(key: string, value: unknown): Facts {
    if (!Array.isArray(value)) return this.formsOf(key, value)
    const each = value.map((one) => this.formsOf(key, one))
    const names = Object.keys(each[0] ?? {})
    return Object.fromEntries(names.map((name) => [name, this.join(each.map((forms) => String(forms[name])))]))
  }

  /** The forms of a fact that names one place, season or seat. */
  protected formsOf(key: string, value: unknown): Facts {
    if (key === 'season' && (typeof value === 'string' || typeof value === 'number')) return this.seasonForms(key, value)
    if (typeof value !== 'string' || COURT_PLACES.has(value)) return {}
    if (LAND_FACTS.has(key)) return this.landForms(key, value)
    if (key === 'region') return this.regionForms(key, value)
    return SEAT_FACTS.has(key) ? this.seatForms(key, value) : {}
  }

  /** Followers by colour and gangs: "2 followers of Red and 1 gang". */
  pieces(followers: { readonly [seat: string]: number }, gangs: unknown): string {
    const named = Object.entries(followers)
      .filter(([, number]) => number)
      .map(([seat, number]) => this.say('pieces.followers', { ...this.seatForms('seat', seat), number }))
    if (gangs) named.push(this.say('pieces.gangs', { number: gangs }))
    return named.length ? this.join(named) : this.say('pieces.nothing')
  }

  // Sentences

  /** What happened, as its viewer may know it. */
  event(event: GameEvent): string {
    return capitalised(this.say(this.#eventKey(event), this.facts(event)))
  }

  /** Which sentence: some viewers know more, some facts are lacking, some kinds have several forms. */
  #eventKey(event: GameEvent): `event.${string}` {
    const kind = event.event
    const secret = SECRET_FACTS[kind]
    if (secret !== undefined && secret in event) return `event.${kind}.known`
    const form = FORM_OF_EVENT[kind]
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
    return this.say(this.key(`offer.${action.do}`), this.facts(action))
  }

  /** An action as a line of the menu at this moment, which may know more: the card or the tile that was drawn. */
  offer(action: Action, view: View): string {
    const key = `offer.${action.do}.${withinTile(view) ?? view.phase}` as const
    if (!this.catalogue.has(key)) return this.action(action)
    const known = this.facts({ card: view['founding']?.card ?? null, tile: view['tile'] })
    return this.say(key, { ...known, ...this.facts(action) })
  }

  /** A rule as it is cited; the sections of Scenario 814 bring their sign with them. */
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
    const phase = view.phase
    if (phase === 'acting') return this.#actingPrompt(view)
    if (phase === 'starving') return this.say('prompt.starving', this.facts(view['hunger']))
    if (phase === 'founding') return this.#foundingPrompt(view)
    const when = { ...this.seasonForms('season', view['season']), year: view['year'] }
    if (phase === 'placing' && view['variant'].hourglass) {
      const first: string | null = view['courts'][view.viewer!].laid
      return first ? this.say('prompt.lay_second', { tile: this.tile(first) }) : this.say('prompt.lay', when)
    }
    return this.say(`prompt.${phase}`, when)
  }

  /** What is said to who has nothing to do now, or null. */
  protected waiting(view: View): string | null {
    if (view.phase === 'over') return this.say('prompt.over')
    if (view.viewer !== null && view.to_act.includes(view.viewer)) return null
    const seats = this.join(view.to_act.map((seat) => this.seat(seat)))
    return this.say('prompt.waiting', { seats, phase: this.say(`phase.${view.phase}`) })
  }

  #actingPrompt(view: View): string {
    const court = view['courts'][view.viewer!]
    const moment = withinTile(view)
    if (moment !== null) return this.say(`prompt.${moment}`, this.landForms('land', court.homeland ?? ''))
    const { missi, leudes, nobiles } = court
    const levies = view['victory'][view.viewer!].levies
    return this.say(`prompt.${view['tile']}`, { levies, missi, leudes, nobiles })
  }

  #foundingPrompt(view: View): string {
    const card: string | null = view['founding'].card
    const number = view['founding'].founders[view.viewer!] - 1
    if (card === null) return this.say('prompt.founding_none', { number })
    return this.say('prompt.founding', { ...this.landForms('card', card), number })
  }

  /** What the rules say about what is asked, in a sentence or two, with the section. */
  hint(view: View): string {
    if (view.phase === 'placing' && view['variant'].hourglass) return this.say('hint.lay')
    if (view.phase === 'acting') return this.say(this.key(`hint.${withinTile(view) ?? view['tile']}`))
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

const NO_BOARD: Board = { lands: [], regions: [] }

const CAROLUS_SEAT_FACTS = new Set(['seat', 'seats', 'holder'])
const SIDE_FACTS = new Set(['side', 'loser'])
const LETTER_FACTS = new Set(['region', 'regions', 'territory'])

const CAROLUS_SECTION_OF_EVENT: { readonly [event: string]: string } = {
  first_drawn: 'CM2',
  discs_returned: 'CM2',
  emblem_taken: 'CM3.1',
  emblem_won: 'CM3.1',
  clan_returned: 'CM3.3',
  die_became_crown: 'CM3.3',
  crowns_lost: 'CM3.3',
  castle_built: 'CM4.1',
  region_conquered: 'CM4.2',
  regions_joined: 'CM4.3',
  goal_reached: 'CM5',
  few_regions_left: 'CM5',
  rounds_over: 'CM5',
}

/** The words of one language for the ring of Carolus Magnus. */
export class CarolusWording extends Wording {
  protected override readonly sections = CAROLUS_SECTION_OF_EVENT

  constructor(catalogue: Catalogue) {
    super(catalogue, NO_BOARD, 'carolus')
  }

  override inLanguage(catalogue: Catalogue): Wording {
    return new CarolusWording(catalogue)
  }

  // Names

  /** A side, called by the colour of its castles. */
  side(side: string): string {
    return this.say(`side.${side}`)
  }

  /** A clan, called by its colour. */
  clan(clan: string): string {
    return this.say(`clan.${clan}`)
  }

  /** A face of a die. */
  face(face: string): string {
    return face === 'crown' ? this.say('face.crown') : this.clan(face)
  }

  /** A region or a territory: its letter. */
  override region(region: string): string {
    return region.toUpperCase()
  }

  /** Where a paladin goes. */
  place(place: string): string {
    return place === 'court' ? this.say('place.court') : this.say('place.region', { region: place.toUpperCase() })
  }

  /** The forces in a region, as people say them: White 3 : Black 1. */
  forces(forces: { readonly [side: string]: number }): string {
    return Object.entries(forces)
      .map(([side, number]) => this.say('force.of', { side: this.side(side), number }))
      .join(' : ')
  }

  // Facts

  protected override fact(key: string, value: unknown): unknown {
    if (key === 'forces' && isDict(value)) return this.forces(value as { [side: string]: number })
    if (key === 'dealt' && isDict(value)) return this.#dealt(value)
    if (Array.isArray(value)) return this.join(value.map((each) => String(this.fact(key, each))))
    const word = String(value)
    if (CAROLUS_SEAT_FACTS.has(key)) return this.seat(word)
    if (SIDE_FACTS.has(key)) return this.side(word)
    if (LETTER_FACTS.has(key)) return this.region(word)
    if (key === 'clan') return this.clan(word)
    if (key === 'dice') return this.face(word)
    if (key === 'place' && typeof value === 'string') return this.place(word)
    if ((key === 'action' || key === 'phase') && typeof value === 'string') return this.say(this.key(`${key}.${value}`))
    return value
  }

  protected override formsOf(key: string, value: unknown): Facts {
    if (typeof value !== 'string') return {}
    if (SIDE_FACTS.has(key)) return this.forms(key, 'seat', value, this.side(value), ['of'])
    return CAROLUS_SEAT_FACTS.has(key) ? this.seatForms(key, value) : {}
  }

  #dealt(dealt: Dict): string {
    return Object.entries(dealt)
      .map(([territory, clan]) => this.say('dealt.of', { region: this.region(territory), clan: this.clan(String(clan)) }))
      .join(', ')
  }

  // Sentences

  protected override question(view: View): string {
    const number = view.phase === 'putting' ? view['paladins_to_put'] : view['crowns']
    const disc = view['courts'][view.viewer!].disc
    return this.say(`prompt.${view.phase}`, { round: view['round'], number, disc })
  }

  override hint(view: View): string {
    return this.say(`hint.${view.phase}`)
  }

  /** How the game ended and by which rule; partners win together, sides may share. */
  override outcome(outcome: Outcome, seats: readonly string[]): string {
    const winners = seats.filter((seat) => outcome.places[seat] === 1)
    const shared = winners.length === seats.length || (seats.length === 3 && winners.length > 1)
    const names = this.join(winners.map((seat) => this.seat(seat)))
    const key = `outcome.${outcome.ending}${shared ? '.shared' : ''}` as const
    const sentence = this.say(key, { seats: names, points: outcome.points[winners[0]!] })
    return `${sentence} (${this.rule(outcome.section, outcome.ruling)}).`
  }

  override standings(outcome: Outcome, seats: readonly string[]): string[] {
    return this.placed('outcome.castles', outcome, seats)
  }
}

/** The words for a table of this game. */
export function wordingFor(game: unknown, catalogue: Catalogue, board?: Board, variant?: string): Wording {
  return game === 'carolus' ? new CarolusWording(catalogue) : new Wording(catalogue, board, variant)
}

/** The seats from the first place to the last. */
export function inOrder(outcome: Outcome, seats: readonly string[]): string[] {
  return [...seats].sort((one, other) => (outcome.places[one] ?? 0) - (outcome.places[other] ?? 0))
}

/** What a tile asks for after its first part: where gangs are driven to, or who is honoured. */
function withinTile(view: View): 'banish' | 'honour' | null {
  const kinds = new Set((view.offers ?? []).map((offer) => offer.do))
  return kinds.has('banish') ? 'banish' : kinds.has('honour') ? 'honour' : null
}

function isDict(value: unknown): value is Dict {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function capitalised(sentence: string): string {
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1)
}
