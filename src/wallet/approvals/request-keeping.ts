import type { Hash, Holder, MultisigRecord, RequestId, UserId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import { decodeTransaction, encodeTransaction, transactionHash } from '#protocol'
import { isLive, isOut, type RequestState } from '#store'
import { said } from '#words/facts'
import { isFinal, nextTurn, turnOf } from '../payments/group-record.ts'
import { readIntent } from '../payments/intent.ts'
import { holderOf } from '../shared/holder.ts'
import { isGroup } from '../shared/names.ts'
import { mayEndOtherwise } from './ended.ts'
import { SOURCE_WORDS, STATE_WORDS } from './log-words.ts'
import { heardProposal } from './proposal.ts'
import {
  type Asked,
  type Coin,
  factsOf,
  isProvedDead,
  paymentOf,
  type Request,
  type RequestDetail,
  readRequest,
  requestOf,
  sameDetail,
} from './request.ts'
import { findOutput, joinSignatures, noted, putRequest, type RequestRows, withSigners } from './request-rows.ts'

/*
 * What the service says of requests, as far as it is taken in: bytes kept under a request id never change, only good
 * signatures are added to them.
 */

/** How a request came here and what was said about it. */
export interface Origin {
  readonly source: RequestDetail['source']
  readonly asked?: Asked
}

export function keepRecord(rows: RequestRows, record: MultisigRecord, origin: Origin): Request {
  const raw = record.raw_transaction
  const hash = transactionHash(raw) as Hash // a formula over the bytes
  const stored = rows.store.intents.requests.get(record.request_id)
  const told = stored === undefined ? undefined : requestOf(stored)
  const gives = told !== undefined && isHearsay(rows, told) && (told.hash !== hash || told.detail.by === null)
  const known = gives ? undefined : told
  const isOvertaken = hears(rows, record) === 'late'
  if (known !== undefined && isOvertaken) return askedFor(rows, known, origin)
  if (known !== undefined && known.hash !== hash) {
    return putRequest(rows, { ...known, detail: { ...known.detail, otherHash: hash, record: factsOf(record) } })
  }
  // Looked at again, it is not what the file brought.
  const from = gives && origin.source === 'bundle' ? { ...origin, source: 'found' as const } : origin
  const base = known ?? inPlaceOf(rows, told, fresh(rows, record, hash, from))
  const joined = joinSignatures(rows, base, raw)
  const said = base.detail.members.filter((id) => record.signers.includes(id))
  const standing = isFinal(record) ? joined.request.detail : withoutUnsaid(rows, joined.request, said)
  let detail = withSigners(rows, standing, [...new Set([...joined.added, ...said])], false)
  detail = {
    ...detail,
    asked: (isOthersWord(base.detail, record) ? null : detail.asked) ?? origin.asked ?? null,
    // Until now it was a bundle's word at most, and of when it came.
    ...(detail.record === null
      ? { by: record.user_id, createdAt: record.created_at }
      : { by: detail.by ?? record.user_id }),
    record: factsOf(record),
    views: record.views.length > 0 ? [...record.views] : detail.views,
    revokedBy: record.revoked_by,
    ...heardProposal(detail, record.safe),
    otherHash: null,
  }
  const state = stateOf(rows, { ...joined.request, detail }, record, said.length)
  if (state !== base.state) {
    detail = noted(rows, detail, STATE_WORDS[state])
    rows.bell.ring()
  }
  const unchanged = known !== undefined && state === base.state && sameDetail(base.detail, detail)
  if (unchanged && joined.request.raw === base.raw) return base
  return putRequest(rows, { ...joined.request, state, detail })
}

/** As it is known, with what somebody says now that it is to do. */
function askedFor(rows: RequestRows, known: Request, { asked }: Origin): Request {
  if (asked === undefined || known.detail.asked !== null) return known
  return putRequest(rows, { ...known, detail: { ...known.detail, asked } })
}

/**
 * Whether what was asked later is known already: an older answer would open again what was given up meanwhile. That it is final is never too late.
 * What did something may have done it after a later question was answered, but never after the request was given up.
 */
function hears({ heardAt }: RequestRows, record: MultisigRecord): 'late' | 'in time' {
  const { request_id: id, revoked_by: revokedBy } = record
  const { last, givenUp } = heardAt.get(id) ?? { last: 0, givenUp: 0 }
  const turn = turnOf(record)
  if (turn !== null && turn.asked < (turn.did ? givenUp : last) && !isFinal(record)) return 'late'
  // What is done stays done, also for what was asked before that was heard.
  const now = turn === null || turn.did || revokedBy !== null ? nextTurn() : Math.max(last, turn.asked)
  heardAt.set(id, { last: now, givenUp: revokedBy === null ? givenUp : now })
  return 'in time'
}

/** Without those whom an answer of before called signers, who are not called so any more and whose signatures are not here. */
function withoutUnsaid(rows: RequestRows, request: Request, said: readonly UserId[]): RequestDetail {
  const { detail, raw } = request
  if (detail.signers.every(({ userId, offline }) => offline || said.includes(userId))) return detail
  const { valid } = rows.count(raw, rows.coins(request), detail.threshold)
  const sure = [...said, ...valid.map((place) => detail.members[place])]
  return { ...detail, signers: detail.signers.filter(({ userId, offline }) => offline || sure.includes(userId)) }
}

/** Whether what was asked is what somebody's file said who did not ask. */
const isOthersWord = ({ source, record, by }: RequestDetail, { user_id: asker }: MultisigRecord): boolean =>
  source === 'bundle' && record === null && asker !== null && by !== asker

/**
 * Whether a request is a file's word and no more: the service never had it, and this account signed none of its bytes. A file can name any id,
 * so what it says must not stand in the way of what the service, or a member, has under that one.
 */
export function isHearsay(rows: RequestRows, request: Request): boolean {
  const { source, record, signers } = request.detail
  if (source !== 'bundle' || record !== null) return false
  const payment = paymentOf(rows.store, request)
  if (payment !== undefined && (isLive(payment.state) || payment.signedAt !== null)) return false
  // Only the true coins tell whose a signature is.
  const areRead = rows.coins(request).every((coin) => coin?.output != null)
  return !areRead || !signers.some(({ userId }) => userId === rows.account)
}

/** A request in place of a file's word: of that, signatures of the very same bytes stay which are good by the true coins, and what members said. */
export function inPlaceOf(rows: RequestRows, told: Request | undefined, base: Request): Request {
  if (told === undefined) return base
  const { log, heard = {}, ahead = {}, refusals = [] } = told.detail
  if (told.hash !== base.hash)
    return { ...base, detail: noted(rows, { ...base.detail, log }, said('check.log.set-aside')) }
  const { request, added } = joinSignatures(
    rows,
    { ...base, detail: { ...base.detail, log, heard, ahead, refusals } },
    told.raw,
  )
  return { ...request, detail: withSigners(rows, request.detail, added, true) }
}

function stateOf(rows: RequestRows, request: Request, record: MultisigRecord, signers: number): RequestState {
  // Its very bytes may have become final under another id, of which its own record tells nothing.
  if (isFinal(record) || paymentOf(rows.store, request)?.state === 'final') return 'final'
  const hasEnded = request.state === 'final' || request.state === 'dead'
  if (hasEnded && !mayEndOtherwise(request, rows.coins(request))) return request.state
  if (record.revoked_by !== null) return 'revoked'
  return signers >= request.detail.threshold ? 'complete' : 'open'
}

function fresh(rows: RequestRows, record: MultisigRecord, hash: Hash, origin: Origin): Request {
  const holder = groupOf(rows, record)
  if (!isGroup(holder)) throw failure('remote.malformed', 'no such group can be')
  const now = rows.clock.now()
  const detail: RequestDetail = {
    source: origin.source,
    members: holder.members,
    threshold: holder.threshold,
    by: record.user_id,
    groupCalled: '',
    ...reasonHere(rows, record.request_id, hash),
    reviewBy: null,
    signers: [],
    record: null,
    asked: origin.asked ?? askedHere(rows, record.request_id),
    coins: [],
    views: [],
    spentBy: null,
    revokedBy: null,
    otherHash: null,
    createdAt: record.created_at,
    log: [{ at: now, text: SOURCE_WORDS[origin.source] }],
  }
  const { signatures: _, ...unsigned } = decodeTransaction(record.raw_transaction)
  return {
    ...{ id: record.request_id, holder: holder.id, hash, state: 'open', detail, seenAt: now, updatedAt: now },
    raw: encodeTransaction(unsigned),
  }
}

/** A request under the id of a payment of this account must be that payment. */
function askedHere({ store }: RequestRows, id: RequestId): RequestDetail['asked'] {
  const { payments } = store.intents
  const hash = payments.byRequest(id)?.transactions.find(({ requestId }) => requestId === id)?.hash
  return hash == null ? null : { hash }
}

/** Why it was asked for here, which is this account's word to the others. */
function reasonHere(
  { store, account, clock }: RequestRows,
  id: RequestId,
  hash: Hash,
): Pick<RequestDetail, 'askerNote' | 'noteBy' | 'noteAt'> {
  const payment = store.intents.payments.byRequest(id)
  const isIt = payment?.transactions.some((each) => each.requestId === id && each.hash === hash) === true
  const reason = isIt ? readIntent(payment.detail)?.reason : undefined
  return reason === undefined ? { askerNote: '' } : { askerNote: reason, noteBy: account, noteAt: clock.now() }
}

/** The group whose coins are spent, by our own knowledge of the coins; else as the record says. */
function groupOf(rows: RequestRows, record: MultisigRecord): Holder {
  const groups = rows.store.intents.groups.list()
  for (const { hash, index } of decodeTransaction(record.raw_transaction).inputs) {
    const output = findOutput(rows, hash as Hash, index) // the decoder gives 32 bytes of hex
    const group = groups.find(
      (each) =>
        output !== undefined &&
        each.membersHash === output.receivers_hash &&
        each.threshold === output.receivers_threshold,
    )
    if (group !== undefined) return group
  }
  return holderOf(record.senders, record.senders_threshold)
}

/** A coin of the request that another transaction has spent. */
function spentElsewhere(
  rows: RequestRows,
  request: Request,
): { outputId: Coin['outputId']; spentBy: Hash } | undefined {
  for (const coin of rows.coins(request)) {
    const spentBy = coin?.output?.state === 'spent' ? coin.output.signed_by : null
    if (coin !== undefined && spentBy !== null && spentBy !== undefined && spentBy !== request.hash) {
      return { outputId: coin.outputId, spentBy }
    }
  }
  return undefined
}

/**
 * A request whose coin is gone cannot complete, and is dead: what was signed here only once the care for its payment has proved it, and what
 * was not by the word of the service.
 */
export function endIfSpent(rows: RequestRows, request: Request): Request {
  const { payments } = rows.store.intents
  const gone = spentElsewhere(rows, request)
  if (gone === undefined || request.state === 'dead') return request
  const payment = paymentOf(rows.store, request)
  if (payment !== undefined && payment.kind === 'multisig' && isLive(payment.state)) {
    if (isOut(payment.state)) {
      rows.bell.ring()
      return request
    }
    // By the service's word alone: nobody here signed anything that could be proved dead.
    payments.fail(payment.id, { code: 'wallet.conflict', details: { spentBy: gone.spentBy, by: 'service' } })
  }
  const words = isProvedDead(payment, request) ? STATE_WORDS.dead : said('check.log.said-dead')
  const detail = noted(rows, { ...request.detail, spentBy: gone.spentBy }, words)
  return putRequest(rows, { ...request, state: 'dead', detail })
}

/** Keeps what was signed here; the service has not seen it until it says so. */
export function keepSigned(rows: RequestRows, id: RequestId, raw: string): void {
  const request = readRequest(rows.store.intents.requests.get(id))
  if (request === undefined) return
  const joined = joinSignatures(rows, request, raw)
  const signed = withSigners(rows, joined.request.detail, joined.added, true)
  putRequest(rows, { ...joined.request, detail: noted(rows, signed, said('check.log.signed')) })
}

/** What the service tells of a request that is kept; of another one, and what cannot be read, nothing is taken. */
export function keepHeard(rows: RequestRows, record: MultisigRecord): void {
  const known = rows.store.intents.requests.get(record.request_id)
  if (known === undefined) return
  try {
    keepRecord(rows, record, { source: requestOf(known).detail.source })
  } catch (error) {
    rows.log('info', 'approvals.not_kept', { request: record.request_id, code: codeOf(error) })
  }
}

/** Its coins were spent by its own bytes after it had been given up. */
export function keepCompleted(rows: RequestRows, id: RequestId): void {
  const request = readRequest(rows.store.intents.requests.get(id))
  if (request === undefined) return
  putRequest(rows, { ...request, state: 'final', detail: noted(rows, request.detail, STATE_WORDS.final) })
}
