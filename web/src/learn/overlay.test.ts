import { flushSync, mount, tick, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TableModel } from '$lib/game'
import Coach from './Coach.svelte'
import { guide, isGuided, shownCards } from './guided'
import { words } from './speech.svelte'

let coach: Record<string, unknown> | null = null

function table(view: object, news: readonly { event: string }[] = []): TableModel {
  const shown = { viewer: 'red', phase: 'placing', to_act: ['red'], ...view }
  return { id: 'abc', game: 'carolingi', live: true, view: shown, news } as unknown as TableModel
}

async function open(model: TableModel): Promise<void> {
  coach = mount(Coach, { target: document.body, props: { table: model } })
  await tick()
  flushSync()
}

function press(name: RegExp): void {
  const button = [...document.querySelectorAll('button')].find((each) => name.test(each.textContent ?? ''))
  button!.click()
  flushSync()
}

const shown = () => document.querySelector('[data-guide]')?.getAttribute('data-guide')

beforeEach(async () => {
  localStorage.clear()
  vi.useFakeTimers()
  guide('abc')
  await words.speak('en')
})

afterEach(async () => {
  if (coach) await unmount(coach)
  coach = null
  vi.useRealTimers()
})

test('card follows card, and each is remembered', async () => {
  await open(table({}))

  expect(shown()).toEqual('carolingi.welcome')

  press(/Got it/)

  expect(shown()).toEqual('carolingi.placing')
  expect(document.body.textContent).toContain('Choose two tiles for the season')

  press(/Got it/)

  expect([...shownCards()]).toEqual(['carolingi.welcome', 'carolingi.placing'])
  expect(document.querySelector('.card')).toBeNull()
})

test('the rule of a card is a link into the rules', async () => {
  await open(table({ phase: 'acting', tile: 'battle' }))
  press(/Got it/)

  expect(document.querySelector('.card a')?.getAttribute('href')).toEqual('/learn/carolingi#5.5')
})

test('what happened waits until it was explained', async () => {
  const model = table({ phase: 'acting', tile: 'battle', to_act: ['blue'] }, [{ event: 'hunger_began' }])
  await open(model)
  press(/Got it/)

  expect(shown()).toEqual('carolingi.hunger_began')

  press(/Got it/)

  expect(document.querySelector('.card')).toBeNull()
})

test('escape puts a card away', async () => {
  await open(table({}))
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
  flushSync()

  expect(shown()).toEqual('carolingi.placing')
})

test('what is asked can be explained again', async () => {
  localStorage.setItem('aachen.coach', JSON.stringify(['carolingi.welcome', 'carolingi.placing']))
  await open(table({}))

  expect(document.querySelector('.card')).toBeNull()

  document.querySelector<HTMLButtonElement>('.bulb')!.click()
  flushSync()

  expect(shown()).toEqual('carolingi.placing')
})

test('the guide can be sent away for good', async () => {
  await open(table({}))
  press(/Turn the guide off/)

  expect(document.querySelector('.coach')).toBeNull()
  expect(isGuided('abc')).toEqual(false)
})

test('a mark points at what the card speaks of', async () => {
  const map = document.createElement('div')
  map.dataset['coach'] = 'map'
  map.getBoundingClientRect = () => ({ left: 10, top: 20, width: 300, height: 200 }) as DOMRect
  document.body.append(map)
  await open(table({}))

  expect(document.querySelector<HTMLElement>('.mark')?.style.left).toEqual('5px')

  map.remove()
})
