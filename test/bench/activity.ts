import { request } from '../support/store.ts'
import { endPayment, withAccount } from './account.ts'
import { type BenchOptions, type BenchRow, limit, median, processorClock } from './measure.ts'

const INPUTS = 64
const FILTER = { assetId: null, direction: null, kind: null, opponent: null, from: null, to: null, search: '' } as const

/** The first page of Activity of a real wallet, after ever more payments whose end stands in no record. */
export async function benchActivity({ quick }: BenchOptions): Promise<BenchRow[]> {
  return withAccount(async ({ wallet, store, account, holder }) => {
    const page = { account, holder, filter: FILTER, cursor: null, limit: 50 }
    const rows: BenchRow[] = []
    let made = 0
    for (const count of quick ? [20] : [20, 100, 200, 1000]) {
      for (; made < count; made += 1) endPayment(store, holder, { name: `ended ${made}`, coins: INPUTS })
      const times: number[] = []
      for (let round = 0; round < 25; round += 1) {
        // Something was written since: nothing may be answered from before.
        store.intents.labels.set(`p:${request('another')}`, `round ${round}`, '')
        const passed = processorClock()
        await wallet.bare.calls['activity.list'](page)
        times.push(passed())
      }
      rows.push(
        limit({
          name: `first page of Activity, ${count} ended payments of ${INPUTS} coins`,
          ours: median(times),
          unit: 'ms',
          max: 2,
          curve: { name: 'First page of Activity', size: count },
        }),
      )
    }
    return rows
  })
}
