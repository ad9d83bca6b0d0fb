import { rmSync } from 'node:fs'
import { hurriedClock } from '../support/clock.ts'
import { newcomer, startTestLocalnet } from '../support/localnet.ts'
import { newFolder } from '../support/scratch.ts'
import { openLedger } from '../support/true-ledger.ts'
import { newVictim, type VictimOptions } from '../support/victim.ts'
import { newDesk } from './kinds.ts'
import type { Desk, Kind } from './wishes.ts'

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

export type Workshop = Awaited<ReturnType<typeof openWorkshop>>

/** A true network of its own, on which people with wallets are set to work. */
export async function openWorkshop() {
  const forgetCompiled = keepCompiled()
  const clock = hurriedClock()
  const net = await startTestLocalnet({ clock, finalityMs: 1_000 })
  const ledger = openLedger(net.dir)
  const ben = await newcomer(net, 'Ben')
  return {
    ...{ net, ledger, clock, ben },
    async desk(kind: Kind, options: Partial<VictimOptions> = {}): Promise<Desk> {
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
