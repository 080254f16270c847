import type { GameFolder } from '$lib/games'

export default {
  name: 'carolus',
  letter: 'M',
  paint: 'azure',
  signs: 'k',
  hides: false,
  usualPlayers: 2,
  onBoard: false,
  table: () => import('./CarolusTable.svelte'),
  board: () => import('./Board.svelte'),
  reasons: () => import('./Reasons.svelte'),
} satisfies GameFolder
