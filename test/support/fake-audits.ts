import type { WireAnswer } from '#contract/ipc'
import { ago, asset, hashOf, uuidOf } from './fake-data.ts'

export type FailedAudit = WireAnswer<'payments.frozen'>[number]

/** Nothing is wrong, unless a test says so by an override. */
export const auditAnswers = () => ({
  'payments.frozen': (): FailedAudit[] => [],
  'payments.unfreeze': () => null,
  'payments.changeAtRisk': () => ({ payments: [], sums: [], bounds: [] }),
  'payments.setChangeBound': () => null,
  'payments.prepareVoid': (): never => {
    throw new Error('nothing is undecided here')
  },
})

/** Change that did not come back as it should. */
export function failedAudit(seed: string, over: Partial<FailedAudit> = {}): FailedAudit {
  return {
    outputId: uuidOf(`output ${seed}`),
    paymentId: uuidOf('payment final'),
    title: 'Send 0.1 BTC to Bo Lindqvist',
    asset: asset('BTC', 'Bitcoin'),
    amount: '0.9',
    transactionHash: hashOf(`transaction ${seed}`),
    outputIndex: 1,
    reason: 'missing',
    foundAt: ago(30),
    acceptedAt: null,
    evidence: JSON.stringify({ kind: 'coffer-change-audit', seed }, null, 2),
    ...over,
  }
}
