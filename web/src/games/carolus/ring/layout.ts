/**
 * From a partition of the ring and a box to its geometry. Pure: same input, same output.
 *
 * The ground (land, coasts, places for pieces) hangs on box and partition only, so paladins never move land
 * it is kept, because finding it takes some time. Pieces are laid on it for each view.
 */

import type { Cluster } from './cluster'
import { type Seam, shores, softPath } from './coast'
import type { Curve } from './curve'
import { type Box, boxKey, type Fit, fit } from './fit'
import { type Cell, centre, corner, HEXES_OF_A_TERRITORY, key, NEIGHBOURS, type Point, type Shape, shapeOf, shifted } from './hex'

export type { Box } from './fit'
export type { Seam } from './coast'
export type { Point, Shape } from './hex'

export interface TerritoryPlace {
  readonly territory: number
  readonly shape: Shape
  readonly x: number
  readonly y: number
  /** As an angle, clockwise. */
  readonly turn: number
  readonly hexes: readonly Point[]
}

export interface Bar {
  x: number
  y: number
  readonly width: number
  readonly height: number
}

export interface RegionGround {
  readonly territories: readonly TerritoryPlace[]
  readonly outline: string
  readonly seams: readonly Seam[]
  /** Where castles stand, in the order of the territories. */
  readonly keeps: readonly Point[]
  /** Where paladins stand, along the curve. */
  readonly camps: readonly Point[]
  /** Where the Emperor stands. */
  readonly throne: Point
  readonly bar: Bar
  /** Beside the shore opposite the bar, for what would happen here. */
  readonly sign: Point
  /** The way from the land to the bar. */
  readonly normal: Point
  readonly middle: Point
  /** Place of the region's middle along the curve. */
  readonly s: number
}

export interface Ground {
  readonly box: Box
  readonly hex: number
  readonly gap: number
  /** The length of the curve, in hex widths. */
  readonly length: number
  readonly regions: readonly RegionGround[]
  /** A place beside the curve. */
  at(s: number, inwards: number): Point
}

interface Hex {
  readonly cell: Cell
  readonly at: Point
  readonly territory: number
  readonly role: 'castle' | 'camp' | 'throne'
  readonly s: number
}

const KEPT = 64
const grounds = new Map<string, Ground>()

/** The ground of a partition: regions clockwise, each with its territories in ring order. */
export function groundOf(partition: readonly (readonly number[])[], box: Box): Ground {
  const id = `${boxKey(box)}|${partition.map((territories) => territories.join(',')).join(';')}`
  const known = grounds.get(id)
  if (known) return known
  const made = makeGround(partition, box)
  if (grounds.size >= KEPT) grounds.delete(grounds.keys().next().value ?? '')
  grounds.set(id, made)
  return made
}

function makeGround(partition: readonly (readonly number[])[], box: Box): Ground {
  const fitted = fit(box, partition)
  const sheet = new Sheet(box, fitted)
  const regions = fitted.clusters.map((cluster) => regionGround(cluster, sheet))
  stepAside(regions, box, fitted.hex)
  return {
    box,
    hex: fitted.hex,
    gap: fitted.gap * fitted.hex,
    length: fitted.curve.length,
    regions,
    at: (s, inwards) => sheet.px(fitted.curve.beside(s, inwards)),
  }
}

/** The box in pixels and the curve in hex widths. */
class Sheet {
  readonly hex: number
  readonly curve: Curve

  constructor(
    readonly box: Box,
    { hex, curve }: Fit,
  ) {
    this.hex = hex
    this.curve = curve
  }

  px([x, y]: Point): Point {
    return [this.box.width / 2 + x * this.hex, this.box.height / 2 + y * this.hex]
  }
}

