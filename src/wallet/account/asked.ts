import { v4 as uuid } from 'uuid'
import { defined } from '#contract/defined'
import type { AssetId, Hash, RequestId, Snapshot, TransactionRecord, UserId } from '#contract/domain'
import { codeOf, failure, reportOf } from '#contract/errors'
import type { AskedPaymentView } from '#contract/ipc'
import { type Amount, formatAmountShort, formatPaymentLink, kernelAssetId, toAmount } from '#protocol'
import type { Remote } from '#remote'
import { type Asked, askedIn, keepAsked, saidOtherwise } from '../payments/asked-rows.ts'
import { askedOtherwise } from '../payments/intent.ts'
import { partyOf } from '../payments/review.ts'
import type { CallsOf, Runtimes } from '../shared/calls.ts'
import type { WalletDeps } from '../shared/deps.ts'
import type { Desk } from '../shared/desk.ts'
import { type Line, remoteFor } from '../shared/line.ts'
import { shortMemo } from '../shared/memo.ts'
import { groupAddress } from '../shared/names.ts'
import { fetchMissingUsers } from '../shared/people.ts'
import { findTransaction } from '../shared/transactions.ts'

/*
 * Payments of an account whose key is in a phone: Coffer writes them down as a link with a trace of its own, the phone makes
 * them, and the trace tells what became of each. They hold no coins, since nothing here decides whether they happen. Another
 * asset, amount, receiver or memo under the trace is a different payment. What no link can say (withdrawals, several receivers,
 * bytes as memo, references) cannot be asked for.
 */

function destinationOf(payee: Asked['payee']): string {
  switch (payee.kind) {
    case 'user':
      return payee.userId
    case 'group':
      return groupAddress(payee)
    case 'kernel':
      return payee.address
  }
}

const linkOf = ({ payee, assetId, amount, memo, requestId }: Asked): string =>
  formatPaymentLink({
    destination: destinationOf(payee),
    asset: assetId,
    amount: formatAmountShort(amount),
    ...(memo === '' ? {} : { memo }),
    trace: requestId,
  })

const hexOf = (memo: string): string => Buffer.from(memo, 'utf8').toString('hex')

/** What was paid under a trace, as a record or the history tells it; what one of them does not say is undefined. */
interface Paid {
  readonly assetId: AssetId | undefined
  readonly kernelAsset: Hash | undefined
  readonly amount: Amount
  readonly members: readonly UserId[] | undefined
  readonly threshold: number
  readonly memoHex: string | undefined
}

function paidByRecord(record: TransactionRecord): Paid {
  const [first] = record.receivers
  const isNamed = first !== undefined && first.members.length > 0
  return {
    assetId: record.asset_id ?? undefined,
    kernelAsset: record.kernel_asset_id ?? record.asset ?? undefined,
    amount: record.amount,
    members: isNamed ? first.members : undefined,
    threshold: first?.threshold ?? 1,
    memoHex: record.extra,
  }
}

/** Of this account's own history: what left it under the trace. It names one person, and groups by nobody. */
function paidByHistory({ payee }: Asked, snapshots: readonly Snapshot[]): Paid | null {
  const left = snapshots.filter(({ amount }) => amount < 0n)
  const [first] = left
  if (first === undefined) return null
  return {
    assetId: first.asset_id,
    kernelAsset: first.kernel_asset_id,
    amount: toAmount(left.reduce((sum, { amount }) => sum - amount, 0n)),
    members: payee.kind !== 'user' || first.opponent_id === null ? undefined : [first.opponent_id],
    threshold: 1,
    memoHex: first.memo,
  }
}

const isKernelAsset = (kernel: Hash | undefined, assetId: AssetId): boolean =>
  kernel === undefined || kernel === kernelAssetId(assetId)

function isAsAsked({ assetId, payee, amount, memo }: Asked, paid: Paid): boolean {
  const isNamed = paid.assetId !== undefined || paid.kernelAsset !== undefined
  // The kernel's id says what moved, whatever stands beside it.
  const sameAsset = isNamed && (paid.assetId ?? assetId) === assetId && isKernelAsset(paid.kernelAsset, assetId)
  return sameAsset && paid.amount === amount && (paid.memoHex ?? hexOf(memo)) === hexOf(memo) && isPayee(payee, paid)
}

/** Whom one-time keys belong to nobody can tell: addresses of the kernel are never named, and count as what was asked for. */
function isPayee(payee: Asked['payee'], { members, threshold }: Paid): boolean {
  if (members === undefined) return true
  switch (payee.kind) {
    case 'user':
      return members.length === 1 && members[0] === payee.userId
    case 'group':
      return threshold === payee.threshold && members.toSorted().join() === payee.members.toSorted().join()
    case 'kernel':
      return false
  }
}

interface Fate {
  readonly stage: AskedPaymentView['stage']
  readonly paid: Paid | null
}

/** The history counts as the end of it; before that, what the service says of the trace. */
function fateOf(asked: Asked, record: TransactionRecord | null, snapshots: readonly Snapshot[]): Fate {
  const history = paidByHistory(asked, snapshots)
  const told = record === null || record.state === 'unspent' ? null : paidByRecord(record)
  const other = [told, history].find((paid) => paid !== null && !isAsAsked(asked, paid))
  if (other !== undefined && other !== null) return { stage: 'different', paid: other }
  return { stage: history !== null ? 'final' : told !== null ? 'seen' : 'waiting', paid: null }
}

