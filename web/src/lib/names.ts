/** What people at a table are called, wherever a seat is meant. */

import type { Sheet } from './messages'

/** By seat. */
export interface Names {
  readonly [seat: string]: string
}

/** The names that people gave, by seat; who shares one with somebody else has the colour behind it. */
export function namesOf(sheet: Sheet | null, colour: (seat: string) => string): Names {
  const people = (sheet?.seats ?? []).filter(({ kind, name }) => kind === 'person' && name)
  const isShared = (name: string) => people.filter((each) => each.name === name).length > 1
  return Object.fromEntries(people.map(({ seat, name }) => [seat, isShared(name!) ? `${name} (${colour(seat)})` : name!]))
}
