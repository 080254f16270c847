/** What one person is about to do at the table: touches become picks, picks an action, refusals an answer. */

import { untrack } from 'svelte'
import { failureOf } from '$lib/failure'
import type { Action, ActAnswer, Refusal } from '$lib/game'
import { Hinting } from '$lib/hinting.svelte'
import type { Sentence } from '$lib/settings.svelte'
import { timeToTakeBack } from '$lib/stage'
import { Foresight } from './foresight.svelte'
import { effectsOf, type Effect } from './logic/effects'
import { firstChoice, pointedAt, usesOf } from './logic/foresight'
import {
  amountOf,
  amountsOf,
  chosen,
  kindOf,
  meaning,
  nameOf,
  nextSpots,
  NOTHING_PICKED,
  pathOf,
  plainOffers,
  settled,
  touched,
  verbsOf,
  type Picked,
  type Spot,
} from './logic/gestures'
import { isSkip, lossOf, type Loss } from './logic/finishing'
import { meant } from './logic/meant'
import { DARK, type Lights } from './map/lights'
import { neighboursOf, type Chart } from './map/chart'
import type { CarolingiAction, CarolingiModel, CarolingiView, LandView } from './types'

// When a step can be taken back before it is sent: what is sealed can be changed anyway.
const STEPS = new Set(['acting', 'starving'])

// What is chosen in trays of their own.
const TRAYS = new Set(['place', 'swap', 'equip'])

// The mouse has to rest on a place for so many milliseconds before the server is asked about it.
const REST = 120

/** What touching the place that is pointed at would do. */
export interface Ahead {
  readonly spot: Spot
  readonly action: Action
  readonly effects: readonly Effect[]
  /** The lands that would be different. */
  readonly lands: { readonly [land: string]: LandView }
}

/** A step that is about to be sent: it can still be taken back, or sent at once. */
export interface Held {
  takeBack(): void
  send(): void
}

export interface WhyNot {
  readonly refusal: Refusal
  readonly spot: Spot | null
}

export class Play {
  #picked: Picked = $state.raw(NOTHING_PICKED)
  /** What a tray of its own has chosen: two tiles, a swap, levies. */
  tray: Action | null = $state.raw(null)
  /** What was taken from the list of all offers. */
  #proposed: Action | null = $state.raw(null)
  whyNot: WhyNot | null = $state.raw(null)
  effects: readonly Effect[] = $state.raw([])
  trouble: Sentence | null = $state.raw(null)
  /** What being done now would lose, while the person is asked about it. */
  asking: Loss | null = $state(null)
  /** The place that the mouse or the focus is on. */
  pointed: Spot | null = $state(null)
  /** What touching it would do, as soon as the server has said so. */
  ahead: Ahead | null = $state.raw(null)
  /** What a tray says about what it shows. */
  about: string = $state('')
  isSending = $state(false)
  /** The step that waits for a moment before something is revealed. */
  held: Held | null = $state.raw(null)
  /** What a bot would do here. */
  readonly hinting = new Hinting()
  /** What a hint has put into the open tray, for the tray to show. */
  advised: Action | null = $state.raw(null)
  /** What the number keys choose in the tray that is open, by its place. */
  choose: ((place: number) => void) | null = null
  readonly table: CarolingiModel
  /** Whether something is still being shown, so that nothing can be touched yet. */
  readonly isHeld: () => boolean
  readonly #neighbours: ReadonlyMap<string, readonly string[]>
  readonly #foresight: Foresight
  /** Until the number of a march is settled, which the server is asked about. */
  #settling: Promise<void> = Promise.resolve()

