import { type Hash, HOUR, type LogEvent, MINUTE, type MultisigRecord, type UserId } from '#contract/domain'
import { answerOf, codeOf, type ErrorCode, failure } from '#contract/errors'
import { inTurn, readGroupRecord } from '../payments/group-record.ts'
import { AWAY } from '../shared/away.ts'
import { saysNone } from '../shared/none.ts'
import { inParallel } from '../shared/parallel.ts'
import { fetchMissingUsers } from '../shared/people.ts'
import { isSpentByBytes } from './dead-proofs.ts'
import { isFound } from './ended.ts'
import { STATE_WORDS } from './log-words.ts'
import { isAskersWord, type Request, readRequest, requestFor } from './request.ts'
import { endIfSpent, keepRecord } from './request-keeping.ts'
import { noted, putRequest, type RequestRows } from './request-rows.ts'

/* Reads requests from the service: one that was named, those that coins are signed for, and again what may change. */

/** Requests looked at again in one round; more wait for the next. */
const REFRESH_PER_ROUND = 20
/** The same of those that only files tell of, which keep no other waiting. */
const TOLD_PER_ROUND = 5
/** Requests read at a time: enough that hundreds take seconds on a slow line, and no more than a service bears. */
const READ_AT_ONCE = 32
/** Somebody waits for a review, and rounds come back by themselves. */
const LINE = { tries: 2 }
/** Transactions of each kind that are asked for in a round. */
const ASKED_PER_ROUND = 500
/** Those that coins of a group are signed for, each of which may take hundreds of them. */
const SIGNED_LIMIT = 20_000
/** Those that spent its newest coins: what was paid while this wallet was away is shown too. */
const SPENT_LIMIT = 100
/** Those that spent older ones, read in a round; more wait for the next. */
const BEHIND_PER_ROUND = 32
/** After a request could not be read, others are read before it is asked for again. */
const UNREADABLE_PAUSE = MINUTE
/** What was spent stays spent, so its request is asked for until the service has said something of it, and what is no word of it less and less often. */
const NEVER = 2n ** 63n
const LONGEST_PAUSE: bigint = HOUR
/** Of the session, the clock, or whoever else has answered. */
const NO_WORD: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'remote.malformed',
  'remote.unproved',
  'remote.redirect',
  'remote.unauthorized',
  'remote.clock',
])

/** With the people in it. Throws `wallet.request_unknown`. */
export async function fetchRequest(rows: RequestRows, id: string): Promise<MultisigRecord> {
  const record = await readAlone(rows, id)
  await fetchMissingUsers(rows, peopleIn(record))
  return record
}

async function readAlone({ remote }: RequestRows, id: string): Promise<MultisigRecord> {
  try {
    const record = await readGroupRecord(remote, id, LINE)
    if (id !== record.request_id && id !== record.transaction_hash) {
      throw failure('remote.malformed', 'the service answers with another request')
    }
    return record
  } catch (error) {
    if (!saysNone(error)) throw error
    throw failure('wallet.request_unknown', 'the service has no such request for us', {
      ...{ cause: error, details: { by: 'service' } },
    })
  }
}

export async function refreshRequest(rows: RequestRows, request: Request): Promise<Request> {
  const record = await fetchRequest(rows, request.id)
  return endIfSpent(rows, keepRecord(rows, record, { source: request.detail.source }))
}

/** Hands signatures of others on that came in bundles, beside our own. */
async function passOn(rows: RequestRows, request: Request): Promise<void> {
  const { signers, source } = request.detail
  const ours = signers.some(({ userId, offline }) => userId === rows.account && !offline)
  if (request.state !== 'open' || !signers.some(({ offline }) => offline) || !ours) return
  const body = { request_id: request.id, raw: request.raw }
  const sign = () => rows.remote.call('multisigs.sign', { params: { id: request.id }, body })
  keepRecord(rows, await inTurn(true, sign), { source })
}

interface Unknown {
  readonly hash: Hash
  /** It spent coins behind the newest, so that nothing but this finds it. */
  readonly isBehind?: boolean
  /** How long it is left alone after the service has said that it is none, or one that is not to be kept. */
  readonly pause: bigint
}

