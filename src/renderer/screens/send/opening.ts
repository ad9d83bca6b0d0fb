import { useEffect, useState } from 'react'
import { defined } from '#contract/defined'
import { say } from '#words'
import { writtenMemo } from '../../lib/memo.ts'
import { call, reportOf } from '../../state/bridge.ts'
import { filledAs, forgetView } from '../../state/prefilled-send.ts'
import { EMPTY_FORM } from '../../state/send-form.ts'
import type { Owner, PayeeView, Payment, Plan, Report, SendForm } from '../../state/types.ts'
import { isWorthKeeping, payeeText } from './model.ts'
import { kept } from './store.ts'

/** Where a form comes from: nothing, a draft, an earlier payment, an asset of Home, another screen. */
export interface SendRoute {
  readonly draftId?: string
  readonly assetId?: string
  readonly repeat?: string
  readonly anew?: true
  readonly filled?: number
}

export interface Opened {
  readonly draftId: string | null
  readonly form: SendForm
  readonly preparedAs: string | null
  /** The way by which Send was opened: coming back by the same one comes back to the same form. */
  readonly from: string
  /** Whom the first row was resolved to where that was just done. */
  readonly view: PayeeView | null
  /** What is changed here instead of a payment that is made. */
  readonly plan: Plan | null
}

type Found = Omit<Opened, 'from'>

export type Opening =
  | { readonly kind: 'opening' }
  | { readonly kind: 'failed'; readonly error: Report }
  | { readonly kind: 'open'; readonly opened: Opened }

const fresh = (form: Partial<SendForm>, view: PayeeView | null = null): Found => ({
  draftId: null,
  form: { ...EMPTY_FORM, ...form },
  preparedAs: null,
  view,
  plan: null,
})

/** What was once typed of a payment. */
function typedOf(
  payment: Pick<Payment | Plan, 'asset' | 'party' | 'memoText' | 'memoHex' | 'label'> & {
    readonly rows: readonly Pick<Payment['rows'][number], 'party' | 'amount'>[]
  },
): Partial<SendForm> {
  const rows = payment.rows.map(({ party, amount }) => ({ to: payeeText(party), amount }))
  return {
    assetId: payment.asset.assetId,
    rows: rows.length === 0 ? EMPTY_FORM.rows : rows,
    tag: payment.party.kind === 'chain' ? payment.party.tag : '',
    ...writtenMemo(payment.memoText, payment.memoHex),
    label: payment.label,
  }
}

const formOfPlan = (plan: Plan): Partial<SendForm> => ({
  ...typedOf(plan),
  feeAssetId: plan.feeAssetId,
  ...(plan.reason === '' ? {} : { reason: plan.reason }),
})

/** The form of a payment that is made once more, or written anew. Only what its person typed; never its trace. */
export function formOfPayment(payment: Payment, anew: boolean): Partial<SendForm> {
  return {
    ...typedOf(payment),
    again: payment.money === 'cannot_complete' || payment.money === 'cancelled' ? payment.paymentId : null,
    ...(anew ? {} : { source: say('send.an-earlier-payment') }),
  }
}

const wayOf = ({ draftId, assetId, repeat, filled: turn }: SendRoute): string =>
  JSON.stringify([draftId ?? null, assetId ?? null, repeat ?? null, turn ?? null])

/** What is there without asking the wallet; null where it has to be asked. What was written of other money stays with that. */
export function openedAtOnce(route: SendRoute, { account, holder }: Owner): Found | null {
  const before = kept.getState().form
  const isMine = before !== null && before.owner.account === account && before.owner.holder === holder
  // Back from its review, also by the list of drafts: anything else would leave the coins held that were set aside for it.
  const isBack = before?.from === wayOf(route) || (route.draftId !== undefined && before?.draftId === route.draftId)
  if (isMine && before.preparedAs !== null && isBack) return { ...before, view: null, plan: null }
  if (route.draftId !== undefined || route.repeat !== undefined) return null
  const waiting = route.filled === undefined ? null : filledAs(route.filled)
  if (waiting !== null) {
    const { form, view, plan } = waiting
    return plan === undefined ? fresh(form, view) : { ...fresh(formOfPlan(plan)), plan }
  }
  const mine = isMine && isWorthKeeping(before.form) ? { ...before, view: null, plan: null } : null
  if (route.assetId === undefined) return mine ?? fresh({})
  return mine?.form.assetId === route.assetId ? mine : fresh({ assetId: route.assetId })
}

async function fromWallet(route: SendRoute, owner: Owner): Promise<Found> {
  if (route.repeat !== undefined) {
    const payment = await call('payments.read', { account: owner.account, paymentId: route.repeat })
    return fresh(formOfPayment(payment, route.anew === true))
  }
  const drafts = await call('drafts.list', owner)
  const draft = drafts.find((one) => one.draftId === route.draftId)
  return draft === undefined
    ? fresh({})
    : { draftId: draft.draftId, form: draft.form, preparedAs: null, view: null, plan: null }
}

export function useOpening(route: SendRoute, owner: Owner): Opening {
  const [state, setState] = useState<Opening>(() => {
    const opened = openedAtOnce(route, owner)
    return opened === null ? { kind: 'opening' } : { kind: 'open', opened: { ...opened, from: wayOf(route) } }
  })
  const opening = state.kind === 'opening'
  const { draftId, repeat, anew, filled: turn } = route
  useEffect(() => {
    if (turn !== undefined) forgetView(turn)
  }, [turn])
  useEffect(() => {
    if (!opening) return
    let wanted = true
    const asked: SendRoute = {
      ...defined({ draftId, repeat, anew }),
    }
    fromWallet(asked, owner).then(
      (opened) => wanted && setState({ kind: 'open', opened: { ...opened, from: wayOf(asked) } }),
      (error: unknown) => wanted && setState({ kind: 'failed', error: reportOf(error) }),
    )
    return () => {
      wanted = false
    }
  }, [opening, draftId, repeat, anew, owner])
  return state
}
