import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorkshop, type Workshop } from './benches.ts'
import { leavesOf, openTown, playLeave, pointsOf, type Town } from './onboarding.ts'
import { WAYS } from './ways.ts'

/* One kill on each way on which an account comes in or leaves; `npm run faults -- onboarding` plays all of them. */

/** Nothing is judged by time: this only ends what hangs, on however busy a machine. */
const HANGS_MS = 600_000

let shop: Workshop
let town: Town
beforeAll(async () => {
  shop = await openWorkshop()
  town = await openTown(shop.net)
})
afterAll(() => shop.close())

describe('a program that is killed right after it wrote to the keychain', () => {
  it.concurrent.each(WAYS.map((way) => [way.name, way] as const))(
    'goes on where it was: %s',
    { timeout: HANGS_MS },
    async (_, way) => {
      const points = await pointsOf(town, way, 'keychain')
      const last = points.findLast((point) => /^account entry \w+, after#/.test(point))
      const [leave] = leavesOf(way, 'keychain', points).filter((each) => each.points[0] === last)
      if (leave === undefined) throw new Error('nothing was kept on this way')
      expect(await playLeave(town, leave)).toEqual({ killed: true, verdict: null })
    },
  )
})
