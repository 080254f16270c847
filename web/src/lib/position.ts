/** Positions as text: what a reader sees of a moment, to be pasted elsewhere and opened again. */

import type { View } from './game'

/** A view as text, one statement a line; empty where a view has none. */
export function positionText(view: View): string {
  const line: unknown = view['line']
  return typeof line === 'string' ? `${line.split('; ').join('\n')}\n` : ''
}
