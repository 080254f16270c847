/** What lies between the shell and the two games' tables: everything a table is handed, and every answer it may get. */

import type { Beat, Direct, Speed } from './stage'
import type { Wording } from './wording'

export type { Wording } from './wording'

/** A game by the name of its folder: see `games.ts`. */
export type GameName = string

/** A seat is called by its colour, as in views and logs. */
export type SeatName = string

/** An action by its names, as it is offered: `{do: 'march', from: 'hessen', to: 'franken', followers: 2}`. */
export type Action = { readonly do: string } & { readonly [key: string]: unknown }

/** Something that happened, as its viewer may know it. */
export type GameEvent = { readonly event: string } & { readonly [key: string]: unknown }

/** One viewer's screen as plain data: see docs/engine-protocol.md. Both games have at least this. */
export interface View {
  readonly viewer: SeatName | null
  readonly phase: string
  readonly to_act: readonly SeatName[]
  readonly offers?: readonly Action[]
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the rest is the game's own
  readonly [key: string]: any
}

/** Why the rules forbid something. */
export interface Refusal {
  readonly section: string
  readonly ruling?: string
  readonly code: string
  readonly facts: { readonly [key: string]: unknown }
}

/** What an action would do at once: the events up to where something unknown would be revealed. */
export interface Preview {
  readonly events: readonly GameEvent[]
  /** False if something unknown comes next, so that the rest cannot be told. */
  readonly complete: boolean
  /** Why not, for an action that is not offered. */
  readonly refusal: Refusal | null
  /** What of the screen would be different: the new values, by key. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the shape is the game's own
  readonly after?: { readonly [key: string]: any } | null
}

/** One way to go on: what to do now and what would follow, and the chance to win that it promises. */
export interface Course {
  readonly actions: readonly Action[]
  readonly chance: number
  /** How often it is meant to be chosen, where nobody is to guess the choice. */
  readonly share?: number | null
}

/** What speaks for a course: a code that has a sentence in every language, and its facts. */
export interface Motive {
  readonly code: string
  readonly facts: { readonly [key: string]: unknown }
}

/** What a bot would do in this seat's place and why, from its view alone. */
export interface Hint {
  readonly seq: number
  readonly seat: SeatName
  readonly level: string
  readonly best: Course
  readonly others: readonly Course[]
  /** Everybody's chance to win as things stand, in seat order; partners share one. */
  readonly chances: readonly number[]
  readonly reasons: readonly Motive[]
  /** How many times it thought ahead. */
  readonly rounds: number
  /** What another seat would answer to the first of the others, where that is what speaks against it. */
  readonly reply?: Reply | null
}

/** What another seat would answer, and why. */
export interface Reply {
  readonly seat: SeatName
  readonly actions: readonly Action[]
  readonly reasons: readonly Motive[]
}

/** The answer to an action or an undo. */
export type ActAnswer =
  | { readonly kind: 'done'; readonly seq: number }
  | { readonly kind: 'asked' }
  | { readonly kind: 'stale' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** It was never sent, or the server has no trace of it: nothing was done. */
  | { readonly kind: 'lost' }
  /** It was sent, and the page was left before anybody could say what came of it. */
  | { readonly kind: 'unconfirmed' }
  | { readonly kind: 'error' }

/** How a seat is filled, for everybody to see. */
export interface SeatSummary {
  readonly seat: SeatName
  readonly name: string
  readonly kind: 'person' | 'bot' | 'open'
  /** The level of the bot that plays here, or null. */
  readonly bot: string | null
  readonly present: boolean
  /** Milliseconds left on the clock when `at` (performance.now) was; null without a clock. */
  readonly left: number | null
  readonly running: boolean
  readonly at: number
}

/** The table apart from the rules: its name, its seats, its clocks. */
export interface TableSummary {
  readonly name: string
  readonly state: 'gathering' | 'running' | 'finished' | 'closed'
  readonly seats: readonly SeatSummary[]
  /** Whether this table lets people take moves back. */
  readonly mayUndo?: boolean
  /** Whether a bot gives advice here. */
  readonly mayHint?: boolean
  /** The hourglass: milliseconds of sand left when `at` was, or null when it does not run. */
  readonly sand: { readonly left: number; readonly at: number } | null
}

/** One entry of the log on screen: who acted and what came of it. */
export interface LogEntry {
  readonly seq: number
  readonly by: SeatName | 'table' | null
  readonly events: readonly GameEvent[]
}

/** What the reader has chosen for this browser. */
export interface Settings {
  readonly language: string
  readonly theme: 'light' | 'dark'
  /** Whether things may move: off by choice, or when the system asks for reduced motion. */
  readonly motion: boolean
  /** How fast what happens is shown; `off` shows the result at once. */
  readonly speed: Speed
}

/** What a table and its buttons may know and do about the queue of what is shown. The fields are reactive. */
export interface StageControls {
  /** What is being shown, or null: then the board is as the newest view says. */
  readonly beat: Beat | null
  readonly isBusy: boolean
  readonly isPaused: boolean
  /** How many beats are still to come. */
  readonly left: number
  /** Whether the view on the board followed the one before it: only then do pieces arrive. */
  readonly stepped: boolean
  /** What the reader points at in a list of what happened: its places are ringed on the board. */
  readonly marked: readonly GameEvent[]
  /** A game says how it shows what happens. */
  directBy(direct: Direct): void
  /** Show the newest view now; false if it is on the board already. */
  skip(): boolean
  pause(): void
  resume(): void
  step(): void
  mark(events: readonly GameEvent[]): void
}

/** What a game's table is handed: the view on the board, ways to ask, and words. The fields are reactive. */
export interface TableModel extends TableSource {
  readonly stage: StageControls
}

/** Where a table comes from: its newest view, before anything of it is shown. */
export interface TableSource {
  readonly id: string
  readonly game: GameName
  /** Whose eyes; null is a spectator. */
  readonly seat: SeatName | null
  /** All seats of this browser, when several people share the screen: nobody is "you" then. */
  readonly together?: readonly SeatName[]
  /** The newest view; it is replaced, never changed in place. */
  readonly view: View
  readonly seq: number
  /** The events of the newest frame, for animation. */
  readonly news: readonly GameEvent[]
  /** False in replays: nothing can be done. */
  readonly live: boolean
  /** The entries an undo may go back to, newest last. */
  readonly undoable: readonly number[]
  /** What has happened, oldest first; the beginning may not have been fetched yet. */
  readonly log: readonly LogEntry[]
  readonly summary: TableSummary
  /** Sentences in the reader's language; replaced when the language changes. */
  readonly wording: Wording
  readonly settings: Settings
  act(action: Action): Promise<ActAnswer>
  why(action: Action): Promise<Refusal | null>
  preview(actions: readonly Action[]): Promise<readonly Preview[]>
  undo(to?: number): Promise<ActAnswer>
  /** Null when nobody could say. */
  hint(): Promise<Hint | null>
  /** Fetch older entries of the log; false when there are none. */
  earlier(): Promise<boolean>
}
