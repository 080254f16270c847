/** Where the lands of a board lie on a plain sheet: from their coordinates, or from their borders alone. Pure sums. */

import type { Point } from '../chart'
import type { BoardFile, Degrees, FileBorder, FileLand } from './board'

export interface Spots {
  /** The points of each land, in board order. */
  readonly lands: readonly (readonly Point[])[]
  /** Points that belong to nobody. */
  readonly nobody: readonly Point[]
  readonly width: number
  readonly height: number
}

/** How far apart neighbours lie, in the middle of all. */
export const STRIDE = 250
const MARGIN = 190
const MOST_SIDE = 3600
// A degree of longitude is shorter than one of latitude, at our height by so much.
const NARROWER = Math.cos((47 * Math.PI) / 180)

/** The points of all lands on a sheet that is as large as they need. */
export function spotsOf(board: BoardFile): Spots {
  const given = board.lands.map(seedsOf)
  const known = given.every((seeds) => seeds.length > 0)
  const lands = known ? given.map((seeds) => seeds.map(flat)) : apart(board.lands, board.borders).map((point) => [point])
  const outside = known ? [...(board.outside ?? []).flatMap(({ seeds }) => seeds ?? []), ...(board.void_seeds ?? [])].map(flat) : []
  return scaled(lands, outside, strideOf(lands, board))
}

function seedsOf(land: FileLand): readonly Degrees[] {
  if (land.seeds?.length) return land.seeds
  if (land.anchor) return [land.anchor]
  return land.lon === undefined || land.lat === undefined ? [] : [[land.lon, land.lat]]
}

const flat = ([lon, lat]: Degrees): Point => [lon * NARROWER, -lat]

/** The middle of some points. */
export function centreOf(points: readonly Point[]): Point {
  const sum = points.reduce<Point>(([x, y], [dx, dy]) => [x + dx, y + dy], [0, 0])
  return [sum[0] / points.length, sum[1] / points.length]
}

/** How far apart neighbours over land lie, in the middle of all. */
function strideOf(lands: readonly (readonly Point[])[], board: BoardFile): number {
  const centres = new Map(board.lands.map(({ id }, i) => [id, centreOf(lands[i]!)]))
  const strides = board.borders
    .map(({ a, b }) => distance(centres.get(a)!, centres.get(b)!))
    .filter((stride) => stride > 0)
    .sort((one, other) => one - other)
  return strides[Math.floor(strides.length / 2)] ?? 1
}

export function distance([ax, ay]: Point, [bx, by]: Point): number {
  return Math.hypot(ax - bx, ay - by)
}

function scaled(lands: readonly (readonly Point[])[], nobody: readonly Point[], stride: number): Spots {
  const all = lands.flat()
  const [left, top] = [Math.min(...all.map(([x]) => x)), Math.min(...all.map(([, y]) => y))]
  const side = Math.max(...all.map(([x, y]) => Math.max(x - left, y - top)))
  const k = Math.min(STRIDE / stride, MOST_SIDE / (side || 1))
  const put = ([x, y]: Point): Point => [MARGIN + (x - left) * k, MARGIN + (y - top) * k]
  const placed = lands.map((points) => points.map(put))
  const end = (along: 0 | 1) => Math.max(...placed.flat().map((point) => point[along])) + MARGIN
  return { lands: placed, nobody: nobody.map(put), width: end(0), height: end(1) }
}

const ROUNDS = 400

/** Lands without coordinates: neighbours draw together, all others push each other away. Always the same for the same board. */
function apart(lands: readonly FileLand[], borders: readonly FileBorder[]): Point[] {
  const number = new Map(lands.map(({ id }, i) => [id, i]))
  const joined = borders.map(({ a, b }) => [number.get(a)!, number.get(b)!] as const)
  // A spiral, in which no two points lie alike.
  let points = lands.map((_, i): Point => [Math.sqrt(i + 1) * Math.cos(i * 2.4), Math.sqrt(i + 1) * Math.sin(i * 2.4)])
  for (let round = 0; round < ROUNDS; round++) points = drawn(points, joined, 0.2 * (1 - round / ROUNDS) + 0.005)
  return points
}

function drawn(points: readonly Point[], joined: readonly (readonly [number, number])[], most: number): Point[] {
  const pull = points.map(() => [0, 0] as [number, number])
  const push = (i: number, j: number, strength: (length: number) => number) => {
    const [dx, dy] = [points[j]![0] - points[i]![0], points[j]![1] - points[i]![1]]
    const length = Math.hypot(dx, dy) || 0.01
    const by = strength(length) / length
    pull[i]![0] += dx * by
    pull[i]![1] += dy * by
    pull[j]![0] -= dx * by
    pull[j]![1] -= dy * by
  }
  for (let i = 0; i < points.length; i++) for (let j = 0; j < i; j++) push(i, j, (length) => -1 / length)
  for (const [i, j] of joined) push(i, j, (length) => length * length)
  return points.map(([x, y], i): Point => {
    const [dx, dy] = pull[i]!
    const step = Math.min(most, Math.hypot(dx, dy)) / (Math.hypot(dx, dy) || 1)
    return [x + dx * step, y + dy * step]
  })
}
