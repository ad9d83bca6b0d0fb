import type { Hash, Holder } from '#contract/domain'
import { failure } from '#contract/errors'
import type { PaymentReview, RequestReview, RequestView } from '#contract/ipc'
import { decodeTransaction, type Transaction } from '#protocol'
import type { AccountStore, Group, Payment } from '#store'
import { said } from '#words/facts'
import { titleOf } from '../payments/review.ts'
import { together } from '../payments/titles.ts'
import { estimate } from '../shared/fiat.ts'
import { groupWords } from '../shared/group-words.ts'
import { itemName } from '../shared/item-name.ts'
import { subjectOfRequest } from '../shared/label-keys.ts'
import { shortMemo } from '../shared/memo.ts'
import type { Directory } from '../shared/names.ts'
import { refusalsOf } from './refusals.ts'
import { askerOf, isAskersWord, isProvedDead, paymentOf, type Request, type RequestDetail } from './request.ts'
import type { RequestStore } from './request-store.ts'
import { itemIn, partyOfOutput, readActual } from './review.ts'
import { type FeeParts, withdrawalFeeOf } from './withdrawal-fee.ts'

/* Requests as a window shows them. */

export function holderOfRequest(request: Request): Holder {
  const { members, threshold } = request.detail
  return { id: request.holder, members, threshold, membersHash: request.holder.split(':')[0] as Hash } // how holders are named
}

export interface RequestViewParts extends FeeParts {
  readonly requestStore: RequestStore
  readonly group: (holder: Request['holder']) => Group | undefined
  readonly rate: () => number | null
}

/** Its name as far as its records are here. */
function itemOf(hash: Hash | null, { store }: RequestViewParts): Pick<RequestView, 'item'> {
  if (hash === null) return {}
  const { inscriptions } = store.cache
  const item = inscriptions.item(hash)
  return { item: itemName(hash, item, item && inscriptions.collection(item.collection_hash)) }
}

export function requestView(request: Request, parts: RequestViewParts): RequestView {
  const { account, directory, requestStore } = parts
  const { detail } = request
  const asker = askerOf(detail)
  const group = holderOfRequest(request)
  const added = parts.group(request.holder)
  const coins = requestStore.coins(request)
  const actual = readActual(request, directory, group, coins)
  const payees = actual.outputs.filter((output) => !output.change)
  const parties = payees.map((output) =>
    partyOfOutput(output, directory, { asset: actual.asset, intents: parts.store.intents }),
  )
  const asset = actual.asset ?? unknownAsset(actual.transaction.asset as Hash, directory) // the decoder gives 32 bytes of hex
  const item = itemOf(itemIn(coins, actual), parts)
  const payment = paymentOf(parts.store, request)
  const { signedByMe, signers, refusals, tab } = standingOf(request, actual.transaction, payment, parts)
  return {
    requestId: request.id,
    hash: request.hash,
    holder: request.holder,
    group: {
      name: added?.name ?? '',
      called: detail.groupCalled,
      threshold: group.threshold,
      members: group.members.map((id) => directory.user(id)),
      words: groupWords(group.membersHash, group.threshold),
    },
    groupAdded: added !== undefined,
    tab,
    state: request.state,
    title: titleOf({ kind: 'multisig', ...item }, parties, actual.amount, asset.symbol),
    ...item,
    asset,
    amount: actual.amount,
    fiat: estimate(actual.amount, asset.priceUsd, parts.rate()),
    party: together(parties) ?? { kind: 'self' },
    rows:
      parties.length < 2
        ? []
        : payees.flatMap(({ amount }, at) => {
            const party = parties[at]
            return party === undefined ? [] : [{ party, amount }]
          }),
    memoText: shortMemo(actual.transaction.extra),
    by: asker === null ? null : directory.user(asker),
    byFile: asker !== null && asker !== account && isAskersWord(detail),
    signers: signers.map(({ userId, at, offline }) => ({ user: directory.user(userId), at, offline })),
    signedByMe,
    refusals: refusals.map(({ userId, at, reason }) => ({ user: directory.user(userId), at, reason })),
    source: detail.source,
    ...notes(request, parts.store),
    askerNote: detail.askerNote,
    noteBy: detail.noteBy === undefined ? null : directory.user(detail.noteBy),
    reviewBy: detail.reviewBy,
    spentBy: detail.spentBy,
    provedDead: isProvedDead(payment, request),
    revokedBy: detail.revokedBy === null ? null : directory.user(detail.revokedBy),
    createdAt: detail.createdAt,
    seenAt: request.seenAt,
    paymentId: payment?.id ?? null,
    ...withdrawalFeeOf(request, actual, parts),
  }
}

