/** The annals: which year they begin with. */

import type { Board } from '$lib/wording'
import type { CarolingiView } from '../types'

/** The first year of the annals, as the board file tells it; pages without a board show the shipped one. */
export function firstYear(view: CarolingiView, board: Board): number {
  const span = view.scenario ? board.years_814 : board.years
  return span?.first ?? Math.min(view.scenario ? 814 : 830, view.year)
}
