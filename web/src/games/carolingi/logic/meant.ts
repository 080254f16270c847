/** The action that a touch means although it is not offered: the server is asked why not. */

import type { CarolingiAction, CarolingiView } from '../types'
import { kindOf, nameOf, type Spot } from './gestures'

/** What the map tells about neighbours, so that a march that cannot begin has somewhere to go. */
export type Neighbours = (land: string) => readonly string[]

/** The action a touch means at this moment; null where a touch asks for nothing. */
export function meant(view: CarolingiView, spot: Spot, picked: readonly Spot[], neighbours: Neighbours): CarolingiAction | null {
  if (view.viewer === null || !view.to_act.includes(view.viewer)) return null
  const name = nameOf(spot)
  switch (kindOf(spot)) {
    case 'land':
      return onLand(view, name, picked, neighbours)
    case 'card':
      return { do: has(view, 'unfold') && !has(view, 'send') ? 'unfold' : 'send', land: name }
    case 'tile':
      return { do: view.tile === 'peace' || view.tile === 'co_regent' ? 'extra' : 'activate', tile: name }
    case 'season':
      return { do: 'solve', season: name }
    case 'rank':
      return { do: 'honour', from: name }
    default:
      return { do: 'expel', seat: name }
  }
}

function has(view: CarolingiView, verb: CarolingiAction['do']): boolean {
  return (view.offers ?? []).some((offer) => offer.do === verb)
}

function onLand(view: CarolingiView, land: string, picked: readonly Spot[], neighbours: Neighbours): CarolingiAction | null {
  if (view.phase === 'founding') return land === view.founding?.card ? { do: 'occupy' } : { do: 'join', land }
  if (view.phase === 'acting') return withTile(view, land, picked, neighbours)
  return view.phase === 'starving' ? { do: 'fight', land } : null
}

function withTile(view: CarolingiView, land: string, picked: readonly Spot[], neighbours: Neighbours): CarolingiAction {
  if (has(view, 'banish')) return { do: 'banish', land }
  switch (view.tile) {
    case 'move_troops':
      return marching(view, land, picked[0], neighbours)
    case 'soothe_riot':
      return { do: 'soothe', land, gangs: 1 }
    case 'develop':
      return view.goals.palace && (view.lands[land]?.counters ?? 0) >= view.goals.counters_for_palace ? { do: 'claim', land } : { do: 'build', land }
    case 'influence':
      return land === view.courts[view.viewer!]?.homeland ? { do: 'settle', missi: 1 } : { do: 'send', land }
    default:
      return { do: 'fight', land }
  }
}

function marching(view: CarolingiView, land: string, origin: Spot | undefined, neighbours: Neighbours): CarolingiAction {
  if (origin !== undefined) return { do: 'march', from: nameOf(origin), to: land, followers: 1 }
  const inPlay = neighbours(land).filter((near) => near in view.lands)
  const open = inPlay.find((near) => [null, view.viewer].includes(view.lands[near]!.homeland))
  return { do: 'march', from: land, to: open ?? inPlay[0] ?? land, followers: 1 }
}
