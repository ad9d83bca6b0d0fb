import type { AssetId, Hash, OutputId, RequestId, UserId } from '#contract/domain'
import type { Payee } from '#contract/ipc'
import { type Amount, toAmount } from '#protocol/text'

/**
 * What a person asked for, fixed once: the meaning of a payment never changes after its first commit,
 * so that the same request id always means the same money.
 */
export interface Intent {
  readonly assetId: AssetId
  readonly rows: readonly { readonly payee: Payee; readonly amount: Amount }[]
  readonly memoHex: string
  readonly references: readonly Hash[]
  /** A withdrawal's fee; null for transfers and for a fee of zero. */
  readonly fee: { readonly assetId: AssetId; readonly amount: Amount } | null
  readonly coins: readonly OutputId[] | null
  readonly label: string
  readonly returnTo: string | null
  /** The form it came from, which has served its purpose once the payment is approved. */
  readonly draftId: string | null
}

/** Whom an output of a planned transaction is for. */
export type Target = Payee | { readonly kind: 'self' } | { readonly kind: 'fee'; readonly userId: UserId }

export type OutputRole = 'payment' | 'withdrawal' | 'fee' | 'change'

export interface PlannedOutput {
  readonly role: OutputRole
  readonly target: Target
  readonly amount: Amount
}

/** One kernel transaction of a payment before its coins are chosen; change is added behind the outputs. */
export interface PlannedTransaction {
  readonly requestId: RequestId
  readonly purpose: 'payment' | 'fee'
  readonly assetId: AssetId
  readonly outputs: readonly PlannedOutput[]
  readonly total: Amount
  readonly extra: string
  readonly references: readonly Hash[]
  /** Position of an earlier transaction of the same payment whose hash is referred to as well. */
  readonly refersTo: number | null
}

export function isWithdrawal(intent: Intent): boolean {
  return intent.rows.some((row) => row.payee.kind === 'chain')
}

/**
 * The transactions of an intent, in sending order. A transfer is one, paying all receivers; so is a withdrawal with its
 * fee in the same asset (withdrawal first, as the kernel demands). A fee in another asset is a second transaction that
 * refers to the first, under a request id derived from the payment's.
 */
export function planTransactions(
  intent: Intent,
  requestId: RequestId,
  feeRequestId: RequestId,
  feeUser: UserId,
): readonly PlannedTransaction[] {
  const withdrawal = isWithdrawal(intent)
  const payments = intent.rows.map(
    ({ payee, amount }): PlannedOutput => ({
      role: payee.kind === 'chain' ? 'withdrawal' : 'payment',
      target: payee,
      amount,
    }),
  )
  const fee: PlannedOutput[] =
    withdrawal && intent.fee !== null
      ? [{ role: 'fee', target: { kind: 'fee', userId: feeUser }, amount: intent.fee.amount }]
      : []
  const sameAsset = intent.fee?.assetId === intent.assetId
  const main = transaction(requestId, 'payment', intent.assetId, sameAsset ? [...payments, ...fee] : payments, {
    extra: intent.memoHex,
    references: intent.references,
  })
  if (intent.fee === null || sameAsset || fee.length === 0) return [main]
  return [main, transaction(feeRequestId, 'fee', intent.fee.assetId, fee, { refersTo: 0 })]
}

function transaction(
  requestId: RequestId,
  purpose: PlannedTransaction['purpose'],
  assetId: AssetId,
  outputs: readonly PlannedOutput[],
  rest: { extra?: string; references?: readonly Hash[]; refersTo?: number },
): PlannedTransaction {
  return {
    requestId,
    purpose,
    assetId,
    outputs,
    total: toAmount(outputs.reduce((sum, output) => sum + output.amount, 0n)),
    extra: rest.extra ?? '',
    references: rest.references ?? [],
    refersTo: rest.refersTo ?? null,
  }
}
