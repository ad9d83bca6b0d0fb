import type { AssetId, Hash } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { StoredObject } from '#contract/ipc'
import {
  BURN_SCRIPT,
  decodeTransaction,
  STORAGE_RECIPIENT,
  sha3Hash,
  storagePrice,
  type Transaction,
  toAmount,
  transactionHash,
  XIN_ASSET_ID,
  XIN_KERNEL_ASSET_ID,
} from '#protocol'
import { memoText } from '#store'
import type { PaymentsDesk } from '../payments/desk.ts'
import type { CallsOf, Runtimes } from '../shared/calls.ts'
import { keepNewest } from '../shared/newest.ts'

/*
 * Content too long for a memo lies in the extra of a transaction that burns XIN for it; whoever needs it refers to that
 * transaction by its hash. The hash is one of the bytes, so what the service answers with is proved by the reference.
 */

/** Text beyond this is offered as a file. In hex characters. */
const SHOWN_CHARACTERS = 400_000
const START_CHARACTERS = 512
const PIECE_BYTES = 262_144

/** Bytes of transactions never change under their hash; the last few are kept while somebody reads them piece by piece. */
const KEPT = 4
const read = new WeakMap<PaymentsDesk, Map<Hash, Transaction>>()

/** Throws `remote.not_found`, `remote.malformed` for bytes of another hash. */
export async function transactionOf(runtime: PaymentsDesk, hash: Hash): Promise<Transaction> {
  const kept = read.get(runtime) ?? new Map<Hash, Transaction>()
  read.set(runtime, kept)
  const found = kept.get(hash)
  if (found !== undefined) return found
  const own = runtime.store.intents.payments
    .byTransaction(hash)
    ?.transactions.find((transaction) => transaction.hash === hash)?.unsignedRaw
  const raw = own ?? (await runtime.remote.call('transactions.read', { params: { id: hash } })).raw_transaction
  if (raw === '' || transactionHash(raw) !== hash) throw failure('remote.malformed', 'bytes of another transaction')
  const transaction = decodeTransaction(raw)
  keepNewest(kept, hash, transaction, KEPT)
  return transaction
}

function paidIn({ asset, outputs }: Transaction): StoredObject['paid'] {
  if (asset !== XIN_KERNEL_ASSET_ID) return null
  const burnt = outputs.filter(({ script, keys }) => script === BURN_SCRIPT && keys.length === 1)
  return burnt.length === 0 ? null : toAmount(burnt.reduce((most, { amount }) => (amount > most ? amount : most), 0n))
}

function objectOf(hash: Hash, transaction: Transaction): StoredObject {
  const { extra } = transaction
  return {
    hash,
    verified: true,
    paid: paidIn(transaction),
    bytes: extra.length / 2,
    text: extra === '' || extra.length > SHOWN_CHARACTERS ? null : memoText(extra),
    startHex: extra.slice(0, START_CHARACTERS),
    contentHash: sha3Hash(extra) as Hash, // 32 bytes of hex
  }
}

/** What one reference stands for; bytes that do not hash to it are shown as nothing but that. */
async function referred(runtime: PaymentsDesk, hash: Hash): Promise<StoredObject | undefined> {
  try {
    return objectOf(hash, await transactionOf(runtime, hash))
  } catch (error) {
    const code = codeOf(error)
    // A reference may name something that is no transaction of this service, as a collection.
    if (code === 'remote.not_found') return undefined
    if (code !== 'remote.malformed') throw error
    return { hash, verified: false, paid: null, bytes: 0, text: null, startHex: '', contentHash: hash }
  }
}

export function storageCalls(runtimes: Runtimes<PaymentsDesk>): CallsOf<'storage'> {
  return {
    async 'storage.price'({ account, holder, bytes }) {
      const runtime = runtimes.any(account)
      const assetId = XIN_ASSET_ID as AssetId // a constant of the network
      const { available } = runtime.paymentSteps.capacity(runtime.holder(holder), assetId, null, toAmount(0n))
      const amount = storagePrice(bytes)
      const asset = runtime.directory.asset(assetId)
      return { asset, amount, available, sufficient: available >= amount, recipient: STORAGE_RECIPIENT }
    },

    async 'storage.follow'({ account, hash }) {
      const runtime = runtimes.any(account)
      const transaction = await transactionOf(runtime, hash)
      const own = paidIn(transaction) === null ? [] : [objectOf(hash, transaction)]
      const found: StoredObject[] = []
      for (const reference of transaction.references as Hash[]) {
        const object = await referred(runtime, reference) // the decoder gives 32 bytes of hex
        if (object !== undefined) found.push(object)
      }
      return [...own, ...found]
    },

    async 'storage.read'({ account, hash, offset }) {
      const { extra } = await transactionOf(runtimes.any(account), hash)
      const end = offset + PIECE_BYTES
      return { hex: extra.slice(offset * 2, end * 2), next: end * 2 < extra.length ? end : null }
    },
  }
}
