/** What happens, beat by beat: discs are laid, paladins travel, emblems change hands, the Emperor walks and regions fuse. */

import type { GameEvent, SeatName, View } from '$lib/game'
import type { Beat } from '$lib/stage'
import { type Scene, sceneOf, type SceneRegion } from './scene'
import type { CarolusEventKind, CarolusView, Clan, RingCourtView, Counts, Forces, RegionName, RegionView, Side } from './view'

/** The Emperor's move is played on the ring; everything else above it. */
export type RingKind = 'walk' | 'count' | 'flip' | 'slide' | 'fuse'
export type BeatKind = RingKind | 'put' | 'disc' | 'emblem' | 'note'

export interface CarolusBeat extends Beat {
  readonly kind: BeatKind
  readonly view: CarolusView
  readonly scene: Scene
  /** The region it is about, if it is about one. */
  readonly region: RegionName | null
  /** Where he walks from, and how far. */
  readonly from: RegionName | null
  readonly steps: number
  readonly forces: Forces | null
}

const RING: readonly BeatKind[] = ['walk', 'count', 'flip', 'slide', 'fuse']

const WALK = 420
const STEP = 230
const COUNT = 1400
const COUNT_IDLE = 900
const FLIP = 1000
const SLIDE = 1400
const FUSE = 900

/** What is shown of each event beside the Emperor's move, and for how long. */
const SHOWN: { readonly [event: string]: readonly [BeatKind, number] } = {
  disc_laid: ['disc', 750],
  paladin_to_court: ['put', 850],
  paladin_to_region: ['put', 850],
  crown_decided: ['note', 900],
  emblem_taken: ['emblem', 1300],
  emblem_won: ['emblem', 1600],
  dice_rolled: ['note', 800],
  die_became_crown: ['note', 800],
  crowns_lost: ['note', 900],
  clan_returned: ['note', 1200],
  discs_returned: ['note', 700],
  order_of_play: ['note', 800],
  round_began: ['note', 700],
  goal_reached: ['note', 2400],
  few_regions_left: ['note', 2400],
  rounds_over: ['note', 2400],
}

/** What the reader has just done by hand is not shown at length: the board answers at once. */
const BY_HAND = new Set(['disc_laid', 'paladin_to_court', 'paladin_to_region', 'crown_decided', 'emblem_taken', 'emblem_won'])

export function isOnRing(beat: CarolusBeat | null): boolean {
  return beat !== null && RING.includes(beat.kind)
}

/** The beats of a frame, in the order of its events. */
export function beatsOf(from: View, to: View, events: readonly GameEvent[], own: boolean): CarolusBeat[] {
  const [before, after] = [from as CarolusView, to as CarolusView]
  const film = emperorBeats(before, after, events)
  const last = film.at(-1)
  let view = before
  return events.flatMap((event, place) => {
    const [kind, milliseconds] = SHOWN[event.event] ?? []
    const now = view
    view = viewAfter(view, event)
    if (!kind || !milliseconds) return film.filter((beat) => beat.place === place)
    if (own && BY_HAND.has(event.event)) return []
    const scene = last && place > last.place ? last.scene : sceneOf(now)
    const region = typeof event['region'] === 'string' ? event['region'] : null
    return [{ kind, milliseconds, event, place, view: now, scene, region, from: null, steps: 0, forces: null }]
  })
}

/** What the log has told already is on the table: discs, paladins and emblems; the Emperor's move has scenes of its own. */
export function viewAfter(view: CarolusView, event: GameEvent): CarolusView {
  const seat = String(event['seat'] ?? '')
  const clan = event['clan'] as Clan
  switch (event.event as CarolusEventKind) {
    case 'disc_laid':
      return laid(view, seat, Number(event['disc']))
    case 'paladin_to_court':
      return withCourt(view, seat, (court) => ({
        ...court,
        paladins: plus(court.paladins, clan, 1),
        reserve: plus(court.reserve, clan, -1),
      }))
    case 'paladin_to_region': {
      const sent = withCourt(view, seat, (court) => ({ ...court, reserve: plus(court.reserve, clan, -1) }))
      const came = (each: RegionView) => (each.region === event['region'] ? { ...each, paladins: plus(each.paladins, clan, 1) } : each)
      return { ...sent, ring: sent.ring.map(came) }
    }
    case 'emblem_taken':
    case 'emblem_won':
      return { ...view, emblems: { ...view.emblems, [clan]: seat } }
    default:
      return view
  }
}

/** A disc lies before its seat; the next that has none is asked for it, or nobody any more. */
function laid(view: CarolusView, seat: SeatName, disc: number): CarolusView {
  const lies = withCourt(view, seat, (court) => ({
    ...court,
    disc,
    discs: court.discs.filter((each) => each !== disc),
    discs_laid: [...court.discs_laid, disc],
  }))
  return { ...lies, to_act: view.placing.filter((each) => lies.courts[each]?.disc === null).slice(0, 1) }
}

function withCourt(view: CarolusView, seat: SeatName, change: (court: RingCourtView) => RingCourtView): CarolusView {
  const court = view.courts[seat]
  return court ? { ...view, courts: { ...view.courts, [seat]: change(court) } } : view
}

function plus(counts: Counts, clan: Clan, number: number): Counts {
  return { ...counts, [clan]: (counts[clan] ?? 0) + number }
}

/** The Emperor's move, or nothing if he did not move or something was missed. */
function emperorBeats(before: CarolusView, after: CarolusView, events: readonly GameEvent[]): CarolusBeat[] {
  const moved = events.find(({ event }) => event === 'emperor_moved')
  if (!moved || !fits(before, moved)) return []
  const region = String(moved['region'])
  const counted = events.find(({ event }) => event === 'forces_counted')
  const changed = events.find(({ event }) => event === 'castle_built' || event === 'region_conquered')
  const joined = events.find(({ event }) => event === 'regions_joined')
  const stood: Scene = { ...sceneOf(before), emperor: region, stops: [region] }
  const beat = (kind: RingKind, scene: Scene, milliseconds: number, event: GameEvent): CarolusBeat => ({
    kind,
    scene,
    milliseconds,
    region,
    event,
    place: events.indexOf(event),
    view: before,
    from: before.emperor,
    steps: Number(moved['steps']),
    forces: (counted?.['forces'] as Forces | undefined) ?? null,
  })
  const beats = [beat('walk', { ...stood, stops: [] }, WALK + STEP * Number(moved['steps']), moved)]
  if (counted) beats.push(beat('count', stood, changed ? COUNT : COUNT_IDLE, counted))
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
