import {
  type Clock,
  formatTime,
  type Hash,
  type Holder,
  type HolderId,
  type Log,
  type Nanos,
  type Output,
  type OutputId,
} from '#contract/domain'
import { codeOf } from '#contract/errors'
import type { FailedAudit } from '#contract/ipc'
import { formatAmount, parseAmount } from '#protocol'
import type { Remote } from '#remote'
import type { AccountStore, Json, Payment, PaymentTransaction } from '#store'
import type { Signer } from '#vault'
import { type AwaitedChange, changeOf } from './change.ts'
import { createPauses } from './pauses.ts'
import { judgeSpend } from './proof.ts'
import { proveOutput } from './prove-output.ts'

export interface AuditDeps {
  readonly remote: Remote
  readonly store: AccountStore
  readonly signer: Signer
  readonly clock: Clock
  readonly log: Log
  readonly holder: (id: HolderId) => Holder
  readonly changed: () => void
}

type Reason = FailedAudit['reason']

/** Something that did not come back as it should. */
export interface Failure
  extends Pick<AwaitedChange, 'outputId' | 'payment' | 'assetId' | 'amount'>,
    Pick<FailedAudit, 'transactionHash' | 'outputIndex' | 'reason' | 'foundAt' | 'acceptedAt' | 'evidence'> {}

export type Audit = ReturnType<typeof createAudit>

/** Change is on the ledger as soon as the payment is final; a service that does not list it by then hides it. */
const MUST_APPEAR_NS: bigint = 10n * 60n * 1_000_000_000n
/** Why a coin is frozen that came back wrong. */
const NOT_PROVED = 'It was not proved to be yours'

/**
 * Watches that change comes back. The service makes the keys of change, and nobody can tell from them whose they are. So
 * afterwards the output must be listed with exactly the keys that were signed, and the service must give the view scalar
 * that, with our spend key, makes that key: it does so when asked to verify a payment that spends the output, which is never
 * signed. Whatever does not hold stops all sending from the account.
 */
