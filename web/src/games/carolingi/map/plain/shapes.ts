/** Lands as islands with a gap between them: every spot belongs to the nearest point, if it is near enough. Pure sums. */

import type { Point } from '../chart'
import { STRIDE, type Spots } from './spots'

/** One closed line. */
export type Loop = readonly Point[]

const STEP = 12
const GAP = 13
const REACH = STRIDE * 0.58
const OUT = -60
const SIGHT = REACH + GAP - OUT

/** The outlines of all lands, in board order. */
export function shapesOf(spots: Spots): Loop[][] {
  const grid = gridOf(spots)
  return spots.lands.map((_, land) => loopsOf(fieldOf(grid, land), grid.columns, grid.rows))
}

/** At every crossing of a fine net: the two nearest owners and how far they are. */
interface Grid {
  readonly columns: number
  readonly rows: number
  readonly owner: Int16Array
  readonly next: Int16Array
  readonly near: Float32Array
  readonly far: Float32Array
}

const NOBODY = -1

function gridOf({ lands, nobody, width, height }: Spots): Grid {
  const seeds = [...lands.flatMap((points, land) => points.map((at) => ({ at, land }))), ...nobody.map((at) => ({ at, land: NOBODY }))]
  const [columns, rows] = [Math.ceil(width / STEP) + 1, Math.ceil(height / STEP) + 1]
  const size = columns * rows
  const grid: Grid = {
    columns,
    rows,
    owner: new Int16Array(size).fill(NOBODY),
    next: new Int16Array(size).fill(NOBODY),
    near: new Float32Array(size).fill(Infinity),
    far: new Float32Array(size).fill(Infinity),
  }
  for (const { at, land } of seeds) claim(grid, land, at)
  return grid
}

/** A point lays claim to everything within its reach, and a little more: others must know how near it is. */
function claim(grid: Grid, land: number, [x, y]: Point): void {
  const within = (at: number, most: number) => Math.max(0, Math.min(most, Math.round(at / STEP)))
  const [left, right] = [within(x - SIGHT, grid.columns), within(x + SIGHT, grid.columns)]
  const [top, bottom] = [within(y - SIGHT, grid.rows), within(y + SIGHT, grid.rows)]
  for (let row = top; row < bottom; row++) {
    for (let column = left; column < right; column++) {
      const [dx, dy] = [column * STEP - x, row * STEP - y]
      settle(grid, row * grid.columns + column, land, Math.sqrt(dx * dx + dy * dy))
    }
  }
}

function settle(grid: Grid, spot: number, land: number, away: number): void {
  if (away < grid.near[spot]!) {
    if (grid.owner[spot] !== land) {
      grid.next[spot] = grid.owner[spot]!
      grid.far[spot] = grid.near[spot]!
    }
    grid.owner[spot] = land
    grid.near[spot] = away
  } else if (land !== grid.owner[spot] && away < grid.far[spot]!) {
    grid.next[spot] = land
    grid.far[spot] = away
  }
}

/** How deep every crossing lies in a land; below zero it lies outside. */
function fieldOf(grid: Grid, land: number): Float32Array {
  return grid.near.map((near, spot) => {
    const far = grid.far[spot]!
    if (grid.owner[spot] === land) return Math.min(far - GAP, REACH) - near
    return grid.next[spot] === land ? Math.max(OUT, Math.min(near - GAP, REACH) - far) : OUT
  })
}

/** The lines along which the field is zero, each closed. The ends of every piece lie on edges of the net, so they meet exactly. */
function loopsOf(field: Float32Array, columns: number, rows: number): Loop[] {
  const onwards = new Map<number, number>()
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) cross(field, row * columns + column, columns, onwards)
  }
  const loops: Loop[] = []
  while (onwards.size) loops.push(followed(onwards, field, columns))
  return loops.filter((loop) => loop.length > 5)
}

/** The pieces of line in one square of the net, the land on their right; an edge is called by its first corner and its way. */
function cross(field: Float32Array, corner: number, columns: number, onwards: Map<number, number>): void {
  const corners = [corner, corner + 1, corner + columns + 1, corner + columns]
  const edges = [corner * 2, (corner + 1) * 2 + 1, (corner + columns) * 2, corner * 2 + 1]
  const inside = corners.map((each) => field[each]! > 0)
  for (let side = 0; side < 4; side++) {
    // A line comes in where we leave the land on the way round, and goes out where we enter it again.
    if (!inside[side] || inside[(side + 1) % 4]) continue
    let out = (side + 1) % 4
    while (inside[out] || !inside[(out + 1) % 4]) out = (out + 1) % 4
    onwards.set(edges[side]!, edges[out]!)
  }
}

function followed(onwards: Map<number, number>, field: Float32Array, columns: number): Loop {
  const [first] = onwards.keys()
  const loop: Point[] = []
  for (let edge = first; edge !== undefined;) {
    loop.push(zeroOn(edge, field, columns))
    const next: number | undefined = onwards.get(edge)
    onwards.delete(edge)
    edge = next
  }
  return loop
}

/** Where the field is zero on an edge of the net. */
function zeroOn(edge: number, field: Float32Array, columns: number): Point {
  const corner = edge >> 1
  const other = edge & 1 ? corner + columns : corner + 1
  const share = field[corner]! / (field[corner]! - field[other]!)
  const [x, y] = [corner % columns, Math.floor(corner / columns)]
  return edge & 1 ? [x * STEP, (y + share) * STEP] : [(x + share) * STEP, y * STEP]
}

/** The roomiest spot for something that is wider than it is high. */
export function roomiest(loops: readonly Loop[]): Point {
  const line = loops.flat()
  const [xs, ys] = [line.map(([x]) => x), line.map(([, y]) => y)]
  let best: Point = line[0] ?? [0, 0]
  let most = -Infinity
  for (let x = Math.min(...xs); x <= Math.max(...xs); x += STEP) {
    for (let y = Math.min(...ys); y <= Math.max(...ys); y += STEP) {
      const room = isInside(loops, [x, y]) ? Math.min(...line.map(([lx, ly]) => Math.hypot((lx - x) * 0.6, ly - y))) : -Infinity
      if (room > most) [most, best] = [room, [x, y]]
    }
  }
  return best
}

function isInside(loops: readonly Loop[], [x, y]: Point): boolean {
  let inside = false
  for (const loop of loops) {
    loop.forEach(([ax, ay], i) => {
      const [bx, by] = loop[(i + 1) % loop.length]!
      if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside
    })
  }
  return inside
}

/** An outline as the map format writes it: relative steps, one digit after the point. */
export function pathOf(loops: readonly Loop[]): string {
  return loops.map((loop) => loop.map(step).join('') + 'z').join('')
}

function step([x, y]: Point, i: number, loop: Loop): string {
  const round = (value: number) => Math.round(value * 10) / 10
  if (i === 0) return `M${round(x)} ${round(y)}`
  const [bx, by] = loop[i - 1]!
  return `l${round(round(x) - round(bx))} ${round(round(y) - round(by))}`
}
