/** The box of the ring for a sheet of a given size. */

import type { Box } from './fit'

export const NARROW = 500

/** The sheet on which letters have their usual size; on a larger one they grow with it. */
const USUAL = { width: 900, height: 700 }
const LARGEST = 1.9

/** How much larger than usual letters and signs are drawn on a sheet. */
export function scaleFor(width: number, height: number): number {
  return Math.max(1, Math.min(LARGEST, width / USUAL.width, height / USUAL.height))
}

/**
 * On a narrow sheet the bars hang inside the ring; three sides need wider ones. The bar begins with the region's letter.
 * Where the ring runs upright, a bar stands upright too: beside the land it takes room from the ring's width.
 */
export function boxFor(width: number, height: number, sides: number): Box {
  const three = sides > 2
  if (width < NARROW) {
    const bar = { width: three ? 72 : 58, height: 18 }
    return { width, height, exponent: 2.5, bars: 'in', bar, upright: bar, pad: 4 }
  }
  const scale = scaleFor(width, height)
  const bar = { width: (three ? 98 : 76) * scale, height: 20 * scale }
  const upright = { width: 27 * scale, height: (three ? 78 : 59) * scale }
  return { width, height, exponent: 2.9, bars: 'out', bar, upright, pad: 13 }
}
