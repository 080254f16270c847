/** The view of Carolus Magnus, and what the page asks it: see docs/engine-protocol.md. */

import type { SeatName } from '$lib/game'
import type { CarolusAction, CarolusView, Clan, Counts, RingCourtView, RegionView, Side, SideView, Stop } from './contract'

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

const NO_LEADS = { red: 0, blue: 0, green: 0, yellow: 0, pink: 0 }

export function courtOf(view: CarolusView, seat: SeatName): RingCourtView {
  return view.courts[seat] ?? { side: 'white', paladins: {}, leads: NO_LEADS, emblems: [], reserve: {}, disc: null, discs: [], discs_laid: [] }
}

/** Clans that are there, with their number, in their usual order. */
export function counted(counts: Counts): [Clan, number][] {
  return CLANS.map((clan): [Clan, number] => [clan, counts[clan] ?? 0]).filter(([, number]) => number > 0)
}

export function regionOf(view: CarolusView, name: RegionName): RegionView | undefined {
  return view.ring.find(({ region }) => region === name)
}

/** While discs are laid: where the Emperor could stop with this one. */
export function reachOf(view: CarolusView, disc: number): Stop[] {
  return view.reachable.filter(({ steps }) => steps <= disc)
}

/** The side a clan's paladins fight for, or null while nobody holds its emblem. */
export function sideOfClan(view: CarolusView, clan: Clan): Side | null {
  const holder = view.emblems[clan]
  return holder === null ? null : courtOf(view, holder).side
}

export function paladinsOnLand(view: CarolusView, clan: Clan): number {
  return view.ring.reduce((sum, { paladins }) => sum + (paladins[clan] ?? 0), 0)
}

// The actions, by their names

export const lay = (disc: number): CarolusAction => ({ do: 'lay', disc })
export const put = (clan: Clan, place: Place): CarolusAction => ({ do: 'put', clan, place })
export const advance = (steps: number): CarolusAction => ({ do: 'advance', steps })
export const crown = (clan: Clan): CarolusAction => ({ do: 'crown', clan })
