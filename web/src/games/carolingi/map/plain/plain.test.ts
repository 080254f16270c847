import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { boxOf } from '../camera'
import type { BoardFile, FileLand } from './board'
import { plainChart } from './index'

const shipped = JSON.parse(readFileSync('../src/aachen/games/carolingi/boards/carolingi.json', 'utf-8')) as BoardFile

function withoutCoordinates({ id, label, region }: FileLand): FileLand {
  return { id, label, region }
}

const boards = {
  'with seeds': shipped,
  'with one point for each land': {
    ...shipped,
    lands: shipped.lands.map(({ id, label, region, lon, lat }) => ({ id, label, region, lon: lon!, lat: lat! })),
  },
  'without coordinates': { ...shipped, lands: shipped.lands.map(withoutCoordinates) },
}

describe.each(Object.entries(boards))('a plain map of a board %s', (_, board) => {
  const chart = plainChart(board)
  const boxes = chart.lands.map(({ d }) => boxOf(d))
  const [, , width, height] = chart.viewBox

  it('has every land, large enough for its pieces, on the sheet', () => {
    expect(chart.lands.map(({ id }) => id)).toEqual(board.lands.map(({ id }) => id))
    for (const box of boxes) {
      expect(Math.min(box.left, box.top, width - box.right, height - box.bottom)).toBeGreaterThan(0)
      expect(Math.min(box.right - box.left, box.bottom - box.top)).toBeGreaterThan(60)
    }
  })

  it('has a way for every border, and no other', () => {
    const ways = (text: string) => text.split('M').length - 1

    expect(ways(chart.borders['region']!)).toBe(board.borders.filter(({ kind }) => kind === 'land').length)
    expect(chart.sea_links.map(({ a, b }) => [a, b])).toEqual(board.borders.filter(({ kind }) => kind === 'sea').map(({ a, b }) => [a, b]))
    expect(chart.lands.reduce((sum, { near, sea }) => sum + near.length + sea.length, 0)).toBe(2 * board.borders.length)
  })

  it('covers no land with rows or furniture', () => {
    const right = Math.max(...boxes.map((box) => box.right))
    const bottom = Math.max(...boxes.map((box) => box.bottom))
    const { wheel, annals } = chart.places

    expect(Math.min(...chart.rows.map(({ x }) => x))).toBeGreaterThan(right)
    expect(Math.min(wheel.cy - wheel.r, ...annals.cells.map(([, y]) => y))).toBeGreaterThan(bottom)
    expect(chart.rows.map(({ slots }) => slots.length)).toEqual(board.regions.map(({ slots }) => slots))
  })

  it('is the same every time', () => {
    expect(plainChart(board)).toEqual(chart)
  })
})
