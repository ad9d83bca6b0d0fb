import { formatTime, type Nanos, type Output, type OutputId } from '#contract/domain'
import type { FailedAudit } from '#contract/ipc'
import { formatAmount, parseAmount } from '#protocol'
import type { AccountStore, Json, Audit as StoredAudit } from '#store'
import type { AwaitedChange } from './change.ts'

/* What is kept of change that is awaited, and what is told of the one that failed. */

export type Reason = FailedAudit['reason']

/** Something that did not come back as it should. */
export interface Failure
  extends Pick<AwaitedChange, 'outputId' | 'payment' | 'assetId' | 'amount'>,
    Pick<FailedAudit, 'transactionHash' | 'outputIndex' | 'reason' | 'foundAt' | 'acceptedAt' | 'evidence'> {}

export function failureOf({ cache }: AccountStore, { outputId, evidence, at }: StoredAudit): Failure {
  const awaited = awaitedOf(outputId, evidence)
  const { payment, assetId, amount, hash, index } = awaited
  const reason = reasonOf(evidence) as Reason // written by the audit
  const accepted = acceptedOf(evidence)
  const foundAt = accepted?.foundAt ?? at
  return {
    ...{ outputId, payment, assetId, amount, transactionHash: hash, outputIndex: index, reason, foundAt },
    acceptedAt: accepted === null ? null : at,
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

export function stored({ outputId: _, amount, keys, ...rest }: AwaitedChange): { [key: string]: Json } {
  return { ...rest, amount: formatAmount(amount), keys: [...keys] }
}

export function awaitedOf(outputId: OutputId, evidence: Json): AwaitedChange {
  const plain = evidence as unknown as Omit<AwaitedChange, 'outputId' | 'amount'> & { amount: string } // written above
  return { ...plain, outputId, amount: parseAmount(plain.amount) }
}

/** When that was found which the person has accepted since; null if it was not accepted. */
export function acceptedOf(evidence: Json): { foundAt: Nanos } | null {
  const { accepted } = evidence as { accepted?: { foundAt: string } } // written by the audit
  return accepted === undefined ? null : { foundAt: BigInt(accepted.foundAt) as Nanos } // written from one
}

export function reasonOf(evidence: Json): string | null {
  return (evidence as { reason?: string } | null)?.reason ?? null // written above
}
