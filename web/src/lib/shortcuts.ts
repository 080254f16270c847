/** Letters, digits and signs that act at the table: whoever dictates, or hits keys by accident, can switch them off. */

import { settings } from './settings.svelte'

/** Whether a key is one of them and switched off; Tab, arrows, Enter and Escape always work. */
export function isSwitchedOff(event: KeyboardEvent): boolean {
  return event.key.length === 1 && !settings.shortcuts
}
