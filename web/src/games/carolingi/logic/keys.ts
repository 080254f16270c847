/** The keys of the table, and what each does; the list is shown under "?". */

import { isSwitchedOff } from '$lib/shortcuts'

export type Deed =
  'map' | 'next' | 'prompt' | 'confirm' | 'done' | 'undo' | 'hint' | 'list' | 'board' | 'unpick' | 'help' | 'zoom_in' | 'zoom_out' | 'frame'

const DEEDS: { readonly [key: string]: Deed } = {
  m: 'map',
  n: 'next',
  p: 'prompt',
  c: 'confirm',
  d: 'done',
  u: 'undo',
  h: 'hint',
  o: 'list',
  b: 'board',
  Escape: 'unpick',
  '?': 'help',
  '+': 'zoom_in',
  '-': 'zoom_out',
  '0': 'frame',
}

/** For the page of keys: what to press, and the end of the sentence's key. */
export const KEYS: readonly (readonly [string, string])[] = [
  ['M', 'map'],
  ['N', 'next'],
  ['← ↑ → ↓', 'arrows'],
  ['Enter', 'touch'],
  ['1 … 9', 'amount'],
  ['C', 'confirm'],
  ['D', 'done'],
  ['U', 'undo'],
  ['Esc', 'unpick'],
  ['O', 'list'],
  ['B', 'board'],
  ['P', 'prompt'],
  ['H', 'hint'],
  ['+ - 0', 'zoom'],
  ['?', 'help'],
]

/** What a key means here, unless somebody is writing or a dialog is open. */
export function deedOf(event: KeyboardEvent): Deed | number | null {
  if (event.ctrlKey || event.metaKey || event.altKey || isSwitchedOff(event)) return null
  const target = event.target
  if (target instanceof HTMLElement && (target.closest('input, textarea, select, dialog') || target.isContentEditable)) return null
  if (/^[1-9]$/.test(event.key)) return Number(event.key)
  return DEEDS[event.key.length === 1 ? event.key.toLowerCase() : event.key] ?? null
}
