/** What lies on the ring at one instant, ready to be drawn: a view, or a moment between two views. */

import { type Ground, groundOf, type Point } from './ring/layout'
import type { Box } from './ring/fit'
import { freeCamps, groupsOf, type Mode } from './ring/pieces'
import { type CarolusView, type Clan, counted, type Forces, type RegionName, type RegionView, type Side } from './view'

export interface SceneRegion {
  readonly name: RegionName
  readonly territories: readonly number[]
  readonly owner: Side | null
  readonly castles: number
  readonly paladins: readonly (readonly [Clan, number])[]
  readonly forces: Forces
  readonly majority: Side | null
}

export interface Scene {
  readonly regions: readonly SceneRegion[]
  readonly emperor: RegionName | null
  /** Regions where his hex is kept free: where he may stop. */
  readonly stops: readonly RegionName[]
}

export function territoryNumber(name: string): number {
  return name.charCodeAt(0) - 'a'.charCodeAt(0)
}

export function territoryName(number: number): string {
  return String.fromCharCode('a'.charCodeAt(0) + number)
}

export function sceneOf(view: CarolusView): Scene {
  return { regions: view.ring.map(sceneRegion), emperor: view.emperor, stops: view.stops.map(({ region }) => region) }
}

function sceneRegion({ region, territories, owner, castles, paladins, forces, majority }: RegionView): SceneRegion {
  return { name: region, territories: territories.map(territoryNumber), owner, castles, paladins: counted(paladins), forces, majority }
}

export function groundFor(scene: Scene, box: Box): Ground {
  return groundOf(
    scene.regions.map(({ territories }) => territories),
    box,
  )
}

/** One thing that stands on land: a cube, a counted token or a castle. It keeps its id while it moves. */
export interface Standing {
  readonly id: string
  readonly art: string
  readonly at: Point
  readonly size: number
  /** The number of a token that stands for several. */
  readonly count: number
  /** Whether the number stands on the piece. */
  readonly badge: boolean
}

interface Paladin extends Standing {
  readonly clan: Clan
  readonly home: number
}

/** The castles of a scene; each belongs to its territory and travels with it. */
export function castlesOf(scene: Scene, ground: Ground): Standing[] {
  return scene.regions.flatMap(({ territories, castles, owner }, index) =>
    territories.slice(0, castles).map((territory, nth) => ({
      id: `castle-${territory}`,
      art: `castle-${owner ?? 'white'}`,
      at: ground.regions[index]?.keeps[nth] ?? [0, 0],
      size: ground.hex * 0.74,
      count: 1,
      badge: false,
    })),
  )
}

/** Territories without a castle. */
export function sitesOf(scene: Scene, ground: Ground): Point[] {
  return scene.regions.flatMap(({ castles }, index) => ground.regions[index]?.keeps.slice(castles) ?? [])
}

/** Remembers which cube is which from scene to scene, so that cubes move instead of vanishing and coming back. */
export class Herd {
  #known: Paladin[] = []
  #born = 0

  /** The paladins of a scene; `carry` keeps tokens that are about to become one with another. */
  muster(scene: Scene, ground: Ground, mode: Mode, carry = false): Standing[] {
    const before = this.#known
    this.#known = scene.regions.flatMap((region, index) => this.#regionPaladins(region, index, scene, ground, mode, before, carry))
    return this.#known
  }

  #regionPaladins(region: SceneRegion, index: number, scene: Scene, ground: Ground, mode: Mode, before: Paladin[], carry: boolean): Paladin[] {
    const land = ground.regions[index]
    if (!land) return []
    const kept = region.name === scene.emperor || scene.stops.includes(region.name)
    const camps = freeCamps(land, region.castles, kept, region.paladins.length)
    const home = region.territories[0] ?? 0
    return groupsOf(region.paladins, camps, mode, ground.hex).flatMap(({ clan, count, places, token, size, badge }) => {
      const mine = before.filter((paladin) => paladin.clan === clan && region.territories.includes(paladin.home))
      const number = carry ? Math.max(places.length, mine.length) : places.length
      return Array.from({ length: number }, (_, nth): Paladin => {
        const id = mine[nth]?.id ?? `paladin-${this.#born++}`
        return { id, clan, home, art: `cube-${clan}`, at: places[nth] ?? places[0] ?? [0, 0], size, count: token && nth === 0 ? count : 1, badge }
      })
    })
  }
}
