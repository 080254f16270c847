/** The table's own sentences: stops, courts and regions in words. */

import type { TableModel } from '$lib/game'
import { say } from '$lib/settings.svelte'
import type { CarolusWording } from './wording'
import { type CarolusView, type Clan, counted, type Counts, courtOf, reachOf, type RegionView, regionOf, type Stop } from './view'

export function wordingOf(table: TableModel): CarolusWording {
  return table.wording as CarolusWording
}

export function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

/** The rule behind what a stop would do. */
export function sectionOfStop({ result, joins, ends }: Stop): string {
  if (ends !== null) return 'CM5'
  if (joins.length > 0) return 'CM4.3'
  return result === 'conquer' || result === 'held' ? 'CM4.2' : 'CM4.1'
}

/** What happens at a stop, in a few words. */
export function stopHeadline(words: CarolusWording, view: CarolusView, stop: Stop): string {
  const castles = regionOf(view, stop.region)?.castles ?? 1
  const side = stop.side === null ? '' : words.side(stop.side)
  return say(`web.cm.stop.${stop.result}`, { side, region: words.region(stop.region), castles })
}

/** The sums of a stop, and what follows from it. */
export function stopDetails(words: CarolusWording, stop: Stop): string {
  const parts = [words.forces(stop.forces as { [side: string]: number })]
  if (stop.joins.length > 0) {
    const regions = words.join([...stop.joins].sort().map((each) => words.region(each)))
    parts.push(say('web.cm.stop.joins', { regions, castles: stop.castles }))
    parts.push(say('web.cm.stop.left', { number: stop.regions }))
  }
  if (stop.ends !== null) parts.push(say(`web.cm.stop.ends.${stop.ends}`, { side: stop.side === null ? '' : words.side(stop.side) }))
  return parts.map((part, index) => (index > 0 ? part : capital(part))).join('; ')
}

/** Paladins by clan: "red 2, pink 1". */
export function countsInWords(words: CarolusWording, counts: Counts, none: string): string {
  const named = counted(counts).map(([clan, number]) => say('web.cm.count', { clan: words.clan(clan), number }))
  return named.length > 0 ? named.join(', ') : none
}

/** A region in a sentence or two: who owns it, who stands there, who leads. */
export function regionInWords(words: CarolusWording, region: RegionView): string {
  const owner =
    region.owner === null ? say('web.cm.region.free') : say('web.cm.region.castles', { number: region.castles, side: words.side(region.owner) })
  const label = say('web.cm.region.label', {
    region: words.region(region.region),
    owner,
    paladins: countsInWords(words, region.paladins, say('web.cm.region.empty')),
    forces: words.forces(region.forces as { [side: string]: number }),
  })
  return region.emperor ? `${label} ${say('web.cm.region.emperor')}` : label
}

/** Who leads in a region, and whether that would change its owner. */
export function leaderInWords(words: CarolusWording, { majority, owner }: Pick<RegionView, 'majority' | 'owner'>): string {
  if (majority === null) return say('web.cm.region.tie')
  const taking = owner !== null && owner !== majority
  return say(taking ? 'web.cm.region.would_take' : 'web.cm.region.leads', { side: words.side(majority) })
}

/** A row of a court: how many, how far ahead, and whether the emblem is there. */
export function courtRowInWords(words: CarolusWording, view: CarolusView, seat: string, clan: Clan): string {
  const ahead = courtOf(view, seat).leads[clan]
  const how = ahead > 0 ? 'ahead' : ahead < 0 ? 'behind' : 'even'
  const row = say('web.cm.court.row', {
    clan: capital(words.clan(clan)),
    number: view.courts[seat]?.paladins[clan] ?? 0,
    lead: say(`web.cm.lead.${how}`, { number: Math.abs(ahead) }),
  })
  return view.emblems[clan] === seat ? `${row}, ${say('web.cm.lead.emblem')}` : row
}

/** Where the Emperor could go with a disc, and what would happen at each stop as things stand. */
export function reachInWords(words: CarolusWording, view: CarolusView, disc: number): string {
  const stops = reachOf(view, disc)
  const reach = say('web.cm.disc.reach', { regions: words.join(stops.map(({ region }) => words.region(region))) })
  return [reach, ...stops.map((stop) => `${stop.steps}: ${stopHeadline(words, view, stop)} (${stopDetails(words, stop)})`)].join('\n')
}
