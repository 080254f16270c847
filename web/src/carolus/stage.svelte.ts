/** Which view is on the board: the newest, or one on its way there. After a film the view is the truth. */

import type { GameEvent } from '$lib/game'
import { type Beat, beatsOf } from './beats'
import type { CarolusView } from './view'

interface Frame {
  readonly view: CarolusView
  readonly seq: number
  readonly events: readonly GameEvent[]
}

/** More frames than this are not played one by one: whoever was away sees where things stand. */
const MOST_WAITING = 3

export class Stage {
  /** The view on the board. */
  shown: CarolusView
  seq: number
  beat: Beat | null = $state.raw(null)
  /** What the frame on the board told. */
  news: readonly GameEvent[] = $state.raw([])
  /** Whether the frame on the board followed the one before: only then do pieces arrive. */
  stepped = false
  #waiting: Frame[] = []
  #playing = false
  #wake: (() => void) | null = null
  #skipping = false

  constructor(view: CarolusView, seq: number, events: readonly GameEvent[]) {
    this.shown = $state.raw(view)
    this.seq = $state(seq)
    this.#show({ view, seq, events })
  }

  /** A new frame has come; with motion, the Emperor's move is played before it is shown. */
  take(view: CarolusView, seq: number, events: readonly GameEvent[], motion: boolean): void {
    const frame = { view, seq, events }
    if (!motion || seq <= this.seq) return this.#cut(frame)
    if (this.#waiting.length >= MOST_WAITING) return this.#cut(frame)
    this.#waiting.push(frame)
    if (!this.#playing) void this.#play()
  }

  /** Ends the film; true if there was one. */
  skip(): boolean {
    if (!this.#playing) return false
    this.#skipping = true
    this.#wake?.()
    return true
  }

  get playing(): boolean {
    return this.beat !== null
  }

  #cut(frame: Frame): void {
    this.#waiting = []
    this.#show(frame)
    this.skip()
  }

  async #play(): Promise<void> {
    this.#playing = true
    for (let frame = this.#waiting.shift(); frame; frame = this.#waiting.shift()) {
      this.#skipping = false
      for (const beat of this.#isNext(frame) ? beatsOf(this.shown, frame.view, frame.events) : []) {
        if (this.#skipping) break
        this.beat = beat
        await this.#wait(beat.milliseconds)
      }
      if (frame.seq > this.seq) this.#show(frame)
      this.beat = null
    }
    this.#playing = false
  }

  #isNext(frame: Frame): boolean {
    return frame.seq === this.seq + 1
  }

  #show({ view, seq, events }: Frame): void {
    this.stepped = seq === this.seq + 1
    this.shown = view
    this.seq = seq
    this.news = events
    this.beat = null
  }

  #wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
