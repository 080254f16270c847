/** A board in words, for those who cannot see it: what lies where, and who has what. */

import type { Key } from '$lib/catalogue'
import type { View } from '$lib/game'
import { placeName } from './library'

export type Tell = <K extends string>(key: Key<K>, facts?: { readonly [key: string]: unknown }) => string

export interface Row {
  readonly name: string
  readonly text: string
}

export type Described = readonly Row[]

/** What a screen of an example shows: the places it is about, or all that are not empty. */
export function describe(view: View, focus: readonly string[], tell: Tell, say: Tell): Described {
  return view['ring'] ? describeRing(view, tell, say) : describeRealm(view, focus, tell, say)
}

function counts(found: { readonly [name: string]: number }, name: (key: string) => string): string[] {
  return Object.entries(found)
    .filter(([, number]) => number > 0)
    .map(([key, number]) => `${name(key)} ${number}`)
}

function describeRealm(view: View, focus: readonly string[], tell: Tell, say: Tell): Row[] {
  const colour = (seat: string) => say(`colour.${seat}`)
  const names = focus.length ? focus : Object.keys(view['lands'])
  const lands = names.map((land) => ({ name: placeName(land), text: landInWords(view['lands'][land], colour, tell) }))
  const cards = Object.entries<View>(view['cards']).map(([land, card]) => ({
    name: tell('learn.board.card', { land: placeName(land) }),
    text: cardInWords(card, view['scenario']?.on_cards[land], colour, tell, say) || tell('learn.board.empty'),
  }))
  const seats: readonly string[] = view.viewer ? [view.viewer] : view['seats']
  const courts = seats.map((seat) => ({ name: tell('learn.board.court', { seat: colour(seat) }), text: courtInWords(view['courts'][seat], tell) }))
  return [...lands.filter(({ text }) => text), ...cards, ...courts, ...problemsInWords(view, tell, say)]
}

function landInWords(land: View, colour: (seat: string) => string, tell: Tell): string {
  const parts = counts(land['followers'], colour)
  if (land['gangs']) parts.push(tell('learn.board.gangs', { number: land['gangs'] }))
  if (land['counters']) parts.push(tell('learn.board.counters', { number: land['counters'] }))
  if (land['forest']) parts.push(tell('learn.board.forest'))
  if (land['homeland']) parts.push(tell('learn.board.palace', { seat: colour(land['homeland']) }))
  if (land['controlled_by']) parts.push(tell('learn.board.controlled', { seat: colour(land['controlled_by']) }))
  return parts.join(', ')
}

function cardInWords(card: View, problem: string | undefined, colour: (seat: string) => string, tell: Tell, say: Tell): string {
  const parts = counts(card['followers'], colour)
  if (card['gangs']) parts.push(tell('learn.board.gangs', { number: card['gangs'] }))
  if (problem) parts.push(tell('learn.board.problem', { tile: say(`tile.${problem}`) }))
  return parts.join(', ')
}

function courtInWords(court: View, tell: Tell): string {
  return tell('learn.board.ranks', {
    missi: court['missi'],
    leudes: court['leudes'],
    nobiles: court['nobiles'],
    trophies: court['trophies'],
  })
}

function problemsInWords(view: View, tell: Tell, say: Tell): Row[] {
  const scenario = view['scenario']
  if (!scenario) return []
  const tiles = (names: readonly string[]) => names.map((tile) => say(`tile.${tile}`)).join(', ')
  const seasons = Object.entries<readonly string[]>(scenario.problems).map(([season, found]) => ({
    name: season === scenario.skuld ? tell('learn.board.skuld', { season: say(`season.${season}`) }) : say(`season.${season}`),
    text: tiles(found) || tell('learn.board.empty'),
  }))
  const honours = (scenario.honours as readonly string[]).map((seat) => say(`colour.${seat}`)).join(', ')
  return [...seasons, { name: tell('learn.board.honours'), text: honours || tell('learn.board.empty') }]
}

function describeRing(view: View, tell: Tell, say: Tell): Row[] {
  const clan = (name: string) => say(`clan.${name}`)
  const filled = (view['ring'] as readonly View[]).filter(
    (region) => region['castles'] || region['emperor'] || Object.keys(region['paladins']).length,
  )
  const regions = filled.map((region) => ({
    name: (region['territories'] as readonly string[]).join('').toUpperCase(),
    text: regionInWords(region, clan, tell, say),
  }))
  const courts = (view['seats'] as readonly string[]).map((seat) => ({
    name: tell('learn.board.court', { seat: say(`colour.${seat}`) }),
    text: ringCourtInWords(view['courts'][seat], clan, tell),
  }))
  return [...regions, ...courts]
}

function regionInWords(region: View, clan: (name: string) => string, tell: Tell, say: Tell): string {
  const parts = counts(region['paladins'], clan)
  if (region['castles']) parts.push(tell('learn.board.castles', { number: region['castles'], side: say(`side.${region['owner']}`) }))
  if (region['emperor']) parts.push(tell('learn.board.emperor'))
  return parts.join(', ')
}

function ringCourtInWords(court: View, clan: (name: string) => string, tell: Tell): string {
  const parts = counts(court['paladins'], clan)
  const held = (court['emblems'] as readonly string[]).map(clan).join(', ')
  const spare = counts(court['reserve'], clan).join(', ')
  if (held) parts.push(tell('learn.board.emblems', { clans: held }))
  if (spare) parts.push(tell('learn.board.reserve', { paladins: spare }))
  if (court['disc']) parts.push(tell('learn.board.disc', { disc: court['disc'] }))
  return parts.join('; ') || tell('learn.board.empty')
}
