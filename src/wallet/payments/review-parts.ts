import type { AssetId, Holder, Nanos, OutputId, UserId } from '#contract/domain'
import type { Payee, PaymentReview } from '#contract/ipc'
import type { Amount } from '#protocol'
import type { AccountStore, Intents, PaymentOutput, PaymentTransaction } from '#store'
import type { Said } from '#words/facts'
import type { Untold } from '../policies/judge.ts'
import type { Directory } from '../shared/names.ts'
import type { PriceParts } from './price-checks.ts'
import type { Target } from './target.ts'

export type Check = PaymentReview['checks'][number]

export type Proof = PaymentReview['payees'][number]['proof']

export type OutputReview = PaymentReview['transactions'][number]['outputs'][number]

export const LEAVING: ReadonlySet<PaymentOutput['role']> = new Set(['payment', 'withdrawal'])

/** Nobody can spend what asks for 64 signatures of one key: that is how storage is paid for. */

export interface ReviewParts extends PriceParts {
  readonly directory: Directory
  readonly holder: Holder
  readonly intents: Intents
  readonly network: string
  readonly account: UserId
  readonly feeUser: UserId
  /** Why nobody should go by the price of an asset. */
  readonly priceTrouble: (asset: AssetId) => Untold | null
  /** What coins are by now. */
  readonly outputs: Pick<AccountStore['cache']['outputs'], 'get' | 'isAside'>
  readonly paidBefore: (target: Target) => { readonly times: number; readonly last: Nanos } | null
  /** What may be spent of an asset besides what is held. */
  readonly available: (asset: AssetId) => Amount
  /** What to know of requests that were given up after they were signed. */
  readonly outstanding: (spends: readonly OutputId[]) => PaymentReview['checks']
  /** What is suspicious about a receiver next to those that are known. */
  readonly alike: (payee: Payee) => readonly Said[]
  readonly approval: PaymentReview['approval']
  /** Units of the preferred currency per US dollar; null without one. */
  readonly rate: number | null
  /** Keys of a kernel address as Coffer derives them, to compare with those in the bytes. */
  readonly deriveKernel: (
    requestId: PaymentTransaction['requestId'],
    index: number,
    members: readonly string[],
  ) => Promise<{ readonly mask: string; readonly keys: readonly string[] }>
}
