import { getBoard } from '$lib/api'
import { fetchEarly } from '$lib/early'
import type { GameFolder } from '$lib/games'

export default {
  name: 'carolingi',
  letter: 'C',
  paint: 'rubric',
  signs: 's',
  hides: true,
  usualPlayers: 3,
  onBoard: true,
  prepare: ({ board_digest: board }) => {
    void getBoard(String(board)).catch(() => undefined) // the table asks again, and says what is wrong
    fetchEarly(`/maps/${String(board)}/lands.json`)
  },
  table: () => import('./CarolingiTable.svelte'),
  board: () => import('./Board.svelte'),
  reasons: () => import('./parts/Reasons.svelte'),
} satisfies GameFolder