export function createAudit(deps: AuditDeps) {
  const { audits, payments } = deps.store.intents
  const { outputs } = deps.store.cache
  /** Of outputs that gave trouble. */
  const pauses = createPauses<OutputId>()

  function judge(awaited: AwaitedChange, result: 'failed', reason: Reason): void
  function judge(awaited: AwaitedChange, result: 'proved', reason: string): void
  function judge(awaited: AwaitedChange, result: 'proved' | 'failed', reason: string): void {
    audits.set(awaited.outputId, result, { ...stored(awaited), reason })
    pauses.end(awaited.outputId)
    holdBack(awaited, result === 'failed')
    deps.log(result === 'failed' ? 'error' : 'info', `payment.change_${result}`, { output: awaited.outputId, reason })
    deps.changed()
  }

  /** A coin that was not proved counts as held, not as available, until it is; no payment could spend it. */
  function holdBack({ hash, index }: AwaitedChange, held: boolean): void {
    const { freezes } = deps.store.intents
    const listed = outputs.listed(hash, index)
    if (listed === undefined) return
    if (held && listed.state === 'unspent') freezes.set(listed.output_id, NOT_PROVED)
    if (!held && freezes.get(listed.output_id)?.reason === NOT_PROVED) freezes.remove(listed.output_id)
  }

  async function examine(awaited: AwaitedChange, since: bigint): Promise<void> {
    const output = outputs.listed(awaited.hash, awaited.index)
    if (output === undefined) {
      if (deps.clock.now() - since > MUST_APPEAR_NS) judge(awaited, 'failed', 'missing')
      return
    }
    if (!isAsSigned(output, awaited)) return judge(awaited, 'failed', 'differs')
    const shared = deps.holder(awaited.holder).members.length > 1
    if (output.state !== 'unspent') return examineSpender(awaited, output.signed_by, shared)
    // A group's coin is proved when the group spends it next: asking for its scalars would open a request for all members.
    if (shared) return
    try {
      await prove(output)
    } catch (error) {
      const code = codeOf(error)
      if (code === 'protocol.not_ours' || code === 'protocol.scalar' || code === 'wallet.view_refused') {
        return judge(awaited, 'failed', 'not ours')
      }
      throw error
    }
    judge(awaited, 'proved', 'proved')
  }

  /**
   * A payment of ours proved the coin before it signed. A group's coin may be spent by the others, which only bytes prove; until
   * somebody gives them the change stays unproved.
   */
  async function examineSpender(awaited: AwaitedChange, spender: Hash | null, shared: boolean): Promise<void> {
    if (spender !== null && signedHere(spender, awaited)) return judge(awaited, 'proved', 'spent by us')
    if (!shared) return judge(awaited, 'failed', 'spent elsewhere')
    const verdict = spender === null ? { is: 'unknown' } : await judgeSpend({ ...deps, line: {} }, awaited, spender)
    if (verdict.is === 'proved') return judge(awaited, 'proved', 'spent by the group')
    if (verdict.is === 'refuted') return judge(awaited, 'failed', 'spent elsewhere')
  }

  /** Another transaction than the one that made the coin, which this wallet signed and which has the coin among its inputs. */
  function signedHere(spender: Hash, { hash, index }: AwaitedChange): boolean {
    const transaction = payments.byTransaction(spender)?.transactions.find((each) => each.hash === spender)
    return (
      spender !== hash &&
      transaction?.signedRaw != null &&
      transaction.inputs.some((input) => input.hash === hash && input.index === index)
    )
  }

  async function prove(output: Output): Promise<void> {
    const holder = deps.holder(`${output.receivers_hash}:${output.receivers_threshold}` as HolderId) // how holders are named
    await proveOutput(output, holder, deps)
  }

  return {
    /** Notes what must come back of a transaction; before it is called final, so that no crash can lose the note. */
    expect(payment: Payment, transaction: PaymentTransaction): void {
      for (const awaited of changeOf(payment, transaction)) {
        if (audits.get(awaited.outputId) === undefined) audits.set(awaited.outputId, 'pending', stored(awaited))
      }
    },

    /** Looks after everything awaited; called when outputs have just been read. */
    async round(): Promise<void> {
      const missing = audits.list('failed').filter(({ evidence }) => reasonOf(evidence) === 'missing')
      for (const { outputId, evidence, at } of [...audits.list('pending'), ...missing]) {
        if (!pauses.due(outputId)) continue
        const awaited = awaitedOf(outputId, evidence)
        // Only a payment that is final owes its change.
        if (
          payments.byTransaction(awaited.hash)?.transactions.find(({ hash }) => hash === awaited.hash)?.finalAt == null
        )
          continue
        const pending = reasonOf(evidence) === null
        // A clock that was set back must not put the judgement off: what is awaited is awaited from now on.
        const ahead = pending && at > deps.clock.now()
        if (ahead) audits.set(outputId, 'pending', evidence)
        try {
          if (pending || outputs.listed(awaited.hash, awaited.index) !== undefined) {
            await examine(awaited, ahead ? deps.clock.now() : at)
          }
        } catch (error) {
          pauses.begin(outputId)
          deps.log('info', 'payment.change_undecided', { output: outputId, code: codeOf(error) })
        }
      }
    },

    /** Change of final payments that the service has not listed yet. */
    unseen(holder: HolderId): AwaitedChange[] {
      return audits
        .list('pending')
        .map(({ outputId, evidence }) => awaitedOf(outputId, evidence))
        .filter((each) => each.holder === holder && outputs.listed(each.hash, each.index) === undefined)
        .filter(
          ({ hash }) => payments.byTransaction(hash)?.transactions.find((each) => each.hash === hash)?.finalAt != null,
        )
    },

    /** Change of final payments that was not proved yet, listed or not. */
    pending: (holder: HolderId): AwaitedChange[] =>
      audits
        .list('pending')
        .map(({ outputId, evidence }) => awaitedOf(outputId, evidence))
        .filter((each) => each.holder === holder),

    /** Whether change did not come back as it should: nothing more is sent then. */
    frozen: (): boolean => audits.list('failed').some(({ evidence }) => acceptedOf(evidence) === null),

    /** All that failed, oldest first, with what was signed beside what is listed now. */
    failures: (): Failure[] =>
      audits.list('failed').map((audit) => {
        const { outputId, evidence } = audit
        const awaited = awaitedOf(outputId, evidence)
        const { payment, assetId, amount, hash, index } = awaited
        const reason = reasonOf(evidence) as Reason // written by `judge`
        const accepted = acceptedOf(evidence)
        const foundAt = accepted?.foundAt ?? audit.at
        return {
          ...{ outputId, payment, assetId, amount, transactionHash: hash, outputIndex: index, reason, foundAt },
          acceptedAt: accepted === null ? null : audit.at,
          evidence: evidenceText(awaited, reason, foundAt, outputs.listed(hash, index)),
        }
      }),

    /**
     * The person has read what happened and takes the loss; what failed stays on record. A coin that is listed but was not
     * proved is frozen, for every payment that chose it would be refused.
     */
    accept(): void {
      for (const { outputId, evidence, at } of audits.list('failed')) {
        if (acceptedOf(evidence) !== null) continue
        const awaited = awaitedOf(outputId, evidence)
        audits.set(outputId, 'failed', {
          ...stored(awaited),
          reason: reasonOf(evidence),
          accepted: { foundAt: String(at) },
        })
        holdBack(awaited, true)
      }
      deps.changed()
    },
  }
}

function isAsSigned(output: Output, awaited: AwaitedChange): boolean {
  return (
    output.amount === awaited.amount &&
    output.mask === awaited.mask &&
    output.keys.join() === awaited.keys.join() &&
    `${output.receivers_hash}:${output.receivers_threshold}` === awaited.holder
  )
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

function stored({ outputId: _, amount, keys, ...rest }: AwaitedChange): { [key: string]: Json } {
  return { ...rest, amount: formatAmount(amount), keys: [...keys] }
}

function awaitedOf(outputId: OutputId, evidence: Json): AwaitedChange {
  const plain = evidence as unknown as Omit<AwaitedChange, 'outputId' | 'amount'> & { amount: string } // written above
  return { ...plain, outputId, amount: parseAmount(plain.amount) }
}

/** When that was found which the person has accepted since; null if it was not accepted. */
function acceptedOf(evidence: Json): { foundAt: Nanos } | null {
  const { accepted } = evidence as { accepted?: { foundAt: string } } // written by `accept`
  return accepted === undefined ? null : { foundAt: BigInt(accepted.foundAt) as Nanos } // written from one
}

function reasonOf(evidence: Json): string | null {
  return (evidence as { reason?: string } | null)?.reason ?? null // written above
}
