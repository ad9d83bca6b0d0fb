import type { ApprovalsDesk } from '../approvals/desk.ts'
import type { Consolidation } from './consolidation.ts'

/** An account whose coins are counted, and put together now and then. */
export interface CoinsDesk extends ApprovalsDesk {
  readonly consolidation: Consolidation
}
