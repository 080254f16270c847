/** One region on a hex lattice of its own, turned with the curve at its middle. */

import type { Curve } from './curve'
import { type Cell, centre, corner, key, lean, middle, NEIGHBOURS, type Point, SHAPES, shapeOf, shifted, spun, turned } from './hex'

/** The usual way along the curve from one territory to the next. */
const STRIDE = 2.2
/** A territory turns by about 50 degrees at most. */
const MOST_TILT = 0.9
const SIXTH = Math.PI / 3

/** A territory in its region's lattice. */
export interface Laid {
  readonly territory: number
  readonly cells: readonly Cell[]
  readonly sixths: number
  readonly s: number
}

interface Candidate extends Omit<Laid, 'territory'> {
  readonly cost: number
}

export class Cluster {
  readonly laid: Laid[] = []
  /** Which of the laid territories a cell belongs to. */
  readonly taken = new Map<number, number>()
  readonly base: number
  from = Infinity
  to = -Infinity
  inwards = 0
  private readonly origin: Point
  private readonly offset: Point
  private push: Point = [0, 0]

  /** Lays the territories in ring order around `s0`; `stiff` are places found before, to be carried here. */
  constructor(
    readonly territories: readonly number[],
    private readonly curve: Curve,
    readonly s0: number,
    stiff?: readonly Laid[],
  ) {
    this.base = curve.heading(s0)
    this.origin = curve.at(s0)
    const first = this.seed()
    const shift = territories.length % 2 === 1 ? 0 : -1.15
    const [x, y] = curve.at(s0 + shift)
    const seat = turned([x - this.origin[0], y - this.origin[1]], -this.base)
    const [cx, cy] = middle(first)
    this.offset = [seat[0] - cx, seat[1] - cy]
    if (stiff) this.carry(stiff)
    else this.grow(first, shift)
    this.measure()
  }

  private seed(): readonly Cell[] {
    return SHAPES[shapeOf(this.territories[this.seedIndex()] ?? 0)]
  }

  seedIndex(): number {
    return (this.territories.length - 1) >> 1
  }

  private world([x, y]: Point): Point {
    const [wx, wy] = turned([x + this.offset[0], y + this.offset[1]], this.base)
    return [this.origin[0] + wx + this.push[0], this.origin[1] + wy + this.push[1]]
  }

  /** The middle of a cell on the sheet. */
  place(cell: Cell): Point {
    return this.world(centre(cell))
  }

  /** A point of the lattice on the sheet. */
  locate(point: Point): Point {
    return this.world(point)
  }

  private placeOf(cells: readonly Cell[]): Point {
    return this.world(middle(cells))
  }

  /** Moves the region on the sheet as one piece. */
  nudge(dx: number, dy: number): void {
    this.push = [this.push[0] + dx, this.push[1] + dy]
  }

  /** The same cells as if the region were laid around another place of the curve. */
  movedTo(s0: number): Laid[] {
    return this.laid.map((laid) => ({ ...laid, s: laid.s - this.s0 + s0 }))
  }

  private lay(index: number, cells: readonly Cell[], sixths: number, s: number): void {
    for (const [q, r] of cells) this.taken.set(key(q, r), index)
    this.laid[index] = { territory: this.territories[index] ?? 0, cells, sixths, s }
  }

  private carry(stiff: readonly Laid[]): void {
    stiff.forEach(({ cells, sixths, s }, index) => {
      this.lay(index, cells, sixths, this.curve.nearest(this.placeOf(cells), s, 6).s)
    })
  }

  /** The middle territory lies on the curve; its ring neighbours follow outwards on both sides. */
  private grow(first: readonly Cell[], shift: number): void {
    const seed = this.seedIndex()
    this.lay(seed, first, 0, this.curve.nearest(this.placeOf(first), this.s0 + shift).s)
    for (let step = 1; step < this.territories.length; step++) {
      if (seed + step < this.territories.length) this.layNext(seed + step, seed + step - 1, 1)
      if (seed - step >= 0) this.layNext(seed - step, seed - step + 1, -1)
    }
  }

