/** What people at the table are called: you, the name they gave, or the colour. */

import type { CarolingiModel } from './types'

/** The name shown for a seat. */
export function nameOf(table: CarolingiModel, seat: string): string {
  if (seat === table.seat && !table.together?.length) return table.wording.say('car.you')
  return table.wording.seat(seat)
}

/** A note behind the name: a bot, away, placing. */
export function noteOf(table: CarolingiModel, seat: string): string {
  const sitting = table.summary.seats.find((each) => each.seat === seat)
  if (!sitting) return ''
  if (sitting.kind === 'bot') return table.wording.say('car.bot')
  if (sitting.kind === 'open') return table.wording.say('car.open_seat')
  return sitting.present || !table.live ? '' : table.wording.say('car.away')
}
