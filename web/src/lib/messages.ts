/** Every message between the browser and the server. Written by tools/make_types.py: change the server's types instead. */

/** Data of a game or a rule, whose shape its game knows. */
export type Plain = { readonly [key: string]: unknown }

/** Who shall sit there: `me` (the maker; several for hot-seat), `open`, or a `bot` of a level. */
export interface SeatWish {
  readonly kind: 'bot' | 'me' | 'open'
  readonly name?: string | null
  readonly level?: string | null
  readonly entropy?: string | null
}

/** The id and the commitment of a table that is yet to be made. */
export interface Promise {
  readonly table: string
  readonly commitment: string
}

/** Banked time: seconds for the whole game and seconds added for each entry. */
export interface ClockWish {
  readonly bank: number
  readonly add?: number
}

/** A table to be made. Seats are in seat order; options are those of the game. */
export interface NewTable {
  readonly game: string
  readonly seats: readonly SeatWish[]
  readonly options?: Plain
  readonly title?: string
  readonly undo?: 'ask' | 'free' | 'never'
  readonly clock?: ClockWish | null
  readonly spectators?: boolean
  readonly listed?: boolean
  readonly begin?: 'full' | 'host'
  readonly pace?: number
  readonly patience?: number
  readonly thinking?: number
  readonly stand_in?: string | null
  readonly hints?: boolean | null
  readonly promise?: Promise | null
}

/** A new table. The tokens are told once, and never again. */
export interface Made {
  readonly table: string
  readonly host: string
  readonly seats: { readonly [key: string]: string }
  readonly sheet: Sheet
}

/** Take an open seat: a given one, or the first. */
export interface Sit {
  readonly seat?: string | null
  readonly name?: string | null
  readonly entropy?: string | null
}

/** A seat was taken. */
export interface Sat {
  readonly seat: string
  readonly token: string
  readonly sheet: Sheet
}

/** A code that gets a seat, or the host's rights, back after the token was lost. It is told once. */
export interface Code {
  readonly code: string
}

/** The code that somebody wrote down. */
export interface RecoverWish {
  readonly code: string
}

/** A new token; without a seat it is the host's. */
export interface Recovered {
  readonly seat: string | null
  readonly token: string
  readonly sheet: Sheet
}

/** A player's own part of the luck. */
export interface AddEntropy {
  readonly entropy: string
}

/** What shall become of a seat. */
export interface SeatChange {
  readonly do: 'back' | 'bot' | 'link' | 'name' | 'open' | 'stand'
  readonly level?: string | null
  readonly name?: string | null
}

/** The sheet after it, and the new token if one was made. */
export interface SeatChanged {
  readonly sheet: Sheet
  readonly token: string | null
}

/** The same table once more; the tokens of further seats of mine, if one device has several. */
export interface RematchWish {
  readonly tokens: readonly string[]
  readonly promise: Promise | null
  readonly entropy: { readonly [key: string]: string }
}

/** A new table that goes on from a moment of this one. */
export interface Continue {
  readonly seq: number
  readonly seats: readonly SeatWish[]
  readonly eyes?: string | null
  readonly promise?: Promise | null
}

/** One table in the list of mine. */
export interface Looked {
  readonly table: string
  readonly token?: string | null
  readonly seen?: number
}

/** Which of my tables want me? */
export interface Look {
  readonly tables: readonly Looked[]
}

/** One seat as everybody may know it. */
export interface SeatSheet {
  readonly seat: string
  readonly kind: 'bot' | 'open' | 'person'
  readonly name: string | null
  readonly level: string | null
  readonly present: boolean
  readonly lent: boolean
  readonly entropy: boolean
  readonly relinked: number | null
}

/** A commitment that was replaced, because the server's database had fallen back to an earlier state. */
export interface FormerCommitment {
  readonly commitment: string
  readonly after: number | null
  readonly at: number
}

/** What the server has bound itself to, and after the end the secret itself (docs/fair-luck.md). */
export interface FairSheet {
  readonly scheme: string
  readonly commitment: string
  readonly secret: string | null
  readonly former: readonly FormerCommitment[]
}

