import type { AssetId, Hash, Holder, MultisigRecord, TransactionRecord } from '#contract/domain'
import type { AssetView, PaymentReview } from '#contract/ipc'
import { type Amount, hashMembers, sumOf, toAmount } from '#protocol'
import type { Intents, Payment, PaymentOutput, PaymentSummary, PaymentTransaction } from '#store'
import { type Said, said } from '#words/facts'
import type { Untold } from '../policies/judge.ts'
import { partOf, spoken } from '../shared/fiat.ts'
import type { Directory } from '../shared/names.ts'
import { idOfFigure, idOfSentence } from '../shared/sentence-id.ts'
import { intentOf, isWithdrawal, shownIntent } from './intent.ts'
import { paidIn } from './paid.ts'
import { targetOf } from './target.ts'

type Check = PaymentReview['checks'][number]
type Reviewed = PaymentReview['transactions'][number]

/** Of the amount, in hundredths of a percent: above the first it is said, above the second it has to be ticked. */
const SAID_ABOVE = 1_000n
const TICKED_ABOVE = 5_000n
/** So many times the fee that was paid last: above the first it is said, above the second, which no busy network explains, it has to be ticked. */
const [RISEN, RISEN_TICKED]: [bigint, bigint] = [3n, 30n]

interface FeeParts {
  readonly directory: Directory
  readonly intents: Intents
  /** Receives withdrawal fees: a constant of the network's profile. */
  readonly feeUser: string
  readonly priceTrouble: (asset: AssetId) => Untold | null
}

interface Sum {
  readonly asset: AssetView
  readonly amount: Amount
}

/** Of a withdrawal of a group: its own bytes pay none. */
export const FEE_LATER: Check = {
  ...{ id: 'fee:later', result: 'note' },
  text: said('check.payments.fee-later'),
}

/** Whether what this transaction of a payment takes is a fee alone: of the payment itself, or of what a group withdrew. */
export const isFeeAlone = (payment: PaymentSummary, hash: Hash | null): boolean =>
  shownIntent(payment).feeOf !== undefined ||
  payment.transactions.some((each) => each.hash === hash && each.purpose === 'fee')

/**
 * What to say about a withdrawal's fee, read from the bytes: who gets it, what part of the amount it is, and how it compares
 * with the one that this wallet paid last for leaving to the same chain. The service sets it, and no rule bounds it.
 */
export function feeChecks(payment: Payment, transactions: readonly Reviewed[], parts: FeeParts): Check[] {
  const { feeOf } = intentOf(payment)
  const fee = totalOf(transactions, 'fee')
  if (fee === null) return payment.kind === 'multisig' && isWithdrawal(intentOf(payment)) ? [FEE_LATER] : []
  const strange = payment.transactions
    .flatMap(({ outputs }) => outputs)
    .some((output) => output.role === 'fee' && receiverOf(output) !== parts.feeUser)
  if (strange) {
    const text = said('check.payments.fee-recipient')
    return [{ id: 'fee:receiver', result: 'stop', text }]
  }
  const moved =
    feeOf === undefined
      ? totalOf(transactions, 'withdrawal')
      : { asset: parts.directory.asset(feeOf.assetId), amount: toAmount(feeOf.amount) }
  return moved === null ? [] : sizeChecks(fee, moved, parts)
}

function sizeChecks(fee: Sum, moved: Sum, { directory, intents, priceTrouble }: FeeParts): Check[] {
  const { chainId } = moved.asset
  const last = paidIn({ intents }).lastFee(fee.asset.assetId, (id) => directory.asset(id).chainId === chainId)
  const same = fee.asset.assetId === moved.asset.assetId
  // What one asset is worth in another one is the service's word, and one answer of it could make any fee a small one.
  const why = same ? null : (priceTrouble(fee.asset.assetId) ?? priceTrouble(moved.asset.assetId))
  const part = same
    ? partOf(fee.amount, '1', moved.amount, '1')
    : why === null
      ? partOf(fee.amount, fee.asset.priceUsd, moved.amount, moved.asset.priceUsd)
      : null
  const named = spoken(fee.amount, fee.asset.symbol)
  const by = same ? 'amounts' : 'prices'
  const checks: Check[] = []
  if (part !== null && part > SAID_ABOVE) {
    const result = part > TICKED_ABOVE ? 'attention' : 'warning'
    // Prices move it.
    checks.push({ id: idOfFigure('fee:part', part), result, text: partText(named, part, by) })
  }
  if (last !== null && fee.amount > RISEN * last.amount) {
    const before = spoken(last.amount, fee.asset.symbol)
    const isTicked = fee.amount > RISEN_TICKED * last.amount
    const times = String(isTicked ? RISEN_TICKED : RISEN)
    const text = said('check.payments.fee-risen', { fee: named, times, before })
    // A price that is withheld must not make of a fee that is to be ticked one that is not.
    checks.push({
      id: idOfSentence('fee:risen', text),
      result: part === null || isTicked ? 'attention' : 'warning',
      text,
    })
  }
  if (part === null) {
    const values = { fee: named, why: why ?? 'no_price' }
    checks.push(
      last === null
        ? { id: 'fee:unknown', result: 'attention', text: said('check.payments.fee-unknown-and-first', values) }
        : { id: 'fee:unknown', result: 'note', text: said('check.payments.fee-unknown', values) },
    )
  }
  if (part !== null && checks.length === 0) {
    checks.push({ id: 'fee', result: 'ok', text: smallText(named, part, by) })
  }
  return checks
}

type By = 'amounts' | 'prices'

const partText = (fee: string, part: bigint, by: By): Said =>
  part < 100_000n
    ? said('check.payments.fee-percent', { fee, by, percent: String(part / 100n) })
    : said('check.payments.fee-times', { fee, by, times: String(part / 10_000n) })

const smallText = (fee: string, part: bigint, by: By): Said =>
  part < 100n
    ? said('check.payments.fee-tiny', { fee, by })
    : said('check.payments.fee-small', { fee, by, percent: String(part / 100n) })

/** All outputs of one role; null without any. They are of one asset, since one fee is chosen. */
function totalOf(transactions: readonly Reviewed[], role: Reviewed['outputs'][number]['role']): Sum | null {
  const found = transactions.flatMap(({ asset, outputs }) =>
    outputs.filter((output) => output.role === role).map(({ amount }) => ({ asset, amount })),
  )
  const [first] = found
  if (first === undefined) return null
  return { asset: first.asset, amount: sumOf(found) }
}

function receiverOf(output: PaymentOutput): string | null {
  const target = targetOf(output)
  return target.kind === 'fee' ? target.userId : null
}

/**
 * Whether the service's record of a transaction that pays a fee names somebody besides its receiver and oneself. Such a
 * record says for whom the service made the keys, which cannot be seen in the keys.
 */
export function paysAnotherFee(
  planned: PaymentTransaction,
  record: Pick<TransactionRecord | MultisigRecord, 'receivers'>,
  holder: Pick<Holder, 'membersHash'>,
): boolean {
  const fees = planned.outputs.filter(({ role }) => role === 'fee')
  if (fees.length === 0) return false
  const meant = new Set<string>([
    holder.membersHash,
    ...fees.flatMap((output) => {
      const receiver = receiverOf(output)
      return receiver === null ? [] : [hashMembers([receiver])]
    }),
  ])
  return record.receivers.some(({ destination, members_hash }) => destination === '' && !meant.has(members_hash))
}
