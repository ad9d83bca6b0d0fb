import type { UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import type { RequestView, SendForm } from '#contract/ipc'
import { encodeTransaction, formatAmount, formatAmountShort } from '#protocol'
import { memoText } from '#store'
import { type Said, said } from '#words/facts'
import { readyToPay, readyToSend, whileReady } from '../payments/calls.ts'
import type { CallsOf, Runtimes } from '../shared/calls.ts'
import { subjectOfRequest } from '../shared/label-keys.ts'
import { groupAddress, isGroup } from '../shared/names.ts'
import { type Bundle, writeBundle } from './bundle.ts'
import type { ApprovalsDesk } from './desk.ts'
import { fitting } from './fitting.ts'
import { refusalsOf, withRefusal } from './refusals.ts'
import { payloadOf, paymentOf, type Request, type RequestDetail } from './request.ts'
import type { JudgedOutput } from './review.ts'
import { rivalsOf } from './rivals.ts'

const REQUEST_LINK = 'https://mixin.one/multisigs/'

/** Characters of a group's name. */
const NAME_MAX = 64

/**
 * Takes a bundle in: a new request, or signatures for one that is known. Other bytes under a known id are refused, unless all that is known of it is
 * what a stranger's bundle said.
 */
export function takeBundle(bundle: Bundle, runtime: ApprovalsDesk): { request: RequestView; added: number } {
  const { requestStore, cosign } = runtime
  const told = requestStore.find(bundle.request)
  const isStrangers = told !== undefined && told.detail.by === null && requestStore.isHearsay(told)
  const gives = isStrangers && (bundle.author !== null || told.hash !== bundle.hash)
  const known = gives ? undefined : told
  if (known !== undefined && known.hash !== bundle.hash) {
    throw failure('wallet.request_differs', 'the bundle has other bytes than the request', {
      details: { fields: ['transaction'] },
    })
  }
  const base = known ?? requestStore.inPlaceOf(told, freshRequest(bundle, runtime))
  const detail = {
    ...base.detail,
    coins: base.detail.coins.length > 0 ? base.detail.coins : bundle.coins,
    views: viewsOf(bundle, base.detail),
    ...noteIn(bundle, base.detail),
    ...askerIn(bundle, base.detail),
    groupCalled:
      bundle.author !== null && bundle.label !== '' ? bundle.label.slice(0, NAME_MAX) : base.detail.groupCalled,
    asked: base.detail.asked ?? (known === undefined || maySayAsked(bundle, known.detail) ? bundle.asked : null),
  }
  const joined = requestStore.join({ ...base, detail }, bundle.raw)
  const before = joined.request.detail.signers.map(({ userId }) => userId)
  const fresh = joined.added.filter((id) => !before.includes(id))
  const { author } = bundle
  const signed = requestStore.withSigners(joined.request.detail, fresh, true)
  const heard = hear(signed, bundle, runtime)
  const words = importedWords(author === null ? null : runtime.directory.user(author).name)
  const kept = requestStore.put({ ...joined.request, detail: requestStore.noted(heard, words) })
  return { request: cosign.view(kept), added: fresh.length }
}

/** What a stranger says was asked must not stand against a request that is known, nor what one member says of the request of another. */
const maySayAsked = ({ author }: Bundle, { record, by }: RequestDetail): boolean =>
  author !== null && (record === null || by === null || by === author)

/** What the service gave is what this account can sign with: anybody can write others into a file. */
const viewsOf = ({ views: told }: Bundle, { views, record }: RequestDetail): RequestDetail['views'] =>
  told.length === 0 || (record !== null && views.length > 0) ? views : told

/** Who asked says so in a file of their own; what the service has said of it stands. */
const askerIn = ({ author, asks }: Bundle, { record }: RequestDetail): Partial<Pick<RequestDetail, 'by' | 'asks'>> =>
  asks && author !== null && record === null ? { by: author, asks: true } : {}

/** A file's note is of whoever made the file, who need not be the asker; an older file takes no newer note away. */
function noteIn(
  { author, note, at }: Bundle,
  before: RequestDetail,
): Pick<RequestDetail, 'askerNote' | 'noteBy' | 'noteAt'> {
  const isNew = author !== null && note !== '' && note !== before.askerNote && at > (before.noteAt ?? 0n)
  return isNew ? { askerNote: note, noteBy: author, noteAt: at } : { askerNote: before.askerNote }
}

/**
 * A member's no, or that there is none any more. Who says it is proved by the bundle's signature: what a stranger says in somebody's name is not taken.
 * Nor is what a member said before the last that was heard: files are given on, and read in any order.
 */
function hear(detail: RequestDetail, { author, refusal, at }: Bundle, runtime: ApprovalsDesk): RequestDetail {
  if (author === null || author === runtime.account || at <= (detail.heard?.[author] ?? 0n)) return detail
  const heard = { ...detail, heard: { ...detail.heard, [author]: at } }
  if (refusal === (detail.refusals?.find(({ userId }) => userId === author)?.reason ?? null)) return heard
  const { name } = runtime.directory.user(author)
  const log = refusal === null ? said('check.log.no-taken-back', { name }) : said('check.log.refused', { name })
  return runtime.requestStore.noted(withRefusal(heard, author, refusal, runtime.now()), log)
}

/** `author` is the name of a member, null where a stranger made it. */
function importedWords(author: string | null): Said {
  if (author === null) return said('check.log.stranger')
  return author === '' ? said('check.log.imported-member') : said('check.log.imported', { name: author })
}

function freshRequest(bundle: Bundle, runtime: ApprovalsDesk): Request {
  const now = runtime.now()
  return {
    id: bundle.request,
    holder: bundle.holder.id,
    hash: bundle.hash,
    state: 'open',
    raw: encodeTransaction(payloadOf(bundle.raw)),
    detail: {
      ...{ source: 'bundle', members: bundle.members, threshold: bundle.threshold, by: bundle.author },
      ...{
        groupCalled: '',
        askerNote: '',
        reviewBy: null,
        signers: [],
        record: null,
        asked: bundle.asked,
      },
      ...{ coins: bundle.coins, views: bundle.views, spentBy: null, revokedBy: null, otherHash: null },
      createdAt: now,
      log: [],
    },
    seenAt: now,
    updatedAt: now,
  }
}

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

export function approvalCalls(runtimes: Runtimes<ApprovalsDesk>): CallsOf<'approvals'> {
  const view = (runtime: ApprovalsDesk, request: Request): RequestView => runtime.cosign.view(request)

  async function ready(account: UserId, isReady: typeof readyToPay): Promise<ApprovalsDesk> {
    const runtime = runtimes.ready(account)
    await isReady(runtime)
    return runtime
  }

  return {
    async 'approvals.list'({ account, holder }) {
      const runtime = runtimes.any(account)
      const asked = runtime.requestStore.list(holder).filter((request) => !runtime.cosign.isDraft(request))
      const rivals = rivalsOf(asked)
      return fitting(
        asked.map((request) => {
          const shown = view(runtime, request)
          return {
            tab: shown.tab,
            isHeard: request.detail.record !== null,
            row: () => ({ ...shown, verdict: runtime.verdicts.of(request), rivals: rivals(request) }),
          }
        }),
      )
    },

    async 'approvals.open'({ account, id }) {
      const runtime = runtimes.ready(account)
      return view(runtime, await runtime.requestStore.open(id.toLowerCase(), { source: 'link' }))
    },

    async 'approvals.review'({ account, requestId }) {
      const runtime = runtimes.ready(account)
      const review = await runtime.cosign.review(requestId)
      runtime.verdicts.learn(requestId, review)
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
      return { holder: request.holder, form: formOf(request, runtime) }
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
