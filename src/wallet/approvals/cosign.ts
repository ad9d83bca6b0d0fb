import type { Hash, RequestId } from '#contract/domain'
import { answerOf, codeOf, failure } from '#contract/errors'
import type { Calls, RequestReview, RequestView } from '#contract/ipc'
import { isLive, isUnsigned, type Payment } from '#store'
import type { Signer } from '#vault'
import { said } from '#words/facts'
import type { Audit } from '../payments/audit.ts'
import { intentOf } from '../payments/intent.ts'
import { isRuleCheck, type RulesGate } from '../payments/rules.ts'
import type { Submitter } from '../payments/submitter.ts'
import { worthOfAll } from '../policies/worth.ts'
import { beside } from '../shared/beside.ts'
import { actReview, needAgreed, type Wish } from '../shared/consent.ts'
import type { Desk } from '../shared/desk.ts'
import { placeOf } from './fitting.ts'
import { type CoinHolder, needFreeCoins } from './fresh-coins.ts'
import { createJudge, type JudgeDeps, type Judged, openFindings, subjectOf } from './judge.ts'
import { paymentOf, type Request } from './request.ts'
import { journalRequest, leaveRequest } from './request-journal.ts'
import { type Actual, digestOfRequest, readActual } from './review.ts'
import { createSameAsked } from './same-asked.ts'
import { asPayment, holderOfRequest, requestView, tabOf } from './view.ts'

export interface CosignDeps extends Omit<JudgeDeps, 'sameAsked'>, Pick<Desk, 'clock' | 'log' | 'sync' | 'holder'> {
  readonly signer: Signer
  readonly submitter: Submitter
  readonly rules: RulesGate
  readonly audit: Pick<Audit, 'frozen'>
  /** Gives up a payment that was not signed. */
  readonly cancel: (id: RequestId) => void
}

type SignInput = Parameters<Calls['approvals.sign']>[0]

interface Parts extends CosignDeps, Pick<JudgeDeps, 'sameAsked'> {
  readonly judge: (id: RequestId) => Promise<Judged>
}

const viewOf = (parts: CosignDeps, request: Request): RequestView => requestView(request, parts)

/** Throws unless exactly this may be signed and every warning in it was accepted. */
function needSignable({ review }: Judged, input: SignInput): void {
  needAgreed(review, input, {
    stopped: (stops) =>
      stops.length > 0 && stops.every(isRuleCheck)
        ? failure('wallet.rules_stop', 'rules forbid it')
        : failure('wallet.request_differs', 'the review forbids it', {
            details: { fields: stops.map(({ id }) => id) },
          }),
    also() {
      if (!review.request.groupAdded) throw failure('wallet.group_unknown', 'the group was not added')
      if (review.canSign) return
      const { state } = review.request
      // One that still goes on takes none of this account's: it has one, by this computer or another, or something else has changed.
      if (state === 'open') throw failure('wallet.review_changed', 'nothing of this account is missing')
      throw failure('wallet.request_ended', 'this cannot be signed', { details: { state } })
    },
  })
}

/** Whose request a transaction is; one that was never seen is asked for. */
async function holderOf(parts: Parts, hash: Hash): Promise<CoinHolder | undefined> {
  const { requestStore } = parts
  const found =
    requestStore.findByHash(hash) ?? (await requestStore.open(hash, { source: 'found' }).catch(() => undefined))
  if (found === undefined) return undefined
  const { title, by, requestId } = viewOf(parts, found)
  return { title, by: by?.name ?? '', requestId }
}

/**
 * Before a group is asked: throws `wallet.coin_taken`, which names whose request it is, where another transaction has a coin
 * of the payment. Coins are read anew before it does, so that the same written again takes others.
 */
async function needFree(parts: Parts, payment: Payment): Promise<void> {
  if (payment.kind !== 'multisig') return
  const { voids } = intentOf(payment)
  const voided = voids === undefined ? undefined : parts.store.intents.payments.get(voids)
  const mine = [...payment.transactions, ...(voided?.transactions ?? [])]
  const hashes = mine.flatMap(({ hash }) => hash ?? [])
  const coins = payment.transactions.flatMap(({ inputs }) => inputs)
  try {
    await needFreeCoins(coins, hashes, { ...parts, holderOf: (each) => holderOf(parts, each) })
  } catch (error) {
    if (codeOf(error) === 'wallet.coin_taken') await readAnew(parts, payment)
    throw error
  }
}

/** Somebody waits for these coins; all others are compared behind them. */
async function readAnew({ sync, holder }: Parts, { holder: owner, transactions }: Payment): Promise<void> {
  const ids = transactions.flatMap(({ inputs }) => inputs.map(({ outputId }) => outputId))
  await sync.confirm(holder(owner), ids).catch(() => undefined)
  sync.soon('refresh')
}

