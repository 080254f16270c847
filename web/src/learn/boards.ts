/** The games' own boards, to be looked at only; fetched when one is near. */

import type { Component } from 'svelte'
import type { GameName, View } from '$lib/game'
import { gameOf } from '$lib/games'

/** What a board is handed: a screen, its name, the places it is about, and whether courts are shown too. */
export type BoardProps = { view: View; label: string; focus: readonly string[]; courts: boolean }

type Load = () => Promise<{ default: Component<BoardProps> }>

export function boardOf(game: GameName): Load {
  return gameOf(game).board
}
