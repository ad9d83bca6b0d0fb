import { z } from 'zod'
import type { PaymentReview } from '#contract/ipc'
import { sentence } from '#contract/wire'
import { sumOf } from '#protocol'
import { cleanText } from '#protocol/text'
import { needStored, type Payment, type PaymentTransaction, storedObject } from '#store'
import { isSaid, type Said, said } from '#words/facts'
import { spoken } from '../shared/fiat.ts'
import { saidOtherwise } from './asked-rows.ts'
import { differencesFromPlan } from './bytes.ts'
import { feeChecks } from './fees.ts'
import { asideAmong, COIN_DOUBTED, frozenAmong, spentAmong, turnedAmong } from './frozen.ts'
import { actName, type ConsolidationStep, type InscriptionAct, intentOf, paysOneself } from './intent.ts'
import { memoChecks, payeeChecks } from './payee-checks.ts'
import { priceChecks } from './price-checks.ts'
import type { Check, ReviewParts } from './review-parts.ts'
import { staysWith, targetOf } from './target.ts'

/** Characters of a memo that a sentence names. */
const MEMO_SHOWN = 100

/** Of what is to stay with its owner nobody is named or asked about, so none of it may go to anybody else. */
const paysOthers = ({ transactions }: Payment): boolean =>
  transactions.some(({ outputs }) => outputs.some((output) => targetOf(output).kind !== 'self'))

export function checksOf(
  payment: Payment,
  transactions: readonly PaymentReview['transactions'][number][],
  parts: ReviewParts,
): Check[] {
  const checks: Check[] = []
  const add = (id: string, result: Check['result'], text: Said) => checks.push({ id, result, text })
  const differences = payment.transactions.flatMap((each) => differencesFromPlan(each, each.unsignedRaw ?? ''))
  const leaves = paysOneself(intentOf(payment)) && paysOthers(payment)
  if (leaves)
    add('bytes:recipients', 'stop', said('check.payments.bytes-differ', { field: said('check.field.recipients') }))
  else if (differences.length === 0) add('bytes', 'ok', said('check.payments.bytes-agree'))
  for (const difference of differences) {
    add(`bytes:${difference.id}`, 'stop', said('check.payments.bytes-differ', { field: difference.field }))
  }
  const coins = transactions.reduce((sum, each) => sum + each.inputs.length, 0)
  add(
    'inputs',
    'ok',
    said('check.payments.coins-proved', { coins, who: parts.holder.members.length > 1 ? 'group' : 'you' }),
  )
  const frozen = frozenAmong(payment, parts.intents)
  if (frozen > 0) {
    add('frozen', 'stop', said('check.payments.frozen', { coins: frozen }))
  }
  const turned = turnedAmong(payment, parts.outputs)
  if (turned > 0) {
    add('turned', 'stop', said('check.payments.turned', { coins: turned }))
  }
  // Coins that are made one go nowhere else, and the plan goes on with those that are left.
  const spent = paysOneself(intentOf(payment)) ? 0 : spentAmong(payment, parts.outputs)
  if (spent > 0) add('spent', 'attention', said('check.payments.coin-said-spent', { coins: spent }))
  if (asideAmong(payment, parts.outputs.isAside) > 0) {
    add('facts', 'stop', COIN_DOUBTED)
  }
  const leftOut = leftOutBy(payment)
  if (leftOut.length === 0) add('record', 'ok', said('check.payments.record-same'))
  else {
    add('record', 'ok', said('check.payments.record-agrees'))
    add('record:left-out', 'note', said('check.payments.record-left-out', { parts: leftOut }))
  }
  add('keys', 'ok', said('check.payments.keys-fresh'))

  const outputs = transactions.flatMap((each) => each.outputs)
  if (outputs.some((output) => output.proof === 'unknown')) {
    add('owner', 'stop', said('check.payments.owner-unknown'))
  }
  for (const transaction of transactions) {
    if (transaction.asset.trust === 'mismatch') {
      add(
        `asset:${transaction.asset.assetId}`,
        'stop',
        said('check.payments.asset-mismatch', { symbol: transaction.asset.symbol }),
      )
    } else if (transaction.asset.trust === 'unlisted') {
      add(
        `asset:${transaction.asset.assetId}`,
        'attention',
        said('check.payments.asset-unlisted', { symbol: transaction.asset.symbol }),
      )
    }
  }
  const { step, stored, act, voids, feeOf } = intentOf(payment)
  if (!paysOneself(intentOf(payment)) && feeOf === undefined) {
    // Whoever pays himself, as a group does to make many coins one, has nobody to compare.
    const payees = intentOf(payment).rows.map(({ payee }) =>
      staysWith(payee, parts.holder, parts.account) ? undefined : payee,
    )
    checks.push(...payeeChecks(payees, payment.assetId, { ...parts, who: 'wallet' }))
  }
  const { asked, assetId, memoHex, rows, run } = intentOf(payment)
  checks.push(...memoChecks(memoHex))
  if (run?.unsent !== undefined) {
    add('memo-unsent', 'attention', said('check.payments.memo-unsent', { memo: cleanText(run.unsent, MEMO_SHOWN) }))
  }
  for (const { id, text } of saidOtherwise(asked, { assetId, amount: rows[0]?.amount }, parts.directory)) {
    add(id, 'attention', text)
  }
  checks.push(...priceChecks(payment, parts))
  checks.push(...feeChecks(payment, transactions, parts))
  if (step !== undefined) addPlanNote(step, add)
  if (voids !== undefined) {
    add('voids', 'attention', said('check.payments.voids'))
  }
  if (act !== undefined) addActChecks(act, transactions, add, voids !== undefined)
  if (stored !== undefined) {
    add('storage', 'note', said('check.payments.storage'))
  }
  if (
    !paysOneself(intentOf(payment)) &&
    outputs.some((output) => output.proof === 'claimed' && output.role === 'payment')
  ) {
    add('vouched', 'note', said('check.payments.vouched'))
  }
  if (outputs.some((output) => output.role === 'change')) {
    add('change', 'note', said('check.payments.change'))
  }
  checks.push(...parts.outstanding(transactions.flatMap((each) => each.inputs.map(({ outputId }) => outputId))))
  return checks
}

