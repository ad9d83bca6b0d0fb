import { defined } from '#contract/defined'
import {
  type AssetId,
  type Clock,
  type Fee,
  HOUR,
  type Holder,
  type Log,
  type Moment,
  momentOf,
  msOf,
  passedMs,
  type RequestId,
  type UserId,
} from '#contract/domain'
import { answerOf, CofferError, codeOf, failure } from '#contract/errors'
import type { PaymentReview, RequestView } from '#contract/ipc'
import { type Amount, decodeTransaction, hashMembers, kernelAssetId, sumOf, toAmount } from '#protocol'
import type { Remote } from '#remote'
import type { Payment } from '#store'
import { said } from '#words/facts'
import { needFeeFor } from '../payments/fee-now.ts'
import { type Intent, intentOf } from '../payments/intent.ts'
import type { PaymentSteps } from '../payments/payment-steps.ts'
import type { PrepareInput } from '../payments/preparing.ts'
import { reviewUnlessRisen } from '../payments/risen.ts'
import { fetchMissingUsers } from '../shared/people.ts'
import { triesOf } from '../shared/transactions.ts'
import type { Request } from './request.ts'
import type { RequestStore } from './request-store.ts'
import { type Actual, readActual, withdrawnIn } from './review.ts'
import { holderOfRequest } from './view.ts'
import { currentFee, type FeeParts, feeIds, nextFeeId, ownFees, sharedKeys, withdrawalFeeOf } from './withdrawal-fee.ts'

/** Withdrawals looked at in one round of sync. */
const PER_ROUND = 5
/** The longer one waits, the rarer it is looked at: after this part of its age again. */
const AGE_PART = 20

interface WithdrawalDeps extends FeeParts {
  readonly remote: Remote
  readonly clock: Clock
  readonly log: Log
  readonly requestStore: RequestStore
  readonly paymentSteps: Pick<PaymentSteps, 'prepare' | 'review' | 'cancel' | 'capacity'>
  readonly self: Holder
}

type PayWith<Done> = (key: Pick<Intent, 'sharedKey'>) => Promise<Done>

export interface Withdrawals {
  /** What became of the fee of a withdrawal; undefined for other payments. */
  of(id: RequestId): RequestView['withdrawal']
  /** The review of this account's payment of the fee; the same one however often it is asked for before it is signed. */
  payFee(id: RequestId): Promise<PaymentReview>
  /** Prepares a payment that may be the fee of a withdrawal, written by hand: then with the key that other members pay to. */
  withKey: <Done>(wish: Pick<PrepareInput, 'holder' | 'rows' | 'references'>, pay: PayWith<Done>) => Promise<Done>
  /**
   * Before a fee is signed for, also one that was written by hand: throws `wallet.no_fee_due` where it is paid meanwhile, which nothing else tells,
   * `remote.fee_too_small`, and what asking the service throws.
   */
  needDue(payment: Payment): Promise<void>
  /** What is new about a request. */
  heard(request: Request): void
  /** Looks at withdrawals that were not seen to leave; nothing tells when another member pays. */
  round(): Promise<void>
}

interface Follow extends WithdrawalDeps {
  /** When one was looked at last. */
  readonly looked: Map<RequestId, Moment>
  /** Final ones whose money was not seen to leave; looked for once, and followed from then on. */
  leaving: Set<RequestId> | undefined
}

