import type { RequestId, TransactionRecord } from '#contract/domain'
import { type Assumption, CofferError, codeOf, type ErrorCode, failure } from '#contract/errors'
import type { AskedStanding } from '#contract/ipc'
import { decodeTransaction, type Transaction, transactionHash } from '#protocol'
import type { CallOptions, Remote } from '#remote'
import { isOut, type PaymentSummary } from '#store'
import type { Desk } from './desk.ts'

/** Ids in a row that nobody knows, after which no later try of the same is looked for. */
const UNKNOWN_MOST = 3
/** More tries of one wish than anybody makes elsewhere: a service that shows as many would have the wallet ask for ever. */
export const TRIES_MOST = 64

export interface Try {
  readonly id: RequestId
  /** Null where nothing was sent under that id. */
  readonly record: TransactionRecord | null
  /** By this journal it is on its way, or paid. */
  readonly isPaid: boolean
  /** Of a group: its members are asked for it by another copy of these files. */
  readonly isAsked: boolean
  /** What the service was shown under that id and was never sent, of bytes that this journal did not make: whoever made them may have signed them. */
  readonly shown: TransactionRecord | null
  /** Somebody else had a payment of his own recorded under that id: it pays nothing of this wish, and nothing else can be recorded under it. */
  readonly isAnothers: boolean
}

/** What is signed stands under its own id, which says nothing of another try. */
export const isItself = ({ id: own, signedAt }: Pick<PaymentSummary, 'id' | 'signedAt'>, id: RequestId): boolean =>
  signedAt !== null && own === id

/** Of whom a group's members are asked for something under an id: by another copy of these files, by somebody else, or nobody. */
export type Asked = 'elsewhere' | 'by another' | null

/** How it is told whose a try is. */
interface Whose {
  /** What members of a group are asked for under an id, under which this journal knows this. */
  asked(id: RequestId, known: PaymentSummary | undefined): Promise<Asked>
  isAnothers(record: TransactionRecord): boolean
}
const OWN: Whose = { asked: async () => null, isAnothers: () => false }

/** Of a try in this journal that nothing follows any more: a copy of these files may have had it paid all the same. */
const isLeft = ({ kind, state }: Pick<PaymentSummary, 'kind' | 'state'>): boolean =>
  state === 'cancelled' && kind !== 'multisig'

export const isOver = ({ state }: Pick<PaymentSummary, 'state'>): boolean => state === 'cancelled' || state === 'failed'

const isPaid = ({ state, transactions }: PaymentSummary): boolean =>
  isOut(state) || transactions.some(({ purpose, finalAt }) => purpose === 'payment' && finalAt !== null)

/**
 * The tries of one wish, each under an id of its own: those that are known here, and those that another copy of the files handed to the service.
 * One that the service was shown and never sent is none, and may have later ones behind it. Throws `remote.malformed` where it shows no end of them.
 */
export async function* triesOf(
  { remote, store }: Pick<Desk, 'remote' | 'store'>,
  idOf: (attempt: number) => RequestId,
  whose: Whose = OWN,
): AsyncGenerator<Try> {
  for (let [attempt, unknown, shown] = [0, 0, 0]; unknown < UNKNOWN_MOST; attempt += 1) {
    const id = idOf(attempt)
    const known = store.intents.payments.summary(id)
    const found = known === undefined || isLeft(known) ? await findTransaction(remote, id) : null
    const asked = found === null && (known === undefined || isOver(known)) ? await whose.asked(id, known) : null
    unknown = known !== undefined || found !== null || asked !== null ? 0 : unknown + 1
    shown += found === null && asked === null ? 0 : 1
    if (shown > TRIES_MOST) throw failure('remote.malformed', 'there is no end of tries that were shown')
    const isAnothers = asked === 'by another' || (found !== null && whose.isAnothers(found))
    const [record, isAsked] = [isAnothers ? null : found, asked === 'elsewhere']
    const sent = record === null || record.state === 'unspent' ? null : record
    const isOwn = known?.transactions.some(({ hash }) => hash === record?.transaction_hash) === true
    const other = sent === null && !isOwn ? record : null
    if (known === undefined && sent === null && other === null && !isAsked && !isAnothers) continue
    yield { id, record: sent, isPaid: known !== undefined && isPaid(known), isAsked, shown: other, isAnothers }
  }
}

/** What a record's bytes say, where they are those of its hash. */
export function bytesOf({
  raw_transaction: raw,
  transaction_hash: named,
}: Pick<TransactionRecord, 'raw_transaction' | 'transaction_hash'>): Transaction | undefined {
  try {
    const read = decodeTransaction(raw)
    return transactionHash(read) === named ? read : undefined
  } catch {
    return undefined
  }
}

/** What a service answers that says in another way than it is known to that there is no such thing. */
const STRANGE: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['remote.refused', 'remote.invalid_field'])

/**
 * What the service records under a request id; null where it says that it knows none. Any other refusal throws: taken for a no, something could be
 * paid twice.
 */
export async function findTransaction(
  remote: Remote,
  id: RequestId,
  line: CallOptions = {},
): Promise<TransactionRecord | null> {
  try {
    const record = await remote.call('transactions.read', { params: { id } }, line)
    if (record.request_id !== id) throw failure('remote.malformed', 'another transaction was answered')
    return record
  } catch (error) {
    const code = codeOf(error)
    if (code === 'remote.not_found') return null
    if (!(error instanceof CofferError) || !STRANGE.has(code)) throw error
    const assumption: Assumption = 'no-transaction'
    throw failure(code, 'an unknown request is refused in another way', {
      details: { ...error.details, assumption },
      cause: error,
    })
  }
}

/**
 * How far a payment that is asked for under an id has come. What the own journal has sent counts, whatever the service says of it; and nothing is
 * called paid whose transaction can still come to nothing.
 */
export function standingOf(
  own: Pick<PaymentSummary, 'state'> | undefined,
  record: Pick<TransactionRecord, 'state'> | null | undefined,
): AskedStanding {
  if (own?.state === 'final') return 'paid'
  if (own !== undefined && isOut(own.state)) return 'going'
  if (record == null || record.state === 'unspent') return 'open'
  return record.state === 'spent' ? 'paid' : 'going'
}
