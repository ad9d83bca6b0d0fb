import { formatTime, type Nanos, type Output } from '#contract/domain'
import type { FailedAudit } from '#contract/ipc'
import { formatAmount } from '#protocol'
import type { AccountStore, Audit as StoredAudit } from '#store'
import type { AwaitedChange } from './change.ts'
import { acceptedOf, failureReason, readEvidence } from './evidence.ts'

/* What is told of change that did not come back as it should. */

export type Reason = FailedAudit['reason']

/** Something that did not come back as it should. */
export interface Failure
  extends Pick<AwaitedChange, 'outputId' | 'payment' | 'assetId' | 'amount'>,
    Pick<FailedAudit, 'transactionHash' | 'outputIndex' | 'reason' | 'foundAt' | 'acceptedAt' | 'evidence'> {}

/** Undefined where the evidence cannot be read: it stops sending all the same. */
export function failureOf({ cache }: AccountStore, audit: StoredAudit): Failure | undefined {
  const read = readEvidence(audit)
  if (read === undefined) return undefined
  const { awaited } = read
  const { outputId, payment, assetId, amount, hash, index } = awaited
  const reason = failureReason(read)
  const accepted = acceptedOf(audit)
  const foundAt = accepted?.foundAt ?? audit.at
  return {
    ...{ outputId, payment, assetId, amount, transactionHash: hash, outputIndex: index, reason, foundAt },
    acceptedAt: accepted === null ? null : audit.at,
    evidence: evidenceText(awaited, reason, foundAt, cache.outputs.listed(hash, index)),
  }
}

/** For the service, or whoever looks into it: everything here is public. */
function evidenceText(awaited: AwaitedChange, reason: Reason, foundAt: Nanos, listed: Output | undefined): string {
  const { outputId, hash, index, holder, assetId, amount, mask, keys } = awaited
  const report = {
    kind: 'coffer-change-audit',
    reason,
    foundAt: formatTime(foundAt),
    requestId: awaited.payment,
    signed: {
      outputId,
      transactionHash: hash,
      index,
      owner: holder,
      assetId,
      amount: formatAmount(amount),
      mask,
      keys,
    },
    listed:
      listed === undefined
        ? null
        : {
            outputId: listed.output_id,
            state: listed.state,
            owner: `${listed.receivers_hash}:${listed.receivers_threshold}`,
            amount: formatAmount(listed.amount),
            mask: listed.mask,
            keys: listed.keys,
            signedBy: listed.signed_by,
          },
  }
  return JSON.stringify(report, null, 2)
}