/** What everybody may know of a table before the rules come in. */
export interface Sheet {
  readonly table: string
  readonly game: string
  readonly rules: string
  readonly options: Plain
  readonly state: 'closed' | 'finished' | 'gathering' | 'running'
  readonly title: string
  readonly seats: readonly SeatSheet[]
  readonly undo: 'ask' | 'free' | 'never'
  readonly clock: ClockWish | null
  readonly spectators: boolean
  readonly listed: boolean
  readonly begin: 'full' | 'host'
  readonly pace: number
  readonly patience: number
  readonly thinking: number
  readonly stand_in: string
  readonly fair: FairSheet | null
  readonly made: number
  readonly record: boolean
  readonly eyes: readonly (string | null)[] | null
  readonly from_table: string | null
  readonly from_seq: number | null
  readonly rematch: string | null
  readonly watchers: number
  readonly hints: boolean
  readonly fault: Plain | null
  readonly maintenance: boolean
}

/** A table in a list. */
export interface ListedTable {
  readonly table: string
  readonly state: 'closed' | 'finished' | 'gathering' | 'running'
  readonly game: string
  readonly title: string
  readonly seats: readonly SeatSheet[]
  readonly options: Plain
  readonly seq: number
  readonly new: number
  readonly to_act: readonly string[]
  readonly mine: string | null
  readonly my_turn: boolean
  readonly touched: number
  readonly when: Plain
  readonly result: 'all_lost' | 'lost' | 'shared' | 'won' | null
  readonly fault: Plain | null
}

/** Tables in a list. */
export interface TableList {
  readonly tables: readonly ListedTable[]
}

/** One game, for whoever makes a form of it. */
export interface GameAbout {
  readonly name: string
  readonly rules: string
  readonly players: readonly number[]
  readonly options: Plain
  readonly seats: readonly (readonly string[])[]
}

/** A board file that nothing is wrong with, for whoever makes a form of it. */
export interface BoardAbout {
  readonly digest: string
  readonly name: string
  readonly lands: number
  readonly colours: readonly string[]
  readonly players: readonly number[]
  readonly options: Plain
}

/** What this server is and can do. */
export interface About {
  readonly version: string
  readonly protocol: number
  readonly games: readonly GameAbout[]
  readonly levels: readonly string[]
  readonly phrases: readonly string[]
  readonly languages: readonly string[]
  readonly maintenance: boolean
}

/** The addresses by which others reach this server, for invitations; the best one first. */
export interface Addresses {
  readonly addresses: readonly string[]
}

/** One thing that is wrong. */
export interface ErrorBody {
  readonly code: string
  readonly where: string
  readonly facts: Plain
  readonly sentence: string
  readonly sentences: { readonly [key: string]: string }
}

/** Why a request was not carried out. */
export interface Failed {
  readonly error: ErrorBody
  readonly more: readonly ErrorBody[]
}

/** Who I am and what I have seen; with `deltas`, send me only what changed where that is enough. */
export interface Hello {
  readonly say: 'hello'
  readonly token?: string | null
  readonly after?: number | null
  readonly deltas?: boolean
}

/** Send me again what came after this entry, beginning with a whole frame. */
export interface FullWish {
  readonly say: 'full'
  readonly id: number
  readonly after: number
}

/** Do this; I looked at screen `after`. */
export interface Act {
  readonly say: 'act'
  readonly id: number
  readonly after: number
  readonly action: Plain
}

/** Go back to the position after entry `to`. */
export interface UndoWish {
  readonly say: 'undo'
  readonly id: number
  readonly after: number
  readonly to: number
}

/** Another player may take back, or not. */
export interface Consent {
  readonly say: 'consent'
  readonly id: number
  readonly to: number
  readonly yes: boolean
}

/** Why may I not do this? */
export interface Why {
  readonly say: 'why'
  readonly id: number
  readonly action: Plain
}

/** What would each of these do at once? */
export interface PreviewWish {
  readonly say: 'preview'
  readonly id: number
  readonly actions: readonly Plain[]
}

/** What would a good player do, and why: here, or in a moment of the past with eyes that are open. */
export interface HintWish {
  readonly say: 'hint'
  readonly id: number
  readonly seq?: number | null
  readonly eyes?: string | null
}

/** How did everybody's chances stand in this part of a game that is over? */
export interface ChancesWish {
  readonly say: 'chances'
  readonly id: number
  readonly first?: number
  readonly count?: number
}

/** Which decisions in this part of a game that is over were mistakes? */
export interface ReviewWish {
  readonly say: 'review'
  readonly id: number
  readonly first?: number
  readonly count?: number
}

/** Say something: words of one's own, or a ready-made phrase that everybody reads in their language. */
export interface Speak {
  readonly say: 'chat'
  readonly id: number
  readonly text?: string | null
  readonly phrase?: string | null
}

/** Tell me what happened before. */
export interface StoryWish {
  readonly say: 'story'
  readonly id: number
  readonly before: number
  readonly count?: number
}

