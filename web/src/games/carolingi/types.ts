/** The view of Carolingi, and names that the page has for its parts. */

import type { SeatName, TableModel } from '$lib/game'
import type { Rank, SeasonName } from './contract'
import type { CarolingiWording } from './wording'

export type * from './contract'

/** A table with the words of this game. */
export type CarolingiModel = TableModel & { readonly wording: CarolingiWording }

export type LandName = string
export type RegionName = string
export type TileName = string

export const SEASONS: readonly SeasonName[] = ['winter', 'spring', 'summer', 'autumn']
export const RANKS: readonly Rank[] = ['missi', 'leudes', 'nobiles']

/** How many of something each seat has; seats that have none are left out. */
export type BySeat = { readonly [seat: SeatName]: number }
export type Tiles = { readonly [tile: TileName]: number }

/** The dotted tiles: those that begin the game inactive and are the second of their kind, or the only one. */
export const DOTTED: ReadonlySet<TileName> = new Set(['soothe_riot', 'peace', 'co_regent'])
