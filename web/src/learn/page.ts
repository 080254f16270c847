/**
 * A page of rules, read from its text.
 *
 * The texts are written for people: `## 5.4 | Move troops` begins a section, `> C15 | Title | …` is a ruling,
 * `@example march_a` a board, `! …` a piece of advice; lists, tables and **strong** words are as usual.
 * `{5.4}` and `{C15}` point at a rule, `{=missi}` is a number of the engine, `:battle:` the picture of a tile.
 */

import { anchorOf } from '$lib/rule_addresses'

export type Facts = { readonly [name: string]: number | string }

export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'strong' | 'em'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string }
  | { readonly kind: 'tile'; readonly tile: string }

export type Line = readonly Piece[]

export interface Item {
  readonly line: Line
  readonly below: readonly Line[]
}

export type Block =
  | { readonly kind: 'paragraph'; readonly line: Line }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly Item[] }
  | { readonly kind: 'table'; readonly head: readonly Line[]; readonly rows: readonly (readonly Line[])[] }
  | { readonly kind: 'ruling'; readonly ruling: string; readonly title: string; readonly line: Line }
  | { readonly kind: 'advice'; readonly line: Line }
  | { readonly kind: 'example'; readonly example: string }

export interface Section {
  /** As it is cited: "5.4", "814 §4.2.2", "CM3.1". */
  readonly section: string
  readonly anchor: string
  readonly title: string
  /** 1 for a chapter. */
  readonly depth: number
  readonly blocks: readonly Block[]
}

export interface Page {
  readonly title: string
  readonly intro: readonly Block[]
  readonly sections: readonly Section[]
}

const HEADING = /^(#{2,5}) ([^|]+?) \| (.+)$/
const RULING = /^> ([A-Z]\d+) \| (.+?) \| (.+)$/
const EXAMPLE = /^@example (\w+)$/
const PIECE = /\*\*(.+?)\*\*|\*(.+?)\*|\[(.+?)\]\((.+?)\)|\{([^=}][^}]*)\}|:([a-z_]+):/g

/** The page of a text; a number that the engine does not tell is a fault of ours and fails. */
export function readPage(text: string, facts: Facts): Page {
  const lines = fill(text, facts).split('\n')
  const title = lines[0]!.replace(/^# /, '')
  const starts = lines.flatMap((line, at) => (HEADING.test(line) ? [at] : []))
  return {
    title,
    intro: readBlocks(lines.slice(1, starts[0] ?? lines.length)),
    sections: starts.map((start, nth) => readSection(lines[start]!, lines.slice(start + 1, starts[nth + 1] ?? lines.length))),
  }
}

function fill(text: string, facts: Facts): string {
  return text.replace(/\{=([\w.]+)\}/g, (_, name: string) => {
    const fact = facts[name]
    if (fact === undefined) throw new Error(`no fact ${name}`)
    return String(fact)
  })
}

function readSection(heading: string, lines: readonly string[]): Section {
  const [, marks, section, title] = HEADING.exec(heading)!
  return { section: section!, anchor: anchorOf(section!), title: title!, depth: marks!.length - 1, blocks: readBlocks(lines) }
}

function readBlocks(lines: readonly string[]): Block[] {
  const blocks: Block[] = []
  for (const group of groups(lines)) blocks.push(...readGroup(group))
  return blocks
}

/** Lines that stand together, with blank lines between the groups. */
function groups(lines: readonly string[]): string[][] {
  const found: string[][] = [[]]
  for (const line of lines) {
    if (line.trim()) found.at(-1)!.push(line)
    else found.push([])
  }
  return found.filter((group) => group.length)
}

function readGroup(group: readonly string[]): Block[] {
  const first = group[0]!
  const ruling = RULING.exec(first)
  if (ruling) return [{ kind: 'ruling', ruling: ruling[1]!, title: ruling[2]!, line: readLine(ruling[3]!) }]
  const example = EXAMPLE.exec(first)
  if (example) return [{ kind: 'example', example: example[1]! }]
  if (first.startsWith('! ')) return group.map((line) => ({ kind: 'advice', line: readLine(line.slice(2)) }))
  if (first.startsWith('|')) return [readTable(group)]
  if (/^(- |\d+\. )/.test(first)) return [readList(group)]
  return [{ kind: 'paragraph', line: readLine(group.join(' ')) }]
}

function readTable(group: readonly string[]): Block {
  const rows = group.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => readLine(cell.trim())),
  )
  return { kind: 'table', head: rows[0]!, rows: rows.slice(2) }
}

function readList(group: readonly string[]): Block {
  const items: { line: Line; below: Line[] }[] = []
  for (const line of group) {
    const words = readLine(line.replace(/^\s*(- |\d+\. )/, ''))
    if (line.startsWith('  ')) items.at(-1)!.below.push(words)
    else items.push({ line: words, below: [] })
  }
  return { kind: 'list', ordered: /^\d/.test(group[0]!), items }
}

/** A line with its strong words, links and pictures. */
export function readLine(text: string): Line {
  const pieces: Piece[] = []
  let end = 0
  for (const found of text.matchAll(PIECE)) {
    if (found.index > end) pieces.push({ kind: 'text', text: text.slice(end, found.index) })
    pieces.push(pieceOf(found))
    end = found.index + found[0].length
  }
  if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end) })
  return pieces
}

function pieceOf([, strong, em, words, to, rule, tile]: RegExpExecArray): Piece {
  if (strong !== undefined) return { kind: 'strong', text: strong }
  if (em !== undefined) return { kind: 'em', text: em }
  if (words !== undefined) return { kind: 'link', text: words, to: to! }
  if (rule !== undefined) return { kind: 'link', text: rule, to: `#${anchorOf(rule)}` }
  return { kind: 'tile', tile: tile! }
}

/** What a line says, without its looks. */
export function plain(line: Line): string {
  return line.map((piece) => (piece.kind === 'tile' ? '' : piece.text)).join('')
}

/** Everything a block says. */
export function wordsOf(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'advice':
      return plain(block.line)
    case 'list':
      return block.items.flatMap(({ line, below }) => [line, ...below].map(plain)).join(' · ')
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(plain).join(' ')).join(' · ')
    case 'ruling':
      return `${block.ruling} ${block.title}: ${plain(block.line)}`
    case 'example':
      return ''
  }
}

/** The anchors of a page, in their order: its sections and its rulings. */
export function anchorsOf(page: Page): string[] {
  return page.sections.flatMap(({ anchor, blocks }) => [anchor, ...blocks.flatMap((block) => (block.kind === 'ruling' ? [block.ruling] : []))])
}
