import type { Clock, UserId } from '#contract/domain'
import { codeOf, type ErrorCode } from '#contract/errors'
import { callOf } from '#contract/http'
import type { Calls, Finding, PaymentReview, PaymentView } from '#contract/ipc'
import { toAmount } from '#protocol'
import { verdictOf } from './examine.ts'

/** What a payment takes, as every window asks for it: nothing of it is done in another way. */
type Surface = Pick<
  Calls,
  | 'app.state'
  | 'app.retry'
  | 'home.read'
  | 'payments.prepare'
  | 'payments.approve'
  | 'payments.cancel'
  | 'payments.read'
>

export interface OwnPayment {
  readonly calls: Surface
  readonly account: UserId
  readonly dialect: Parameters<typeof callOf>[1]
  readonly clock: Clock
  /** What the person answers to the review, and their passphrase where one is set; null for no. */
  readonly agrees: (review: PaymentReview) => Promise<{ readonly passphrase: string | null } | null>
  /** Ends the waiting; the payment is followed by the wallet as ever. */
  readonly signal?: AbortSignal
}

/** The smallest amount that there is. */
const LEAST = toAmount(1n)
const LOOK_MS = 500
/** An everyday payment takes seconds. */
const LOOKS = 240

/** Refused by who or what the account is, which is no difference of the service. */
const NOT_NOW: readonly ErrorCode[] = [
  ...(['vault.locked', 'vault.wrong_passphrase', 'vault.passphrase_needed', 'vault.key_missing'] as const),
  ...(['wallet.insufficient', 'wallet.sending_frozen', 'wallet.rules_stop', 'wallet.look_again'] as const),
  ...(['wallet.needs_sync', 'wallet.change_at_risk', 'wallet.declined', 'wallet.review_changed'] as const),
  'wallet.account_not_ready',
]

type Outcome = Pick<Finding, 'verdict' | 'detail'>
const refused = (detail: string): Outcome => ({ verdict: 'refused', detail })

/**
 * One smallest payment of the account to itself, by the steps, the gate, the rules and the journal of every payment, after a review. What came of it as
 * one more line of the doctor, which names no id and no amount. Never throws for what the service says or does.
 */
export async function payMyself(own: OwnPayment): Promise<Finding> {
  const { verdict, detail } = await paid(own).catch((error: unknown): Outcome => {
    const code = codeOf(error)
    return NOT_NOW.includes(code) ? refused(code) : { verdict: verdictOf(code), detail: code }
  })
  return { ...notPaid(own.dialect), verdict, detail }
}

/** That line where nobody said yes. */
export const notPaid = (dialect: OwnPayment['dialect']): Finding => ({
  ...{ check: 'pay-myself', call: callOf('transactions.send', dialect), verdict: 'unasked', money: true },
  ...{ detail: '', more: [], missing: [] },
})

async function paid(own: OwnPayment): Promise<Outcome> {
  const { calls, account, agrees } = own
  const { accounts } = await calls['app.state'](null)
  const found = accounts.find((each) => each.account === account)
  if (found === undefined) return refused('wallet.account_unknown')
  if (found.kind === 'watch') return refused('wallet.watch_only')
  if (found.stage !== 'ready') return refused('wallet.account_not_ready')
  await calls['app.retry']({ account })
  const { balances } = await calls['home.read']({ account, holder: null })
  const asset = balances.find(({ available }) => available >= LEAST)?.asset
  if (asset === undefined) return refused('wallet.insufficient')
  const review = await calls['payments.prepare']({
    ...{ account, holder: null, assetId: asset.assetId, memoHex: '', feeAssetId: null, coins: null, references: [] },
    ...{ requestId: null, draftId: null, label: '', returnTo: null },
    rows: [{ payee: { kind: 'user', userId: account }, amount: LEAST }],
  })
  const { paymentId, digest, checks, verdict } = review
  const giveUp = () => calls['payments.cancel']({ account, paymentId })
  if (verdict === 'stop') {
    await giveUp()
    return { verdict: 'differs', detail: 'stopped by the review' }
  }
  // Whoever cannot be asked did not agree.
  const answer = await agrees(review).catch(() => null)
  if (answer === null) {
    await giveUp()
    return { verdict: 'unasked', detail: '' }
  }
  try {
    const accepted = checks.filter(({ result }) => result === 'attention').map(({ id }) => id)
    await calls['payments.approve']({ account, paymentId, digest, passphrase: answer.passphrase, accepted })
  } catch (error) {
    // Only what was not signed can be given up; what was signed is followed.
    await giveUp().catch(() => undefined)
    throw error
  }
  return outcomeOf(await ended(own, paymentId))
}

/** The payment once it has come to its end, or as it stands when nobody waits any longer. */
async function ended({ calls, account, clock, signal }: OwnPayment, paymentId: PaymentView['paymentId']) {
  for (let looks = 0; ; looks += 1) {
    const payment = await calls['payments.read']({ account, paymentId })
    if (looks >= LOOKS || signal?.aborted === true || ENDS.has(payment.state)) return payment
    await clock.sleep(LOOK_MS, signal)
  }
}

const ENDS: ReadonlySet<PaymentView['state']> = new Set<PaymentView['state']>(['final', 'failed', 'cancelled'])

const outcomeOf = ({ state }: PaymentView): Outcome =>
  state === 'final'
    ? { verdict: 'assumed', detail: '' }
    : { verdict: ENDS.has(state) ? 'differs' : 'unanswered', detail: state }
