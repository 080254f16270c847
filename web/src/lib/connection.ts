/**
 * One viewer's connection to a table: it reconnects by itself and misses nothing.
 *
 * States: connecting (a socket is being opened), greeting (hello was sent), open, lost (waiting to try again), closed for good.
 * After every hello the server sends what came after the last frame we have, so a broken connection costs time, never a frame.
 * At any time there is at most one socket: `#replace` is the only place that changes it.
 */

import { takeSocket } from './early'
import type { ClientMessage, ServerMessage } from './messages'

export type ConnectionState = 'connecting' | 'greeting' | 'open' | 'lost' | 'closed'

export type Answer = Extract<ServerMessage, { readonly id?: number | null }>
export type Wish = ClientMessage extends infer Each ? (Each extends { readonly id: number } ? Omit<Each, 'id'> : never) : never

/** What became of a request: answered, never sent, or sent and then cut off, so that nobody knows. */
export type Reply = { readonly kind: 'answered'; readonly answer: Answer } | { readonly kind: 'unsent' } | { readonly kind: 'unconfirmed' }

export interface ConnectionOptions {
  readonly address: string
  /** Who we are, and the last frame we have. */
  readonly hello: () => { token: string | null; after: number | null; deltas?: boolean }
  readonly receive: (message: ServerMessage) => void
  readonly changed: (state: ConnectionState) => void
}

interface Request {
  readonly id: number
  readonly wish: Wish
  readonly settle: (reply: Reply) => void
  sent: boolean
}

export const PROTOCOL = 'aachen.1'

type Timer = ReturnType<typeof setTimeout>

/** How long a request may wait for its answer. */
const PATIENCE = 15_000
/** From opening a socket to the server's welcome. */
const HANDSHAKE = 10_000
const HEARTBEAT = 25_000
/** A connection that says nothing for so long although something was asked is probed, and then given up. */
const SILENCE = 4_000
const FIRST_WAIT = 400
const LONGEST_WAIT = 15_000
/** What changes something: here nobody guesses. */
const DEEDS: ReadonlySet<string> = new Set(['act', 'undo', 'consent', 'chat'])

export class Connection {
  #socket: WebSocket | null = null
  #state: ConnectionState = 'connecting'
  #requests = new Map<number, Request>()
  #id = 0
  #tries = 0
  #heard = 0
  /** Tries again when lost, gives up a handshake that takes too long. */
  #timer: Timer | undefined
  #heartbeat: Timer | undefined
  readonly #options: ConnectionOptions
  readonly #wake = () => this.#awake()

