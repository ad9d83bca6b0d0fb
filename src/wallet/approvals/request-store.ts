import type { Hash, Holder, MultisigRecord, Output, RequestId, UserId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import type { Said } from '#words/facts'
import type { RequestKeeping } from '../payments/group-requests.ts'
import { AWAY } from '../shared/away.ts'
import { createDeadProofs } from './dead-proofs.ts'
import { createSecondLooks } from './ended.ts'
import { makeRoom } from './hearsay.ts'
import { type Request, type RequestDetail, readRequest, requestFor, requestsOf } from './request.ts'
import { openRequestCoins, type ReadCoins } from './request-coins.ts'
import { fetchRequest, lookRound, refreshRequest } from './request-discovery.ts'
import {
  endIfSpent,
  inPlaceOf,
  isHearsay,
  keepCompleted,
  keepHeard,
  keepRecord,
  keepSigned,
  type Origin,
} from './request-keeping.ts'
import {
  createTurns,
  findOutput,
  getRequest,
  joinSignatures,
  noted,
  putRequest,
  type RequestRows,
  type RequestStoreDeps,
  withSigners,
} from './request-rows.ts'
import { type CountSignatures, createSignatureCount } from './signatures.ts'
import { createSpentBehind } from './spent-behind.ts'

/**
 * Requests for signatures: what was made here, what sync finds through coins that are signed for, what arrives by code, link
 * or bundle. Bytes kept under a request id never change; only good signatures are added to them.
 */
export interface RequestStore extends RequestKeeping {
  /** Hears of each request that was written. */
  onKept(listener: (request: Request) => void): void
  /** Throws `wallet.request_unknown`. */
  get(id: RequestId): Request
  find(id: RequestId): Request | undefined
  findByHash(hash: Hash): Request | undefined
  list(holder: Holder['id'] | null): Request[]
  /** Those that signatures are missing for, or that the network has not made final. */
  unfinished(holder: Holder['id'] | null): Request[]
  put(request: Omit<Request, 'seenAt' | 'updatedAt'>): Request
  keep(record: MultisigRecord, origin: Origin): Request
  /** Its coins were spent by its own bytes after it had been given up. */
  completed(id: RequestId): void
  /** It is a file's word and no more: the service never had it, and this account signed none of its bytes. */
  isHearsay(request: Request): boolean
  /** Lets the oldest of such words go where there are too many; answers how many. */
  makeRoom(): number
  /** A request in place of such a word. */
  inPlaceOf(told: Request | undefined, base: Request): Request
  join(request: Request, other: string): { request: Request; added: UserId[] }
  withSigners(detail: RequestDetail, added: readonly UserId[], offline: boolean): RequestDetail
  noted(detail: RequestDetail, text: Said): RequestDetail
  readonly coins: ReadCoins
  coinAt(hash: Hash, index: number): Output | undefined
  readonly count: CountSignatures
  endIfSpent(request: Request): Request
  refresh(request: Request): Promise<Request>
  /** Fetches a request by its id or hash; while the service is out of reach it is as it was kept. Throws `wallet.request_unknown`. */
  open(id: string, origin: Origin): Promise<Request>
  read(id: string): Promise<MultisigRecord>
  /** After each round of sync: finds new requests and looks again at those that may change. */
  round(): Promise<void>
}

export function createRequestStore(deps: RequestStoreDeps): RequestStore {
  const { requests } = deps.store.intents
  const { outputs } = deps.store.cache
  const coins = openRequestCoins(outputs)
  const rows: RequestRows = {
    ...{ ...deps, listeners: [], unreadable: new Map(), heardAt: new Map(), behind: createSpentBehind(deps) },
    turns: { known: createTurns(), told: createTurns() },
    ...{ coins, ended: createSecondLooks(requests, coins, outputs), proofs: createDeadProofs() },
    count: createSignatureCount(),
  }
  return {
    onKept: (listener) => void rows.listeners.push(listener),
    get: (id) => getRequest(rows, id),
    find: (id) => readRequest(requests.get(id)),
    findByHash: (hash) => requestFor(deps.store.intents, hash),
    list: (holder) => requestsOf(requests.list(holder === null ? {} : { holder })),
    unfinished: (holder) => requestsOf(requests.open().filter((each) => holder === null || each.holder === holder)),
    put: (request) => putRequest(rows, request),
    keep: (record, origin) => keepRecord(rows, record, origin),
    made: (record) => void keepRecord(rows, record, { source: 'made' }),
    signed: (id, raw) => keepSigned(rows, id, raw),
    heard: (record) => keepHeard(rows, record),
    completed: (id) => keepCompleted(rows, id),
    isHearsay: (request) => isHearsay(rows, request),
    makeRoom: () => makeRoom(rows),
    inPlaceOf: (told, base) => inPlaceOf(rows, told, base),
    join: (request, other) => joinSignatures(rows, request, other),
    withSigners: (detail, added, offline) => withSigners(rows, detail, added, offline),
    noted: (detail, text) => noted(rows, detail, text),
    coins,
    coinAt: (hash, index) => findOutput(rows, hash, index),
    count: rows.count,
    endIfSpent: (request) => endIfSpent(rows, request),
    refresh: (request) => refreshRequest(rows, request),
    open: (id, origin) => openRequest(rows, id, origin),
    read: (id) => fetchRequest(rows, id),
    round: () => lookRound(rows),
  }
}

async function openRequest(rows: RequestRows, id: string, origin: Origin): Promise<Request> {
  try {
    return endIfSpent(rows, keepRecord(rows, await fetchRequest(rows, id), origin))
  } catch (error) {
    const { intents } = rows.store
    const kept = readRequest(intents.requests.get(id as RequestId)) ?? requestFor(intents, id as Hash) // unknown ids give nothing
    // What somebody says was asked is compared with what the service says, or not at all.
    if (kept === undefined || origin.asked !== undefined || !AWAY.has(codeOf(error))) throw error
    return kept
  }
}
