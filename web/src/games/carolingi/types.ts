/** The screen of Carolingi as `src/aachen/games/carolingi/view.py` builds it. */

import type { Action, SeatName, View } from '$lib/game'
import type { Outcome } from '$lib/wording'

export type LandName = string
export type RegionName = string
export type TileName = string
export type SeasonName = 'winter' | 'spring' | 'summer' | 'autumn'
export type Rank = 'missi' | 'leudes' | 'nobiles'
export type Phase = 'placing' | 'swapping' | 'acting' | 'starving' | 'over' | 'founding'

export const SEASONS: readonly SeasonName[] = ['winter', 'spring', 'summer', 'autumn']
export const RANKS: readonly Rank[] = ['missi', 'leudes', 'nobiles']

/** How many of something each seat has; seats that have none are left out. */
export type BySeat = { readonly [seat: SeatName]: number }
export type Tiles = { readonly [tile: TileName]: number }

export interface LandView {
  readonly region: RegionName
  readonly followers: BySeat
  readonly gangs: number
  readonly counters: number
  readonly forest: boolean
  readonly homeland: SeatName | null
  readonly controlled_by: SeatName | null
  /** How many followers the land can feed in a hunger. */
  readonly feeds: number
  readonly levy: number
  /** How many more followers the viewer needs for control; null where that is never possible. */
  readonly lacks: number | null
}

export interface CardView {
  readonly followers: BySeat
  readonly gangs: number
}

export interface CourtView {
  readonly missi: number
  readonly leudes: number
  readonly nobiles: number
  readonly trophies: number
  readonly homeland: LandName | null
  readonly tiles_in_hand: number
  readonly tiles_inactive: number
  readonly swap_space: boolean
  readonly taken_back: TileName | null
  readonly has_chosen: boolean
  readonly tiles_laid: number
  readonly honours: number
  readonly known_active: Tiles
  readonly used: { readonly [season in SeasonName]: readonly TileName[] }
  // Only of the viewer's own court:
  readonly hand?: Tiles
  readonly inactive?: Tiles
  readonly fresh?: Tiles
  readonly swapped?: TileName | null
  readonly laid?: TileName | null
  readonly chosen?: Action | null
}

export interface VictoryView {
  readonly points: number
  readonly lands: number
  readonly counters: number
  readonly followers: number
  readonly trophies: number
  readonly expansion: boolean
  readonly development: boolean
  readonly following: boolean
  readonly glory: boolean
  readonly palace: boolean
  readonly regions: readonly RegionName[]
  readonly missing: { readonly [region: RegionName]: readonly LandName[] }
  readonly levies: number
}

export interface Goals {
  readonly lands: number
  readonly counters: number
  readonly followers: number
  readonly trophies: number
  readonly points: number
  readonly palace: boolean
}

export interface ScenarioView {
  readonly skuld: SeasonName
  readonly problems: { readonly [season in SeasonName]: readonly TileName[] }
  readonly on_cards: { readonly [land: LandName]: TileName }
  readonly queue: readonly TileName[]
  readonly honours: readonly SeatName[]
  readonly honour_length: number
  readonly warning: SeasonName | null
  /** How many problems of that season must be solved before Skuld comes. */
  readonly to_solve: number
}

/** A tile of an opened bag: the colour and the tile, or the event tile. */
export type BagTile = readonly [SeatName, TileName] | readonly ['event']

export interface CarolingiView extends View {
  readonly game: 'carolingi'
  readonly seats: readonly SeatName[]
  readonly year: number
  readonly last_year: number
  readonly season: SeasonName
  readonly phase: Phase
  readonly tile: TileName | null
  readonly declarer: SeatName | null
  readonly exiles: number
  readonly hunger: { readonly land: LandName; readonly excess: number } | null
  readonly lands: { readonly [land: LandName]: LandView }
  readonly rows: { readonly [region: RegionName]: readonly (LandName | null)[] }
  readonly cards: { readonly [land: LandName]: CardView }
  readonly archivium: { readonly cards: number; readonly known: readonly string[]; readonly surplus: number }
  readonly discard: readonly string[]
  readonly hunger_aside: number
  readonly supply: { readonly gangs: number; readonly counters: number }
  readonly events: { readonly ready: number; readonly later: number }
  readonly bag: {
    readonly tiles: number
    readonly events: number
    readonly by_seat: BySeat
    readonly open: readonly BagTile[] | null
  }
  readonly variant: { readonly name: string; readonly anarchy: boolean; readonly hourglass: boolean }
  readonly founding?: { readonly card: LandName | null; readonly founders: BySeat }
  readonly scenario?: ScenarioView
  readonly courts: { readonly [seat: SeatName]: CourtView }
  readonly victory: { readonly [seat: SeatName]: VictoryView }
  readonly goals: Goals
  readonly outcome?: Outcome
}

/** The dotted tiles: those that begin the game inactive and are the second of their kind, or the only one. */
export const DOTTED: ReadonlySet<TileName> = new Set(['soothe_riot', 'peace', 'co_regent'])
