/** A table as it is played: frames come in, the newest view is shown, wishes go out. */

import { tick } from 'svelte'
import { getBoard } from './api'
import type {
  ActAnswer,
  Action,
  GameEvent,
  GameName,
  Hint,
  LogEntry,
  Preview,
  Refusal,
  SeatSummary,
  Settings,
  TableModel,
  TableSummary,
  View,
} from './game'
import { Line, socketAddress, type LineState } from './line'
import type { Asked, Clocks, Frame, Said, ServerMessage, Sheet, Welcome } from './messages'
import { say, settings } from './settings.svelte'
import { CarolusWording, Wording, type Board } from './wording'

const MOST_PREVIEWS = 64
const STORY_AT_ONCE = 100

/** The words for a table: each game's own, for its board and variant. */
export function wordingOf(view: View, board: Board | null): Wording {
  if (view['game'] === 'carolus') return new CarolusWording(settings.catalogue)
  return new Wording(settings.catalogue, board ?? undefined, view['variant']?.name)
}

/** The table apart from the rules, from its sheet and clocks. */
export function summaryOf(sheet: Sheet, clocks: Clocks | null, at: number): TableSummary {
  const seats = sheet.seats.map(
    (seat): SeatSummary => ({
      seat: seat.seat,
      name: seat.name ?? '',
      kind: seat.kind,
      bot: seat.level,
      present: seat.present,
      left: clocks?.left[seat.seat] ?? null,
      running: clocks?.running.includes(seat.seat) ?? false,
      at,
    }),
  )
  const sand = clocks?.sand == null ? null : { left: clocks.sand, at }
  return { name: sheet.title, state: sheet.state, seats, sand }
}

/** Goodbyes for good: the token is void or unknown, or nobody may watch here. */
export type Parting = 'token_void' | 'token_unknown' | 'no_watching' | 'too_many_sockets'

const PARTINGS: readonly string[] = ['token_void', 'token_unknown', 'no_watching', 'too_many_sockets'] satisfies Parting[]

export class LiveTable implements TableModel {
  readonly id: string
  readonly live = true
  token: string | null
  seat: string | null = $state(null)
  isHost = $state(false)
  sheet: Sheet | null = $state.raw(null)
  seq = $state(-1)
  news: readonly GameEvent[] = $state.raw([])
  undoable: readonly number[] = $state.raw([])
  log: readonly LogEntry[] = $state.raw([])
  chats: readonly Said[] = $state.raw([])
  /** An undo that waits for consent. */
  asked: Asked | null = $state.raw(null)
  state: LineState = $state('connecting')
  /** Why there is no coming back on this line, or null. */
  parted: Parting | null = $state(null)
  #view: View | null = $state.raw(null)
  #board: Board | null = $state.raw(null)
  #clocks: Clocks | null = $state.raw(null)
  #clocksAt = $state(0)
  #frames: Frame[] = []
  #draining = false
  #line: Line
  readonly #words: Wording | null = $derived(this.#view === null ? null : wordingOf(this.#view, this.#board))
  readonly #summary: TableSummary | null = $derived(
    this.sheet === null ? null : summaryOf(this.sheet, this.#clocks, this.#clocksAt),
  )

