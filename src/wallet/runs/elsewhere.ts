import { z } from 'zod'
import type { Hash, RequestId, TransactionRecord } from '#contract/domain'
import { answerOf, ERRORS, failure } from '#contract/errors'
import type { Payee } from '#contract/ipc'
import { assetId, hash, requestId } from '#contract/wire'
import { kernelAssetId, shownText, type TransactionOutput } from '#protocol'
import { type AccountStore, isOut, type Payment, storedAmount, storedObject, storedTime } from '#store'
import type { PaymentsDesk } from '../payments/desk.ts'
import { isAnothers, triesOfHolder } from '../payments/group-record.ts'
import { intentOf, readIntent } from '../payments/intent.ts'
import { fetchSigned } from '../payments/proof.ts'
import { hasPaid } from '../payments/review-checks.ts'
import { kernelMembers } from '../payments/target.ts'
import { sameAddress } from '../shared/ends.ts'
import { saysNone } from '../shared/none.ts'
import { inParallel } from '../shared/parallel.ts'
import { storedList } from '../shared/stored-list.ts'
import { bytesOf, findTransaction, isItself, TRIES_MOST } from '../shared/transactions.ts'
import { lastGone, SPENT_MOST } from './gone.ts'
import { identityOf, partId, rowIdsOf, type Wanted } from './identity.ts'
import { assetOf, openRuns, type Run } from './records.ts'
import { identified, leaves } from './rows.ts'
import { isForeign, keptRecord, type PaidRecord, spentBehind } from './spent-behind.ts'

/*
 * What a run paid and this journal does not know of: another computer with the same key did, another member of the group, or this one before its
 * files were put back from an older copy. Request ids follow from run and rows, so such a payment is recognized by its own id, whatever became
 * of the list since. It counts as paid only with bytes that this account, or its group, has signed.
 */

const entry = storedObject({
  /** Before that it is on its way, as the service says, and counts for as long as coins are signed for it. */
  final: z.boolean(),
  request: requestId,
  hash,
  assetId,
  at: storedTime,
  rows: z.array(storedObject({ id: requestId, amount: storedAmount })).readonly(),
})
type Entry = z.output<typeof entry>

const entriesOf = ({ settings }: AccountStore['intents'], run: RequestId) =>
  storedList(settings, `runs.elsewhere:${run}`, entry)

export const paidElsewhere = (intents: AccountStore['intents'], run: RequestId): Entry[] =>
  entriesOf(intents, run).read()

/** So many are asked for again at most because the service knew nothing of them. */
const AGAIN_MOST = 100
const AT_ONCE = 8

/** What was heard from the service for one journal: what is spent does not change any more, null is what it did not know. */
const heard = new WeakMap<AccountStore['intents'], Map<Hash, PaidRecord | null>>()

/** Transactions that coins of a holder are signed for at once. */
const SIGNED_MOST = 20_000

/**
 * Transactions that spend coins of a holder, and that no payment of a run here is, each with how it is known: those that spent the coins that came last,
 * and all others that may have paid a row.
 */
function foreignHashes(desk: PaymentsDesk, run: Run): Map<Hash, string> {
  const { holder } = run
  const { outputs } = desk.store.cache
  const isGroup = desk.holder(holder).members.length > 1
  const last = [
    ...(isGroup ? [] : lastGone(desk, run).map((hash) => ({ hash, as: 'gone' }))),
    ...outputs.spenders(holder, 'signed', SIGNED_MOST).map((hash) => ({ hash, as: 'signed' })),
    ...outputs.spenders(holder, 'spent', SPENT_MOST).map((hash) => ({ hash, as: 'spent' })),
  ]
  const foreign = new Map(isGroup ? Array.from(spentBehind(desk.store, run), (hash) => [hash, 'behind']) : [])
  for (const { hash, as } of last) {
    // Those that are always looked at come last, as what is asked of the service anew.
    foreign.delete(hash)
    if (isForeign(desk.store, hash)) foreign.set(hash, as)
  }
  return foreign
}

async function foreignSpends(desk: PaymentsDesk, spends: ReadonlyMap<Hash, string>): Promise<PaidRecord[]> {
  const hashes = [...spends.keys()]
  const { intents } = desk.store
  const known = heard.get(intents) ?? new Map<Hash, PaidRecord | null>()
  heard.set(intents, known)
  // One that the service did not know may have come since: those that were asked for longest ago are asked for again.
  const there = new Set(hashes)
  const again = [...known].flatMap(([each, record]) => (record === null && there.has(each) ? each : []))
  const open = [...hashes.filter((each) => !known.has(each)), ...again.slice(0, AGAIN_MOST)]
  const asked = new Map<Hash, PaidRecord | null>()
  await inParallel(open, AT_ONCE, async (each) => {
    const told = spends.get(each) === 'behind' ? keptRecord(desk.store, each) : undefined
    const record = told ?? (await readIfAny(desk, each))
    asked.set(each, record)
    known.delete(each)
    if (record === null || record.state === 'spent') known.set(each, record)
  })
  const found = hashes.flatMap((each) => asked.get(each) ?? known.get(each) ?? [])
  return found.sort((one, other) => (one.created_at < other.created_at ? -1 : 1))
}

