/** A table that is being thought of: everything the form asks, and the wish that is sent. */

import { aboutGame, CLOCKS, type ClockName, seatsOf, usualLevel, variantsOf, type Years, yearsOf } from '$lib/defaults'
import type { GameName } from '$lib/game'
import { GAMES, gameOf } from '$lib/games'
import { myName } from '$lib/keys'
import type { About, BoardAbout, NewTable, SeatWish } from '$lib/messages'

/** Who shall sit there: the maker, somebody invited, a bot, or another person at this screen. */
export type SeatKind = 'me' | 'open' | 'bot' | 'here'

export interface SeatPlan {
  kind: SeatKind
  name: string
  level: string
}

/** A board file of one's own, and what the server says about it. */
export interface OwnBoard {
  readonly file: Record<string, unknown>
  readonly about: BoardAbout
}

/** The game whose board can be chosen. */
const ON_BOARD = GAMES.find(({ onBoard }) => onBoard)?.name ?? ''

export class Wish {
  game: GameName = $state(ON_BOARD)
  title = $state('')
  variant = $state('base')
  seats: SeatPlan[] = $state([])
  lastYear = $state(0)
  anarchy = $state(false)
  hourglass = $state(0)
  silentPartners = $state(true)
  undo: 'free' | 'ask' | 'never' = $state('free')
  clock: ClockName = $state('none')
  spectators = $state(true)
  listed = $state(false)
  /** Null as long as nobody has chosen: then it depends on who plays. */
  #hints: boolean | null = $state(null)
  begin: 'full' | 'host' = $state('full')
  pace = $state(600)
  thinking = $state(3)
  /** Null is the shipped board. */
  board: OwnBoard | null = $state.raw(null)
  readonly #about: About

  constructor(about: About, game: GameName) {
    this.#about = about
    this.play(game)
    this.vary('base')
  }

  /** Whether the chosen game is played on a board from a file. */
  get onBoard(): boolean {
    return gameOf(this.game).onBoard
  }

  get levels(): readonly string[] {
    return this.#about.levels
  }

  get years(): Years {
    return yearsOf(this.#boardAbout, this.variant)
  }

  get colours(): readonly string[] {
    if (this.onBoard && this.board) return this.board.about.colours.slice(0, this.seats.length)
    return seatsOf(aboutGame(this.#about, this.game), this.seats.length)
  }

  get variants(): readonly string[] {
    return variantsOf(this.#boardAbout)
  }

  get fewestSeats(): number {
    return Math.min(...this.#players)
  }

  get mostSeats(): number {
    return Math.max(...this.#players)
  }

  /** All colours in which there are pieces of the chosen game. */
  get pieceColours(): readonly string[] {
    return seatsOf(aboutGame(this.#about, this.game), Infinity)
  }

  /** For how many the chosen game can be played, on the chosen board. */
  get #players(): readonly number[] {
    return (this.onBoard ? this.#boardAbout : aboutGame(this.#about, this.game))?.players ?? [2]
  }

  /** What the server reports of the board. */
  get #boardAbout() {
    return this.board?.about ?? aboutGame(this.#about, ON_BOARD)
  }

  get hasOpenSeat(): boolean {
    return this.seats.some(({ kind }) => kind === 'open')
  }

  /** Whether one of the bots uses all the time that it gets. */
  get hasThinker(): boolean {
    return this.seats.some(({ kind, level }) => kind === 'bot' && level === 'search')
  }

  get hasBot(): boolean {
    return this.seats.some(({ kind }) => kind === 'bot')
  }

  /** Choose the game: me, one seat for a friend, and bots for the rest. */
  play(game: GameName): void {
    this.game = game
    const me: SeatPlan = { kind: 'me', name: myName(), level: usualLevel(this.#about) }
    const others = Array.from({ length: gameOf(game).usualPlayers - 1 }, (_, i): SeatPlan => this.#plan(i === 0 ? 'open' : 'bot'))
    this.seats = [me, ...others]
  }

  vary(variant: string): void {
    this.variant = variant
    this.lastYear = this.years.default
  }

  /** Lay out another board, or the shipped one again: seats and years are made to fit. */
  lay(board: OwnBoard | null): void {
    this.board = board
    this.vary(this.variants.includes(this.variant) ? this.variant : 'base')
    while (this.seats.length > this.mostSeats) this.seats.pop()
    while (this.seats.length < this.fewestSeats) this.add()
  }

  fill(seat: SeatPlan, kind: SeatKind): void {
    if (kind === 'me') for (const other of this.seats) if (other.kind === 'me') other.kind = 'open'
    if (kind === 'me') seat.name = myName()
    if (kind === 'here') seat.name = ''
    seat.kind = kind
  }

  get hints(): boolean {
    return this.#hints ?? this.seats.filter(({ kind }) => kind !== 'bot').length < 2
  }

  set hints(on: boolean) {
    this.#hints = on
  }

  add(): void {
    this.seats.push(this.#plan('bot'))
  }

  remove(seat: SeatPlan): void {
    this.seats = this.seats.filter((each) => each !== seat)
  }

  /** The wish as the server reads it. */
  asked(): NewTable {
    return {
      game: this.game as NewTable['game'],
      title: this.title.trim(),
      seats: this.seats.map(seatWish),
      options: this.#options(),
      undo: this.undo,
      clock: CLOCKS[this.clock],
      spectators: this.spectators,
      listed: this.listed && this.hasOpenSeat,
      hints: this.#hints,
      begin: this.begin,
      pace: this.pace,
      thinking: this.thinking,
    }
  }

  #options(): Record<string, unknown> {
    if (!this.onBoard) return { silent_partners: this.silentPartners }
    const board = this.board ? { board: this.board.file } : {}
    return { variant: this.variant, last_year: this.lastYear, anarchy: this.anarchy, hourglass: this.hourglass, ...board }
  }

  #plan(kind: SeatKind): SeatPlan {
    return { kind, name: '', level: usualLevel(this.#about) }
  }
}

function seatWish(seat: SeatPlan): SeatWish {
  if (seat.kind === 'open') return { kind: 'open' }
  if (seat.kind === 'bot') return { kind: 'bot', level: seat.level }
  return { kind: 'me', name: seat.name.trim() || null }
}
