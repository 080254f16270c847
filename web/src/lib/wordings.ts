/** The wording of every game: the `wording.ts` of its folder. Loaded with the tables, not with the first page. */

import type { Catalogue } from './catalogue'
import { type Board, type MakeWording, Wording } from './wording'

const MAKERS = import.meta.glob<MakeWording>('../games/*/wording.ts', { eager: true, import: 'default' })

/** The words for a table of this game; a game without a folder has only the words that all games share. */
export function wordingFor(game: unknown, catalogue: Catalogue, board?: Board, variant?: string): Wording {
  const make = MAKERS[`../games/${String(game)}/wording.ts`]
  return make ? make(catalogue, board, variant) : new Wording(catalogue)
}