/** What the verifier writes down of a record; the first versions noted nothing that was left out. */
const verified = storedObject({ leftOut: z.array(z.union([z.string(), sentence])).exactOptional() }).nullable()

/** What the service's record left out, as it was noted when the payment was verified. */
function leftOutBy({ transactions }: Payment): (string | Said)[] {
  const records = transactions.map(({ record }) => needStored(verified, record, 'record'))
  const named = records.flatMap((record) => record?.leftOut ?? [])
  const key = (part: string | Said): string => (isSaid(part) ? part.code : part)
  return [...new Map(named.map((part) => [key(part), part])).values()]
}

/** What becomes of the item, read from the bytes. What has a network or a token of its own, by our own table, is money: none is made of it. */
function addActChecks(
  act: InscriptionAct,
  transactions: readonly PaymentReview['transactions'][number][],
  add: (id: string, result: Check['result'], text: Said) => void,
  stays: boolean,
): void {
  const [main] = transactions
  const [inputs, outputs] = [main?.inputs ?? [], main?.outputs ?? []]
  const single = transactions.length === 1 && inputs.length === 1
  const isAboutItem = act.kind === 'transfer' || act.kind === 'release'
  if (isAboutItem && !stays && main?.asset.trust === 'listed') {
    const sum = spoken(sumOf(inputs), main.asset.symbol)
    add('item', 'stop', said('check.payments.item-money', { sum }))
  } else if (act.kind === 'transfer') {
    const whole = single && outputs.length === 1 && inputs[0]?.amount === outputs[0]?.amount
    if (whole) add('item', 'ok', said('check.payments.item-whole', { item: actName(act) }))
    else add('item', 'stop', said('check.payments.item-apart', { item: actName(act) }))
  }
  if (act.kind === 'release') {
    if (!single || outputs.some(({ party }) => party.kind === 'unknown')) {
      add('item', 'stop', said('check.payments.item-else', { item: actName(act) }))
    }
    add('release', 'attention', said('check.payments.release', { item: actName(act) }))
  }
  if (act.kind === 'occupy') {
    add('occupy', 'note', said('check.payments.occupy', { item: actName(act) }))
  }
  if (act.kind === 'inscribe' || act.kind === 'deploy') {
    add('inscribed', 'note', said('check.payments.inscribed'))
  }
}

/** The first step of a plan is approved for all of them. */
function addPlanNote(step: ConsolidationStep, add: (id: string, result: Check['result'], text: Said) => void): void {
  if (step.of > 1) {
    add('plan', 'note', said('check.payments.plan', { steps: step.of, coins: step.coins }))
  }
  add('combined', 'note', said('check.payments.combined'))
}

export function verdictOf(checks: readonly Check[]): PaymentReview['verdict'] {
  if (checks.some((check) => check.result === 'stop')) return 'stop'
  return checks.some(({ result }) => result === 'attention' || result === 'warning') ? 'attention' : 'ok'
}

/** The transaction that pays whom it is about; what stores a memo or pays a fee only serves it. */
export function mainOf<Part extends { readonly purpose: PaymentTransaction['purpose'] }>({
  transactions,
}: {
  readonly transactions: readonly Part[]
}): Part | undefined {
  return transactions.find(({ purpose }) => purpose === 'payment') ?? transactions[0]
}

type Paying = Pick<PaymentTransaction, 'purpose' | 'finalAt'>

/** Whether what it was for has happened; a fee or a memo beside it may still be on its way. */
export const hasPaid = (payment: Pick<Payment, 'state'> & { readonly transactions: readonly Paying[] }): boolean =>
  payment.state === 'final' || mainOf(payment)?.finalAt != null