/** Makes room for another request: the person has ticked that this is given up. Throws what the service refuses it with. */
async function giveUp(parts: Parts, { id, state, kind }: Payment): Promise<void> {
  if (isUnsigned(state)) parts.cancel(id)
  else if (kind === 'multisig') await unlock(parts, id)
}

const rankOf = ({ state }: Payment): number => (isUnsigned(state) ? 1 : 0)

/** A review to agree to. All that it was made from is read again once somebody took the time to agree in a window. */
function wishToSign(parts: Parts, input: SignInput, needsService: boolean): Wish<RequestView> {
  return {
    passphrase: input.passphrase,
    shown: async () => ({
      ...asPayment((await judgeSignable(parts, input, needsService)).review),
      account: input.account,
    }),
    worth: (currency) => worthOfRequest(parts, input.requestId, currency),
    act: () => sign(parts, input, needsService),
  }
}

/** What leaves the group by it; null where its asset or the price is not known. */
function worthOfRequest(parts: Parts, id: RequestId, currency: string): bigint | null {
  const { requestStore, directory } = parts
  const request = requestStore.get(id)
  const actual = readActual(request, directory, holderOfRequest(request), requestStore.coins(request))
  return actual.asset === undefined ? null : worthOfAll(parts, subjectOf(parts, request, actual).spends, currency)
}

async function judgeSignable(parts: Parts, input: SignInput, needsService: boolean): Promise<Judged> {
  const judged = await parts.judge(input.requestId)
  needService(judged, needsService)
  needSignable(judged, input)
  return judged
}

function needService({ review }: Judged, needed: boolean): void {
  if (needed && review.offline) throw failure('remote.unreachable', 'the service must confirm the request first')
}

async function sign(parts: Parts, input: SignInput, needsService: boolean): Promise<RequestView> {
  const { requestStore, store } = parts
  const { payments } = store.intents
  const judged = await judgeSignable(parts, input, needsService)
  const coins = judged.coins.flatMap((coin) => coin ?? [])
  const request = requestStore.get(input.requestId)
  // What the journal could not hold gives nothing up.
  if (judged.actual.asset === undefined) throw failure('wallet.asset_mismatch', 'the asset is not known')
  const mine = judged.heldBy.flatMap(({ paymentId }) => payments.get(paymentId) ?? [])
  if (!judged.review.offline) {
    const hashes = [request.hash, ...mine.flatMap(({ transactions }) => transactions.flatMap(({ hash }) => hash ?? []))]
    await needFreeCoins(coins, hashes, { ...parts, holderOf: (each) => holderOf(parts, each) })
  }
  const byRules = () => parts.rules.ready(() => subjectOf(parts, request, judged.actual))
  const early = await byRules()
  // What rules stop gives nothing up.
  early()
  // The service may refuse to give up what was signed; until it has not, nothing else is lost.
  for (const each of mine.toSorted((one, other) => rankOf(one) - rankOf(other))) await giveUp(parts, each)
  const needRules = await byRules()
  needUnchanged(parts, judged, input)
  needRules()
  const payment = journalRequest(store, request, judged)
  payments.approve(payment.id, input.digest)
  let raw: string
  try {
    const last = await byRules()
    needUnchanged(parts, judged, input)
    last()
    raw = await parts.signer.sign({
      raw: request.raw,
      approvedHash: request.hash,
      inputs: coins.map(({ keys }) => ({ keys })),
      views: judged.views,
    })
    // Signing takes its time too. What is not kept is not sent.
    needUnchanged(parts, judged, input)
  } catch (error) {
    leaveRequest(store, request)
    throw error
  }
  payments.storeSigned(payment.id, [{ requestId: request.id, raw }])
  // That the service has it is for the service to say.
  beside(parts, payment.id, () => requestStore.signed(request.id, raw))
  parts.submitter.submit(payment.id, true)
  return viewOf(parts, requestStore.get(request.id))
}

/**
 * Between being judged and being signed a request may be heard of anew, its coins frozen or set aside, or all sending stopped. Nothing
 * is awaited from here to what is written down by it.
 */
function needUnchanged(parts: Parts, { coins, frozen }: Judged, { requestId, digest }: SignInput): void {
  const { requestStore, directory, network, account } = parts
  if (parts.audit.frozen()) throw failure('wallet.sending_frozen', 'change did not come back')
  const request = requestStore.get(requestId)
  const actual = readActual(request, directory, holderOfRequest(request), coins)
  const now = openFindings(parts, request, actual, coins)
  const same = request.state === 'open' && digestOfRequest(request, actual, network, account) === digest
  if (!same || now.doubted || now.frozen > frozen)
    throw failure('wallet.review_changed', 'the request changed while it was reviewed')
}

