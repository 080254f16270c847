/** A puzzle as a table: what is tried goes to the server as a whole each time, so an undo only leaves out its end. */

import { findBoardOf } from './boards'
import { tryPuzzle, type Trouble, troubleFrom } from '$lib/api'
import type { ActAnswer, Action, GameEvent, GameName, Hint, LogEntry, Preview, Refusal, Settings, TableSource, TableSummary, View } from '$lib/game'
import { wordingOf } from '$lib/live.svelte'
import { bringWording } from '$lib/wordings.svelte'
import type { PuzzleAnswer, PuzzleScreen } from '$lib/messages'
import { settings } from '$lib/settings.svelte'
import { StagedTable } from '$lib/staged.svelte'
import type { Board, Wording } from '$lib/wording'

const MOST_PREVIEWS = 64

export class PuzzleTable implements TableSource {
  readonly id: string
  readonly live = true
  readonly staged = new StagedTable(this)
  screen: PuzzleScreen | null = $state.raw(null)
  /** The plan, once it was found or the reader gave up. */
  answer: PuzzleAnswer | null = $state.raw(null)
  trouble: Trouble | null = $state.raw(null)
  seq = $state(-1)
  news: readonly GameEvent[] = $state.raw([])
  /** Attempts that were carried out to their end and were not the plan. */
  failures = $state(0)
  #actions: readonly Action[] = []
  #board: Board | null = $state.raw(null)
  #isClosed = false
  readonly #words: Wording | null = $derived(
    this.screen === null ? null : wordingOf(this.screen.puzzle.game, this.screen.puzzle.variant ?? undefined, this.#board, '{}'),
  )

  constructor(name: string) {
    this.id = name
  }

  /** The position as it is at first, also after an attempt. */
  async begin(): Promise<void> {
    this.trouble = null
    try {
      const screen = await tryPuzzle(this.id, { actions: [] })
      const [board] = await Promise.all([
        this.#board ?? findBoardOf(screen.view),
        settings.bring(screen.puzzle.game),
        bringWording(screen.puzzle.game),
      ])
      this.#board = board
      if (this.#isClosed) return
      this.staged.reset()
      this.#actions = []
      this.#show(screen, [])
    } catch (error) {
      this.trouble = troubleFrom(error)
    }
  }

  /** Give up: show the plan. */
  async reveal(): Promise<void> {
    try {
      this.answer = (await tryPuzzle(this.id, { actions: [], reveal: true })).answer
    } catch (error) {
      this.trouble = troubleFrom(error)
    }
  }

  close(): void {
    this.#isClosed = true
    this.staged.close()
  }

  get ready(): boolean {
    return this.screen !== null
  }

  get isDone(): boolean {
    return this.screen?.is_done ?? false
  }

  get isSolved(): boolean {
    return this.screen?.is_solved ?? false
  }

  // What a table is

  get game(): GameName {
    return this.screen?.puzzle.game ?? ''
  }

  get seat(): string | null {
    return this.screen?.puzzle.seat ?? null
  }

  /** Once the attempt is complete nothing more is asked: whose turn comes next does not matter here. */
  get view(): View {
    const view = this.screen!.view as unknown as View
    return this.isDone ? { ...view, offers: [], to_act: view.to_act.filter((seat) => seat !== this.seat) } : view
  }

  get undoable(): readonly number[] {
    return this.isDone ? [] : this.#actions.map((_, number) => number)
  }

  get log(): readonly LogEntry[] {
    return (this.screen?.entries ?? []) as unknown as readonly LogEntry[]
  }

  get summary(): TableSummary {
    const seats = (this.screen!.view['seats'] as readonly string[]).map((seat) => ({
      seat,
      name: '',
      kind: seat === this.seat ? ('person' as const) : ('bot' as const),
      bot: null,
      present: true,
      left: null,
      running: false,
      at: 0,
    }))
    return { name: '', state: 'running', seats, sand: null }
  }

  get wording(): Wording {
    return this.#words!
  }

  get settings(): Settings {
    return settings
  }

  async act(action: Action): Promise<ActAnswer> {
    if (this.isDone) return { kind: 'stale' }
    const actions = [...this.#actions, action]
    try {
      const screen = await tryPuzzle(this.id, { actions })
      if (screen.refusal) return { kind: 'refused', refusal: screen.refusal as unknown as Refusal }
      this.#actions = actions
      this.#show(screen, (screen.entries.at(-1)?.events ?? []) as unknown as readonly GameEvent[])
      return { kind: 'done', seq: this.seq }
    } catch {
      return { kind: 'lost' }
    }
  }

  /** Take back the action of this number and all after it. */
  async undo(to?: number): Promise<ActAnswer> {
    if (this.isDone || this.#actions.length === 0) return { kind: 'stale' }
    const actions = this.#actions.slice(0, to ?? -1)
    try {
      const screen = await tryPuzzle(this.id, { actions })
      this.#actions = actions
      this.staged.reset()
      this.#show(screen, [])
      return { kind: 'done', seq: this.seq }
    } catch {
      return { kind: 'lost' }
    }
  }

  async why(action: Action): Promise<Refusal | null> {
    const screen = await tryPuzzle(this.id, { actions: [...this.#actions, action] }).catch(() => null)
    return (screen?.refusal ?? null) as unknown as Refusal | null
  }

  async preview(actions: readonly Action[]): Promise<readonly Preview[]> {
    const found: Preview[] = []
    for (let at = 0; at < actions.length; at += MOST_PREVIEWS) {
      const previews = actions.slice(at, at + MOST_PREVIEWS)
      const screen = await tryPuzzle(this.id, { actions: this.#actions, previews }).catch(() => null)
      if (!screen) break
      found.push(...(screen.previews as unknown as Preview[]))
    }
    return found
  }

  /** A puzzle gives no hints: who gives up is shown the plan. */
  hint(): Promise<Hint | null> {
    return Promise.resolve(null)
  }

  earlier(): Promise<boolean> {
    return Promise.resolve(false)
  }

  #show(screen: PuzzleScreen, news: readonly GameEvent[]): void {
    this.screen = screen
    this.news = news
    this.seq = screen.entries.length
    if (screen.answer) this.answer = screen.answer
    if (screen.is_done && !screen.is_solved) this.failures += 1
    this.staged.receive({ seq: this.seq, by: this.seat, events: news, view: this.view })
  }
}
