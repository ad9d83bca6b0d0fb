import { rmSync } from 'node:fs'
import { type HurriedClock, hurriedClock } from '../support/hurry.ts'
import { newcomer, type Person, startTestLocalnet, type TestLocalnet } from '../support/localnet.ts'
import { newFolder } from '../support/scratch.ts'
import { openLedger, type TrueLedger } from '../support/true-ledger.ts'
import { newVictim, type VictimOptions } from '../support/victim.ts'
import { type Desk, type Kind, newDesk } from './kinds.ts'

/** A true network of its own, on which people with wallets are set to work. */
export interface Workshop {
  readonly net: TestLocalnet
  readonly ledger: TrueLedger
  readonly clock: HurriedClock
  readonly ben: Person
  desk(kind: Kind, options?: Partial<VictimOptions>): Promise<Desk>
  close(): Promise<void>
}

/** Where programs and threads that are begun anew for every cell find themselves compiled already. Answers how to forget it. */
function keepCompiled(): () => void {
  const name = 'NODE_COMPILE_CACHE'
  if (process.env[name] !== undefined) return () => undefined
  const folder = newFolder('compiled')
  process.env[name] = folder
  return () => {
    delete process.env[name]
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function openWorkshop(): Promise<Workshop> {
  const forgetCompiled = keepCompiled()
  const clock = hurriedClock()
  const net = await startTestLocalnet({ clock })
  const ledger = openLedger(net.dir)
  const ben = await newcomer(net, 'Ben')
  return {
    ...{ net, ledger, clock, ben },
    async desk(kind, options = {}) {
      const partner = await newcomer(net, 'Partner')
      const victim = await newVictim(net, { clock, ...options })
      return newDesk({ net, ledger, ben, partner, victim }, kind)
    },
    async close() {
      ledger.close()
      await net.close()
      forgetCompiled()
    },
  }
}

/** Does things with so many hands at once. */
export async function inParallel<Item>(
  items: readonly Item[],
  hands: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items]
  await Promise.all(
    Array.from({ length: hands }, async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
    }),
  )
}
