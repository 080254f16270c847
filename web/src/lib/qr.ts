/**
 * A QR code of a short text: bytes, level M, versions 1 to 10 (ISO/IEC 18004).
 *
 * The answer is a square of booleans, true for dark; a quiet zone of four modules is for whoever draws it.
 */

type Square = boolean[][]

// By version, from 1 on: all codewords, correction codewords in a block, blocks, and the lines of the alignment marks.
const CODEWORDS = [26, 44, 70, 100, 134, 172, 196, 242, 292, 346]
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26]
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5]
const ALIGNMENT = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]]

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** The QR code of a text; a text that is too long has none. */
export function qrCode(text: string): Square | null {
  const bytes = [...new TextEncoder().encode(text)]
  const version = smallestVersion(bytes.length)
  if (version === null) return null
  const stream = interleaved(dataCodewords(bytes, version), version)
  const candidates = MASKS.map((_, mask) => drawn(version, stream, mask))
  return candidates.reduce((best, each) => (penalty(each) < penalty(best) ? each : best))
}

function at(list: readonly number[], version: number): number {
  return list[version - 1]!
}

function dataSize(version: number): number {
  return at(CODEWORDS, version) - at(CORRECTION, version) * at(BLOCKS, version)
}

function smallestVersion(length: number): number | null {
  for (let version = 1; version <= CODEWORDS.length; version++) {
    const head = 4 + (version < 10 ? 8 : 16)
    if (head + length * 8 <= dataSize(version) * 8) return version
  }
  return null
}

/** Mode, length, bytes and padding as codewords. */
function dataCodewords(bytes: readonly number[], version: number): number[] {
  const size = dataSize(version)
  const bits: number[] = []
  const put = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >> bit) & 1)
  }
  put(0b0100, 4)
  put(bytes.length, version < 10 ? 8 : 16)
  for (const byte of bytes) put(byte, 8)
  put(0, Math.min(4, size * 8 - bits.length))
  put(0, (8 - (bits.length % 8)) % 8)
  for (let pad = 0xec; bits.length < size * 8; pad ^= 0xec ^ 0x11) put(pad, 8)
  return Array.from({ length: size }, (_, i) => bits.slice(i * 8, i * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0))
}

/** The blocks' data and correction codewords, taken in turns. */
function interleaved(data: readonly number[], version: number): number[] {
  const count = at(BLOCKS, version)
  const short = Math.floor(data.length / count)
  const blocks: number[][] = []
  for (let block = 0, from = 0; block < count; block++) {
    const length = short + (block >= count - (data.length % count) ? 1 : 0)
    blocks.push(data.slice(from, from + length))
    from += length
  }
  const corrections = blocks.map((block) => correction(block, at(CORRECTION, version)))
  return [...inTurns(blocks), ...inTurns(corrections)]
}

function inTurns(blocks: readonly number[][]): number[] {
  const longest = Math.max(...blocks.map((block) => block.length))
  return Array.from({ length: longest }, (_, i) => blocks.flatMap((block) => (i < block.length ? [block[i]!] : []))).flat()
}

/** The product in the field of 256 elements that Reed-Solomon codes count in. */
function times(one: number, other: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    product ^= ((other >> bit) & 1) * one
  }
  return product
}

/** The correction codewords of a block: the rest of a division of polynomials. */
function correction(block: readonly number[], length: number): number[] {
  let divisor = [1]
  for (let i = 0, root = 1; i < length; i++, root = times(root, 2)) {
    const shifted = [...divisor, 0]
    divisor = shifted.map((value, k) => value ^ (k > 0 ? times(divisor[k - 1]!, root) : 0))
  }
  const rest = new Array<number>(length).fill(0)
  for (const value of block) {
    const factor = value ^ rest.shift()!
    rest.push(0)
    for (let i = 0; i < length; i++) rest[i]! ^= times(divisor[i + 1]!, factor)
  }
  return rest
}

/** The whole square with one mask. */
function drawn(version: number, stream: readonly number[], mask: number): Square {
  const size = version * 4 + 17
  const dark: Square = Array.from({ length: size }, () => new Array<boolean>(size).fill(false))
  const fixed: Square = Array.from({ length: size }, () => new Array<boolean>(size).fill(false))
  const set = (x: number, y: number, value: boolean) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return
    dark[y]![x] = value
    fixed[y]![x] = true
  }
  drawMarks(version, size, set)
  drawFormat(size, mask, set)
  if (version >= 7) drawVersion(version, size, set)
  drawStream(stream, dark, fixed, MASKS[mask]!)
  return dark
}

