import type { HolderId, UserId } from '#contract/domain'
import { hashMembers } from '#protocol'
import { type AccountStore, openAccountStore } from '#store'
import { newFolder } from '../support/scratch.ts'
import { anOutput, aPayment, aPlan, hashOf, request } from '../support/store.ts'
import { newAccount, type OpenWallet, openWallet, playNetwork } from '../support/wallet.ts'

/** Nothing but the call keeps the wallet busy. */
const QUIET = { syncMs: 3_600_000, pollMs: 3_600_000 }

export interface BenchAccount {
  readonly wallet: OpenWallet
  readonly store: AccountStore
  readonly account: UserId
  readonly holder: HolderId
}

/** A new account of a wallet that has one, with its store. */
export async function withAccount<Result>(work: (account: BenchAccount) => Promise<Result>): Promise<Result> {
  const network = await playNetwork()
  const stores: AccountStore[] = []
  const wallet = await openWallet({
    ...{ ...QUIET, dir: newFolder('bench'), baseUrl: network.url },
    openStore: (options) => {
      const store = openAccountStore(options)
      stores.push(store)
      return store
    },
  })
  try {
    const { account } = await newAccount(wallet, 'Ana')
    const [store] = stores
    if (store === undefined) throw new Error('an account has a store')
    return await work({ wallet, store, account, holder: `${hashMembers([account])}:1` as HolderId }) // a formula over the id
  } finally {
    await wallet.close()
    await network.close()
  }
}

/** A payment of so many coins that is final and that the service keeps no record of, as the journal has it. */
export function endPayment(
  { intents: { payments } }: AccountStore,
  holder: HolderId,
  { name, coins }: { readonly name: string; readonly coins: number },
): void {
  const id = request(name)
  const inputs = Array.from({ length: coins }, (_, at) => anOutput(`${name} ${at}`))
  payments.create(aPayment(name, { holder, detail: { rows: [] } }))
  payments.reserve(id, [aPlan(name, inputs)])
  payments.storeRaw(id, [{ requestId: id, raw: '77770005aa', hash: hashOf(name) }])
  payments.markVerified(id, [{ requestId: id, record: null }])
  payments.approve(id, hashOf('digest'))
  payments.storeSigned(id, [{ requestId: id, raw: '77770005bb' }])
  payments.markFinal(id)
}
