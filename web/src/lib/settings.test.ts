/** A language whose words cannot be fetched leaves the page in the one that it speaks. */

import { beforeEach, expect, test, vi } from 'vitest'
import * as announcing from './announce.svelte'
import * as catalogues from './catalogue'
import { say, settings } from './settings.svelte'

beforeEach(async () => {
  vi.restoreAllMocks()
  await settings.speak('en')
})

test('the page keeps its words and says that others are missing', async () => {
  const announced = vi.spyOn(announcing, 'announce')
  const before = say('web.close')
  vi.spyOn(catalogues, 'fetchWords').mockRejectedValue(new TypeError('Failed to fetch'))

  expect(await settings.speak('de')).toBe(false)
  expect([settings.language, document.documentElement.lang, say('web.close')]).toEqual(['en', 'en', before])
  expect(announced).toHaveBeenCalledWith(say('web.part_missing'), true)
})

test('the language that can be fetched is spoken from then on', async () => {
  expect(await settings.speak('de')).toBe(true)
  expect([settings.language, document.documentElement.lang]).toEqual(['de', 'de'])
})
