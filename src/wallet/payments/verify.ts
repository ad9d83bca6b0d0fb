import type { Holder, Log, MultisigRecord, RequestId, TransactionRecord, UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import type { Remote } from '#remote'
import type { AccountStore, Payment } from '#store'
import type { Signer } from '#vault'
import { said } from '#words/facts'
import type { Directory } from '../shared/names.ts'
import { differencesFromRecord, leftOutOfRecord } from './bytes.ts'
import { comparedRows, lineOf } from './compared.ts'
import { paysAnotherFee } from './fees.ts'
import type { RequestKeeping } from './group-requests.ts'
import { type InscriptionAct, intentOf } from './intent.ts'
import { leaveProofs } from './own-spend.ts'
import { needSame } from './unchanged.ts'

interface VerifierDeps {
  readonly account: UserId
  readonly remote: Remote
  readonly store: AccountStore
  readonly signer: Signer
  readonly directory: Directory
  readonly requests: Pick<RequestKeeping, 'made'>
  readonly signal: AbortSignal
  readonly log: Log
}

export type Verifier = ReturnType<typeof createVerifier>

/** View scalars of each transaction of a payment, by its request id. */
type Views = ReadonlyMap<RequestId, readonly string[]>

/** Lets the service check unsigned bytes and compares what it records with them. Locks nothing there and may be repeated. */
export function createVerifier(deps: VerifierDeps) {
  const { account, remote, signer, signal } = deps
  const { payments } = deps.store.intents
  /** Never written down; asked for again after a restart. */
  const views = new Map<RequestId, Views>()

  async function compared(payment: Payment, holder: Holder) {
    const records = await submit(payment)
    const pairs = payment.transactions.map((transaction, at) => {
      const record = records[at]
      if (record === undefined) throw failure('remote.malformed', 'a record is missing')
      refuseDifferences(transaction, record, holder, intentOf(payment).act)
      return { transaction, record }
    })
    // Only what is ours in every part is kept as made here.
    for (const record of records) if ('revoked_by' in record) deps.requests.made(record)
    return pairs
  }

  function remember(id: RequestId, pairs: Awaited<ReturnType<typeof compared>>): Views {
    const scalars = new Map(pairs.map(({ transaction, record }) => [transaction.requestId, record.views]))
    views.set(id, scalars)
    return scalars
  }

  /** Hands the unsigned bytes to the service: to be checked, or for a group to become a request of its members. */
  async function submit(payment: Payment): Promise<readonly (TransactionRecord | MultisigRecord)[]> {
    const body = payment.transactions.map(({ requestId, unsignedRaw }) => ({
      request_id: requestId,
      raw: unsignedRaw ?? '',
    }))
    if (payment.kind !== 'multisig') {
      return remote.call('transactions.verify', { body }, { signal })
    }
    return remote.call('multisigs.create', { body }, { signal })
  }

  function refuseDifferences(
    transaction: Payment['transactions'][number],
    record: TransactionRecord | MultisigRecord,
    holder: Holder,
    act: InscriptionAct | undefined,
  ): void {
    const { hash, unsignedRaw } = transaction
    if (hash === null || unsignedRaw === null) throw failure('internal', 'a built transaction has bytes')
    const revoked = 'revoked_by' in record && record.revoked_by !== null
    if (revoked) throw failure('wallet.request_revoked', 'the group gave this request up')
    const begun = 'revoked_by' in record ? record.signers.includes(account) : !UNSENT.has(record.state)
    // Another copy of these files asked the group for it, which nobody has sent before enough have signed.
    const asked = 'revoked_by' in record && record.signers.length < holder.threshold
    if (begun && record.transaction_hash !== hash) {
      throw failure('wallet.request_taken', 'the request id belongs to another transaction', { details: { asked } })
    }
    if (begun) {
      const details = { state: record.state, asked }
      throw failure('wallet.already_sent', 'the service has this request already', { details })
    }
    if (paysAnotherFee(transaction, record, holder)) {
      throw failure('wallet.fee_receiver', 'the record names another receiver of the fee')
    }
    const differences = differencesFromRecord(transaction, unsignedRaw, hash, record, holder)
    const moved = record.inscription_hash
    // What moves an item says so; where money is meant, an item among the coins would be lost.
    const allowed = act === undefined ? null : 'item' in act ? act.item : null
    if (moved !== null && moved !== allowed) {
      differences.push({ field: said('check.field.inscription'), record: moved, actual: allowed ?? '' })
    }
    if (differences.length > 0) {
      const rows = comparedRows(transaction, unsignedRaw, deps.directory, { record, holder, differences })
      const details = { fields: differences.map(({ field }) => field), rows: rows.map(lineOf) }
      throw failure('wallet.record_differs', 'record and bytes differ', { details })
    }
    if (record.views.length !== transaction.inputs.length) {
      throw failure('wallet.view_refused', 'there is not one view per input', {
        details: { input: record.views.length + 1 },
      })
    }
  }

  return {
    /** Also proves with the service's view scalars that every coin is ours. */
    async verify(payment: Payment, holder: Holder): Promise<Payment> {
      const [pairs] = await Promise.all([compared(payment, holder), leaveProofs(deps, payment, holder)])
      for (const { transaction, record } of pairs) {
        await signer.prove({ inputs: transaction.inputs.map(({ keys }) => ({ keys })), views: record.views })
      }
      needSame(deps.store.intents, payment)
      remember(payment.id, pairs)
      return payments.markVerified(
        payment.id,
        pairs.map(({ transaction, record }) => ({
          requestId: transaction.requestId,
          record: { state: record.state, leftOut: leftOutOfRecord(transaction, record, holder) },
        })),
      )
    },

    /** After a restart they are asked for again, and the record must still agree. */
    async viewsOf(payment: Payment, holder: Holder): Promise<Views> {
      return views.get(payment.id) ?? remember(payment.id, await compared(payment, holder))
    },

    hasViews: (id: RequestId): boolean => views.has(id),

    /** Drops the view scalars of one payment, or of all. */
    forget(id?: RequestId): void {
      if (id === undefined) views.clear()
      else views.delete(id)
    },
  }
}

/** A record in one of these states says that the signed bytes were not sent yet. */
export const UNSENT: ReadonlySet<string> = new Set(['unspent', 'pending'])
