/** The view of Carolus Magnus as the engine sends it: see docs/engine-protocol.md. */

import type { Action, SeatName, View } from '$lib/game'
import type { Outcome } from '$lib/wording'

export const CLANS = ['red', 'blue', 'green', 'yellow', 'pink'] as const
export type Clan = (typeof CLANS)[number]
export type Side = 'white' | 'black' | 'grey'
export type Face = Clan | 'crown'
export type Phase = 'laying' | 'putting' | 'advancing' | 'crowning' | 'over'
export type Ending = 'goal' | 'regions' | 'rounds'
/** A region, called by the letter of its first territory clockwise. */
export type RegionName = string
export type Place = 'court' | RegionName
export type Counts = { readonly [clan in Clan]?: number }
export type Forces = { readonly [side in Side]?: number }

export interface RegionView {
  readonly region: RegionName
  readonly territories: readonly string[]
  readonly paladins: Counts
  readonly castles: number
  readonly owner: Side | null
  readonly forces: Forces
  readonly majority: Side | null
  readonly emperor: boolean
}

/** What would happen where the Emperor may stop, as things stand. */
export interface Stop {
  readonly steps: number
  readonly region: RegionName
  readonly forces: Forces
  readonly result: 'nothing' | 'held' | 'build' | 'conquer'
  readonly side: Side | null
  readonly castles: number
  readonly joins: readonly RegionName[]
  readonly regions: number
  readonly ends: Ending | null
}

export interface CourtView {
  readonly side: Side
  readonly paladins: Counts
  readonly emblems: readonly Clan[]
  readonly reserve: Counts
  readonly disc: number | null
  readonly discs: readonly number[]
  readonly discs_laid: readonly number[]
}

export interface VictoryView {
  readonly castles: number
  readonly left: number
  readonly goal: number
  readonly clans: number
  readonly seats: readonly SeatName[]
}

export interface CarolusView extends View {
  readonly phase: Phase
  readonly seats: readonly SeatName[]
  readonly sides: { readonly [side in Side]?: readonly SeatName[] }
  readonly round: number
  readonly last_round: number
  readonly placing: readonly SeatName[]
  readonly playing: readonly SeatName[]
  readonly paladins_to_put: number
  readonly crowns: number
  readonly ending: Ending | null
  readonly ring: readonly RegionView[]
  readonly emperor: RegionName | null
  readonly stops: readonly Stop[]
  readonly emblems: { readonly [clan in Clan]: SeatName | null }
  readonly centre: { readonly [clan in Clan]: number }
  readonly courts: { readonly [seat: SeatName]: CourtView }
  readonly victory: { readonly [side in Side]?: VictoryView }
  /** Only when the game is over. */
  readonly outcome?: Outcome
}

export function sidesOf(view: CarolusView): Side[] {
  return Object.keys(view.victory) as Side[]
}

export function victoryOf(view: CarolusView, side: Side): VictoryView {
  return view.victory[side] ?? { castles: 0, left: 0, goal: 0, clans: 0, seats: [] }
}

export function courtOf(view: CarolusView, seat: SeatName): CourtView {
  return view.courts[seat] ?? { side: 'white', paladins: {}, emblems: [], reserve: {}, disc: null, discs: [], discs_laid: [] }
}

/** Clans that are there, with their number, in their usual order. */
export function counted(counts: Counts): [Clan, number][] {
  return CLANS.map((clan): [Clan, number] => [clan, counts[clan] ?? 0]).filter(([, number]) => number > 0)
}

export function regionOf(view: CarolusView, name: RegionName): RegionView | undefined {
  return view.ring.find(({ region }) => region === name)
}

/** The steps from the Emperor to a region, clockwise; his own region is a whole lap away. */
export function stepsTo(view: CarolusView, name: RegionName): number {
  const from = view.ring.findIndex(({ emperor }) => emperor)
  const to = view.ring.findIndex(({ region }) => region === name)
  return (to - from + view.ring.length) % view.ring.length || view.ring.length
}

/** The regions that the Emperor passes in so many steps. */
export function withinSteps(view: CarolusView, steps: number): RegionName[] {
  const inOrder = view.ring.map(({ region }) => ({ region, away: stepsTo(view, region) })).sort((one, other) => one.away - other.away)
  return inOrder.filter(({ away }) => away <= steps).map(({ region }) => region)
}

/** The side a clan's paladins fight for, or null while nobody holds its emblem. */
export function sideOfClan(view: CarolusView, clan: Clan): Side | null {
  const holder = view.emblems[clan]
  return holder === null ? null : courtOf(view, holder).side
}

/** How far a court is ahead of the best other one in a clan. */
export function lead(view: CarolusView, seat: SeatName, clan: Clan): number {
  const others = view.seats.filter((other) => other !== seat).map((other) => courtOf(view, other).paladins[clan] ?? 0)
  return (courtOf(view, seat).paladins[clan] ?? 0) - Math.max(0, ...others)
}

export function paladinsOnLand(view: CarolusView, clan: Clan): number {
  return view.ring.reduce((sum, { paladins }) => sum + (paladins[clan] ?? 0), 0)
}

// The actions, by their names

export const lay = (disc: number): Action => ({ do: 'lay', disc })
export const put = (clan: Clan, place: Place): Action => ({ do: 'put', clan, place })
export const advance = (steps: number): Action => ({ do: 'advance', steps })
export const crown = (clan: Clan): Action => ({ do: 'crown', clan })
