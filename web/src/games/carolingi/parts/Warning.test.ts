/** What the line about the coming season says, with the numbers of the view. */

import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test } from 'vitest'
import type { CarolingiModel, CarolingiView } from '../types'
import { sample, wording } from '../sample'
import Warning from './Warning.svelte'

let line: Record<string, unknown> | null = null

afterEach(async () => {
  if (line) await unmount(line)
})

function said(problems: number, toSolve: number): string {
  const queued = Array.from({ length: problems }, () => 'battle')
  const scenario = { warning: 'autumn', to_solve: toSolve, problems: { winter: [], spring: [], summer: [], autumn: queued } }
  const view = sample({ scenario: scenario as unknown as NonNullable<CarolingiView['scenario']> })
  line = mount(Warning, { target: document.body, props: { table: { wording } as unknown as CarolingiModel, view } })
  flushSync()
  return document.querySelector('.warnline p')!.textContent!.trim()
}

test('a season with three problems is safe when one is solved', () => {
  expect(said(3, 1)).toContain('Autumn has 3 problems: if nobody solves one, the game ends')
})

test('of four problems two must be solved', () => {
  expect(said(4, 2)).toContain('Autumn has 4 problems: if fewer than 2 are solved, the game ends')
})
