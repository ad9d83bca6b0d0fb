import type { Clock, Hash, Holder, Log, MultisigRecord, Output, RequestId, UserId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import { decodeTransaction, encodeScript, encodeTransaction, mergeSignatures, transactionHash } from '#protocol'
import type { Remote } from '#remote'
import { type AccountStore, type Group, isLive, isOut, type RequestState } from '#store'
import { isFinal, readGroupRecord } from '../payments/group-record.ts'
import { isGroup } from '../shared/names.ts'
import { inParallel } from '../shared/parallel.ts'
import { fetchMissingUsers } from '../shared/people.ts'
import { AWAY } from './away.ts'
import { createSecondLooks, isFound, mayEndOtherwise } from './ended.ts'
import { SOURCE_WORDS, STATE_WORDS } from './log-words.ts'
import { heardProposal } from './proposal.ts'
import {
  type Asked,
  type Coin,
  coinsOf,
  countSignatures,
  factsOf,
  holderOf,
  type KnownSigner,
  type Request,
  type RequestDetail,
  requestOf,
  requestsOf,
  sameDetail,
  storedDetail,
} from './request.ts'

export interface KeeperDeps {
  readonly account: UserId
  readonly remote: Remote
  readonly store: AccountStore
  readonly clock: Clock
  readonly log: Log
  readonly groups: () => readonly Group[]
  readonly changed: (request: Request) => void
  /** The service has moved a request on, so its payment is worth a look. */
  readonly moved: () => void
}

/** How a request came here and what was said about it. */
export interface Origin {
  readonly source: RequestDetail['source']
  readonly asked?: Asked
}

export type Keeper = ReturnType<typeof createKeeper>

/** Requests looked at again in one round; more wait for the next. */
const REFRESH_PER_ROUND = 20
/** Requests read at a time: enough that hundreds take seconds on a slow line, and no more than a service bears. */
const READ_AT_ONCE = 32
/** Somebody waits for a review, and rounds come back by themselves. */
const LINE = { tries: 2 }
const DISCOVER_LIMIT = 500
const LOG_LINES = 50
/** After a request could not be read, others are read before it is asked for again. */
const UNREADABLE_PAUSE = 60n * 1_000_000_000n

/**
 * Keeps requests for signatures: what was made here, what sync finds through coins that are signed for, what arrives by
 * code, link or bundle. Bytes kept under a request id never change; only good signatures are added to them.
 */
export function createKeeper(deps: KeeperDeps) {
  const { intents, cache } = deps.store
  const { requests, payments } = intents
  let turn = 0
  const unreadable = new Map<Hash, bigint>()

  const findOutput = (hash: Hash, index: number): Output | undefined => cache.outputs.byTransaction(hash, index)

  function get(id: RequestId): Request {
    const found = requests.get(id)
    if (found === undefined) throw failure('wallet.request_unknown', 'no such request')
    return requestOf(found)
  }

  function put(request: Omit<Request, 'seenAt' | 'updatedAt'>): Request {
    const kept = requestOf(requests.put({ ...request, detail: storedDetail(request.detail) }))
    deps.changed(kept)
    return kept
  }

  function coins(request: Pick<Request, 'raw' | 'detail'>): (Coin | undefined)[] {
    return coinsOf(decodeTransaction(request.raw), request.detail, findOutput)
  }

  const ended = createSecondLooks(requests, coins)

  function noted(detail: RequestDetail, text: string): RequestDetail {
    return { ...detail, log: [...detail.log, { at: deps.clock.now(), text }].slice(-LOG_LINES) }
  }

  /** Joins signatures that are good; the others are as if they were not there. */
  function join(request: Request, other: string): { request: Request; added: UserId[] } {
    const { members, threshold } = request.detail
    const known = coins(request)
    // Without the keys of the coins a good signature cannot be told from a bad one.
    if (known.some((coin) => coin === undefined)) return { request, added: [] }
    const script = encodeScript(threshold)
    if (countSignatures(other, known, script).invalid > 0) return { request, added: [] }
    const before = countSignatures(request.raw, known, script).valid
    const raw = mergeSignatures(request.raw, other)
    const after = countSignatures(raw, known, script).valid
    const added = after.filter((place) => !before.includes(place)).flatMap((place) => members[place] ?? [])
    return { request: { ...request, raw }, added }
  }

  function withSigners(detail: RequestDetail, added: readonly UserId[], offline: boolean): RequestDetail {
    let next = detail
    for (const userId of added) {
      const at = deps.clock.now()
      const known = next.signers.find((signer) => signer.userId === userId)
      if (known !== undefined && (offline || !known.offline)) continue
      const signer: KnownSigner = { userId, at: known?.at ?? at, offline }
      next = { ...next, signers: [...next.signers.filter((each) => each.userId !== userId), signer] }
    }
    return next
  }

  function stateOf(request: Request, record: MultisigRecord, signers: number): RequestState {
    if (isFinal(record)) return 'final'
    const hasEnded = request.state === 'final' || request.state === 'dead'
    if (hasEnded && !mayEndOtherwise(request, coins(request))) return request.state
    if (record.revoked_by !== null) return 'revoked'
    return signers >= request.detail.threshold ? 'complete' : 'open'
  }

  /** Takes in what the service says of a request. */
  function keep(record: MultisigRecord, origin: Origin): Request {
    const raw = record.raw_transaction
    const hash = transactionHash(raw) as Hash // a formula over the bytes
    const known = requests.get(record.request_id)
    if (known !== undefined && known.hash !== hash) {
      const request = requestOf(known)
      return put({ ...request, detail: { ...request.detail, otherHash: hash, record: factsOf(record) } })
    }
    const base = known === undefined ? fresh(record, hash, origin) : requestOf(known)
    const joined = join(base, raw)
    const said = base.detail.members.filter((id) => record.signers.includes(id))
    let detail = withSigners(joined.request.detail, [...new Set([...joined.added, ...said])], false)
    detail = {
      ...detail,
      asked: detail.asked ?? origin.asked ?? null,
      by: detail.by ?? record.user_id,
      record: factsOf(record),
      views: record.views.length > 0 ? [...record.views] : detail.views,
      revokedBy: record.revoked_by,
      ...heardProposal(detail, record.safe),
      otherHash: null,
    }
    const state = stateOf({ ...joined.request, detail }, record, said.length)
    if (state !== base.state) {
      detail = noted(detail, STATE_WORDS[state])
      deps.moved()
    }
    const unchanged = known !== undefined && state === base.state && sameDetail(base.detail, detail)
    if (unchanged && joined.request.raw === base.raw) return base
    return put({ ...joined.request, state, detail })
  }

  function fresh(record: MultisigRecord, hash: Hash, origin: Origin): Request {
    const holder = groupOf(record)
    if (!isGroup(holder)) throw failure('remote.malformed', 'no such group can be')
    const now = deps.clock.now()
    const detail: RequestDetail = {
      source: origin.source,
      members: holder.members,
      threshold: holder.threshold,
      by: record.user_id,
      groupCalled: '',
      askerNote: '',
      reviewBy: null,
      signers: [],
      record: null,
      asked: origin.asked ?? askedHere(record.request_id),
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
      id: record.request_id,
      holder: holder.id,
      hash,
      state: 'open',
      raw: encodeTransaction(unsigned),
      detail,
      seenAt: now,
      updatedAt: now,
    }
  }

  /** A request under the id of a payment of this account must be that payment. */
  function askedHere(id: RequestId): RequestDetail['asked'] {
    const hash = payments.byRequest(id)?.transactions.find(({ requestId }) => requestId === id)?.hash
    return hash == null ? null : { hash }
  }

  /** The group whose coins are spent, by our own knowledge of the coins; else as the record says. */
  function groupOf(record: MultisigRecord): Holder {
    for (const { hash, index } of decodeTransaction(record.raw_transaction).inputs) {
      const output = findOutput(hash as Hash, index) // the decoder gives 32 bytes of hex
      const group = deps
        .groups()
        .find(
          (each) =>
            output !== undefined &&
            each.membersHash === output.receivers_hash &&
            each.threshold === output.receivers_threshold,
        )
      if (group !== undefined) return group
    }
    return holderOf(record.senders, record.senders_threshold)
  }

  async function read(id: string): Promise<MultisigRecord> {
    const record = await readAlone(id)
    await fetchMissingUsers(deps, peopleIn(record))
    return record
  }

  /** The record without the people in it. */
  async function readAlone(id: string): Promise<MultisigRecord> {
    try {
      const record = await readGroupRecord(deps.remote, id, LINE)
      if (id !== record.request_id && id !== record.transaction_hash) {
        throw failure('remote.malformed', 'the service answers with another request')
      }
      return record
    } catch (error) {
      if (codeOf(error) !== 'remote.not_found' && codeOf(error) !== 'remote.forbidden') throw error
      throw failure('wallet.request_unknown', 'the service has no such request for us', { cause: error })
    }
  }

  /** A coin of the request that another transaction has spent. */
  function spentElsewhere(request: Request): { outputId: Coin['outputId']; spentBy: Hash } | undefined {
    for (const coin of coins(request)) {
      const spentBy = coin?.output?.state === 'spent' ? coin.output.signed_by : null
      if (coin !== undefined && spentBy !== null && spentBy !== undefined && spentBy !== request.hash) {
        return { outputId: coin.outputId, spentBy }
      }
    }
    return undefined
  }

  /** A request whose coin is gone can never complete. What was signed here is dead only once the payment's care has proved it. */
  function bury(request: Request): Request {
    const gone = spentElsewhere(request)
    if (gone === undefined || request.state === 'dead') return request
    const payment = payments.byRequest(request.id)
    if (payment !== undefined && payment.kind === 'multisig' && isLive(payment.state)) {
      if (isOut(payment.state)) {
        deps.moved()
        return request
      }
      payments.fail(payment.id, { code: 'wallet.conflict', details: { spentBy: gone.spentBy } })
    }
    return put({
      ...request,
      state: 'dead',
      detail: noted({ ...request.detail, spentBy: gone.spentBy }, 'A coin was spent by another transaction'),
    })
  }

  async function refresh(request: Request): Promise<Request> {
    return bury(keep(await read(request.id), { source: request.detail.source }))
  }

  /** Hands signatures of others on that came in bundles, beside our own. */
  async function passOn(request: Request): Promise<void> {
    const waiting = request.detail.signers.filter(({ offline }) => offline)
    const ours = request.detail.signers.some(({ userId, offline }) => userId === deps.account && !offline)
    if (request.state !== 'open' || waiting.length === 0 || !ours) return
    const body = { request_id: request.id, raw: request.raw }
    keep(await deps.remote.call('multisigs.sign', { params: { id: request.id }, body }), {
      source: request.detail.source,
    })
  }

  /** Transactions that coins of the groups are signed for and that are not kept yet. */
  function unknownHashes(): Hash[] {
    const held = deps
      .groups()
      .flatMap((group) => cache.outputs.list({ holder: group.id, state: 'signed', limit: DISCOVER_LIMIT }))
    const hashes = new Set(held.flatMap(({ signed_by }) => signed_by ?? []))
    const now = deps.clock.now()
    return [...hashes].filter((hash) => !isFound(requests.byHash(hash)) && (unreadable.get(hash) ?? 0n) <= now)
  }

  /** As many at a time as are read at once, so that the first are shown, with names, while the others are still read. */
  async function discover(): Promise<void> {
    const hashes = unknownHashes()
    for (let at = 0; at < hashes.length; at += READ_AT_ONCE) await take(hashes.slice(at, at + READ_AT_ONCE))
  }

  /** One that cannot be read must not hide the others. */
  async function take(hashes: readonly Hash[]): Promise<void> {
    const unread = (hash: Hash, error: unknown): void => {
      const code = codeOf(error)
      deps.log('info', 'approvals.not_found', { transaction: hash, code })
      // What went wrong with the line says nothing about this one.
      if (!AWAY.has(code)) unreadable.set(hash, deps.clock.now() + UNREADABLE_PAUSE)
    }
    const records = await inParallel(hashes, READ_AT_ONCE, (hash) =>
      readAlone(hash).catch((error) => unread(hash, error)),
    )
    await fetchMissingUsers(
      deps,
      records.flatMap((record) => (record == null ? [] : peopleIn(record))),
    )
    for (const [at, hash] of hashes.entries()) {
      const record = records[at]
      if (record == null) continue
      try {
        keep(record, { source: 'found' })
        unreadable.set(hash, isFound(requests.byHash(hash)) ? 0n : deps.clock.now() + UNREADABLE_PAUSE)
      } catch (error) {
        unread(hash, error)
      }
    }
  }

  return {
    /** Keeps what was signed here; the service has not seen it until it says so. */
    signed(id: RequestId, raw: string): void {
      const request = requests.get(id)
      if (request === undefined) return
      const joined = join(requestOf(request), raw)
      put({
        ...joined.request,
        detail: noted(withSigners(joined.request.detail, joined.added, true), 'Signed by you'),
      })
    },
    /** What the service tells of a request that is kept; of another one, and what cannot be read, nothing is taken. */
    heard(record: MultisigRecord): void {
      const known = requests.get(record.request_id)
      if (known === undefined) return
      try {
        keep(record, { source: requestOf(known).detail.source })
      } catch (error) {
        deps.log('info', 'approvals.not_kept', { request: record.request_id, code: codeOf(error) })
      }
    },
    /** Its coins were spent by its own bytes after it had been given up. */
    completed(id: RequestId): void {
      const known = requests.get(id)
      if (known === undefined) return
      const request = requestOf(known)
      put({ ...request, state: 'final', detail: noted(request.detail, STATE_WORDS.final) })
    },
    get,
    put,
    keep,
    join,
    coins,
    coinAt: findOutput,
    noted,
    withSigners,
    bury,
    refresh,
    find: (id: RequestId): Request | undefined => {
      const found = requests.get(id)
      return found === undefined ? undefined : requestOf(found)
    },
    findByHash: (hash: Hash): Request | undefined => {
      const found = requests.byHash(hash)
      return found === undefined ? undefined : requestOf(found)
    },
    list: (holder: Holder['id'] | null): Request[] => requestsOf(requests.list(holder === null ? {} : { holder })),
    /** Those that signatures are missing for, or that the network has not made final. */
    unfinished: (holder: Holder['id'] | null): Request[] =>
      requestsOf(requests.open().filter((request) => holder === null || request.holder === holder)),
    /** Fetches a request by its id or hash. Throws `wallet.request_unknown`. */
    open: async (id: string, origin: Origin): Promise<Request> => bury(keep(await read(id), origin)),
    read,

    /** After each round of sync: finds new requests and looks again at those that may change. */
    async round(): Promise<void> {
      const trouble = (what: string) => (error: unknown) => deps.log('info', what, { code: codeOf(error) })
      await discover().catch(trouble('approvals.not_discovered'))
      const open = requests.open().map(requestOf)
      const some = open.slice(turn, turn + REFRESH_PER_ROUND)
      turn = turn + REFRESH_PER_ROUND >= open.length ? 0 : turn + REFRESH_PER_ROUND
      await inParallel([...some, ...ended.due(REFRESH_PER_ROUND)], READ_AT_ONCE, (request) =>
        refresh(request).then(passOn).catch(trouble('approvals.not_refreshed')),
      )
    },
  }
}

function peopleIn({ senders, receivers, user_id }: MultisigRecord): UserId[] {
  return [...senders, ...receivers.flatMap(({ members }) => members), ...(user_id === null ? [] : [user_id])]
}
