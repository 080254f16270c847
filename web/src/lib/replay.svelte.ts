/** A game looked at again: any moment, any eyes that are open. Nothing can be done here. */

import type { ActAnswer, GameEvent, GameName, Hint, LogEntry, Preview, Refusal, Settings, TableSource, TableSummary, View } from './game'
import { type Trouble, troubleFrom } from './api'
import { findGame } from './games'
import { keysOf } from './keys'
import { Connection, socketAddress, type ConnectionState } from './connection'
import { fetchBoard, hintOf, partingOf, type Parting, summaryOf, wordingOf } from './live.svelte'
import type { Chances, Moment, Review, ServerMessage, Sheet } from './messages'
import { namesOf } from './names'
import { say, settings } from './settings.svelte'
import { StagedTable } from './staged.svelte'
import type { Board, Wording } from './wording'

const STORY_AT_ONCE = 500
const CHANCES_AT_ONCE = 40
const REVIEWED_AT_ONCE = 3
const MOST_KEPT = 400
/** The server takes ten messages a second for long; moments are asked for a little slower. */
const BETWEEN_MOMENTS = 110

interface Wanted {
  readonly seq: number
  readonly eyes: string | null
}

export class Replay implements TableSource {
  readonly id: string
  readonly live = false
  readonly undoable: readonly number[] = []
  /** The table as it is shown, which is never ahead of what is being told. */
  readonly staged = new StagedTable(this)
  readonly token: string | null
  seat: string | null = $state(null)
  sheet: Sheet | null = $state.raw(null)
  seq = $state(-1)
  last = $state(0)
  eyes: string | null = $state(null)
  news: readonly GameEvent[] = $state.raw([])
  story: readonly LogEntry[] = $state.raw([])
  state: ConnectionState = $state('connecting')
  /** Whether the connection broke and is not back yet. */
  isLost = $state(false)
  /** Why the server lets us not in, or null. */
  parted: Parting | null = $state(null)
  /** Why the board cannot be shown, or null. */
  trouble: Trouble | null = $state.raw(null)
  #view: View | null = $state.raw(null)
  #board: Board | null = $state.raw(null)
  /** What the address asked for. */
  #first: { seq: number | null; eyes: string | null | undefined }
  /** The newest wish; at most one moment is asked for at a time. */
  #wish: Wanted | null = null
  /** What is being fetched, or null. */
  #asked: Wanted | null = null
  #isShowing = false
  #showing: Promise<void> = Promise.resolve()
  #askedAt = -BETWEEN_MOMENTS
  #kept = new Map<string, Moment>()
  #fetching = false
  #connection: Connection
  readonly #game: unknown = $derived(this.#view?.['game'])
  readonly #variant: string | undefined = $derived(this.#view?.['variant']?.name)
  readonly #names: string = $derived(JSON.stringify(namesOf(this.sheet, (seat) => say(`colour.${seat}`))))
  readonly #words: Wording | null = $derived(this.#game === undefined ? null : wordingOf(String(this.#game), this.#variant, this.#board, this.#names))
  readonly log: readonly LogEntry[] = $derived(this.story.filter(({ seq }) => seq <= this.seq))

