import type { AssetId, Hash, Nanos, RequestId, UserId } from '#contract/domain'
import type { Payee } from '#contract/ipc'
import { type Amount, toAmount } from '#protocol/text'
import type { AccountStore, Finished } from '#store'
import { endsOf, textOf } from '../shared/ends.ts'
import type { Directory } from '../shared/names.ts'
import { foldedPayeeKey, payeeKey } from '../shared/payee-key.ts'
import { paysOneself, shownIntent } from './intent.ts'
import type { Target } from './target.ts'

export interface PaidBefore {
  readonly times: number
  readonly last: Nanos
}

/** A withdrawal of this journal whose fee was paid. */
interface PaidFee {
  readonly assetId: AssetId
  readonly feeAssetId: AssetId
  readonly amount: Amount
  readonly at: Nanos
}

interface Sum extends PaidBefore {
  readonly amount: Amount
}

interface Entry {
  readonly payee: Payee
  readonly last: Nanos
  readonly byAsset: ReadonlyMap<AssetId, Sum>
}

/** Whether an asset lies on the same chain as another: one address may stand on many, and belong to somebody on one of them. */
export const onChainOf =
  (directory: Pick<Directory, 'asset'>, assetId: AssetId | null) =>
  (other: AssetId): boolean =>
    assetId !== null && directory.asset(other).chainId === directory.asset(assetId).chainId

type Journal = Pick<AccountStore, 'intents'>

/**
 * What this wallet itself paid: its own payments, and requests of groups that were reviewed and signed here, once they are
 * final. Nothing of it comes from the history that the service tells, which could make a stranger look like an old friend.
 * Kept in memory and followed along the journal's events, so that asking costs the same however much was paid.
 */
export function paidIn(store: Journal): Paid {
  const { finished } = store.intents
  const known = indexes.get(finished)
  if (known !== undefined) return known
  const made = createPaid(finished)
  indexes.set(finished, made)
  return made
}

type Paid = ReturnType<typeof createPaid>

/** One index for each open journal. */
const indexes = new WeakMap<Journal['intents']['finished'], Paid>()

/** A transaction pays once, also where it stands under several ids, as after two journals came together. */
function learntOnce() {
  const learnt = new Set<Hash>()
  return {
    isNew(hash: Hash | null): boolean {
      if (hash === null) return true
      const isNew = !learnt.has(hash)
      learnt.add(hash)
      return isNew
    },
    clear: (): void => learnt.clear(),
  }
}

function createPaid(finished: Journal['intents']['finished']) {
  const entries = new Map<string, Entry>()
  /** Addresses by their first and last characters. */
  const ends = new Map<string, Exclude<Payee, { kind: 'user' }>[]>()
  /** Payments to several, by each of them. */
  const batches = new Map<string, RequestId[]>()
  /** The last of each pair of assets. */
  const fees = new Map<string, PaidFee>()
  const learnt = learntOnce()
  let [seen, looked] = [0n, 0n]

  function follow(): void {
    const newest = finished.last()
    if (newest === looked) return
    // What was learned of it cannot be told apart any more: all is learned anew.
    if (finished.deniedAfter(looked)) {
      for (const learned of [entries, ends, batches, fees, learnt]) learned.clear()
      seen = 0n
    }
    looked = newest
    for (const payment of finished.after(seen)) {
      seen = payment.event
      learn(payment)
    }
  }

  function learn(payment: Finished): void {
    const intent = shownIntent(payment)
    if (paysOneself(intent) || !learnt.isNew(payment.hash)) return
    const { feeOf, assetId } = intent
    const remember = (moved: AssetId, fee: { readonly assetId: AssetId; readonly amount: Amount }) =>
      fees.set(`${moved} ${fee.assetId}`, {
        assetId: moved,
        feeAssetId: fee.assetId,
        amount: fee.amount,
        at: payment.at,
      })
    if (feeOf !== undefined) {
      for (const { amount } of intent.rows) remember(feeOf.assetId, { assetId, amount })
      return
    }
    if (intent.fee !== null) remember(assetId, intent.fee)
    const paid = new Map<string, { payee: Payee; amount: bigint }>()
    for (const { payee, amount } of intent.rows) {
      const key = foldedPayeeKey(payee)
      paid.set(key, { payee, amount: (paid.get(key)?.amount ?? 0n) + amount })
    }
    for (const [key, { payee, amount }] of paid) {
      if (paid.size > 1) batches.set(key, [...(batches.get(key) ?? []), payment.id])
      const entry = entries.get(key)
      if (entry === undefined && payee.kind !== 'user') {
        const place = endsOf(textOf(payee))
        const others = ends.get(place)
        if (others === undefined) ends.set(place, [payee])
        else others.push(payee)
      }
      const { at, assetId: moved } = payment
      const sum = entry?.byAsset.get(moved)
      const sums = { times: (sum?.times ?? 0) + 1, last: at, amount: toAmount((sum?.amount ?? 0n) + amount) }
      entries.set(key, { payee, last: at, byAsset: new Map(entry?.byAsset).set(moved, sums) })
    }
  }

  return {
    /** How many payments went there, and when the last became final. Of an address only those count whose asset `isThere` says yes to. */
    before(target: Target, isThere: (assetId: AssetId) => boolean = () => false): PaidBefore | null {
      follow()
      if (target.kind === 'self' || target.kind === 'fee' || target.kind === 'unknown') return null
      const counted = [...(entries.get(foldedPayeeKey(target))?.byAsset ?? [])].filter(
        ([assetId]) => target.kind !== 'chain' || isThere(assetId),
      )
      return counted.reduce<PaidBefore | null>(
        (all, [, { times, last }]) => ({
          times: (all?.times ?? 0) + times,
          last: all === null || last > all.last ? last : all.last,
        }),
        null,
      )
    },

    /** Whoever was paid, the last one first. */
    lately(limit: number): readonly Payee[] {
      follow()
      const found = [...entries.values()].sort((a, b) => (a.last < b.last ? 1 : a.last > b.last ? -1 : 0))
      return found.slice(0, limit).map(({ payee }) => payee)
    },

    /** Payments to several of which one is this person. */
    together(userId: UserId): readonly RequestId[] {
      follow()
      return batches.get(payeeKey({ kind: 'user', userId })) ?? []
    },

    /** Payments to several of which one has an id or address with this text in it. */
    togetherWith(text: string): readonly RequestId[] {
      follow()
      return [...batches].flatMap(([key, ids]) => (key.toLowerCase().includes(text) ? ids : []))
    },

    /** What one person was paid in all, by asset. */
    totals(userId: UserId): ReadonlyMap<AssetId, Amount> {
      follow()
      const sums = entries.get(payeeKey({ kind: 'user', userId }))?.byAsset ?? new Map<AssetId, Sum>()
      return new Map([...sums].map(([assetId, { amount }]) => [assetId, amount]))
    },

    /** Every address that was paid and begins and ends like a text. */
    alike(text: string): readonly Exclude<Payee, { kind: 'user' }>[] {
      follow()
      return ends.get(endsOf(text)) ?? []
    },

    /** The fee in one asset that was paid last for withdrawing any of the assets that `counts` says yes to. */
    lastFee(feeAssetId: AssetId, counts: (assetId: AssetId) => boolean): PaidFee | null {
      follow()
      const found = [...fees.values()].filter((fee) => fee.feeAssetId === feeAssetId && counts(fee.assetId))
      return found.reduce<PaidFee | null>((last, fee) => (last === null || fee.at > last.at ? fee : last), null)
    },
  }
}
