import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { GameEvent } from '$lib/game'
import { settings } from '$lib/settings.svelte'
import { beatsOf, isOnRing } from './beats'
import CarolusTable from './CarolusTable.svelte'
import { Choices } from './choices.svelte'
import { boxFor } from './ring/boxes'
import { groundFor, Herd, sceneOf } from './scene'
import { FakeTable, FRAMES, TOO_FAR } from './testing/fake.svelte'
import { placePills } from './pills'
import { advance, put, regionOf } from './view'

const [PUTTING, , ADVANCING, MERGED] = FRAMES as [(typeof FRAMES)[0], (typeof FRAMES)[0], (typeof FRAMES)[0], (typeof FRAMES)[0]]

/** jsdom measures nothing; the ring has no size there and is not drawn. */
class NoSizes {
  observe() {}
  unobserve() {}
  disconnect() {}
}

beforeAll(async () => {
  vi.stubGlobal('ResizeObserver', NoSizes)
  await settings.speak('en')
  await settings.bring('carolus')
})

function choicesAt(at: number): { table: FakeTable; choices: Choices } {
  const table = new FakeTable(at)
  return {
    table,
    choices: new Choices(
      () => table,
      () => table.view,
    ),
  }
}

describe('the film of the Emperor', () => {
  it('walks, counts, flips, slides and fuses when regions are joined', () => {
    const beats = beatsOf(ADVANCING.view, MERGED.view, MERGED.events, false)

    expect(beats.filter(isOnRing).map(({ kind }) => kind)).toEqual(['walk', 'count', 'flip', 'slide', 'fuse'])
  })

  it('changes the owner before regions slide, and ends with the regions of the view', () => {
    const beats = beatsOf(ADVANCING.view, MERGED.view, MERGED.events, false)
    const flipped = beats[2]!.scene.regions.find(({ name }) => name === 'h')

    expect(flipped?.owner).toBe('white')
    expect(beats.at(-1)!.scene.regions).toEqual(sceneOf(MERGED.view).regions)
  })

  it('is not shown when frames are missing', () => {
    expect(
      beatsOf(
        PUTTING.view,
        MERGED.view,
        MERGED.events.filter(({ event }) => event !== 'emperor_moved'),
        false,
      ).filter(isOnRing),
    ).toEqual([])
  })
})

describe('what everybody does', () => {
  const kinds = (events: readonly GameEvent[], own = false) => beatsOf(PUTTING.view, PUTTING.view, events, own).map(({ kind }) => kind)

  it('is shown: discs, paladins, emblems', () => {
    const events = [
      { event: 'disc_laid', seat: 'black', disc: 2 },
      { event: 'paladin_to_region', seat: 'black', clan: 'red', region: 'c' },
      { event: 'paladin_to_court', seat: 'black', clan: 'red' },
      { event: 'emblem_won', seat: 'black', clan: 'red', holder: 'white' },
    ]

    expect(kinds(events)).toEqual(['disc', 'put', 'put', 'emblem'])
    expect(kinds(events, true)).toEqual([])
  })

  it('keeps the order of events after the Emperor has moved', () => {
    const events = [...MERGED.events, { event: 'goal_reached', side: 'white', castles: 10 }]
    const beats = beatsOf(ADVANCING.view, MERGED.view, events, false)

    expect(beats.at(-1)!.event.event).toBe('goal_reached')
    expect(beats.at(-1)!.scene.regions).toEqual(sceneOf(MERGED.view).regions)
    expect(beats.map(({ place }) => place)).toEqual(beats.map(({ place }) => place).sort((a, b) => a - b))
  })
})

describe('paladins on the ring', () => {
  it('keep who they are when regions merge', () => {
    const box = boxFor(834, 740, 2)
    const herd = new Herd()
    const [before, after] = [sceneOf(ADVANCING.view), sceneOf(MERGED.view)]
    const first = herd.muster(before, groundFor(before, box), 'cubes')
    const then = herd.muster(after, groundFor(after, box), 'cubes')

    expect(new Set(then.map(({ id }) => id))).toEqual(new Set(first.map(({ id }) => id)))
  })
})

