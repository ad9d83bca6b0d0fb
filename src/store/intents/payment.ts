import { z } from 'zod'
import type { AssetId, Hash, HolderId, Nanos, OutputId, RequestId } from '#contract/domain'
import { hash, outputId, type PAYMENT_STATES, requestId, sentence } from '#contract/wire'
import type { Amount } from '#protocol/text'
import type { Json } from '../exact-json.ts'
import { storedObject } from '../stored.ts'

/*
 * The nouns of the payment journal. A payment is what a person asked for; it is carried out by one or more transactions
 * that are signed together (a withdrawal with its fee in another asset, the entries of an invoice, a stored object).
 * Bytes are lower-case hex, as `#protocol` gives and takes them.
 */

export type PaymentState = (typeof PAYMENT_STATES)[number]

/** Nothing was signed yet: may be planned anew, cancelled, forgotten. */
export const UNSIGNED = [
  'draft',
  'reserved',
  'keyed',
  'built',
  'verified',
  'approved',
] as const satisfies PaymentState[]
/** Signed bytes exist and may be out in the world: only proof ends it. */
export const OUT = ['signed', 'sent', 'accepted'] as const satisfies PaymentState[]

export const isUnsigned = (state: PaymentState): boolean => (UNSIGNED as readonly PaymentState[]).includes(state)
export const isOut = (state: PaymentState): boolean => (OUT as readonly PaymentState[]).includes(state)
/** Neither final nor given up nor proved dead: it holds its coins. */
export const isLive = (state: PaymentState): boolean => isUnsigned(state) || isOut(state)

export const KINDS = ['transfer', 'withdrawal', 'consolidation', 'multisig', 'collectible', 'storage'] as const
type PaymentKind = (typeof KINDS)[number]

export const PURPOSES = ['payment', 'fee', 'storage'] as const
export type Purpose = (typeof PURPOSES)[number]

export const ROLES = ['payment', 'change', 'fee', 'withdrawal', 'storage', 'unknown'] as const
type OutputRole = (typeof ROLES)[number]

/** What is known when a person has asked: the ids of all transactions are fixed here, for ever. */
export interface PaymentDraft {
  readonly id: RequestId
  readonly holder: HolderId
  readonly kind: PaymentKind
  readonly assetId: AssetId
  readonly amount: Amount
  /** The wallet's own description: payees, memo, label, fee, where to return to. */
  readonly detail: Json
  readonly transactions: readonly TransactionDraft[]
  /** The signed payment that this one, to oneself, is to make impossible: it may take what that one holds. */
  readonly voids?: RequestId
}

interface TransactionDraft {
  readonly requestId: RequestId
  readonly purpose: Purpose
  readonly assetId: AssetId
  readonly kernelAssetId: Hash
  readonly extra: string
  readonly references: readonly Hash[]
}

export interface PaymentInput {
  readonly outputId: OutputId
  readonly hash: Hash
  readonly index: number
  readonly amount: Amount
  readonly mask: string
  readonly keys: readonly string[]
}

/** An output to be made; its place in the list is its index in the transaction. */
interface PlannedOutput {
  readonly role: OutputRole
  readonly payee: Json
  readonly amount: Amount
  readonly threshold: number
  /** Under which one-time keys are asked for; null where Coffer derives them or there are none. */
  readonly hint: string | null
}

export interface OutputKeys {
  readonly mask: string
  readonly keys: readonly string[]
}

export interface PaymentOutput extends PlannedOutput {
  /** null until `keyed`, and for ever where an output has no keys (a withdrawal). */
  readonly keys: OutputKeys | null
  readonly script: string | null
}

/** Inputs and outputs of one transaction of a payment. */
export interface TransactionPlan {
  readonly requestId: RequestId
  readonly inputs: readonly PaymentInput[]
  readonly outputs: readonly PlannedOutput[]
  /** Replaces the extra and references of the draft, when they depend on what was chosen. */
  readonly extra?: string
  readonly references?: readonly Hash[]
}

export interface PaymentTransaction extends TransactionDraft {
  readonly inputs: readonly PaymentInput[]
  readonly outputs: readonly PaymentOutput[]
  readonly hash: Hash | null
  readonly unsignedRaw: string | null
  readonly signedRaw: string | null
  /** Fields of the service's record that were compared with the bytes. */
  readonly record: Json
  readonly acceptedAt: Nanos | null
  readonly finalAt: Nanos | null
  readonly conflict: Conflict | null
}

/**
 * Proof that a transaction can never become final: bytes of another one, called final, that spends one of its inputs. Files of
 * earlier versions hold conflicts without bytes, which prove nothing.
 */
export const conflict = storedObject({
  requestId,
  outputId,
  spentBy: hash,
  /** Of `spentBy`, with signatures. */
  raw: z.string().exactOptional(),
  /** The transaction of the same payment that is dead by it, where this one is dead because it refers to that. */
  through: requestId.exactOptional(),
})
export type Conflict = z.output<typeof conflict>
/** A conflict with the bytes that prove it. */
export type Proof = Conflict & { readonly raw: string }

export const problem = storedObject({
  code: z.string(),
  details: z
    .record(
      z.string(),
      z.union([
        z.string(),
        z.number(),
        z.boolean(),
        z.null(),
        sentence,
        z.array(z.union([z.string(), sentence])).readonly(),
      ]),
    )
    .readonly(),
})
export type Problem = z.output<typeof problem>

/** What stands for a problem that is there and cannot be read. */
export const UNREADABLE: Problem = { code: 'store.damaged', details: {} }

export interface PaymentSummary {
  readonly id: RequestId
  readonly holder: HolderId
  readonly kind: PaymentKind
  readonly state: PaymentState
  readonly assetId: AssetId
  readonly amount: Amount
  readonly detail: Json
  /** Digest that the person approved; set from `approved` on. */
  readonly digest: Hash | null
  readonly attempts: number
  readonly problem: Problem | null
  readonly createdAt: Nanos
  readonly updatedAt: Nanos
  readonly approvedAt: Nanos | null
  readonly signedAt: Nanos | null
  /** When the signed bytes were first handed to the network. */
  readonly sentAt: Nanos | null
  readonly acceptedAt: Nanos | null
  readonly finalAt: Nanos | null
  readonly transactions: readonly {
    readonly requestId: RequestId
    readonly purpose: Purpose
    readonly assetId: AssetId
    readonly hash: Hash | null
    readonly acceptedAt: Nanos | null
    readonly finalAt: Nanos | null
  }[]
}

export interface Payment extends Omit<PaymentSummary, 'transactions'> {
  readonly transactions: readonly PaymentTransaction[]
}

export type Reservation =
  | { readonly ok: true; readonly payment: Payment }
  /** Nothing was reserved: these outputs belong to other live payments. */
  | { readonly ok: false; readonly reason: 'held'; readonly held: readonly Hold[] }

export interface Hold {
  readonly outputId: OutputId
  readonly paymentId: RequestId
  readonly assetId: AssetId
  readonly amount: Amount
}

export interface PaymentEvent {
  readonly paymentId: RequestId
  readonly at: Nanos
  /** The state that was entered, or `attempt`, `problem`, `adopted`, `transaction_accepted`, `transaction_final`. */
  readonly what: string
  readonly detail: Json
}
