/** Finding a rule by words, in the page that is open. */

import { type Page, type Section, wordsOf } from './page'

export interface Found {
  readonly section: Section
  /** The anchor of the best place: the section, or a ruling in it. */
  readonly anchor: string
  /** The words around the first hit. */
  readonly before: string
  readonly hit: string
  readonly after: string
}

const AROUND = 48
const MOST = 12

/** Small letters without accents, so that "pfalz" and "émissaire" are found however they are typed. */
export function bare(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** The places that have all words, titles first. */
export function search(page: Page, asked: string): Found[] {
  const words = bare(asked).split(/\s+/).filter(Boolean)
  if (!words.length) return []
  const found = page.sections.flatMap((section) => findIn(section, words))
  return [...found.filter(({ title }) => title), ...found.filter(({ title }) => !title)].slice(0, MOST)
}

function findIn(section: Section, words: readonly string[]): (Found & { title: boolean })[] {
  const title = `${section.section} ${section.title}`
  if (hasAll(title, words)) return [{ ...around(section, section.anchor, title, words[0]!), title: true }]
  for (const block of section.blocks) {
    const text = wordsOf(block)
    if (!hasAll(`${title} ${text}`, words)) continue
    const anchor = block.kind === 'ruling' ? block.ruling : section.anchor
    const first = words.find((word) => bare(text).includes(word)) ?? words[0]!
    return [{ ...around(section, anchor, text, first), title: false }]
  }
  return []
}

function hasAll(text: string, words: readonly string[]): boolean {
  const said = bare(text)
  return words.every((word) => said.includes(word))
}

function around(section: Section, anchor: string, text: string, word: string): Found {
  const whole = text.normalize('NFC')
  const at = Math.max(0, place(whole, word))
  const end = Math.min(whole.length, at + word.length)
  const start = Math.max(0, at - AROUND)
  return {
    section,
    anchor,
    before: (start > 0 ? '…' : '') + whole.slice(start, at),
    hit: whole.slice(at, end),
    after: whole.slice(end, end + AROUND) + (end + AROUND < whole.length ? '…' : ''),
  }
}

/** Where a bare word begins in a text with accents. */
function place(text: string, word: string): number {
  for (let at = 0; at < text.length; at += 1) {
    if (bare(text.slice(at, at + word.length)).startsWith(word)) return at
  }
  return -1
}
