/** A small screen for tests: two seats, five lands of Neustrie, one row. */

import type { Entries } from '$lib/catalogue'
import { Catalogue } from '$lib/catalogue'
import { CarolingiWording } from './wording'
import common from '../../../../src/aachen/locales/en/names.json'
import own from '../../../../src/aachen/titles/carolingi/locales/en/wording.json'
import places from '../../../../src/aachen/titles/carolingi/locales/en/places.json'
import words from '../../../../src/aachen/titles/carolingi/locales/en/web_carolingi.json'
import type { CarolingiView, CourtView, LandView, VictoryView } from './types'

export const wording = new CarolingiWording(new Catalogue('en', { ...common, ...own, ...places, ...words } as Entries))

export function land(changed: Partial<LandView> = {}): LandView {
  const empty = { followers: {}, gangs: 0, counters: 0, forest: false, homeland: null, controlled_by: null }
  return { region: 'neustrie', ...empty, feeds: 1, levy: 1, lacks: 1, ...changed }
}

export function court(changed: Partial<CourtView> = {}): CourtView {
  const used = { winter: [], spring: [], summer: [], autumn: [] }
  const counts = { missi: 3, leudes: 8, nobiles: 8, trophies: 0, honours: 0, tiles_laid: 0 }
  const tiles = { tiles_in_hand: 7, tiles_inactive: 5, swap_space: false, taken_back: null, has_chosen: false, known_active: {}, used }
  return { ...counts, homeland: null, ...tiles, ...changed }
}

export function victory(changed: Partial<VictoryView> = {}): VictoryView {
  const counts = { points: 0, lands: 1, counters: 0, followers: 5, trophies: 0, levies: 3 }
  const met = { expansion: false, development: false, following: false, glory: false, palace: false }
  return { ...counts, ...met, regions: [], missing: {}, ...changed }
}

export function sample(changed: Partial<CarolingiView> = {}): CarolingiView {
  return {
    game: 'carolingi',
    board: '',
    line: '',
    viewer: 'red',
    seats: ['red', 'blue'],
    year: 830,
    last_year: 834,
    season: 'winter',
    phase: 'acting',
    to_act: ['red'],
    tile: null,
    declarer: null,
    exiles: 0,
    hunger: null,
    lands: {
      normandie: land({ followers: { red: 5 }, homeland: 'red', controlled_by: 'red' }),
      anjou: land({ followers: { red: 2 }, gangs: 1, controlled_by: 'red' }),
      berry: land({ forest: true }),
      champagne: land({ followers: { blue: 1 }, controlled_by: 'blue' }),
      ile_de_france: land({ gangs: 3 }),
    },
    rows: { neustrie: ['champagne', null, null] },
    cards: { champagne: { followers: {}, gangs: 0 } },
    archivium: { cards: 3, known: [], surplus: 0 },
    discard: [],
    hunger_aside: 1,
    supply: { gangs: 30, counters: 40 },
    events: { ready: 1, later: 1 },
    bag: { tiles: 0, events: 0, by_seat: {}, open: null },
    variant: { name: 'base', anarchy: false, hourglass: false },
    courts: { red: court({ homeland: 'normandie' }), blue: court() },
    victory: { red: victory(), blue: victory() },
    goals: { lands: 6, counters: 6, followers: 12, trophies: 4, points: 3, palace: false, counters_for_palace: 2 },
    offers: [],
    ...changed,
  }
}
