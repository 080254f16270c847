/** A table as it is played: frames come in, the newest view is shown, wishes go out. */

import { tick } from 'svelte'
import { getBoard, type Trouble, troubleFrom } from './api'
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
  TableSource,
  TableSummary,
  View,
} from './game'
import { Connection, socketAddress, type ConnectionState, type Reply, type Wish } from './connection'
import { FrameReader } from './frames'
import { findGame } from './games'
import type { Asked, Clocks, Frame, Said, ServerMessage, Sheet, Welcome } from './messages'
import { namesOf, type Names } from './names'
import { say, settings } from './settings.svelte'
import { StagedTable } from './staged.svelte'
import type { Board, Wording } from './wording'
import { wordingFor } from './wordings.svelte'

const MOST_PREVIEWS = 64
const STORY_AT_ONCE = 100

/** The words for a table: each game's own, for its board and variant; null until they are there. */
export function wordingOf(game: string, variant: string | undefined, board: Board | null, names: string): Wording | null {
  return wordingFor(game, settings.catalogue, board ?? undefined, variant)?.called(JSON.parse(names) as Names) ?? null
}

/** The table apart from the rules, from its sheet and clocks. */
export function summaryOf(sheet: Sheet, clocks: Clocks | null, at: number): TableSummary {
  const seats = sheet.seats.map((seat): SeatSummary => ({
    seat: seat.seat,
    name: seat.name ?? '',
    kind: seat.kind,
    bot: seat.level,
    present: seat.present,
    left: clocks?.left[seat.seat] ?? null,
    running: clocks?.running.includes(seat.seat) ?? false,
    at,
  }))
  const sand = clocks?.sand == null ? null : { left: clocks.sand, at }
  return { name: sheet.title, state: sheet.state, seats, mayUndo: sheet.undo !== 'never', mayHint: sheet.hints, sand }
}

export type TableNotice = { readonly code: 'fell_back' } | { readonly code: 'relinked'; readonly seat: string }

/** Goodbyes for good: the token is void or unknown, nobody may watch here, or the server lacks the game's rules. */
export type Parting = 'token_void' | 'token_unknown' | 'no_watching' | 'too_many_sockets' | 'rules_not_known'

const PARTINGS: readonly string[] = ['token_void', 'token_unknown', 'no_watching', 'too_many_sockets', 'rules_not_known'] satisfies Parting[]

/** The partings that leave nothing to show. */
export const SHUT: readonly Parting[] = ['no_watching', 'too_many_sockets', 'rules_not_known']

/** Why the server lets nobody in here, or null: an error about nothing we asked may be a mere complaint. */
export function partingOf(message: ServerMessage): Parting | null {
  const code = message.say === 'bye' ? message.code : message.say === 'error' && message.id === null ? String(message.error['code']) : ''
  return PARTINGS.includes(code) ? (code as Parting) : null
}

/** An action that takes longer than this to be confirmed is said to be on its way. */
const SLOW = 1000

