/** The browser makes of deltas the very bytes of whole frames: whole games of every viewer. Run by tests/web/test_deltas.py. */

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FrameReader } from './frames'
import type { Delta, Frame } from './messages'

const CORPUS = process.env['AACHEN_CORPUS']

test.skipIf(!CORPUS)('deltas make whole frames', { timeout: 120_000 }, () => {
  const games = readFileSync(CORPUS!, 'utf-8')
    .split('\n')
    .map((line) => JSON.parse(line) as { heard: string[]; whole: string[] })
  for (const { heard, whole } of games) {
    const reader = new FrameReader((after) => expect.fail(`asked again after ${after}`))
    const seen = heard.map((text) => JSON.stringify(reader.read(JSON.parse(text) as Frame | Delta)))

    expect(seen).toEqual(whole)
  }
  expect(games.length).toBeGreaterThan(10)
})