type Setter = (x: number, y: number, value: boolean) => void

/** The three eyes, the two rulers and the alignment marks. */
function drawMarks(version: number, size: number, set: Setter): void {
  for (let i = 8; i < size - 8; i++) {
    set(i, 6, i % 2 === 0)
    set(6, i, i % 2 === 0)
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    drawRings(x, y, 4, set)
  const lines = ALIGNMENT[version - 1]!
  const last = lines.length - 1
  lines.forEach((y, row) =>
    lines.forEach((x, column) => {
      const isEye = (row === 0 && column === 0) || (row === 0 && column === last) || (row === last && column === 0)
      if (!isEye) drawRings(x, y, 2, set)
    }),
  )
}

function drawRings(cx: number, cy: number, radius: number, set: Setter): void {
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dx = -radius; dx <= radius; dx++) {
      const ring = Math.max(Math.abs(dx), Math.abs(dy))
      set(cx + dx, cy + dy, radius === 4 ? ring !== 2 && ring !== 4 : ring !== 1)
    }
  }
}

function bit(value: number, number: number): boolean {
  return ((value >> number) & 1) === 1
}

/** Level and mask, twice, with their own correction. */
function drawFormat(size: number, mask: number, set: Setter): void {
  let rest = mask
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >> 9) * 0x537)
  const bits = ((mask << 10) | rest) ^ 0x5412
  for (let i = 0; i <= 5; i++) set(8, i, bit(bits, i))
  set(8, 7, bit(bits, 6))
  set(8, 8, bit(bits, 7))
  set(7, 8, bit(bits, 8))
  for (let i = 9; i < 15; i++) set(14 - i, 8, bit(bits, i))
  for (let i = 0; i < 8; i++) set(size - 1 - i, 8, bit(bits, i))
  for (let i = 8; i < 15; i++) set(8, size - 15 + i, bit(bits, i))
  set(8, size - 8, true)
}

/** The version, twice, with its own correction. */
function drawVersion(version: number, size: number, set: Setter): void {
  let rest = version
  for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25)
  const bits = (version << 12) | rest
  for (let i = 0; i < 18; i++) {
    const far = size - 11 + (i % 3)
    const near = Math.floor(i / 3)
    set(far, near, bit(bits, i))
    set(near, far, bit(bits, i))
  }
}

/** The codewords, bit by bit, up and down in columns of two from the right. */
function drawStream(stream: readonly number[], dark: Square, fixed: Square, mask: (x: number, y: number) => boolean): void {
  const size = dark.length
  let next = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    const upwards = ((right + 1) & 2) === 0
    for (let step = 0; step < size; step++) {
      const y = upwards ? size - 1 - step : step
      for (const x of [right, right - 1]) {
        if (fixed[y]![x]) continue
        const value = next < stream.length * 8 && bit(stream[next >> 3]!, 7 - (next & 7))
        dark[y]![x] = value !== mask(x, y)
        next++
      }
    }
  }
}

/** How hard a square is to read; the mask with the least is taken. */
function penalty(square: Square): number {
  const columns = square.map((_, x) => square.map((row) => row[x]!))
  const lines = [...square, ...columns].map((line) => line.map((dark) => (dark ? '1' : '0')).join(''))
  const share = square.flat().filter(Boolean).length / square.length ** 2
  return lines.reduce((sum, line) => sum + runs(line) + eyes(line), 0) + blocks(square) + Math.floor(Math.abs(share * 20 - 10)) * 10
}

function runs(line: string): number {
  return (line.match(/0{5,}|1{5,}/g) ?? []).reduce((sum, run) => sum + run.length - 2, 0)
}

function eyes(line: string): number {
  return (line.match(/(?=10111010000|00001011101)/g) ?? []).length * 40
}

function blocks(square: Square): number {
  let found = 0
  for (let y = 1; y < square.length; y++) {
    for (let x = 1; x < square.length; x++) {
      const value = square[y]![x]
      if (square[y - 1]![x] === value && square[y]![x - 1] === value && square[y - 1]![x - 1] === value) found++
    }
  }
  return found * 3
}
