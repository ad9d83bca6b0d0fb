import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ALL } from './all.ts'
import { openWorld, type World } from './stage.ts'

/* A part of the attacks, one of each family and more where it is worth it; `npm run attack` plays them all. */

const QUICK = ALL.filter(({ quick }) => quick)

/** Nothing is judged by time: this only ends what hangs, on however busy a machine. */
const HANGS_MS = 1_500_000

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

describe('against a lying service', () => {
  it('no row is there twice', () => {
    const names = ALL.map(({ name }) => name)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
    expect(names.length).toBeGreaterThanOrEqual(300)
  })

  it.each(QUICK.map((attack) => [attack.name, attack] as const))('%s', { timeout: HANGS_MS }, async (_, attack) => {
    expect(await world.play(attack)).toBeNull()
  })
})
