import type { Hash, Holder, HolderId, MultisigRecord, RequestId, TransactionRecord } from '#contract/domain'
import { decodeTransaction } from '#protocol'
import type { CallOptions, Remote } from '#remote'
import type { AccountStore, PaymentSummary } from '#store'
import type { Desk } from '../shared/desk.ts'
import { saysNone } from '../shared/none.ts'
import { type Asked, bytesOf, type Try, triesOf } from '../shared/transactions.ts'

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
 * Whether somebody else pays what is recorded under an id: who knows what an id follows from can take it first. The service names nobody of this holder,
 * and the bytes spend no coin that was ever listed here; it could as well say that there is nothing, so that its word alone has nothing paid twice.
 */
export function isAnothers(
  { account, store }: Pick<Desk, 'account' | 'store'>,
  { members }: Holder,
  record: TransactionRecord | MultisigRecord,
): boolean {
  const { senders } = record
  const inputs = bytesOf(record)?.inputs ?? []
  if (senders.length === 0 || inputs.length === 0) return false
  if (senders.some((each) => each === account || members.includes(each))) return false
  // The decoder gives 32 bytes of hex.
  return inputs.every(({ hash, index }) => store.cache.outputs.listed(hash as Hash, index) === undefined)
}

type Looking = Pick<Desk, 'account' | 'holder' | 'remote' | 'store'>

/**
 * What a group is asked for under an id: by another copy of these files, where a member has signed it, nobody has given it up, and it can still be
 * completed. What this journal made under that id itself is its own, unless it was never signed here and is signed by this account all the same. Throws
 * what asking the service does.
 */
async function askedElsewhere(
  desk: Looking,
  of: Holder,
  id: RequestId,
  known: PaymentSummary | undefined,
): Promise<Asked> {
  const { account, holder, remote, store } = desk
  try {
    const record = await remote.call('multisigs.read', { params: { id } })
    if (isAnothers(desk, of, record)) return 'by another'
    const { revoked_by: revokedBy, signers, transaction_hash: asked } = record
    if (revokedBy !== null || signers.length === 0) return null
    if (known?.transactions.some(({ hash }) => hash === asked) === true) {
      // What enough have signed is not asked for any more.
      const waits = signers.length < holder(known.holder).threshold
      if (known.signedAt !== null || !signers.includes(account) || !waits) return null
    }
    return isDead(store, record) ? null : 'elsewhere'
  } catch (error) {
    if (!saysNone(error)) throw error
    return null
  }
}

/** The look for tries of what a holder pays: of a group's, also at what its members are asked for. */
export function triesOfHolder(desk: Desk, holder: HolderId, idOf: (attempt: number) => RequestId): AsyncGenerator<Try> {
  const of = desk.holder(holder)
  return triesOf(desk, idOf, {
    asked: async (id, known) => (of.members.length > 1 ? await askedElsewhere(desk, of, id, known) : null),
    isAnothers: (record) => isAnothers(desk, of, record),
  })
}