function viewOf(
  runtime: Desk,
  asked: Asked,
  record: TransactionRecord | null = null,
  problem: AskedPaymentView['problem'] = null,
): AskedPaymentView {
  const { directory, self, store } = runtime
  const { snapshots } = store.cache
  const byTrace = snapshots.byRequest(asked.requestId)
  const own = byTrace.length > 0 || record === null ? byTrace : snapshots.byTransaction(record.transaction_hash)
  const { stage, paid } = fateOf(asked, record, own)
  return {
    ...{ requestId: asked.requestId, amount: asked.amount, label: asked.label, askedAt: asked.at },
    otherwise: saidOtherwise(asked.asked, asked, directory).map(({ text }) => text),
    link: linkOf(asked),
    asset: directory.asset(asked.assetId),
    party: partyOf(asked.payee, directory, self),
    memoText: asked.memo === '' ? null : asked.memo,
    stage,
    paid: paid === null ? null : paidView(runtime, paid),
    namesPayee: asked.payee.kind !== 'kernel',
    problem,
  }
}

function paidView({ directory, self }: Desk, paid: Paid): NonNullable<AskedPaymentView['paid']> {
  const { members = [], threshold, assetId, kernelAsset } = paid
  const named = assetId === undefined ? undefined : directory.asset(assetId)
  const isNamed = kernelAsset === undefined || named?.kernelAssetId === kernelAsset
  const asset = isNamed ? named : directory.assetOfKernel(kernelAsset)
  const [only] = members
  const party: AskedPaymentView['party'] =
    only === undefined
      ? { kind: 'unknown' }
      : members.length === 1
        ? { kind: 'user', user: directory.user(only) }
        : partyOf({ kind: 'group', members: [...members], threshold }, directory, self)
  return { asset: asset ?? null, amount: paid.amount, party, memoText: shortMemo(paid.memoHex ?? '') }
}

type AskedLine = Line & Pick<WalletDeps, 'profile' | 'openOutside'>

export function askedCalls(runtimes: Runtimes, line: AskedLine): CallsOf<'asked'> {
  /** Whether a trace is known may be asked by anybody; a permission to look does not include it. */
  const anybody = (): Remote => remoteFor(line)

  async function recordOf(runtime: Desk, id: RequestId): Promise<TransactionRecord | null> {
    const read = (remote: Remote) => findTransaction(remote, id, { tries: 2 })
    return read(anybody()).catch((error: unknown) => {
      if (codeOf(error) === 'remote.unauthorized') return read(runtime.remote)
      throw error
    })
  }

  function find(runtime: Desk, id: RequestId): Asked {
    const found = askedIn(runtime.store).find(({ requestId }) => requestId === id)
    if (found === undefined) throw failure('wallet.payment_unknown', 'no such payment')
    return found
  }

  return {
    async 'asked.make'({ account, payee, requestId, asked: inLink, ...wish }) {
      const runtime = runtimes.ready(account)
      if (line.profile.accounts.get(account)?.kind !== 'watch') refuse('account')
      if (payee.kind === 'chain' || (payee.kind === 'user' && payee.userId === account)) return refuse('payee')
      if (wish.amount <= 0n) refuse('amount')
      if (hexOf(wish.memo).length > 2 * 255) refuse('memo')
      await fetchMissingUsers(
        runtime,
        payee.kind === 'user' ? [payee.userId] : payee.kind === 'group' ? payee.members : [],
      )
      const asked: Asked = {
        ...{ ...wish, payee, at: runtime.now() },
        requestId: requestId ?? (uuid({ random: line.random(16) }) as RequestId),
        ...askedOtherwise({
          ...{ requestId, assetId: wish.assetId, rows: [wish], memoHex: hexOf(wish.memo) },
          ...defined({ asked: inLink }),
        }),
      }
      const before = askedIn(runtime.store)
      const known = before.find((one) => one.requestId === asked.requestId)
      if (known !== undefined && linkOf(known) !== linkOf(asked)) {
        throw failure('wallet.request_taken', 'another payment was asked for under this id')
      }
      keepAsked(runtime.store, [asked, ...before.filter((one) => one !== known)])
      return viewOf(runtime, asked)
    },

    async 'asked.read'({ account, requestId }) {
      const runtime = runtimes.any(account)
      const asked = find(runtime, requestId)
      try {
        const record = await recordOf(runtime, requestId)
        const view = viewOf(runtime, asked, record)
        if (view.stage === 'seen') runtime.sync.soon('look')
        return view
      } catch (error) {
        return viewOf(runtime, asked, null, reportOf(error))
      }
    },

    async 'asked.list'({ account }) {
      const runtime = runtimes.any(account)
      return askedIn(runtime.store).map((asked) => viewOf(runtime, asked))
    },

    async 'asked.open'({ account, requestId }) {
      const url = linkOf(find(runtimes.any(account), requestId))
      line.openOutside?.(url)
      return { url, opens: line.openOutside === undefined ? 'tab' : 'browser' }
    },

    async 'asked.putAway'({ account, requestId }) {
      const runtime = runtimes.any(account)
      keepAsked(
        runtime.store,
        askedIn(runtime.store).filter((one) => one.requestId !== requestId),
      )
      return null
    },
  }
}

function refuse(field: string): never {
  throw failure('input.invalid', 'no link can say this', { details: { field } })
}
