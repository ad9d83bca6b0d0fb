import type { PolicyRules } from '#contract/ipc'
import type { PaymentReview } from '../support/worded.ts'

/** Rules that stop nothing. */
export const FREE: PolicyRules = {
  ...{ assets: [], others: 'free', fiat: null, payees: { kind: 'anyone' }, wait: null, changeHours: 24 },
  look: { withoutMemo: false, hours: null },
}

/** What a review says of rules. */
export const rulesIn = ({ checks }: Pick<PaymentReview, 'checks'>): string[] =>
  checks.filter(({ id }) => id.startsWith('rule:')).map(({ result, text }) => `${result}: ${text}`)
