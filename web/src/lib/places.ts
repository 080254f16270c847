/** The places of a finished game as people count them: equals share one, partners have one, and who all lost have none. */

import type { Side } from './sides'
import type { Outcome } from './wording'

/** The place of each seat: one more than the sides that did better; null for everybody when nobody has won. */
export function placesOf(outcome: Outcome, sides: readonly Side[]): ReadonlyMap<string, number | null> {
  const best = ({ seats }: Side) => Math.min(...seats.map((seat) => outcome.places[seat] ?? Infinity))
  const isWon = sides.some((side) => best(side) === 1)
  return new Map(
    sides.flatMap((side) => {
      const place = isWon ? 1 + sides.filter((other) => best(other) < best(side)).length : null
      return side.seats.map((seat) => [seat, place] as const)
    }),
  )
}

export type Result = 'won' | 'shared' | 'lost' | 'all_lost'

/** How it ended for one seat. */
export function resultFor(outcome: Outcome, sides: readonly Side[], seat: string): Result {
  const places = placesOf(outcome, sides)
  if (places.get(seat) === null) return 'all_lost'
  if (places.get(seat) !== 1) return 'lost'
  return sides.filter(({ seats }) => places.get(seats[0]!) === 1).length > 1 ? 'shared' : 'won'
}
