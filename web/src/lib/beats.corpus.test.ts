/** Whole games, beat by beat: nothing that somebody does goes unseen. Run by tests/web/test_beats.py. */

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { beatsOf as ofCarolingi, viewAfter } from '../games/carolingi/logic/beats'
import type { CarolingiView } from '../games/carolingi/types'
import { beatsOf as ofCarolus, viewAfter as viewAfterOnRing } from '../games/carolus/beats'
import { CLANS, type CarolusView, type Counts } from '../games/carolus/view'
import type { GameEvent, View } from './game'

const CORPUS = process.env['AACHEN_CORPUS']

interface Case {
  readonly game: 'carolingi' | 'carolus'
  readonly before: View
  readonly after: View
  readonly events: readonly GameEvent[]
}

const cases = (): Case[] =>
  readFileSync(CORPUS!, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Case)
const namesOf = ({ events }: Case) => events.map(({ event }) => event).join(' ')

test.skipIf(!CORPUS)('every action of somebody else is shown, in the order of its events', () => {
  const all = cases()
  const unseen = all.flatMap((each) => {
    const beats = (each.game === 'carolus' ? ofCarolus : ofCarolingi)(each.before, each.after, each.events, false)
    const places = beats.map(({ place }) => place)
    const inOrder = places.every((place, nth) => nth === 0 || place >= places[nth - 1]!)
    return beats.length && inOrder ? [] : [`${each.game}: ${namesOf(each)}`]
  })

  expect(all.length).toBeGreaterThan(400)
  expect([...new Set(unseen)]).toEqual([])
})

test.skipIf(!CORPUS)('what a beat of the ring shows besides the Emperor is never behind the log', () => {
  const wrong = cases()
    .filter(({ game, events }) => game === 'carolus' && !events.some(({ event }) => event === 'emperor_moved' || event === 'round_began'))
    .flatMap((each) => {
      const [told, after] = [each.events.reduce(viewAfterOnRing, each.before as CarolusView), each.after as CarolusView]
      const isSame = JSON.stringify(standing(told)) === JSON.stringify(standing(after))
      return isSame ? [] : [`${namesOf(each)}: ${JSON.stringify(standing(told))} / ${JSON.stringify(standing(after))}`]
    })

  expect(wrong).toEqual([])
})

/** Discs, emblems and the number of paladins of each clan everywhere. */
function standing({ ring, courts, emblems, seats }: CarolusView): unknown {
  const discs = seats.map((seat) => [courts[seat]!.disc, courts[seat]!.discs.length])
  const counts = (all: Counts) => CLANS.map((clan) => all[clan] ?? 0)
  return [discs, emblems, seats.map((seat) => counts(courts[seat]!.paladins)), ring.map(({ paladins }) => counts(paladins))]
}

test.skipIf(!CORPUS)('the board after the last beat is the board of the next view', () => {
  const wrong = cases()
    .filter(({ game }) => game === 'carolingi')
    .flatMap((each) => {
      const [told, after] = [each.events.reduce(viewAfter, each.before as CarolingiView), each.after as CarolingiView]
      const lands = Object.keys(after.lands).filter((land) => followers(told, land) !== followers(after, land))
      if (told.bag.tiles !== after.bag.tiles || told.bag.events !== after.bag.events)
        return [`${namesOf(each)}: bag ${told.bag.tiles} / ${after.bag.tiles}`]
      return lands.length
        ? [`${namesOf(each)}: ${lands.map((land) => `${land} ${followers(told, land)} / ${followers(after, land)}`).join(', ')}`]
        : []
    })

  expect(wrong).toEqual([])
})

function followers(view: CarolingiView, land: string): string {
  const { followers, gangs, counters } = view.lands[land]!
  return JSON.stringify([
    Object.entries(followers)
      .filter(([, number]) => number > 0)
      .sort(),
    gangs,
    counters,
  ])
}
