/** A plain map for a board that nobody has drawn one for: islands at the places of its lands, roads where they touch. */

import {
  linesOf,
  type Chart,
  type ChartLand,
  type ChartPlaces,
  type ChartRegion,
  type ChartRow,
  type ChartTheme,
  type Point,
  type Rect,
  type SeaLink,
} from '../chart'
import type { BoardFile, FileBorder, FileLand } from './board'
import { pathOf, roomiest, shapesOf, type Loop } from './shapes'
import { centreOf, distance, spotsOf } from './spots'

// The same washes and inks as drawn maps have, by day and by night: tools/carolingi/mapmaker/palette.py.
const PAINTS = [
  ['#e8c4b0', '#a03a33', '#5f2f3b', '#f0a08f'],
  ['#efdc9f', '#8f6508', '#574425', '#f0cf72'],
  ['#d0d9a6', '#4b6c28', '#3a4b35', '#b9d68e'],
  ['#dcc3cd', '#75406f', '#543160', '#dcabdc'],
  ['#eecba0', '#a2500f', '#623c27', '#f2b47c'],
  ['#c3d3d6', '#31608a', '#2e4265', '#a4c6ec'],
  ['#bdd6c8', '#1f6a62', '#235049', '#93d6c6'],
  ['#dfdda6', '#6d6d10', '#4a4a27', '#d8d583'],
] as const

const THEMES: readonly ChartTheme[] = [
  { id: 'light', backdrop: '', name_ink: '#20140a', name_halo: '#f7ecd0', outside_ink: '#20140a', outside_halo: '#efe6cf', border: '#3a2512' },
  { id: 'dark', backdrop: '', name_ink: '#fbf1d8', name_halo: '#1b1020', outside_ink: '#f3e7cf', outside_halo: '#1b1020', border: '#e0bd6b' },
]

// Cards are as large as on drawn maps; a tray has room for them and its title.
const [CARD_WIDTH, CARD_HEIGHT] = [150, 92]
const TITLE = 40
const EDGE = 10
const APART = 26
const YEARS = 10
const YEAR_WIDTH = 92
const SCRIPTORIUM = 275
const WHEEL = 158

/** The whole map: lands, a column with the rows of cards beside them, and the other furniture below. */
export function plainChart(board: BoardFile): Chart {
  const spots = spotsOf(board)
  const shapes = shapesOf(spots)
  const lands = board.lands.map((land, i) => chartLand(land, shapes[i]!, board.borders))
  const outlines = new Map(board.lands.map(({ id }, i) => [id, shapes[i]!.flat()]))
  const rows = rowsAt(board, spots.width)
  const line = furnitureAt(Math.max(spots.height, bottomOf(rows)))
  return {
    viewBox: [0, 0, Math.max(line.width, ...rows.map((row) => row.x + row.width)) + APART, line.bottom + APART],
    lands,
    regions: board.regions.map((region, i) => chartRegion(region.id, region.label, i, lands)),
    sea_links: board.borders.filter(({ kind }) => kind === 'sea').map((border) => seaLink(border, outlines)),
    borders: {
      land: lands.map(({ d }) => d).join(''),
      region: board.borders
        .filter(({ kind }) => kind === 'land')
        .map((border) => road(border, outlines))
        .join(''),
    },
    rows,
    places: line.places,
    themes: THEMES,
  }
}

// Lands

function chartLand(land: FileLand, loops: readonly Loop[], borders: readonly FileBorder[]): ChartLand {
  const [x, y] = roomiest(loops)
  const lines = linesOf(land.label)
  const low = y + 28
  return {
    id: land.id,
    label: land.label,
    region: land.region,
    d: pathOf(loops),
    anchor: [x, y],
    name: {
      x,
      baseline: y - 16 - (lines.length - 1) * 26,
      lines,
      size: 25,
      line: 24,
      width: Math.max(...lines.map(({ length }) => length)) * 12,
      most: 1.3,
    },
    pieces: {
      scale: 1,
      palace: [x - 52, low],
      cubes: [-24, -6, 12].flatMap((dx): Point[] => [
        [x + dx, low - 9],
        [x + dx, low + 9],
      ]),
      counters: [
        [x + 32, low - 9],
        [x + 32, low + 9],
      ],
      gangs: [
        [x + 52, low - 9],
        [x + 52, low + 9],
      ],
    },
    near: neighbours(land.id, borders, 'land'),
    sea: neighbours(land.id, borders, 'sea'),
  }
}

