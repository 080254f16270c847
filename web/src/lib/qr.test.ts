import { expect, test } from 'vitest'
import { qrCode } from './qr'

function drawn(text: string): string[] {
  return qrCode(text)!.map((row) => row.map((dark) => (dark ? '#' : '.')).join(''))
}

test('a short text is a square of 21 with three eyes', () => {
  const rows = drawn('a')

  expect(rows.length).toBe(21)
  expect(rows[0]!.startsWith('#######.')).toBe(true)
  expect(rows[0]!.endsWith('.#######')).toBe(true)
  expect(rows[20]!.startsWith('#######.')).toBe(true)
})

test('a code that a reader has read stays as it is', () => {
  // The squares were read once by another program's reader; a change here must be read again.
  const digest = (text: string) => [...drawn(text).join('')].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) >>> 0, 7)

  expect([digest('a'), digest('http://127.0.0.1:8814/t/abcdefghij'), digest('x'.repeat(150))]).toMatchInlineSnapshot(`
    [
      1516667301,
      3067276204,
      1854272219,
    ]
  `)
})

test('longer texts get larger squares, and very long ones none', () => {
  expect(drawn('x'.repeat(60)).length).toBe(33)
  expect(drawn('x'.repeat(200)).length).toBe(57)
  expect(qrCode('x'.repeat(300))).toBeNull()
})
