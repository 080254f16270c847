/** A table as it is shown: the newest frame comes through the stage, and everything on the screen follows that. */

import type {
  ActAnswer,
  Action,
  GameEvent,
  GameName,
  Hint,
  LogEntry,
  Preview,
  Refusal,
  Settings,
  StageControls,
  TableModel,
  TableSource,
  TableSummary,
  View,
} from './game'
import { settings } from './settings.svelte'
import { type Beat, type Direct, type Speed, Stage, type StageFrame } from './stage'
import type { Wording } from './wording'

/** Where an entry comes from nowhere: a hidden page shows nothing, and timers hardly run there. */
function speedNow(): Speed {
  return document.hidden ? 'off' : settings.speed
}

function later(milliseconds: number, run: () => void): () => void {
  const timer = setTimeout(run, milliseconds)
  return () => clearTimeout(timer)
}

const NOTHING: readonly GameEvent[] = []

export class StagedTable implements TableModel, StageControls {
  readonly #source: TableSource
  #stage: Stage | null = null
  #direct: Direct | null = null
  /** Counts what was shown: whoever reads the stage reads this first. */
  #version = $state(0)
  /** What the reader points at in a list of what happened. */
  marked: readonly GameEvent[] = $state.raw([])

  constructor(source: TableSource) {
    this.#source = source
  }

  // What the source hands on

  /** A frame of the game. */
  receive(frame: StageFrame): void {
    if (this.#stage) return this.#stage.receive(frame)
    this.#stage = new Stage(frame, {
      later,
      speed: speedNow,
      isOwn: ({ by }) => by !== null && by === this.#source.seat,
      changed: () => (this.#version += 1),
    })
    this.#stage.direct = this.#direct
    this.#version += 1
  }

  /** What was shown is no longer true: the next frame is the first one again. */
  reset(): void {
    this.#stage?.close()
    this.#stage = null
  }

  close(): void {
    this.#stage?.close()
  }

  get #now(): Stage | null {
    void this.#version
    return this.#stage
  }

  // The stage

  get stage(): StageControls {
    return this
  }

  readonly beat: Beat | null = $derived(this.#now?.beat ?? null)
  readonly isBusy: boolean = $derived(this.#now?.isBusy ?? false)
  readonly isPaused: boolean = $derived(this.#now?.isPaused ?? false)
  readonly left: number = $derived(this.#now?.left ?? 0)
  readonly stepped: boolean = $derived(this.#now?.stepped ?? false)

  /** The game says how it shows what happens. */
  directBy(direct: Direct): void {
    this.#direct = direct
    if (this.#stage) this.#stage.direct = direct
  }

  skip(): boolean {
    return this.#stage?.skip() ?? false
  }

  pause(): void {
    this.#stage?.pause()
  }

  resume(): void {
    this.#stage?.resume()
  }

  step(): void {
    this.#stage?.step()
  }

  mark(events: readonly GameEvent[]): void {
    this.marked = events
  }

  // The table, as far as it is shown

  readonly view: View = $derived.by(() => this.#now?.beat?.view ?? this.#now?.shown.view ?? this.#source.view)
  readonly seq: number = $derived.by(() => this.#now?.shown.seq ?? this.#source.seq)
  readonly news: readonly GameEvent[] = $derived(this.#now?.stepped ? this.#now.shown.events : NOTHING)

  get undoable(): readonly number[] {
    return this.isBusy ? [] : this.#source.undoable
  }

  /** The log up to what is shown; of the entry that is being told, what was told before this beat. */
  readonly log: readonly LogEntry[] = $derived.by(() => {
    const stage = this.#now
    const log = this.#source.log
    if (!stage) return log
    const newest = log.at(-1)
    const whole = newest && newest.seq <= stage.shown.seq ? log : log.filter(({ seq }) => seq <= stage.shown.seq)
    const { telling, beat } = stage
    if (!telling || !beat?.place) return whole
    return [...whole, { seq: telling.seq, by: telling.by, events: telling.events.slice(0, beat.place) }]
  })

  // What is the same whatever is shown

  get id(): string {
    return this.#source.id
  }

  get game(): GameName {
    return this.#source.game
  }

  get seat(): string | null {
    return this.#source.seat
  }

  get together(): readonly string[] {
    return this.#source.together ?? []
  }

  get live(): boolean {
    return this.#source.live
  }

  get summary(): TableSummary {
    return this.#source.summary
  }

  get wording(): Wording {
    return this.#source.wording
  }

  get settings(): Settings {
    return this.#source.settings
  }

  act(action: Action): Promise<ActAnswer> {
    return this.#source.act(action)
  }

  why(action: Action): Promise<Refusal | null> {
    return this.#source.why(action)
  }

  preview(actions: readonly Action[]): Promise<readonly Preview[]> {
    return this.#source.preview(actions)
  }

  undo(to?: number): Promise<ActAnswer> {
    return this.#source.undo(to)
  }

  hint(): Promise<Hint | null> {
    return this.#source.hint()
  }

  earlier(): Promise<boolean> {
    return this.#source.earlier()
  }
}