function regionGround(cluster: Cluster, sheet: Sheet): RegionGround {
  const hexes = hexesOf(cluster, sheet.curve)
  const loops = shores(hexes.map(({ cell }) => cell)).map((loop) => loop.map((point) => sheet.px(cluster.locate(point))))
  const seed = cluster.laid[cluster.seedIndex()]?.territory
  const throne = hexes.find((hex) => hex.territory === seed && hex.role === 'throne')
  const free = hexes.filter(({ role }) => role !== 'castle').sort((a, b) => a.s - b.s || a.territory - b.territory)
  return {
    territories: cluster.laid.map((laid) => territoryPlace(laid.territory, laid.cells, cluster, laid.sixths, sheet)),
    outline: loops.map(softPath).join(''),
    seams: seamsOf(cluster, hexes, sheet),
    keeps: hexes.filter(({ role }) => role === 'castle').map(({ at }) => sheet.px(at)),
    camps: free.map(({ at }) => sheet.px(at)),
    throne: sheet.px(throne?.at ?? [0, 0]),
    ...hangings(cluster, hexes, sheet),
  }
}

function hexesOf(cluster: Cluster, curve: Curve): Hex[] {
  return cluster.laid.flatMap(({ territory, cells, s }) =>
    cells.map((cell, index) => {
      const at = cluster.place(cell)
      const role = index === 0 ? 'castle' : index === HEXES_OF_A_TERRITORY - 1 ? 'throne' : 'camp'
      return { cell, at, territory, role, s: curve.nearest(at, s, 3).s } as const
    }),
  )
}

function territoryPlace(territory: number, cells: readonly Cell[], cluster: Cluster, sixths: number, sheet: Sheet): TerritoryPlace {
  const hexes = cells.map((cell) => sheet.px(cluster.place(cell)))
  const x = hexes.reduce((sum, at) => sum + at[0], 0) / hexes.length
  const y = hexes.reduce((sum, at) => sum + at[1], 0) / hexes.length
  return { territory, shape: shapeOf(territory), x, y, turn: cluster.base + (sixths * Math.PI) / 3, hexes }
}

function seamsOf(cluster: Cluster, hexes: readonly Hex[], sheet: Sheet): Seam[] {
  const seams: Seam[] = []
  for (const { cell, territory } of hexes) {
    for (let side = 0; side < 3; side++) {
      const other = cluster.taken.get(key(...shifted(cell, NEIGHBOURS[side] ?? [0, 0])))
      if (other === undefined) continue
      const [from, to] = [side + 5, side + 6].map((index) => sheet.px(cluster.locate(corner(centre(cell), index))))
      if (from && to) seams.push({ from, to, border: cluster.laid[other]?.territory !== territory })
    }
  }
  return seams
}

type Hangings = Pick<RegionGround, 'bar' | 'sign' | 'normal' | 'middle' | 's'>

/** How far the way from the land to its bar leans to the side before the bar stands upright. */
const UPRIGHT = 0.75

/** The force bar hangs on the shore at the middle of the region, the sign on the shore across. */
function hangings(cluster: Cluster, hexes: readonly Hex[], sheet: Sheet): Hangings {
  const { box, hex, curve } = sheet
  const s = (cluster.from + cluster.to) / 2
  const heading = curve.heading(s)
  const along: Point = [Math.cos(heading), Math.sin(heading)]
  const normal: Point = box.bars === 'out' ? [along[1], -along[0]] : [-along[1], along[0]]
  const foot = curve.at(s)
  const { width, height } = Math.abs(normal[0]) > UPRIGHT ? box.upright : box.bar
  const [halfWidth, halfHeight] = [width / 2 / hex, height / 2 / hex]
  const depth = Math.abs(normal[0]) * halfWidth + Math.abs(normal[1]) * halfHeight
  const span = Math.abs(normal[1]) * halfWidth + Math.abs(normal[0]) * halfHeight
  const reach = shoreAt(hexes, foot, along, normal, span + 0.45) + depth + 0.09
  const across = Math.min(cluster.inwards, 2.2) + 0.42
  const [x, y] = sheet.px([foot[0] + normal[0] * reach, foot[1] + normal[1] * reach])
  const sign = sheet.px([foot[0] - normal[0] * across, foot[1] - normal[1] * across])
  return { bar: { x, y, width, height }, sign, normal, middle: sheet.px(foot), s }
}

