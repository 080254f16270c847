import { expect, it } from 'vitest'
import { court, land, sample, victory, wording } from '../sample'
import { effectsOf } from './effects'
import { lackOf, missingWords } from './missing'

const view = sample({ victory: { red: victory({ points: 1, regions: ['neustrie'] }), blue: victory() } })

it('tells what is lost before what is won and what it costs', () => {
  const after = {
    lands: { anjou: land({ followers: { red: 1 }, gangs: 1 }), champagne: land({ followers: { red: 2 }, controlled_by: 'red' }) },
    victory: { red: victory({ points: 0 }) },
    courts: { red: court({ missi: 2, leudes: 9 }) },
  }

  expect(effectsOf(view, { events: [], complete: true, after }, wording).map(({ kind, words }) => `${kind} ${words}`)).toEqual([
    'lose Control of anjou lost',
    'lose neustrie no longer united',
    'lose 1 point less',
    'win Blue loses control of champagne',
    'win You control champagne',
    'note Then in anjou: 1 follower of Red and 1 gang',
    'note Then in champagne: 2 followers of Red',
    'note Missi 3 → 2 · Leudes 8 → 9',
  ])
})

it('tells the events where the changes are not told, and that something unknown follows', () => {
  const events = [{ event: 'counter_placed', seat: 'red', land: 'anjou' }]

  expect(effectsOf(view, { events, complete: false }, wording).map(({ words }) => words)).toEqual([
    'Red develops anjou.',
    'Then the next tile is drawn.',
  ])
})

it('says what is missing, and who is one land away', () => {
  const close = sample({
    victory: { red: victory({ lands: 5, counters: 6, development: true, followers: 11 }), blue: victory({ missing: { neustrie: ['berry'] } }) },
  })

  expect(lackOf(close, 'red', wording)).toBe('1 land and 1 follower')
  expect(missingWords(close, 'red', wording)).toEqual(['You still need 1 land and 1 follower', 'Blue needs only berry for neustrie'])
})
