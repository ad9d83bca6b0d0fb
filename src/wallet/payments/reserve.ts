import type { AssetId, Hash, Holder, OutputId, RequestId, UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import { type Amount, FEE_USER_ID, ghostKeyHint, kernelAssetId, toAmount } from '#protocol'
import type { AccountStore, Json, Payment, PaymentInput, TransactionPlan } from '#store'
import type { Book } from '../book.ts'
import { spoken } from '../fiat.ts'
import { buildRaw } from './bytes.ts'
import { findInscribed, heldId, inputOf } from './inscribed.ts'
import {
  type InscriptionAct,
  intentOf,
  type PlannedTransaction,
  planTransactions,
  storesInside,
  type Target,
} from './intent.ts'
import { thresholdOf } from './keys.ts'
import { coinsToSpendFirst } from './outstanding.ts'
import { type CoinSource, MAX_INPUTS, selectCoins } from './select.ts'

/** From a draft to coins that are held for it, and from its keys to bytes. Asks nothing of the network. */
export function createReserver({ store, book }: { readonly store: AccountStore; readonly book: Book }) {
  const { intents, cache } = store
  const { payments } = intents

  function excluded(holder: Holder): Set<OutputId> {
    return new Set([...payments.holds(holder.id), ...intents.freezes.list()].map(({ outputId }) => outputId))
  }

  function coinsOf(
    holder: Holder,
    assetId: AssetId,
    chosen: readonly OutputId[] | null,
    taken: readonly OutputId[] = [],
  ): CoinSource {
    const kernelAsset = kernelAssetId(assetId) as Hash // a formula over the asset id
    const without = new Set([...excluded(holder), ...taken])
    const source = cache.outputs.coins({ holder: holder.id, kernelAsset, excluded: without })
    return chosen === null ? source : only(source, chosen)
  }

  /** Chooses coins for a planned transaction and lays out its outputs, change last. */
  function layOut(
    planned: PlannedTransaction,
    holder: Holder,
    chosen: readonly OutputId[] | null,
    taken: readonly OutputId[],
  ): TransactionPlan {
    const asset = book.asset(planned.assetId)
    const source = coinsOf(holder, planned.assetId, chosen, taken)
    const selection = selectCoins(firstOf(source, planned.total, holder, chosen) ?? source, planned.total)
    if (!selection.ok && selection.reason === 'too_many_inputs') {
      throw failure('wallet.too_many_inputs', 'the amount does not fit into one transaction', {
        details: { fits: short(selection.fits), symbol: asset.symbol },
      })
    }
    if (!selection.ok) {
      const held = payments.heldByAsset(holder.id).find((each) => each.assetId === planned.assetId)
      const details = {
        available: short(selection.available),
        needed: spoken(planned.total, asset.symbol),
        held: short(held?.amount ?? toAmount(0n)),
        symbol: asset.symbol,
      }
      throw planned.purpose === 'fee'
        ? failure('wallet.fee_insufficient', 'the fee asset is short', {
            details: { fee: details.needed, symbol: asset.symbol },
          })
        : failure('wallet.insufficient', 'not enough is available', { details })
    }
    const inputs = cache.outputs.getMany(selection.coins.map((coin) => coin.id)).map(
      (output): PaymentInput => ({
        outputId: output.output_id,
        hash: output.transaction_hash,
        index: output.output_index,
        amount: output.amount,
        mask: output.mask,
        keys: output.keys,
      }),
    )
    return laidOut(planned, holder, inputs, selection.change)
  }

  /** Coins of requests that were given up, if they alone are enough. */
  function firstOf(
    source: CoinSource,
    total: Amount,
    holder: Holder,
    chosen: readonly OutputId[] | null,
  ): CoinSource | undefined {
    if (chosen !== null || holder.members.length === 1) return undefined
    const some = only(source, coinsToSpendFirst(store, holder.id))
    return some.total >= total ? some : undefined
  }

  function laidOut(
    planned: PlannedTransaction,
    holder: Holder,
    inputs: readonly PaymentInput[],
    change: Amount,
  ): TransactionPlan {
    const outputs = planned.outputs.map(({ role, target, amount }) => ({ role, target, amount }))
    const all =
      change > 0n
        ? [...outputs, { role: 'change' as const, target: { kind: 'self' } as Target, amount: change }]
        : outputs
    return {
      requestId: planned.requestId,
      inputs,
      outputs: all.map(({ role, target, amount }, index) => ({
        role,
        payee: target as unknown as Json, // a Target is plain data
        amount,
        threshold: target.kind === 'chain' ? 0 : thresholdOf(target, holder.threshold),
        hint: target.kind === 'chain' || target.kind === 'kernel' ? null : ghostKeyHint(planned.requestId, index),
      })),
      extra: planned.extra,
      references: planned.references,
    }
  }

  /**
   * The one output that carries an item, and nothing else: whole to one output, or split for its owner where that is what
   * was asked for. Throws `wallet.collectible_gone`.
   */
  function layOutItem(
    planned: PlannedTransaction,
    holder: Holder,
    act: Extract<InscriptionAct, { spends: unknown }>,
  ): TransactionPlan {
    const item = findInscribed(cache.outputs, holder, act.item)
    if (item === undefined || item.inscribedId !== act.spends || excluded(holder).has(heldId(item))) {
      throw failure('wallet.collectible_gone', 'the item is spent, frozen or on its way')
    }
    const rest = item.held.amount - planned.total
    const isWhole = rest === 0n && planned.outputs.length === 1
    if (planned.outputs.length !== 1 || rest < 0n || isWhole !== (act.kind === 'transfer')) {
      throw failure('internal', 'a plan about an item does not fit its output')
    }
    return laidOut(planned, holder, [inputOf(item)], toAmount(rest))
  }

  function planned(payment: Payment): readonly PlannedTransaction[] {
    const intent = intentOf(payment)
    const at = storesInside(intent) ? 'payment' : 'storage'
    const content = payment.transactions.find(({ purpose }) => purpose === at)?.extra ?? ''
    return planTransactions(intent, payment.id, FEE_USER_ID as UserId, content) // a constant of the service
  }

  function reserve(payment: Payment, holder: Holder): Payment {
    const intent = intentOf(payment)
    const wanted = planned(payment)
    const taken: OutputId[] = []
    const plans: TransactionPlan[] = []
    // The payment chooses first; what serves it does with the rest.
    for (const transaction of [...wanted].sort(
      (a, b) => Number(b.purpose === 'payment') - Number(a.purpose === 'payment'),
    )) {
      const { act } = intent
      const plan =
        act?.kind === 'transfer' || act?.kind === 'release'
          ? layOutItem(transaction, holder, act)
          : layOut(transaction, holder, transaction.purpose === 'payment' ? intent.coins : null, taken)
      taken.push(...plan.inputs.map(({ outputId }) => outputId))
      plans.push(plan)
    }
    const reservation = payments.reserve(payment.id, plans)
    if (!reservation.ok)
      throw failure('wallet.insufficient', 'chosen coins are held', { details: { held: reservation.held.length } })
    return reservation.payment
  }

  /** Bytes of every transaction; a later one may refer to an earlier one, whose hash is known as soon as it is built. */
  function build(payment: Payment): Payment {
    const raws: { requestId: RequestId; raw: string; hash: Hash }[] = []
    for (const [at, plan] of planned(payment).entries()) {
      const transaction = payment.transactions[at]
      if (transaction === undefined) throw failure('internal', 'a planned transaction is missing')
      const earlier = plan.refersTo === null ? [] : [raws[plan.refersTo]?.hash].filter((hash) => hash !== undefined)
      raws.push({ requestId: plan.requestId, ...buildRaw(transaction, [...transaction.references, ...earlier]) })
    }
    return payments.storeRaw(payment.id, raws)
  }

  return {
    reserve,
    build,

    /** The most that can be sent of an asset: in all, and in one transaction after a fee in the same asset. */
    capacity(holder: Holder, assetId: AssetId, coins: readonly OutputId[] | null, fee: Amount) {
      const source = coinsOf(holder, assetId, coins)
      const amounts: bigint[] = []
      for (const coin of source.descending()) {
        amounts.push(coin.amount)
        if (amounts.length === MAX_INPUTS) break
      }
      const fits = amounts.reduce((sum, amount) => sum + amount, 0n) - fee
      return { available: source.total, inOne: toAmount(fits > 0n ? fits : 0n), coins: amounts.length }
    },
  }
}

/** Only the coins that were chosen by hand, and of those only the ones that may be spent. */
function only(source: CoinSource, chosen: readonly OutputId[]): CoinSource {
  const wanted = new Set(chosen)
  const coins = [...source.descending()].filter((coin) => wanted.has(coin.id))
  return {
    total: toAmount(coins.reduce((sum, coin) => sum + coin.amount, 0n)),
    exact: (amount) => coins.find((coin) => coin.amount === amount),
    atLeast: (amount) => coins.findLast((coin) => coin.amount >= amount),
    descending: () => coins,
  }
}

const short = (amount: Amount): string => spoken(amount, '').trim()
