/** Carolus Magnus in words: the browser's twin of `src/aachen/titles/carolus/wording.py`. */

import type { Catalogue, Facts } from '$lib/catalogue'
import type { View } from '$lib/game'
import { type Dict, isDict, type MakeWording, type Outcome, Wording } from '$lib/wording'

const SEAT_FACTS = new Set(['seat', 'seats', 'holder'])
const SIDE_FACTS = new Set(['side', 'loser'])
const LETTER_FACTS = new Set(['region', 'regions', 'territory'])

const SECTION_OF_EVENT: { readonly [event: string]: string } = {
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

/** The words of one language for the ring. */
export class CarolusWording extends Wording {
  protected override readonly endings = ['.carolus'] // some actions have the same names as those of another game
  protected override readonly sections = SECTION_OF_EVENT

  override inLanguage(catalogue: Catalogue): CarolusWording {
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
  region(region: string): string {
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
    if (SEAT_FACTS.has(key)) return this.seat(word)
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
    return SEAT_FACTS.has(key) ? this.seatForms(key, value) : {}
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

const makeWording: MakeWording = (catalogue) => new CarolusWording(catalogue)

export default makeWording
