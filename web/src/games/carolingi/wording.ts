/** Carolingi in words: the browser's twin of `src/aachen/titles/carolingi/wording.py`. */

import type { Catalogue, Facts } from '$lib/catalogue'
import type { Action, View } from '$lib/game'
import { type Board, capitalised, type Dict, isDict, type MakeWording, Wording } from '$lib/wording'

const SEASON_NAMES = ['winter', 'spring', 'summer', 'autumn'] as const

// What the value of a fact names, by its key.
const LAND_FACTS = new Set(['land', 'origin', 'target', 'card', 'from', 'to'])
const SEAT_FACTS = new Set(['seat', 'seats', 'owner', 'winner'])
const TILE_FACTS = new Set(['tile', 'give', 'take', 'tiles', 'problem'])
const COURT_PLACES = new Set<unknown>(['missi', 'leudes', 'nobiles'])
const CARDS = new Set(['hunger', 'anarchy', 'rebellion'])
const PLACE_FORMS = ['in', 'to', 'from', 'of', 'the', 'obj'] as const
const SEASON_FORMS = ['in', 'to', 'the'] as const

// Where a variant has words of its own: they are looked for under the key with these endings, in this order.
const ENDINGS_OF_VARIANT: { readonly [variant: string]: readonly string[] } = {
  base: [],
  advanced: ['.advanced'],
  '814': ['.814', '.advanced'],
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

const NO_BOARD: Board = { lands: [], regions: [] }

/** The words of one language for one board and one variant of the rules. */
export class CarolingiWording extends Wording {
  protected override readonly sections = SECTION_OF_EVENT
  protected override readonly secretFacts = SECRET_FACTS
  protected override readonly formOfEvent = FORM_OF_EVENT
  protected override readonly endings: readonly string[]
  readonly #lands: ReadonlyMap<string, string>
  readonly #regions: ReadonlyMap<string, string>

  constructor(
    catalogue: Catalogue,
    readonly board: Board = NO_BOARD,
    readonly variant: string = 'base',
  ) {
    super(catalogue)
    this.endings = ENDINGS_OF_VARIANT[variant] ?? []
    this.#lands = new Map(board.lands.map((land) => [land.id, land.label]))
    this.#regions = new Map(board.regions.map((region) => [region.id, region.label]))
  }

  override inLanguage(catalogue: Catalogue): CarolingiWording {
    return new CarolingiWording(catalogue, this.board, this.variant)
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

  /** A season, by name or number. */
  season(season: string | number): string {
    return this.say(`season.${typeof season === 'number' ? SEASON_NAMES[season]! : season}`)
  }

  // Facts

  /** A fact in words, by its key. */
  protected override fact(key: string, value: unknown): unknown {
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
  override facts(facts: Dict): Facts {
    const worded = super.facts(facts)
    if (!isDict(facts['followers'])) return worded
    return { ...worded, pieces: this.pieces(facts['followers'] as { [seat: string]: number }, facts['gangs'] ?? 0) }
  }

  /** The forms of a fact that names one place, season or seat. */
  protected override formsOf(key: string, value: unknown): Facts {
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

  /** An action as a line of the menu at this moment, which may know more: the card or the tile that was drawn. */
  override offer(action: Action, view: View): string {
    const key = `offer.${action.do}.${withinTile(view) ?? view.phase}` as const
    if (!this.catalogue.has(key)) return this.action(action)
    const known = this.facts({ card: view['founding']?.card ?? null, tile: view['tile'] })
    return capitalised(this.say(key, { ...known, ...this.facts(action) }))
  }

  /** What is asked of the viewer. */
  protected override question(view: View): string {
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
  override hint(view: View): string {
    if (view.phase === 'placing' && view['variant'].hourglass) return this.say('hint.lay')
    if (view.phase === 'acting') return this.say(this.key(`hint.${withinTile(view) ?? view['tile']}`))
    return this.say(this.key(`hint.${view.phase}`))
  }
}

/** What a tile asks for after its first part: where gangs are driven to, or who is honoured. */
function withinTile(view: View): 'banish' | 'honour' | null {
  const kinds = new Set((view.offers ?? []).map((offer) => offer.do))
  return kinds.has('banish') ? 'banish' : kinds.has('honour') ? 'honour' : null
}

const makeWording: MakeWording = (catalogue, board, variant) => new CarolingiWording(catalogue, board, variant)

export default makeWording