  /** Lays a territory at the cheapest free place that touches its ring neighbour along a hex edge. */
  private layNext(index: number, back: number, direction: 1 | -1): void {
    const shape = SHAPES[shapeOf(this.territories[index] ?? 0)]
    let best: Candidate | null = null
    for (let sixths = 0; sixths < 6; sixths++) {
      if (!this.fitsHeading(sixths, back, direction)) continue
      const cells = shape.map((cell) => spun(cell, sixths))
      for (const candidate of this.touching(cells, back)) best = this.cheaper(best, candidate, sixths, back, direction)
    }
    if (best === null) throw new Error(`no place for territory ${this.territories[index]}`)
    this.lay(index, best.cells, best.sixths, best.s)
  }

  private fitsHeading(sixths: number, back: number, direction: 1 | -1): boolean {
    const heading = this.curve.heading(this.sOf(back) + direction * STRIDE)
    return Math.abs(lean(this.base + sixths * SIXTH - heading)) <= MOST_TILT
  }

  private sOf(index: number): number {
    return this.laid[index]?.s ?? 0
  }

  /** Every free place where the cells touch the territory laid before, each once. */
  private *touching(cells: readonly Cell[], back: number): Generator<readonly Cell[]> {
    const seen = new Set<number>()
    for (const cell of this.laid[back]?.cells ?? []) {
      for (const direction of NEIGHBOURS) {
        const spot = shifted(cell, direction)
        if (this.taken.has(key(...spot))) continue
        for (const [q, r] of cells) {
          const shift: Cell = [spot[0] - q, spot[1] - r]
          if (seen.has(key(...shift))) continue
          seen.add(key(...shift))
          const moved = cells.map((each) => shifted(each, shift))
          if (!moved.some((each) => this.taken.has(key(...each)))) yield moved
        }
      }
    }
  }

  /** Cheap is: little way along the curve, near it, many shared edges, little turning, no growth outwards. */
  private cheaper(best: Candidate | null, cells: readonly Cell[], sixths: number, back: number, direction: 1 | -1): Candidate | null {
    const from = this.sOf(back)
    const { s, inwards } = this.curve.nearest(this.placeOf(cells), from + direction * STRIDE)
    const way = (s - from) * direction
    if (way < 0.55) return best
    const [edges, own] = this.sharedEdges(cells, back)
    const tilt = lean(this.base + sixths * SIXTH - this.curve.heading(s))
    let cost = way * 1.5 + inwards * inwards * 1.2 + tilt * tilt * 0.5 - Math.min(own, 4) * 0.5 - (edges - own) * 0.3
    if (best !== null && cost >= best.cost) return best
    for (const cell of cells) cost += this.growth(cell, s)
    return best === null || cost < best.cost - 1e-9 ? { cost, cells, sixths, s } : best
  }

  /** Growing outwards is dear, because the edge of the sheet and the bars are there; inwards is cheap. */
  private growth(cell: Cell, s: number): number {
    const beside = this.curve.nearest(this.place(cell), s, 2).inwards
    const over = beside < 0 ? Math.max(0, -beside - 0.62) * 3 : Math.max(0, beside - 0.8)
    return over * over * 2.2
  }

  private sharedEdges(cells: readonly Cell[], back: number): [all: number, own: number] {
    let all = 0
    let own = 0
    for (const cell of cells) {
      for (const direction of NEIGHBOURS) {
        const owner = this.taken.get(key(...shifted(cell, direction)))
        if (owner === undefined) continue
        all++
        if (owner === back) own++
      }
    }
    return [all, own]
  }

  /** How far the region reaches along the curve and inwards. */
  private measure(): void {
    for (const { cells, s } of this.laid) {
      for (const cell of cells) {
        const at = this.place(cell)
        for (let index = 0; index < 6; index++) this.include(this.curve.nearest(corner(at, index), s, 3))
      }
    }
  }

  private include({ s, inwards }: { s: number; inwards: number }): void {
    this.from = Math.min(this.from, s)
    this.to = Math.max(this.to, s)
    this.inwards = Math.max(this.inwards, inwards)
  }
}
