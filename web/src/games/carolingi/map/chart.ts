/** The map as the builder wrote it: outlines, places for names and pieces. See docs/map-format.md. */

import type { Component } from 'svelte'
import { getBoard } from '$lib/api'
import { fetched } from '$lib/early'
import type { LandName, RegionName } from '../types'
import type { BoardFile } from './plain/board'

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
    readonly baseline: number
    readonly lines: readonly string[]
    readonly size: number
    readonly line: number
    readonly width: number
    /** How many times as large the name may become before it leaves its land. */
    readonly most: number
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
  /** The same by night. */
  readonly dark: { readonly wash: string; readonly ink: string }
  readonly at: Point
}

/** A rectangle: its corner and its size. */
export type Rect = readonly [number, number, number, number]

/** A region's card row as it is painted on the board. */
export interface ChartRow {
  readonly region: RegionName
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly slots: readonly Rect[]
}

/** The painted furniture: the wheel, the annals and the places of cards and tiles. */
export interface ChartPlaces {
  readonly wheel: { readonly cx: number; readonly cy: number; readonly r: number }
  readonly annals: { readonly cells: readonly Rect[] }
  readonly archivium: { readonly card: Rect }
  readonly discard: { readonly card: Rect }
  readonly scriptorium: { readonly card: Rect }
}

/** The same board by day and by night. */
export interface ChartTheme {
  readonly id: string
  /** The painted sheet; a plain map has none. */
  readonly backdrop: string
  /** The same without title, rows and piles, for tables that show them beside the map; maps drawn earlier have none. */
  readonly bare?: string
  readonly name_ink: string
  readonly name_halo: string
  readonly outside_ink: string
  readonly outside_halo: string
  readonly border: string
}

export interface SeaLink {
  readonly a: LandName
  readonly b: LandName
  readonly d: string
}

/** What is drawn under everything: bare, if rows and piles are shown beside the map. */
export type PaperProps = { chart: Chart; theme: ChartTheme; isBare: boolean }

export interface Chart {
  readonly viewBox: readonly [number, number, number, number]
  readonly lands: readonly ChartLand[]
  readonly regions: readonly ChartRegion[]
  readonly sea_links: readonly SeaLink[]
  readonly borders: { readonly [kind: string]: string }
  readonly rows: readonly ChartRow[]
  readonly places: ChartPlaces
  readonly themes: readonly ChartTheme[]
  /** What lies under everything, where no sheet is painted. */
  readonly paper?: Component<PaperProps>
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

/** The theme of that name, or the first. */
export function themeOf(chart: Chart, id: string): ChartTheme {
  return chart.themes.find((theme) => theme.id === id) ?? chart.themes[0]!
}

/** The row of a region, if the board has one. */
export function rowOf(chart: Chart, region: RegionName): ChartRow | undefined {
  return chart.rows.find((row) => row.region === region)
}

const UNDRAWN = 204 // there is such a board, but nothing to show

const charts = new Map<string, Promise<Chart>>()

/** The map of the board with this digest, fetched once. */
export function fetchChart(board: string): Promise<Chart> {
  const known = charts.get(board)
  if (known) return known
  const fetched = chartOf(board)
  fetched.catch(() => charts.delete(board))
  charts.set(board, fetched)
  return fetched
}

/** The drawn map, or a plain one where nobody has drawn any. */
async function chartOf(board: string): Promise<Chart> {
  const folder = `/maps/${board}`
  const answer = await fetched(`${folder}/lands.json`)
  if (!answer.ok) throw new Error(`${folder}: ${answer.status}`)
  if (answer.status !== UNDRAWN) return inFolder((await answer.json()) as Chart, folder)
  const [{ plainChart }, { default: paper }, file] = await Promise.all([import('./plain'), import('./plain/PlainPaper.svelte'), getBoard(board)])
  return { ...plainChart(file as unknown as BoardFile), paper }
}

function inFolder(chart: Chart, folder: string): Chart {
  const themes = chart.themes.map(({ bare, ...theme }) => ({
    ...theme,
    backdrop: `${folder}/${theme.backdrop}`,
    ...(bare === undefined ? {} : { bare: `${folder}/${bare}` }),
  }))
  return { ...chart, themes }
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

/** A long name in two lines. */
export function linesOf(label: string): string[] {
  const middle = label.length / 2
  const gaps = [...label.matchAll(/[\s-]/g)].map(({ index }) => index + 1)
  const gap = gaps.sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle))[0]
  return gap === undefined || label.length < 12 ? [label] : [label.slice(0, gap).trim(), label.slice(gap)]
}

/** The lines of a land's name on the map: as the map was drawn, or as the reader's language calls the land. */
export function nameLines(land: ChartLand, name: string): readonly string[] {
  const drawn = land.name.lines
  return [land.label, drawn.join(' ')].includes(name) ? drawn : linesOf(name)
}
