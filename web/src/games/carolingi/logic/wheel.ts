/** Where things lie on the wheel of seasons: winter upper left, then clockwise. Pure sums. */

import type { SeasonName } from '../types'

export const RADIUS = 140
export const HUB = 39

/** The angle at which each season begins, in degrees clockwise from the right. */
export const BEGINS: Record<SeasonName, number> = { winter: 180, spring: 270, summer: 0, autumn: 90 }

export interface WheelPlace {
  readonly x: number
  readonly y: number
  readonly size: number
}

/** The point at an angle and a distance. */
export function at(degrees: number, radius: number): { x: number; y: number } {
  const angle = (degrees * Math.PI) / 180
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) }
}

/** The wedge of a season. */
export function wedge(season: SeasonName): string {
  const [from, to] = [at(BEGINS[season], RADIUS), at(BEGINS[season] + 90, RADIUS)]
  return `M0 0L${from.x.toFixed(1)} ${from.y.toFixed(1)}A${RADIUS} ${RADIUS} 0 0 1 ${to.x.toFixed(1)} ${to.y.toFixed(1)}z`
}

/** The arc that a season's name stands on, readable from left to right. */
export function nameArc(season: SeasonName): string {
  const below = season === 'summer' || season === 'autumn'
  const radius = below ? 134 : 124
  const [left, right] = [at(BEGINS[season] + 4, radius), at(BEGINS[season] + 86, radius)]
  const [from, to] = below ? [right, left] : [left, right]
  return `M${from.x.toFixed(1)} ${from.y.toFixed(1)}A${radius} ${radius} 0 0 ${below ? 0 : 1} ${to.x.toFixed(1)} ${to.y.toFixed(1)}`
}

// How many fit on the outer and the inner arc, and how large they are then.
const FORMS: readonly { most: number; outer: number; inner: number; size: number }[] = [
  { most: 6, outer: 4, inner: 2, size: 29 },
  { most: 9, outer: 5, inner: 4, size: 24 },
  { most: 14, outer: 6, inner: 5, size: 20 },
  { most: 99, outer: 7, inner: 6, size: 17 },
]

/** Places for so many used tiles on a season; `inside` keeps them near the hub, for problems lie outside. */
export function tilePlaces(season: SeasonName, number: number, inside = false): readonly WheelPlace[] {
  if (inside) return spread(season, number, 62, Math.min(25, 92 / Math.max(3, number)))
  if (number <= 2) return spread(season, number, 82, 30)
  const form = FORMS.find(({ most }) => number <= most) ?? FORMS.at(-1)!
  const outer = Math.min(form.outer, number)
  const inner = Math.min(form.inner, number - outer)
  const rest = number - outer - inner
  return [...spread(season, outer, 98, form.size), ...spread(season, inner, 66, form.size), ...spread(season, rest, 82, form.size)]
}

/** Places for the problems of a season, along the rim; Skuld needs the middle of hers. */
export function problemPlaces(season: SeasonName, number: number, skuld: boolean): readonly WheelPlace[] {
  const size = number > 4 ? 27 : 33
  const all = spread(season, skuld ? number + 1 : number, 98, size)
  return skuld ? all.filter((_, i) => i !== Math.floor((number + 1) / 2)) : all
}

function spread(season: SeasonName, number: number, radius: number, size: number): WheelPlace[] {
  const step = 90 / (number + 1)
  const edge = number > 2 ? 11 : step
  const between = number > 1 ? (90 - 2 * edge) / (number - 1) : 0
  return Array.from({ length: number }, (_, i) => ({ ...at(BEGINS[season] + (number === 1 ? 45 : edge + i * between), radius), size }))
}
