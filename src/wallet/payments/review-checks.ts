import { z } from 'zod'
import type { PaymentReview } from '#contract/ipc'
import { needStored, type Payment, type PaymentTransaction, storedObject } from '#store'
import { differencesFromPlan } from './bytes.ts'
import { feeChecks } from './fees.ts'
import { asideAmong, COIN_DOUBTED, frozenAmong, frozenCoins } from './frozen.ts'
import { type ConsolidationStep, type InscriptionAct, intentOf, paysOneself } from './intent.ts'
import { payeeChecks } from './payee-checks.ts'
import type { Check, ReviewParts } from './review-parts.ts'

export function checksOf(
  payment: Payment,
  transactions: readonly PaymentReview['transactions'][number][],
  parts: ReviewParts,
): Check[] {
  const checks: Check[] = []
  const add = (id: string, result: Check['result'], text: string) => checks.push({ id, result, text })
  const differences = payment.transactions.flatMap((each) => differencesFromPlan(each, each.unsignedRaw ?? ''))
  if (differences.length === 0) add('bytes', 'ok', 'The bytes to be signed say exactly what you asked for.')
  for (const difference of differences) {
    add(`bytes:${difference.field}`, 'stop', `The bytes differ from what you asked for: ${difference.field}.`)
  }
  const coins = transactions.reduce((sum, each) => sum + each.inputs.length, 0)
  add(
    'inputs',
    'ok',
    coins === 1
      ? 'The coin that is spent was proved to be yours.'
      : `All ${coins} coins that are spent were proved to be yours.`,
  )
  const frozen = frozenAmong(payment, parts.intents)
  if (frozen > 0) {
    add(
      'frozen',
      'stop',
      `${frozenCoins(frozen)} frozen after this payment was prepared. Unfreeze, or give the payment up.`,
    )
  }
  if (asideAmong(payment, parts.isAside) > 0) {
    add('facts', 'stop', COIN_DOUBTED)
  }
  const leftOut = leftOutBy(payment)
  if (leftOut.length === 0) add('record', 'ok', 'The service recorded the same hash, amounts, memo and receivers.')
  else {
    add('record', 'ok', 'What the service recorded agrees with the bytes, the hash above all.')
    add(
      'record:left-out',
      'note',
      `The service did not repeat ${leftOut.join(', ')}. That could not be compared with what it recorded.`,
    )
  }
  add('keys', 'ok', 'All receiving keys are usable and were never used before.')

  const outputs = transactions.flatMap((each) => each.outputs)
  if (outputs.some((output) => output.proof === 'unknown')) {
    add('owner', 'stop', 'An output goes to keys that Coffer cannot account for.')
  }
  for (const transaction of transactions) {
    if (transaction.asset.trust === 'mismatch') {
      add(
        `asset:${transaction.asset.assetId}`,
        'stop',
        `The service describes ${transaction.asset.symbol} in a way that does not fit its id.`,
      )
    } else if (transaction.asset.trust === 'unlisted') {
      add(
        `asset:${transaction.asset.assetId}`,
        'attention',
        `${transaction.asset.symbol} is not in Coffer’s own table; its name is what the service says.`,
      )
    }
  }
  const { step, stored, act, voids, feeOf } = intentOf(payment)
  if (!paysOneself(intentOf(payment)) && feeOf === undefined) {
    const payees = intentOf(payment).rows.map(({ payee }) => payee)
    checks.push(...payeeChecks(payees, payment.assetId, { ...parts, who: 'This wallet' }))
  }
  checks.push(...feeChecks(payment, transactions, parts))
  if (step !== undefined) addPlanNote(step, add)
  if (voids !== undefined) {
    add(
      'voids',
      'attention',
      'The network takes one of the two payments only. If it takes this one, the other can never be paid, and your coin is yours again. If it takes the other one first, that is paid and this one never happens.',
    )
  }
  if (act !== undefined) addActChecks(act, transactions, add)
  if (stored !== undefined) {
    add(
      'storage',
      'note',
      'The content is stored for ever where everybody can read it, and the XIN for it is burnt: nobody receives it.',
    )
  }
  if (
    !paysOneself(intentOf(payment)) &&
    outputs.some((output) => output.proof === 'claimed' && output.role === 'payment')
  ) {
    add(
      'vouched',
      'note',
      'The service vouches that the receiving keys belong to the receiver. No wallet can check that for a person; it can for a kernel address.',
    )
  }
  if (outputs.some((output) => output.role === 'change')) {
    add(
      'change',
      'note',
      'Change comes back under a key that the service chose. Coffer checks that it arrives, and stops sending if it does not.',
    )
  }
  checks.push(...parts.outstanding(transactions.flatMap((each) => each.inputs.map(({ outputId }) => outputId))))
  return checks
}

