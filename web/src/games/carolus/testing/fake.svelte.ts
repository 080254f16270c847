/** A table made of recorded frames, for tests: it remembers what was asked of it. */

import type { Action, ActAnswer, Hint, LogEntry, Refusal, Settings, TableModel } from '$lib/game'
import { Catalogue, type Entries } from '$lib/catalogue'
import { EMPTY_STAGE } from '$lib/stage'
import { CarolusWording } from '../wording'
import type { CarolusView } from '../view'
import part from 'virtual:part/carolus/en'
import words from 'virtual:words/en'
import recorded from './merge.json'

export interface RecordedFrame extends LogEntry {
  readonly view: CarolusView
}

/** White puts its last two paladins and moves the Emperor to H, which it takes and joins with I. */
export const FRAMES = recorded as unknown as readonly RecordedFrame[]

export const TOO_FAR: Refusal = { section: 'CM3.2', ruling: 'M3', code: 'too_many_steps', facts: { steps: 9, disc: 2 } }

export class FakeTable implements TableModel {
  readonly id = 'fake'
  readonly game = 'carolus'
  readonly seat = 'white'
  readonly live = true
  readonly stage = EMPTY_STAGE
  readonly summary = { name: '', state: 'running', seats: [], sand: null } as const
  readonly wording = new CarolusWording(new Catalogue('en', { ...words, ...part } as Entries))
  settings: Settings = { language: 'en', theme: 'light', motion: false, speed: 'off' }
  undoable: readonly number[] = $state.raw([])
  readonly asked: { readonly act?: Action; readonly why?: Action }[] = []
  answer: ActAnswer = { kind: 'done', seq: 0 }
  #at = $state(0)

  constructor(at: number) {
    this.#at = at
  }

  get #frame(): RecordedFrame {
    return FRAMES[this.#at]!
  }

  get view(): CarolusView {
    return this.#frame.view
  }

  get seq(): number {
    return this.#frame.seq
  }

  get news(): RecordedFrame['events'] {
    return this.#frame.events
  }

  get log(): readonly LogEntry[] {
    return FRAMES.slice(0, this.#at + 1)
  }

  step(): void {
    this.#at += 1
  }

  async act(action: Action): Promise<ActAnswer> {
    this.asked.push({ act: action })
    return this.answer
  }

  async why(action: Action): Promise<Refusal | null> {
    this.asked.push({ why: action })
    return TOO_FAR
  }

  async preview(): Promise<[]> {
    return []
  }

  async undo(): Promise<ActAnswer> {
    return this.answer
  }

  async hint(): Promise<Hint | null> {
    const actions = (this.view.offers ?? []).slice(0, 1)
    if (actions.length === 0) return null
    const seat = this.seat ?? ''
    return { seq: this.seq, seat, level: 'greedy', best: { actions, chance: 0.5 }, others: [], chances: [0.5, 0.5], reasons: [], rounds: 1 }
  }

  async earlier(): Promise<boolean> {
    return false
  }
}
