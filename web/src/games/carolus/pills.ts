/** Where it is written what would happen at a stop: beside the land, clear of the middle and of each other. */

import { scaleFor } from './ring/boxes'
import type { Ground, Point, RegionGround } from './ring/layout'
import type { Stop } from './view'

export interface Pill {
  readonly stop: Stop
  readonly at: Point
  readonly width: number
  readonly height: number
  /** Where the ring runs upright there is little room beside it: things stand one above the other. */
  readonly upright: boolean
  /** How much larger than usual it is drawn. */
  readonly scale: number
}

export interface PillWish {
  readonly stop: Stop
  readonly land: RegionGround
  /** What is written when nothing changes hands. */
  readonly text: string
}

const FARTHEST = 130
const STRIDE = 5
const EDGE = 13
const DIRECTIONS = 16

/** A place for each pill; one that finds none is left out, for the list tells the same. */
export function placePills(wishes: readonly PillWish[], ground: Ground, hub: Point): Pill[] {
  const placed: Pill[] = []
  for (const wish of wishes) {
    const pill = nearestFree(shaped(wish, ground), ground, hub, placed)
    if (pill) placed.push(pill)
  }
  return placed
}

export function changesHands({ result }: Stop): boolean {
  return result === 'build' || result === 'conquer'
}

function shaped({ stop, land, text }: PillWish, ground: Ground): Pill {
  const upright = Math.abs(land.normal[0]) > 0.6
  const joins = stop.joins.length > 0
  const changes = changesHands(stop)
  const scale = scaleFor(ground.box.width, ground.box.height)
  const width = scale * (changes ? (upright ? 42 : joins ? 98 : 60) : text.length * 6.6 + (upright ? 12 : 22))
  const height = scale * (!changes || !upright ? 28 : joins ? 68 : 48)
  const [nx, ny] = land.normal
  const off = (Math.abs(nx) * width) / 2 + (Math.abs(ny) * height) / 2 - ground.hex * 0.28
  return { stop, at: [land.sign[0] - nx * off, land.sign[1] - ny * off], width, height, upright, scale }
}

function nearestFree(pill: Pill, ground: Ground, hub: Point, others: readonly Pill[]): Pill | null {
  for (let away = 0; away <= FARTHEST; away += STRIDE) {
    for (let turn = 0; turn < (away > 0 ? DIRECTIONS : 1); turn++) {
      const angle = (turn * 2 * Math.PI) / DIRECTIONS
      const there = { ...pill, at: [pill.at[0] + Math.cos(angle) * away, pill.at[1] + Math.sin(angle) * away] as const }
      if (isFree(there, ground, hub, others)) return there
    }
  }
  return null
}

function isFree(pill: Pill, ground: Ground, hub: Point, others: readonly Pill[]): boolean {
  const { width, height } = ground.box
  const [x, y] = pill.at
  if (x < pill.width / 2 + EDGE || y < pill.height / 2 + EDGE) return false
  if (x > width - pill.width / 2 - EDGE || y > height - pill.height / 2 - EDGE) return false
  const middle = { at: [width / 2, height / 2] as const, width: hub[0] * 2, height: hub[1] * 2 }
  if (overlap(pill, middle) || others.some((other) => overlap(pill, other))) return false
  if (ground.regions.some(({ bar }) => overlap(pill, { at: [bar.x, bar.y], width: bar.width, height: bar.height }))) return false
  return !ground.regions.some(({ territories }) => territories.some(({ hexes }) => hexes.some((hex) => touches(pill, hex, ground.hex))))
}

/** A place and its size. */
export type Plate = Pick<Pill, 'at' | 'width' | 'height'>

function overlap(one: Plate, other: Plate): boolean {
  const [dx, dy] = [Math.abs(one.at[0] - other.at[0]), Math.abs(one.at[1] - other.at[1])]
  return dx < (one.width + other.width) / 2 + 3 && dy < (one.height + other.height) / 2 + 3
}

function touches({ at: [x, y], width, height }: Plate, [hx, hy]: Point, hex: number): boolean {
  return Math.hypot(Math.max(0, Math.abs(hx - x) - width / 2), Math.max(0, Math.abs(hy - y) - height / 2)) < hex * 0.46
}
