/**
 * One viewer's line to a table: a socket that comes back by itself and misses nothing.
 *
 * After every hello the server sends what came after the last frame we have, so a broken line costs time, never a frame.
 */

import type { ClientMessage, ServerMessage } from './messages'

export type LineState = 'connecting' | 'open' | 'lost' | 'closed'

type Answer = Extract<ServerMessage, { readonly id?: number | null }>
type Wish = ClientMessage extends infer Each ? (Each extends { readonly id: number } ? Omit<Each, 'id'> : never) : never

export interface LineOptions {
  readonly address: string
  /** Who we are, and the last frame we have. */
  readonly hello: () => { token: string | null; after: number | null }
  readonly heed: (message: ServerMessage) => void
  readonly changed: (state: LineState) => void
}

const PATIENCE = 15_000
const HEARTBEAT = 25_000
const FIRST_WAIT = 400
const LONGEST_WAIT = 15_000

export class Line {
  #socket: WebSocket | null = null
  #state: LineState = 'connecting'
  #asked = new Map<number, (answer: Answer | null) => void>()
  #id = 0
  #tries = 0
  #waiting: ReturnType<typeof setTimeout> | undefined
  #beating: ReturnType<typeof setInterval> | undefined
  readonly #options: LineOptions
  readonly #wake = () => this.retry()

  constructor(options: LineOptions) {
    this.#options = options
    addEventListener('online', this.#wake)
    this.#connect()
  }

  get state(): LineState {
    return this.#state
  }

  /** Ask something; null when the line breaks or nobody answers. */
  ask(wish: Wish): Promise<Answer | null> {
    const socket = this.#socket
    if (this.#state !== 'open' || socket === null) return Promise.resolve(null)
    const id = ++this.#id
    return new Promise((resolve) => {
      const settle = (answer: Answer | null) => {
        clearTimeout(timer)
        this.#asked.delete(id)
        resolve(answer)
      }
      const timer = setTimeout(() => settle(null), PATIENCE)
      this.#asked.set(id, settle)
      socket.send(JSON.stringify({ ...wish, id }))
    })
  }

  /** Try to connect now instead of waiting longer. */
  retry(): void {
    if (this.#state !== 'lost') return
    clearTimeout(this.#waiting)
    this.#connect()
  }

  /** Begin anew: a frame is missing, and the server sends again what we lack. */
  resume(): void {
    this.#drop()
    this.#tries = 0
    this.#connect()
  }

  /** Hang up for good. */
  close(): void {
    removeEventListener('online', this.#wake)
    clearTimeout(this.#waiting)
    this.#drop()
    this.#become('closed')
  }

  #become(state: LineState): void {
    if (this.#state === state) return
    this.#state = state
    this.#options.changed(state)
  }

  #connect(): void {
    const socket = new WebSocket(this.#options.address, 'aachen.1')
    this.#socket = socket
    socket.onopen = () => socket.send(JSON.stringify({ say: 'hello', ...this.#options.hello() }))
    socket.onmessage = (event) => this.#hear(socket, JSON.parse(String(event.data)) as ServerMessage)
    socket.onclose = () => this.#lose(socket)
  }

  #hear(socket: WebSocket, message: ServerMessage): void {
    if (socket !== this.#socket) return
    if (message.say === 'welcome') this.#welcomed()
    const id = 'id' in message ? message.id : null
    if (typeof id === 'number') this.#asked.get(id)?.(message as Answer)
    this.#options.heed(message)
  }

  #welcomed(): void {
    this.#tries = 0
    this.#become('open')
    clearInterval(this.#beating)
    this.#beating = setInterval(() => void this.#beat(), HEARTBEAT)
  }

  /** A line can be dead without knowing: ask for a sign of life now and then. */
  async #beat(): Promise<void> {
    const socket = this.#socket
    const answer = await this.ask({ say: 'ping' })
    if (answer === null && socket === this.#socket && socket !== null) {
      this.#lose(socket)
      socket.close()
    }
  }

  #lose(socket: WebSocket): void {
    if (socket !== this.#socket) return
    this.#drop()
    this.#become('lost')
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#tries)
    this.#tries += 1
    // A little apart, or a whole table comes back in the same instant.
    this.#waiting = setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2))
  }

  #drop(): void {
    clearInterval(this.#beating)
    const socket = this.#socket
    this.#socket = null
    for (const settle of [...this.#asked.values()]) settle(null)
    socket?.close()
  }
}

/** Where a table's socket is. */
export function socketAddress(table: string): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/tables/${table}/socket`
}
