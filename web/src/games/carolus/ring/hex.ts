/** Hexes, and the three shapes of a territory. All lengths are hex widths. */

export type Point = readonly [number, number]
/** A hex of a lattice by its axial coordinates; r grows towards the middle of the ring. */
export type Cell = readonly [number, number]
export type Shape = 'lozenge' | 'hook' | 'cup'

export const HEXES_OF_A_TERRITORY = 4
const ROW = Math.sqrt(3) / 2
const CIRCUMRADIUS = 1 / Math.sqrt(3)
const SIXTH = Math.PI / 3

/** Four hexes each, two rows deep. The first is the castle's, the last the Emperor's. */
export const SHAPES: Readonly<Record<Shape, readonly Cell[]>> = {
  lozenge: [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ],
  hook: [
    [0, 0],
    [2, 0],
    [1, 0],
    [1, 1],
  ],
  cup: [
    [-1, 0],
    [1, 0],
    [0, 1],
    [-1, 1],
  ],
}
const SHAPE_NAMES: readonly Shape[] = ['lozenge', 'hook', 'cup']

export const NEIGHBOURS: readonly Cell[] = [
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
]

export function shapeOf(territory: number): Shape {
  return SHAPE_NAMES[territory % SHAPE_NAMES.length] ?? 'lozenge'
}

/** One number for a cell, to look it up fast. */
export function key(q: number, r: number): number {
  return (q + 512) * 1024 + r + 512
}

export function shifted([q, r]: Cell, [dq, dr]: Cell): Cell {
  return [q + dq, r + dr]
}

/** The cell turned by sixths of a circle around the origin. */
export function spun(cell: Cell, sixths: number): Cell {
  let [q, r] = cell
  for (let left = sixths; left > 0; left--) [q, r] = [-r, q + r]
  return [q, r]
}

export function centre([q, r]: Cell): Point {
  return [q + r / 2, r * ROW]
}

export function middle(cells: readonly Cell[]): Point {
  let x = 0
  let y = 0
  for (const cell of cells) {
    const [cx, cy] = centre(cell)
    x += cx
    y += cy
  }
  return [x / cells.length, y / cells.length]
}

/** The corners of a hex, numbered clockwise from lower right. */
export function corner([x, y]: Point, index: number): Point {
  const angle = Math.PI / 6 + index * SIXTH
  return [x + Math.cos(angle) * CIRCUMRADIUS, y + Math.sin(angle) * CIRCUMRADIUS]
}

export function turned([x, y]: Point, angle: number): Point {
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  return [x * cos - y * sin, x * sin + y * cos]
}

/** The same angle between half a turn back and half a turn on. */
export function lean(angle: number): number {
  const whole = (angle + Math.PI) % (2 * Math.PI)
  return (whole < 0 ? whole + 2 * Math.PI : whole) - Math.PI
}

export function mix(from: number, to: number, part: number): number {
  return from + (to - from) * part
}

export function between([ax, ay]: Point, [bx, by]: Point, part: number): Point {
  return [mix(ax, bx, part), mix(ay, by, part)]
}
