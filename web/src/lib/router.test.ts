import { expect, test } from 'vitest'
import { routeOf } from './router.svelte'

const at = (path: string) => routeOf(new URL(path, 'http://here'))

test('every address of ours is understood', () => {
  expect(at('/')).toEqual({ at: 'home' })
  expect(at('/new?game=carolus')).toEqual({ at: 'new', game: 'carolus' })
  expect(at('/t/abcdefghij')).toEqual({ at: 'table', id: 'abcdefghij' })
  expect(at('/t/abcdefghij/replay?at=41&eyes=red')).toEqual({ at: 'replay', id: 'abcdefghij', seq: 41, eyes: 'red' })
  expect(at('/learn/carolingi#5.4')).toEqual({ at: 'learn', path: '/learn/carolingi' })
})

test('nonsense leads nowhere, and a nonsense moment to none', () => {
  expect(at('/elsewhere')).toEqual({ at: 'nowhere' })
  expect(at('/t/x/replay?at=-1')).toEqual({ at: 'replay', id: 'x', seq: null, eyes: null })
})
