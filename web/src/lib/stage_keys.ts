/** The keys of the stage: space pauses and goes on, a full stop is one step, Escape shows the newest. */

import type { StageControls } from './game'
import { isSwitchedOff } from './shortcuts'

/** Do what a key means while something is being shown; true if it meant something. */
export function stageKey(event: KeyboardEvent, stage: StageControls): boolean {
  if (!stage.isBusy || isSwitchedOff(event) || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest('input, textarea, select, [contenteditable], dialog')) return false
  if (event.key === ' ' && !target?.closest('button, a, summary')) {
    if (stage.isPaused) stage.resume()
    else stage.pause()
  } else if (event.key === '.') stage.step()
  else if (event.key === 'Escape') stage.skip()
  else return false
  event.preventDefault()
  return true
}
