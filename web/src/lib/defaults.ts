/** What a table is like when nobody chooses, and what each game can be asked for. */

import type { GameName } from './game'
import { gameOf } from './games'
import type { About, GameAbout, NewTable, Plain, SeatWish } from './messages'

/** Which variants a board has all for. */
export function variantsOf(board: { readonly options: Plain } | undefined): readonly string[] {
  return (board?.options['variant'] as { readonly among: readonly string[] } | undefined)?.among ?? []
}

export function aboutGame(about: About, game: GameName): GameAbout | undefined {
  return about.games.find(({ name }) => name === game)
}

/** The seats in seat order, for a number of players; for a number that cannot play it, those of the largest. */
export function seatsOf(about: GameAbout | undefined, players: number): readonly string[] {
  return about?.seats[about.players.indexOf(players)] ?? about?.seats.at(-1) ?? []
}

/** The level a bot has when nobody says: the strongest that answers at once. */
export function usualLevel(about: About): string {
  return about.levels.includes('greedy') ? 'greedy' : (about.levels.at(-1) ?? '')
}

/** Me against bots, at once. */
export function playNow(game: GameName, name: string, about: About): NewTable {
  const me: SeatWish = { kind: 'me', name: name || null }
  const bots = Array.from({ length: gameOf(game).usualPlayers - 1 }, (): SeatWish => ({ kind: 'bot', level: usualLevel(about) }))
  return { game: game as NewTable['game'], seats: [me, ...bots], options: {} }
}

export interface Years {
  readonly default: number
  readonly least: number
  readonly most: number
}

/** The annals of a variant: first, last and usual last year, as the server tells them of a board. */
export function yearsOf(board: { readonly options: Plain } | undefined, variant: string): Years {
  const lastYear = board?.options['last_year'] as (Years & { by_variant?: Record<string, Years> }) | undefined
  return lastYear?.by_variant?.[variant] ?? lastYear ?? { default: 0, least: 0, most: 0 }
}

/** Banked time for the game and seconds more for each entry, from a quick evening to a game by letter. */
export const CLOCKS = {
  none: null,
  quick: { bank: 600, add: 10 },
  evening: { bank: 2400, add: 20 },
  day: { bank: 86_400, add: 43_200 },
  week: { bank: 604_800, add: 86_400 },
} as const

export type ClockName = keyof typeof CLOCKS