/** Follows withdrawals of groups that wait for their fee, and pays it. */
export function createWithdrawals(deps: WithdrawalDeps): Withdrawals {
  const follow: Follow = { ...deps, looked: new Map(), leaving: undefined }
  const preparing = new Map<RequestId, Promise<PaymentReview>>()
  return {
    of(id) {
      const request = deps.requestStore.find(id)
      return request === undefined ? undefined : stateOf(deps, request)
    },
    payFee(id) {
      const before = preparing.get(id)
      if (before !== undefined) return before
      const review = prepare(deps, id).finally(() => preparing.delete(id))
      preparing.set(id, review)
      return review
    },
    withKey(wish, pay) {
      const request = feeByHand(deps, wish)
      return request === undefined ? pay({}) : withSharedKey(deps, request, pay)
    },
    async needDue(payment) {
      const { feeOf } = intentOf(payment)
      if (feeOf === undefined) return needDueByHand(deps, payment)
      const request = await look(deps, deps.requestStore.get(feeOf.request))
      if (stateOf(deps, request)?.fee !== 'waits') throw paidAlready()
      const { destination } = withdrawnIn(actualOf(deps, request))?.leaves ?? {}
      const { assetId, amount } = payment
      if (destination !== undefined)
        await needFeeFor(deps, { assetId: feeOf.assetId, destination, fee: { assetId, amount } })
    },
    heard(request) {
      if (isLeaving(request)) follow.leaving?.add(request.id)
      else follow.leaving?.delete(request.id)
    },
    round: () => round(follow),
  }
}

const paidAlready = () => failure('wallet.no_fee_due', 'somebody else has paid it')

/** A payment to the fee account that refers to a withdrawal pays its fee, too, whoever wrote it. */
async function needDueByHand(deps: WithdrawalDeps, payment: Payment): Promise<void> {
  const { references, rows } = intentOf(payment)
  if (!rows.some(({ payee }) => payee.kind === 'user' && payee.userId === deps.feeUser)) return
  for (const hash of references) {
    const known = deps.requestStore.findByHash(hash)
    if (known?.state !== 'final') continue
    const fee = stateOf(deps, await look(deps, known))?.fee
    if (fee === 'paid' || fee === 'paying') throw paidAlready()
  }
}

/** The withdrawal whose fee would be paid, where it waits for one. */
function feeByHand(
  deps: WithdrawalDeps,
  { holder, rows, references }: Parameters<Withdrawals['withKey']>[0],
): Request | undefined {
  const [row, ...more] = rows
  const isFee = row?.payee.kind === 'user' && row.payee.userId === deps.feeUser
  if (!isFee || more.length > 0 || (holder !== null && holder !== deps.self.id)) return undefined
  return references
    .flatMap((hash) => deps.requestStore.findByHash(hash) ?? [])
    .find((request) => stateOf(deps, request)?.fee === 'waits')
}

/** What may say that a key is used up, or was asked for otherwise. */
const USED_UP: ReadonlySet<string> = new Set(['remote.output_key', 'remote.invalid_field', 'remote.refused'])

/** Throws `wallet.no_fee_due` where somebody else's payment has taken the key, and what paying throws. */
async function withSharedKey<Done>(deps: WithdrawalDeps, request: Request, pay: PayWith<Done>): Promise<Done> {
  for (const sharedKey of sharedKeys(request)) {
    try {
      return await pay({ sharedKey })
    } catch (error) {
      if (!USED_UP.has(codeOf(error))) throw error
    }
    if (stateOf(deps, await look(deps, request))?.fee !== 'waits') throw paidAlready()
  }
  return pay({})
}

async function round(follow: Follow): Promise<void> {
  const { requestStore, clock, looked } = follow
  const now = momentOf(clock)
  // A clock that was ahead and is set back has nothing wait for as long.
  const isDue = ({ id, detail }: Request): boolean => {
    const last = looked.get(id)
    return last === undefined || passedMs(last, now) >= msOf(now.wall - detail.createdAt) / AGE_PART
  }
  follow.leaving ??= new Set(requestStore.list(null).flatMap((request) => (isLeaving(request) ? request.id : [])))
  const due = [...follow.leaving].flatMap((id) => requestStore.find(id) ?? []).filter(isDue)
  for (const request of due.slice(0, PER_ROUND)) {
    looked.set(request.id, now)
    await look(follow, request).catch((error: unknown) =>
      follow.log('info', 'approvals.fee_not_read', { request: request.id, code: codeOf(error) }),
    )
  }
}