/** Show a moment of the past. */
export interface Show {
  readonly say: 'show'
  readonly id: number
  readonly seq: number
  readonly eyes?: string | null
}

/** Are you there? */
export interface Ping {
  readonly say: 'ping'
  readonly id: number
}

/** Who you are here. `seq` is the newest entry, or null while the table gathers. */
export interface Welcome {
  readonly say: 'welcome'
  readonly protocol: number
  readonly sheet: Sheet
  readonly seat: string | null
  readonly host: boolean
  readonly seq: number | null
}

/** One entry as this viewer may see it, and the screen after it. */
export interface Frame {
  readonly say: 'frame'
  readonly seq: number
  readonly by: string | null
  readonly events: readonly Plain[]
  readonly view: Plain
  readonly undo: readonly number[]
}

/** One entry, and what changed on the screen since the entry before it. */
export interface Delta {
  readonly say: 'delta'
  readonly seq: number
  readonly by: string | null
  readonly events: readonly Plain[]
  readonly patch: Plain
  readonly undo: readonly number[]
  readonly check: number | null
}

/** The table itself changed. */
export interface SheetChanged {
  readonly say: 'sheet'
  readonly sheet: Sheet
}

/** Milliseconds left by seat, who is counted down, and the sand that is left. */
export interface Clocks {
  readonly say: 'clocks'
  readonly left: { readonly [key: string]: number }
  readonly running: readonly string[]
  readonly sand: number | null
}

/** Somebody spoke. */
export interface Said {
  readonly say: 'chat'
  readonly number: number
  readonly seat: string | null
  readonly name: string | null
  readonly at: number
  readonly text: string | null
  readonly phrase: string | null
}

/** An undo waits for consent; with `id`, it answers the wish; with `over`, nobody is asked any more. */
export interface Asked {
  readonly say: 'asked'
  readonly by: string
  readonly to: number
  readonly consents: readonly string[]
  readonly over: 'agreed' | 'declined' | 'lapsed' | null
  readonly id?: number
}

/** A new table was made from this one. */
export interface Rematch {
  readonly say: 'rematch'
  readonly table: string
}

/** Come back with `after`. */
export interface Bye {
  readonly say: 'bye'
  readonly code: 'closed' | 'crashed' | 'fell_back' | 'going_away' | 'token_void' | 'too_slow'
}

/** It was stored, as this entry if it was one. */
export interface Done {
  readonly say: 'done'
  readonly id: number
  readonly seq: number | null
}

/** The rules, or the table's policy, forbid it. */
export interface Refused {
  readonly say: 'refused'
  readonly id: number
  readonly refusal: Plain
}

/** The screen has changed since; nothing was done. */
export interface Stale {
  readonly say: 'stale'
  readonly id: number
  readonly seq: number
}

/** It could not be understood, or not be stored; nothing was done. */
export interface Failure {
  readonly say: 'error'
  readonly id: number | null
  readonly error: Plain
}

/** Why not, or null if it may be done. */
export interface Reason {
  readonly say: 'reason'
  readonly id: number
  readonly refusal: Plain | null
}

/** What an action would do at once; not `complete` if something unknown would follow. */
export interface Preview {
  readonly events: readonly Plain[]
  readonly complete: boolean
  readonly refusal: Plain | null
  readonly after: Plain | null
}

/** One preview for each action. */
export interface Previews {
  readonly say: 'previews'
  readonly id: number
  readonly previews: readonly Preview[]
}

/** One way to go on: what to do now and what would follow, and the chance to win that it promises. */
export interface Course {
  readonly actions: readonly Plain[]
  readonly chance: number
  readonly share: number | null
}

/** What speaks for a course: a code that has a sentence in every language, and its facts. */
export interface Motive {
  readonly code: string
  readonly facts: Plain
}

/** What another seat would answer to the second-best course, and why. */
export interface SeatReply {
  readonly seat: string
  readonly actions: readonly Plain[]
  readonly reasons: readonly Motive[]
}

/** What a bot would do, what else it looked at, and everybody's chances as things stand, in seat order. */
export interface Thought {
  readonly level: string
  readonly best: Course
  readonly others: readonly Course[]
  readonly chances: readonly number[]
  readonly reasons: readonly Motive[]
  readonly rounds: number
  readonly reply: SeatReply | null
}

/** What a bot thinks of this moment, from this seat's view alone; nobody else is told. */
export interface Hint {
  readonly say: 'hint'
  readonly id: number
  readonly seq: number
  readonly seat: string
  readonly thought: Thought
}

