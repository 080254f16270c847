/** The browser says what Python says: every sentence of whole games, in three languages. Run by tests/web/test_wording.py. */

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { allWords } from '../../catalogues.ts'
import { Catalogue, type Entries, FINISHED } from './catalogue'
import type { Action, GameEvent, Motive, Refusal, View } from './game'
import type { Board, Outcome, Wording } from './wording'
import { bringWording, wordingFor } from './wordings.svelte'

const CORPUS = process.env['AACHEN_CORPUS']
const SOURCES = resolve(process.cwd(), '../src/aachen')

interface Case {
  readonly game: string
  readonly variant: string
  readonly ask: 'event' | 'screen' | 'offer' | 'refusal' | 'motive' | 'outcome'
  readonly given: unknown
  readonly said: readonly unknown[]
}

/** What the browser says to a case in one language. */
function said(wording: Wording, { ask, given }: Case): unknown {
  switch (ask) {
    case 'event':
      return [wording.event(given as GameEvent), wording.eventSection(given as GameEvent)]
    case 'screen':
      return [wording.prompt(given as View), wording.hint(given as View)]
    case 'offer':
      return wording.offer(...(given as [Action, View]))
    case 'refusal':
      return wording.refusal(given as Refusal)
    case 'motive':
      return wording.motive(...(given as [string, Motive]))
    case 'outcome':
      return [wording.outcome(...(given as [Outcome, string[]])), wording.standings(...(given as [Outcome, string[]]))]
  }
}

test.skipIf(!CORPUS)('the browser says what Python says', { timeout: 120_000 }, async () => {
  for (const game of ['carolingi', 'carolus']) await bringWording(game)
  const lines = readFileSync(CORPUS!, 'utf8').trim().split('\n')
  const board = JSON.parse(lines[0]!) as Board
  const catalogues = FINISHED.map((language) => new Catalogue(language, allWords(SOURCES, language) as Entries))
  const known = new Map<string, Wording[]>()
  const made = ({ game, variant }: Case) => catalogues.map((each) => wordingFor(game, each, board, variant)!)
  const wordings = (asked: Case) => {
    const key = `${asked.game} ${asked.variant}`
    if (!known.has(key)) known.set(key, made(asked))
    return known.get(key)!
  }
  const differing = lines.slice(1).flatMap((line) => {
    const asked = JSON.parse(line) as Case
    const told = wordings(asked).map((wording) => said(wording, asked))
    return JSON.stringify(told) === JSON.stringify(asked.said) ? [] : [{ ask: asked.ask, given: asked.given, told, said: asked.said }]
  })

  expect(differing.slice(0, 3)).toEqual([])
  expect(lines.length).toBeGreaterThan(1000)
})
