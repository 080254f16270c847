import { expect, test } from 'vitest'
import { inWindow, placeBeside } from './beside'

const WINDOW = { width: 560, height: 700 }
const PANEL = { width: 260, height: 270 }

/** A land of this size with its middle there. */
function land(x: number, y: number, width = 150, height = 150) {
  return { left: x - width / 2, top: y - height / 2, right: x + width / 2, bottom: y + height / 2 }
}

test('a panel covers no land of usual size, wherever it lies', () => {
  for (let x = 80; x <= 480; x += 20)
    for (let y = 80; y <= 620; y += 20) {
      const box = land(x, y)
      const { left, top } = placeBeside(PANEL, WINDOW, [{ box, weight: 1000 }])
      const isBeside = left >= box.right || left + PANEL.width <= box.left || top >= box.bottom || top + PANEL.height <= box.top
      expect(isBeside, `${x} ${y}`).toBe(true)
      expect(left >= 0 && top >= 0 && left + PANEL.width <= WINDOW.width && top + PANEL.height <= WINDOW.height).toBe(true)
    }
})

test('of places that cover nothing it takes a corner', () => {
  const { left, top } = placeBeside(PANEL, WINDOW, [{ box: land(100, 100), weight: 1000 }])
  expect([left === 8 || left === 560 - 260 - 8, top === 8 || top === 700 - 270 - 8]).toEqual([true, true])
})

test('what weighs more stays visible', () => {
  const [heavy, light] = [land(280, 150, 540, 280), land(280, 550, 540, 280)]
  expect(
    placeBeside(PANEL, WINDOW, [
      { box: heavy, weight: 1000 },
      { box: light, weight: 1 },
    ]).top,
  ).toBeGreaterThan(290)
  expect(
    placeBeside(PANEL, WINDOW, [
      { box: heavy, weight: 1 },
      { box: light, weight: 1000 },
    ]).top,
  ).toBeLessThan(150)
})

test('a panel that is larger than its window begins at the edge', () => {
  expect(placeBeside({ width: 900, height: 900 }, WINDOW, [])).toEqual({ left: 8, top: 8 })
})

test('a box of the map is where the camera shows it', () => {
  expect(inWindow({ left: 10, top: 20, right: 30, bottom: 40 }, { k: 2, x: 5, y: -5 })).toEqual({ left: 25, top: 35, right: 65, bottom: 75 })
})
