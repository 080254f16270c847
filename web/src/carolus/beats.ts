/** The Emperor's move as a short film: he walks, the region is judged, castles flip, regions slide together and fuse. */

import type { GameEvent } from '$lib/game'
import { type Scene, sceneOf, type SceneRegion } from './scene'
import type { CarolusView, Forces, RegionName, Side } from './view'

export type BeatKind = 'walk' | 'judge' | 'flip' | 'slide' | 'fuse'

export interface Beat {
  readonly kind: BeatKind
  readonly scene: Scene
  readonly milliseconds: number
  /** The region it is about. */
  readonly region: RegionName
  /** The event that is told meanwhile. */
  readonly event: GameEvent
  /** Where he walks from, and how far. */
  readonly from: RegionName | null
  readonly steps: number
  readonly forces: Forces | null
}

const WALK = 420
const STEP = 230
const JUDGE = 1300
const JUDGE_IDLE = 900
const FLIP = 900
const SLIDE = 1400
const FUSE = 800

/** The beats between two views, or none if the Emperor did not move or something was missed. */
export function beatsOf(before: CarolusView, after: CarolusView, events: readonly GameEvent[]): Beat[] {
  const moved = events.find(({ event }) => event === 'emperor_moved')
  if (!moved || !fits(before, moved)) return []
  const region = String(moved['region'])
  const counted = events.find(({ event }) => event === 'forces_counted')
  const changed = events.find(({ event }) => event === 'castle_built' || event === 'region_conquered')
  const joined = events.find(({ event }) => event === 'regions_joined')
  const stood: Scene = { ...sceneOf(before), emperor: region, stops: [region] }
  const beat = (kind: BeatKind, scene: Scene, milliseconds: number, event: GameEvent): Beat => ({
    kind, scene, milliseconds, region, event, from: before.emperor, steps: Number(moved['steps']), forces: (counted?.['forces'] as Forces | undefined) ?? null,
  })
  const beats = [beat('walk', { ...stood, stops: [] }, WALK + STEP * Number(moved['steps']), moved)]
  if (counted) beats.push(beat('judge', stood, changed ? JUDGE : JUDGE_IDLE, counted))
  if (!changed) return beats
  const flipped: Scene = { ...stood, regions: stood.regions.map((each) => (each.name === region ? taken(each, changed) : each)) }
  beats.push(beat('flip', flipped, FLIP, changed))
  if (!joined) return beats
  const name = String(joined['region'])
  const fused: Scene = { ...sceneOf(after), stops: [] }
  beats.push({ ...beat('slide', fused, SLIDE, joined), region: name }, { ...beat('fuse', fused, FUSE, joined), region: name })
  return beats
}

/** Whether the first view is the one he moved in: after a gap in the frames it is not. */
function fits(before: CarolusView, moved: GameEvent): boolean {
  const stop = before.stops.find(({ steps }) => steps === moved['steps'])
  return stop?.region === moved['region']
}

function taken(region: SceneRegion, changed: GameEvent): SceneRegion {
  return { ...region, owner: changed['side'] as Side, castles: Number(changed['castles'] ?? 1), majority: changed['side'] as Side }
}
