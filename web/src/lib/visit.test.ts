import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Visit } from './visit.svelte'

class Table {
  static open = 0
  constructor(readonly id: string) {
    Table.open += 1
  }
  close(): void {
    Table.open -= 1
  }
}

let answers: ((answer: Response) => void)[]

function answer(status = 200): void {
  answers.shift()!(new Response(JSON.stringify(status === 200 ? {} : { error: { code: 'x', sentence: 'No.', sentences: {} }, more: [] }), { status }))
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

beforeEach(() => {
  Table.open = 0
  answers = []
  vi.stubGlobal('fetch', () => new Promise((resolve) => answers.push(resolve)))
})

afterEach(() => vi.unstubAllGlobals())

test('whoever leaves while the sheet is fetched opens nothing', async () => {
  const visit = new Visit((id) => new Table(id))
  void visit.enter('a')
  visit.close()
  answer()
  await settled()

  expect(Table.open).toBe(0)
  expect(visit.opened).toBeNull()
})

test('going from one table to the next leaves one open, the newer one', async () => {
  const visit = new Visit((id) => new Table(id))
  void visit.enter('a')
  answer()
  await settled()
  void visit.enter('b')
  void visit.enter('c')
  answer()
  answer()
  await settled()

  expect(Table.open).toBe(1)
  expect(visit.opened?.id).toBe('c')
})

test('what went wrong is said, and can be tried again', async () => {
  const visit = new Visit((id) => new Table(id))
  void visit.enter('a')
  answer(404)
  await settled()
  expect(visit.trouble?.status).toBe(404)
  void visit.retry()
  answer()
  await settled()

  expect(visit.trouble).toBeNull()
  expect(visit.opened?.id).toBe('a')
})