  /** A line for this token; a sheet that is known already is shown until the server sends its own. */
  constructor(id: string, token: string | null, sheet: Sheet | null = null) {
    this.id = id
    this.token = token
    this.sheet = sheet
    this.#line = new Line({
      address: socketAddress(id),
      hello: () => ({ token: this.token, after: this.seq < 0 ? null : this.seq }),
      heed: (message) => this.#heed(message),
      changed: (state) => (this.state = state),
    })
  }

  /** Whether there is something to show: a frame has come, and the board it lies on. */
  get ready(): boolean {
    return this.#view !== null && this.sheet !== null && (this.#view['game'] !== 'carolingi' || this.#board !== null)
  }

  get game(): GameName {
    return this.sheet?.game === 'carolus' ? 'carolus' : 'carolingi'
  }

  get view(): View {
    return this.#view!
  }

  get wording(): Wording {
    return this.#words!
  }

  get summary(): TableSummary {
    return this.#summary!
  }

  get settings(): Settings {
    return settings
  }

  // Wishes

  async act(action: Action): Promise<ActAnswer> {
    return judged(await this.#line.ask({ say: 'act', after: this.seq, action }))
  }

  async undo(to?: number): Promise<ActAnswer> {
    const entry = to ?? this.undoable.at(-1)
    if (entry === undefined) return { kind: 'stale' }
    return judged(await this.#line.ask({ say: 'undo', after: this.seq, to: entry }))
  }

  async consent(yes: boolean): Promise<void> {
    const to = this.asked?.to
    this.asked = null
    if (to !== undefined) await this.#line.ask({ say: 'consent', to, yes })
  }

  async why(action: Action): Promise<Refusal | null> {
    const answer = await this.#line.ask({ say: 'why', action })
    return answer?.say === 'reason' ? (answer.refusal as Refusal | null) : null
  }

  async preview(actions: readonly Action[]): Promise<readonly Preview[]> {
    const previews: Preview[] = []
    for (let at = 0; at < actions.length; at += MOST_PREVIEWS) {
      const answer = await this.#line.ask({ say: 'preview', actions: actions.slice(at, at + MOST_PREVIEWS) })
      if (answer?.say !== 'previews') break
      previews.push(...(answer.previews as unknown as Preview[]))
    }
    return previews
  }

  async hint(): Promise<Hint | null> {
    return hintOf(await this.#line.ask({ say: 'hint' }))
  }

  async earlier(): Promise<boolean> {
    const before = this.log[0]?.seq ?? 0
    if (before <= 0) return false
    const answer = await this.#line.ask({ say: 'story', before, count: STORY_AT_ONCE })
    if (answer?.say !== 'story' || answer.entries.length === 0) return false
    // Frames may have come while we waited: put the story before whatever is first now.
    const first = this.log[0]?.seq ?? Infinity
    const older = (answer.entries as unknown as LogEntry[]).filter((entry) => entry.seq < first)
    this.log = [...older, ...this.log]
    return !answer.first
  }

  /** Say something in one's own words, or a ready-made phrase. */
  async speak(saying: { text: string } | { phrase: string }): Promise<boolean> {
    return (await this.#line.ask({ say: 'chat', ...saying }))?.say === 'done'
  }

  retry(): void {
    this.#line.retry()
  }

  close(): void {
    this.#line.close()
  }

  // What comes in

  #heed(message: ServerMessage): void {
    switch (message.say) {
      case 'welcome':
        return this.#welcomed(message)
      case 'frame':
        return void this.#queue(message)
      case 'sheet':
        this.sheet = message.sheet
        return
      case 'clocks':
        this.#clocks = message
        this.#clocksAt = performance.now()
        return
      case 'chat':
        return this.#said(message)
      case 'asked':
        this.asked = message.over === null || message.over === undefined ? message : null
        return
      case 'rematch':
        if (this.sheet) this.sheet = { ...this.sheet, rematch: message.table }
        return
      case 'bye':
        return this.#parted(message.code)
      case 'error':
        if (message.id === null) this.#parted(String(message.error['code']))
        return
    }
  }

  #welcomed(message: Welcome): void {
    this.sheet = message.sheet
    this.seat = message.seat
    this.isHost = message.host
    this.parted = null
    this.asked = null // if somebody still asks, the server says so again
  }

  #parted(code: string): void {
    if (!PARTINGS.includes(code)) return
    this.parted = code as Parting
    this.close()
  }

  #said(message: Said): void {
    if (this.chats.some(({ number }) => number === message.number)) return
    this.chats = [...this.chats, message].sort((one, other) => one.number - other.number)
  }

  /** Frames are shown one after the other, so that nothing that moves is skipped. */
  async #queue(frame: Frame): Promise<void> {
    this.#frames.push(frame)
    if (this.#draining) return
    this.#draining = true
    while (this.#frames.length) {
      this.#show(this.#frames.shift()!)
      await tick()
    }
    this.#draining = false
  }

  #show(frame: Frame): void {
    if (frame.seq <= this.seq) return
    if (this.seq >= 0 && frame.seq > this.seq + 1) {
      this.#frames = []
      this.#line.resume()
      return
    }
    const isFirst = this.seq < 0
    this.#view = frame.view as unknown as View
    this.news = isFirst ? [] : (frame.events as unknown as GameEvent[])
    this.undoable = frame.undo
    this.log = [...this.log, { seq: frame.seq, by: frame.by, events: frame.events as unknown as GameEvent[] }]
    this.seq = frame.seq
    if (isFirst) this.#begin()
  }

  #begin(): void {
    const digest: unknown = this.#view?.['board']
    if (typeof digest === 'string') void fetchBoard(digest).then((board) => (this.#board = board))
    void this.earlier()
  }
}

/** The board of a view; the server is there, so it is asked until it answers. */
export async function fetchBoard(digest: string): Promise<Board> {
  for (let wait = 500; ; wait = Math.min(8000, wait * 2)) {
    try {
      return await getBoard(digest)
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}

/** The answer to who asked for a hint, or null. */
export function hintOf(answer: ServerMessage | null): Hint | null {
  if (answer?.say !== 'hint') return null
  return { seq: answer.seq, seat: answer.seat, ...(answer.thought as unknown as Omit<Hint, 'seq' | 'seat'>) }
}

/** What became of a wish. */
function judged(answer: ServerMessage | null): ActAnswer {
  switch (answer?.say) {
    case 'done':
      return { kind: 'done', seq: answer.seq ?? -1 }
    case 'asked':
      return { kind: 'asked' }
    case 'stale':
      return { kind: 'stale' }
    case 'refused':
      return { kind: 'refused', refusal: answer.refusal as unknown as Refusal }
    case 'error':
      return { kind: 'error' }
    default:
      return { kind: 'lost' }
  }
}
