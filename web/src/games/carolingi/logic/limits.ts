/** When something is about to run out. */

import type { CarolingiView } from '../types'

const FEW_GANGS = 6

/** Whether the supply of gangs is about to run out. */
export function isScarce({ supply }: CarolingiView): boolean {
  return supply.gangs <= FEW_GANGS
}