async function readIfAny({ remote }: PaymentsDesk, id: Hash): Promise<TransactionRecord | null> {
  try {
    const record = await remote.call('transactions.read', { params: { id } })
    if (record.transaction_hash !== id) throw failure('remote.malformed', 'another transaction was answered')
    return record
  } catch (error) {
    if (!saysNone(error)) throw error
    return null
  }
}

type Ids = ReadonlySet<RequestId>

/** Keeps what the run paid by transactions that this journal did not make; `claimed` are rows that its own pay. Throws `remote.*`. */
export async function learnPaid(desk: PaymentsDesk, run: Run, claimed: Ids): Promise<void> {
  // Until all coins were read, nobody knows which of them were spent.
  if (!desk.sync.status().caughtUp) await desk.sync.refresh()
  const spends = foreignHashes(desk, run)
  const list = entriesOf(desk.store.intents, run.id)
  // What its group gave up, or another transaction made impossible, pays nobody.
  const before = list.read()
  const left = before.filter(({ final, hash: named }) => final || spends.has(named))
  if (left.length < before.length) list.write(left)
  for (const record of await foreignSpends(desk, spends)) await learn(desk, run, { record, claimed })
  const seen = looked.get(desk.store.intents) ?? new Map<RequestId, ReadonlyMap<Hash, string>>()
  looked.set(desk.store.intents, seen.set(run.id, spends))
}

/**
 * The same with what the service has by now, for what is about to be prepared or signed: what another computer made alone no id here tells of. Throws
 * what kept it from being read, unless that is no matter of the line.
 */
export async function learnPaidNow(desk: PaymentsDesk, run: Run, claimed: Ids): Promise<void> {
  await desk.sync.readSpends(desk.holder(run.holder)).catch((error: unknown) => {
    const code = answerOf(error)
    if (ERRORS[code].retry) throw error
    desk.log('info', 'runs.not_compared', { code })
  })
  await learnPaid(desk, run, claimed)
}

/** The spends that each run was compared with last, for one journal. */
const looked = new WeakMap<AccountStore['intents'], Map<RequestId, ReadonlyMap<Hash, string>>>()

/** Whether coins went since the run was compared, or what took them came further: looking at a list asks for nothing twice. */
export function mayHavePaid(desk: PaymentsDesk, run: Run): boolean {
  const before = looked.get(desk.store.intents)?.get(run.id)
  return [...foreignHashes(desk, run)].some(([each, as]) => before?.get(each) !== as)
}

/**
 * What the service has under the ids of payments that were given up here and were of some of these rows, with others: another computer may have
 * paid them all the same. Those of exactly these rows are tries of the same. Throws what asking the service does.
 */
async function* givenUpAndSent(desk: PaymentsDesk, run: RequestId, rows: readonly RequestId[]) {
  const { remote, store } = desk
  const isOfSome = (paid: readonly RequestId[]): boolean => paid.some((row) => rows.includes(row))
  const areThese = (paid: readonly RequestId[]): boolean =>
    paid.length === rows.length && paid.every((row) => rows.includes(row))
  for (const { id, state, kind, detail, holder } of store.intents.payments.ofRun(run)) {
    const paid = state === 'cancelled' && kind !== 'multisig' ? (readIntent(detail)?.run?.rows ?? []) : []
    if (!isOfSome(paid) || areThese(paid)) continue
    const record = await findTransaction(remote, id)
    if (record === null || record.state === 'unspent' || isAnothers(desk, desk.holder(holder), record)) continue
    yield { id, record, paid }
  }
}

interface Tries {
  /** One of them was, which is kept. */
  readonly isPaid: boolean
  /** Shown to the service by another copy of these files, and never sent. */
  readonly shown: readonly TransactionRecord[]
  /** Ids under which somebody else had something recorded: another try has another one. */
  readonly taken: Ids
}

/**
 * Looks under the ids that a payment of these rows, or another try of it, would have, and under those that were given up here. Throws
 * `wallet.already_sent` for one that nothing proves.
 */