/** How far the land reaches along the normal, near the foot. */
function shoreAt(hexes: readonly Hex[], foot: Point, along: Point, normal: Point, span: number): number {
  let reach = 0
  for (const { at } of hexes) {
    for (let index = 0; index < 6; index++) {
      const [x, y] = corner(at, index)
      const [dx, dy] = [x - foot[0], y - foot[1]]
      const far = dx * normal[0] + dy * normal[1]
      if (Math.abs(dx * along[0] + dy * along[1]) < span && far > -1.9) reach = Math.max(reach, far)
    }
  }
  return reach
}

const SLIPS = [0, 0.4, -0.4, 0.8, -0.8, 1.3, -1.3, 1.9, -1.9]
const STEPS = 14

/** Bars that would lie on another bar or on land step away from the shore, a quarter hex at a time. */
function stepAside(regions: readonly RegionGround[], box: Box, hex: number): void {
  const land = regions.flatMap((region) => region.territories.flatMap((territory) => territory.hexes))
  regions.forEach((region, index) => {
    const bars = regions.slice(0, index).map((other) => other.bar)
    const wished = [...tries(region, hex), ...around(region, hex)]
    const free = wished.find((at) => !clashes(at, region.bar, bars, land, box, hex))
    if (free) [region.bar.x, region.bar.y] = free
  })
}

function tries({ bar, normal }: RegionGround, hex: number): Point[] {
  const found: Point[] = []
  for (let step = 0; step <= STEPS; step++) {
    for (const slip of SLIPS) {
      const [out, aside] = [step * 0.25 * hex, slip * hex]
      found.push([bar.x + normal[0] * out - normal[1] * aside, bar.y + normal[1] * out + normal[0] * aside])
    }
  }
  return found
}

const FARTHEST = 8
const DIRECTIONS = 24

/** Where a bar goes when there is no room along the normal: any place, the nearest first. */
function around({ bar }: RegionGround, hex: number): Point[] {
  const found: Point[] = []
  for (let away = 0.25; away <= FARTHEST; away += 0.25) {
    for (let turn = 0; turn < DIRECTIONS; turn++) {
      const angle = (turn * 2 * Math.PI) / DIRECTIONS
      found.push([bar.x + Math.cos(angle) * away * hex, bar.y + Math.sin(angle) * away * hex])
    }
  }
  return found
}

function clashes([x, y]: Point, bar: Bar, others: readonly Bar[], land: readonly Point[], box: Box, hex: number): boolean {
  const { width, height } = bar
  if (x < width / 2 || y < height / 2 || x > box.width - width / 2 || y > box.height - height / 2) return true
  if (others.some((other) => Math.abs(other.x - x) < (other.width + width) / 2 + 4 && Math.abs(other.y - y) < (other.height + height) / 2 + 4))
    return true
  return land.some(([lx, ly]) => {
    const dx = Math.max(0, Math.abs(lx - x) - width / 2)
    const dy = Math.max(0, Math.abs(ly - y) - height / 2)
    return Math.hypot(dx, dy) < 0.5 * hex
  })
}

/** The Emperor's road: a line beside the curve from one place to a later one. */
export function road(ground: Ground, from: number, to: number, inwards: number): Point[] {
  let end = to
  while (end <= from + 1e-6) end += ground.length
  const pieces = Math.max(2, Math.ceil((end - from) / 0.4))
  return Array.from({ length: pieces + 1 }, (_, index) => ground.at(from + ((end - from) * index) / pieces, inwards))
}

export function line(points: readonly Point[]): string {
  return points.map(([x, y], index) => `${index > 0 ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
}