async function unlock(parts: Parts, id: RequestId): Promise<RequestView> {
  const { requestStore, remote } = parts
  const { payments } = parts.store.intents
  const request = requestStore.get(id)
  const body = { request_id: id, raw: request.raw }
  const record = await remote.call('multisigs.unlock', { params: { id }, body }).catch(async (error: unknown) => {
    // The service says no more than no once enough have signed.
    if (answerOf(error) !== 'remote.forbidden') throw error
    // Where it cannot be read again, that no is all there is to say.
    const { state } = await requestStore.refresh(request).catch(() => request)
    if (state === 'open') throw error
    throw failure('wallet.request_ended', 'there is nothing left to give up', { details: { state }, cause: error })
  })
  const kept = requestStore.keep(record, { source: request.detail.source })
  const payment = paymentOf(parts.store, request)
  if (kept.state === 'revoked' && payment !== undefined && isLive(payment.state)) {
    payments.revoke(payment.id, { code: 'wallet.request_revoked', details: {} })
  }
  return viewOf(parts, kept)
}

function wishToUnlock(parts: Parts, id: RequestId, passphrase: string | null): Wish<RequestView> {
  const { title, signers } = viewOf(parts, parts.requestStore.get(id))
  const shown = actReview('unlock', `${parts.account} ${id}`, {
    title: said('title.unlock', { title }),
    lines: [said('check.approvals.unlock'), ...(signers.length === 0 ? [] : [said('check.approvals.unlock-signed')])],
    verb: said('title.unlock-for-everyone'),
  })
  return { passphrase, shown, act: () => unlock(parts, id) }
}

/** Made here and neither approved nor given up: still a payment to be reviewed, and no request to anybody. */
function isDraft({ store }: Parts, request: Request): boolean {
  const payment = request.detail.source === 'made' ? paymentOf(store, request) : undefined
  return payment !== undefined && isUnsigned(payment.state)
}

/** Whether it waits for the signature of this account, which knows the group. */
function waits(parts: Parts, request: Request): boolean {
  if (parts.group(request.holder) === undefined || isDraft(parts, request)) return false
  return tabOf(request, parts) === 'needs_you'
}

export type Cosign = ReturnType<typeof createCosign>

/** Reviews requests from their bytes and adds this account's signature to them, through the payment journal. */
export function createCosign(deps: CosignDeps) {
  const sameAsked = createSameAsked({ ...deps, view: (request) => viewOf(deps, request) })
  const { judge, ask } = createJudge({ ...deps, sameAsked })
  const parts: Parts = { ...deps, sameAsked, judge }
  const { requestStore, directory, store } = deps
  return {
    view: (request: Request) => viewOf(parts, request),
    /** Where a list has it, without all that is shown of it. */
    place: (request: Request) => ({
      ...placeOf(request, deps.account, deps.group(request.holder) !== undefined),
      tab: tabOf(request, parts),
    }),
    isDraft: (request: Request) => isDraft(parts, request),
    waits: (request: Request) => waits(parts, request),
    needFree: (payment: Payment) => needFree(parts, payment),
    sameAsked: sameAsked.ofPayment,
    hasSame: (request: Request): boolean => {
      const coins = requestStore.coins(request)
      const actual = readActual(request, directory, holderOfRequest(request), coins)
      return sameAsked.ofRequest(request, actual, coins).length > 0
    },
    sign: async (input: SignInput) => wishToSign(parts, input, true),
    signOffline: async (input: SignInput) => wishToSign(parts, input, false),
    unlock: async (id: RequestId, passphrase: string | null) => wishToUnlock(parts, id, passphrase),

    /** Lets go of requests of others that the program ended in while it was about to sign them. */
    resume(): void {
      for (const { id, kind, state } of store.intents.payments.list({ live: true })) {
        const request = kind === 'multisig' && isUnsigned(state) ? requestStore.find(id) : undefined
        if (request !== undefined) leaveRequest(store, request)
      }
    },
    /** What the checks come to, without anybody having read them. */
    look: async (id: RequestId): Promise<RequestReview> => (await judge(id)).review,
    /** For a person to read: from then on it counts as looked at. */
    async review(id: RequestId): Promise<RequestReview> {
      const { review } = await judge(id)
      const request = requestStore.get(id)
      if (request.detail.reviewed !== true)
        requestStore.put({ ...request, detail: { ...request.detail, reviewed: true } })
      return review
    },

    /**
     * A request to be handed on, as the service has it now if it can be asked. Throws `wallet.request_ended` for one that was
     * given up or lost a coin: its signatures would still be good somewhere else.
     */
    async toShare(id: RequestId): Promise<{ readonly request: Request; readonly confirmed: boolean }> {
      const kept = requestStore.get(id)
      const asked = await ask(kept)
      const request = asked ?? kept
      if (request.state === 'revoked' || request.state === 'dead') {
        throw failure('wallet.request_ended', 'nothing of it is handed on', { details: { state: request.state } })
      }
      return { request, confirmed: asked !== null }
    },

    /** What the bytes do, for a form that asks for the same again. */
    actual: (request: Request): Actual =>
      readActual(request, directory, holderOfRequest(request), requestStore.coins(request)),
  }
}