  constructor(id: string, seq: number | null, eyes: string | null) {
    this.id = id
    this.token = keysOf(id).seats[0]?.token ?? null
    this.#first = { seq, eyes: eyes ?? undefined }
    this.#connection = new Connection({
      address: socketAddress(id),
      hello: () => ({ token: this.token, after: null }),
      receive: (message) => this.#receive(message),
      changed: (state) => this.#changed(state),
    })
  }

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
    return summaryOf(this.sheet!, null, 0)
  }

  get settings(): Settings {
    return settings
  }

  get isOver(): boolean {
    return this.sheet !== null && (this.sheet.record || this.sheet.state === 'finished')
  }

  /** Whose eyes may look: all when the game is over, else one's own. */
  get allEyes(): readonly (string | null)[] {
    if (this.sheet?.eyes) return this.sheet.eyes
    if (!this.isOver) return [this.seat]
    return [...(this.sheet?.seats ?? []).map(({ seat }) => seat), null]
  }

  /** Whose eyes, and which moment, will be shown once every wish is fulfilled. */
  get wanted(): Wanted {
    return this.#wish ?? this.#asked ?? { seq: this.seq, eyes: this.eyes }
  }

  /** Show a moment; of several wishes the newest counts. Done when nothing is left to show. */
  show(seq: number, eyes: string | null = this.wanted.eyes): Promise<void> {
    this.#wish = { seq: Math.max(0, Math.min(seq, this.last)), eyes }
    if (!this.#isShowing) this.#showing = this.#showWishes()
    return this.#showing
  }

  async #showWishes(): Promise<void> {
    this.#isShowing = true
    while (this.#wish) {
      const wish = (this.#asked = this.#wish)
      this.#wish = null
      const moment = this.#kept.get(`${wish.seq} ${wish.eyes}`) ?? (await this.#ask(wish))
      if (moment) this.#put(moment, wish.eyes)
    }
    this.#asked = null
    this.#isShowing = false
  }

  #put(moment: Moment, eyes: string | null): void {
    const isNext = moment.seq === this.seq + 1 && eyes === this.eyes
    this.news = isNext ? (moment.events as unknown as GameEvent[]) : []
    this.#view = moment.view as unknown as View
    this.eyes = moment.eyes
    this.seat = moment.eyes
    this.last = Math.max(this.last, moment.last)
    this.seq = moment.seq
    if (!isNext) this.staged.reset()
    this.staged.receive({ seq: moment.seq, by: null, events: this.news, view: this.#view })
    void this.#fetchBoard()
  }

  /** A moment, or null when there is a newer wish by the time it could be asked for, or no answer. */
  async #ask(wish: Wanted): Promise<Moment | null> {
    const early = this.#askedAt + BETWEEN_MOMENTS - performance.now()
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
    if (this.#wish) return null
    this.#askedAt = performance.now()
    const answer = await this.#connection.ask({ say: 'show', ...wish })
    if (answer?.say !== 'moment') return null
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear()
    this.#kept.set(`${wish.seq} ${wish.eyes}`, answer)
    return answer
  }

  #changed(state: ConnectionState): void {
    this.state = state
    if (state === 'lost' || state === 'open') this.isLost = state === 'lost'
  }

  retry(): void {
    this.#connection.retry()
  }

  close(): void {
    this.#connection.close()
    this.staged.close()
  }

  #receive(message: ServerMessage): void {
    if (message.say === 'sheet') this.sheet = message.sheet
    this.parted ??= partingOf(message)
    if (this.parted) this.close()
    if (message.say !== 'welcome') return
    this.sheet = message.sheet
    this.seat = message.seat
    this.last = Math.max(this.last, message.seq ?? 0)
    const own = message.sheet.eyes ? (message.sheet.eyes[0] ?? null) : message.seat
    const eyes = this.#first.eyes !== undefined && this.allEyes.includes(this.#first.eyes) ? this.#first.eyes : own
    void this.show(this.seq >= 0 ? this.seq : (this.#first.seq ?? this.last), this.seq >= 0 ? this.eyes : eyes)
    if (this.story.length === 0) void this.#tell()
  }

  /** Fetch the whole story, newest part first. */
  async #tell(): Promise<void> {
    for (let before = this.last + 1, first = false; !first && before > 0;) {
      const answer = await this.#connection.ask({ say: 'story', before, count: STORY_AT_ONCE })
      if (answer?.say !== 'story' || answer.entries.length === 0) return
      this.story = [...(answer.entries as unknown as LogEntry[]), ...this.story]
      before = answer.entries[0]!.seq
      first = answer.first
    }
  }

  async #fetchBoard(): Promise<void> {
    const digest: unknown = this.#view?.['board']
    if (typeof digest !== 'string' || this.#board || this.#fetching) return
    this.#fetching = true
    this.#board = await fetchBoard(digest).catch((error: unknown) => {
      this.trouble = troubleFrom(error)
      return null
    })
    this.#fetching = false
  }

  // Nothing can be done in a replay.

  act(): Promise<ActAnswer> {
    return Promise.resolve({ kind: 'stale' })
  }

  undo(): Promise<ActAnswer> {
    return Promise.resolve({ kind: 'stale' })
  }

  why(): Promise<Refusal | null> {
    return Promise.resolve(null)
  }

  preview(): Promise<readonly Preview[]> {
    return Promise.resolve([])
  }

  /** What a bot would have done here, in the place of whose eyes these are. */
  async hint(): Promise<Hint | null> {
    return hintOf(await this.#connection.ask({ say: 'hint', seq: this.seq, eyes: this.eyes }))
  }

  /** A part of the graph of chances, or null if it cannot be told. */
  async chances(first: number): Promise<Chances | null> {
    const answer = await this.#connection.ask({ say: 'chances', first, count: CHANCES_AT_ONCE })
    return answer?.say === 'chances' ? answer : null
  }

  /** A part of the review of decisions, or null if it cannot be told. */
  async review(first: number): Promise<Review | null> {
    const answer = await this.#connection.ask({ say: 'review', first, count: REVIEWED_AT_ONCE })
    return answer?.say === 'review' ? answer : null
  }

  earlier(): Promise<boolean> {
    return Promise.resolve(false)
  }
}
