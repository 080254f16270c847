/** The curve the ring follows: a superellipse, sampled evenly by length, clockwise from the top. */

import { between, lean, type Point } from './hex'

const SAMPLES = 1440
const FINE = 7200
const TURN = Math.PI * 2

/** Where a point lies along the curve, and how far beside it; positive is towards the middle of the ring. */
export interface Nearest {
  readonly s: number
  readonly inwards: number
}

export class Curve {
  readonly length: number
  private readonly points: Point[] = []
  private readonly headings: number[] = []

  constructor(rx: number, ry: number, exponent: number) {
    const [fine, lengths] = traced(rx, ry, exponent)
    this.length = lengths[FINE] ?? 0
    this.sample(fine, lengths)
    for (let index = 0; index < SAMPLES; index++) this.headings.push(this.bearing((index * this.length) / SAMPLES))
  }

  private sample(fine: readonly Point[], lengths: readonly number[]): void {
    let at = 0
    for (let index = 0; index < SAMPLES; index++) {
      const wanted = (this.length * index) / SAMPLES
      while ((lengths[at + 1] ?? Infinity) < wanted) at++
      const [from, to] = [lengths[at] ?? 0, lengths[at + 1] ?? 0]
      this.points.push(between(fine[at] ?? [0, 0], fine[at + 1] ?? [0, 0], (wanted - from) / (to - from || 1)))
    }
  }

  private bearing(s: number): number {
    const step = this.length / 60
    const [ax, ay] = this.at(s - step)
    const [bx, by] = this.at(s + step)
    return Math.atan2(by - ay, bx - ax)
  }

  private split(s: number): [index: number, part: number] {
    let units = ((s / this.length) * SAMPLES) % SAMPLES
    if (units < 0) units += SAMPLES
    const index = Math.floor(units)
    return [index % SAMPLES, units - index]
  }

  private point(index: number): Point {
    return this.points[((index % SAMPLES) + SAMPLES) % SAMPLES] ?? [0, 0]
  }

  at(s: number): Point {
    const [index, part] = this.split(s)
    return between(this.point(index), this.point(index + 1), part)
  }

  /** The direction of travel at a place, as an angle. */
  heading(s: number): number {
    const [index, part] = this.split(s)
    const here = this.headings[index] ?? 0
    const next = this.headings[(index + 1) % SAMPLES] ?? 0
    return here + lean(next - here) * part
  }

  /** A place beside the curve. */
  beside(s: number, inwards: number): Point {
    const [x, y] = this.at(s)
    const heading = this.heading(s)
    return [x - Math.sin(heading) * inwards, y + Math.cos(heading) * inwards]
  }

  /** The nearest place to a point, searched around a guess; s is not wrapped. */
  nearest(point: Point, guess: number, span = 4): Nearest {
    const start = Math.round((guess / this.length) * SAMPLES)
    const reach = Math.ceil((span / this.length) * SAMPLES)
    const rough = this.closest(point, start - reach, start + reach, 9, start)
    const best = this.closest(point, rough - 8, rough + 8, 2, rough)
    const s = (best * this.length) / SAMPLES
    const heading = this.heading(s)
    const [x, y] = this.at(s)
    return { s, inwards: (point[0] - x) * -Math.sin(heading) + (point[1] - y) * Math.cos(heading) }
  }

  private closest([x, y]: Point, from: number, to: number, step: number, otherwise: number): number {
    let best = this.distance(x, y, otherwise)
    let found = otherwise
    for (let index = from; index <= to; index += step) {
      const distance = this.distance(x, y, index)
      if (distance < best) {
        best = distance
        found = index
      }
    }
    return found
  }

  private distance(x: number, y: number, index: number): number {
    const [px, py] = this.point(index)
    return (px - x) * (px - x) + (py - y) * (py - y)
  }
}

function traced(rx: number, ry: number, exponent: number): [Point[], number[]] {
  const points: Point[] = []
  const lengths: number[] = [0]
  let last: Point = [0, 0]
  for (let index = 0; index <= FINE; index++) {
    const angle = -Math.PI / 2 + (TURN * index) / FINE
    const point: Point = [rx * bent(Math.cos(angle), exponent), ry * bent(Math.sin(angle), exponent)]
    points.push(point)
    if (index > 0) lengths.push((lengths[index - 1] ?? 0) + Math.hypot(point[0] - last[0], point[1] - last[1]))
    last = point
  }
  return [points, lengths]
}

function bent(value: number, exponent: number): number {
  return Math.sign(value) * Math.abs(value) ** (2 / exponent)
}
