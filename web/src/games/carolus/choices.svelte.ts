/** What the reader has picked and not yet done, and every way to do it. Nothing here knows a rule: offers and answers decide. */

import { failureOf } from '$lib/failure'
import type { ActAnswer, Action, Refusal, TableModel } from '$lib/game'
import { Hinting } from '$lib/hinting.svelte'
import { say, type Sentence } from '$lib/settings.svelte'
import { advance, type CarolusAction, type CarolusView, type Clan, crown, lay, type Place, put, type RegionName, regionOf } from './view'

/** Why not, and beside which region it is said. */
export interface Answer {
  readonly refusal: Refusal
  readonly region: RegionName | null
}

export function keyOf(action: Action): string {
  return JSON.stringify(Object.entries(action).sort(([a], [b]) => a.localeCompare(b)))
}

export class Choices {
  clan: Clan | null = $state(null)
  place: Place | null = $state(null)
  steps: number | null = $state(null)
  disc: number | null = $state(null)
  crown: Clan | null = $state(null)
  /** The disc that is pointed at, before it is picked. */
  pointed: number | null = $state(null)
  /** The region whose sums are shown. */
  looked: RegionName | null = $state(null)
  answer: Answer | null = $state.raw(null)
  note: Sentence | null = $state.raw(null)
  /** What a bot would do here. */
  readonly hinting = new Hinting()
  /** What a hint has picked. */
  hinted: Action | null = $state.raw(null)
  busy: boolean = $state(false)
  readonly #table: () => TableModel
  readonly #view: () => CarolusView

  constructor(table: () => TableModel, view: () => CarolusView) {
    this.#table = table
    this.#view = view
  }

  readonly offers: ReadonlySet<string> = $derived.by(() => new Set((this.#view().offers ?? []).map(keyOf)))

  /** Whether the table waits for the reader. */
  get mine(): boolean {
    const { live, seat, stage } = this.#table()
    return live && !stage.isBusy && seat !== null && this.#view().to_act.includes(seat)
  }

  isOffered(action: CarolusAction): boolean {
    const { live, stage } = this.#table()
    return live && !stage.isBusy && this.offers.has(keyOf(action))
  }

  /** What Enter and the large button would do, or null. */
  get ready(): CarolusAction | null {
    const { phase } = this.#view()
    const picked = {
      laying: this.disc === null ? null : lay(this.disc),
      putting: this.clan === null || this.place === null ? null : put(this.clan, this.place),
      advancing: this.steps === null ? null : advance(this.steps),
      crowning: this.crown === null ? null : crown(this.crown),
      over: null,
    }[phase]
    return picked !== null && this.isOffered(picked) ? picked : null
  }

  /** How far the Emperor could go with the disc that is pointed at or picked; 0 when none is. */
  get reach(): number {
    return this.mine && this.#view().phase === 'laying' ? (this.pointed ?? this.disc ?? 0) : 0
  }

  /** Forgets all that was picked: the table has moved on. */
  clear(): void {
    this.clan = this.place = this.steps = this.disc = this.crown = this.pointed = null
    this.drop()
    this.hinted = null
  }

  /** Closes what is open. */
  drop(): void {
    this.looked = this.answer = this.note = null
  }

  pickDisc(disc: number): Promise<void> {
    return this.#pick(lay(disc), this.disc === disc, () => (this.disc = disc))
  }

  pickSteps(steps: number): Promise<void> {
    return this.#pick(advance(steps), this.steps === steps, () => (this.steps = steps))
  }

  pickCrown(clan: Clan): Promise<void> {
    return this.#pick(crown(clan), this.crown === clan, () => (this.crown = clan))
  }

  /** A clan of the reserve; with a place picked before it goes there at once. */
  async pickClan(clan: Clan): Promise<void> {
    const there = put(clan, this.place ?? 'court')
    if (!this.isOffered(there)) return this.ask(there)
    if (this.place !== null) return this.try(there)
    this.drop()
    this.clan = this.clan === clan ? null : clan
  }

  /** The own court as a place for the picked clan. */
  async pickCourt(): Promise<void> {
    if (this.clan !== null) return this.try(put(this.clan, 'court'))
    if (this.#view().phase !== 'putting' || !this.mine) return this.ask(put('red', 'court'))
    this.drop()
    this.place = this.place === 'court' ? null : 'court'
  }

  /** A region: a place for the picked clan, a stop for the Emperor, or something to look at. */
  async pickRegion(region: RegionName): Promise<void> {
    const { phase } = this.#view()
    if (this.mine && phase === 'putting') return this.#pickPlace(region)
    if (this.mine && phase === 'advancing') return this.#pickStop(region)
    this.look(region)
  }

  async #pickPlace(region: RegionName): Promise<void> {
    if (this.clan !== null) return this.try(put(this.clan, region), region)
    const again = this.place === region
    this.look(again ? null : region)
    this.place = again ? null : region
  }

  async #pickStop(region: RegionName): Promise<void> {
    const steps = regionOf(this.#view(), region)?.steps ?? 0
    if (this.isOffered(advance(steps))) return this.pickSteps(steps)
    this.look(region)
    return this.ask(advance(steps), region)
  }

  /** Shows a region's sums. */
  look(region: RegionName | null): void {
    this.drop()
    this.looked = region
  }

  /** Does what is picked. */
  async confirm(): Promise<void> {
    if (this.ready !== null) await this.try(this.ready)
  }

  async #pick(action: CarolusAction, again: boolean, keep: () => void): Promise<void> {
    if (!this.isOffered(action)) return this.ask(action)
    if (again) return this.try(action)
    this.drop()
    keep()
  }

  /** Plays an offered action; asks why not otherwise. */
  async try(action: CarolusAction, region: RegionName | null = null): Promise<void> {
    if (this.busy) return
    if (!this.isOffered(action)) return this.ask(action, region)
    this.drop()
    this.busy = true
    this.#heed(
      await this.#table()
        .act(action)
        .finally(() => (this.busy = false)),
      region,
    )
  }

  /** Why an action is not possible; the server knows. */
  async ask(action: CarolusAction, region: RegionName | null = null): Promise<void> {
    if (!this.#table().live) return
    const refusal = await this.#table().why(action)
    this.note = null
    this.answer = refusal && { refusal, region }
  }

  async undo(): Promise<void> {
    const { undoable } = this.#table()
    if (this.busy || undoable.length === 0) return
    this.busy = true
    const answer = await this.#table()
      .undo(undoable.at(-1))
      .finally(() => (this.busy = false))
    this.#heed(answer, null)
  }

  hint(): void {
    if (this.mine) void this.hinting.ask(this.#table())
  }

  /** Pick what a hint advises; a place is only marked, for picking it as well would already do it. */
  show(action: Action): void {
    this.clear()
    this.hinted = action
    this.note = () => say('web.cm.hint.says', { action: this.#table().wording.action(action) })
    if (action.do === 'lay') this.disc = Number(action['disc'])
    if (action.do === 'advance') this.steps = Number(action['steps'])
    if (action.do === 'crown') this.crown = action['clan'] as Clan
    if (action.do === 'put') this.clan = action['clan'] as Clan
  }

  #heed(answer: ActAnswer, region: RegionName | null): void {
    if (answer.kind === 'refused') this.answer = { refusal: answer.refusal, region }
    else this.note = failureOf(answer, () => this.#table().wording)
  }
}