/** What was written by hand has no id that others could look under, so it is written down who paid. */
function isPaidByHand(deps: WithdrawalDeps, { hash }: Request): boolean {
  const own = currentFee(hash, deps)
  return own?.state === 'final' && own.byHand
}

function notePaidBy({ requestStore }: WithdrawalDeps, request: Request, member: UserId): Request {
  const detail = requestStore.noted({ ...request.detail, feePaidBy: member }, said('check.log.fee-paid'))
  return requestStore.put({ ...request, detail })
}

/** The request as the service has it now, with the member who paid its fee. */
async function look(deps: WithdrawalDeps, known: Request): Promise<Request> {
  const { requestStore } = deps
  const request = await requestStore.refresh(known)
  const { feePaidBy, members } = request.detail
  if (request.state === 'final' && feePaidBy === undefined && isPaidByHand(deps, request))
    return notePaidBy(deps, request, deps.account)
  if (request.state !== 'final' || (feePaidBy !== undefined && !isLeaving(request))) return request
  let fees: Promise<Asked> | undefined
  const asked = (): Promise<Asked> => (fees ??= feesAsked(deps, request))
  // What was found once stays, unless its own record shows by now that it was too little.
  if (feePaidBy !== undefined && (await paidBy(deps, request, feePaidBy, asked)) !== 'short') return request
  for (const member of members) {
    if (member === feePaidBy || (await paidBy(deps, request, member, asked)) !== 'enough') continue
    await fetchMissingUsers(deps, [member])
    return notePaidBy(deps, request, member)
  }
  if (feePaidBy === undefined) return request
  const { feePaidBy: _, ...detail } = request.detail
  return requestStore.put({ ...request, detail })
}

/**
 * Fees move from one minute to the next, so a payment of some of what is asked for by now may have been enough: this part of it. But only for
 * so long: if nothing has left by then, it was not.
 */
const ENOUGH = 2n
const PATIENCE = 6n * HOUR

type Asked = ReadonlyMap<string, Amount>

/** What is asked for by now, by kernel asset; nothing where that is not known. */
async function feesAsked(deps: WithdrawalDeps, request: Request): Promise<Asked> {
  const actual = actualOf(deps, request)
  const destination = withdrawnIn(actual)?.leaves?.destination
  if (destination === undefined || actual.asset === undefined) return new Map()
  const params = { id: actual.asset.assetId }
  const fees = await deps.remote.call('assets.fees', { params, query: { destination } })
  return new Map(fees.flatMap(({ asset_id, amount }) => (amount > 0n ? [[kernelAssetId(asset_id), amount]] : [])))
}

/**
 * What a member's transactions under the derived ids that really refer to the withdrawal have paid the fee account. One that pays too little has
 * nothing leave, and must keep nobody from paying.
 */
async function paidBy(
  deps: WithdrawalDeps,
  request: Request,
  member: UserId,
  asked: () => Promise<Asked>,
): Promise<'enough' | 'short' | 'nothing'> {
  const ids = feeIds(request.hash, member)
  const receiver = hashMembers([deps.feeUser])
  let isShort = false
  try {
    for await (const { record } of triesOf(deps, () => ids.next().value)) {
      if (record === null) continue
      const { references, asset, outputs } = decodeTransaction(record.raw_transaction)
      const own = outputs.filter((_, at) => record.receivers[at]?.members_hash === receiver)
      if (own.length === 0 || !references.includes(request.hash)) continue
      const isNew = deps.clock.now() - record.created_at < PATIENCE
      if (isEnough(await asked(), asset, isNew ? sumOf(own) * ENOUGH : sumOf(own))) return 'enough'
      isShort = true
    }
  } catch (error) {
    if (answerOf(error) !== 'remote.forbidden') throw error
  }
  return isShort ? 'short' : 'nothing'
}

