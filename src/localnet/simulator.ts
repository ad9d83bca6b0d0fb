import { msOf, type Nanos } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { addBlocks } from './ledger/blocks.ts'
import { oldestWaiting, settleAccepted } from './ledger/settlement.ts'
import type { World } from './ledger/world.ts'

/** How long to wait after a failure. */
const FAILED_MS = 1_000
/** Longest sleep, so that a clock that is set does not stop the network for long. */
const NAP_MS = 10_000

interface Pace {
  readonly blockSeconds: number
  /** How long an accepted transaction waits for the kernel. */
  readonly finalityMs: number
}

interface Simulator {
  /** Something was accepted that waits for its time. */
  wake(): void
  stop(): Promise<void>
}

const toNanos = (milliseconds: number): bigint => BigInt(Math.round(milliseconds * 1e6))

/** Lets time pass on the network: finality soon after acceptance, and a block every so often. */
export function startSimulator(world: World, { blockSeconds, finalityMs }: Pace): Simulator {
  const stopped = new AbortController()
  let nap = new AbortController()
  let nextBlockMs = world.clock.monotonicMs() + blockSeconds * 1000

  function settleDue(): void {
    const [now, finality] = [world.clock.now(), toNanos(finalityMs)]
    // The network's own time never runs back: what it dates further ahead than finality takes has a clock that was set back between.
    const count = settleAccepted(world, { after: (now - finality) as Nanos, before: (now + finality) as Nanos })
    if (count > 0) world.log('debug', 'localnet.settled', { count })
  }

  function makeBlock(): void {
    if (!world.automaticBlocks || world.clock.monotonicMs() < nextBlockMs) return
    nextBlockMs = world.clock.monotonicMs() + blockSeconds * 1000
    addBlocks(world, 1, false)
  }

  function untilNext(): number {
    const oldest = oldestWaiting(world)
    const age = oldest === undefined ? undefined : msOf(world.clock.now() - oldest)
    const settling = age === undefined ? NAP_MS : finalityMs - Math.abs(age)
    const block = world.automaticBlocks ? nextBlockMs - world.clock.monotonicMs() : NAP_MS
    return Math.max(1, Math.min(NAP_MS, settling, block))
  }

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      nap = new AbortController()
      try {
        await world.clock.sleep(untilNext(), nap.signal)
        if (stopped.signal.aborted) return
        settleDue()
        makeBlock()
      } catch (error) {
        world.log('error', 'localnet.simulator_failed', {
          code: codeOf(error),
          error: error instanceof Error ? error.message : 'unknown',
        })
        await world.clock.sleep(FAILED_MS, stopped.signal)
      }
    }
  }

  const running = run()
  return {
    wake: () => nap.abort(),
    async stop() {
      stopped.abort()
      nap.abort()
      await running
    },
  }
}
