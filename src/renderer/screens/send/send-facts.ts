import { useMemo } from 'react'
import { readMemo, STORED_BYTES } from '../../lib/memo.ts'
import { type Query, useIsAsking, useQuery } from '../../state/query.ts'
import type { Asset, Balance, FeeOption, Owner, Quote, Report, SendForm } from '../../state/types.ts'
import { feeOf, lookAtForm, mostBeside, type Resolution, type SendContext, type SendLook, storesMemo } from './model.ts'
import { type Known, useResolutions } from './resolver.ts'
import { type Shared, sharedOut, withShares } from './share.ts'

export interface SendFacts {
  /** Of what there is to choose from, that which could not be read. */
  readonly unread: Pick<Query<unknown>, 'error' | 'refresh'>
  readonly assets: readonly Asset[]
  readonly balances: readonly Balance[] | undefined
  readonly balance: Balance | undefined
  readonly resolutions: readonly Resolution[]
  /** Whether an answer that the way on needs is still to come. */
  readonly isAsking: boolean
  readonly fees: readonly FeeOption[] | undefined
  readonly feesError: Report | null
  readonly askFees: () => void
  /** What the asset costs now, in the window's currency. */
  readonly quote: Quote | undefined
  readonly max: { readonly available: string; readonly inOne: string; readonly coins: number } | undefined
  /** Whether it is being read again. */
  readonly isMaxOld: boolean
  /** What Max fills in. */
  readonly most: string | undefined
  readonly context: SendContext
  /** The form as it is paid, and what of it is shared out. */
  readonly paid: SendForm
  readonly shared: Shared | null
  readonly look: SendLook
}

const isToCome = ({ value, error }: Query<unknown>): boolean => value === undefined && error === null

/** Everything the wallet knows about a form, asked for as it is filled. */
export function useSendFacts(
  form: SendForm,
  owner: Owner,
  { noTag, watchOnly, given }: Pick<SendContext, 'noTag' | 'watchOnly'> & { readonly given: Known | null },
): SendFacts {
  const listed = useQuery('assets.list', { account: owner.account })
  const read = useQuery('home.read', owner)
  const [assets, home] = [listed.value, read.value]
  const balances = home?.reading === null ? home.balances : undefined
  const balance = balances?.find((one) => one.asset.assetId === form.assetId)
  const asset = balance?.asset ?? assets?.find((one) => one.assetId === form.assetId)

  const quote = useQuery(
    'value.quote',
    form.assetId === null ? undefined : { account: owner.account, assetId: form.assetId },
  ).value

  const texts = useMemo(() => form.rows.map((row) => row.to), [form.rows])
  const resolutions = useResolutions(texts, form.assetId, owner, given)
  const target = resolutions.find((one) => one.kind === 'known' && one.payee.kind === 'chain')
  const chain = target?.kind === 'known' && target.payee.kind === 'chain' ? target.payee : undefined
  const destination = chain?.destination ?? ''
  const feesOf =
    chain === undefined || asset === undefined || owner.holder !== null
      ? undefined
      : { ...owner, assetId: asset.assetId, destination, tag: form.tag.trim() || chain.tag }
  const fees = useQuery('payments.fees', feesOf)
  const feeAssetId = destination === '' ? null : (feeOf(form, fees.value)?.asset.assetId ?? null)
  const maxOf =
    asset === undefined ? undefined : { ...owner, assetId: asset.assetId, feeAssetId, destination, coins: form.coins }
  const { value: max } = useQuery('payments.max', maxOf)
  const isMaxOld = useIsAsking('payments.max', maxOf)

  const bytes = chain === undefined && storesMemo(form) ? readMemo(form.memo, form.memoForm, STORED_BYTES).bytes : 0
  const storageOf = bytes === 0 || bytes > STORED_BYTES ? undefined : { ...owner, bytes }
  const storage = useQuery('storage.price', storageOf)

  const most =
    max === undefined || asset === undefined || (storageOf !== undefined && storage.value === undefined)
      ? undefined
      : mostBeside(max.inOne, asset, storage.value)
  const shared = useMemo(() => sharedOut(form, most), [form, most])
  const paid = useMemo(() => withShares(form, shared), [form, shared])

  const none = useMemo(() => ({ available: '0', held: '0' }), [])
  const context: SendContext = {
    asset,
    balance: balance ?? (balances === undefined ? undefined : none),
    inOne: max?.inOne,
    resolutions,
    fees: fees.value,
    noTag,
    watchOnly,
    isGroup: owner.holder !== null,
    storage: storage.value,
  }
  return {
    unread: read.error === null ? listed : read,
    assets: assets ?? [],
    balances,
    balance,
    resolutions,
    isAsking:
      resolutions.some(({ kind }) => kind === 'asking') ||
      (form.assetId !== null && asset === undefined && isToCome(listed)) ||
      (feesOf !== undefined && isToCome(fees)) ||
      (storageOf !== undefined && isToCome(storage)),
    fees: fees.value,
    feesError: fees.error,
    askFees: fees.refresh,
    quote,
    max,
    isMaxOld,
    most,
    context,
    ...{ paid, shared },
    look: lookAtForm(paid, context),
  }
}
