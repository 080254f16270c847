/** The map as the builder wrote it: outlines, places for names and pieces. See docs/map-format.md. */

import type { LandName, RegionName } from '../types'

export type Point = readonly [number, number]

export interface ChartLand {
  readonly id: LandName
  readonly label: string
  readonly region: RegionName
  /** The outline. */
  readonly d: string
  readonly anchor: Point
  readonly name: {
    readonly x: number
    readonly y: number
    readonly lines: readonly string[]
    readonly size: number
    readonly width: number
  }
  readonly pieces: {
    readonly scale: number
    readonly palace: Point
    readonly cubes: readonly Point[]
    readonly counters: readonly Point[]
    readonly gangs: readonly Point[]
  }
  readonly near: readonly LandName[]
  readonly sea: readonly LandName[]
}

export interface ChartRegion {
  readonly id: RegionName
  readonly label: string
  readonly d: string
  readonly wash: string
  readonly ink: string
  readonly at: Point
}

export interface SeaLink {
  readonly a: LandName
  readonly b: LandName
  readonly d: string
}

export interface Chart {
  readonly viewBox: readonly [number, number, number, number]
  readonly lands: readonly ChartLand[]
  readonly regions: readonly ChartRegion[]
  readonly sea_links: readonly SeaLink[]
  readonly borders: { readonly [kind: string]: string }
}

/** Every neighbour of a land, over land and over sea. */
export function neighboursOf(land: ChartLand): readonly LandName[] {
  return [...land.near, ...land.sea]
}

/** The lands by their ids. */
export function landsById(chart: Chart): ReadonlyMap<LandName, ChartLand> {
  return new Map(chart.lands.map((land) => [land.id, land]))
}

/** Where the middle of a land's pieces is. */
export function middleOf(land: ChartLand): Point {
  const { palace, cubes, counters, gangs } = land.pieces
  const points = [palace, ...cubes, ...counters, ...gangs]
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2]
}

export const CHART_ADDRESS = '/maps/carolingi/lands.json'
export const BACKDROP_ADDRESS = '/maps/carolingi/backdrop.webp'

let fetched: Promise<Chart> | null = null

/** The map, fetched once. */
export function fetchChart(): Promise<Chart> {
  fetched ??= fetch(CHART_ADDRESS)
    .then((answer) => {
      if (!answer.ok) throw new Error(`${CHART_ADDRESS}: ${answer.status}`)
      return answer.json() as Promise<Chart>
    })
    .catch((trouble: unknown) => {
      fetched = null
      throw trouble
    })
  return fetched
}

/** The land that lies from this one in the direction of an arrow key, among its neighbours first. */
export function landTowards(chart: Chart, from: ChartLand, [dx, dy]: Point, inPlay: (land: LandName) => boolean): ChartLand | null {
  const near = new Set(neighboursOf(from))
  const others = chart.lands.filter((land) => land.id !== from.id && inPlay(land.id))
  const ahead = (land: ChartLand) => {
    const [x, y] = [land.anchor[0] - from.anchor[0], land.anchor[1] - from.anchor[1]]
    const along = x * dx + y * dy
    const aside = Math.abs(x * dy - y * dx)
    return along > 0 && aside <= 2.2 * along ? along + 2 * aside : Infinity
  }
  const nearest = (lands: readonly ChartLand[]) =>
    lands.reduce<ChartLand | null>((best, land) => (ahead(land) < (best ? ahead(best) : Infinity) ? land : best), null)
  return nearest(others.filter((land) => near.has(land.id))) ?? nearest(others)
}
