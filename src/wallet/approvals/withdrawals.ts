import type { AssetId, Clock, Fee, Hash, Holder, Log, RequestId, UserId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { PaymentReview, RequestView } from '#contract/ipc'
import { decodeTransaction, hashMembers, toAmount, uniqueObjectId } from '#protocol'
import type { Remote } from '#remote'
import { type AccountStore, isUnsigned, type Payment } from '#store'
import { intentOf } from '../payments/intent.ts'
import type { PaymentSteps } from '../payments/payment-steps.ts'
import type { Book } from '../shared/names.ts'
import { fetchMissingUsers } from '../shared/people.ts'
import type { Request } from './request.ts'
import type { RequestStore } from './request-store.ts'
import { type Actual, readActual, withdrawnIn } from './review.ts'

/*
 * A group's withdrawal pays no fee itself. Once it is final, one member pays it from an own account, in a payment that refers to
 * it; nothing else ties the two. The payment's request id follows from the withdrawal and the payer, so that nobody pays twice
 * and every member can find what another one has paid.
 */

export interface FeeParts {
  readonly account: UserId
  readonly feeUser: UserId
  readonly store: AccountStore
  readonly book: Book
}

/** Payments of an own account that are looked through for one that was written by hand. */
const LOOKED_AT = 200
/** Withdrawals looked at in one round of sync. */
const PER_ROUND = 5
/** The longer one waits, the rarer it is looked at: after this part of its age again. */
const AGE_PART = 20n

type OwnFee = Pick<Payment, 'id' | 'state' | 'signedAt'>

const feeId = (hash: Hash, payer: UserId): RequestId => uniqueObjectId(hash, 'WITHDRAWAL FEE', payer) as RequestId // a formula

/** Payments of this account for the fee: the one with the derived id, its further tries, and what was written by hand. */
function ownFees(hash: Hash, { account, feeUser, store }: FeeParts): OwnFee[] {
  const { payments } = store.intents
  const self = `${hashMembers([account])}:1` as Holder['id'] // how holders are named
  const known = payments.byRequest(feeId(hash, account))
  const listed = payments.list({ holder: self, limit: LOOKED_AT }).filter((payment) => {
    const { references, rows } = intentOf(payment)
    return references.includes(hash) && rows.some(({ payee }) => payee.kind === 'user' && payee.userId === feeUser)
  })
  return [...(known === undefined || listed.some(({ id }) => id === known.id) ? [] : [known]), ...listed]
}

const hasEnded = ({ state }: OwnFee): boolean => state === 'cancelled' || state === 'failed'

/** The payment that counts: one that was signed before one that was only prepared. */
function currentFee(hash: Hash, parts: FeeParts): OwnFee | undefined {
  const live = ownFees(hash, parts).filter((payment) => !hasEnded(payment))
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
  const me = parts.book.user(parts.account)
  if (own?.state === 'final') return { withdrawal: { fee: 'paid', feePayment, paidBy: me, chainHash } }
  if (own !== undefined && !isUnsigned(own.state)) {
    return { withdrawal: { fee: 'paying', feePayment, paidBy: me, chainHash } }
  }
  const { feePaidBy } = request.detail
  if (chainHash === null && feePaidBy === undefined) return { withdrawal: { fee: 'waits', ...nothing, feePayment } }
  const paidBy = feePaidBy === undefined ? null : parts.book.user(feePaidBy)
  return { withdrawal: { fee: 'paid', feePayment: null, paidBy, chainHash } }
}

export interface WithdrawalDeps extends FeeParts {
  readonly remote: Remote
  readonly clock: Clock
  readonly log: Log
  readonly keeper: RequestStore
  readonly machine: Pick<PaymentSteps, 'prepare' | 'review' | 'capacity'>
  readonly self: Holder
}

export type Withdrawals = ReturnType<typeof createWithdrawals>

/** Follows withdrawals of groups that wait for their fee, and pays it. */
export function createWithdrawals(deps: WithdrawalDeps) {
  const { keeper, remote, book, store } = deps
  const next = new Map<RequestId, bigint>()
  /** Final ones whose money was not seen to leave; looked for once, and followed from then on. */
  let leaving: Set<RequestId> | undefined
  const preparing = new Map<RequestId, Promise<PaymentReview>>()

  const actualOf = (request: Request): Actual => {
    const { members, threshold } = request.detail
    const membersHash = hashMembers(members) as Hash // a formula over the ids
    const group: Holder = { id: request.holder, members, threshold, membersHash }
    return readActual(request, book, group, keeper.coins(request))
  }

  const stateOf = (request: Request): RequestView['withdrawal'] => {
    const found = withdrawalFeeOf(request, actualOf(request), deps)
    return 'withdrawal' in found ? found.withdrawal : undefined
  }

  /** Whether a member's transaction under the derived id really refers to the withdrawal and pays the fee account. */
  async function paidBy(request: Request, member: UserId): Promise<boolean> {
    try {
      const record = await remote.call('transactions.read', { params: { id: feeId(request.hash, member) } })
      return (
        record.state !== 'unspent' &&
        record.receivers.some(({ members_hash }) => members_hash === hashMembers([deps.feeUser])) &&
        decodeTransaction(record.raw_transaction).references.includes(request.hash)
      )
    } catch (error) {
      if (codeOf(error) !== 'remote.not_found' && codeOf(error) !== 'remote.forbidden') throw error
      return false
    }
  }

  /** The request as the service has it now, with the member who paid its fee. */
  async function look(known: Request): Promise<Request> {
    const request = await keeper.refresh(known)
    if (request.state !== 'final' || request.detail.feePaidBy !== undefined) return request
    for (const member of request.detail.members) {
      if (!(await paidBy(request, member))) continue
      await fetchMissingUsers(deps, [member])
      const detail = keeper.noted({ ...request.detail, feePaidBy: member }, 'The network fee was paid')
      return keeper.put({ ...request, detail })
    }
    return request
  }

  /** The fee that this account can pay, in the withdrawn asset before others; without one the first that is named. */
  async function feeFor(assetId: AssetId, destination: string): Promise<Fee> {
    const fees = await remote.call('assets.fees', { params: { id: assetId }, query: { destination } })
    const named = fees
      .filter(({ amount }) => amount > 0n)
      .sort((a, b) => Number(b.asset_id === assetId) - Number(a.asset_id === assetId))
    const affordable = named.find(
      (fee) => deps.machine.capacity(deps.self, fee.asset_id, null, toAmount(0n)).available >= fee.amount,
    )
    const chosen = affordable ?? named[0]
    if (chosen === undefined) throw failure('wallet.fee_unknown', 'the service names no fee')
    return chosen
  }

  async function prepare(id: RequestId): Promise<PaymentReview> {
    const request = await look(keeper.get(id))
    const actual = actualOf(request)
    const withdrawn = withdrawnIn(actual)
    if (withdrawn?.leaves == null || stateOf(request)?.fee !== 'waits') {
      throw failure('wallet.no_fee_due', 'this does not wait for a fee')
    }
    const own = currentFee(request.hash, deps)
    if (own !== undefined) return deps.machine.review(own.id)
    const { asset } = actual
    if (asset === undefined) throw failure('wallet.asset_mismatch', 'the asset is not known')
    const fee = await feeFor(asset.assetId, withdrawn.leaves.destination)
    await fetchMissingUsers(deps, [deps.feeUser])
    const dead = ownFees(request.hash, deps).find(({ signedAt }) => signedAt !== null)
    return deps.machine.prepare(
      {
        ...{ account: deps.account, holder: null, assetId: fee.asset_id, memoHex: '', label: '' },
        rows: [{ payee: { kind: 'user', userId: deps.feeUser }, amount: fee.amount }],
        ...{ feeAssetId: null, coins: null, references: [request.hash], returnTo: null, draftId: null },
        requestId: feeIdAfter(request.hash, dead),
        ...(dead === undefined ? {} : { again: dead.id }),
      },
      null,
      { feeOf: { request: id, assetId: asset.assetId, amount: withdrawn.amount } },
    )
  }

  /** An id is used for one transaction for ever, so another try has the next one. */
  function feeIdAfter(hash: Hash, dead: OwnFee | undefined): RequestId {
    let id = feeId(hash, deps.account)
    if (dead === undefined) return id
    while (store.intents.payments.get(id)?.signedAt != null) id = uniqueObjectId(id, 'AGAIN') as RequestId // a formula
    return id
  }

  return {
    /** What became of the fee of a withdrawal; undefined for other payments. */
    of: (id: RequestId): RequestView['withdrawal'] => {
      const request = keeper.find(id)
      return request === undefined ? undefined : stateOf(request)
    },

    /** The review of this account's payment of the fee; the same one however often it is asked for before it is signed. */
    payFee(id: RequestId): Promise<PaymentReview> {
      const before = preparing.get(id)
      if (before !== undefined) return before
      const review = prepare(id).finally(() => preparing.delete(id))
      preparing.set(id, review)
      return review
    },

    /**
     * Before a fee is signed for: throws `wallet.no_fee_due` where another member has paid it meanwhile, which nothing else tells,
     * and what asking the service throws.
     */
    async needDue(payment: Payment): Promise<void> {
      const { feeOf } = intentOf(payment)
      if (feeOf === undefined) return
      const request = await look(keeper.get(feeOf.request))
      if (stateOf(request)?.fee !== 'waits') throw failure('wallet.no_fee_due', 'somebody else has paid it')
    },

    /** What is new about a request. */
    heard(request: Request): void {
      if (isLeaving(request)) leaving?.add(request.id)
      else leaving?.delete(request.id)
    },

    /** Looks at withdrawals that were not seen to leave; nothing tells when another member pays. */
    async round(): Promise<void> {
      const now = deps.clock.now()
      leaving ??= new Set(keeper.list(null).flatMap((request) => (isLeaving(request) ? request.id : [])))
      const due = [...leaving].filter((id) => (next.get(id) ?? 0n) <= now).flatMap((id) => keeper.find(id) ?? [])
      for (const request of due.slice(0, PER_ROUND)) {
        next.set(request.id, now + (now - request.detail.createdAt) / AGE_PART)
        await look(request).catch((error: unknown) =>
          deps.log('info', 'approvals.fee_not_read', { request: request.id, code: codeOf(error) }),
        )
      }
    },
  }
}

/** A final withdrawal without the hash of its transaction on the other chain. */
function isLeaving({ state, detail: { record } }: Request): boolean {
  const receivers = record?.receivers ?? []
  return (
    state === 'final' && receivers.some(({ destination, chainHash }) => destination !== '' && chainHash === undefined)
  )
}
