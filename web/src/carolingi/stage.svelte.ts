/** What the eye sees: news are shown one after the other, then the view, which is the truth. */

import type { GameEvent } from '$lib/game'
import { retold, stepsOf, type Step } from './logic/retell'
import type { CarolingiView } from './types'

interface Waiting {
  readonly view: CarolingiView
  readonly events: readonly GameEvent[]
}

// With more frames than this still to be told, we are behind: show the newest at once.
const MOST_WAITING = 4

export class Stage {
  shown: CarolingiView = $state.raw(null as never)
  step: Step | null = $state.raw(null)
  /** How many pieces of news are still to come. */
  waiting = $state(0)
  #queue: Waiting[] = []
  #steps: Step[] = []
  #next: CarolingiView | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(view: CarolingiView) {
    this.shown = view
  }

  get isBusy(): boolean {
    return this.step !== null
  }

  /** A new frame: tell its news, or show it at once when nothing may move. */
  receive(view: CarolingiView, events: readonly GameEvent[], isMoving: boolean): void {
    this.#queue.push({ view, events })
    if (!isMoving || document.hidden || this.#queue.length > MOST_WAITING) this.skip()
    else if (!this.isBusy) this.#tell()
  }

  /** Catch up: everything that waits is shown as it is now. */
  skip(): void {
    clearTimeout(this.#timer)
    this.shown = this.#queue.at(-1)?.view ?? this.#next ?? this.shown
    this.#queue = []
    this.#steps = []
    this.#next = null
    this.step = null
    this.waiting = 0
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #tell(): void {
    const frame = this.#queue.shift()
    if (!frame) return
    this.#next = frame.view
    this.#steps = [...stepsOf(frame.events)]
    this.#show(frame.events)
  }

  #show(events: readonly GameEvent[]): void {
    const step = this.#steps.shift() ?? null
    this.step = step
    this.waiting = this.#steps.length
    if (!step) {
      if (this.#next) this.shown = this.#next
      this.#next = null
      this.#tell()
      return
    }
    this.#timer = setTimeout(() => {
      this.shown = this.#retell(step, events)
      this.#show(events)
    }, step.milliseconds)
  }

  /** This piece of news and the silent ones up to the next that is shown. */
  #retell(step: Step, events: readonly GameEvent[]): CarolingiView {
    const from = events.indexOf(step.event)
    const next = this.#steps[0]
    const to = next ? events.indexOf(next.event) : events.length
    return events.slice(from, to).reduce(retold, this.shown)
  }
}