describe('what is said at stops', () => {
  it('keeps clear of the middle and of each other', () => {
    const scene = sceneOf(MERGED.view)
    const ground = groundFor(scene, boxFor(834, 740, 2))
    const wishes = MERGED.view.stops.map((stop) => {
      const index = scene.regions.findIndex(({ name }) => name === stop.region)
      return { stop, land: ground.regions[index]!, text: 'keeps' }
    })
    const pills = placePills(wishes, ground, [140, 120])
    const apart = pills.every((one, index) =>
      pills.slice(index + 1).every((other) => Math.abs(one.at[0] - other.at[0]) > 40 || Math.abs(one.at[1] - other.at[1]) > 28),
    )

    expect(pills.length).toBe(wishes.length)
    expect(apart).toBe(true)
    expect(pills.every(({ at }) => Math.abs(at[0] - 417) > 140 || Math.abs(at[1] - 370) > 120)).toBe(true)
  })
})

describe('choosing', () => {
  it('puts a paladin when a clan and then a region are picked', async () => {
    const { table, choices } = choicesAt(0)
    await choices.pickClan('blue')
    await choices.pickRegion('k')

    expect(table.asked).toEqual([{ act: put('blue', 'k') }])
  })

  it('puts a paladin when a region and then a clan are picked', async () => {
    const { table, choices } = choicesAt(0)
    await choices.pickRegion('k')
    await choices.pickClan('blue')

    expect(table.asked).toEqual([{ act: put('blue', 'k') }])
  })

  it('moves the Emperor only when the picked stop is confirmed', async () => {
    const { table, choices } = choicesAt(2)
    await choices.pickRegion('h')
    const before = [...table.asked]
    await choices.confirm()

    expect(before).toEqual([])
    expect(table.asked).toEqual([{ act: advance(2) }])
  })

  it('asks why not for a region out of reach, and says it beside the region', async () => {
    const { table, choices } = choicesAt(2)
    await choices.pickRegion('c')

    expect(regionOf(table.view, 'c')?.steps).toBeGreaterThan(table.view.stops.length)
    expect(table.asked).toEqual([{ why: advance(regionOf(table.view, 'c')!.steps!) }])
    expect(choices.answer).toEqual({ refusal: TOO_FAR, region: 'c' })
  })

  it('asks why not for a clan that is not in the reserve', async () => {
    const { table, choices } = choicesAt(0)
    await choices.pickClan('red')

    expect(table.asked).toEqual([{ why: put('red', 'court') }])
  })
})

describe('the table', () => {
  const mounted: ReturnType<typeof mount>[] = []

  function show(at: number): FakeTable {
    const table = new FakeTable(at)
    mounted.push(mount(CarolusTable, { target: document.body, props: { table } }))
    flushSync()
    return table
  }

  function press(key: string) {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    flushSync()
  }

  afterEach(async () => {
    await Promise.all(mounted.splice(0).map((each) => unmount(each)))
    document.body.innerHTML = ''
  })

  it('tells the ring region by region to who hears it', () => {
    show(0)
    const told = document.querySelector('section.unseen')?.textContent ?? ''

    expect(told).toContain('Region K: no castle. red 1, blue 1, green 1. White 2 : Black 1.')
  })

  it('moves the Emperor by keys: a number chooses, Enter does it', async () => {
    const table = show(2)
    press('2')
    await vi.waitFor(() => expect(document.querySelector('.btn.go')?.textContent).toBe('Move 2 to H'))
    press('Enter')

    await vi.waitFor(() => expect(table.asked).toEqual([{ act: advance(2) }]))
  })

  it('puts paladins by keys: a number chooses the clan, C sends it to court', async () => {
    const table = show(0)
    press('2')
    press('c')

    await vi.waitFor(() => expect(table.asked).toEqual([{ act: put('blue', 'court') }]))
  })

  it('shows what came next', () => {
    const table = show(2)
    table.step()
    flushSync()

    expect(document.body.textContent).toContain('11 regions')
  })
})
