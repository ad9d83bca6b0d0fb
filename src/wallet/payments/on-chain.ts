import type { AssetId } from '#contract/domain'
import { failure } from '#contract/errors'
import type { PaymentsDesk } from './desk.ts'

/** Tokens of a collection lie on no chain, so they cannot be withdrawn; nobody is believed who calls a listed asset one. Throws `wallet.no_chain`. */
export function needChain({ store, directory }: Pick<PaymentsDesk, 'store' | 'directory'>, assetId: AssetId): void {
  if (store.cache.assets.get(assetId)?.collection_hash == null) return
  const { symbol, trust } = directory.asset(assetId)
  if (trust === 'listed') return
  throw failure('wallet.no_chain', 'tokens of a collection are on no chain', { details: { symbol } })
}
