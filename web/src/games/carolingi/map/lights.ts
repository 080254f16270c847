/** What is lit on the board: places that may be touched, what is picked, where a refusal points. */

import type { Spot } from '../logic/gestures'

export interface Lights {
  /** A gesture may begin here. */
  readonly start: ReadonlySet<Spot>
  /** The gesture that has begun may go on here. */
  readonly may: ReadonlySet<Spot>
  /** Where a gesture that begins at the place that is pointed at could go. */
  readonly near: ReadonlySet<Spot>
  readonly picked: ReadonlySet<Spot>
  readonly nope: Spot | null
  /** From where to where, and how many, for the arrow of a march. */
  readonly arrow: { readonly from: string; readonly to: string; readonly number: number } | null
}

export const DARK: Lights = { start: new Set(), may: new Set(), near: new Set(), picked: new Set(), nope: null, arrow: null }

/** Whether anything is lit at all, so that the rest may step back. */
export function isLit(lights: Lights): boolean {
  return lights.start.size + lights.may.size + lights.picked.size > 0
}
