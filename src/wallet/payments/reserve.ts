import type { AssetId, Hash, Holder, OutputId, RequestId, UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import { type Amount, kernelAssetId, toAmount } from '#protocol'
import type { AccountStore, Json, Payment, PaymentInput, TransactionPlan } from '#store'
import { spoken } from '../shared/fiat.ts'
import type { Book } from '../shared/names.ts'
import { coinsOfTries, firstTries, keptKeys, untied } from './again.ts'
import { buildRaw } from './bytes.ts'
import type { AwaitedChange } from './change.ts'
import type { Hints } from './hints.ts'
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
import { type Coin, type CoinSource, MAX_INPUTS, type Selection, selectCoins } from './select.ts'
import { coinToVoid } from './void.ts'

export interface ReserverParts {
  readonly store: AccountStore
  readonly book: Book
  /** Whom withdrawal fees are paid to: a constant of the network's profile. */
  readonly feeUser: UserId
  /** Change of final payments that was not proved yet. */
  readonly pendingChange: (holder: Holder['id']) => readonly AwaitedChange[]
}

export type Reserver = ReturnType<typeof createReserver>

/** What one transaction of a payment is laid out with. */
interface Layout {
  readonly holder: Holder
  readonly chosen: readonly OutputId[] | null
  readonly taken: readonly OutputId[]
  readonly hints: Hints
  /** The signed payments that this one is another try of. */
  readonly tries: readonly Payment[]
}

/** From a draft to coins that are held for it, and from its keys to bytes. Asks nothing of the network. */
export function createReserver({ store, book, pendingChange, feeUser }: ReserverParts) {
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

  /** Chooses coins for a planned transaction and lays out its outputs, change last; tied to what it is another try of. */
  function layOut(planned: PlannedTransaction, layout: Layout): TransactionPlan {
    const { holder, chosen, taken, tries } = layout
    const asset = book.asset(planned.assetId)
    const source = coinsOf(holder, planned.assetId, chosen, taken)
    const there = chosen === null ? source : coinsOf(holder, planned.assetId, null, taken)
    const wanted = coinsOfTries(tries, planned.purpose, (id) => there.find(id) !== undefined)
    const attempt = (first: readonly OutputId[]): TransactionPlan => {
      const selection = select(
        planned,
        source,
        first.flatMap((id) => there.find(id) ?? []),
        layout,
      )
      if (!selection.ok) throw shortOf(planned, selection, asset.symbol, holder)
      return laidOut(planned, layout, inputsOf(selection.coins), selection.change)
    }
    const plan = attempt(wanted)
    const loose = untiedIn(plan, planned, tries)
    if (loose.length === 0) return plan
    // An output of what took the coin exists only if that was final, and then the first try can never be paid.
    const spenders = new Set(loose.flatMap(({ conflict }) => conflict?.spentBy ?? []))
    const made = [...spenders].flatMap(
      (spender) => cache.outputs.openOf(spender).find((output) => there.find(output.output_id))?.output_id ?? [],
    )
    const tied = attempt([...wanted, ...made])
    if (untiedIn(tied, planned, tries).length > 0) {
      throw failure('wallet.again_untied', 'nothing would keep the first try from being paid as well')
    }
    return tied
  }

  const untiedIn = (plan: TransactionPlan, { purpose }: PlannedTransaction, tries: readonly Payment[]) =>
    untied(tries, purpose, {
      inputs: plan.inputs,
      outputs: plan.outputs.map(({ hint, payee, threshold }) => ({
        hint,
        threshold,
        target: payee as unknown as Target,
      })), // written from a Target
    })

  function shortOf(
    planned: PlannedTransaction,
    selection: Extract<Selection, { ok: false }>,
    symbol: string,
    holder: Holder,
  ) {
    if (selection.reason === 'too_many_inputs') {
      return failure('wallet.too_many_inputs', 'the amount does not fit into one transaction', {
        details: { fits: short(selection.fits), symbol },
      })
    }
    const held = payments.heldByAsset(holder.id).find((each) => each.assetId === planned.assetId)
    const details = {
      available: short(selection.available),
      needed: spoken(planned.total, symbol),
      held: short(held?.amount ?? toAmount(0n)),
      symbol,
    }
    return planned.purpose === 'fee'
      ? failure('wallet.fee_insufficient', 'the fee asset is short', { details: { fee: details.needed, symbol } })
      : failure('wallet.insufficient', 'not enough is available', { details })
  }

  const inputsOf = (coins: readonly Coin[]): PaymentInput[] =>
    cache.outputs.getMany(coins.map((coin) => coin.id)).map((output) => ({
      outputId: output.output_id,
      hash: output.transaction_hash,
      index: output.output_index,
      amount: output.amount,
      mask: output.mask,
      keys: output.keys,
    }))

  /** Coins that must be spent, and the best choice for what they leave open. */
  function select(
    planned: PlannedTransaction,
    source: CoinSource,
    first: readonly Coin[],
    { holder, chosen, taken }: Layout,
  ): Selection {
    if (first.length === 0) {
      return selectCoins(firstOf(source, planned.total, holder, chosen) ?? source, planned.total)
    }
    const sum = first.reduce((total, { amount }) => total + amount, 0n)
    if (sum >= planned.total) return { ok: true, coins: first, change: toAmount(sum - planned.total) }
    const others = coinsOf(holder, planned.assetId, chosen, [...taken, ...first.map(({ id }) => id)])
    const rest = selectCoins(others, toAmount(planned.total - sum))
    if (!rest.ok) return { ...rest, available: toAmount(rest.available + sum) }
    const coins = [...first, ...rest.coins]
    if (coins.length > MAX_INPUTS) {
      return { ok: false, reason: 'too_many_inputs', fits: toAmount(planned.total - 1n), available: source.total }
    }
    return { ok: true, coins, change: rest.change }
  }

  /** What a group had better spend next, if it alone is enough: coins of requests that were given up, and change to be proved. */
  function firstOf(
    source: CoinSource,
    total: Amount,
    holder: Holder,
    chosen: readonly OutputId[] | null,
  ): CoinSource | undefined {
    if (chosen !== null || holder.members.length === 1) return undefined
    const givenUp = only(source, coinsToSpendFirst(store, holder.id))
    if (givenUp.total >= total) return givenUp
    const unproved = only(
      source,
      pendingChange(holder.id).map(({ outputId }) => outputId),
    )
    return unproved.total >= total ? unproved : undefined
  }

  function laidOut(
    planned: PlannedTransaction,
    { holder, hints, tries }: Pick<Layout, 'holder' | 'hints' | 'tries'>,
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
      outputs: all.map(({ role, target, amount }, index) => {
        const threshold = target.kind === 'chain' ? 0 : thresholdOf(target, holder.threshold)
        const kept = keptKeys(tries, planned.purpose, index, { target, threshold })
        const hint = target.kind === 'chain' || target.kind === 'kernel' ? null : hints(planned.requestId, index)
        return { role, payee: target as unknown as Json, amount, threshold, hint: kept?.hint ?? hint } // a Target is plain data
      }),
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
    layout: Layout,
    act: Extract<InscriptionAct, { spends: unknown }>,
  ): TransactionPlan {
    const { holder } = layout
    const item = findInscribed(cache.outputs, holder, act.item)
    if (item === undefined || item.inscribedId !== act.spends || excluded(holder).has(heldId(item))) {
      throw failure('wallet.collectible_gone', 'the item is spent, frozen or on its way')
    }
    const rest = item.held.amount - planned.total
    const isWhole = rest === 0n && planned.outputs.length === 1
    if (planned.outputs.length !== 1 || rest < 0n || isWhole !== (act.kind === 'transfer')) {
      throw failure('internal', 'a plan about an item does not fit its output')
    }
    return laidOut(planned, layout, [inputOf(item)], toAmount(rest))
  }

  function planned(payment: Payment): readonly PlannedTransaction[] {
    const intent = intentOf(payment)
    const at = storesInside(intent) ? 'payment' : 'storage'
    const content = payment.transactions.find(({ purpose }) => purpose === at)?.extra ?? ''
    return planTransactions(intent, payment.id, feeUser, content)
  }

  function reserve(payment: Payment, holder: Holder, hints: Hints): Payment {
    const intent = intentOf(payment)
    const wanted = planned(payment)
    const tries = firstTries(store, intent)
    const taken: OutputId[] = []
    const plans: TransactionPlan[] = []
    // The payment chooses first; what serves it does with the rest.
    for (const transaction of [...wanted].sort(
      (a, b) => Number(b.purpose === 'payment') - Number(a.purpose === 'payment'),
    )) {
      const { act, voids } = intent
      const chosen = transaction.purpose === 'payment' ? intent.coins : null
      const layout: Layout = { holder, chosen, taken, hints, tries }
      const plan =
        voids !== undefined
          ? laidOut(transaction, layout, [coinToVoid(store, voids)], toAmount(0n))
          : act?.kind === 'transfer' || act?.kind === 'release'
            ? layOutItem(transaction, layout, act)
            : layOut(transaction, layout)
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
      const references = [...transaction.references, ...earlier]
      const built = buildRaw(transaction, references)
      // The very bytes of an earlier try are known under its request id, and would be refused under another one.
      const [coin] = transaction.inputs
      const isKnown = payments.byTransaction(built.hash) !== undefined && coin !== undefined
      const final = isKnown ? buildRaw(transaction, [...references, coin.hash]) : built
      // A service that gave one of them out again would have the kernel refuse what was signed.
      const derived = transaction.outputs.flatMap(({ hint, keys }) => (hint === null ? (keys?.keys ?? []) : []))
      if (derived.length > 0) intents.keys.rememberDerived(final.hash, derived)
      raws.push({ requestId: plan.requestId, ...final })
    }
    return payments.storeRaw(payment.id, raws)
  }

  return {
    reserve,
    build,
    /** The most outputs that each transaction of a payment can have. */
    sizes: (payment: Payment) =>
      planned(payment).map(({ requestId, outputs }) => ({ requestId, outputs: outputs.length + 1 })),

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
  const coins = [...new Set(chosen)]
    .flatMap((id) => source.find(id) ?? [])
    .sort((a, b) => (a.amount < b.amount ? 1 : a.amount > b.amount ? -1 : 0))
  return {
    total: toAmount(coins.reduce((sum, coin) => sum + coin.amount, 0n)),
    find: (id) => coins.find((coin) => coin.id === id),
    exact: (amount) => coins.find((coin) => coin.amount === amount),
    atLeast: (amount) => coins.findLast((coin) => coin.amount >= amount),
    descending: () => coins,
  }
}

const short = (amount: Amount): string => spoken(amount, '').trim()
