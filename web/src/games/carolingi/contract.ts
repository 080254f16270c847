/** The view, the actions and the events of one game. Written by tools/make_types.py from its Python types. */

import type { View } from '$lib/game'
import type { Outcome } from '$lib/wording'

export type SeasonName = 'winter' | 'spring' | 'summer' | 'autumn'
export type Rank = 'missi' | 'leudes' | 'nobiles'
export type Phase = 'placing' | 'swapping' | 'acting' | 'starving' | 'over' | 'founding'

/**
 * What lies in a land and what follows from it.
 *
 * `feeds` is how many followers it can feed in a hunger, `lacks` how many more the viewer needs for control:
 * null where that is never possible.
 */
export interface LandView {
  readonly region: string
  readonly followers: { readonly [key: string]: number }
  readonly gangs: number
  readonly counters: number
  readonly forest: boolean
  readonly homeland: string | null
  readonly controlled_by: string | null
  readonly feeds: number
  readonly levy: number
  readonly lacks: number | null
}

/** Who waits on a card. */
export interface CardView {
  readonly followers: { readonly [key: string]: number }
  readonly gangs: number
}

/** The tiles that lie on the wheel, by season. */
export interface UsedTiles {
  readonly winter: readonly string[]
  readonly spring: readonly string[]
  readonly summer: readonly string[]
  readonly autumn: readonly string[]
}

/** A court; its tiles are only in the view of its own player. */
export interface CourtView {
  readonly missi: number
  readonly leudes: number
  readonly nobiles: number
  readonly trophies: number
  readonly homeland: string | null
  readonly tiles_in_hand: number
  readonly tiles_inactive: number
  readonly swap_space: boolean
  readonly taken_back: string | null
  readonly has_chosen: boolean
  readonly tiles_laid: number
  readonly honours: number
  readonly known_active: { readonly [key: string]: number }
  readonly used: UsedTiles
  readonly hand?: { readonly [key: string]: number }
  readonly inactive?: { readonly [key: string]: number }
  readonly fresh?: { readonly [key: string]: number }
  readonly swapped?: string | null
  readonly laid?: string | null
  readonly chosen?: CarolingiAction | null
}

/** The conditions of victory for one seat, met or not, and what is missing for the regions. */
export interface VictoryView {
  readonly points: number
  readonly lands: number
  readonly counters: number
  readonly followers: number
  readonly trophies: number
  readonly expansion: boolean
  readonly development: boolean
  readonly following: boolean
  readonly glory: boolean
  readonly palace: boolean
  readonly regions: readonly string[]
  readonly missing: { readonly [key: string]: readonly string[] }
  readonly levies: number
}

/** How much each condition asks for. */
export interface Goals {
  readonly lands: number
  readonly counters: number
  readonly followers: number
  readonly trophies: number
  readonly points: number
  readonly palace: boolean
  readonly counters_for_palace: number
}

/** Scenario 814; `to_solve` is how many problems of the season of the warning must be solved before Skuld comes. */
export interface ScenarioView {
  readonly skuld: SeasonName
  readonly problems: UsedTiles
  readonly on_cards: { readonly [key: string]: string }
  readonly queue: readonly string[]
  readonly honours: readonly string[]
  readonly honour_length: number
  readonly warning: SeasonName | null
  readonly to_solve: number
}

/** A land that cannot feed all. */
export interface HungerView {
  readonly land: string
  readonly excess: number
}

/** The cards that are face down, as far as they are known. */
export interface ArchiviumView {
  readonly cards: number
  readonly known: readonly string[]
  readonly surplus: number
}

/** What lies beside the board. */
export interface SupplyView {
  readonly gangs: number
  readonly counters: number
}

/** Event tiles that are not in the bag. */
export interface EventsView {
  readonly ready: number
  readonly later: number
}

/** The bag; of an opened one each tile: the colour and the tile, or the event tile. */
export interface BagView {
  readonly tiles: number
  readonly events: number
  readonly by_seat: { readonly [key: string]: number }
  readonly open: readonly (readonly string[])[] | null
}

/** What is played. */
export interface VariantView {
  readonly name: string
  readonly anarchy: boolean
  readonly hourglass: boolean
}

/** The set-up rounds: the card that was drawn and the followers still to come. */
export interface FoundingView {
  readonly card: string | null
  readonly founders: { readonly [key: string]: number }
}