export async function learnTries(
  desk: PaymentsDesk,
  run: Run,
  rows: readonly RequestId[],
  claimed: Ids,
): Promise<Tries> {
  const shown: TransactionRecord[] = []
  const taken = new Set<RequestId>()
  const idOf = (attempt: number) => partId(run.id, rows, attempt)
  for await (const { id, record, ...found } of triesOfHolder(desk, run.holder, idOf)) {
    if (found.isAsked) throw paidAlready(id, true)
    if (found.isAnothers) taken.add(id)
    if (found.shown !== null) shown.push(found.shown)
    if (record === null) continue
    if (await learn(desk, run, { record, claimed })) return { isPaid: true, shown, taken }
    throw paidAlready(id)
  }
  for await (const { id, record } of givenUpAndSent(desk, run.id, rows)) {
    if (await learn(desk, run, { record, claimed })) return { isPaid: true, shown, taken }
    throw paidAlready(id)
  }
  return { isPaid: false, shown, taken }
}

export const paidAlready = (id: RequestId, asked = false) =>
  failure('wallet.already_sent', 'these rows are paid, or asked for', { details: { requestId: id, asked } })

/** Of what waits to be signed: so many of its rows were paid by another payment, or are being paid. */
const rowsPaid = (id: RequestId, rows: number) =>
  failure('wallet.already_sent', 'rows of it are paid another way', { details: { requestId: id, rows } })

/** Other payments of this run in this journal that pay, or paid, with the rows of each: one that was given up is taken over where another copy has sent it. */
function paidHere({ store }: PaymentsDesk, { id: own }: Payment, run: RequestId) {
  return store.intents.payments.ofRun(run).flatMap((each) => {
    if (each.id === own || !(hasPaid(each) || isOut(each.state))) return []
    return { request: each.id, rows: readIntent(each.detail)?.run?.rows ?? [] }
  })
}

/**
 * Before a payment of a run is signed, or sent long after that: it has waited, and another copy of these files may have paid a row of it since.
 * Answers what was only shown under other ids of these rows. Throws `wallet.already_sent`, and what asking the service does.
 */
export async function needRowsUnpaid(desk: PaymentsDesk, payment: Payment): Promise<readonly TransactionRecord[]> {
  const { run: named } = intentOf(payment)
  if (named === undefined) return []
  const { intents } = desk.store
  const others: TransactionRecord[] = []
  const idOf = (attempt: number) => partId(named.id, named.rows, attempt)
  for await (const { id, isAsked, isPaid, record, shown } of triesOfHolder(desk, payment.holder, idOf)) {
    if (!isItself(payment, id) && (record !== null || isPaid || isAsked)) throw paidAlready(id, isAsked)
    if (shown !== null) others.push(shown)
  }
  for await (const { id, paid } of givenUpAndSent(desk, named.id, named.rows))
    throw rowsPaid(id, named.rows.filter((row) => paid.includes(row)).length)
  const run = openRuns(intents.settings).find(named.id)
  if (run !== undefined) await learnPaidNow(desk, run, new Set(named.rows))
  const elsewhere = paidElsewhere(intents, named.id).map(({ request, rows }) => ({
    request,
    rows: rows.map(({ id }) => id),
  }))
  const paid = [...elsewhere, ...paidHere(desk, payment, named.id)]
  const taken = named.rows.filter((row) => paid.some(({ rows }) => rows.includes(row)))
  const first = paid.find(({ rows }) => taken.some((row) => rows.includes(row)))
  if (first !== undefined) throw rowsPaid(first.request, taken.length)
  return others
}

interface Heard {
  readonly record: PaidRecord
  readonly claimed: Ids
}

/** Answers whether it is kept as a payment of this run. */
async function learn(desk: PaymentsDesk, run: Run, { record, claimed }: Heard): Promise<boolean> {
  const { request_id: request, transaction_hash: named, created_at: at } = record
  const list = entriesOf(desk.store.intents, run.id)
  const known = list.read().find((each) => each.request === request)
  if (known?.final === true) return true
  const taken = new Set([...claimed, ...list.read().flatMap((each) => each.rows.map(({ id }) => id))])
  const found = known ?? recognized(run, record, taken)
  if (found === undefined) return false
  const final = record.state === 'spent' && (await fetchSigned({ ...desk, line: {} }, named)) !== null
  // What is said to be paid, and not proved, is neither.
  if (record.state === 'spent' && !final) return false
  const { assetId: paid, rows } = found
  const others = list.read().filter((each) => each.request !== request)
  list.write([...others, { final, request, hash: named, assetId: paid, at, rows: [...rows] }])
  return true
}

