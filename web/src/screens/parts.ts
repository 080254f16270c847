/** The screens that are fetched by who goes there, and what is fetched early for them. */

import { PROTOCOL, socketAddress } from '$lib/connection'
import { fetchEarly, openEarly } from '$lib/early'
import { keysOf, tokenIn } from '$lib/keys'
import type { Route } from '$lib/router.svelte'
import { settings } from '$lib/settings.svelte'

/** A part of the page with the words that only it says. */
async function withWords<Part>(fetching: Promise<Part>, words: string): Promise<Part> {
  const [part] = await Promise.all([fetching, settings.bring(words)])
  return part
}

/** A part of the page that says what is said before or after a game. */
const withPages = <Part>(fetching: Promise<Part>) => withWords(fetching, 'pages')

export const HOME = () => withPages(import('./Home.svelte'))
export const GATHERING = () => withPages(import('./Gathering.svelte'))
export const MENU = () => withPages(import('./TableMenu.svelte'))
export const WATCHING = () => withPages(import('./Watching.svelte'))
export const END = () => withPages(import('./Finale.svelte'))
export const NOTIFY = () => withWords(import('./notify/NotifyDialog.svelte'), 'notify')
export const TABLE = () => import('./TablePage.svelte')
export const REPLAY = () => withPages(import('./ReplayPage.svelte'))
export const NEW = () => withPages(import('./NewTable.svelte'))
export const ABOUT = () => withPages(import('./AboutPage.svelte'))
export const POSITION = () => withPages(import('./PositionPage.svelte'))
export const PUZZLES = () => withPages(import('../puzzles/Puzzles.svelte'))
export const LEARN = () => import('../learn/Learn.svelte')

/** The page opens at a table: its code, its sheet and the connection of who has a seat there are fetched beside the words. */
export function prepare(route: Route): void {
  if (route.at === 'home') HOME().catch(() => undefined) // whoever shows it says what is wrong
  if (route.at !== 'table') return
  TABLE().catch(() => undefined)
  fetchEarly(`/api/tables/${route.id}`)
  if (tokenIn(location.hash) || keysOf(route.id).seats.length) openEarly(socketAddress(route.id), PROTOCOL)
}
