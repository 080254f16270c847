/** What the guide has to say at a moment: the first time something happens or is asked, one short card. */

import type { GameEvent, GameName, View } from '$lib/game'

export interface Card {
  /** The game and the moment, as in `<game>.welcome`: its sentences are `learn.coach.<name>.title`, `.text` and `.idea`. */
  readonly name: string
  readonly section: string
  /** What it points at: the first of these `data-coach` places that is on the screen. */
  readonly at: readonly string[]
}

/** The cards of one game, by what happens or is asked. */
export type Cards = { readonly [moment: string]: Omit<Card, 'name'> }

const FOUND = import.meta.glob<Cards>('../games/*/coach.ts', { eager: true, import: 'default' })

/** All cards, by their names: the game, and what happens or is asked there. */
export const CARDS: Cards = Object.fromEntries(
  Object.entries(FOUND).flatMap(([path, cards]) => Object.entries(cards).map(([moment, card]) => [`${path.split('/')[2]!}.${moment}`, card])),
)

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
