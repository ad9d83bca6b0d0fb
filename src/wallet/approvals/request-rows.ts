import type { Hash, Nanos, Output, RequestId, UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import { decodeTransaction, encodeTransaction, mergeSignatures } from '#protocol'
import type { Said } from '#words/facts'
import type { Bell } from '../shared/bell.ts'
import type { Desk } from '../shared/desk.ts'
import type { createDeadProofs } from './dead-proofs.ts'
import type { createSecondLooks } from './ended.ts'
import { type KnownSigner, type Request, type RequestDetail, requestOf } from './request.ts'
import type { ReadCoins } from './request-coins.ts'
import type { CountSignatures } from './signatures.ts'
import type { SpentBehind } from './spent-behind.ts'

export interface RequestStoreDeps extends Pick<Desk, 'account' | 'remote' | 'store' | 'clock' | 'log'> {
  /** The service has moved a request on, so its payment is worth a look. */
  readonly bell: Bell
}

/** The next so many of all, over and over. */
export type Turns = (all: readonly Request[], atMost: number) => readonly Request[]

export function createTurns(): Turns {
  let turn = 0
  return (all, atMost) => {
    const some = all.slice(turn, turn + atMost)
    turn = turn + atMost >= all.length ? 0 : turn + atMost
    return some
  }
}

/** What is done with requests works with. */
export interface RequestRows extends RequestStoreDeps {
  /** Hear of each request that was written. */
  readonly listeners: ((request: Request) => void)[]
  readonly ended: ReturnType<typeof createSecondLooks>
  readonly proofs: ReturnType<typeof createDeadProofs>
  readonly count: CountSignatures
  readonly coins: ReadCoins
  /** Transactions that could not be read as requests, when they may be asked for again, and after what pause that is. */
  readonly unreadable: Map<Hash, { readonly until: bigint; readonly pause: bigint }>
  readonly behind: SpentBehind
  /** Of each request that was heard of since the program started: which of all that was asked is the last that is known of it, and that it was given up. */
  readonly heardAt: Map<RequestId, { readonly last: number; readonly givenUp: number }>
  /** Which of the open requests are looked at again in a round. */
  readonly turns: Readonly<Record<'known' | 'told', Turns>>
}

const LOG_LINES = 50

export const findOutput = ({ store }: Pick<RequestRows, 'store'>, hash: Hash, index: number): Output | undefined =>
  store.cache.outputs.byTransaction(hash, index)

export function getRequest({ store }: RequestRows, id: RequestId): Request {
  const found = store.intents.requests.get(id)
  if (found === undefined) throw failure('wallet.request_unknown', 'no such request')
  return requestOf(found)
}

type Written = Omit<Request, 'seenAt' | 'updatedAt'>

export function putRequest({ store, clock, listeners }: RequestRows, request: Written): Request {
  const { requests } = store.intents
  const stored = requests.get(request.id)
  const before = stored === undefined ? undefined : requestOf(stored) // what cannot be read is never written over
  const detail = withFinalAt(request, before, clock.now())
  const kept = { ...requests.put({ ...request, detail }), detail }
  for (const listener of listeners) listener(kept)
  return kept
}

/** Whatever else is written of it later, such as who paid its fee. */
function withFinalAt({ state, detail }: Written, before: Request | undefined, now: Nanos): RequestDetail {
  const { finalAt: _, ...rest } = detail
  if (state !== 'final') return rest
  const finalAt = before?.state === 'final' ? before.detail.finalAt : now
  return finalAt === undefined ? rest : { ...rest, finalAt }
}

export function noted({ clock }: Pick<RequestRows, 'clock'>, detail: RequestDetail, text: Said): RequestDetail {
  return { ...detail, log: [...detail.log, { at: clock.now(), text }].slice(-LOG_LINES) }
}

/**
 * A file's word for the keys of coins that were not read yet makes the signatures in it good. Once the coins were read, those that are bad
 * by their true keys are as if they had never been there: one of them would spoil the others, or say that a member has signed.
 */
function withoutFalse(rows: RequestRows, request: Request): Request {
  const { raw, detail } = request
  const known = rows.coins(request)
  if (detail.coins.length === 0 || known.some((coin) => coin?.output == null)) return request
  const { valid, invalid } = rows.count(raw, known, detail.threshold)
  if (invalid === 0) return request
  const { signatures = [], aggregated: _, ...unsigned } = decodeTransaction(raw)
  const good = signatures.map((map) =>
    Object.fromEntries(Object.entries(map).filter(([place]) => valid.includes(Number(place)))),
  )
  const members = new Set(valid.map((place) => detail.members[place]))
  const signers = detail.signers.filter(({ userId, offline }) => !offline || members.has(userId))
  const left = valid.length === 0 ? unsigned : { ...unsigned, signatures: good }
  return { ...request, raw: encodeTransaction(left), detail: { ...detail, signers } }
}

/** Joins signatures that are good; the others are as if they were not there. */
export function joinSignatures(
  rows: RequestRows,
  given: Request,
  other: string,
): { request: Request; added: UserId[] } {
  const request = withoutFalse(rows, given)
  const none = { request, added: [] }
  if (other === request.raw) return none
  const { members, threshold } = request.detail
  const known = rows.coins(request)
  // Without the keys of the coins a good signature cannot be told from a bad one.
  if (known.some((coin) => coin === undefined)) return none
  if (rows.count(other, known, threshold).invalid > 0) return none
  const raw = mergeSignatures(request.raw, other)
  if (raw === request.raw) return none
  const before = rows.count(request.raw, known, threshold).valid
  const after = rows.count(raw, known, threshold).valid
  const added = after.filter((place) => !before.includes(place)).flatMap((place) => members[place] ?? [])
  return { request: { ...request, raw }, added }
}

export function withSigners(
  { clock }: Pick<RequestRows, 'clock'>,
  detail: RequestDetail,
  added: readonly UserId[],
  offline: boolean,
): RequestDetail {
  let next = detail
  for (const userId of added) {
    const at = clock.now()
    const known = next.signers.find((signer) => signer.userId === userId)
    if (known !== undefined && (offline || !known.offline)) continue
    const signer: KnownSigner = { userId, at: known?.at ?? at, offline }
    next = { ...next, signers: [...next.signers.filter((each) => each.userId !== userId), signer] }
  }
  return next
}
