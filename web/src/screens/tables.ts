/** A table in a list, in words. */

import { findGame } from '$lib/games'
import type { ListedTable, SeatSheet } from '$lib/messages'
import { say } from '$lib/settings.svelte'

/** What a table is called: its own title, or the game and who plays. */
export function titleOf(table: { readonly title: string; readonly game: string; readonly seats: readonly SeatSheet[] }): string {
  if (table.title) return table.title
  const names = table.seats.map((seat) => seat.name).filter(Boolean)
  const game = say(`web.game.${table.game}`)
  return names.length > 1 ? say('web.title.with', { game, names: names.join(', ') }) : game
}

/** The other people at the table by name, where its title does not name them. */
export function othersAt(table: ListedTable): string {
  const named = table.seats.filter(({ name }) => name)
  if (!table.title && named.length > 1) return ''
  return named
    .filter(({ seat, kind }) => seat !== table.mine && kind === 'person')
    .map(({ name }) => name)
    .join(', ')
}

/** Who sits there: the name, the bot, or the colour alone. */
export function callOf(seat: SeatSheet): string {
  return seat.name || colourOf(seat.seat)
}

export function colourOf(seat: string): string {
  return say(`colour.${seat}`)
}

/** The variant, how far the game is, the number of seats and how many of them are bots', in a few words. */
export function kindOf(table: ListedTable): string {
  const { variant } = table.options
  const bots = table.seats.filter(({ kind }) => kind === 'bot').length
  const { year, round } = (table.when ?? {}) as { readonly year?: number; readonly round?: number }
  return [
    ...(findGame(table.game)?.onBoard ? [say(`web.list.variant.${String(variant ?? 'base')}`)] : []),
    ...(year ? [say('web.list.year', { year: String(year) })] : []),
    ...(round ? [say('web.list.round', { round })] : []),
    say('web.players', { number: table.seats.length }),
    ...(bots ? [say('web.list.bots', { number: bots })] : []),
  ].join(', ')
}

/** Whose turn it is, or how the table stands. */
export function stateOf(table: ListedTable): string {
  if (table.state === 'gathering') return say('web.state.gathering', { number: openSeats(table) })
  if (table.state !== 'running') return say(`web.state.${table.state}`)
  if (table.my_turn) return say('web.state.your_turn')
  const waiting = table.seats.filter(({ seat }) => table.to_act.includes(seat)).map(callOf)
  return say('web.state.waiting', { seats: waiting.join(', ') })
}

export function openSeats(table: { readonly seats: readonly SeatSheet[] }): number {
  return table.seats.filter(({ kind }) => kind === 'open').length
}
