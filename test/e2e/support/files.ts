import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Nanos, UserId } from '#contract/domain'
import { type AccountStore, openAccountStore } from '#store'
import { systemClock } from '../../support/clock.ts'
import { readable } from '../../support/wallet.ts'
import type { App } from './app.ts'

const HOUR = 3_600_000_000_000n

/** The folder of the wallet's first account, and that of its network. */
function folderIn(data: string): { readonly network: string; readonly account: UserId } {
  for (const network of readdirSync(data)) {
    const account = readdirSync(join(data, network)).find((name) => existsSync(join(data, network, name, 'intents.db')))
    if (account !== undefined) return { network, account: account as UserId } // its folder is called so
  }
  throw new Error('there is no account')
}

export function cacheOf({ data }: Pick<App, 'data'>): readonly string[] {
  const { network, account } = folderIn(data)
  return ['', '-wal', '-shm'].map((end) => join(data, network, account, `cache.db${end}`))
}

/** What a wallet that does not run has on disk, by which a test makes it older, or somebody's else. */
export function changed(
  { data }: Pick<App, 'data'>,
  change: (store: AccountStore, account: UserId) => void,
  hoursAgo = 0,
): void {
  const { network, account } = folderIn(data)
  const now = () => (systemClock.now() - BigInt(hoursAgo) * HOUR) as Nanos
  const store = openAccountStore({ dir: data, network, account, clock: { now } })
  try {
    change(store, account)
  } finally {
    store.close()
  }
}

interface PlanDetail {
  readonly terms: readonly { readonly when: object }[]
}

/** As if a plan were that much older: what it lacks since then was missed. */
export function daysPassed(app: Pick<App, 'data'>, name: string, days: number): void {
  changed(app, ({ intents: { plans } }) => {
    const [plan] = plans.list().filter(({ detail }) => JSON.stringify(detail, readable).includes(`"${name}"`))
    if (plan === undefined) throw new Error('there is no such plan')
    const detail = plan.detail as unknown as PlanDetail // as the wallet writes it
    // At half a day from now, whatever the time is: none of its times may come, or be passed, while a test goes on. And on the days of a zone
    // in which half a day ago is yesterday: what was paid today is not missed.
    const now = systemClock.now()
    const from = now - BigInt(days * 24) * HOUR
    const at = (time: bigint) => new Date(Number(time / 1_000_000n)).toISOString()
    const daily = {
      ...{ first: at(from - 48n * HOUR).slice(0, 10), repeats: 'daily' },
      ...{ time: at(now).slice(11, 16), zone: 'Etc/GMT+12' },
    } as const
    const terms = detail.terms.map((term) => ({ ...term, from, when: { ...term.when, ...daily } }))
    plans.save({ ...plan, detail: { ...detail, terms, settledTo: from } as never })
  })
}
