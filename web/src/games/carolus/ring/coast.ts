/** Coasts: the outline of hexes as a path that looks drawn, and the seams inside. */

import { type Cell, corner, centre, key, middle, NEIGHBOURS, type Point, SHAPES, type Shape, shifted } from './hex'

const SOFTNESS = 0.3

/** A line between two hexes of a region; a border if they belong to two territories. */
export interface Seam {
  readonly from: Point
  readonly to: Point
  readonly border: boolean
}

/** The closed lines around the cells, in lattice units. */
export function shores(cells: readonly Cell[]): Point[][] {
  const inside = new Set(cells.map(([q, r]) => key(q, r)))
  const edges = new Map<string, { from: Point; to: string }>()
  for (const cell of cells) {
    NEIGHBOURS.forEach((direction, index) => {
      if (inside.has(key(...shifted(cell, direction)))) return
      const from = corner(centre(cell), index + 5)
      edges.set(name(from), { from, to: name(corner(centre(cell), index + 6)) })
    })
  }
  return chained(edges)
}

function name([x, y]: Point): string {
  return `${tidy(x)},${tidy(y)}`
}

/** Three decimals, and one zero only. */
function tidy(value: number): string {
  return (Math.round(value * 1000) / 1000 + 0).toFixed(3)
}

function chained(edges: Map<string, { from: Point; to: string }>): Point[][] {
  const loops: Point[][] = []
  for (const start of [...edges.keys()]) {
    const loop: Point[] = []
    let at = start
    for (let edge = edges.get(at); edge !== undefined; edge = edges.get(at)) {
      loop.push(edge.from)
      edges.delete(at)
      at = edge.to
    }
    if (loop.length > 0) loops.push(loop)
  }
  return loops
}

/** A closed path with its corners cut. */
export function softPath(loop: readonly Point[]): string {
  let path = ''
  loop.forEach((point, index) => {
    const before = loop[(index + loop.length - 1) % loop.length] ?? point
    const after = loop[(index + 1) % loop.length] ?? point
    path += `${index > 0 ? 'L' : 'M'}${towards(point, before)}Q${write(point)} ${towards(point, after)}`
  })
  return `${path}Z`
}

function towards([x, y]: Point, [tx, ty]: Point): string {
  return write([x + (tx - x) * SOFTNESS, y + (ty - y) * SOFTNESS])
}

function write([x, y]: Point): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`
}

/** One territory around its own middle: what slides when regions merge. */
export function piecePath(shape: Shape, hex: number): string {
  const cells = SHAPES[shape]
  const [mx, my] = middle(cells)
  return shores(cells)
    .map((loop) => softPath(loop.map(([x, y]) => [(x - mx) * hex, (y - my) * hex] as const)))
    .join('')
}
