import { join } from 'node:path'
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { allWords } from '../../catalogues.ts'
import { Catalogue } from '$lib/catalogue'
import { FakeSocket } from '$lib/fake_socket'
import { GAMES } from '$lib/games'
import { fetchBoard } from '$lib/live.svelte'
import { settings } from '$lib/settings.svelte'
import { FakeTable } from '../games/carolus/testing/fake.svelte'
import GameTable from './GameTable.svelte'
import ReplayPage from './ReplayPage.svelte'

const WORDS = allWords(join(import.meta.dirname, '../../../src/aachen'), 'en')
// A game that the page has no folder for: nothing of it is fetched but its board.
const SHEET = { table: 't', game: 'chess', title: '', state: 'finished', seats: [], rematch: null, record: false, eyes: null }
const FAILED = { error: { code: 'no_such_board', sentence: 'There is no such board.', sentences: {} }, more: [] }
const BOARD = { lands: [], regions: [] }

let page: Record<string, unknown> | null = null
/** The status of each answer about a board; further ones do not come. */
let statuses: number[]
let asked: string[]
const before = settings.catalogue

const alert = () => document.querySelector('[role=alert]')?.textContent ?? ''

function tryAgain(): void {
  const button = [...document.querySelectorAll('button')].find((each) => each.textContent === 'Try again')
  button!.click()
  flushSync()
}

beforeEach(() => {
  statuses = []
  asked = []
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('fetch', (path: string) => {
    if (path === '/api/tables/t') return Promise.resolve(new Response(JSON.stringify(SHEET)))
    asked.push(path)
    const status = statuses.shift()
    return status ? Promise.resolve(new Response(JSON.stringify(status === 200 ? BOARD : FAILED), { status })) : new Promise(() => {})
  })
  settings.catalogue = new Catalogue('en', WORDS)
})

afterEach(async () => {
  if (page) await unmount(page)
  page = null
  settings.catalogue = before
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a board file', () => {
  test('that the server does not have is asked for once', async () => {
    statuses = [404]

    await expect(fetchBoard('missing')).rejects.toMatchObject({ status: 404, code: 'no_such_board' })
    expect(asked).toEqual(['/api/boards/missing'])
  })

  test('is asked for again while the server is in trouble', async () => {
    statuses = [503, 429, 200]
    const board = fetchBoard('late')
    await vi.advanceTimersByTimeAsync(500 + 1000)

    expect(await board).toEqual(BOARD)
    expect(asked).toHaveLength(3)
  })

  test('that stays away is given up at last', async () => {
    statuses = Array.from({ length: 20 }, () => 503)
    const board = fetchBoard('down').catch(({ status }: { status: number }) => status)
    await vi.advanceTimersByTimeAsync(60_000)

    expect(await board).toBe(503)
    expect(asked).toHaveLength(8)
  })

  test('that is missing is said on the page, which tries again when it is asked to', async () => {
    const show = async () => {
      await vi.advanceTimersByTimeAsync(0)
      FakeSocket.last.welcome({ sheet: SHEET, seat: null, host: false, seq: 0 })
      const { id } = FakeSocket.last.sent.find(({ say }) => say === 'show')!
      const view = { game: 'chess', board: 'gone', viewer: null, phase: 'over', to_act: [] }
      FakeSocket.last.say({ say: 'moment', id, seq: 0, eyes: null, last: 0, by: null, events: [], view })
      await vi.advanceTimersByTimeAsync(0)
      flushSync()
    }
    statuses = [404]
    page = mount(ReplayPage, { target: document.body, props: { id: 't', seq: null, eyes: null } })
    await show()
    expect(alert()).toContain('There is no such board.')
    tryAgain()
    await show()

    expect(alert()).not.toContain('There is no such board.')
    expect(asked).toEqual(['/api/boards/gone', '/api/boards/gone'])
  })
})

test('a game whose code cannot be fetched is said, and the page is loaded again on request', async () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  vi.spyOn(
    GAMES.find(({ name }) => name === 'carolus')!,
    'table',
  ).mockRejectedValue(new TypeError('Failed to fetch'))
  page = mount(GameTable, { target: document.body, props: { table: new FakeTable(0) } })
  await vi.advanceTimersByTimeAsync(0)
  flushSync()
  expect(alert()).toContain(WORDS['web.part_missing'])
  tryAgain()

  expect(reload).toHaveBeenCalledOnce()
})
