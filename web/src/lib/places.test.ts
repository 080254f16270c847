import { describe, expect, it } from 'vitest'
import { placesOf, resultFor } from './places'
import type { Outcome } from './wording'

const outcome = (places: { [seat: string]: number }) => ({ ending: '', section: '', ruling: '', places, points: {} }) as Outcome
const sides = (...each: string[][]) => each.map((seats) => ({ seats, label: '' }))
const three = sides(['red'], ['yellow'], ['blue'])

describe('places', () => {
  it('count who did better, whatever numbers the rules use', () => {
    expect([...placesOf(outcome({ red: 3, yellow: 1, blue: 3 }), three).values()]).toEqual([2, 1, 2])
    expect([...placesOf(outcome({ red: 1, yellow: 1, blue: 3 }), three).values()]).toEqual([1, 1, 3])
  })

  it('are shared by partners', () => {
    const teams = sides(['white', 'grey'], ['black', 'brown'])

    expect([...placesOf(outcome({ white: 1, grey: 1, black: 3, brown: 3 }), teams).values()]).toEqual([1, 1, 2, 2])
    expect(resultFor(outcome({ white: 1, grey: 1, black: 3, brown: 3 }), teams, 'grey')).toBe('won')
  })

  it('are nobody’s when all have lost', () => {
    const failed = outcome({ red: 3, yellow: 3, blue: 3 })

    expect([...placesOf(failed, three).values()]).toEqual([null, null, null])
    expect(resultFor(failed, three, 'red')).toBe('all_lost')
  })

  it('say whether it was won, shared or lost', () => {
    const shared = outcome({ red: 1, yellow: 1, blue: 3 })

    expect(['red', 'blue'].map((seat) => resultFor(shared, three, seat))).toEqual(['shared', 'lost'])
  })
})
