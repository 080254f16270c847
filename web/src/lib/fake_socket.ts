/** A socket that does what a test says; only tests use it. */
export class FakeSocket {
  static readonly OPEN = 1
  static made: FakeSocket[] = []
  readonly readyState = 0
  closed = false
  sent: Record<string, unknown>[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null

  constructor(readonly address: string) {
    FakeSocket.made.push(this)
  }

  /** The newest one. */
  static get last(): FakeSocket {
    return FakeSocket.made.at(-1)!
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>)
  }

  /** Those that nobody has closed. */
  static get open(): FakeSocket[] {
    return FakeSocket.made.filter(({ closed }) => !closed)
  }

  close(): void {
    this.closed = true
    this.onclose?.()
  }

  /** Let the server say something. */
  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }

  /** Let the server open and greet. */
  welcome(more: Record<string, unknown> = {}): void {
    this.onopen?.()
    this.say({ say: 'welcome', ...more })
  }
}
