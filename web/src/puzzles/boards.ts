/** The board that a view lies on. */

import { fetchBoard } from '$lib/live.svelte'
import type { Board } from '$lib/wording'

/** The board file of a view, or null for a game without boards. */
export async function findBoardOf(view: { readonly [key: string]: unknown }): Promise<Board | null> {
  const digest = view['board']
  return typeof digest === 'string' ? fetchBoard(digest) : null
}
