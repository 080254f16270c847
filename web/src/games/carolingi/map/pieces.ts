/** Where the pieces of a land lie: a row with palace or pennant and cubes, a row with counters and gangs. Pure sums. */

import type { BySeat, LandView } from '../types'
import type { ChartLand, Point } from './chart'
import { middleOf } from './chart'

export type PieceKind = 'palace' | 'pennant' | 'cube' | 'counter' | 'gang'

export interface Piece {
  readonly kind: PieceKind
  readonly seat: string | null
  /** A number beside the piece when it stands for several. */
  readonly number: number | null
  readonly x: number
  readonly y: number
  readonly size: number
}

type Item = Omit<Piece, 'x' | 'y'> & { readonly width: number }

const SIZES: Record<PieceKind, number> = { palace: 37, pennant: 27, cube: 29, counter: 26, gang: 27 }
const GAP = 3
const DIGIT = 16
const NUMBERED_FROM = 3
const MOST_SCALE = 1.54
const LEAST_SCALE = 0.66

function item(kind: PieceKind, seat: string | null, number: number | null, scale: number): Item {
  const size = SIZES[kind] * scale
  const digits = number === null ? 0 : String(number).length
  return { kind, seat, number, size, width: size + (GAP + digits * DIGIT) * scale }
}

/** One piece for each up to two, then one with a number. */
function several(kind: PieceKind, seat: string | null, number: number, scale: number, from = NUMBERED_FROM): Item[] {
  if (number >= from) return [item(kind, seat, number, scale)]
  return Array.from({ length: number }, () => item(kind, seat, null, scale))
}

function followers(bySeat: BySeat, scale: number, from: number): Item[] {
  return Object.entries(bySeat).flatMap(([seat, number]) => several('cube', seat, number, scale, from))
}

function rowsOf(land: LandView, scale: number, from: number): Item[][] {
  const top: Item[] = []
  if (land.homeland) top.push(item('palace', land.homeland, null, scale))
  else if (land.controlled_by) top.push(item('pennant', land.controlled_by, null, scale))
  top.push(...followers(land.followers, scale, from))
  const low = [...several('counter', null, land.counters, scale), ...several('gang', null, land.gangs, scale)]
  if (top.length + low.length <= 3) return [[...top, ...low]].filter((row) => row.length)
  return [top, low].filter((row) => row.length)
}

function widthOf(row: readonly Item[]): number {
  return row.reduce((sum, each) => sum + each.width, 0)
}

/** A row that is too long is broken in two. */
function broken(rows: readonly Item[][], room: number): Item[][] {
  return rows.flatMap((row) => {
    if (widthOf(row) <= room || row.length < 2) return [row]
    const half = Math.ceil(row.length / 2)
    return [row.slice(0, half), row.slice(half)]
  })
}

function placed(rows: readonly Item[][], [cx, cy]: Point, scale: number): Piece[] {
  const step = 31 * scale
  return rows.flatMap((row, i) => {
    let x = cx - widthOf(row) / 2
    const y = cy + (i - (rows.length - 1) / 2) * step
    return row.map(({ width, ...each }) => {
      const at = { ...each, x: x + each.size / 2, y: each.kind === 'palace' ? y - 4 * scale : y }
      x += width
      return at
    })
  })
}

/** How much room a land has for its pieces. */
export function roomOf(land: ChartLand): { width: number; height: number } {
  const { palace, cubes, counters, gangs, scale } = land.pieces
  const points = [palace, ...cubes, ...counters, ...gangs]
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const edge = 26 * scale
  return { width: Math.max(...xs) - Math.min(...xs) + edge, height: Math.max(...ys) - Math.min(...ys) + edge }
}

/** The pieces of a land at their places: as large as fits, smaller where many colours stand. */
export function piecesOf(chart: ChartLand, land: LandView): Piece[] {
  const room = roomOf(chart)
  const wide = Math.max(room.width * 1.08, 104)
  const high = Math.max(room.height * 1.1, 70)
  for (const from of [NUMBERED_FROM, 2]) {
    for (let scale = MOST_SCALE; scale >= LEAST_SCALE; scale -= 0.06) {
      const rows = broken(rowsOf(land, scale, from), wide)
      if (rows.length * 31 * scale <= high + 4 && rows.every((row) => widthOf(row) <= wide + 4)) {
        return placed(rows, middleOf(chart), scale)
      }
    }
  }
  return placed(broken(rowsOf(land, LEAST_SCALE, 2), wide), middleOf(chart), LEAST_SCALE)
}

/** The pieces on a card in a row, smaller the more there are. */
export function cardPieces(bySeat: BySeat, gangs: number, width: number, taken = 0): Piece[] {
  for (const from of [NUMBERED_FROM, 2]) {
    for (let scale = 1.46; scale >= LEAST_SCALE; scale -= 0.08) {
      const row = [...followers(bySeat, scale, from), ...several('gang', null, gangs, scale, from)]
      if (widthOf(row) <= width - taken) return placed([row], [(width - taken) / 2, 0], scale)
    }
  }
  const rest = [...followers(bySeat, LEAST_SCALE, 2), ...several('gang', null, gangs, LEAST_SCALE, 2)]
  return placed([rest], [(width - taken) / 2, 0], LEAST_SCALE)
}
