import { describe, expect, it } from 'vitest'
import { faults, history, layOut, leastGap } from './check'
import { boxFor } from './boxes'
import { groundOf } from './layout'
import type { Mode } from './pieces'

const BOXES = [
  { name: 'desktop', box: boxFor(834, 740, 2), mode: 'cubes' },
  { name: 'desktop with three sides', box: boxFor(834, 740, 3), mode: 'cubes' },
  { name: 'phone', box: boxFor(390, 444, 2), mode: 'tokens' },
  { name: 'phone with three sides', box: boxFor(390, 444, 3), mode: 'tokens' },
] satisfies { name: string; box: ReturnType<typeof boxFor>; mode: Mode }[]
const HISTORIES = Number(import.meta.env['VITE_RING_HISTORIES'] ?? 6)

describe.each(BOXES)('the ring on a $name', ({ box, mode }) => {
  it('has no fault at any stage of a game, from fifteen regions to three', { timeout: 120_000 }, () => {
    const found: string[] = []
    for (let seed = 1; seed <= HISTORIES; seed++) {
      for (const ring of history(seed)) {
        const [ground, laid] = layOut(ring, box, mode)
        found.push(...faults(ground, laid).map((fault) => `history ${seed}, ${ring.length} regions: ${fault}`))
      }
    }

    expect(found).toEqual([])
  })

  it('keeps regions apart by a third of a hex', () => {
    const gaps = [...history(7)].map((ring) => {
      const [ground, laid] = layOut(ring, box, mode)
      return leastGap(ground, laid) / ground.hex
    })

    expect(Math.min(...gaps)).toBeGreaterThan(0.3)
  })
})

describe('the ground', () => {
  const box = BOXES[0]!.box
  const singles = Array.from({ length: 15 }, (_, territory) => [territory])

  it('is found once for a partition and a box', () => {
    expect(groundOf(singles, box)).toBe(groundOf(structuredClone(singles), { ...box }))
  })

  it('does not move when paladins come', () => {
    const [first] = [...history(3)]
    const before = layOut(first!, box, 'cubes')[0]
    first![0]!.paladins = { red: 9, blue: 4 }

    expect(layOut(first!, box, 'cubes')[0]).toBe(before)
  })

  it('grows when regions merge', () => {
    const rings = [...history(2)]
    const [few] = layOut(rings.at(-1)!, box, 'cubes')

    expect(few.hex).toBeGreaterThan(groundOf(singles, box).hex)
  })
})

describe('the check itself', () => {
  const box = BOXES[0]!.box
  const ring = [...history(5)].at(-2)!

  function planted(spoil: (part: ReturnType<typeof layOut>) => void): string[] {
    const [ground, laid] = layOut(structuredClone(ring), box, 'cubes')
    const copy: ReturnType<typeof layOut> = [{ ...ground, regions: structuredClone(ground.regions) }, []]
    copy[1] = laid.map((each, index) => ({ ...each, ground: copy[0].regions[index]! }))
    spoil(copy)
    return faults(...copy)
  }

  it('finds nothing when nothing is spoiled', () => {
    expect(planted(() => undefined)).toEqual([])
  })

  it('sees a territory that lies apart', () => {
    const found = planted(([ground]) => {
      const hexes = ground.regions.find(({ territories }) => territories.length > 1)!.territories[0]!.hexes as [number, number][]
      for (const hex of hexes) hex[0] += ground.hex * 0.3
    })

    expect(found).toContain('torn')
  })

  it('sees a bar on land', () => {
    const found = planted(([ground]) => {
      const [region] = ground.regions
      ;[region!.bar.x, region!.bar.y] = region!.territories[0]!.hexes[0]!
    })

    expect(found).toContain('bar on land')
  })

  it('sees a lost paladin', () => {
    const found = planted(([, laid]) => {
      laid[0]!.sample.paladins.pink = (laid[0]!.sample.paladins.pink ?? 0) + 1
    })

    expect(found).toContain('lost paladins')
  })

  it('sees two regions that overlap', () => {
    const found = planted(([ground]) => {
      const [a, b] = ground.regions
      ;(b!.territories[0]!.hexes as [number, number][])[0] = [...a!.territories[0]!.hexes[0]!]
    })

    expect(found).toContain('gap 0.000')
  })
})
