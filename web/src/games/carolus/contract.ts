/** The view, the actions and the events of one game. Written by tools/make_types.py from its Python types. */

import type { View } from '$lib/game'
import type { Outcome } from '$lib/wording'

export type Clan = 'red' | 'blue' | 'green' | 'yellow' | 'pink'
export type Side = 'white' | 'black' | 'grey'
export type Phase = 'laying' | 'putting' | 'advancing' | 'crowning' | 'over'
export type Ending = 'goal' | 'regions' | 'rounds'

/** Paladins by clan; clans that have none are left out. */
export interface Counts {
  readonly red?: number
  readonly blue?: number
  readonly green?: number
  readonly yellow?: number
  readonly pink?: number
}

/** The paladins that are left of each clan. */
export interface Centre {
  readonly red: number
  readonly blue: number
  readonly green: number
  readonly yellow: number
  readonly pink: number
}

/** Which seat holds the emblem of each clan. */
export interface Emblems {
  readonly red: string | null
  readonly blue: string | null
  readonly green: string | null
  readonly yellow: string | null
  readonly pink: string | null
}

/** What each side has in a region. */
export interface Forces {
  readonly white?: number
  readonly black?: number
  readonly grey?: number
}

/** A region, called by the letter of its first territory clockwise; `steps` lead the Emperor there. */
export interface RegionView {
  readonly region: string
  readonly territories: readonly string[]
  readonly paladins: Counts
  readonly castles: number
  readonly owner: Side | null
  readonly forces: Forces
  readonly majority: Side | null
  readonly emperor: boolean
  readonly steps: number | null
}

/** How far a court is ahead of the best other one in each clan; below zero it is behind. */
export interface Leads {
  readonly red: number
  readonly blue: number
  readonly green: number
  readonly yellow: number
  readonly pink: number
}

/** What would happen where the Emperor may stop, as things stand. */
export interface Stop {
  readonly steps: number
  readonly region: string
  readonly forces: Forces
  readonly result: 'build' | 'conquer' | 'held' | 'nothing'
  readonly side: Side | null
  readonly castles: number
  readonly joins: readonly string[]
  readonly regions: number
  readonly ends: Ending | null
}

/** What a seat has in front of it. */
export interface RingCourtView {
  readonly side: Side
  readonly paladins: Counts
  readonly leads: Leads
  readonly emblems: readonly Clan[]
  readonly reserve: Counts
  readonly disc: number | null
  readonly discs: readonly number[]
  readonly discs_laid: readonly number[]
}

/** How far a side is. */
export interface SideView {
  readonly castles: number
  readonly left: number
  readonly goal: number
  readonly clans: number
  readonly seats: readonly string[]
}

/** The seats of each side. */
export interface Sides {
  readonly white?: readonly string[]
  readonly black?: readonly string[]
  readonly grey?: readonly string[]
}

/** How far each side is. */
export interface Victory {
  readonly white?: SideView
  readonly black?: SideView
  readonly grey?: SideView
}

/** The whole table; `reachable` is what each disc would reach while they are laid. */
export interface CarolusView extends View {
  readonly game: 'carolus'
  readonly phase: Phase
  readonly offers?: readonly CarolusAction[]
  readonly seats: readonly string[]
  readonly sides: Sides
  readonly round: number
  readonly last_round: number
  readonly placing: readonly string[]
  readonly playing: readonly string[]
  readonly paladins_to_put: number
  readonly crowns: number
  readonly ending: Ending | null
  readonly ring: readonly RegionView[]
  readonly emperor: string | null
  readonly stops: readonly Stop[]
  readonly reachable: readonly Stop[]
  readonly emblems: Emblems
  readonly centre: Centre
  readonly courts: { readonly [key: string]: RingCourtView }
  readonly victory: Victory
  readonly line: string
  readonly outcome?: Outcome
}

export type CarolusAction =
  | { readonly do: 'lay'; readonly disc: number }
  | { readonly do: 'put'; readonly clan: Clan; readonly place: string }
  | { readonly do: 'advance'; readonly steps: number }
  | { readonly do: 'crown'; readonly clan: Clan }

export type CarolusEventKind =
  | "castle_built"
  | "clan_returned"
  | "crown_decided"
  | "crowns_lost"
  | "dice_rolled"
  | "die_became_crown"
  | "disc_laid"
  | "discs_returned"
  | "emblem_taken"
  | "emblem_won"
  | "emperor_moved"
  | "emperor_placed"
  | "few_regions_left"
  | "first_drawn"
  | "forces_counted"
  | "goal_reached"
  | "nothing_built"
  | "order_of_play"
  | "paladin_to_court"
  | "paladin_to_region"
  | "paladins_dealt"
  | "region_conquered"
  | "region_held"
  | "regions_joined"
  | "round_began"
  | "rounds_over"
