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
}

export type Mode = 'cubes' | 'tokens'

const CUBES_IN_A_HEX = 4
const SPOTS: readonly (readonly Point[])[] = [
  [],
  [[0, 0]],
  [[-0.22, 0], [0.22, 0]],
  [[-0.2, 0.17], [0.2, 0.17], [0, -0.2]],
  [[-0.2, -0.2], [0.2, -0.2], [-0.2, 0.2], [0.2, 0.2]],
]
const CUBE_SIZES = [0, 0.5, 0.42, 0.37, 0.37]

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
  const needed = paladins.reduce((sum, [, count]) => sum + Math.ceil(count / CUBES_IN_A_HEX), 0)
  return mode === 'cubes' && needed <= camps.length ? cubes(paladins, camps, needed, hex) : tokens(paladins, camps, hex)
}

function cubes<Clan extends string>(paladins: readonly (readonly [Clan, number])[], camps: readonly Point[], needed: number, hex: number): Group<Clan>[] {
  let next = Math.floor((camps.length - needed) / 2)
  return paladins.map(([clan, count]) => {
    const places: Point[] = []
    for (let left = count; left > 0; left -= CUBES_IN_A_HEX) {
      const camp = camps[next++] ?? [0, 0]
      for (const spot of SPOTS[Math.min(CUBES_IN_A_HEX, left)] ?? []) places.push(at(camp, spot, hex))
    }
    return { clan, count, places, token: false, size: (CUBE_SIZES[Math.min(CUBES_IN_A_HEX, count)] ?? 0) * hex }
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
    return { clan, count, places: [place], token: true, size: (mates > 1 ? 0.38 : 0.52) * hex }
  })
}

function tokenSpot(mates: number, index: number): Point {
  if (mates === 1) return [0, 0]
  if (mates === 2) return [0, index === 0 ? -0.21 : 0.21]
  return [index % 2 === 0 ? -0.2 : 0.2, index < 2 ? -0.2 : 0.2]
}

function at([x, y]: Point, [dx, dy]: Point, hex: number): Point {
  return [x + dx * hex, y + dy * hex]
}
