/** The box of the ring for a sheet of a given size. */

import type { Box } from './fit'

export const NARROW = 500

/** On a narrow sheet the bars hang inside the ring; three sides need wider ones. The bar begins with the region's letter. */
export function boxFor(width: number, height: number, sides: number): Box {
  const three = sides > 2
  return width < NARROW
    ? { width, height, exponent: 2.5, bars: 'in', bar: { width: three ? 72 : 58, height: 18 }, pad: 4 }
    : { width, height, exponent: 2.3, bars: 'out', bar: { width: three ? 106 : 86, height: 21 }, pad: 14 }
}
