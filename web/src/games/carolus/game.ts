import type { GameFolder } from '$lib/games'

export default {
  name: 'carolus',
  letter: 'M',
  paint: 'azure',
  signs: 'k',
  hides: false,
  usualPlayers: 2,
  // Four play as partners.
  seats: (players) => (players === 4 ? ['white', 'black', 'ivory', 'ebony'] : ['white', 'black', 'grey'].slice(0, players)),
  onBoard: false,
  table: () => import('./CarolusTable.svelte'),
  board: () => import('./Board.svelte'),
  reasons: () => import('./Reasons.svelte'),
} satisfies GameFolder
