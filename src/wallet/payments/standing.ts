import { defined } from '#contract/defined'
import type { Hash, MultisigRecord, Nanos, TransactionRecord, UserId } from '#contract/domain'
import { CofferError, type ErrorCode, failure } from '#contract/errors'
import type { CallOptions, Remote } from '#remote'
import type { Payment, PaymentTransaction } from '#store'
import { noneIfUnknown } from '../shared/none.ts'
import { findTransaction } from '../shared/transactions.ts'
import { inTurn, isFinal, readGroupRecord } from './group-record.ts'
import type { RequestKeeping } from './group-requests.ts'
import { UNSENT } from './verify.ts'

/** What the other side knows of one transaction. */
export interface Standing {
  readonly hash: Hash
  /** `waiting`: ours is recorded, others of the group have yet to sign. */
  readonly is: 'accepted' | 'waiting' | 'final' | 'revoked'
  /** When it became final, where that is told. */
  readonly at?: Nanos
}

export interface StandingParts {
  readonly account: UserId
  readonly remote: Remote
  readonly line: CallOptions
  readonly requests: Pick<RequestKeeping, 'heard'>
}

type Known = Pick<PaymentTransaction, 'requestId' | 'hash'>

/**
 * What the network knows of a sent transaction. Nothing but its coins and where their money goes is in the bytes of some, so whoever pays or asks for
 * the same has the very same, under an id of their own: where its own id tells nothing of them, they are asked for by their hash.
 */
export async function findStanding(
  parts: StandingParts,
  payment: Payment,
  transaction: Known,
): Promise<Standing | undefined> {
  const named = await standingById(parts, payment, transaction)
  return tellsOf(named, transaction) ? named : ((await standingByHash(parts, payment, transaction)) ?? named)
}

/** A request that was given up says nothing of another one for the same bytes. */
export const tellsOf = (standing: Standing | undefined, { hash }: Pick<Known, 'hash'>): boolean =>
  standing !== undefined && standing.hash === hash && standing.is !== 'revoked'

/** By its request id; of a group's, once ours is among its signers. */
export async function standingById(
  parts: StandingParts,
  payment: Payment,
  { requestId }: Pick<Known, 'requestId'>,
): Promise<Standing | undefined> {
  if (payment.kind === 'multisig') {
    const record = await readGroupRecord(parts.remote, requestId, parts.line).catch(noneIfUnknown)
    if (record === null) return undefined
    parts.requests.heard(record)
    return standingInGroup(record, parts.account)
  }
  const record = await findTransaction(parts.remote, requestId, parts.line)
  return record === null ? undefined : standingOf(record)
}

/** By its own name, under whatever id it is; of a group's, once ours is among its signers or none is missing. */
export async function standingByHash(
  { account, remote, line }: Pick<StandingParts, 'account' | 'remote' | 'line'>,
  { kind }: Pick<Payment, 'kind'>,
  { hash }: Pick<Known, 'hash'>,
): Promise<Standing | undefined> {
  if (hash === null) return undefined
  const record = await remote.call('transactions.read', { params: { id: hash } }, line).catch(noneIfUnknown)
  if (record === null) return undefined
  if (record.transaction_hash !== hash) throw failure('remote.malformed', 'another transaction was answered')
  const standing = standingOf(record)
  if (kind !== 'multisig' || standing?.is !== 'accepted') return standing
  const { signers, senders_threshold: threshold } = record
  return signers.includes(account) || (threshold > 0 && signers.length >= threshold) ? standing : undefined
}

/** Hands stored bytes over; what was taken, in the order of the transactions. */
export async function handOver(
  parts: StandingParts,
  payment: Payment,
  waiting: readonly PaymentTransaction[],
): Promise<(Standing | undefined)[]> {
  if (payment.kind !== 'multisig') {
    const body = waiting.map((transaction) => ({ request_id: transaction.requestId, raw: signedRaw(transaction) }))
    return (await parts.remote.call('transactions.send', { body }, parts.line)).map(standingOf)
  }
  const found: (Standing | undefined)[] = []
  for (const transaction of waiting) {
    const record = (await signInGroup(parts, transaction).catch(noneIfUnknown)) ?? (await askAgain(parts, transaction))
    parts.requests.heard(record)
    found.push(standingInGroup(record, parts.account))
  }
  return found
}

function signInGroup({ remote, line }: StandingParts, transaction: PaymentTransaction): Promise<MultisigRecord> {
  const { requestId: id } = transaction
  const body = { request_id: id, raw: signedRaw(transaction) }
  return inTurn(true, () => remote.call('multisigs.sign', { params: { id }, body }, line))
}

/** A service that has lost what a group was asked for is told it once more, or nobody could sign it or give it up. */
async function askAgain(parts: StandingParts, transaction: PaymentTransaction): Promise<MultisigRecord> {
  const { requestId, unsignedRaw } = transaction
  const body = [{ request_id: requestId, raw: unsignedRaw ?? '' }]
  await parts.remote.call('multisigs.create', { body }, parts.line)
  return signInGroup(parts, transaction)
}

/**
 * A record in an unsent state is what the verify call left behind and says nothing about the signed bytes. Should one mean
 * more, the same bytes go out once more than needed, which is harmless; taken for an acceptance they would never go out.
 */
function standingOf(record: TransactionRecord): Standing | undefined {
  if (UNSENT.has(record.state)) return undefined
  const hash = record.transaction_hash
  return record.state === 'spent' ? finalIn(record) : { hash, is: 'accepted' }
}

const finalIn = ({
  snapshot_at: at,
  transaction_hash: hash,
}: Pick<MultisigRecord, 'snapshot_at' | 'transaction_hash'>): Standing => ({
  ...{ hash, is: 'final' },
  ...defined({ at: at ?? undefined }),
})

function standingInGroup(record: MultisigRecord, account: UserId): Standing | undefined {
  const hash = record.transaction_hash
  if (isFinal(record)) return finalIn(record)
  if (record.revoked_by !== null) return { hash, is: 'revoked' }
  return record.signers.includes(account) ? { hash, is: 'waiting' } : undefined
}

function signedRaw(transaction: PaymentTransaction): string {
  if (transaction.signedRaw === null) throw new CofferError<ErrorCode>('internal', 'a signed payment has signed bytes')
  return transaction.signedRaw
}