/** The rows that a transaction pays, where its request id is that of a payment of them by this run. */
function recognized(run: Run, record: PaidRecord, taken: Ids): Pick<Entry, 'assetId' | 'rows'> | undefined {
  const read = bytesOf(record)
  if (read === undefined) return undefined
  const { asset, extra: memoHex, outputs } = read
  const [first] = outputs
  if (first?.withdrawal !== undefined) return withdrawn(run, record, { asset, ...first, ...first.withdrawal }, taken)
  const assets = run.rows.flatMap((row) => (row.memoHex === memoHex ? (assetOf(run, row) ?? []) : []))
  const assetId = assets.find((each) => kernelAssetId(each) === asset)
  if (assetId === undefined) return undefined
  const keyed = keyedRows(run, { assetId, memoHex }, taken)
  const paid = outputs.flatMap(({ amount, keys }, at): Wanted[] => {
    const payee = payeeOf(record.receivers[at]) ?? keyed(amount, keys.length)
    return payee === null ? [] : [{ assetId, memoHex, payee, amount }]
  })
  // The last may be what came back. Equal rows are counted from those that are paid, or from the first.
  for (const wanted of [paid.slice(0, outputs.length - 1), paid]) {
    for (const before of [taken, NONE]) {
      const ids = rowIdsOf(run.id, wanted, before)
      const isOurs = isTry(run, ids, record.request_id)
      if (isOurs && ids.length > 0)
        return {
          assetId,
          rows: wanted.flatMap(({ amount }, at) => (ids[at] === undefined ? [] : [{ id: ids[at], amount }])),
        }
    }
  }
  return undefined
}

interface Leaving extends Pick<TransactionOutput, 'amount'>, NonNullable<TransactionOutput['withdrawal']> {
  readonly asset: string
}

/** The same of what leaves the network: a row that stands in the list, or one that asked for what the bytes say, with its tag or without. */
function withdrawn(run: Run, record: PaidRecord, { asset, amount, address, tag }: Leaving, taken: Ids) {
  const assetId = run.rows.flatMap((row) => assetOf(run, row) ?? []).find((each) => kernelAssetId(each) === asset)
  if (assetId === undefined) return undefined
  const wantedOf = (asked: string): Wanted =>
    identityOf({
      to: '',
      payee: { kind: 'chain', destination: shownText(address), tag: asked },
      assetId,
      amount,
      memoHex: '',
    })
  const wishes = [wantedOf(shownText(tag)), wantedOf('')]
  const listed = identified(run).filter(
    (row) =>
      leaves(row) &&
      row.assetId === assetId &&
      row.amount === amount &&
      row.payee?.kind === 'chain' &&
      sameAddress(row.payee.destination, shownText(address)),
  )
  const gone = wishes.flatMap((wanted) => [taken, NONE].flatMap((before) => rowIdsOf(run.id, [wanted], before)))
  const id = [...listed.flatMap((row) => row.id ?? []), ...gone].find((each) => isTry(run, [each], record.request_id))
  return id === undefined ? undefined : { assetId, rows: [{ id, amount }] }
}

/**
 * Rows of the list for addresses of the kernel, whom the service knows nothing of, one after the other: a payment has its rows in the order of the
 * list. Which of them it pays its request id says, so that a wrong guess recognizes nothing.
 */
function keyedRows(run: Run, { assetId, memoHex }: Pick<Wanted, 'assetId' | 'memoHex'>, taken: Ids) {
  const rows = run.rows.filter((row) => row.memoHex === memoHex && assetOf(run, row) === assetId)
  const named = rows.flatMap(({ amount, payee }) =>
    amount !== null && payee?.kind === 'kernel' ? [{ assetId, memoHex, amount, payee }] : [],
  )
  const ids = rowIdsOf(run.id, named)
  const isTaken = (at: number): boolean => ids[at] !== undefined && taken.has(ids[at])
  const left = [...named.filter((_, at) => !isTaken(at)), ...named.filter((_, at) => isTaken(at))]
  return (amount: bigint, keys: number): Payee | null => {
    const at = left.findIndex(
      (row) => row.amount === amount && kernelMembers(row.payee.address).members.length === keys,
    )
    return at < 0 ? null : (left.splice(at, 1)[0]?.payee ?? null)
  }
}

/** Other tries of the same rows came to nothing before. */
function isTry(run: Run, ids: readonly RequestId[], id: RequestId): boolean {
  for (let attempt = 0; attempt <= TRIES_MOST; attempt += 1) if (partId(run.id, ids, attempt) === id) return true
  return false
}

const NONE: Ids = new Set()

/** Whom the service wrote down; null where that is nobody whom a row could name. */
function payeeOf(receiver: PaidRecord['receivers'][number] | undefined): Payee | null {
  if (receiver === undefined || receiver.destination !== '') return null
  const { members, threshold } = receiver
  const [only] = members
  if (only === undefined) return null
  return members.length === 1 && threshold <= 1 ? { kind: 'user', userId: only } : { kind: 'group', members, threshold }
}
