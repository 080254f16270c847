import { expect, it } from 'vitest'
import { sample } from '../sample'
import type { Spot } from './gestures'
import { meant } from './meant'

const NEAR: { readonly [land: string]: readonly string[] } = { champagne: ['ile_de_france', 'normandie'], berry: ['anjou'] }
const ask = (tile: string, spot: Spot, picked: Spot[] = []) => meant(sample({ tile }), spot, picked, (land) => NEAR[land] ?? [])

it('means by a land what the drawn tile does with lands', () => {
  expect(ask('battle', 'land:berry')).toEqual({ do: 'fight', land: 'berry' })
  expect(ask('soothe_riot', 'land:berry')).toEqual({ do: 'soothe', land: 'berry', gangs: 1 })
  expect(ask('develop', 'land:berry')).toEqual({ do: 'build', land: 'berry' })
  expect(ask('influence', 'land:normandie')).toEqual({ do: 'settle', missi: 1 })
})

it('means a march out of the land, or into it once a land is picked', () => {
  expect(ask('move_troops', 'land:champagne')).toEqual({ do: 'march', from: 'champagne', to: 'ile_de_france', followers: 1 })
  expect(ask('move_troops', 'land:champagne', ['land:anjou'])).toEqual({ do: 'march', from: 'anjou', to: 'champagne', followers: 1 })
})

it('asks nothing of who only watches', () => {
  expect(meant(sample({ viewer: null, tile: 'battle' }), 'land:berry', [], () => [])).toBeNull()
  expect(meant(sample({ to_act: ['blue'], tile: 'battle' }), 'land:berry', [], () => [])).toBeNull()
})
