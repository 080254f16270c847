import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeSocket } from './fake_socket'
import { Line, type LineState } from './line'
import type { ServerMessage } from './messages'

let seen: number | null
let heard: ServerMessage[]
let states: LineState[]

function connected(): { line: Line; socket: FakeSocket } {
  const line = new Line({
    address: 'ws://table',
    hello: () => ({ token: 'mine', after: seen }),
    heed: (message) => heard.push(message),
    changed: (state) => states.push(state),
  })
  const socket = FakeSocket.made.at(-1)!
  socket.welcome()
  return { line, socket }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.made = []
  seen = null
  heard = []
  states = []
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the first words are who we are and what we have seen', () => {
  const { socket } = connected()

  expect(socket.sent).toEqual([{ say: 'hello', token: 'mine', after: null }])
  expect(states).toEqual(['open'])
})

test('an answer finds its question', async () => {
  const { line, socket } = connected()
  const first = line.ask({ say: 'why', action: { do: 'march' } })
  const second = line.ask({ say: 'chances' })
  socket.say({ say: 'chances', id: 2, first: 0, last: 0, chances: {}, verdict: null })
  socket.say({ say: 'reason', id: 1, refusal: null })

  expect((await first)?.say).toBe('reason')
  expect((await second)?.say).toBe('chances')
})

test('a lost line comes back and asks for what it missed', () => {
  const { socket } = connected()
  seen = 41
  socket.close()
  vi.advanceTimersByTime(1000)
  const again = FakeSocket.made.at(-1)!
  again.welcome()

  expect(again).not.toBe(socket)
  expect(again.sent[0]).toEqual({ say: 'hello', token: 'mine', after: 41 })
  expect(states).toEqual(['open', 'lost', 'open'])
})

test('it waits longer and longer for a server that is away', () => {
  const { socket } = connected()
  socket.close()
  for (let tries = 0; tries < 8; tries++) {
    vi.advanceTimersByTime(20_000)
    FakeSocket.made.at(-1)!.close()
  }
  const made = FakeSocket.made.length
  vi.advanceTimersByTime(5_000)

  expect(FakeSocket.made.length).toBe(made)
})

test('a question on a broken line is answered by nothing, not never', async () => {
  const { line, socket } = connected()
  const asked = line.ask({ say: 'act', after: 3, action: { do: 'done' } })
  socket.close()

  expect(await asked).toBeNull()
  expect(await line.ask({ say: 'ping' })).toBeNull()
})

test('a line that is dead without knowing it is given up', async () => {
  const { socket } = connected()
  await vi.advanceTimersByTimeAsync(25_000)
  expect(socket.sent.at(-1)).toMatchObject({ say: 'ping' })
  await vi.advanceTimersByTimeAsync(15_000)

  expect(states.at(-1)).toBe('lost')
})

test('who hangs up does not come back', () => {
  const { line } = connected()
  line.close()
  vi.advanceTimersByTime(60_000)

  expect(FakeSocket.made.length).toBe(1)
  expect(states.at(-1)).toBe('closed')
})