export class LiveTable implements TableSource {
  readonly id: string
  readonly live = true
  /** The table as it is shown, which is never ahead of what is being told. */
  readonly staged = new StagedTable(this)
  token: string | null
  seat: string | null = $state(null)
  isHost = $state(false)
  /** All seats of this browser, when several people share the screen. */
  together: readonly string[] = $state.raw([])
  sheet: Sheet | null = $state.raw(null)
  seq = $state(-1)
  news: readonly GameEvent[] = $state.raw([])
  undoable: readonly number[] = $state.raw([])
  log: readonly LogEntry[] = $state.raw([])
  chats: readonly Said[] = $state.raw([])
  /** An undo that waits for consent. */
  asked: Asked | null = $state.raw(null)
  state: ConnectionState = $state('connecting')
  /** Whether the connection broke and is not back yet. */
  isLost = $state(false)
  /** Whether an action was sent and nobody knows yet whether it was done. */
  unconfirmed = $state(false)
  /** Why the board cannot be shown, or null. */
  trouble: Trouble | null = $state.raw(null)
  /** Why this connection will not come back, or null. */
  parted: Parting | null = $state(null)
  /** What everybody at the table must know: it fell back to an earlier position, or a seat has a new link. */
  notices: readonly TableNotice[] = $state.raw([])
  #view: View | null = $state.raw(null)
  #board: Board | null = $state.raw(null)
  #clocks: Clocks | null = $state.raw(null)
  #clocksAt = $state(0)
  #frames: Frame[] = []
  readonly #reader = new FrameReader((after) => this.#askAgain(after))
  #draining = false
  /** The newest entry there was at the last welcome; null while there is no connection. */
  #newest: number | null = null
  #doubts: { readonly after: number; readonly resolve: (answer: ActAnswer) => void }[] = []
  /** The action that was sent and not answered yet: its own frame confirms it as well as the answer does. */
  #sent: { readonly after: number; readonly resolve: (answer: ActAnswer) => void } | null = null
  #connection: Connection
  // Words stay the same from frame to frame: what was worded need not be worded again.
  readonly #game: unknown = $derived(this.#view?.['game'])
  readonly #variant: string | undefined = $derived(this.#view?.['variant']?.name)
  /** What people are called, as one string: the words stay the same while nobody is called otherwise. */
  readonly #names: string = $derived(JSON.stringify(namesOf(this.sheet, (seat) => say(`colour.${seat}`))))
  readonly #words: Wording | null = $derived(this.#game === undefined ? null : wordingOf(String(this.#game), this.#variant, this.#board, this.#names))
  readonly #summary: TableSummary | null = $derived(this.sheet === null ? null : summaryOf(this.sheet, this.#clocks, this.#clocksAt))