type Standing = Pick<RequestView, 'tab' | 'signedByMe'> & {
  readonly signers: RequestDetail['signers']
  readonly refusals: ReturnType<typeof refusalsOf>
}

/** Who has answered, and whose turn it is. */
function standingOf(
  request: Request,
  transaction: Transaction,
  payment: Payment | undefined,
  parts: RequestViewParts,
): Standing {
  const { account } = parts
  const { detail, state } = request
  const signedByMe =
    hasSigned(request, transaction, parts) || (payment?.signedAt != null && payment.state !== 'cancelled')
  // Who else signed is the service's word; whether we did is known here.
  const signers = detail.signers.filter(({ userId }) => userId !== account || signedByMe)
  const refusals = refusalsOf(detail, signers)
  const answered = signedByMe || refusals.some(({ userId }) => userId === account)
  const tab = isOver(request) ? 'done' : state === 'open' && !answered ? 'needs_you' : 'waiting'
  return { tab, signedByMe, signers, refusals }
}

/** Where a list has it, without all that its row shows. */
export const tabOf = (request: Request, parts: RequestViewParts): RequestView['tab'] =>
  isOver(request)
    ? 'done'
    : standingOf(request, decodeTransaction(request.raw), paymentOf(parts.store, request), parts).tab

const isOver = ({ state }: Pick<Request, 'state'>): boolean => state !== 'open' && state !== 'complete'

/**
 * Kept bytes hold good signatures alone. But by whose keys they are good a file may have said, of coins that were not read yet: that says
 * nothing of this account.
 */
function hasSigned(
  request: Request,
  { signatures, aggregated }: Transaction,
  { account, requestStore }: RequestViewParts,
): boolean {
  const { raw, detail } = request
  const place = detail.members.indexOf(account)
  const isSigned =
    (signatures ?? []).some((signed) => signed[place] !== undefined) || (aggregated?.signers.includes(place) ?? false)
  if (!isSigned || detail.coins.length === 0) return isSigned
  const coins = requestStore.coins(request)
  const areRead = coins.every((coin) => coin?.output != null)
  return areRead && requestStore.count(raw, coins, detail.threshold).valid.includes(place)
}

function notes({ id, detail }: Request, { intents }: AccountStore): Pick<RequestView, 'label' | 'note'> {
  const own = intents.labels.get(subjectOfRequest(id))
  const { label, note } =
    own === undefined || own.label + own.note === '' ? { label: '', note: detail.note ?? '' } : own
  return { label, note }
}

function unknownAsset(kernel: Hash, directory: Directory): RequestView['asset'] {
  const blank = directory.listedAssets()[0]
  if (blank === undefined) throw failure('internal', 'the asset table is empty')
  return {
    ...blank,
    ...{
      kernelAssetId: kernel,
      symbol: '?',
      name: said('shared.unknown-asset'),
      chainName: '',
      chainSymbol: '',
      trust: 'unlisted',
    },
    ...{ priceUsd: null, changeUsd: null },
  }
}

/** The same review for the window in which payments are approved. */
export function asPayment(review: RequestReview): PaymentReview {
  const { request } = review
  return {
    paymentId: request.requestId,
    digest: review.digest,
    title: request.title,
    verb: review.verb,
    group: { threshold: request.group.threshold, members: request.group.members.length },
    verdict: review.verdict,
    checks: review.checks,
    asset: request.asset,
    amount: request.amount,
    fiat: request.fiat,
    left: null,
    payees: review.payees,
    memoHex: review.memoHex,
    memoText: request.memoText,
    fee: null,
    change: review.change.map((change) => ({ ...change, asset: request.asset })),
    coins: review.transaction.inputs.length,
    transactions: [review.transaction],
    approval: review.approval,
    returnTo: null,
  }
}
