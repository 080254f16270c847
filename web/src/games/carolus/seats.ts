/** Who sits where, and what each is doing in this round. */

import type { TableModel } from '$lib/game'
import { say } from '$lib/settings.svelte'
import { type CarolusView, courtOf, type Side, sidesOf, victoryOf } from './view'

export type SeatState = 'mine' | 'now' | 'laid' | 'played' | 'next' | 'later' | 'idle'

/** The order in which this round's seats lay or play. */
export function orderOf(view: CarolusView): readonly string[] {
  if (view.playing.length > 0) return view.playing
  return view.placing.length > 0 ? view.placing : view.seats
}

export function isLaying(view: CarolusView): boolean {
  return view.phase === 'laying'
}

/** What a seat is doing: acting, done for this round, or waiting. */
export function stateOf(view: CarolusView, seat: string, me: string | null): SeatState {
  if (view.phase === 'over') return 'idle'
  if (view.to_act.includes(seat)) return seat === me ? 'mine' : 'now'
  const order = orderOf(view)
  const acting = order.findIndex((each) => view.to_act.includes(each))
  const at = order.indexOf(seat)
  // While it is told what comes of the discs, nobody is asked.
  if (acting < 0) return isLaying(view) ? 'laid' : 'later'
  if (at < acting) return view.round === 0 ? 'idle' : isLaying(view) ? 'laid' : 'played'
  return at === acting + 1 ? 'next' : 'later'
}

export function stateInWords(state: SeatState): string {
  return state === 'idle' ? '' : say(`web.cm.state.${state}`)
}

/** What stands behind a player's name: the colour, and whether it is you, your partner or a bot. */
export function callOf(table: TableModel, view: CarolusView, seat: string): string {
  const sitting = table.summary.seats.find((each) => each.seat === seat)
  const colour = sitting?.kind === 'person' && sitting.name ? table.wording.colour(seat) : ''
  const role = seat === readerOf(table) ? say('web.cm.you') : isPartner(view, seat, readerOf(table)) ? say('web.cm.partner') : ''
  return [colour, role, sitting?.kind === 'bot' ? say('web.cm.bot') : ''].filter(Boolean).join(', ')
}

/** Whoever "you" means: nobody, where several people share the screen. */
export function readerOf(table: TableModel): string | null {
  return table.together?.length ? null : table.seat
}

/** Whose court lies on the left: with several people at one screen always the same one's. */
export function homeOf(table: TableModel): string | null {
  return table.together?.[0] ?? table.seat
}

export function isPartner(view: CarolusView, seat: string, me: string | null): boolean {
  return me !== null && seat !== me && courtOf(view, seat).side === courtOf(view, me).side
}

export function hasTeams(view: CarolusView): boolean {
  return sidesOf(view).some((side) => victoryOf(view, side).seats.length > 1)
}

/** The reader's side first; a spectator has none and sees them as they are. */
export function mySide(view: CarolusView, me: string | null): Side {
  return me === null ? (sidesOf(view)[0] ?? 'white') : courtOf(view, me).side
}

export function myself(view: CarolusView, me: string | null): string {
  return me ?? view.seats[0] ?? ''
}

/** The others, in seat order after the reader. */
export function othersOf(view: CarolusView, me: string | null): string[] {
  const at = view.seats.indexOf(myself(view, me))
  return view.seats.slice(1).map((_, step) => view.seats[(at + 1 + step) % view.seats.length] ?? '')
}
