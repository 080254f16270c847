/** The layout's self-check: everything that must be true of a ring, whatever has merged. Used by the tests alone. */

import { type Ground, groundOf, type Point, type RegionGround } from './layout'
import type { Box } from './fit'
import { freeCamps, type Group, groupsOf, type Mode } from './pieces'

export const CLANS = ['red', 'blue', 'green', 'yellow', 'pink'] as const
export type Clan = (typeof CLANS)[number]

/** A region as the check invents it. */
export interface Sample {
  territories: number[]
  paladins: Partial<Record<Clan, number>>
  castles: number
  emperor: boolean
}

export interface LaidSample {
  readonly sample: Sample
  readonly ground: RegionGround
  readonly groups: readonly Group<Clan>[]
}

type Dice = () => number

/** Evenly spread numbers from 0 to 1, the same for the same seed. */
export function dice(seed: number): Dice {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

function below(roll: Dice, number: number): number {
  return Math.floor(roll() * number)
}

/** One history of a ring: fifteen single territories, then merges until three regions or two are left. */
export function* history(seed: number): Generator<Sample[]> {
  const roll = dice(seed)
  let ring = firstRing(roll)
  yield structuredClone(ring)
  while (ring.length > 3) {
    for (let turns = roll() * 3; turns > 0; turns--) putPaladins(ring, roll)
    ring = merged(ring, roll)
    yield structuredClone(ring)
  }
}

function firstRing(roll: Dice): Sample[] {
  const dealt = CLANS.flatMap((clan) => [clan, clan, clan])
  const ring = Array.from({ length: dealt.length }, (_, territory): Sample => {
    const [clan] = dealt.splice(below(roll, dealt.length), 1)
    return { territories: [territory], paladins: { [clan ?? 'red']: 1 }, castles: 0, emperor: false }
  })
  const start = ring[below(roll, ring.length)]
  if (start) start.emperor = true
  return ring
}

function putPaladins(ring: Sample[], roll: Dice): void {
  for (let count = 0; count < 4; count++) {
    const region = ring[below(roll, ring.length)]
    const clan = CLANS[below(roll, CLANS.length)] ?? 'red'
    if (region) region.paladins[clan] = (region.paladins[clan] ?? 0) + 1
  }
}

function merged(ring: Sample[], roll: Dice): Sample[] {
  const at = below(roll, ring.length)
  const number = roll() < 0.25 && ring.length > 4 ? 3 : 2
  const parts = Array.from({ length: number }, (_, step) => (at + step) % ring.length)
  const one = parts.map((index) => ring[index]).reduce<Sample>(joined, { territories: [], paladins: {}, castles: 0, emperor: false })
  one.castles = one.territories.length
  const rest = ring.filter((_, index) => !parts.includes(index))
  const before = ring.slice(0, at).filter((_, index) => !parts.includes(index)).length
  rest.splice(before, 0, one)
  return rest
}

function joined(one: Sample, part: Sample | undefined): Sample {
  if (!part) return one
  const paladins = { ...one.paladins }
  for (const clan of CLANS) if (part.paladins[clan]) paladins[clan] = (paladins[clan] ?? 0) + part.paladins[clan]
  return { ...one, territories: [...one.territories, ...part.territories], paladins, emperor: one.emperor || part.emperor }
}

export function layOut(ring: readonly Sample[], box: Box, mode: Mode): [Ground, LaidSample[]] {
  const ground = groundOf(
    ring.map(({ territories }) => territories),
    box,
  )
  return [ground, ring.map((sample, index) => laidSample(sample, ground, index, mode))]
}

function laidSample(sample: Sample, ground: Ground, index: number, mode: Mode): LaidSample {
  const region = ground.regions[index]
  if (!region) throw new Error('a region without ground')
  const paladins = CLANS.filter((clan) => sample.paladins[clan]).map((clan) => [clan, sample.paladins[clan] ?? 0] as const)
  const camps = freeCamps(region, sample.castles, sample.emperor, paladins.length)
  return { sample, ground: region, groups: groupsOf(paladins, camps, mode, ground.hex) }
}

/** What is wrong with a ring; nothing ever should be. */
export function faults(ground: Ground, laid: readonly LaidSample[]): string[] {
  return [...laid.flatMap((region) => regionFaults(region, ground)), ...neighbourFaults(ground, laid), ...barFaults(ground)]
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1])
}

function hexesOf(region: RegionGround): Point[] {
  return region.territories.flatMap(({ hexes }) => hexes)
}

function regionFaults(region: LaidSample, ground: Ground): string[] {
  return [...landFaults(region, ground), ...pieceFaults(region, ground.hex), ...countFaults(region)]
}

function landFaults({ sample, ground: region }: LaidSample, { hex, box }: Ground): string[] {
  const found: string[] = []
  const hexes = hexesOf(region)
  if (hexes.length !== 4 * sample.territories.length) found.push('hexes')
  if (!isOnePiece(hexes, hex)) found.push('torn')
  if (hexes.some((a, index) => hexes.slice(index + 1).some((b) => distance(a, b) < 0.98 * hex))) found.push('hex on hex')
  if (hexes.some(([x, y]) => x < hex / 2 || y < hex / 2 || x > box.width - hex / 2 || y > box.height - hex / 2)) found.push('outside the sheet')
  region.territories.slice(1).forEach((territory, index) => {
    const before = region.territories[index]?.hexes ?? []
    if (!territory.hexes.some((a) => before.some((b) => touch(a, b, hex)))) found.push('seam')
  })
  return found
}

