import { describe, expect, it } from 'vitest'
import type { GameEvent, View } from './game'
import { type Beat, MOST_BEHIND, type Speed, Stage, type StageFrame } from './stage'

/** A clock that goes on only when it is told to. */
class HandClock {
  now = 0
  #alarms: { readonly at: number; readonly run: () => void }[] = []

  readonly later = (milliseconds: number, run: () => void): (() => void) => {
    const alarm = { at: this.now + milliseconds, run }
    this.#alarms.push(alarm)
    return () => (this.#alarms = this.#alarms.filter((each) => each !== alarm))
  }

  pass(milliseconds: number): void {
    const end = this.now + milliseconds
    for (;;) {
      const due = this.#alarms.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0]
      if (!due) break
      this.#alarms = this.#alarms.filter((each) => each !== due)
      this.now = due.at
      due.run()
    }
    this.now = end
  }
}

const view = (name: string): View => ({ viewer: null, phase: name, to_act: [] })
const frame = (seq: number, ...events: string[]): StageFrame => ({
  seq,
  by: 'red',
  events: events.map((event) => ({ event })),
  view: view(`after ${seq}`),
})

/** Every event is a beat of a second, but for those whose names begin with "silent". */
function direct(before: View, _: View, events: readonly GameEvent[]): Beat[] {
  return events.flatMap((event, place) => (event.event.startsWith('silent') ? [] : [{ event, place, milliseconds: 1000, view: before }]))
}

function begin(speed: Speed = 'normal') {
  const clock = new HandClock()
  const wish = { speed }
  const stage = new Stage(frame(0), { later: clock.later, speed: () => wish.speed, isOwn: () => false, changed: () => undefined })
  stage.direct = direct
  return { clock, stage, wish }
}

const now = (stage: Stage) => [stage.shown.seq, stage.beat?.event.event ?? null]

describe('the stage', () => {
  it('shows one beat after the other, and the frame when its last beat has ended', () => {
    const { clock, stage } = begin()
    stage.receive(frame(1, 'a', 'b'))
    const seen = [now(stage)]
    for (let second = 0; second < 3; second += 1) {
      clock.pass(1000)
      seen.push(now(stage))
    }

    expect(seen).toEqual([
      [0, 'a'],
      [0, 'b'],
      [1, null],
      [1, null],
    ])
  })

  it('plays frames in their order and never two at once', () => {
    const { clock, stage } = begin()
    stage.receive(frame(1, 'a'))
    stage.receive(frame(2, 'b'))
    stage.receive(frame(3, 'silent'))
    expect(stage.left).toBe(1)
    clock.pass(1000)
    expect(now(stage)).toEqual([1, 'b'])
    clock.pass(1000)

    expect(now(stage)).toEqual([3, null])
    expect(stage.isBusy).toBe(false)
  })

  it('shows at once what needs no beat, what follows nothing, and everything when it is off', () => {
    const { stage } = begin()
    stage.receive(frame(1, 'silent'))
    expect(now(stage)).toEqual([1, null])
    stage.receive(frame(7, 'a'))
    expect(now(stage)).toEqual([7, null])
    expect(stage.stepped).toBe(false)
    const off = begin('off')
    off.stage.receive(frame(1, 'a'))

    expect(now(off.stage)).toEqual([1, null])
    expect(off.stage.stepped).toBe(true)
  })

  it('pauses, steps and goes on', () => {
    const { clock, stage } = begin()
    stage.receive(frame(1, 'a', 'b', 'c'))
    stage.pause()
    clock.pass(60_000)
    expect(now(stage)).toEqual([0, 'a'])
    stage.step()
    clock.pass(60_000)
    expect(now(stage)).toEqual([0, 'b'])
    stage.resume()
    clock.pass(1000)
    expect(now(stage)).toEqual([0, 'c'])
    clock.pass(1000)

    expect(now(stage)).toEqual([1, null])
    expect(stage.isPaused).toBe(false)
  })

  it('skips to the newest frame', () => {
    const { clock, stage } = begin()
    stage.receive(frame(1, 'a'))
    stage.receive(frame(2, 'b'))

    expect(stage.skip()).toBe(true)
    expect(now(stage)).toEqual([2, null])
    expect(stage.skip()).toBe(false)
    clock.pass(5000)
    expect(now(stage)).toEqual([2, null])
  })

  it('is as fast as the reader says, from the next beat on', () => {
    const { clock, stage, wish } = begin('slow')
    stage.receive(frame(1, 'a', 'b'))
    clock.pass(1000)
    expect(now(stage)).toEqual([0, 'a'])
    wish.speed = 'fast'
    clock.pass(800)
    expect(now(stage)).toEqual([0, 'b'])
    clock.pass(500)

    expect(now(stage)).toEqual([1, null])
  })

  it('shows the newest when it is too far behind, but waits for who has paused', () => {
    const many = MOST_BEHIND / 1000 + 2
    const { stage } = begin()
    for (let seq = 1; seq <= many; seq += 1) stage.receive(frame(seq, 'a'))
    expect(now(stage)).toEqual([many, null])
    const paused = begin()
    paused.stage.receive(frame(1, 'a'))
    paused.stage.pause()
    for (let seq = 2; seq <= many; seq += 1) paused.stage.receive(frame(seq, 'a'))

    expect(now(paused.stage)).toEqual([0, 'a'])
  })

  it('does not interrupt who is choosing at the same time as others', () => {
    const asked = { ...view('placing'), viewer: 'blue', to_act: ['blue', 'red'] }
    const { stage } = begin()
    stage.receive({ ...frame(5), view: asked })
    stage.receive({ ...frame(6, 'a'), view: { ...asked, to_act: ['blue'] } })
    expect(now(stage)).toEqual([6, null])
    stage.receive({ ...frame(7, 'b'), view: { ...asked, to_act: [] } })

    expect(now(stage)).toEqual([6, 'b'])
  })

  it('is silent after it was closed', () => {
    const { clock, stage } = begin()
    stage.receive(frame(1, 'a', 'b'))
    stage.close()
    clock.pass(5000)

    expect(now(stage)).toEqual([0, 'a'])
  })
})