  /** A connection for this token; a sheet that is known already is shown until the server sends its own. */
  constructor(id: string, token: string | null, sheet: Sheet | null = null) {
    this.id = id
    this.token = token
    this.sheet = sheet
    this.#connection = new Connection({
      address: socketAddress(id),
      hello: () => {
        this.#reader.restart()
        return { token: this.token, after: this.seq < 0 ? null : this.seq, deltas: this.#reader.wantsDeltas }
      },
      receive: (message) => this.#receive(message),
      changed: (state) => this.#changed(state),
    })
  }

  /** Whether there is something to show: a frame has come, and the board it lies on. */
  get ready(): boolean {
    return this.#view !== null && this.sheet !== null && this.#words !== null && (!findGame(this.game)?.onBoard || this.#board !== null)
  }

  get game(): GameName {
    return this.sheet?.game ?? ''
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

  act(action: Action): Promise<ActAnswer> {
    return this.#do({ say: 'act', after: this.seq, action })
  }

  async undo(to?: number): Promise<ActAnswer> {
    const entry = to ?? this.undoable.at(-1)
    if (entry === undefined) return { kind: 'stale' }
    return this.#do({ say: 'undo', after: this.seq, to: entry })
  }

  /** Send an action and say truthfully what became of it, also when the connection breaks in between. */
  async #do(wish: Wish): Promise<ActAnswer> {
    const after = this.seq
    const slow = setTimeout(() => (this.unconfirmed = true), SLOW)
    try {
      return await Promise.race([this.#answerTo(wish, after), this.#ownFrameAfter(after)])
    } finally {
      clearTimeout(slow)
      this.unconfirmed = false
    }
  }

  async #answerTo(wish: Wish, after: number): Promise<ActAnswer> {
    const reply = await this.#connection.send(wish)
    if (reply.kind !== 'unconfirmed') return answerOf(reply)
    const own = this.#ownAfter(after)
    if (own) return { kind: 'done', seq: own.seq }
    this.unconfirmed = true
    return this.#outcomeAfter(after)
  }

  /** The frame of an action can come before its answer; who acts again at once must not be held up by that. */
  #ownFrameAfter(after: number): Promise<ActAnswer> {
    return new Promise((resolve) => (this.#sent = { after, resolve }))
  }

  #confirmBy(frame: Frame): void {
    const sent = this.#sent
    if (sent === null || frame.seq <= sent.after) return
    this.#sent = null
    if (frame.seq === sent.after + 1 && frame.by === this.seat) sent.resolve({ kind: 'done', seq: frame.seq })
  }

  /** What came of an action whose answer was lost: once we have caught up, an entry of ours says that it was done. */
  #outcomeAfter(after: number): Promise<ActAnswer> {
    const outcome = new Promise<ActAnswer>((resolve) => this.#doubts.push({ after, resolve }))
    if (this.state === 'open') this.#connection.resume()
    return outcome
  }

  #ownAfter(after: number): LogEntry | undefined {
    return this.log.find(({ seq, by }) => seq > after && by === this.seat)
  }

  #resolveDoubts(): void {
    if (this.#newest === null || this.seq < this.#newest) return
    for (const { after, resolve } of this.#doubts.splice(0)) {
      const own = this.#ownAfter(after)
      resolve(own ? { kind: 'done', seq: own.seq } : { kind: 'lost' })
    }
  }

  async consent(yes: boolean): Promise<void> {
    const to = this.asked?.to
    this.asked = null
    if (to !== undefined) await this.#connection.ask({ say: 'consent', to, yes })
  }

  async why(action: Action): Promise<Refusal | null> {
    const answer = await this.#connection.ask({ say: 'why', action })
    return answer?.say === 'reason' ? (answer.refusal as Refusal | null) : null
  }

  async preview(actions: readonly Action[]): Promise<readonly Preview[]> {
    const previews: Preview[] = []
    for (let at = 0; at < actions.length; at += MOST_PREVIEWS) {
      const answer = await this.#connection.ask({ say: 'preview', actions: actions.slice(at, at + MOST_PREVIEWS) })
      if (answer?.say !== 'previews') break
      previews.push(...(answer.previews as unknown as Preview[]))
    }
    return previews
  }

  async hint(): Promise<Hint | null> {
    return hintOf(await this.#connection.ask({ say: 'hint' }))
  }

  async earlier(): Promise<boolean> {
    const before = this.log[0]?.seq ?? 0
    if (before <= 0) return false
    const answer = await this.#connection.ask({ say: 'story', before, count: STORY_AT_ONCE })
    if (answer?.say !== 'story' || answer.entries.length === 0) return false
    // Frames may have come while we waited: put the story before whatever is first now.
    const first = this.log[0]?.seq ?? Infinity
    const older = (answer.entries as unknown as LogEntry[]).filter((entry) => entry.seq < first)
    this.log = [...older, ...this.log]
    return !answer.first
  }

  /** Say something in one's own words, or a ready-made phrase. */
  async speak(saying: { text: string } | { phrase: string }): Promise<boolean> {
    return (await this.#connection.ask({ say: 'chat', ...saying }))?.say === 'done'
  }

  retry(): void {
    this.#connection.retry()
  }

  close(): void {
    this.#connection.close()
    this.staged.close()
    for (const { resolve } of this.#doubts.splice(0)) resolve({ kind: 'unconfirmed' })
  }

  #changed(state: ConnectionState): void {
    this.state = state
    if (state === 'lost' || state === 'open') this.isLost = state === 'lost'
    if (state !== 'open') this.#newest = null
  }

  // What comes in

  #receive(message: ServerMessage): void {
    switch (message.say) {
      case 'welcome':
        return this.#welcomed(message)
      case 'frame':
      case 'delta':
        return void this.#queue(this.#reader.read(message))
      case 'sheet':
        this.#noteLinks(message.sheet)
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
        if (message.code === 'fell_back') this.#rollBack()
        return this.#part(partingOf(message))
      case 'error':
        return this.#part(partingOf(message))
    }
  }

  #welcomed(message: Welcome): void {
    if (this.seq > (message.seq ?? -1)) this.#rollBack()
    this.sheet = message.sheet
    this.seat = message.seat
    this.isHost = message.host
    this.parted = null
    this.asked = null // if somebody still asks, the server says so again
    this.#newest = message.seq ?? -1
    this.#resolveDoubts()
  }

  /** A new link that the host has made for somebody's seat. */
  #noteLinks(sheet: Sheet): void {
    const before = this.sheet?.seats ?? []
    const linked = sheet.seats.filter(({ seat, relinked }) => {
      const was = before.find((each) => each.seat === seat)
      return was !== undefined && relinked != null && relinked !== was.relinked
    })
    this.notices = [...this.notices, ...linked.map(({ seat }): TableNotice => ({ code: 'relinked', seat }))]
  }

  /** The notices have been read. */
  dismissNotices(): void {
    this.notices = []
  }

  /** What we have is no longer true: the next frame is the first one again. */
  #rollBack(): void {
    if (this.seq < 0) return
    this.notices = [...this.notices, { code: 'fell_back' }]
    this.seq = -1
    this.staged.reset()
    this.news = []
    this.undoable = []
    this.log = []
    this.chats = []
    this.#frames = []
  }

  #part(parting: Parting | null): void {
    if (parting === null) return
    this.parted = parting
    this.close()
  }

  #said(message: Said): void {
    if (this.chats.some(({ number }) => number === message.number)) return
    this.chats = [...this.chats, message].sort((one, other) => one.number - other.number)
  }

  /** A delta did not fit what we have. */
  #askAgain(after: number): void {
    if (this.#reader.wantsDeltas) void this.#connection.ask({ say: 'full', after })
    else this.#connection.resume()
  }

  /** Frames are shown one after the other, so that nothing that moves is skipped. */
  async #queue(frame: Frame | null): Promise<void> {
    if (frame === null) return
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
      this.#connection.resume()
      return
    }
    const isFirst = this.seq < 0
    this.#view = frame.view as unknown as View
    this.news = isFirst ? [] : (frame.events as unknown as GameEvent[])
    this.undoable = frame.undo
    this.log = [...this.log, { seq: frame.seq, by: frame.by, events: frame.events as unknown as GameEvent[] }]
    this.seq = frame.seq
    this.staged.receive({ seq: frame.seq, by: frame.by, events: this.news, view: this.#view })
    if (isFirst) this.#begin()
    this.#resolveDoubts()
    this.#confirmBy(frame)
  }

  #begin(): void {
    const digest: unknown = this.#view?.['board']
    if (typeof digest === 'string') void this.#fetchBoard(digest)
    void this.earlier()
  }

  async #fetchBoard(digest: string): Promise<void> {
    this.#board = await fetchBoard(digest).catch((error: unknown) => {
      this.trouble = troubleFrom(error)
      return null
    })
  }
}