/** Transactions that coins of the groups are signed for, or were spent by, and that are not kept yet. */
function unknownHashes({ store, unreadable, clock, behind }: RequestRows): Unknown[] {
  const now = clock.now()
  const pauses = { signed: UNREADABLE_PAUSE, spent: NEVER } as const
  const found = new Map<Hash, Unknown>()
  /** Not for longer because the clock was set back. */
  const isLeft = (hash: Hash): boolean => {
    const left = unreadable.get(hash)
    return left !== undefined && left.until > now && left.until - left.pause <= now
  }
  const groups = store.intents.groups.list()
  for (const [state, limit] of [
    ['signed', SIGNED_LIMIT],
    ['spent', SPENT_LIMIT],
  ] as const) {
    const spenders = groups.flatMap(({ id }) => store.cache.outputs.spenders(id, state, limit))
    const open = spenders.filter((hash) => !(found.has(hash) || isLeft(hash)))
    const known = new Set(store.intents.requests.knownAmong(open))
    const unknown = open.filter((hash) => !(known.has(hash) || isFound(requestFor(store.intents, hash))))
    for (const hash of unknown.slice(0, ASKED_PER_ROUND)) found.set(hash, { hash, pause: pauses[state] })
  }
  const rest = behind.take(BEHIND_PER_ROUND, {
    isOver: (hash) => unreadable.get(hash)?.pause === NEVER,
    mayAsk: (hash) => !(found.has(hash) || isLeft(hash)),
  })
  return [...found.values(), ...rest.map((hash) => ({ hash, pause: NEVER, isBehind: true }))]
}

/** As many at a time as are read at once, so that the first are shown, with names, while the others are still read. */
async function discover(rows: RequestRows): Promise<void> {
  const hashes = unknownHashes(rows)
  for (let at = 0; at < hashes.length; at += READ_AT_ONCE) await take(rows, hashes.slice(at, at + READ_AT_ONCE))
}

/** One that cannot be read must not hide the others. */
async function take(rows: RequestRows, unknown: readonly Unknown[]): Promise<void> {
  const { behind, clock, log, store, unreadable } = rows
  const leave = ({ hash, isBehind }: Unknown, pause: bigint): void => {
    if (isBehind === true && pause === NEVER) behind.settle(hash)
    else unreadable.set(hash, { until: clock.now() + pause, pause })
  }
  const longer = (hash: Hash): bigint => {
    const next = (unreadable.get(hash)?.pause ?? 0n) * 2n || UNREADABLE_PAUSE
    return next < LONGEST_PAUSE ? next : LONGEST_PAUSE
  }
  const unread = (each: Unknown, error: unknown): void => {
    const { hash, pause } = each
    const code = answerOf(error)
    log('info', 'approvals.not_found', { transaction: hash, code })
    // What went wrong with the line says nothing about this one.
    if (!AWAY.has(code)) leave(each, NO_WORD.has(code) && pause === NEVER ? longer(hash) : pause)
  }
  const records = await inParallel(unknown, READ_AT_ONCE, (each) =>
    readAlone(rows, each.hash).catch((error) => unread(each, error)),
  )
  await fetchMissingUsers(
    rows,
    records.flatMap((record) => (record == null ? [] : peopleIn(record))),
  )
  for (const [at, each] of unknown.entries()) {
    const record = records[at]
    if (record == null) continue
    try {
      keepRecord(rows, record, { source: 'found' })
      if (isFound(requestFor(store.intents, each.hash))) unreadable.delete(each.hash)
      else leave(each, each.pause)
    } catch (error) {
      unread(each, error)
    }
  }
}

/** After each round of sync: finds new requests and looks again at those that may change. */
export async function lookRound(rows: RequestRows): Promise<void> {
  const trouble = (what: LogEvent) => (error: unknown) => rows.log('info', what, { code: codeOf(error) })
  await discover(rows).catch(trouble('approvals.not_discovered'))
  const open = rows.store.intents.requests.open().flatMap((each) => readRequest(each) ?? [])
  const [told, known] = [
    open.filter(({ detail }) => isAskersWord(detail)),
    open.filter(({ detail }) => !isAskersWord(detail)),
  ]
  const some = [...rows.turns.known(known, REFRESH_PER_ROUND), ...rows.turns.told(told, TOLD_PER_ROUND)]
  await inParallel([...some, ...rows.ended.due(REFRESH_PER_ROUND)], READ_AT_ONCE, (request) =>
    refreshRequest(rows, request)
      .then((fresh) => passOn(rows, fresh))
      .catch(trouble('approvals.not_refreshed')),
  )
  await inParallel(rows.proofs.due(rows, REFRESH_PER_ROUND), READ_AT_ONCE, (request) =>
    proveEnd(rows, request).catch(trouble('approvals.not_refreshed')),
  )
}

/** What was called dead by the service's word alone is called so for good once bytes say it. */
async function proveEnd(rows: RequestRows, request: Request): Promise<void> {
  if (!(await isSpentByBytes(rows, request))) return
  const now = readRequest(rows.store.intents.requests.get(request.id))
  if (now?.state !== 'dead' || now.hash !== request.hash) return
  putRequest(rows, { ...now, detail: noted(rows, { ...now.detail, provedDead: true }, STATE_WORDS.dead) })
}

function peopleIn({ senders, receivers, user_id }: MultisigRecord): UserId[] {
  return [...senders, ...receivers.flatMap(({ members }) => members), ...(user_id === null ? [] : [user_id])]
}
