import type { Hash, Holder, RequestId, UserId } from '#contract/domain'
import type { RequestView } from '#contract/ipc'
import { hashMembers, uniqueObjectId } from '#protocol'
import type { Remote } from '#remote'
import { type AccountStore, isUnsigned, type Payment } from '#store'
import { isSpent } from '../payments/again.ts'
import { type Intent, shownIntent } from '../payments/intent.ts'
import type { Directory } from '../shared/names.ts'
import { findTransaction, isOver } from '../shared/transactions.ts'
import type { Request } from './request.ts'
import { type Actual, withdrawnIn } from './review.ts'

/*
 * A group's withdrawal pays no fee itself. Once it is final, one member pays it from an own account, in a payment that refers to
 * it; nothing else ties the two. The payment's request id follows from the withdrawal and the payer, so that nobody pays twice
 * and every member can find what another one has paid. Of two who pay in the same moment neither can find the other: the key that is paid to
 * follows from the withdrawal alone, and the ledger gives it to one of their transactions.
 */

export interface FeeParts {
  readonly account: UserId
  readonly feeUser: UserId
  readonly store: AccountStore
  readonly directory: Directory
}

type OwnFee = Pick<Payment, 'id' | 'state' | 'signedAt'> & { readonly byHand: boolean }

const feeId = (hash: Hash, payer: UserId): RequestId => uniqueObjectId(hash, 'WITHDRAWAL FEE', payer) as RequestId // a formula

/** Keys that members ask for alike. What used one of them up for something else must keep nobody from paying: behind these each asks for an own one. */
const SHARED_KEYS = 2

export const sharedKeys = ({ hash, detail: { members } }: Request): NonNullable<Intent['sharedKey']>[] =>
  Array.from({ length: SHARED_KEYS }, (_, at) => {
    const hint = uniqueObjectId(hash, 'WITHDRAWAL FEE KEY', String(at)) as RequestId // a formula
    return { hint, members }
  })

type Payments = AccountStore['intents']['payments']
interface Referring {
  readonly version: number
  readonly end: ReturnType<Payments['referring']>['end']
  /** By the transaction that they refer to. */
  readonly found: Map<Hash, Set<RequestId>>
}
/** All payments of an account that refer to others are gone through once, then what came since: a list of requests asks for each withdrawal in it. */
const lastRead = new WeakMap<Payments, Referring>()

const feeIntent = (payment: Pick<Payment, 'assetId' | 'detail'>, hash: Hash, feeUser: UserId): Intent | undefined => {
  const intent = shownIntent(payment)
  const isFee = intent.rows.some(({ payee }) => payee.kind === 'user' && payee.userId === feeUser)
  return isFee && intent.references.includes(hash) ? intent : undefined
}

function referringTo(hash: Hash, payments: Payments, holder: Holder['id']): RequestId[] {
  const version = payments.version()
  let read = lastRead.get(payments)
  if (read?.version !== version) {
    const found = read?.found ?? new Map<Hash, Set<RequestId>>()
    const { ids, end } = payments.referring(holder, read?.end ?? null)
    for (const id of ids) {
      const payment = payments.summary(id)
      for (const each of payment === undefined ? [] : shownIntent(payment).references)
        found.set(each, (found.get(each) ?? new Set()).add(id))
    }
    read = { version, end, found }
    lastRead.set(payments, read)
  }
  return [...(read.found.get(hash) ?? [])]
}

/** Payments of this account for the fee: the one with the derived id, its further tries, and what was written by hand. */
export function ownFees(hash: Hash, { account, feeUser, store }: FeeParts): OwnFee[] {
  const { payments } = store.intents
  const self = `${hashMembers([account])}:1` as Holder['id'] // how holders are named
  // Anybody can work the id out, and have something else paid under it by a link.
  const known = [payments.byRequest(feeId(hash, account))].flatMap((payment) =>
    payment !== undefined && shownIntent(payment).feeOf !== undefined ? { ...payment, byHand: false } : [],
  )
  const listed = referringTo(hash, payments, self)
    .flatMap((id) => payments.summary(id) ?? [])
    .flatMap((payment) => {
      const intent = feeIntent(payment, hash, feeUser)
      return intent === undefined ? [] : [{ ...payment, byHand: intent.feeOf === undefined }]
    })
    .sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
  return [...known.filter(({ id }) => !listed.some((each) => each.id === id)), ...listed]
}

/** The payment that counts: one that was signed before one that was only prepared. */
export function currentFee(hash: Hash, parts: FeeParts): OwnFee | undefined {
  const live = ownFees(hash, parts).filter((payment) => !isOver(payment))
  return live.find(({ state }) => !isUnsigned(state)) ?? live[0]
}

/** What a window says of a withdrawal's fee; nothing for a request that stays on this network or came to nothing. */
export function withdrawalFeeOf(
  request: Request,
  actual: Actual,
  parts: FeeParts,
): Required<Pick<RequestView, 'withdrawal'>> | Record<never, never> {
  const withdrawn = withdrawnIn(actual)
  if (withdrawn === undefined || request.state === 'revoked' || request.state === 'dead') return {}
  const chainHash = request.detail.record?.receivers[withdrawn.index]?.chainHash ?? null
  const nothing = { feePayment: null, paidBy: null, chainHash }
  if (request.state !== 'final') return { withdrawal: { fee: 'later', ...nothing } }
  const own = currentFee(request.hash, parts)
  const feePayment = own?.id ?? null
  const me = parts.directory.user(parts.account)
  const { feePaidBy } = request.detail
  if (own?.state === 'final') return { withdrawal: { fee: 'paid', feePayment, paidBy: me, chainHash } }
  // Who was quicker has the key that both pay to; what was signed here besides is still to be ended.
  if (own !== undefined && !isUnsigned(own.state) && feePaidBy !== undefined && feePaidBy !== parts.account) {
    return { withdrawal: { fee: 'paid', feePayment, paidBy: parts.directory.user(feePaidBy), chainHash } }
  }
  if (own !== undefined && !isUnsigned(own.state)) {
    return { withdrawal: { fee: 'paying', feePayment, paidBy: me, chainHash } }
  }
  if (chainHash === null && feePaidBy === undefined) return { withdrawal: { fee: 'waits', ...nothing, feePayment } }
  const paidBy = feePaidBy === undefined ? null : parts.directory.user(feePaidBy)
  return { withdrawal: { fee: 'paid', feePayment: null, paidBy, chainHash } }
}

/** The ids of a member's tries, one after the other: each is used for one transaction for ever. */
export function* feeIds(hash: Hash, payer: UserId): Generator<RequestId, never> {
  for (let id = feeId(hash, payer); ; id = uniqueObjectId(id, 'AGAIN') as RequestId) yield id // a formula
}

/**
 * The id of this account's next try: the first that no try of before has used up. One whose bytes the service would not have is not used up: the other
 * members look for tries one behind the other, and would not find one behind a gap.
 */
export async function nextFeeId(
  hash: Hash,
  { account, store, remote }: FeeParts & { readonly remote: Remote },
): Promise<RequestId> {
  const ids = feeIds(hash, account)
  for (;;) {
    const { value } = ids.next()
    const tried = store.intents.payments.summary(value)
    if (tried === undefined) return value
    if (tried.signedAt === null && (!isSpent(tried) || (await findTransaction(remote, value)) === null)) return value
  }
}
