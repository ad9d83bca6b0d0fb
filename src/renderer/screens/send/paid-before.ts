import type { Report } from '../../state/types.ts'

/** What leads on from a payment that was paid, or asked for, another way. */
export interface WaysOn {
  /** What the group was asked for stands in Approvals. */
  readonly request: string | null
  /** Paid, or on its way, as another payment. */
  readonly payment: string | null
  /** It is sent under its own id: its receipt comes by itself. */
  readonly isItself: boolean
}

export function waysOn({ details }: Report, paymentId: string): WaysOn {
  const { requestId, asked, rows } = details
  const other = typeof requestId === 'string' && requestId !== '' && requestId !== paymentId ? requestId : null
  return {
    // Another computer makes the same payment of a list under the same id.
    request: asked === true ? (other ?? paymentId) : null,
    payment: asked === true ? null : other,
    isItself: other === null && typeof rows !== 'number',
  }
}
