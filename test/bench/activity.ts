import { aPayment, request } from '../support/store.ts'
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
      const ms = async (write: (round: number) => void): Promise<number> => {
        const times: number[] = []
        for (let round = 0; round < 25; round += 1) {
          write(round)
          const passed = processorClock()
          await wallet.bare.calls['activity.list'](page)
          times.push(passed())
        }
        return median(times)
      }
      const name = `first page of Activity, ${count} ended payments of ${INPUTS} coins`
      // Something was written since: nothing may be answered from before.
      const ours = await ms((round) => store.intents.labels.set(`p:${request('another')}`, `round ${round}`, ''))
      const after = await ms((round) => store.intents.payments.create(aPayment(`${count} ${round}`, { holder })))
      rows.push(
        limit({ name, ours, unit: 'ms', max: 2, curve: { name: 'First page of Activity', size: count } }),
        limit({ name: `${name}, another begun since`, ours: after, unit: 'ms', max: 3 }),
      )
    }
    return rows
  })
}
