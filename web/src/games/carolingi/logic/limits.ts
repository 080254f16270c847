/** Numbers that no view tells. */

import type { CarolingiView } from '../types'

/** So many counters are replaced by a palace (6.2.1). */
export const COUNTERS_FOR_PALACE = 2

const FEW_GANGS = 6

/** Whether the supply of gangs is about to run out. */
export function isScarce({ supply }: CarolingiView): boolean {
  return supply.gangs <= FEW_GANGS
}
