import { tick } from 'svelte'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { FakeSocket } from './fake_socket'
import { checkOf } from './frames'
import type { ActAnswer } from './game'
import { LiveTable } from './live.svelte'
import { bringWording } from './wordings.svelte'

const SHEET = { table: 't', game: 'carolus', title: '', state: 'running', seats: [], rematch: null, record: false }
const VIEW = { game: 'carolus', viewer: 'white', phase: 'laying', to_act: ['white'] }

let table: LiveTable

function frame(seq: number, undo: number[] = []) {
  return { say: 'frame', seq, by: 'white', events: [{ event: 'disc_laid', seq }], view: { ...VIEW, seq }, undo }
}

async function settled() {
  for (let turn = 0; turn < 5; turn++) await tick()
}

beforeAll(() => bringWording('carolus'))

beforeEach(() => {
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.made = []
  table = new LiveTable('t', 'mine')
  FakeSocket.last.welcome({ sheet: SHEET, seat: 'white', host: false, seq: 7 })
})

afterEach(() => {
  table.close()
  vi.unstubAllGlobals()
})

test('the newest frame is shown, and what came before is asked for', async () => {
  FakeSocket.last.say(frame(7, [6]))
  await settled()

  expect(table.ready).toBe(true)
  expect(table.seq).toBe(7)
  expect(table.undoable).toEqual([6])
  expect(table.news).toEqual([])
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ say: 'story', before: 7 })
})

test('frames that come at once are shown one after the other', async () => {
  const shown: number[] = []
  FakeSocket.last.say(frame(7))
  await settled()
  for (const seq of [8, 9, 10]) FakeSocket.last.say(frame(seq))
  for (let turn = 0; turn < 5; turn++) {
    if (shown.at(-1) !== table.seq) shown.push(table.seq)
    await tick()
  }

  expect(shown).toEqual([8, 9, 10])
  expect(table.log.map(({ seq }) => seq)).toEqual([7, 8, 9, 10])
})

test('a delta changes what it names and keeps the rest', async () => {
  const view = { ...VIEW, seq: 8 }
  FakeSocket.last.say(frame(7))
  FakeSocket.last.say({ say: 'delta', seq: 8, by: 'white', events: [], patch: { seq: [8] }, undo: [7], check: checkOf(view) })
  await settled()

  expect(table.seq).toBe(8)
  expect(table.view).toEqual(view)
  expect(table.undoable).toEqual([7])
})

test('a delta that does not fit is not shown, and a whole frame is asked for', async () => {
  FakeSocket.last.say(frame(7))
  FakeSocket.last.say({ say: 'delta', seq: 8, by: 'white', events: [], patch: { seq: [9] }, undo: [], check: 1 })
  FakeSocket.last.say({ say: 'delta', seq: 9, by: 'white', events: [], patch: { seq: [9] }, undo: [], check: 1 })
  await settled()
  const before = table.seq
  const asked = FakeSocket.last.sent.filter(({ say }) => say === 'full')
  FakeSocket.last.say(frame(8))
  await settled()

  expect(before).toBe(7)
  expect(asked).toMatchObject([{ say: 'full', after: 7 }])
  expect(table.seq).toBe(8)
})

test('after too many deltas that do not fit only whole frames are asked for', async () => {
  FakeSocket.last.say(frame(7))
  for (let seq = 8; seq < 11; seq++) {
    FakeSocket.last.say({ say: 'delta', seq, by: 'white', events: [], patch: {}, undo: [], check: 1 })
    FakeSocket.last.say(frame(seq))
  }
  await settled()
  FakeSocket.last.welcome({ sheet: SHEET, seat: 'white', host: false, seq: 10 })

  expect(FakeSocket.made).toHaveLength(2)
  expect(FakeSocket.last.sent[0]).toMatchObject({ say: 'hello', deltas: false })
})

test('a frame that is missing is asked for again', async () => {
  FakeSocket.last.say(frame(7))
  await settled()
  FakeSocket.last.say(frame(9))
  await settled()
  FakeSocket.last.onopen?.()

  expect(table.seq).toBe(7)
  expect(FakeSocket.made.length).toBe(2)
  expect(FakeSocket.last.sent[0]).toEqual({ say: 'hello', token: 'mine', after: 7, deltas: true })
})

test('an old frame changes nothing', async () => {
  FakeSocket.last.say(frame(7))
  FakeSocket.last.say(frame(7))
  FakeSocket.last.say(frame(6))
  await settled()

  expect(table.log.length).toBe(1)
  expect(FakeSocket.made.length).toBe(1)
})

test('an action is judged by the answer that comes back', async () => {
  FakeSocket.last.say(frame(7))
  await settled()
  const refused = table.act({ do: 'lay', disc: 1 })
  const sent = FakeSocket.last.sent.at(-1)!
  FakeSocket.last.say({ say: 'refused', id: sent['id'], refusal: { section: 'CM2', ruling: '', code: 'disc_shown', facts: {} } })

  expect(sent).toMatchObject({ say: 'act', after: 7, action: { do: 'lay', disc: 1 } })
  expect(await refused).toMatchObject({ kind: 'refused', refusal: { section: 'CM2' } })
})

