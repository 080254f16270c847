/** What the guide has to say at a moment: the first time something happens or is asked, one short card. */

import type { GameEvent, GameName, View } from '$lib/game'

export interface Card {
  /** "carolingi.placing": its sentences are `learn.coach.<name>.title`, `.text` and `.idea`. */
  readonly name: string
  readonly section: string
  /** What it points at: the first of these `data-coach` places that is on the screen. */
  readonly at: readonly string[]
}

/** All cards, by their names. */
export const CARDS: { readonly [name: string]: Omit<Card, 'name'> } = {
  'carolingi.welcome': { section: '1', at: ['map'] },
  'carolingi.placing': { section: '3.1', at: ['prompt', 'court'] },
  'carolingi.swapping': { section: '3.3', at: ['prompt', 'wheel'] },
  'carolingi.starving': { section: '4.2', at: ['prompt', 'map'] },
  'carolingi.influence': { section: '5.1', at: ['prompt', 'rows'] },
  'carolingi.develop': { section: '5.2', at: ['prompt', 'court'] },
  'carolingi.equip_missi': { section: '5.3', at: ['prompt', 'court'] },
  'carolingi.move_troops': { section: '5.4', at: ['prompt', 'map'] },
  'carolingi.battle': { section: '5.5', at: ['prompt', 'map'] },
  'carolingi.soothe_riot': { section: '5.7', at: ['prompt', 'map'] },
  'carolingi.peace': { section: '5.8', at: ['prompt', 'victory'] },
  'carolingi.row_overflowed': { section: '4.1', at: ['rows', 'map'] },
  'carolingi.hunger_began': { section: '4.2', at: ['map'] },
  'carolingi.year_turned': { section: '3.4', at: ['victory', 'annals'] },
  'carolingi.over': { section: '3.5', at: ['victory'] },
  'carolus.welcome': { section: 'CM1', at: ['ring'] },
  'carolus.laying': { section: 'CM2', at: ['ask', 'prompt', 'discs'] },
  'carolus.putting': { section: 'CM3.1', at: ['ask', 'prompt', 'reserve'] },
  'carolus.advancing': { section: 'CM3.2', at: ['ask', 'prompt', 'ring'] },
  'carolus.crowning': { section: 'CM3.3', at: ['ask', 'prompt', 'reserve'] },
  'carolus.region_conquered': { section: 'CM4.2', at: ['ring'] },
  'carolus.regions_joined': { section: 'CM4.3', at: ['ring'] },
  'carolus.over': { section: 'CM5', at: ['ring'] },
}

/** The card of this name. */
export function cardOf(name: string): Card {
  return { name, ...CARDS[name]! }
}

/** The events that the guide has something to say about. */
export function eventsWithCards(game: GameName, news: readonly GameEvent[]): GameEvent[] {
  return news.filter(({ event }) => `${game}.${event}` in CARDS)
}

/** The next card nobody has seen here, or null: welcome first, then what happened, then what is asked. */
export function nextCard(game: GameName, view: View, happened: readonly GameEvent[], shown: ReadonlySet<string>): Card | null {
  const wanted = ['welcome', ...happened.map(({ event }) => event), asked(view)]
  const name = wanted.map((each) => `${game}.${each}`).find((each) => each in CARDS && !shown.has(each))
  return name ? cardOf(name) : null
}

/** The card of what is asked of the viewer now, seen or not; null while others act. */
export function askedCard(game: GameName, view: View): Card | null {
  const name = `${game}.${asked(view)}`
  return name in CARDS ? cardOf(name) : null
}

/** What the table waits for from this viewer: the tile that is carried out, or the phase. */
function asked(view: View): string {
  if (view.phase === 'over') return 'over'
  if (view.viewer === null || !view.to_act.includes(view.viewer)) return ''
  return view.phase === 'acting' ? String(view['tile'] ?? '') : view.phase
}