  constructor(options: ConnectionOptions) {
    this.#options = options
    addEventListener('online', this.#wake)
    document.addEventListener('visibilitychange', this.#wake)
    this.#connect()
  }

  get state(): ConnectionState {
    return this.#state
  }

  /** Ask something; null when it could not be asked or nobody answered. */
  async ask(wish: Wish): Promise<Answer | null> {
    const reply = await this.send(wish)
    return reply.kind === 'answered' ? reply.answer : null
  }

  /** Ask something, and learn whether it went out at all; before the welcome it waits. */
  send(wish: Wish): Promise<Reply> {
    if (this.#state === 'lost' || this.#state === 'closed') return Promise.resolve({ kind: 'unsent' })
    const id = ++this.#id
    return new Promise((resolve) => {
      const settle = (reply: Reply) => {
        clearTimeout(patience)
        this.#requests.delete(id)
        resolve(reply)
      }
      const request: Request = { id, wish, settle, sent: false }
      const patience = setTimeout(() => settle(unanswered(request)), PATIENCE)
      this.#requests.set(id, request)
      if (this.#state === 'open') this.#send(request)
    })
  }

  /** Try to connect now instead of waiting longer. */
  retry(): void {
    if (this.#state === 'lost') this.#connect()
  }

  /** Begin again: a frame is missing, and the server sends again what we lack. */
  resume(): void {
    if (this.#state === 'closed') return
    this.#tries = 0
    this.#connect()
  }

  /** Hang up for good. */
  close(): void {
    removeEventListener('online', this.#wake)
    document.removeEventListener('visibilitychange', this.#wake)
    this.#replace(null)
    this.#become('closed')
  }

  #become(state: ConnectionState): void {
    if (this.#state === state) return
    this.#state = state
    this.#options.changed(state)
  }

  /** Put another socket, or none, in the place of the old one, which is closed and never heard again. */
  #replace(next: WebSocket | null): void {
    clearTimeout(this.#timer)
    clearInterval(this.#heartbeat)
    const old = this.#socket
    this.#socket = next
    if (old) {
      old.onopen = old.onmessage = old.onclose = null
      old.close()
    }
    for (const request of [...this.#requests.values()]) request.settle(unanswered(request))
  }

  #connect(): void {
    const socket = takeSocket(this.#options.address, PROTOCOL)
    this.#replace(socket)
    this.#become('connecting')
    this.#timer = setTimeout(() => this.#lose(), HANDSHAKE)
    socket.onopen = () => this.#greet(socket)
    socket.onmessage = (event) => this.#receive(JSON.parse(String(event.data)) as ServerMessage)
    socket.onclose = () => this.#lose()
    if (socket.readyState === WebSocket.OPEN) this.#greet(socket) // it was opened early
  }

  #greet(socket: WebSocket): void {
    socket.send(JSON.stringify({ say: 'hello', ...this.#options.hello() }))
    this.#become('greeting')
  }

  #receive(message: ServerMessage): void {
    this.#heard = performance.now()
    if (message.say === 'welcome') this.#welcomed()
    this.#answered(message)
    this.#options.receive(message)
  }

  #answered(message: ServerMessage): void {
    const id = 'id' in message ? message.id : null
    if (typeof id === 'number') this.#requests.get(id)?.settle({ kind: 'answered', answer: message as Answer })
    else if (isTooOften(message)) this.#refused()
  }

  /** The server took no notice of a message because too many came; it does not say which: the newest, if only that is certain. */
  #refused(): void {
    const sent = [...this.#requests.values()].filter((request) => request.sent)
    const newest = sent.at(-1)
    if (newest && (sent.length === 1 || !DEEDS.has(newest.wish.say))) newest.settle({ kind: 'unsent' })
  }

  #welcomed(): void {
    clearTimeout(this.#timer)
    this.#tries = 0
    this.#become('open')
    clearInterval(this.#heartbeat)
    this.#heartbeat = setInterval(() => void this.#probe(PATIENCE), HEARTBEAT)
    for (const request of this.#requests.values()) if (!request.sent) this.#send(request)
  }

  #send(request: Request): void {
    request.sent = true
    this.#socket!.send(JSON.stringify({ ...request.wish, id: request.id }))
    if (request.wish.say !== 'ping') setTimeout(() => this.#suspect(request), SILENCE)
  }

  /** Nothing at all was heard since this was asked: find out whether anybody is there. */
  #suspect(request: Request): void {
    const isSilent = performance.now() - this.#heard >= SILENCE
    if (this.#requests.get(request.id) === request && isSilent) void this.#probe(SILENCE)
  }

  /** The page is looked at again, or the network is back: a dead connection shall not look alive. */
  #awake(): void {
    if (document.hidden) return
    this.retry()
    void this.#probe(SILENCE)
  }

  /** A connection can be dead without knowing: ask for a sign of life, and give it up without one. */
  async #probe(patience: number): Promise<void> {
    const socket = this.#socket
    if (this.#state !== 'open') return
    const asked = performance.now()
    void this.ask({ say: 'ping' })
    await new Promise((resolve) => setTimeout(resolve, patience))
    if (socket === this.#socket && this.#state === 'open' && this.#heard < asked) this.#lose()
  }

  #lose(): void {
    if (this.#state === 'closed') return
    this.#replace(null)
    this.#become('lost')
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#tries)
    this.#tries += 1
    // A little apart, or a whole table comes back in the same instant.
    this.#timer = setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2))
  }
}

function unanswered(request: Request): Reply {
  return { kind: request.sent ? 'unconfirmed' : 'unsent' }
}

/** Whether the server says that we asked too often; that is no reason to leave. */
export function isTooOften(message: ServerMessage): boolean {
  return message.say === 'error' && message.error['code'] === 'too_often'
}

/** Where a table's socket is. */
export function socketAddress(table: string): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/tables/${table}/socket`
}
