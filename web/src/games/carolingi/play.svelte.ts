/** What one person is about to do at the table: touches become picks, picks an action, refusals an answer. */

import { untrack } from 'svelte'
import { failureOf } from '$lib/failure'
import type { Action, ActAnswer, Refusal, TableModel } from '$lib/game'
import { Hinting } from '$lib/hinting.svelte'
import type { Told } from '$lib/settings.svelte'
import { effectsOf, type Effect } from './logic/effects'
import { amountOf, amountsOf, chosen, kindOf, meaning, nameOf, nextSpots, NOTHING_PICKED, pathOf, plainOffers, settled, touched, verbsOf, type Picked, type Spot } from './logic/gestures'
import { isSkip, lossOf, type Loss } from './logic/finishing'
import { meant } from './logic/meant'
import { DARK, type Lights } from './map/lights'
import { neighboursOf, type Chart } from './map/chart'
import type { CarolingiView } from './types'

// What is chosen in trays of their own.
const TRAYS = new Set(['place', 'swap', 'equip'])

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
  trouble: Told | null = $state.raw(null)
  /** What being done now would lose, while the person is asked about it. */
  asking: Loss | null = $state(null)
  /** What a tray says about what it shows. */
  about: string = $state('')
  isSending = $state(false)
  /** What a bot would do here. */
  readonly hinting = new Hinting()
  /** What a hint has put into the open tray, for the tray to show. */
  advised: Action | null = $state.raw(null)
  /** What the number keys choose in the tray that is open, by its place. */
  choose: ((place: number) => void) | null = null
  readonly table: TableModel
  /** Whether something is still being shown, so that nothing can be touched yet. */
  readonly isHeld: () => boolean
  readonly #neighbours: ReadonlyMap<string, readonly string[]>

  constructor(table: TableModel, chart: Chart, isHeld: () => boolean) {
    this.table = table
    this.isHeld = isHeld
    this.#neighbours = new Map(chart.lands.map((land) => [land.id, neighboursOf(land)]))
    $effect(() => {
      void this.table.seq
      untrack(() => this.#forget())
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
      start: spots.length ? all : this.#isMarch() ? all : new Set(),
      may: spots.length || !this.#isMarch() ? next : new Set(),
      picked: new Set(spots),
      nope: this.whyNot?.spot ?? null,
      arrow: march ? { from: nameOf(from), to: nameOf(to), number: amount ?? 1 } : null,
    }
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
      return
    }
    const action = meant(this.view, spot, this.#picked.spots, (land) => this.#neighbours.get(land) ?? [])
    if (action && this.table.live) void this.askWhy(action, spot)
  }

  /** Ask the rules why something cannot be done. */
  async askWhy(action: Action, spot: Spot | null = null): Promise<void> {
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
    if (this.asking) return this.finish(true)
    if (this.action) await this.act(this.action)
  }

  /** Whether being done would skip the action of the tile. */
  readonly wouldSkip: boolean = $derived.by(() => isSkip(this.view, this.table.log))

  /** Be done with the tile, or keep the tiles as they are; who would lose something is asked first. */
  async finish(isSure = false): Promise<void> {
    const done = this.offers.find((offer) => offer.do === 'done' || offer.do === 'keep')
    if (!done) return
    this.asking = isSure ? null : lossOf(this.view, this.offers, this.table.log)
    if (!this.asking) await this.act(done)
  }

  async act(action: Action): Promise<void> {
    if (this.isSending) return
    this.isSending = true
    this.trouble = null
    try {
      this.#answered(await this.table.act(action))
    } finally {
      this.isSending = false
    }
  }

  async undo(): Promise<void> {
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
    void this.table.preview([action]).then(
      ([seen]) => {
        if (seen && this.action === action) this.effects = effectsOf(this.view, seen, this.table.wording)
      },
      () => undefined,
    )
  }

  /** Where the answer to a touch belongs on the map: a land, or nowhere. */
  landOf(spot: Spot | null | undefined): string | null {
    return spot && ['land', 'card'].includes(kindOf(spot)) ? nameOf(spot) : null
  }
}
