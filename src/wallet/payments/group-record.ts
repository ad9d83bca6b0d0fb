import type { Hash, HolderId, MultisigRecord, RequestId } from '#contract/domain'
import { decodeTransaction } from '#protocol'
import type { CallOptions, Remote } from '#remote'
import type { AccountStore, PaymentSummary } from '#store'
import type { Desk } from '../shared/desk.ts'
import { saysNone } from '../shared/none.ts'
import { type Try, triesOf } from '../shared/transactions.ts'

/** Counts what is asked, over all accounts. */
let asked = 0
/** Which of all that was asked a record answers, and whether that did something. */
interface Turn {
  readonly asked: number
  readonly did: boolean
}
const turns = new WeakMap<MultisigRecord, Turn>()

/** A number above those of all that was asked so far. */
export const nextTurn = (): number => {
  asked += 1
  return asked
}

/** Which of all that was asked a record answers, which may come after what was asked later; null where its place is when it is heard. */
export const turnOf = (record: MultisigRecord): Turn | null => turns.get(record) ?? null

/** The record that is answered, with its turn. */
export async function inTurn(did: boolean, ask: () => Promise<MultisigRecord>): Promise<MultisigRecord> {
  const turn = { asked: nextTurn(), did }
  const record = await ask()
  turns.set(record, turn)
  return record
}

/**
 * A group's request by its id or hash. Its record does not say what became of the transaction, so once enough have signed
 * the transaction's own record is asked as well. Throws `remote.*`.
 */
export const readGroupRecord = (remote: Remote, id: string, line: CallOptions): Promise<MultisigRecord> =>
  inTurn(false, () => readWhole(remote, id, line))

async function readWhole(remote: Remote, id: string, line: CallOptions): Promise<MultisigRecord> {
  const record = await remote.call('multisigs.read', { params: { id } }, line)
  const isComplete = record.senders_threshold > 0 && record.signers.length >= record.senders_threshold
  if (!isComplete || record.revoked_by !== null || isFinal(record)) return record
  try {
    const sent = await remote.call('transactions.read', { params: { id: record.request_id } }, line)
    if (sent.transaction_hash !== record.transaction_hash) return record
    const { state, snapshot_id, snapshot_hash, snapshot_at } = sent
    return { ...record, state, snapshot_id, snapshot_hash, snapshot_at }
  } catch (error) {
    if (!saysNone(error)) throw error
    return record
  }
}

/** Some services name state or snapshot in the group's record already. */
export function isFinal(record: MultisigRecord): boolean {
  return record.state === 'spent' || record.snapshot_hash !== null
}

/** Whether a coin of what a group is asked for was spent by something else: nobody can complete it. */
function isDead({ cache }: AccountStore, { raw_transaction, transaction_hash }: MultisigRecord): boolean {
  return decodeTransaction(raw_transaction).inputs.some(({ hash, index }) => {
    const coin = cache.outputs.byTransaction(hash as Hash, index) // the decoder gives 32 bytes of hex
    return coin?.state === 'spent' && coin.signed_by !== null && coin.signed_by !== transaction_hash
  })
}

/**
 * Whether a group is asked under an id for what another copy of these files made: a member has signed it, nobody has given it up, and it can still be
 * completed. What this journal made under that id itself is its own, unless it was never signed here and is signed by this account all the same. Throws
 * what asking the service does.
 */
async function isAskedElsewhere(
  { account, holder, remote, store }: Pick<Desk, 'account' | 'holder' | 'remote' | 'store'>,
  id: RequestId,
  known: PaymentSummary | undefined,
): Promise<boolean> {
  try {
    const record = await remote.call('multisigs.read', { params: { id } })
    const { revoked_by: revokedBy, signers, transaction_hash: asked } = record
    if (revokedBy !== null || signers.length === 0) return false
    if (known?.transactions.some(({ hash }) => hash === asked) === true) {
      // What enough have signed is not asked for any more.
      const waits = signers.length < holder(known.holder).threshold
      if (known.signedAt !== null || !signers.includes(account) || !waits) return false
    }
    return !isDead(store, record)
  } catch (error) {
    if (!saysNone(error)) throw error
    return false
  }
}

/** The look for tries of what a holder pays: of a group's, also at what its members are asked for. */
export const triesOfHolder = (
  desk: Desk,
  holder: HolderId,
  idOf: (attempt: number) => RequestId,
): AsyncGenerator<Try> =>
  triesOf(
    desk,
    idOf,
    desk.holder(holder).members.length > 1 ? (id, known) => isAskedElsewhere(desk, id, known) : undefined,
  )
