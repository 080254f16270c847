import { expect, it } from 'vitest'
import type { Sheet } from './messages'
import { namesOf } from './names'

function sheet(...seats: { seat: string; name: string | null; kind: string }[]): Sheet {
  return { seats } as unknown as Sheet
}

it('calls people by the names they gave, and nobody else', () => {
  const found = namesOf(
    sheet({ seat: 'red', name: 'Anna', kind: 'person' }, { seat: 'blue', name: '', kind: 'person' }, { seat: 'green', name: 'Level 3', kind: 'bot' }),
    (seat) => seat,
  )

  expect(found).toEqual({ red: 'Anna' })
})

it('tells two people of one name apart by their colours', () => {
  const found = namesOf(sheet({ seat: 'red', name: 'Anna', kind: 'person' }, { seat: 'blue', name: 'Anna', kind: 'person' }), (seat) =>
    seat.toUpperCase(),
  )

  expect(found).toEqual({ red: 'Anna (RED)', blue: 'Anna (BLUE)' })
})
