import type { AssetId, Hash, Holder, Nanos } from '#contract/domain'
import type { PaymentReview } from '#contract/ipc'
import { type Amount, decodeTransaction, sumOf, toAmount } from '#protocol'
import type { AccountStore } from '#store'
import { said } from '#words/facts'
import { alikeWarnings } from '../payments/alike.ts'
import { overLimitChecks } from '../payments/at-risk.ts'
import { FEE_LATER } from '../payments/fees.ts'
import { memoChecks, payeeChecks } from '../payments/payee-checks.ts'
import type { Target } from '../payments/target.ts'
import type { Directory } from '../shared/names.ts'
import { paymentOf, type Request, readRequest } from './request.ts'
import { type Actual, destinationOf, type JudgedOutput, payeeOf, withdrawnIn } from './review.ts'

/* What a co-signer is warned of, as the one who asks is: by what this group paid before, as far as it was looked at here. */

interface Parts {
  readonly store: AccountStore
  readonly directory: Directory
}

export function requestWarnings(
  request: Request,
  actual: Actual,
  group: Holder,
  parts: Parts,
): PaymentReview['checks'] {
  const { store, directory } = parts
  if (request.state !== 'open' || actual.asset === undefined) return []
  const payees = leavingOf(actual).map(payeeOf)
  const checks = payeeChecks(payees, actual.asset.assetId, {
    ...{ directory, intents: store.intents, who: 'group' },
    alike: (payee) => alikeWarnings(payee, store),
    paidBefore: (payee) => paidByGroup(payee, actual.asset?.chainId, group, parts),
  })
  const back = sumOf(actual.outputs.filter(({ change }) => change))
  const change = back === 0n ? [] : [{ assetId: actual.asset.assetId, sum: back }]
  const warnings = [
    ...checks,
    ...memoChecks(actual.transaction.extra),
    // Once it is signed by enough, its change depends on the service as that of an own payment does.
    ...overLimitChecks(parts, change, 'asked'),
  ]
  const withdrawn = withdrawnIn(actual)?.index
  if (withdrawn === undefined) return warnings
  const { address, tag } = actual.transaction.outputs[withdrawn]?.withdrawal ?? {}
  if (typeof address === 'string' && typeof tag === 'string') return [...warnings, FEE_LATER]
  const text = said('check.approvals.destination')
  return [...warnings, { id: 'destination', result: 'attention', text }, FEE_LATER]
}

/** Final requests of the group to this receiver that were signed or read here. What nobody looked at here says nothing. */
function paidByGroup(
  payee: Target,
  chainId: AssetId | undefined,
  group: Holder,
  { store, directory }: Parts,
): { readonly times: number; readonly last: Nanos } | null {
  const { requests } = store.intents
  const wanted = keyOf(payee)
  const paid = requests.list({ holder: group.id }).filter((stored) => {
    if (stored.state !== 'final') return false
    const detail = readRequest(stored)?.detail
    const looked = detail?.reviewed === true || paymentOf(store, stored)?.signedAt != null
    if (!looked) return false
    const told = detail?.record?.receivers ?? []
    if (payee.kind !== 'chain') return told.some((one) => one.destination === '' && keyOf(targetOf(one)) === wanted)
    // The bytes say where to, whatever the service came to say of it since, and in which asset: the same address on another chain may be somebody else's.
    const { asset, outputs } = decodeTransaction(stored.raw)
    const paidAsset = directory.assetOfKernel(asset as Hash) // 32 bytes of hex
    if (paidAsset === undefined || paidAsset.chainId !== chainId) return false
    return outputs.map(destinationOf).some((place) => place !== null && keyOf(place) === wanted)
  })
  const last = paid.reduce<Nanos | null>(
    (newest, { updatedAt }) => (newest === null || updatedAt > newest ? updatedAt : newest),
    null,
  )
  return last === null ? null : { times: paid.length, last }
}

type Receiver = NonNullable<Request['detail']['record']>['receivers'][number]

function targetOf({ members, threshold }: Receiver): Target {
  const [only, ...others] = members
  return only !== undefined && others.length === 0 && threshold === 1
    ? { kind: 'user', userId: only }
    : { kind: 'group', members: [...members], threshold }
}

/** Equal for equal receivers. */
function keyOf(target: Target): string {
  if (target.kind === 'user') return `user:${target.userId}`
  if (target.kind === 'group') return `group:${target.threshold}:${[...target.members].sort().join()}`
  return JSON.stringify(target)
}

const leavingOf = (actual: Actual): JudgedOutput[] => actual.outputs.filter(({ change }) => !change)

/** What the group has of the asset once this is paid, by the coins that were read; null while a coin was not, or which output is change is not known. */
export function leftWith(group: Holder, actual: Actual, coins: readonly unknown[], { store }: Parts): Amount | null {
  if (coins.includes(undefined)) return null
  const areStrange = actual.outputs.every(({ members, leaves }) => members.length === 0 && leaves === null)
  if (actual.outputs.length > 1 && areStrange) return null
  const kernel = actual.transaction.asset as Hash // the decoder gives 32 bytes of hex
  const balance = store.cache.outputs.balances(group.id).find(({ kernelAssetId }) => kernelAssetId === kernel)
  if (balance === undefined) return null
  const left = balance.unspent.amount + balance.signed.amount - actual.amount
  return left < 0n ? null : toAmount(left)
}
