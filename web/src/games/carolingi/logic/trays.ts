/** Choices that are made in a tray and not on the map: two tiles, a swap, levies. Pure sums over the offers. */

import type { Action } from '$lib/game'
import type { TileName } from '../types'

/** Whether laying these two is offered, in whatever order. */
export function placing(offers: readonly Action[], tiles: readonly TileName[]): Action | null {
  const wanted = [...tiles].sort().join()
  return offers.find((offer) => offer.do === 'place' && [...pair(offer)].sort().join() === wanted) ?? null
}

function pair(offer: Action): readonly TileName[] {
  return offer['tiles'] as readonly TileName[]
}

/** The tiles of a hand one by one, in its order: two of a kind are two. */
export function spread(tiles: { readonly [tile: TileName]: number } | undefined): readonly TileName[] {
  return Object.entries(tiles ?? {}).flatMap(([tile, number]) => Array.from({ length: number }, () => tile))
}

/** Whether a tile may still join the one that is chosen. */
export function mayJoin(offers: readonly Action[], chosen: readonly TileName[], tile: TileName): boolean {
  if (chosen.length === 0) return offers.some((offer) => offer.do === 'place' && pair(offer).includes(tile))
  return placing(offers, [chosen[0]!, tile]) !== null
}

/** The swap of these two, if it is offered. */
export function swapping(offers: readonly Action[], give: TileName | null, take: TileName | null): Action | null {
  return offers.find((offer) => offer.do === 'swap' && offer['give'] === give && offer['take'] === take) ?? null
}

export interface Levies {
  readonly missi: number
  readonly leudes: number
}

/** Which numbers of one kind are offered when the other is fixed. */
export function equipRange(offers: readonly Action[], of: keyof Levies, other: number): readonly number[] {
  const others = of === 'missi' ? 'leudes' : 'missi'
  const found = offers.filter((offer) => offer.do === 'equip' && offer[others] === other)
  return [...new Set(found.map((offer) => Number(offer[of])))].sort((a, b) => a - b)
}

/** The action that spends the levies so, if it is offered. */
export function equipping(offers: readonly Action[], { missi, leudes }: Levies): Action | null {
  return offers.find((offer) => offer.do === 'equip' && offer['missi'] === missi && offer['leudes'] === leudes) ?? null
}

/** A good beginning: all levies spent, as many missi as possible. */
export function firstEquip(offers: readonly Action[]): Levies {
  const equips = offers.filter((offer) => offer.do === 'equip').map(leviesOf)
  const spent = (each: Levies) => each.missi + each.leudes
  return equips.reduce((best, each) => (spent(each) > spent(best) || (spent(each) === spent(best) && each.missi > best.missi) ? each : best), {
    missi: 0,
    leudes: 0,
  })
}

function leviesOf(offer: Action): Levies {
  return { missi: Number(offer['missi']), leudes: Number(offer['leudes']) }
}
