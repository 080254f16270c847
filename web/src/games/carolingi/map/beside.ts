/** Where something that is said about a land lies: in the window, and not over what it is about. Pure sums. */

import type { Box, Camera, Size } from './camera'

/** Something in the window that should stay visible: the heavier, the more. */
export interface Visible {
  readonly box: Box
  readonly weight: number
}

export interface Place {
  readonly left: number
  readonly top: number
}

const EDGE = 8
const STEPS = 16
// What a place away from the corners costs: corners are where one looks for it.
const AWAY = 0.02

/** The place of a panel where it covers least of what should stay visible; of equal ones the one nearest to a corner. */
export function placeBeside(panel: Size, window: Size, visible: readonly Visible[]): Place {
  const [xs, ys] = [steps(window.width - panel.width), steps(window.height - panel.height)]
  const cost = (place: Place) =>
    visible.reduce((sum, { box, weight }) => sum + weight * shared(place, panel, box), 0) +
    AWAY * panel.width * panel.height * (fromEnds(place.left, xs) + fromEnds(place.top, ys))
  return xs.flatMap((left) => ys.map((top) => ({ left, top }))).reduce((best, each) => (cost(each) < cost(best) ? each : best))
}

/** A box of the map in the window. */
export function inWindow(box: Box, { k, x, y }: Camera): Box {
  return { left: box.left * k + x, top: box.top * k + y, right: box.right * k + x, bottom: box.bottom * k + y }
}

function steps(room: number): number[] {
  const most = Math.max(EDGE, room - EDGE)
  return Array.from({ length: STEPS + 1 }, (_, nth) => EDGE + ((most - EDGE) * nth) / STEPS)
}

/** How far a place is from the nearer end: 0 to 0.5. */
function fromEnds(at: number, all: readonly number[]): number {
  const nth = all.indexOf(at) / STEPS
  return Math.min(nth, 1 - nth)
}

function shared(place: Place, panel: Size, box: Box): number {
  const width = Math.min(place.left + panel.width, box.right) - Math.max(place.left, box.left)
  const height = Math.min(place.top + panel.height, box.bottom) - Math.max(place.top, box.top)
  return Math.max(0, width) * Math.max(0, height)
}
