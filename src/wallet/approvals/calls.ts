import type { UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import type { RequestView, SendForm } from '#contract/ipc'
import { formatAmount, formatAmountShort } from '#protocol'
import { memoText } from '#store'
import { said } from '#words/facts'
import { readyToPay, readyToSend, whileReady } from '../payments/calls.ts'
import { readIntent } from '../payments/intent.ts'
import type { CallsOf, Runtimes } from '../shared/calls.ts'
import { meetItems } from '../shared/items.ts'
import { subjectOfRequest } from '../shared/label-keys.ts'
import { groupAddress, isGroup } from '../shared/names.ts'
import { writeBundle } from './bundle.ts'
import type { ApprovalsDesk } from './desk.ts'
import { fitting } from './fitting.ts'
import { refusalsOf, withRefusal } from './refusals.ts'
import { paymentOf, type Request } from './request.ts'
import type { JudgedOutput } from './review.ts'
import { rivalsOf } from './rivals.ts'

const REQUEST_LINK = 'https://mixin.one/multisigs/'

/** As text only where the same bytes come back from it. */
function memoOf(extra: string): Pick<SendForm, 'memo' | 'memoForm'> {
  const text = memoText(extra) ?? ''
  const same = Buffer.from(text).toString('hex') === extra
  return same ? { memo: text, memoForm: 'text' } : { memo: extra, memoForm: 'hex' }
}

function formOf(request: Request, runtime: ApprovalsDesk): SendForm {
  const { outputs, asset, transaction } = runtime.cosign.actual(request)
  const to = (output: JudgedOutput): string => {
    const [only, ...others] = output.members
    if (only === undefined || !isGroup(output)) return ''
    return others.length === 0 && output.threshold === 1 ? only : groupAddress(output)
  }
  return {
    assetId: asset?.assetId ?? null,
    rows: outputs
      .filter((output) => !output.change)
      .map((output) => ({
        to: output.leaves?.destination ?? to(output),
        amount: formatAmountShort(output.amount),
      })),
    tag: outputs[0]?.leaves?.tag ?? '',
    ...memoOf(transaction.extra),
    label: '',
    ...{
      coins: null,
      feeAssetId: null,
      trace: null,
      again: paymentOf(runtime.store, request)?.id ?? null,
    },
    ...{ references: [], returnTo: null },
    source: null,
  }
}

function listed(runtime: ApprovalsDesk, holder: Request['holder'] | null): ReturnType<typeof fitting> {
  const asked = runtime.requestStore.list(holder).filter((request) => !runtime.cosign.isDraft(request))
  const rivals = rivalsOf(asked)
  return fitting(
    asked.map((request) => ({
      ...runtime.cosign.place(request),
      row: () => ({
        ...runtime.cosign.view(request),
        ...{ verdict: runtime.verdicts.of(request), rivals: rivals(request) },
      }),
    })),
  )
}

export function approvalCalls(runtimes: Runtimes<ApprovalsDesk>): CallsOf<'approvals'> {
  const view = (runtime: ApprovalsDesk, request: Request): RequestView => runtime.cosign.view(request)

  async function ready(account: UserId, isReady: typeof readyToPay): Promise<ApprovalsDesk> {
    const runtime = runtimes.ready(account)
    await isReady(runtime)
    return runtime
  }

  return {
    async 'approvals.list'({ account, holder }) {
      return listed(runtimes.any(account), holder)
    },

    async 'approvals.open'({ account, id }) {
      const runtime = runtimes.ready(account)
      return view(runtime, await runtime.requestStore.open(id.toLowerCase(), { source: 'link' }))
    },

    async 'approvals.review'({ account, requestId }) {
      const runtime = runtimes.ready(account)
      const review = await runtime.cosign.review(requestId)
      runtime.verdicts.learn(requestId, review)
      // Who signs for an item may never have looked at the group's collectibles.
      const coins = runtime.requestStore.coins(runtime.requestStore.get(requestId))
      meetItems(
        runtime,
        coins.flatMap((coin) => coin?.output?.inscription_hash ?? []),
      )
      return review
    },

    async 'approvals.sign'(input) {
      // The coins of the request are read again before it is signed.
      const runtime = await ready(input.account, readyToPay)
      return whileReady(runtime, await runtime.cosign.sign(input), readyToPay)
    },

    async 'approvals.signOffline'(input) {
      const runtime = await ready(input.account, readyToSend)
      return whileReady(runtime, await runtime.cosign.signOffline(input))
    },

    async 'approvals.unlock'({ account, requestId, passphrase }) {
      return runtimes.ready(account).cosign.unlock(requestId, passphrase)
    },

    async 'approvals.note'({ account, requestId, label, note, reviewBy }) {
      const runtime = runtimes.any(account)
      const request = runtime.requestStore.get(requestId)
      runtime.store.intents.labels.set(subjectOfRequest(request.id), label.trim(), note.trim())
      return view(runtime, runtime.requestStore.put({ ...request, detail: { ...request.detail, reviewBy } }))
    },

    async 'approvals.refuse'({ account, requestId, reason }) {
      const runtime = runtimes.any(account)
      const request = runtime.requestStore.get(requestId)
      const { state, signedByMe } = view(runtime, request)
      if (state !== 'open' || signedByMe) {
        throw failure('wallet.request_ended', 'there is nothing left to say no to', { details: { state } })
      }
      const detail = withRefusal(request.detail, account, reason === null ? null : reason.trim(), runtime.now())
      const log = said(reason === null ? 'check.log.refusal-taken-back' : 'check.log.refused-here')
      return view(runtime, runtime.requestStore.put({ ...request, detail: runtime.requestStore.noted(detail, log) }))
    },

    async 'approvals.again'({ account, requestId }) {
      const runtime = runtimes.any(account)
      const request = runtime.requestStore.get(requestId)
      const payment = paymentOf(runtime.store, request)
      const { run, plan } = (payment && readIntent(payment.detail)) ?? {}
      return { holder: request.holder, form: formOf(request, runtime), run: run?.id ?? null, plan: plan?.id ?? null }
    },

    async 'approvals.payFee'({ account, requestId }) {
      return (await ready(account, readyToSend)).withdrawals.payFee(requestId)
    },

    async 'approvals.link'({ account, requestId }) {
      return { link: `${REQUEST_LINK}${runtimes.any(account).requestStore.get(requestId).id}` }
    },

    async 'approvals.bundle'({ account, requestId, note }) {
      const runtime = runtimes.ready(account)
      const { request, confirmed } = await runtime.cosign.toShare(requestId)
      const coins = runtime.requestStore.coins(request)
      if (coins.some((coin) => coin === undefined)) throw failure('wallet.needs_sync', 'coins must be read first')
      const actual = runtime.cosign.actual(request)
      const bundle = await writeBundle({
        request,
        coins: coins.flatMap((coin) => coin ?? []),
        views: request.detail.views,
        asked: {
          assetId: actual.asset?.assetId ?? null,
          amount: formatAmount(actual.amount),
          memo: actual.transaction.extra,
        },
        note,
        refusal:
          refusalsOf(request.detail, request.detail.signers).find(({ userId }) => userId === account)?.reason ?? null,
        label: runtime.store.intents.groups.get(request.holder)?.name ?? '',
        account,
        network: runtime.network,
        now: runtime.now(),
        signer: runtime.signer,
      })
      return { ...bundle, confirmed }
    },
  }
}
