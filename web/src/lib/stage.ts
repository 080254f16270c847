/**
 * One queue of beats for a table: frames come in, and what they tell is shown one thing after the other.
 *
 * The stage knows no game and no screen; time is an argument. What is shown is never ahead of the beat that plays.
 */

import type { GameEvent, StageControls, View } from './game'

/** One thing that is shown for a while: the event at its place in the frame, and the board while it plays. */
export interface Beat {
  readonly event: GameEvent
  /** Which of the frame's events it is: the ones before it have been told. */
  readonly place: number
  /** At normal speed. */
  readonly milliseconds: number
  /** What is on the board while it plays. */
  readonly view: View
}

/** What a game makes of a frame. `own` is whether the reader did it: what one has just done need not be shown at length. */
export type Direct = (before: View, after: View, events: readonly GameEvent[], own: boolean) => readonly Beat[]

/** An entry of the game as it comes from the server. */
export interface StageFrame {
  readonly seq: number
  readonly by: string | null
  readonly events: readonly GameEvent[]
  readonly view: View
}

export type Speed = 'off' | 'slow' | 'normal' | 'fast'
export const SPEEDS: readonly Speed[] = ['off', 'slow', 'normal', 'fast']

// Milliseconds in which a step can be taken back before something is revealed.
const TO_TAKE_BACK: Record<Speed, number> = { off: 0, slow: 4000, normal: 2500, fast: 1500 }

/** How long a step waits before something is revealed, at the speed that the reader has chosen. */
export function timeToTakeBack(speed: Speed): number {
  return TO_TAKE_BACK[speed]
}

const FACTORS: Record<Exclude<Speed, 'off'>, number> = { slow: 1.8, normal: 1, fast: 0.5 }

/** How long a beat lasts at a speed. */
export function lasting(beat: Beat, speed: Speed): number {
  return speed === 'off' ? 0 : Math.round(beat.milliseconds * FACTORS[speed])
}

/** With more than this still to be shown, the newest is shown at once, and what was missed is told as a list. */
export const MOST_BEHIND = 90_000

/** Runs something later; what it returns calls that off. */
export type Later = (milliseconds: number, run: () => void) => () => void

/** Whether the reader is choosing, and still is after somebody else has chosen: then nothing gets in between. */
function isStillAsked({ phase, to_act, viewer }: View, after: View): boolean {
  return viewer !== null && phase === after.phase && to_act.includes(viewer) && after.to_act.includes(viewer)
}

interface Waiting {
  readonly frame: StageFrame
  readonly beats: readonly Beat[]
}

export interface StageOptions {
  readonly later: Later
  readonly speed: () => Speed
  /** Whether a frame is the reader's own doing. */
  readonly isOwn: (frame: StageFrame) => boolean
  /** Something that is shown has changed. */
  readonly changed: () => void
}

export class Stage {
  /** The frame whose end is on the board. */
  shown: StageFrame
  /** The frame that is being told, and which of its beats plays; null when nothing does. */
  telling: StageFrame | null = null
  beat: Beat | null = null
  isPaused = false
  /** Whether the frame on the board followed the one before it. */
  stepped = false
  direct: Direct | null = null
  #beats: readonly Beat[] = []
  #waiting: Waiting[] = []
  #newest: StageFrame
  #cancel: (() => void) | null = null
  readonly #options: StageOptions

  constructor(first: StageFrame, options: StageOptions) {
    this.shown = first
    this.#newest = first
    this.#options = options
  }

  get isBusy(): boolean {
    return this.telling !== null
  }

  /** How many beats are still to come after this one. */
  get left(): number {
    return this.#beats.length + this.#waiting.reduce((sum, { beats }) => sum + beats.length, 0)
  }

  /** A new frame: it waits for its turn, or is shown at once when it follows nothing or nothing may move. */
  receive(frame: StageFrame): void {
    const before = this.#newest
    this.#newest = frame
    if (frame.seq !== before.seq + 1 || this.#options.speed() === 'off') return this.#cut()
    const own = this.#options.isOwn(frame)
    const beats = !own && isStillAsked(before.view, frame.view) ? [] : (this.direct?.(before.view, frame.view, frame.events, own) ?? [])
    this.#waiting.push({ frame, beats })
    if (!this.isPaused && this.#behind() > MOST_BEHIND) return this.#cut()
    if (this.isBusy) this.#options.changed()
    else this.#next()
  }

  /** Show the newest now. False if it is shown already. */
  skip(): boolean {
    this.isPaused = false
    if (!this.isBusy) return false
    this.#cut()
    return true
  }

  pause(): void {
    if (!this.isBusy || this.isPaused) return
    this.isPaused = true
    this.#stopWaiting()
    this.#options.changed()
  }

  resume(): void {
    if (!this.isPaused) return
    this.isPaused = false
    this.#play()
  }

  /** End this beat and begin the next; a pause goes on. */
  step(): void {
    if (!this.isBusy) return
    this.#stopWaiting()
    this.#next()
  }

  /** Nothing is shown any more. */
  close(): void {
    this.#stopWaiting()
  }

  /** Milliseconds of beats that wait, at the reader's speed. */
  #behind(): number {
    const speed = this.#options.speed()
    const beats = [...this.#beats, ...this.#waiting.flatMap(({ beats }) => beats)]
    return beats.reduce((sum, beat) => sum + lasting(beat, speed), 0)
  }

  #cut(): void {
    this.#stopWaiting()
    this.stepped = this.#newest.seq === this.shown.seq + 1
    this.shown = this.#newest
    this.telling = this.beat = null
    this.#beats = []
    this.#waiting = []
    this.isPaused = false
    this.#options.changed()
  }

  /** The next beat of this frame, or the frame itself and then the next one. */
  #next(): void {
    const beat = this.#beats[0]
    if (beat) {
      this.#beats = this.#beats.slice(1)
      this.beat = beat
      return this.#play()
    }
    if (this.telling) {
      this.stepped = true
      this.shown = this.telling
      this.telling = this.beat = null
    }
    const waiting = this.#waiting.shift()
    if (!waiting) {
      this.isPaused = false
      return this.#options.changed()
    }
    this.telling = waiting.frame
    this.#beats = waiting.beats
    this.#next()
  }

  #play(): void {
    this.#stopWaiting()
    if (this.beat && !this.isPaused) this.#cancel = this.#options.later(lasting(this.beat, this.#options.speed()), () => this.#next())
    this.#options.changed()
  }

  #stopWaiting(): void {
    this.#cancel?.()
    this.#cancel = null
  }
}

/** The stage of a table where nothing happens. */
export const EMPTY_STAGE: StageControls = {
  beat: null,
  isBusy: false,
  isPaused: false,
  left: 0,
  stepped: false,
  marked: [],
  directBy: () => undefined,
  skip: () => false,
  pause: () => undefined,
  resume: () => undefined,
  step: () => undefined,
  mark: () => undefined,
}
