import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeSocket } from './fake_socket'
import { Connection, type ConnectionState } from './connection'
import type { ServerMessage } from './messages'

let seen: number | null
let heard: ServerMessage[]
let states: ConnectionState[]
const made: Connection[] = []

function connecting(): Connection {
  const connection = new Connection({
    address: 'ws://table',
    hello: () => ({ token: 'mine', after: seen }),
    receive: (message) => heard.push(message),
    changed: (state) => states.push(state),
  })
  made.push(connection)
  return connection
}

function connected(): { connection: Connection; socket: FakeSocket } {
  const connection = connecting()
  const socket = FakeSocket.last
  socket.welcome()
  return { connection, socket }
}

function look(hidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  document.dispatchEvent(new Event('visibilitychange'))
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
  for (const connection of made.splice(0)) connection.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('the first words are who we are and what we have seen', () => {
  const { socket } = connected()

  expect(socket.sent).toEqual([{ say: 'hello', token: 'mine', after: null }])
  expect(states).toEqual(['greeting', 'open'])
})

test('an answer finds its question', async () => {
  const { connection, socket } = connected()
  const first = connection.ask({ say: 'why', action: { do: 'march' } })
  const second = connection.ask({ say: 'chances' })
  socket.say({ say: 'chances', id: 2, first: 0, last: 0, chances: {}, verdict: null })
  socket.say({ say: 'reason', id: 1, refusal: null })

  expect((await first)?.say).toBe('reason')
  expect((await second)?.say).toBe('chances')
})

test('a lost connection comes back and asks for what it missed', () => {
  const { socket } = connected()
  seen = 41
  socket.close()
  vi.advanceTimersByTime(1000)
  const again = FakeSocket.made.at(-1)!
  again.welcome()

  expect(again).not.toBe(socket)
  expect(again.sent[0]).toEqual({ say: 'hello', token: 'mine', after: 41 })
  expect(states).toEqual(['greeting', 'open', 'lost', 'connecting', 'greeting', 'open'])
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

test('a question on a broken connection is answered by nothing, not never', async () => {
  const { connection, socket } = connected()
  const asked = connection.ask({ say: 'act', after: 3, action: { do: 'done' } })
  socket.close()

  expect(await asked).toBeNull()
  expect(await connection.ask({ say: 'ping' })).toBeNull()
})

test('a connection that is dead without knowing it is given up', async () => {
  const { socket } = connected()
  await vi.advanceTimersByTimeAsync(25_000)
  expect(socket.sent.at(-1)).toMatchObject({ say: 'ping' })
  await vi.advanceTimersByTimeAsync(15_000)

  expect(states.at(-1)).toBe('lost')
})

test('who hangs up does not come back', () => {
  const { connection } = connected()
  connection.close()
  vi.advanceTimersByTime(60_000)

  expect(FakeSocket.made.length).toBe(1)
  expect(states.at(-1)).toBe('closed')
})

test('trying again while a socket is being opened opens no second one', () => {
  const connection = connecting()
  connection.retry()
  connection.retry()

  expect(FakeSocket.made.length).toBe(1)
})

test('whatever happens, at most one socket is open', () => {
  const { connection } = connected()
  connection.resume()
  connection.resume()
  FakeSocket.last.close()
  connection.retry()
  dispatchEvent(new Event('online'))
  vi.advanceTimersByTime(60_000)

  expect(FakeSocket.open.length).toBeLessThanOrEqual(1)
  connection.close()

  expect(FakeSocket.open).toEqual([])
})

test('an old socket is not heard any more', () => {
  const { connection, socket } = connected()
  connection.resume()
  const before = states.length
  socket.onopen?.()
  socket.say({ say: 'welcome' })
  socket.close()

  expect(states.length).toBe(before)
  expect(socket.sent.length).toBe(1)
})

test('beginning anew is no open connection until the server has greeted', async () => {
  const { connection } = connected()
  connection.resume()

  expect(connection.state).toBe('connecting')
  const asked = connection.ask({ say: 'ping' })
  FakeSocket.last.welcome()
  FakeSocket.last.say({ say: 'pong', id: 1 })

  expect((await asked)?.say).toBe('pong')
})

test('what is asked before the welcome is sent after it', async () => {
  const connection = connecting()
  const asked = connection.ask({ say: 'why', action: { do: 'march' } })

  expect(FakeSocket.last.sent).toEqual([])
  FakeSocket.last.welcome()

  expect(FakeSocket.last.sent.map(({ say }) => say)).toEqual(['hello', 'why'])
  FakeSocket.last.say({ say: 'reason', id: 1, refusal: null })

  expect((await asked)?.say).toBe('reason')
})

test('a server that opens and never greets is given up', () => {
  const connection = connecting()
  FakeSocket.last.onopen?.()
  vi.advanceTimersByTime(10_000)

  expect(connection.state).toBe('lost')
  expect(FakeSocket.open).toEqual([])
})

test('what was never sent is told apart from what was sent and not confirmed', async () => {
  const { connection, socket } = connected()
  const sent = connection.send({ say: 'act', after: 3, action: { do: 'done' } })
  socket.close()

  expect(await sent).toEqual({ kind: 'unconfirmed' })
  expect(await connection.send({ say: 'act', after: 3, action: { do: 'done' } })).toEqual({ kind: 'unsent' })
})

test('a page that is looked at again finds a dead connection within seconds', async () => {
  const { connection, socket } = connected()
  await vi.advanceTimersByTimeAsync(10)
  look(false)

  expect(socket.sent.at(-1)).toMatchObject({ say: 'ping' })
  await vi.advanceTimersByTimeAsync(4_000)

  expect(connection.state).toBe('lost')
})

test('a page that is looked at again tries at once to come back', () => {
  const { socket } = connected()
  socket.close()
  look(false)

  expect(FakeSocket.open.length).toBe(1)
})

test('a question that nobody answers has the connection probed after seconds', async () => {
  const { connection, socket } = connected()
  await vi.advanceTimersByTimeAsync(10)
  void connection.ask({ say: 'hint' })
  await vi.advanceTimersByTimeAsync(4_000)

  expect(socket.sent.at(-1)).toMatchObject({ say: 'ping' })
  socket.say({ say: 'pong', id: 2 })
  await vi.advanceTimersByTimeAsync(5_000)

  expect(connection.state).toBe('open')
})

test('a question that came too often is known not to have been heard', async () => {
  const { connection, socket } = connected()
  const asked = connection.send({ say: 'ping' })
  socket.say({ say: 'error', id: null, error: { code: 'too_often' } })

  expect(await asked).toEqual({ kind: 'unsent' })
  expect(connection.state).toBe('open')
})