function touch(a: Point, b: Point, hex: number): boolean {
  return Math.abs(distance(a, b) - hex) < 0.02 * hex
}

function isOnePiece(hexes: readonly Point[], hex: number): boolean {
  const seen = new Set([0])
  const open = [0]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const here = hexes[at] ?? [0, 0]
    hexes.forEach((other, index) => {
      if (seen.has(index) || !touch(here, other, hex)) return
      seen.add(index)
      open.push(index)
    })
  }
  return seen.size === hexes.length
}

function pieceFaults({ sample, ground: region, groups }: LaidSample, hex: number): string[] {
  const found: string[] = []
  const hexes = hexesOf(region)
  const isInside = (at: Point, room: number) => hexes.some((other) => distance(at, other) <= (0.5 - room) * hex + 0.5)
  const castles = region.keeps.slice(0, sample.castles)
  if (!castles.every((at) => isInside(at, 0.3))) found.push('castle off')
  if (!isInside(region.throne, 0.4)) found.push('emperor off')
  if (!groups.every(({ places }) => places.every((at) => isInside(at, 0.2)))) found.push('paladin off')
  const pieces: (readonly [Point, number])[] = [
    ...groups.flatMap(({ places, token }) => places.map((at) => [at, token ? 0.4 : 0.38] as const)),
    ...castles.map((at) => [at, 0.5] as const),
    ...(sample.emperor ? [[region.throne, 0.5] as const] : []),
  ]
  const clash = ([a, roomA]: readonly [Point, number], [b, roomB]: readonly [Point, number]) => distance(a, b) < Math.min(roomA, roomB) * hex * 0.98
  if (pieces.some((a, index) => pieces.slice(index + 1).some((b) => clash(a, b)))) found.push('piece on piece')
  return found
}

function countFaults({ sample, ground: region, groups }: LaidSample): string[] {
  const found: string[] = []
  const real = CLANS.reduce((sum, clan) => sum + (sample.paladins[clan] ?? 0), 0)
  if (groups.reduce((sum, { count }) => sum + count, 0) !== real) found.push('lost paladins')
  if (groups.some(({ places, count, token }) => places.length !== (token ? 1 : count))) found.push('miscount')
  if (region.keeps.length !== sample.territories.length) found.push('castles')
  return found
}

function neighbourFaults(ground: Ground, laid: readonly LaidSample[]): string[] {
  const gap = leastGap(ground, laid)
  return gap < 0.12 * ground.hex ? [`gap ${(gap / ground.hex).toFixed(3)}`] : []
}

/** The smallest distance between the coasts of two regions; 0 if they overlap. */
export function leastGap(ground: Ground, laid: readonly LaidSample[]): number {
  let least = Infinity
  laid.forEach(({ ground: a }, index) => {
    for (const { ground: b } of laid.slice(index + 1)) least = Math.min(least, gapBetween(a, b, ground.hex))
  })
  return least
}

function gapBetween(a: RegionGround, b: RegionGround, hex: number): number {
  let least = Infinity
  for (const one of hexesOf(a)) {
    for (const other of hexesOf(b)) {
      const apart = distance(one, other)
      if (apart < hex) return 0
      if (apart < 2.5 * hex) least = Math.min(least, edgeGap(corners(one, a, hex), corners(other, b, hex)))
    }
  }
  return least
}

function corners([x, y]: Point, region: RegionGround, hex: number): Point[] {
  const turn = region.territories[0]?.turn ?? 0
  return Array.from({ length: 6 }, (_, index) => {
    const angle = turn + Math.PI / 6 + (index * Math.PI) / 3
    return [x + (Math.cos(angle) * hex) / Math.sqrt(3), y + (Math.sin(angle) * hex) / Math.sqrt(3)] as const
  })
}

function edgeGap(a: readonly Point[], b: readonly Point[]): number {
  let least = Infinity
  for (const [points, edges] of [
    [a, b],
    [b, a],
  ] as const) {
    for (const point of points) {
      edges.forEach((from, index) => {
        least = Math.min(least, toSegment(point, from, edges[(index + 1) % edges.length] ?? from))
      })
    }
  }
  return least
}

function toSegment([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay]
  const part = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
  return Math.hypot(x - ax - dx * part, y - ay - dy * part)
}

function barFaults({ regions, box, hex }: Ground): string[] {
  const found: string[] = []
  const land = regions.flatMap(hexesOf)
  regions.forEach(({ bar }, index) => {
    const onBar = regions
      .slice(index + 1)
      .some(
        ({ bar: other }) => Math.abs(bar.x - other.x) < (bar.width + other.width) / 2 && Math.abs(bar.y - other.y) < (bar.height + other.height) / 2,
      )
    if (onBar) found.push('bar on bar')
    if (land.some((at) => fromBar(at, bar) < 0.46 * hex)) found.push('bar on land')
    if (bar.x < bar.width / 2 || bar.y < bar.height / 2 || bar.x > box.width - bar.width / 2 || bar.y > box.height - bar.height / 2)
      found.push('bar outside')
  })
  return found
}

function fromBar([x, y]: Point, bar: RegionGround['bar']): number {
  return Math.hypot(Math.max(0, Math.abs(x - bar.x) - bar.width / 2), Math.max(0, Math.abs(y - bar.y) - bar.height / 2))
}
