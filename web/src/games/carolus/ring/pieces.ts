/** Where paladins stand in a region: whole cubes while they fit, else one counted token for each clan. */

import type { Point, RegionGround } from './layout'

/** Cubes or tokens of one clan in one region. */
export interface Group<Clan extends string> {
  readonly clan: Clan
  readonly count: number
  /** One place for each cube, or a single place for a token. */
  readonly places: readonly Point[]
  readonly token: boolean
  /** Side of a cube in pixels. */
  readonly size: number
  /** Whether the number stands on the cube, because there is no room beside it. */
  readonly badge: boolean
}

export type Mode = 'cubes' | 'tokens'

/** A cube is not drawn smaller, in pixels, while a hex has room for it: one stands for all of its clan, with a number. */
const LEAST_CUBE = 21.6 // its picture fills five sixths of that: 18 pixels
const LARGEST_CUBE = 0.63
const SPOTS: readonly (readonly Point[])[] = [
  [],
  [[0, 0]],
  [
    [-0.25, 0],
    [0.25, 0],
  ],
  [
    [-0.21, 0.18],
    [0.21, 0.18],
    [0, -0.21],
  ],
  [
    [-0.21, -0.21],
    [0.21, -0.21],
    [-0.21, 0.21],
    [0.21, 0.21],
  ],
]
const CUBE_SIZES = [0, 0.56, 0.48, 0.42, 0.42]
const TOKEN_SIZES = [0, 0.56, 0.5, 0.44, 0.44]

/** The side of a cube that would take this share of a hex. */
function sizeOf(share: number, hex: number): number {
  return Math.max(share * hex, Math.min(LEAST_CUBE, LARGEST_CUBE * hex))
}

/** How many cubes may share a hex of this width. */
function cubesInAHex(hex: number): number {
  const most = CUBE_SIZES.findLastIndex((size) => size * hex >= LEAST_CUBE)
  return Math.max(1, most)
}

/** The camps that are free: the Emperor's hex is kept for him where he stands and where he may stop. */
export function freeCamps(region: RegionGround, castles: number, emperor: boolean, clans: number): Point[] {
  const camps = region.camps.filter((camp) => !emperor || !same(camp, region.throne))
  const crowded = clans > camps.length
  return crowded && castles === 0 ? [...region.keeps, ...camps] : camps
}

function same(a: Point, b: Point): boolean {
  return Math.hypot(a[0] - b[0], a[1] - b[1]) < 0.01
}

/** All groups of a region, laid from the middle of its camps. */
export function groupsOf<Clan extends string>(
  paladins: readonly (readonly [Clan, number])[],
  camps: readonly Point[],
  mode: Mode,
  hex: number,
): Group<Clan>[] {
  const most = cubesInAHex(hex)
  const needed = paladins.reduce((sum, [, count]) => sum + Math.ceil(count / most), 0)
  return mode === 'cubes' && needed <= camps.length ? cubes(paladins, camps, needed, most, hex) : tokens(paladins, camps, hex)
}

function cubes<Clan extends string>(
  paladins: readonly (readonly [Clan, number])[],
  camps: readonly Point[],
  needed: number,
  most: number,
  hex: number,
): Group<Clan>[] {
  let next = Math.floor((camps.length - needed) / 2)
  return paladins.map(([clan, count]) => {
    const places: Point[] = []
    for (let left = count; left > 0; left -= most) {
      const camp = camps[next++] ?? [0, 0]
      for (const spot of SPOTS[Math.min(most, left)] ?? []) places.push(at(camp, spot, hex))
    }
    return { clan, count, places, token: false, size: sizeOf(CUBE_SIZES[Math.min(most, count)] ?? 0, hex), badge: false }
  })
}

function tokens<Clan extends string>(paladins: readonly (readonly [Clan, number])[], camps: readonly Point[], hex: number): Group<Clan>[] {
  const perHex = Math.ceil(paladins.length / Math.max(1, camps.length))
  const used = Math.ceil(paladins.length / perHex)
  const start = Math.floor((camps.length - used) / 2)
  return paladins.map(([clan, count], index) => {
    const nth = Math.floor(index / perHex)
    const mates = Math.min(perHex, paladins.length - nth * perHex)
    const place = at(camps[start + nth] ?? [0, 0], tokenSpot(mates, index % perHex), hex)
    return { clan, count, places: [place], token: true, size: sizeOf(TOKEN_SIZES[Math.min(4, mates)] ?? 0, hex), badge: mates > 2 }
  })
}

function tokenSpot(mates: number, index: number): Point {
  if (mates === 1) return [0, 0]
  if (mates === 2) return [0, index === 0 ? -0.27 : 0.27]
  return [index % 2 === 0 ? -0.23 : 0.23, index < 2 ? -0.2 : 0.2]
}

function at([x, y]: Point, [dx, dy]: Point, hex: number): Point {
  return [x + dx * hex, y + dy * hex]
}
