/** A long log costs no more than a short one: only the newest lines are worded and stand on the page. */

import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LogEntry } from '$lib/game'
import { settings } from '$lib/settings.svelte'
import { FakeTable } from '../games/carolus/testing/fake.svelte'
import LogPanel from './LogPanel.svelte'

const ENTRIES: readonly LogEntry[] = Array.from({ length: 1000 }, (_, nth) => ({
  seq: nth + 1,
  by: 'white',
  events: [{ event: 'paladin_to_court', seat: 'white', clan: 'red' }],
}))

class LongTable extends FakeTable {
  worded = 0

  constructor() {
    super(0)
    const { wording } = this
    const event = wording.event.bind(wording)
    wording.event = (happened) => {
      this.worded += 1
      return event(happened)
    }
  }

  override get log(): readonly LogEntry[] {
    return ENTRIES
  }
}

let panel: Record<string, unknown> | null = null

beforeEach(async () => void (await settings.speak('en')))

afterEach(async () => {
  if (panel) await unmount(panel)
  panel = null
})

const linesNow = () => [...document.querySelectorAll('[data-line]')].map((line) => line.getAttribute('data-line'))

test('of a thousand lines the newest 150 are worded and shown, and the button brings as many more', async () => {
  const table = new LongTable()
  panel = mount(LogPanel, { target: document.body, props: { table } })
  flushSync()

  expect(linesNow()).toHaveLength(150)
  expect(linesNow().at(-1)).toBe('1000.0')
  expect(table.worded).toBe(150)

  document.querySelector<HTMLButtonElement>('.lines > button')!.click()
  await new Promise((resolve) => setTimeout(resolve))
  flushSync()

  expect(linesNow()).toHaveLength(300)
  expect(linesNow()[0]).toBe('701.0')
  expect(table.worded).toBe(300)
})
