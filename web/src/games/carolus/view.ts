/** The view of Carolus Magnus, and what the page asks it: see docs/engine-protocol.md. */

import type { SeatName } from '$lib/game'
import type { CarolusAction, CarolusView, Clan, Counts, RingCourtView, RegionView, Side, SideView } from './contract'

export type * from './contract'

export const CLANS = ['red', 'blue', 'green', 'yellow', 'pink'] as const satisfies readonly Clan[]
export type Face = Clan | 'crown'
/** A region, called by the letter of its first territory clockwise. */
export type RegionName = string
export type Place = 'court' | RegionName

export function sidesOf(view: CarolusView): Side[] {
  return Object.keys(view.victory) as Side[]
}

export function victoryOf(view: CarolusView, side: Side): SideView {
  return view.victory[side] ?? { castles: 0, left: 0, goal: 0, clans: 0, seats: [] }
}

export function courtOf(view: CarolusView, seat: SeatName): RingCourtView {
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

export const lay = (disc: number): CarolusAction => ({ do: 'lay', disc })
export const put = (clan: Clan, place: Place): CarolusAction => ({ do: 'put', clan, place })
export const advance = (steps: number): CarolusAction => ({ do: 'advance', steps })
export const crown = (clan: Clan): CarolusAction => ({ do: 'crown', clan })
