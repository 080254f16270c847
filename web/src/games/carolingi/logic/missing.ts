/** What is still missing for the victory conditions, in words. */

import type { CarolingiWording } from '../wording'
import type { CarolingiView } from '../types'

const CONDITIONS = [
  ['expansion', 'lands'],
  ['development', 'counters'],
  ['following', 'followers'],
] as const

/** "1 land, 2 counters": what the seat lacks for the conditions that count something. */
export function lackOf(view: CarolingiView, seat: string, wording: CarolingiWording): string {
  const { [seat]: now } = view.victory
  if (!now) return ''
  const lacks = CONDITIONS.filter(([condition]) => !now[condition]).map(([, what]) =>
    wording.say(`car.lack.${what}`, { number: view.goals[what] - now[what] }),
  )
  return wording.join(lacks)
}

export interface NearRegion {
  readonly region: string
  readonly lands: readonly string[]
}

/** The regions a seat could unite soonest: fewest lands missing first, and somebody of its own is there. */
export function nearRegions(view: CarolingiView, seat: string, most: number): readonly NearRegion[] {
  const missing = view.victory[seat]?.missing ?? {}
  const found = Object.entries(missing).map(([region, lands]) => ({ region, lands }))
  const isThere = (region: string) => Object.values(view.lands).some((land) => land.region === region && (land.followers[seat] ?? 0) > 0)
  return found.filter(({ region, lands }) => lands.length <= most && isThere(region)).sort((one, other) => one.lands.length - other.lands.length)
}

/** The sentences under the table of conditions: what I lack, what regions need, who is one land away. */
export function missingWords(view: CarolingiView, me: string | null, wording: CarolingiWording): readonly string[] {
  const lines: string[] = []
  if (me !== null) {
    const lack = lackOf(view, me, wording)
    if (lack) lines.push(wording.say('car.missing.you', { lack }))
    for (const { region, lands } of nearRegions(view, me, 3).slice(0, 2)) {
      const named = wording.join(lands.map((land) => wording.land(land)))
      lines.push(wording.say('car.missing.region', { ...wording.regionForms('region', region), lands: named }))
    }
  }
  for (const seat of view.seats.filter((each) => each !== me)) {
    for (const { region, lands } of nearRegions(view, seat, 1)) {
      lines.push(wording.say('car.missing.other', wording.facts({ seat, land: lands[0]!, region })))
    }
  }
  return lines
}