function isEnough(asked: Asked, asset: string, paid: bigint): boolean {
  const fee = asked.get(asset)
  return asked.size === 0 || (fee !== undefined && paid >= fee)
}

const actualOf = ({ directory, requestStore }: WithdrawalDeps, request: Request): Actual =>
  readActual(request, directory, holderOfRequest(request), requestStore.coins(request))

function stateOf(deps: WithdrawalDeps, request: Request): RequestView['withdrawal'] {
  const found = withdrawalFeeOf(request, actualOf(deps, request), deps)
  return 'withdrawal' in found ? found.withdrawal : undefined
}

async function prepare(deps: WithdrawalDeps, id: RequestId): Promise<PaymentReview> {
  const { account, feeUser, paymentSteps } = deps
  const request = await look(deps, deps.requestStore.get(id))
  const actual = actualOf(deps, request)
  const withdrawn = withdrawnIn(actual)
  if (withdrawn?.leaves == null || stateOf(deps, request)?.fee !== 'waits') {
    throw failure('wallet.no_fee_due', 'this does not wait for a fee')
  }
  const own = currentFee(request.hash, deps)
  const known = own === undefined ? null : await reviewUnlessRisen(deps, own.id)
  if (known !== null) return known
  const { asset } = actual
  if (asset === undefined) throw failure('wallet.asset_mismatch', 'the asset is not known')
  const fee = await feeFor(deps, asset.assetId, withdrawn.leaves.destination)
  await fetchMissingUsers(deps, [feeUser])
  const dead = ownFees(request.hash, deps).find(({ signedAt }) => signedAt !== null)
  const pay: PayWith<PaymentReview> = async (key) =>
    paymentSteps.prepare(
      {
        ...{ account, holder: null, assetId: fee.asset_id, memoHex: '', label: '' },
        rows: [{ payee: { kind: 'user', userId: feeUser }, amount: fee.amount }],
        ...{ feeAssetId: null, coins: null, references: [request.hash], returnTo: null, draftId: null },
        requestId: await nextFeeId(request.hash, deps),
        ...defined({ again: dead?.id }),
      },
      null,
      { feeOf: { request: id, assetId: asset.assetId, amount: withdrawn.amount }, ...key },
    )
  return withSharedKey(deps, request, pay).catch((error: unknown) => {
    throw shortOfFee(error, fee.asset_id)
  })
}

/** No other amount would do: what is missing is the fee, and of which asset. */
function shortOfFee(error: unknown, assetId: AssetId): unknown {
  if (!(error instanceof CofferError) || error.code !== 'wallet.insufficient') return error
  const { needed = '', held = '', symbol = '' } = error.details
  return failure('wallet.fee_insufficient', 'the fee is not there', { details: { fee: needed, held, symbol, assetId } })
}

/** The fee that this account can pay, in the withdrawn asset before others; without one the first that is named. */
async function feeFor(
  { remote, paymentSteps, self }: WithdrawalDeps,
  assetId: AssetId,
  destination: string,
): Promise<Fee> {
  const fees = await remote.call('assets.fees', { params: { id: assetId }, query: { destination } })
  const named = fees
    .filter(({ amount }) => amount > 0n)
    .sort((a, b) => Number(b.asset_id === assetId) - Number(a.asset_id === assetId))
  const affordable = named.find(
    (fee) => paymentSteps.capacity(self, fee.asset_id, null, toAmount(0n)).available >= fee.amount,
  )
  const chosen = affordable ?? named[0]
  if (chosen === undefined) throw failure('wallet.fee_unknown', 'the service names no fee')
  return chosen
}

/** A final withdrawal without the hash of its transaction on the other chain. */
function isLeaving({ state, detail: { record } }: Request): boolean {
  const receivers = record?.receivers ?? []
  return (
    state === 'final' && receivers.some(({ destination, chainHash }) => destination !== '' && chainHash === undefined)
  )
}