/** What the verifier writes down of a record; the first versions noted nothing that was left out. */
const verified = storedObject({ leftOut: z.array(z.string()).exactOptional() }).nullable()

/** What the service's record left out, as it was noted when the payment was verified. */
function leftOutBy({ transactions }: Payment): string[] {
  const records = transactions.map(({ record }) => needStored(verified, record, 'record'))
  return [...new Set(records.flatMap((record) => record?.leftOut ?? []))]
}

/** What becomes of the item, read from the bytes. */
function addActChecks(
  act: InscriptionAct,
  transactions: readonly PaymentReview['transactions'][number][],
  add: (id: string, result: Check['result'], text: string) => void,
): void {
  const [main] = transactions
  const [inputs, outputs] = [main?.inputs ?? [], main?.outputs ?? []]
  const single = transactions.length === 1 && inputs.length === 1
  if (act.kind === 'transfer') {
    const whole = single && outputs.length === 1 && inputs[0]?.amount === outputs[0]?.amount
    if (whole) add('item', 'ok', `One input, one output, the whole amount: ${act.name} stays what it is.`)
    else add('item', 'stop', `These bytes would take ${act.name} apart instead of moving it.`)
  }
  if (act.kind === 'release') {
    if (!single || outputs.some(({ party }) => party.kind === 'unknown')) {
      add('item', 'stop', `These bytes would do something else with ${act.name} than release it.`)
    }
    add(
      'release',
      'attention',
      `You give ${act.name} up. Its money stays yours, but nobody holds the item any more, and whoever is first may occupy it.`,
    )
  }
  if (act.kind === 'occupy') {
    add(
      'occupy',
      'note',
      `If somebody else occupies ${act.name} first, this payment still happens: the unit stays yours, without the item.`,
    )
  }
  if (act.kind === 'inscribe' || act.kind === 'deploy') {
    add(
      'inscribed',
      'note',
      'What is inscribed can never be changed. The network ignores an inscription that breaks a rule of its collection, and the XIN is burnt all the same.',
    )
  }
}

/** The first step of a plan is approved for all of them. */
function addPlanNote(step: ConsolidationStep, add: (id: string, result: Check['result'], text: string) => void): void {
  if (step.of > 1) {
    add(
      'plan',
      'note',
      `Approving this approves all ${step.of} steps for ${step.coins} coins. Each moves only your own coins to yourself, without a fee. You can pause at any time.`,
    )
  }
  add(
    'combined',
    'note',
    'The combined coin comes back under a key that the service chose. Coffer proves that it is yours before it goes on, and stops sending if it is not.',
  )
}

export function verdictOf(checks: readonly Check[]): PaymentReview['verdict'] {
  if (checks.some((check) => check.result === 'stop')) return 'stop'
  return checks.some(({ result }) => result === 'attention' || result === 'warning') ? 'attention' : 'ok'
}

/** The transaction that pays whom it is about; what stores a memo or pays a fee only serves it. */
export function mainOf(payment: Payment): PaymentTransaction | undefined {
  return payment.transactions.find(({ purpose }) => purpose === 'payment') ?? payment.transactions[0]
}
