import type { Hash, RequestId, UserId } from '#contract/domain'
import type { PaymentView } from '#contract/ipc'
import type { RequestState } from '#store'
import type { NodesDesk } from '../nodes/calls.ts'
import type { Audit } from './audit.ts'
import type { Intent } from './intent.ts'
import type { PaymentSteps } from './payment-steps.ts'
import type { PrepareInput } from './preparing.ts'
import type { Submitter } from './submitter.ts'

interface Signer {
  readonly userId: UserId
}

export interface GroupRequest {
  readonly id: RequestId
  readonly state: RequestState
  readonly detail: { readonly signers: readonly Signer[]; readonly revokedBy: UserId | null }
}

/** An account whose payments are made, sent and watched. */
export interface PaymentsDesk extends NodesDesk {
  readonly submitter: Submitter
  readonly paymentSteps: PaymentSteps
  readonly audit: Audit
  /** Who has signed a group's payment, and who gave it up. */
  readonly requestStore: {
    find(id: RequestId): GroupRequest | undefined
    findByHash(hash: Hash): GroupRequest | undefined
  }
  /** What became of a group's withdrawal. */
  readonly withdrawals: {
    of(id: RequestId): PaymentView['withdrawal']
    withKey: <Done>(
      wish: Pick<PrepareInput, 'holder' | 'rows' | 'references'>,
      pay: (key: Pick<Intent, 'sharedKey'>) => Promise<Done>,
    ) => Promise<Done>
  }
  /** Goes on with the steps of a consolidation once one is approved. */
  readonly consolidation: { round(): void }
}