  constructor(table: CarolingiModel, chart: Chart, isHeld: () => boolean) {
    this.table = table
    this.isHeld = isHeld
    this.#foresight = new Foresight(table)
    this.#neighbours = new Map(chart.lands.map((land) => [land.id, neighboursOf(land)]))
    $effect(() => {
      void this.table.seq
      untrack(() => this.#forget())
    })
    // Whoever leaves the page has meant what was done.
    $effect(() => () => this.held?.send())
    $effect(() => {
      const actions = this.pointed === null ? [] : pointedAt(this.offers, this.view, this.#picked, this.pointed)
      const spot = this.pointed
      const resting = untrack(() => this.#lookAhead(spot, actions))
      return () => clearTimeout(resting)
    })
    $effect(() => {
      const action = this.action
      untrack(() => this.#foresee(action))
    })
  }

  get view(): CarolingiView {
    return this.table.view as CarolingiView
  }

  get isMine(): boolean {
    return this.table.live && !this.isHeld() && this.table.seat !== null && this.view.to_act.includes(this.table.seat)
  }

  /** What is offered now; nothing while news are shown or an action is on its way. */
  readonly offers: readonly Action[] = $derived(this.#offered())

  get picked(): Picked {
    return this.#picked
  }

  readonly actions: readonly Action[] = $derived(meaning(this.offers, this.view, this.#picked.spots))
  readonly verbs: readonly string[] = $derived(verbsOf(this.actions))
  readonly amounts: readonly number[] = $derived(amountsOf(this.actions, this.#picked.verb))
  readonly buttons: readonly Action[] = $derived(plainOffers(this.offers, this.view))
  /** The action that would be done now. */
  readonly action: Action | null = $derived(this.#proposed ?? chosen(this.offers, this.view, this.#picked) ?? this.tray)

  #offered(): readonly Action[] {
    return this.table.live && !this.isHeld() && !this.isSending ? (this.view.offers ?? []) : []
  }

  readonly lights: Lights = $derived(this.#lights())

  #lights(): Lights {
    const { spots, amount } = this.#picked
    const next = nextSpots(this.offers, this.view, spots)
    const all = nextSpots(this.offers, this.view, [])
    if (!this.offers.length && !this.whyNot) return DARK
    const [from, to] = spots
    const march = from && to && this.#picked.verb === 'march'
    return {
      near: this.#reach(),
      start: spots.length ? all : this.#isMarch() ? all : new Set(),
      may: spots.length || !this.#isMarch() ? next : new Set(),
      picked: new Set(spots),
      nope: this.whyNot?.spot ?? null,
      arrow: march ? { from: nameOf(from), to: nameOf(to), number: amount ?? 1 } : null,
    }
  }

  /** Where a march could go from the land that is pointed at, before it is touched. */
  #reach(): ReadonlySet<Spot> {
    const { pointed } = this
    if (pointed === null || this.#picked.spots.length || !this.#isMarch()) return new Set()
    return nextSpots(this.offers, this.view, [pointed])
  }

  /** Whether a march may begin in a land. */
  mayMarch(land: string): boolean {
    return !this.isHeld() && this.offers.some((offer) => offer.do === 'march' && offer['from'] === land)
  }

  /** Somebody drags followers out of a land. */
  pickUp(land: string): void {
    this.unpick()
    this.#picked = touched(this.offers, this.view, NOTHING_PICKED, `land:${land}`) ?? NOTHING_PICKED
  }

  /** Followers were dropped on a land; where they may not go, the rules say why. */
  drop(land: string | null): void {
    const [from] = this.#picked.spots
    if (land === null || from === undefined || from === `land:${land}`) return this.unpick()
    const spot: Spot = `land:${land}`
    if (nextSpots(this.offers, this.view, [from]).has(spot)) this.touch(spot)
    else this.#askAbout(spot)
  }

  /** A march begins somewhere before it goes somewhere; everything else goes at once. */
  #isMarch(): boolean {
    return this.offers.some((offer) => offer.do === 'march')
  }

  /** Somebody touched a place: pick it, or ask why it cannot be picked. A second touch of the last place does it. */
  touch(spot: Spot): void {
    if (this.isSending || this.isHeld()) return
    this.whyNot = null
    this.asking = null
    this.#proposed = null
    const isAgain = this.#picked.spots.at(-1) === spot && this.action !== null
    if (isAgain && this.#picked.spots.length === 1 && this.amounts.length < 2) return void this.confirm()
    const next = touched(this.offers, this.view, this.#picked, spot)
    if (next) {
      this.#picked = next
      this.#settling = this.#settle(next)
      return
    }
    this.#askAbout(spot)
  }

  /** Why a place cannot be touched now. */
  #askAbout(spot: Spot): void {
    const action = meant(this.view, spot, this.#picked.spots, (land) => this.#neighbours.get(land) ?? [])
    if (action && this.table.live) void this.askWhy(action, spot)
  }

  /** Let a march begin with the number that wins control, unless somebody has chosen one meanwhile. */
  async #settle(picked: Picked): Promise<void> {
    const actions = usesOf(this.offers, this.view, picked)
    if (picked.verb !== 'march' || actions.length < 2) return
    const first = firstChoice(this.offers, this.view, actions, await this.#foresight.of(actions))
    if (first && this.#picked === picked) this.#picked = { ...picked, amount: amountOf(first) }
  }

  /** Ask what touching a place would do, once it is pointed at for a moment. */
  #lookAhead(spot: Spot | null, actions: readonly Action[]): ReturnType<typeof setTimeout> | undefined {
    this.ahead = null
    if (spot === null || !actions.length) return undefined
    return setTimeout(() => void this.#foreseeAt(spot, actions), REST)
  }

  async #foreseeAt(spot: Spot, actions: readonly Action[]): Promise<void> {
    const seen = await this.#foresight.of(actions)
    const action = firstChoice(this.offers, this.view, actions, seen)
    const preview = action && seen[actions.indexOf(action)]
    if (!action || !preview || this.pointed !== spot) return
    const effects = effectsOf(this.view, preview, this.table.wording)
    this.ahead = { spot, action, effects, lands: preview.after?.['lands'] ?? {} }
  }

  /** Ask the rules why something cannot be done. */
  async askWhy(action: CarolingiAction, spot: Spot | null = null): Promise<void> {
    const refusal = await this.table.why(action)
    if (!refusal) return
    this.whyNot = { refusal, spot }
  }

  /** Take one use of several. */
  use(verb: string): void {
    this.#picked = settled(this.offers, this.view, { ...this.#picked, verb })
  }

  /** A number key: an amount, or what a tray or the prompt has in that place. */
  digit(number: number): void {
    if (this.amounts.length > 1) this.count(number)
    else this.choose?.(number - 1)
  }

  count(amount: number): void {
    if (this.amounts.includes(amount)) this.#picked = { ...this.#picked, amount }
  }

  /** Pick what an action of the list means, so that its preview is shown before it is done. */
  propose(action: Action): void {
    this.#proposed = action
    this.whyNot = null
  }

  unpick(): void {
    this.#picked = NOTHING_PICKED
    this.#proposed = null
    this.whyNot = null
    this.trouble = null
    this.asking = null
  }

  async confirm(): Promise<void> {
    if (this.held) return this.held.send()
    if (this.asking) return this.finish(true)
    await this.#settling
    if (this.action) await this.act(this.action)
  }

  /** Whether being done would skip the action of the tile. */
  readonly wouldSkip: boolean = $derived.by(() => isSkip(this.view, this.table.log))

  /** Be done with the tile, or keep the tiles as they are; who would lose something is asked first. */
  async finish(isSure = false): Promise<void> {
    const done = this.offers.find((offer) => offer.do === 'done' || offer.do === 'keep')
    if (!done) return
    this.asking = isSure ? null : lossOf(this.view, this.offers, this.table.log)
    if (!this.asking) await this.act(done, isSure)
  }

  async act(action: Action, isSure = false): Promise<void> {
    if (this.isSending) return
    this.isSending = true
    this.trouble = null
    try {
      const moment = isSure ? 0 : await this.#momentBefore(action)
      const answer = await (moment ? this.#hold(action, moment) : this.table.act(action))
      if (answer) this.#answered(answer)
    } finally {
      this.isSending = false
    }
  }

  /** How long an action waits, so that it can be taken back: only where it reveals what nobody knows yet, and undo would be over. */
  async #momentBefore(action: Action): Promise<number> {
    const { sand, mayUndo } = this.table.summary
    const moment = sand || !mayUndo || !STEPS.has(this.view.phase) ? 0 : timeToTakeBack(this.table.settings.speed)
    if (!moment) return 0
    const [seen] = await this.#foresight.of([action])
    return seen && !seen.complete && !seen.refusal ? moment : 0
  }

  /** Send an action after a moment, or at once when the person says so; null if it was taken back. */
  #hold(action: Action, moment: number): Promise<ActAnswer | null> {
    return new Promise((resolve) => {
      const end = (answer: Promise<ActAnswer> | null) => {
        clearTimeout(timer)
        this.held = null
        resolve(answer)
      }
      const send = () => end(this.table.act(action))
      const timer = setTimeout(send, moment)
      this.held = { send, takeBack: () => end(null) }
    })
  }

  async undo(): Promise<void> {
    if (this.held) return this.held.takeBack()
    if (!this.table.undoable.length || this.isSending) return
    this.unpick()
    this.isSending = true
    this.#answered(await this.table.undo(this.table.undoable.at(-1)).finally(() => (this.isSending = false)))
  }

  hint(): void {
    if (this.offers.length) void this.hinting.ask(this.table)
  }

  /** Pick what a hint advises, where one would pick it by hand: on the map, in a tray, or from the list. */
  show(action: Action): void {
    this.unpick()
    const spots = pathOf(action, this.view)
    if (spots.length) this.#picked = { spots, verb: action.do, amount: amountOf(action) }
    else if (TRAYS.has(action.do)) this.advised = action
    else this.propose(action)
  }

  #answered(answer: ActAnswer): void {
    if (answer.kind === 'done') return this.unpick()
    if (answer.kind === 'refused') this.whyNot = { refusal: answer.refusal, spot: null }
    else this.trouble = failureOf(answer, () => this.table.wording)
  }

  /** A new frame has come: what was picked may not be there any more. */
  #forget(): void {
    this.unpick()
    this.advised = null
  }

  #foresee(action: Action | null): void {
    this.effects = []
    if (!action || action.do === 'place' || action.do === 'lay' || action.do === 'swap') return
    void this.#foresight.of([action]).then(([seen]) => {
      if (seen && this.action === action) this.effects = effectsOf(this.view, seen, this.table.wording)
    })
  }

  /** Where the answer to a touch belongs on the map: a land, or nowhere. */
  landOf(spot: Spot | null | undefined): string | null {
    return spot && ['land', 'card'].includes(kindOf(spot)) ? nameOf(spot) : null
  }
}
