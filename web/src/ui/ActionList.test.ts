/** The list of all actions says what became of the one that was chosen, also when nothing did. */

import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ActAnswer } from '$lib/game'
import { settings } from '$lib/settings.svelte'
import { FakeTable, TOO_FAR } from '../games/carolus/testing/fake.svelte'
import ActionList from './ActionList.svelte'

let list: Record<string, unknown> | null = null

beforeEach(async () => void (await settings.speak('en')))

afterEach(async () => {
  if (list) await unmount(list)
  list = null
})

/** Choose the first line: what the list says then. */
async function choose(answer: ActAnswer): Promise<{ said: string | undefined; table: FakeTable }> {
  const table = new FakeTable(0)
  table.answer = answer
  list = mount(ActionList, { target: document.body, props: { table, open: true } })
  flushSync()
  document.querySelector<HTMLButtonElement>('.offers li button')!.click()
  await new Promise((resolve) => setTimeout(resolve))
  flushSync()
  return { said: document.querySelector('[role=alert]')?.textContent ?? undefined, table }
}

test('an action that was done needs no words', async () => {
  const { said, table } = await choose({ kind: 'done', seq: 1 })

  expect(said).toBeUndefined()
  expect(table.asked).toEqual([{ act: table.view.offers![0] }])
})

test('a refused action is answered with its rule', async () => {
  const { said } = await choose({ kind: 'refused', refusal: TOO_FAR })

  expect(said).toContain('CM3.2')
})

test('an action that never reached the server is said to be undone', async () => {
  const { said } = await choose({ kind: 'lost' })

  expect(said).toBe(settings.catalogue.say('web.act.lost'))
})
