/** The newest words of the chat are in sight, unless the reader has scrolled up. */

import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LiveTable } from '$lib/live.svelte'
import type { Said } from '$lib/messages'
import { settings } from '$lib/settings.svelte'
import Chat from './Chat.svelte'

const LINE = 40
const WINDOW = 200

class Talk {
  readonly game = 'carolus'
  readonly seat = null
  chats: readonly Said[] = $state.raw([])

  say(): void {
    const number = this.chats.length + 1
    this.chats = [...this.chats, { number, seat: 'white', name: 'Ada', at: 0, text: String(number), phrase: null } as unknown as Said]
  }
}

let chat: Record<string, unknown> | null = null
const fetched = globalThis.fetch

beforeEach(async () => {
  await settings.speak('en')
  globalThis.fetch = () => Promise.reject(new Error('no server'))
})

afterEach(async () => {
  globalThis.fetch = fetched
  if (chat) await unmount(chat)
  chat = null
})

function open(talk: Talk): HTMLElement {
  chat = mount(Chat, { target: document.body, props: { table: talk as unknown as LiveTable, onclose: () => {} } })
  const list = document.querySelector<HTMLElement>('.said')!
  // jsdom measures nothing: every line has the same height.
  Object.defineProperty(list, 'scrollHeight', { get: () => talk.chats.length * LINE })
  Object.defineProperty(list, 'clientHeight', { get: () => WINDOW })
  flushSync()
  return list
}

function speak(talk: Talk, times: number): void {
  for (let time = 0; time < times; time += 1) {
    talk.say()
    flushSync()
  }
}

test('the list follows what is said', () => {
  const talk = new Talk()
  const list = open(talk)
  speak(talk, 12)

  expect(list.scrollTop).toBe(12 * LINE)
})

test('who has scrolled up to read stays there, and follows again from the end', () => {
  const talk = new Talk()
  const list = open(talk)
  speak(talk, 12)
  list.scrollTop = 100
  list.dispatchEvent(new Event('scroll'))
  speak(talk, 3)

  expect(list.scrollTop).toBe(100)

  list.scrollTop = 15 * LINE - WINDOW
  list.dispatchEvent(new Event('scroll'))
  speak(talk, 1)

  expect(list.scrollTop).toBe(16 * LINE)
})
