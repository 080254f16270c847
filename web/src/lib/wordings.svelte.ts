/** The wording of every game: the `wording.ts` of its folder, fetched with the first table of the game. */

import type { Catalogue } from './catalogue'
import { type Board, type MakeWording, Wording } from './wording'

const FOUND = import.meta.glob<MakeWording>('../games/*/wording.ts', { import: 'default' })

let makers: { readonly [game: string]: MakeWording } = $state.raw({})

/** Fetch the wording of this game, if it has a folder. */
export async function bringWording(game: string): Promise<void> {
  const make = await FOUND[`../games/${game}/wording.ts`]?.()
  if (make && makers[game] !== make) makers = { ...makers, [game]: make }
}

/** The words for a table of this game, or null until they are there; a game without a folder has those that all games share. */
export function wordingFor(game: string, catalogue: Catalogue, board?: Board, variant?: string): Wording | null {
  const make = makers[game]
  if (make) return make(catalogue, board, variant)
  return `../games/${game}/wording.ts` in FOUND ? null : new Wording(catalogue)
}
