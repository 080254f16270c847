/** The guided first game: a real table for two, and what the guide has already explained here. */

import { makeTable } from '$lib/api'
import type { GameName } from '$lib/game'
import { keep, kept } from '$lib/kept'
import { keepMade, myName } from '$lib/keys'
import type { NewTable } from '$lib/messages'

const TABLES = 'guided'
const SHOWN = 'coach'
const MOST = 50
const BOT = 'greedy'

/** Make the table and give its address; whoever comes there has the guide beside them. */
export async function startGuided(game: GameName): Promise<string> {
  const made = await makeTable(firstGame(game, myName()))
  keepMade(made.table, made.host, made.seats)
  guide(made.table)
  forgetShown(game)
  return `/t/${made.table}?guide=1`
}

/** Two at the table: the learner and a bot that plays decently; moves may be taken back freely. */
export function firstGame(game: GameName, name: string): NewTable {
  return {
    game: game as NewTable['game'],
    seats: [
      { kind: 'me', name: name || null },
      { kind: 'bot', level: BOT },
    ],
    options: { players: 2 },
    undo: 'free',
  }
}

function list(name: string): string[] {
  try {
    const read: unknown = JSON.parse(kept(name) ?? '[]')
    return Array.isArray(read) ? read.filter((each): each is string => typeof each === 'string') : []
  } catch {
    return []
  }
}

/** Whether the guide sits at this table. */
export function isGuided(table: string): boolean {
  return list(TABLES).includes(table)
}

export function guide(table: string): void {
  keep(TABLES, JSON.stringify([...list(TABLES).filter((each) => each !== table), table].slice(-MOST)))
}

/** The guide leaves this table. */
export function dismissGuide(table: string): void {
  keep(TABLES, JSON.stringify(list(TABLES).filter((each) => each !== table)))
}

/** What was explained in this browser: names of cards such as "GAME.placing". */
export function shownCards(): ReadonlySet<string> {
  return new Set(list(SHOWN))
}

export function keepShown(card: string): void {
  keep(SHOWN, JSON.stringify([...new Set([...list(SHOWN), card])]))
}

/** Explain a game from the beginning again. */
export function forgetShown(game: GameName): void {
  keep(SHOWN, JSON.stringify(list(SHOWN).filter((card) => !card.startsWith(`${game}.`))))
}
