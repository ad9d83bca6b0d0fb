import type { OutputId } from '#contract/domain'
import { failure } from '#contract/errors'
import { type Amount, toAmount } from '#protocol'
import type { AccountStore, PaymentInput, PaymentTransaction, TransactionPlan } from '#store'
import { coinsOfTries, keptKeys, takersOf, untied } from './again.ts'
import { findInscribed, heldId, inputOf } from './inscribed.ts'
import type { InscriptionAct, PlannedTransaction } from './intent.ts'
import { thresholdOf } from './keys.ts'
import type { Coin } from './select.ts'
import { coinsOf, excluded, type Layout, type SpendableParts, select, shortOf } from './spendable.ts'
import { type Target, targetOf } from './target.ts'

/** Chooses coins for a planned transaction and lays out its outputs, change last; tied to what it is another try of. */
export function layOut(parts: SpendableParts, planned: PlannedTransaction, layout: Layout): TransactionPlan {
  const { store } = parts
  const { chosen, tries } = layout
  const source = coinsOf(store, planned.assetId, layout)
  const there = chosen === null ? source : coinsOf(store, planned.assetId, { ...layout, chosen: null })
  const attempt = (first: readonly OutputId[]): TransactionPlan => {
    const coins = first.flatMap((id) => there.find(id) ?? [])
    const selection = select(parts, planned, source, coins, layout)
    if (!selection.ok) throw shortOf(parts, planned, selection, layout.holder)
    return laidOut(planned, layout, inputsOf(store, selection.coins), selection.change)
  }
  const wanted = coinsOfTries(tries, planned.purpose, (id) => there.find(id) !== undefined)
  const plan = attempt(wanted)
  const loose = untiedIn(store, plan, planned, layout)
  if (loose.length === 0) return plan
  // An output of what took the coin exists only if that was final, and then the first try can never be paid.
  const made = loose.flatMap(
    (first) =>
      takersOf(store, first)
        .flatMap((taker) => store.cache.outputs.openOf(taker))
        .find((output) => there.find(output.output_id))?.output_id ?? [],
  )
  const tied = attempt([...new Set([...wanted, ...made])])
  if (untiedIn(store, tied, planned, layout).length > 0) {
    throw failure('wallet.again_untied', 'nothing would keep the first try from being paid as well')
  }
  return tied
}

/**
 * The one output that carries an item, and nothing else: whole to one output, or split for its owner where that is what
 * was asked for. Throws `wallet.collectible_gone`.
 */
export function layOutItem(
  store: AccountStore,
  planned: PlannedTransaction,
  layout: Layout,
  act: Extract<InscriptionAct, { spends: unknown }>,
): TransactionPlan {
  const { holder } = layout
  const item = findInscribed(store.cache.outputs, holder, act.item)
  if (item === undefined || item.inscribedId !== act.spends || excluded(store, holder).has(heldId(item))) {
    throw failure('wallet.collectible_gone', 'the item is spent, frozen or on its way')
  }
  const rest = item.held.amount - planned.total
  const isWhole = rest === 0n && planned.outputs.length === 1
  if (planned.outputs.length !== 1 || rest < 0n || isWhole !== (act.kind === 'transfer')) {
    throw failure('internal', 'a plan about an item does not fit its output')
  }
  return laidOut(planned, layout, [inputOf(item)], toAmount(rest))
}

/** The outputs of a transaction over these coins, with change where something is left. */
export function laidOut(
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
      const hint = target.kind === 'chain' || target.kind === 'kernel' ? null : hints(planned.requestId, index)
      const kept = keptKeys(tries, planned.purpose, index, { holder: holder.id, target, threshold, hint })
      return { role, payee: target, amount, threshold, hint: kept?.hint ?? hint }
    }),
    extra: planned.extra,
    references: planned.references,
  }
}

function untiedIn(
  store: AccountStore,
  plan: TransactionPlan,
  { purpose }: PlannedTransaction,
  { holder, tries }: Pick<Layout, 'holder' | 'tries'>,
): PaymentTransaction[] {
  return untied(store, tries, purpose, {
    holder: holder.id,
    inputs: plan.inputs,
    outputs: plan.outputs.map((output) => ({
      hint: output.hint,
      threshold: output.threshold,
      target: targetOf(output),
    })),
  })
}

const inputsOf = ({ cache }: AccountStore, coins: readonly Coin[]): PaymentInput[] =>
  cache.outputs.getMany(coins.map((coin) => coin.id)).map((output) => ({
    outputId: output.output_id,
    hash: output.transaction_hash,
    index: output.output_index,
    amount: output.amount,
    mask: output.mask,
    keys: output.keys,
  }))
