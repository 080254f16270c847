import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { tilePlaces, problemPlaces } from '../logic/wheel'
import { land } from '../sample'
import { around, boxOf, framing, isSeen, kept, leastZoom, zoomed } from './camera'
import { landTowards, type Chart } from './chart'
import { cardPieces, piecesOf, roomOf } from './pieces'

const chart = JSON.parse(readFileSync('public/maps/carolingi/lands.json', 'utf-8')) as Chart
const sheet = { width: chart.viewBox[2], height: chart.viewBox[3] }
const desk = { width: 800, height: 640 }

describe('the camera', () => {
  it('keeps the sheet in the window', () => {
    expect(kept({ k: 1, x: 500, y: -9999 }, sheet, desk)).toEqual({ k: 1, x: 0, y: desk.height - sheet.height })
  })

  it('is never farther than the whole sheet, and keeps the point under the pointer', () => {
    const far = kept({ k: 0.01, x: 0, y: 0 }, sheet, desk)
    const near = zoomed({ k: 1, x: -300, y: -300 }, 2, 100, 100, sheet, desk)

    expect(far.k).toBe(leastZoom(sheet, desk))
    expect([(100 - near.x) / near.k, (100 - near.y) / near.k]).toEqual([400, 400])
  })

  it('reads outlines whose numbers begin with a point', () => {
    expect(boxOf('M10 20l.5-.5l2 .25l-12.5 3z')).toEqual({ left: 0, top: 19.5, right: 12.5, bottom: 22.75 })
    for (const { d, anchor, name } of chart.lands) {
      const box = boxOf(d)

      expect([box.left < anchor[0], anchor[0] < box.right, box.top < anchor[1], anchor[1] < box.bottom]).toEqual([true, true, true, true])
      expect(box.right - box.left).toBeLessThan(5 * name.width)
    }
  })

  it('frames what is asked for', () => {
    const box = boxOf(chart.lands.find(({ id }) => id === 'anjou')!.d)
    const camera = framing(box, sheet, desk)

    expect(isSeen(camera, (box.left + box.right) / 2, (box.top + box.bottom) / 2, desk)).toBe(true)
    expect(around([box, { ...box, right: box.right + 50 }]).right).toBe(box.right + 50)
  })
})

describe('the keyboard', () => {
  it('goes from every land to another by some arrow', () => {
    const ways = [
      [0, 1],
      [0, -1],
      [1, 0],
      [-1, 0],
    ] as const
    for (const each of chart.lands) expect(ways.some((way) => landTowards(chart, each, way, () => true) !== null)).toBe(true)
  })

  it('reaches every land from the first', () => {
    const ways = [
      [0, 1],
      [0, -1],
      [1, 0],
      [-1, 0],
    ] as const
    const seen = new Set([chart.lands[0]!])
    for (const each of seen)
      for (const way of ways) {
        const next = landTowards(chart, each, way, () => true)
        if (next) seen.add(next)
      }
    expect(seen.size).toBe(chart.lands.length)
  })
})

describe('pieces', () => {
  const crowd = { red: 7, yellow: 1, blue: 2, green: 1, black: 2, purple: 1 }

  it('stay near the place that the land keeps for them, also in a crowd', () => {
    for (const each of chart.lands) {
      const pieces = piecesOf(each, land({ followers: crowd, gangs: 4, counters: 2, controlled_by: 'red' }))
      const width = Math.max(...pieces.map(({ x }) => x)) - Math.min(...pieces.map(({ x }) => x))

      expect(width).toBeLessThan(Math.max(roomOf(each).width, 104) * 1.25)
    }
  })

  it('are numbered from three on', () => {
    const [first] = chart.lands
    const numbers = (followers: number) => piecesOf(first!, land({ followers: { red: followers } })).map(({ number }) => number)

    expect(numbers(2)).toEqual([null, null])
    expect(numbers(3)).toEqual([3])
  })

  it('fit on a card', () => {
    const pieces = cardPieces(crowd, 3, 142)
    expect(Math.max(...pieces.map(({ x, size }) => x + size / 2))).toBeLessThan(160)
  })
})

it('has a place on the wheel for every tile and problem', () => {
  for (let number = 0; number <= 14; number++) expect(tilePlaces('summer', number)).toHaveLength(number)
  for (let number = 0; number <= 6; number++) expect(problemPlaces('winter', number, true)).toHaveLength(number)
})
