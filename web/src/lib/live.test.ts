import { tick } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeSocket } from './fake_socket'
import { LiveTable } from './live.svelte'

const SHEET = { table: 't', game: 'carolus', title: '', state: 'running', seats: [], rematch: null, record: false }
const VIEW = { game: 'carolus', viewer: 'white', phase: 'laying', to_act: ['white'] }

let table: LiveTable

function frame(seq: number, undo: number[] = []) {
  return { say: 'frame', seq, by: 'white', events: [{ event: 'disc_laid', seq }], view: { ...VIEW, seq }, undo }
}

async function settled() {
  for (let turn = 0; turn < 5; turn++) await tick()
}

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

test('a frame that is missing is asked for again', async () => {
  FakeSocket.last.say(frame(7))
  await settled()
  FakeSocket.last.say(frame(9))
  await settled()
  FakeSocket.last.onopen?.()

  expect(table.seq).toBe(7)
  expect(FakeSocket.made.length).toBe(2)
  expect(FakeSocket.last.sent[0]).toEqual({ say: 'hello', token: 'mine', after: 7 })
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

test('an action on a lost line says so', async () => {
  FakeSocket.last.say(frame(7))
  await settled()
  const asked = table.act({ do: 'lay', disc: 1 })
  FakeSocket.last.close()

  expect(await asked).toEqual({ kind: 'lost' })
  expect(table.state).toBe('lost')
})

test('a void token ends the line for good', () => {
  FakeSocket.last.say({ say: 'bye', code: 'token_void' })

  expect(table.parted).toBe('token_void')
  expect(table.state).toBe('closed')
})

test('what was said twice is heard once', () => {
  const said = { say: 'chat', number: 3, seat: 'white', name: 'Adela', at: 1, text: 'Hello', phrase: null }
  FakeSocket.last.say(said)
  FakeSocket.last.say({ ...said, number: 2, text: 'First' })
  FakeSocket.last.say(said)

  expect(table.chats.map(({ text }) => text)).toEqual(['First', 'Hello'])
})