test('the frame of an action confirms it before its answer comes', async () => {
  FakeSocket.last.say(frame(7))
  await settled()
  const done = table.act({ do: 'lay', disc: 1 })
  FakeSocket.last.say(frame(8))
  const answer = await done
  FakeSocket.last.close()
  await settled()

  expect(answer).toEqual({ kind: 'done', seq: 8 })
  expect(table.unconfirmed).toBe(false)
})

test('the frame of somebody else does not', async () => {
  FakeSocket.last.say(frame(7))
  await settled()
  let answered: ActAnswer | null = null
  void table.act({ do: 'lay', disc: 1 }).then((answer) => (answered = answer))
  FakeSocket.last.say({ ...frame(8), by: 'black' })
  await settled()

  expect(answered).toBeNull()
})

async function cutOff(): Promise<Promise<ActAnswer>[]> {
  vi.useFakeTimers()
  FakeSocket.last.say(frame(7))
  await settled()
  const asked = table.act({ do: 'lay', disc: 1 })
  FakeSocket.last.close()
  await settled()
  vi.advanceTimersByTime(1000)
  vi.useRealTimers()
  return [asked]
}

test('an action that was done although its answer was lost counts as done', async () => {
  const [asked] = await cutOff()
  expect(table.unconfirmed).toBe(true)
  FakeSocket.last.welcome({ sheet: SHEET, seat: 'white', host: false, seq: 8 })
  FakeSocket.last.say(frame(8))

  expect(await asked).toEqual({ kind: 'done', seq: 8 })
  expect(table.unconfirmed).toBe(false)
})

test('an action that never reached the server was not done', async () => {
  const [asked] = await cutOff()
  FakeSocket.last.welcome({ sheet: SHEET, seat: 'white', host: false, seq: 7 })

  expect(await asked).toEqual({ kind: 'lost' })
})

test('an action on a lost connection is not sent', async () => {
  FakeSocket.last.say(frame(7))
  await settled()
  FakeSocket.last.close()

  expect(await table.act({ do: 'lay', disc: 1 })).toEqual({ kind: 'lost' })
  expect(table.isLost).toBe(true)
})

test('a complaint about nothing we asked is no goodbye', () => {
  FakeSocket.last.say({ say: 'error', id: null, error: { code: 'too_often' } })

  expect(table.parted).toBeNull()
  expect(table.state).toBe('open')
})

test('a void token ends the connection for good', () => {
  FakeSocket.last.say({ say: 'bye', code: 'token_void' })

  expect(table.parted).toBe('token_void')
  expect(table.state).toBe('closed')
})

test('a table that fell back is shown from the position it went back to', async () => {
  FakeSocket.last.say(frame(7, [6]))
  await settled()
  FakeSocket.last.say({ say: 'bye', code: 'fell_back' })
  FakeSocket.last.welcome({ sheet: SHEET, seat: 'white', host: false, seq: 4 })
  FakeSocket.last.say(frame(4))
  await settled()

  expect(FakeSocket.last.sent.at(-2)).toEqual({ say: 'hello', token: 'mine', after: null, deltas: true })
  expect(table.notices).toEqual([{ code: 'fell_back' }])
  expect(table.seq).toBe(4)
  expect(table.log.map(({ seq }) => seq)).toEqual([4])
})

test('a welcome with an older position than the one shown is a table that fell back', async () => {
  FakeSocket.last.say(frame(7))
  await settled()
  FakeSocket.last.welcome({ sheet: SHEET, seat: 'white', host: false, seq: 5 })
  FakeSocket.last.say(frame(5))
  await settled()

  expect(table.notices).toEqual([{ code: 'fell_back' }])
  expect(table.seq).toBe(5)
})

test('a new link for a seat is a notice, once', () => {
  const seat = { seat: 'black', kind: 'person', relinked: null }
  FakeSocket.last.say({ say: 'sheet', sheet: { ...SHEET, seats: [seat] } })
  FakeSocket.last.say({ say: 'sheet', sheet: { ...SHEET, seats: [{ ...seat, relinked: 5 }] } })
  FakeSocket.last.say({ say: 'sheet', sheet: { ...SHEET, seats: [{ ...seat, relinked: 5 }] } })

  expect(table.notices).toEqual([{ code: 'relinked', seat: 'black' }])
  table.dismissNotices()
  expect(table.notices).toEqual([])
})

test('what was said twice is heard once', () => {
  const said = { say: 'chat', number: 3, seat: 'white', name: 'Adela', at: 1, text: 'Hello', phrase: null }
  FakeSocket.last.say(said)
  FakeSocket.last.say({ ...said, number: 2, text: 'First' })
  FakeSocket.last.say(said)

  expect(table.chats.map(({ text }) => text)).toEqual(['First', 'Hello'])
})
