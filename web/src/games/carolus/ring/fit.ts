/** How large the hexes are in a box, and where along the curve each region lies. */

import { Cluster } from './cluster'
import { Curve } from './curve'

export const TERRITORIES = 15

/** The size of a force bar. */
export interface Plate {
  readonly width: number
  readonly height: number
}

/** The sheet the ring is drawn on, and what must have room beside it. Lengths in pixels. */
export interface Box {
  readonly width: number
  readonly height: number
  /** 2 is an ellipse, 4 nearly a rectangle. */
  readonly exponent: number
  /** Whether force bars hang on the outer or the inner shore. */
  readonly bars: 'out' | 'in'
  readonly bar: Plate
  /** The same for regions on the left and on the right of the ring. */
  readonly upright: Plate
  readonly pad: number
}

/** A finished arrangement: hex width in pixels, the curve, and the regions along it. */
export interface Fit {
  readonly hex: number
  readonly curve: Curve
  readonly clusters: readonly Cluster[]
  /** Room between neighbouring regions, in hex widths. */
  readonly gap: number
}

/** Fifteen single territories keep this gap; merged ones grow into the room they free as long as they keep the other. */
const LEAST_GAP = 0.42
const ROOMY_GAP = 0.62
const GROWTH = [1.3, 1.25, 1.2, 1.15, 1.1, 1.05, 1, 0.95, 0.9, 0.85]
const SEARCHES = 2
const PASSES = 6

export function boxKey(box: Box): string {
  return [box.width, box.height, box.exponent, box.bars, box.bar.width, box.bar.height, box.upright.width, box.upright.height, box.pad].join(' ')
}

/** The largest hexes at which this partition of the ring keeps enough room; they hang on box and partition only. */
export function fit(box: Box, partition: readonly (readonly number[])[]): Fit {
  const smallest = singleWidth(box)
  const most = 1 + 0.025 * (TERRITORIES - partition.length)
  for (const growth of GROWTH) {
    if (growth > most + 0.001) continue
    const hex = smallest * growth
    const curve = curveFor(box, hex)
    const arranged = arrange(partition, curve)
    const roomy = growth <= 1 || arranged.gap >= ROOMY_GAP
    if (roomy && arranged.clusters.every((cluster) => pushIntoBox(cluster, box, hex))) return { hex, curve, ...arranged }
  }
  throw new Error('no size of hexes fits the box')
}

/** Pushes a region that bulges over the edge of the sheet back in, as one piece; false if it is too large for the sheet. */
function pushIntoBox(cluster: Cluster, box: Box, hex: number): boolean {
  const out = box.bars === 'out'
  const halfWidth = box.width / 2 / hex - 0.62 - (out ? box.upright.width / hex : 0)
  const halfHeight = box.height / 2 / hex - 0.62 - (out ? (box.bar.height + 4) / hex : 0)
  const cells = cluster.laid.flatMap((laid) => laid.cells.map((cell) => cluster.place(cell)))
  const dx = overhang(
    cells.map(([x]) => x),
    halfWidth,
  )
  const dy = overhang(
    cells.map(([, y]) => y),
    halfHeight,
  )
  if (dx === null || dy === null) return false
  cluster.nudge(dx, dy)
  return true
}

/** How far values must move to lie within the half on either side of nothing, or null if they never will. */
function overhang(values: readonly number[], half: number): number | null {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  if (most - least > 2 * half) return null
  return Math.max(0, -half - least) - Math.max(0, most - half)
}

const widths = new Map<string, number>()

/** The hex width at which fifteen single territories fill the box. */
function singleWidth(box: Box): number {
  const known = widths.get(boxKey(box))
  if (known !== undefined) return known
  const singles = Array.from({ length: TERRITORIES }, (_, territory) => [territory])
  let low = 6
  let high = 90
  for (let step = 0; step < 14; step++) {
    const hex = (low + high) / 2
    const curve = curveFor(box, hex)
    if (curve.length > 36 && arrange(singles, curve).gap >= LEAST_GAP) low = hex
    else high = hex
  }
  widths.set(boxKey(box), low)
  return low
}

function curveFor(box: Box, hex: number): Curve {
  const out = box.bars === 'out'
  const marginX = 1.36 * hex + (out ? box.upright.width + 4 : 0) + box.pad
  const marginY = 1.36 * hex + (out ? box.bar.height + 4 : 0) + box.pad
  return new Curve(Math.max(1, (box.width / 2 - marginX) / hex), Math.max(1, (box.height / 2 - marginY) / hex), box.exponent)
}

/** All regions along the curve with equal gaps, the whole ring turned so that territories lie as near to home as they can. */
function arrange(partition: readonly (readonly number[])[], curve: Curve): { clusters: Cluster[]; gap: number } {
  let places = firstPlaces(partition, curve)
  let clusters: Cluster[] = []
  let gap = 0
  for (let pass = 0; pass < PASSES; pass++) {
    clusters = lay(partition, curve, places, pass < SEARCHES ? [] : clusters)
    const used = clusters.reduce((sum, cluster) => sum + cluster.to - cluster.from, 0)
    gap = (curve.length - used) / partition.length
    places = spacedOut(clusters, gap, curve.length)
  }
  return { clusters: lay(partition, curve, places, clusters), gap }
}

function firstPlaces(partition: readonly (readonly number[])[], curve: Curve): number[] {
  let before = 0
  return partition.map((territories) => {
    const place = ((before + territories.length / 2) * curve.length) / TERRITORIES
    before += territories.length
    return place
  })
}

/** Searches each region's cells, or carries those that were found before as stiff pieces. */
function lay(partition: readonly (readonly number[])[], curve: Curve, places: readonly number[], found: readonly Cluster[]): Cluster[] {
  return partition.map((territories, index) => {
    const place = places[index] ?? 0
    return new Cluster(territories, curve, place, found[index]?.movedTo(place))
  })
}

function spacedOut(clusters: readonly Cluster[], gap: number, length: number): number[] {
  let edge = 0
  let [x, y] = [0, 0]
  const places = clusters.map((cluster) => {
    const place = edge + gap / 2 + (cluster.s0 - cluster.from)
    edge += gap + cluster.to - cluster.from
    for (const { territory, s } of cluster.laid) {
      const home = (length * (territory + 0.5)) / TERRITORIES
      const angle = ((home - (s - cluster.s0 + place)) / length) * Math.PI * 2
      x += Math.cos(angle)
      y += Math.sin(angle)
    }
    return place
  })
  const back = (Math.atan2(y, x) / (Math.PI * 2)) * length
  return places.map((place) => place + back)
}
