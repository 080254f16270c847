/** A game looked at again: any moment, any eyes that are open. Nothing can be done here. */

import type {
  ActAnswer,
  GameEvent,
  GameName,
  Hint,
  LogEntry,
  Preview,
  Refusal,
  Settings,
  TableModel,
  TableSummary,
  View,
} from './game'
import { keysOf } from './keys'
import { Line, socketAddress, type LineState } from './line'
import { fetchBoard, hintOf, summaryOf, wordingOf } from './live.svelte'
import type { Chances, Moment, ServerMessage, Sheet } from './messages'
import { settings } from './settings.svelte'
import type { Board, Wording } from './wording'

const STORY_AT_ONCE = 500
const CHANCES_AT_ONCE = 40
const MOST_KEPT = 400

export class Replay implements TableModel {
  readonly id: string
  readonly live = false
  readonly undoable: readonly number[] = []
  readonly token: string | null
  seat: string | null = $state(null)
  sheet: Sheet | null = $state.raw(null)
  seq = $state(-1)
  last = $state(0)
  eyes: string | null = $state(null)
  news: readonly GameEvent[] = $state.raw([])
  story: readonly LogEntry[] = $state.raw([])
  state: LineState = $state('connecting')
  /** Why nothing can be shown, or null. */
  parted: string | null = $state(null)
  #view: View | null = $state.raw(null)
  #board: Board | null = $state.raw(null)
  #wanted: { seq: number | null; eyes: string | null | undefined }
  #asking = 0
  #kept = new Map<string, Moment>()
  #line: Line
  readonly #words: Wording | null = $derived(this.#view === null ? null : wordingOf(this.#view, this.#board))
  readonly log: readonly LogEntry[] = $derived(this.story.filter(({ seq }) => seq <= this.seq))

  constructor(id: string, seq: number | null, eyes: string | null) {
    this.id = id
    this.token = keysOf(id).seats[0]?.token ?? null
    this.#wanted = { seq, eyes: eyes ?? undefined }
    this.#line = new Line({
      address: socketAddress(id),
      hello: () => ({ token: this.token, after: null }),
      heed: (message) => this.#heed(message),
      changed: (state) => (this.state = state),
    })
  }

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

  /** Show a moment; the newest wish counts. */
  async show(seq: number, eyes: string | null = this.eyes): Promise<void> {
    const wanted = Math.max(0, Math.min(seq, this.last))
    const asking = ++this.#asking
    const moment = this.#kept.get(`${wanted} ${eyes}`) ?? (await this.#ask(wanted, eyes))
    if (moment === null || asking !== this.#asking) return
    const isNext = moment.seq === this.seq + 1 && eyes === this.eyes
    this.news = isNext ? (moment.events as unknown as GameEvent[]) : []
    this.#view = moment.view as unknown as View
    this.eyes = moment.eyes
    this.seat = moment.eyes
    this.last = Math.max(this.last, moment.last)
    this.seq = moment.seq
    this.#fetchBoard()
  }

  async #ask(seq: number, eyes: string | null): Promise<Moment | null> {
    const answer = await this.#line.ask({ say: 'show', seq, eyes })
    if (answer?.say !== 'moment') return null
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear()
    this.#kept.set(`${seq} ${eyes}`, answer)
    return answer
  }

  retry(): void {
    this.#line.retry()
  }

  close(): void {
    this.#line.close()
  }

  #heed(message: ServerMessage): void {
    if (message.say === 'sheet') this.sheet = message.sheet
    if (message.say === 'error' && message.id === null) this.parted = String(message.error['code'])
    if (this.parted) this.close()
    if (message.say !== 'welcome') return
    this.sheet = message.sheet
    this.seat = message.seat
    this.last = Math.max(this.last, message.seq ?? 0)
    const own = message.sheet.eyes ? (message.sheet.eyes[0] ?? null) : message.seat
    const eyes = this.#wanted.eyes !== undefined && this.allEyes.includes(this.#wanted.eyes) ? this.#wanted.eyes : own
    void this.show(this.seq >= 0 ? this.seq : (this.#wanted.seq ?? this.last), this.seq >= 0 ? this.eyes : eyes)
    if (this.story.length === 0) void this.#tell()
  }

  /** Fetch the whole story, newest part first. */
  async #tell(): Promise<void> {
    for (let before = this.last + 1, first = false; !first && before > 0; ) {
      const answer = await this.#line.ask({ say: 'story', before, count: STORY_AT_ONCE })
      if (answer?.say !== 'story' || answer.entries.length === 0) return
      this.story = [...(answer.entries as unknown as LogEntry[]), ...this.story]
      before = answer.entries[0]!.seq
      first = answer.first
    }
  }

  #fetchBoard(): void {
    const digest: unknown = this.#view?.['board']
    if (typeof digest !== 'string' || this.#board) return
    void fetchBoard(digest).then((board) => (this.#board = board))
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
    return hintOf(await this.#line.ask({ say: 'hint', seq: this.seq, eyes: this.eyes }))
  }

  /** A part of the graph of chances, or null if it cannot be told. */
  async chances(first: number): Promise<Chances | null> {
    const answer = await this.#line.ask({ say: 'chances', first, count: CHANCES_AT_ONCE })
    return answer?.say === 'chances' ? answer : null
  }

  earlier(): Promise<boolean> {
    return Promise.resolve(false)
  }
}
