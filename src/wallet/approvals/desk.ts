import type { PaymentsDesk } from '../payments/desk.ts'
import type { Cosign } from './cosign.ts'
import type { RequestStore } from './request-store.ts'
import type { Verdicts } from './verdicts.ts'
import type { Withdrawals } from './withdrawals.ts'

/** An account that signs for its groups as well. */
export interface ApprovalsDesk extends PaymentsDesk {
  readonly requestStore: RequestStore
  readonly cosign: Cosign
  readonly withdrawals: Withdrawals
  readonly verdicts: Verdicts
}
