import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeSocket } from './fake_socket'
import { Replay } from './replay.svelte'

const SHEET = { table: 't', game: 'carolus', title: '', state: 'finished', seats: [], rematch: null, record: false, eyes: null }
const LAST = 1000

let replay: Replay

function shows() {
  return FakeSocket.last.sent.filter(({ say }) => say === 'show')
}

/** Let the server show what it was asked for last. */
async function show() {
  const { id, seq, eyes } = shows().at(-1)!
  FakeSocket.last.say({ say: 'moment', id, seq, eyes, last: LAST, by: null, events: [], view: { game: 'carolus', to_act: [] } })
  await vi.advanceTimersByTimeAsync(200)
}

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.made = []
  replay = new Replay('t', null, null)
  FakeSocket.last.welcome({ sheet: SHEET, seat: null, host: false, seq: LAST })
  await show()
})

afterEach(() => {
  replay.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a slider dragged through a thousand moments asks for one at a time and ends at the last', async () => {
  for (let seq = LAST; seq >= 0; seq--) void replay.show(seq)
  await vi.advanceTimersByTimeAsync(200)
  expect(shows().length).toBe(2)
  await show()
  await show()

  expect(shows().length).toBe(3)
  expect(replay.seq).toBe(0)
})

test('a wish that comes while another moment is fetched is shown after it', async () => {
  void replay.show(10)
  await vi.advanceTimersByTimeAsync(200)
  void replay.show(20)
  void replay.show(30)
  await show()
  await show()

  expect(shows().map(({ seq }) => seq)).toEqual([LAST, 10, 30])
  expect(replay.seq).toBe(30)
})

test('who chooses eyes and then a moment gets both, though the first answer is not there yet', async () => {
  void replay.show(replay.wanted.seq, 'yellow')
  void replay.show(9)
  await vi.advanceTimersByTimeAsync(200)
  await show()
  await show()

  expect(replay.wanted).toEqual({ seq: 9, eyes: 'yellow' })
  expect([replay.seq, replay.eyes]).toEqual([9, 'yellow'])
})

test('who chooses a moment and then eyes gets both, though the first answer is not there yet', async () => {
  void replay.show(12)
  void replay.show(replay.wanted.seq, 'red')
  await vi.advanceTimersByTimeAsync(200)
  await show()
  await show()

  expect([replay.seq, replay.eyes]).toEqual([12, 'red'])
})

test('moments are asked for more slowly than the server allows', async () => {
  for (let seq = 0; seq < 100; seq++) {
    void replay.show(seq)
    await vi.advanceTimersByTimeAsync(10)
    const { id, seq: asked, eyes } = shows().at(-1)!
    FakeSocket.last.say({ say: 'moment', id, seq: asked, eyes, last: LAST, by: null, events: [], view: { game: 'carolus', to_act: [] } })
  }

  expect(shows().length).toBeLessThan(12)
})

test('asking too often does not end a replay', async () => {
  void replay.show(3)
  await vi.advanceTimersByTimeAsync(200)
  FakeSocket.last.say({ say: 'error', id: null, error: { code: 'too_often' } })
  void replay.show(4)
  await vi.advanceTimersByTimeAsync(200)
  await show()

  expect(replay.parted).toBeNull()
  expect(replay.seq).toBe(4)
})

test('who may not watch is told so', () => {
  FakeSocket.last.say({ say: 'error', id: null, error: { code: 'no_watching' } })

  expect(replay.parted).toBe('no_watching')
})
