/** Who plays for whom: the sides of a game and what they are called. */

import type { View } from './game'
import { settings } from './settings.svelte'
import type { Wording } from './wording'

export interface Side {
  /** The seats that win together; the first gives the side its colour and sign. */
  readonly seats: readonly string[]
  readonly label: string
}

export function sidesOf(view: View, wording: Wording): readonly Side[] {
  const sides = view['sides'] as { [side: string]: readonly string[] } | undefined
  if (sides) return Object.entries(sides).map(([side, seats]) => ({ seats, label: wording.say(`side.${side}`) }))
  return (view['seats'] as readonly string[]).map((seat) => ({ seats: [seat], label: wording.seat(seat) }))
}

/** A chance as people say it: 0.374 is 37 %. What is not certain is never 0 or 100. */
export function percent(chance: number): string {
  return new Intl.NumberFormat(settings.language, { style: 'percent' }).format(uncertain(chance))
}

/** In how many of a hundred cases. */
export const ofHundred = (share: number) => Math.round(100 * uncertain(share))

const uncertain = (chance: number) => (chance > 0 && chance < 1 ? Math.min(0.99, Math.max(0.01, chance)) : chance)

/** A change of a chance: +12 %. */
export function change(difference: number): string {
  return new Intl.NumberFormat(settings.language, { style: 'percent', signDisplay: 'exceptZero' }).format(difference)
}
