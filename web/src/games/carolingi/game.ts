import type { GameFolder } from '$lib/games'

export default {
  name: 'carolingi',
  letter: 'C',
  paint: 'rubric',
  signs: 's',
  hides: true,
  usualPlayers: 3,
  table: () => import('./CarolingiTable.svelte'),
  board: () => import('./Board.svelte'),
  reasons: () => import('./parts/Reasons.svelte'),
} satisfies GameFolder
