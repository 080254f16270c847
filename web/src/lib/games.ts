/** The games: every folder below `src/games` that has a `game.ts`. Nothing outside those folders names one. */

import type { Component } from 'svelte'
import type { GameName, TableModel } from './game'
import type { Plain, Sheet } from './messages'
import { settings } from './settings.svelte'
import { bringWording } from './wordings.svelte'

type Load<Props extends Record<string, unknown>> = () => Promise<{ default: Component<Props> }>

/** What the page has to know of a game before anything of it is fetched. */
export interface GameFolder {
  readonly name: string
  /** The initial on the bar, and the colour it is painted in. */
  readonly letter: string
  readonly paint: 'rubric' | 'azure' | 'verdigris' | 'ochre'
  /** The first letters of the ids of its seats' signs. */
  readonly signs: string
  /** Whether a player has something that others at the same screen must not see. */
  readonly hides: boolean
  /** How many sit down when nobody says. */
  readonly usualPlayers: number
  /** Whether it is played on a board from a file, with the variants that the board has all for. */
  readonly onBoard: boolean
  /** Asks for what its table will show, by the options of the table, before the table itself is there. */
  readonly prepare?: (options: Plain) => void
  readonly table: Load<{ table: TableModel }>
  /** The board to look at only, for the rules pages; its properties are those of `learn/boards.ts`. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the view is the game's own
  readonly board: () => Promise<{ default: Component<any> }>
  /** Why the game ended as it did. */
  readonly reasons: Load<{ table: TableModel }>
}

const FOUND = import.meta.glob<GameFolder>('../games/*/game.ts', { eager: true, import: 'default' })

/** All games, in the order of their folders. */
export const GAMES: readonly GameFolder[] = Object.values(FOUND)

/** The game of this name, or undefined: a server may know games that this page has no folder for. */
export function findGame(name: string | null | undefined): GameFolder | undefined {
  return GAMES.find((game) => game.name === name)
}

/** The game of this name, which is known to be there. */
export function gameOf(name: GameName): GameFolder {
  const found = findGame(name)
  if (!found) throw new Error(`no folder for the game ${name}`)
  return found
}

/** A table of this game will be shown: fetch what it takes, all at once. */
export async function prepare(sheet: Sheet): Promise<void> {
  const game = findGame(sheet.game)
  game?.prepare?.(sheet.options)
  game?.table().catch(() => undefined) // whoever shows it says what is wrong
  await Promise.all([settings.bring(sheet.game), bringWording(sheet.game)])
}