const PATIENT_TRIES = 8

/** The board of a view; a server that does not answer is asked again, one that has no such board is not. */
export async function fetchBoard(digest: string): Promise<Board> {
  for (let tries = 1, wait = 500; ; tries += 1, wait = Math.min(8000, wait * 2)) {
    try {
      return await getBoard(digest)
    } catch (error) {
      const { status } = troubleFrom(error)
      if ((status >= 400 && status < 500 && status !== 429) || tries === PATIENT_TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}

/** The answer to who asked for a hint, or null. */
export function hintOf(answer: ServerMessage | null): Hint | null {
  if (answer?.say !== 'hint') return null
  return { seq: answer.seq, seat: answer.seat, ...(answer.thought as unknown as Omit<Hint, 'seq' | 'seat'>) }
}

/** What became of an action. */
function answerOf(reply: Reply): ActAnswer {
  if (reply.kind !== 'answered') return { kind: 'lost' }
  const { answer } = reply
  switch (answer.say) {
    case 'done':
      return { kind: 'done', seq: answer.seq ?? -1 }
    case 'asked':
      return { kind: 'asked' }
    case 'stale':
      return { kind: 'stale' }
    case 'refused':
      return { kind: 'refused', refusal: answer.refusal as unknown as Refusal }
    default:
      return { kind: 'error' }
  }
}
