import type { HolderId } from '#contract/domain'
import { type AccountStore, openAccountStore } from '#store'
import { anOutput, aPayment, aPlan, hashOf, request } from '../support/store.ts'
import { newAccount, newFolder, openWallet, playNetwork } from '../support/wallet.ts'
import { type BenchOptions, type BenchRow, limit, median } from './measure.ts'

const INPUTS = 64
const FILTER = { assetId: null, direction: null, kind: null, opponent: null, from: null, to: null, search: '' } as const

/** A payment of many coins that is final and that the service keeps no record of, as the journal has it. */
function end({ intents }: AccountStore, holder: HolderId, name: string): void {
  const { payments } = intents
  const id = request(name)
  const coins = Array.from({ length: INPUTS }, (_, at) => anOutput(`${name} ${at}`))
  payments.create(aPayment(name, { holder, detail: { rows: [] } }))
  payments.reserve(id, [aPlan(name, coins)])
  payments.storeRaw(id, [{ requestId: id, raw: '77770005aa', hash: hashOf(name) }])
  payments.markVerified(id, [{ requestId: id, record: null }])
  payments.approve(id, hashOf('digest'))
  payments.storeSigned(id, [{ requestId: id, raw: '77770005bb' }])
  payments.markFinal(id)
}

/** The first page of Activity of a real wallet, after ever more payments whose end stands in no record. */
export async function benchActivity({ quick }: BenchOptions): Promise<BenchRow[]> {
  const network = await playNetwork()
  const stores: AccountStore[] = []
  const wallet = await openWallet({
    ...{ dir: newFolder('bench'), baseUrl: network.url },
    openStore: (options) => {
      const store = openAccountStore(options)
      stores.push(store)
      return store
    },
  })
  try {
    const { account, holder } = await newAccount(wallet, 'Ana')
    const [store] = stores
    if (store === undefined) throw new Error('an account has a store')
    const page = { account, holder, filter: FILTER, cursor: null, limit: 50 }
    const rows: BenchRow[] = []
    let made = 0
    for (const count of quick ? [20] : [20, 100, 200, 1000]) {
      for (; made < count; made += 1) end(store, holder, `ended ${made}`)
      const times: number[] = []
      for (let round = 0; round < 25; round += 1) {
        // Something was written since: nothing may be answered from before.
        store.intents.labels.set(`p:${request('another')}`, `round ${round}`, '')
        const began = performance.now()
        await wallet.bare.calls['activity.list'](page)
        times.push(performance.now() - began)
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
  } finally {
    await wallet.close()
    await network.close()
  }
}
