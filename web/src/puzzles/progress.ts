/** Which puzzles this browser has solved, and which one is today's. Nothing of it leaves the browser. */

import { keep, kept } from '$lib/kept'
import type { PuzzleAbout } from '$lib/messages'

const SOLVED = 'puzzles'
const DAY = 86_400_000

/** How a puzzle was done: found by oneself, or looked up. */
export type Result = 'solved' | 'shown'

export function results(): { readonly [name: string]: Result } {
  try {
    const read: unknown = JSON.parse(kept(SOLVED) ?? '{}')
    return typeof read === 'object' && read !== null ? (read as { [name: string]: Result }) : {}
  } catch {
    return {}
  }
}

/** Keep a result; who has looked a puzzle up has not solved it later. */
export function keepResult(name: string, result: Result): void {
  const known = results()
  if (known[name] === undefined) keep(SOLVED, JSON.stringify({ ...known, [name]: result }))
}

/** The puzzle of the day, the same one for everybody. */
export function puzzleOfTheDay(puzzles: readonly PuzzleAbout[], now: number): PuzzleAbout | null {
  if (puzzles.length === 0) return null
  // A step that shares no factor with the number of puzzles visits them all, and neighbours are not alike.
  const day = Math.floor(now / DAY)
  return puzzles[(day * stepThrough(puzzles.length)) % puzzles.length]!
}

function stepThrough(number: number): number {
  let step = Math.max(1, Math.floor(number * 0.382))
  while (gcd(step, number) !== 1) step += 1
  return step
}

function gcd(one: number, other: number): number {
  return other === 0 ? one : gcd(other, one % other)
}

/** The next puzzle in the list that is not done, or the next one at all. */
export function nextAfter(name: string, puzzles: readonly PuzzleAbout[]): PuzzleAbout | null {
  const at = puzzles.findIndex((each) => each.name === name)
  const inOrder = [...puzzles.slice(at + 1), ...puzzles.slice(0, Math.max(at, 0))]
  const done = results()
  return inOrder.find((each) => done[each.name] === undefined) ?? inOrder[0] ?? null
}
