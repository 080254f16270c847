import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetched, fetchEarly, openEarly, takeSocket } from './early'

class Socket {
  static readonly OPEN = 1
  static made: Socket[] = []
  readyState = 0
  constructor(readonly address: string) {
    Socket.made.push(this)
  }
  close(): void {
    this.readyState = 3
  }
}

let asked: string[]

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  Socket.made = []
  vi.stubGlobal('WebSocket', Socket)
  vi.stubGlobal('fetch', (path: string) => (asked.push(path), Promise.resolve(new Response(path))))
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what was asked for early is not asked for again, and is taken once', async () => {
  fetchEarly('/one')
  fetchEarly('/one')
  await fetched('/one')
  expect(asked).toEqual(['/one'])
  await fetched('/one')
  expect(asked).toEqual(['/one', '/one'])
})

test('a socket that was opened early is taken once', () => {
  openEarly('ws://a', 'p')
  const socket = takeSocket('ws://a', 'p')
  vi.advanceTimersByTime(60_000)

  expect(socket).toBe(Socket.made[0])
  expect(socket.readyState).toBe(0)
  expect(takeSocket('ws://a', 'p')).not.toBe(socket)
})

test('a socket that broke before it was taken is replaced', () => {
  openEarly('ws://a', 'p')
  Socket.made[0]!.readyState = 3

  expect(takeSocket('ws://a', 'p')).toBe(Socket.made[1])
})

test('a socket that nobody takes is closed', () => {
  openEarly('ws://a', 'p')
  vi.advanceTimersByTime(60_000)

  expect(Socket.made[0]!.readyState).toBe(3)
})
