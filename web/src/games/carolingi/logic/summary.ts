/** The board in words, for who cannot see it and for whoever wants the sums. */

import type { CarolingiWording } from '../wording'
import type { CarolingiView, LandView } from '../types'

/** Who stands in a land and who controls it, in a sentence. */
export function landWords(view: CarolingiView, land: string, wording: CarolingiWording, isOffered = false): string {
  const now = view.lands[land]
  if (!now) return wording.land(land)
  const parts = [wording.region(now.region), ...statusOf(now, wording), wording.pieces(now.followers, now.gangs)]
  if (now.counters) parts.push(wording.say('car.counters', { number: now.counters }))
  if (isOffered) parts.push(wording.say('car.offered'))
  return `${wording.land(land)}: ${parts.join('; ')}`
}

function statusOf(land: LandView, wording: CarolingiWording): string[] {
  if (land.homeland) return [wording.say('car.homeland_of', wording.seatForms('seat', land.homeland))]
  if (land.forest) return [wording.say('car.forest')]
  return [controlWords(land, wording)]
}

/** "controlled by Red", or "nobody controls it". */
export function controlWords(land: LandView, wording: CarolingiWording): string {
  return land.controlled_by ? wording.say('car.controlled_by', { seat: wording.seat(land.controlled_by) }) : wording.say('car.uncontrolled')
}

/** A card in its row, in a sentence. */
export function cardWords(view: CarolingiView, land: string, wording: CarolingiWording, isOffered = false): string {
  const card = view.cards[land] ?? { followers: {}, gangs: 0 }
  const parts = [wording.pieces(card.followers, card.gangs)]
  const problem = view.scenario?.on_cards[land]
  if (problem) parts.push(wording.say('car.problem', { tile: wording.tile(problem) }))
  if (isOffered) parts.push(wording.say('car.offered'))
  return `${wording.say('car.card_of', { land: wording.land(land) })}: ${parts.join('; ')}`
}

/** How the land stands for the viewer: "you, 3 against 2", "2 more for control". */
export function standing(view: CarolingiView, land: string, wording: CarolingiWording): string {
  const now = view.lands[land]!
  if (now.forest) return wording.say('car.forest_note')
  const who = now.controlled_by
  if (who === null) return wording.say('car.uncontrolled')
  const mine = now.followers[who] ?? 0
  const all = Object.values(now.followers).reduce((sum, number) => sum + number, 0) + now.gangs
  const key = who === view.viewer ? 'car.control.you' : 'car.control.seat'
  return wording.say(key, { seat: wording.seat(who), mine, against: all - mine })
}