/** An entry after which the game was another: whose chance changed most, and how much of that was luck. */
export interface Turn {
  readonly seq: number
  readonly seat: string
  readonly change: number
  readonly luck: number
}

/** From this entry on this seat, or its side, was ahead. */
export interface Lead {
  readonly seq: number
  readonly seat: string
}

/** What became of a seat's chance: `start`, `luck`, its `own` side's play and the `others`' add up to the `end`. */
export interface ChanceBreakdown {
  readonly start: number
  readonly luck: number
  readonly own: number
  readonly others: number
  readonly end: number
}

/** A whole game looked at again: its turning points, who led, and what luck and play brought each seat in all. */
export interface Verdict {
  readonly turns: readonly Turn[]
  readonly leads: readonly Lead[]
  readonly luck: { readonly [key: string]: number }
  readonly breakdown: { readonly [key: string]: ChanceBreakdown }
}

/** Each seat's chance after these entries; with the last of them the verdict on the whole game. */
export interface Chances {
  readonly say: 'chances'
  readonly id: number
  readonly first: number
  readonly last: number
  readonly chances: { readonly [key: string]: readonly number[] }
  readonly verdict: Verdict | null
}

/** A decision with a clearly better plan: the entries it took, what was played, and what was better, by how much and why. */
export interface Mistake {
  readonly seq: number
  readonly end: number
  readonly seat: string
  readonly played: readonly Plain[]
  readonly best: readonly Plain[]
  readonly loss: number
  readonly error: number
  readonly reasons: readonly Motive[]
  readonly reply: SeatReply | null
}

/** In how many of a seat's decisions nothing clearly better was found, with the 95 % interval of that share. */
export interface SeatAccuracy {
  readonly decisions: number
  readonly good: number
  readonly low: number
  readonly high: number
  readonly lost: number
}

/** The decisions of a whole game: the worst of them, in their order, and how accurate each seat was. */
export interface ReviewSummary {
  readonly mistakes: readonly Mistake[]
  readonly accuracy: { readonly [key: string]: SeatAccuracy }
}

/** So many entries of a finished game are reviewed; with the last of them the summary. */
export interface Review {
  readonly say: 'review'
  readonly id: number
  readonly known: number
  readonly last: number
  readonly summary: ReviewSummary | null
}

/** The events of one entry. */
export interface EntryEvents {
  readonly seq: number
  readonly by: string | null
  readonly events: readonly Plain[]
}

/** What happened before; `first` is true if nothing came earlier. */
export interface Story {
  readonly say: 'story'
  readonly id: number
  readonly entries: readonly EntryEvents[]
  readonly first: boolean
}

/** A frame of the past. */
export interface Moment {
  readonly say: 'moment'
  readonly id: number
  readonly seq: number
  readonly eyes: string | null
  readonly last: number
  readonly by: string | null
  readonly events: readonly Plain[]
  readonly view: Plain
}

/** A puzzle in a list: what it is about and how hard it is, from 1 to 4. */
export interface PuzzleAbout {
  readonly name: string
  readonly game: string
  readonly players: number
  readonly variant: string | null
  readonly seat: string
  readonly themes: readonly string[]
  readonly difficulty: number
}

/** All puzzles, easy ones first within each game. */
export interface PuzzleList {
  readonly puzzles: readonly PuzzleAbout[]
}

/** An attempt: the actions so far, what else to preview after them, and whether to give up and see the answer. */
export interface PuzzleWish {
  readonly actions?: readonly Plain[]
  readonly previews?: readonly Plain[]
  readonly reveal?: boolean
}

/** The plan that is clearly best, the second-best one, and what decides. */
export interface PuzzleAnswer {
  readonly best: Course
  readonly other: Course
  readonly reply: SeatReply | null
  readonly reasons: readonly Motive[]
}

/** The table after an attempt's actions, as the puzzle's seat sees it. */
export interface PuzzleScreen {
  readonly puzzle: PuzzleAbout
  readonly view: Plain
  readonly entries: readonly EntryEvents[]
  readonly refusal: Plain | null
  readonly previews: readonly Preview[]
  readonly is_done: boolean
  readonly is_solved: boolean
  readonly answer: PuzzleAnswer | null
}

export type ClientMessage = Hello | Act | UndoWish | Consent | Why | PreviewWish | HintWish | ChancesWish | ReviewWish | Speak | StoryWish | Show | FullWish | Ping

export type ServerMessage = Welcome | Frame | Delta | SheetChanged | Clocks | Said | Asked | Rematch | Bye | Done | Refused | Stale | Failure | Reason | Previews | Hint | Chances | Review | Story | Moment
