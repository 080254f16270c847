/** The end of a game as a picture to keep or to send, drawn here: nothing is fetched and nothing leaves the browser. */

export interface PictureLine {
  readonly place: string
  /** Empty when the seat has none of its own. */
  readonly colour: string
  readonly name: string
  readonly points: string
  readonly won: boolean
}

export interface PictureFacts {
  readonly game: string
  readonly headline: string
  readonly sentence: string
  readonly lines: readonly PictureLine[]
  /** Everybody's chances over the game, each from 0 to 1; nothing when they are not known. */
  readonly chances: readonly { readonly colour: string; readonly values: readonly number[] }[]
  readonly foot: string
}

const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 60
const [GROUND, INK, FAINT, RUBRIC, GOLD] = ['#f6e9c8', '#2a1a0c', '#7a6240', '#9a2314', '#d9ac3c']

/** The words of a sentence in lines that are no wider than allowed. */
export function wrapped(sentence: string, most: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  for (const word of sentence.split(' ')) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word
    if (lines.length && widthOf(longer) <= most) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

export async function drawPicture(facts: PictureFacts): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const pen = canvas.getContext('2d')!
  await document.fonts.ready
  const family = getComputedStyle(document.body).fontFamily
  paper(pen)
  const below = heading(pen, facts, family)
  standings(pen, facts.lines, family, below)
  if (facts.chances.some(({ values }) => values.length > 1)) graph(pen, facts.chances, below)
  write(pen, facts.foot, MARGIN, HEIGHT - 34, `500 22px ${family}`, FAINT)
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'))
}

function paper(pen: CanvasRenderingContext2D): void {
  pen.fillStyle = GROUND
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  pen.strokeStyle = GOLD
  pen.lineWidth = 10
  pen.strokeRect(16, 16, WIDTH - 32, HEIGHT - 32)
  pen.strokeStyle = RUBRIC
  pen.lineWidth = 2
  pen.strokeRect(27, 27, WIDTH - 54, HEIGHT - 54)
}

function write(pen: CanvasRenderingContext2D, text: string, x: number, y: number, font: string, colour: string): void {
  pen.font = font
  pen.fillStyle = colour
  pen.fillText(text, x, y)
}

/** Game, result and why; where it ends. */
function heading(pen: CanvasRenderingContext2D, { game, headline, sentence }: PictureFacts, family: string): number {
  write(pen, game, MARGIN, 86, `600 30px ${family}`, FAINT)
  write(pen, headline, MARGIN, 142, `700 52px ${family}`, RUBRIC)
  const font = `500 30px ${family}`
  pen.font = font
  const lines = wrapped(sentence, WIDTH - 2 * MARGIN, (text) => pen.measureText(text).width)
  lines.forEach((line, nth) => write(pen, line, MARGIN, 192 + nth * 38, font, INK))
  return 192 + lines.length * 38
}

function standings(pen: CanvasRenderingContext2D, lines: readonly PictureLine[], family: string, top: number): void {
  const step = Math.min(54, (HEIGHT - 80 - top) / lines.length)
  lines.forEach(({ place, colour, name, points, won }, nth) => {
    const y = top + 36 + nth * step
    const weight = won ? 700 : 500
    write(pen, place, MARGIN, y, `${weight} 30px ${family}`, INK)
    pen.fillStyle = colour || FAINT
    pen.strokeStyle = INK
    pen.lineWidth = 2
    pen.fillRect(MARGIN + 62, y - 25, 30, 30)
    pen.strokeRect(MARGIN + 62, y - 25, 30, 30)
    write(pen, `${name} · ${points}`, MARGIN + 108, y, `${weight} 30px ${family}`, INK)
  })
}

function graph(pen: CanvasRenderingContext2D, chances: PictureFacts['chances'], top: number): void {
  const [x, y, width, height] = [WIDTH / 2 + 60, top + 10, WIDTH / 2 - 60 - MARGIN, HEIGHT - 90 - top]
  pen.strokeStyle = FAINT
  pen.lineWidth = 1.5
  pen.strokeRect(x, y, width, height)
  for (const [line, colour] of chances.flatMap(
    ({ colour, values }) =>
      [
        [values, INK],
        [values, colour],
      ] as const,
  )) {
    pen.beginPath()
    line.forEach((chance, nth) => pen.lineTo(x + (nth / Math.max(1, line.length - 1)) * width, y + (1 - chance) * height))
    pen.strokeStyle = colour || FAINT
    pen.lineWidth = colour === INK ? 7 : 4
    pen.lineJoin = 'round'
    pen.stroke()
  }
}

/** Whether this browser can hand a picture to another program. */
export function maySend(): boolean {
  const probe = new File([''], 'aachen.png', { type: 'image/png' })
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [probe] })
}

export async function sendPicture(picture: Blob, title: string): Promise<void> {
  const files = [new File([picture], 'aachen.png', { type: 'image/png' })]
  // Who changes their mind is not in trouble.
  await navigator.share({ files, title }).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  })
}
