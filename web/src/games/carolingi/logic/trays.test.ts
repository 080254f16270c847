import { describe, expect, it } from 'vitest'
import { equipping, equipRange, firstEquip, mayJoin, placing, spread, swapping } from './trays'

describe('two tiles', () => {
  const offers = [
    { do: 'place', tiles: ['influence', 'battle'] },
    { do: 'place', tiles: ['peace', 'no_action'] },
    { do: 'place', tiles: ['no_action', 'no_action'] },
  ]

  it('may be laid in either order', () => {
    expect(placing(offers, ['battle', 'influence'])).toBe(offers[0])
  })

  it('tell which others may join the first', () => {
    expect(mayJoin(offers, ['peace'], 'battle')).toBe(false)
    expect(mayJoin(offers, ['peace'], 'no_action')).toBe(true)
    expect(mayJoin(offers, ['no_action'], 'no_action')).toBe(true)
    expect(mayJoin(offers, [], 'battle')).toBe(true)
  })

  it('of a kind are two in the hand', () => {
    expect(spread({ influence: 1, no_action: 2 })).toEqual(['influence', 'no_action', 'no_action'])
  })
})

it('finds the swap of two tiles', () => {
  const offers = [{ do: 'keep' }, { do: 'swap', give: 'battle', take: 'develop' }]

  expect(swapping(offers, 'battle', 'develop')).toBe(offers[1])
  expect(swapping(offers, 'battle', null)).toBeNull()
})

describe('levies', () => {
  const offers = [
    { do: 'equip', missi: 0, leudes: 1 },
    { do: 'equip', missi: 1, leudes: 0 },
    { do: 'equip', missi: 1, leudes: 1 },
    { do: 'equip', missi: 2, leudes: 0 },
  ]

  it('are first spent on missi', () => {
    expect(firstEquip(offers)).toEqual({ missi: 2, leudes: 0 })
  })

  it('leave a range for each', () => {
    expect(equipRange(offers, 'missi', 0)).toEqual([1, 2])
    expect(equipping(offers, { missi: 2, leudes: 1 })).toBeNull()
  })
})