function neighbours(land: string, borders: readonly FileBorder[], kind: FileBorder['kind']): string[] {
  return borders.filter((border) => border.kind === kind).flatMap(({ a, b }) => (a === land ? [b] : b === land ? [a] : []))
}

function chartRegion(id: string, label: string, number: number, all: readonly ChartLand[]): ChartRegion {
  const lands = all.filter(({ region }) => region === id)
  const [wash, ink, darkWash, darkInk] = PAINTS[number % PAINTS.length]!
  return {
    id,
    label,
    wash,
    ink,
    dark: { wash: darkWash, ink: darkInk },
    d: lands.map(({ d }) => d).join(''),
    at: centreOf(lands.map(({ anchor }) => anchor)),
  }
}

// Roads and sea links

type Outlines = ReadonlyMap<string, readonly Point[]>

/** The two points at which lands are nearest to each other. */
function nearest({ a, b }: FileBorder, outlines: Outlines): readonly [Point, Point] {
  let best: readonly [Point, Point] = [
    [0, 0],
    [0, 0],
  ]
  let least = Infinity
  for (const one of outlines.get(a) ?? []) {
    for (const other of outlines.get(b) ?? []) {
      const away = distance(one, other)
      if (away < least) [least, best] = [away, [one, other]]
    }
  }
  return best
}

const INLAND = 12
const digits = (value: number) => value.toFixed(1)

/** A road over the gap, a little way into both lands. */
function road(border: FileBorder, outlines: Outlines): string {
  const [one, other] = nearest(border, outlines)
  const length = distance(one, other) || 1
  const [dx, dy] = [((other[0] - one[0]) / length) * INLAND, ((other[1] - one[1]) / length) * INLAND]
  return `M${digits(one[0] - dx)} ${digits(one[1] - dy)}L${digits(other[0] + dx)} ${digits(other[1] + dy)}`
}

function seaLink(border: FileBorder, outlines: Outlines): SeaLink {
  return { a: border.a, b: border.b, d: road(border, outlines) }
}

// What lies about the map

const TRAY = TITLE + CARD_HEIGHT + EDGE

/** A row for each region, one below the other. */
function rowsAt(board: BoardFile, x: number): ChartRow[] {
  return board.regions.map(({ id, slots }, i): ChartRow => {
    const y = APART + i * (TRAY + APART)
    const cards = Array.from({ length: slots }, (_, slot): Rect => [x + EDGE + slot * (CARD_WIDTH + EDGE), y + TITLE, CARD_WIDTH, CARD_HEIGHT])
    return { region: id, x, y, width: EDGE + slots * (CARD_WIDTH + EDGE), height: TRAY, slots: cards }
  })
}

function bottomOf(rows: readonly ChartRow[]): number {
  return Math.max(...rows.map((row) => row.y + row.height)) + APART
}

/** Wheel, annals, Scriptorium, Archivium and discard, side by side. */
function furnitureAt(top: number): { width: number; bottom: number; places: ChartPlaces } {
  const bottom = top + 2 * WHEEL
  const annals = 2 * (WHEEL + APART) + EDGE
  const scriptorium = annals + YEARS * YEAR_WIDTH + APART + 2 * EDGE
  const archivium = scriptorium + SCRIPTORIUM + APART + EDGE
  const discard = archivium + CARD_WIDTH + APART + 2 * EDGE
  const card = (x: number): Rect => [x, bottom - EDGE - CARD_HEIGHT, CARD_WIDTH, CARD_HEIGHT]
  return {
    width: discard + CARD_WIDTH + EDGE,
    bottom,
    places: {
      wheel: { cx: WHEEL + APART, cy: top + WHEEL, r: WHEEL },
      annals: { cells: Array.from({ length: YEARS }, (_, i): Rect => [annals + i * YEAR_WIDTH, bottom - EDGE - 62, YEAR_WIDTH, 62]) },
      scriptorium: { card: card(scriptorium + 70) },
      archivium: { card: card(archivium) },
      discard: { card: card(discard) },
    },
  }
}
