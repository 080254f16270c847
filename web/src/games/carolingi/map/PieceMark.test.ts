/** Control is a pennant and a homeland a palace: neither can be taken for a cube. */

import { readFileSync } from 'node:fs'
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test } from 'vitest'
import type { Chart } from './chart'
import { land } from '../sample'
import { piecesOf } from './pieces'
import PieceMark from './PieceMark.svelte'

const CHART = (JSON.parse(readFileSync('public/maps/carolingi/lands.json', 'utf-8')) as Chart).lands[0]!

let mark: Record<string, unknown> | null = null

afterEach(async () => {
  if (mark) await unmount(mark)
  mark = null
  document.body.innerHTML = ''
})

function drawn(changed: Parameters<typeof land>[0], at: number): SVGSVGElement {
  const target = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  document.body.append(target)
  mark = mount(PieceMark, { target, props: { piece: piecesOf(CHART, land(changed))[at]! } })
  flushSync()
  return target
}

test('control without a homeland is a pennant beside the cubes, and a homeland a palace', () => {
  const kinds = (changed: Parameters<typeof land>[0]) => piecesOf(CHART, land(changed)).map(({ kind }) => kind)

  expect(kinds({ controlled_by: 'red', followers: { red: 2 } })).toEqual(['pennant', 'cube', 'cube'])
  expect(kinds({ controlled_by: 'red', homeland: 'red', followers: { red: 1 } })).toEqual(['palace', 'cube'])
  expect(kinds({ followers: { red: 1 } })).toEqual(['cube'])
})

test('a pennant is a flag on a pole in the colour and with the sign of its seat, not the drawing of a piece', () => {
  const flag = drawn({ controlled_by: 'red', followers: { red: 1 } }, 0)

  expect([...flag.querySelectorAll('use')].map((use) => use.getAttribute('href'))).toEqual(['#s-red'])
  expect([...flag.querySelectorAll('path')].map((path) => path.getAttribute('fill'))).toContain('var(--red)')
})

test('a follower is the drawing of a cube', () => {
  const cube = drawn({ controlled_by: 'red', followers: { red: 1 } }, 1)

  expect([...cube.querySelectorAll('use')].map((use) => use.getAttribute('href'))).toEqual(['#cube-red'])
  expect(cube.querySelectorAll('path')).toHaveLength(0)
})