/** The whole table as one viewer sees it. */
export interface CarolingiView extends View {
  readonly game: 'carolingi'
  readonly board: string
  readonly phase: Phase
  readonly offers?: readonly CarolingiAction[]
  readonly seats: readonly string[]
  readonly year: number
  readonly last_year: number
  readonly season: SeasonName
  readonly tile: string | null
  readonly declarer: string | null
  readonly exiles: number
  readonly hunger: HungerView | null
  readonly lands: { readonly [key: string]: LandView }
  readonly rows: { readonly [key: string]: readonly (string | null)[] }
  readonly cards: { readonly [key: string]: CardView }
  readonly archivium: ArchiviumView
  readonly discard: readonly string[]
  readonly hunger_aside: number
  readonly supply: SupplyView
  readonly events: EventsView
  readonly bag: BagView
  readonly variant: VariantView
  readonly founding?: FoundingView
  readonly scenario?: ScenarioView
  readonly courts: { readonly [key: string]: CourtView }
  readonly victory: { readonly [key: string]: VictoryView }
  readonly goals: Goals
  readonly line: string
  readonly outcome?: Outcome
}

export type CarolingiAction =
  | { readonly do: 'place'; readonly tiles: readonly string[] }
  | { readonly do: 'swap'; readonly give: string; readonly take: string }
  | { readonly do: 'keep' }
  | { readonly do: 'done' }
  | { readonly do: 'settle'; readonly missi: number }
  | { readonly do: 'send'; readonly land: string }
  | { readonly do: 'unfold'; readonly land: string }
  | { readonly do: 'activate'; readonly tile: string }
  | { readonly do: 'build'; readonly land: string }
  | { readonly do: 'equip'; readonly missi: number; readonly leudes: number }
  | { readonly do: 'march'; readonly from: string; readonly to: string; readonly followers: number }
  | { readonly do: 'fight'; readonly land: string }
  | { readonly do: 'trophy' }
  | { readonly do: 'soothe'; readonly land: string; readonly gangs: number }
  | { readonly do: 'expel'; readonly seat: string }
  | { readonly do: 'extra'; readonly tile: string }
  | { readonly do: 'lay'; readonly tile: string }
  | { readonly do: 'sand' }
  | { readonly do: 'occupy' }
  | { readonly do: 'serve' }
  | { readonly do: 'join'; readonly land: string }
  | { readonly do: 'claim'; readonly land: string }
  | { readonly do: 'banish'; readonly land: string }
  | { readonly do: 'solve'; readonly season: string }
  | { readonly do: 'honour'; readonly from: string }

export type CarolingiEventKind =
  | "anarchy_began"
  | "archivium_renewed"
  | "bag_filled"
  | "bag_opened"
  | "battle_fought"
  | "card_drawn"
  | "card_inserted"
  | "card_unfolded"
  | "contest_began"
  | "counter_placed"
  | "court_day"
  | "event_drawn"
  | "event_tile_joined"
  | "extra_action_undone"
  | "extra_tile"
  | "first_gangs"
  | "follower_starved"
  | "forest_grew"
  | "founder_drawn"
  | "founder_placed"
  | "gang_banished"
  | "gang_on_card"
  | "gang_placed"
  | "gangs_gathered"
  | "group_marched"
  | "heirs_failed"
  | "homeland_claimed"
  | "honour_earned"
  | "honour_forgotten"
  | "hunger_began"
  | "hunger_card_joined"
  | "missi_equipped"
  | "missi_settled"
  | "missus_sent"
  | "modules_joined"
  | "no_card_left"
  | "no_gang_left"
  | "nothing_possible"
  | "palace_drawn"
  | "peace_failed"
  | "peace_made"
  | "placing_began"
  | "problem_laid"
  | "problem_on_card"
  | "problem_queued"
  | "problem_solved"
  | "rebellion_began"
  | "riot_soothed"
  | "riot_spread"
  | "row_overflowed"
  | "sand_ran_out"
  | "season_changed"
  | "skuld_met_problems"
  | "surplus_gang"
  | "swap_chosen"
  | "swapping_began"
  | "tile_activated"
  | "tile_blocked"
  | "tile_done"
  | "tile_drawn"
  | "tile_laid"
  | "tile_swapped"
  | "tiles_placed"
  | "time_is_up"
  | "trophy_claimed"
  | "year_turned"
