import { expect, it } from 'vitest'
import type { World } from '../../src/localnet/ledger/world.ts'
import { startSimulator } from '../../src/localnet/simulator.ts'
import { manualClock } from '../support/clock.ts'

it('goes on where the ledger could not be read for a time', async () => {
  const clock = manualClock()
  const logged: string[] = []
  let reads = 0
  const get = (): undefined => {
    reads += 1
    if (reads < 3) throw new Error('no such disk')
  }
  const world = {
    ...{ clock, automaticBlocks: false, log: (_level: string, event: string) => logged.push(event) },
    db: { get, all: () => [], transaction: (work: () => unknown) => work() },
  } as unknown as World // of which it is asked no more
  const simulator = startSimulator(world, { blockSeconds: 2, finalityMs: 1_000 })
  await clock.advance(5_000)
  await simulator.stop()
  expect(logged).toEqual(['localnet.simulator_failed', 'localnet.simulator_failed'])
  expect(reads).toBe(3)
})
