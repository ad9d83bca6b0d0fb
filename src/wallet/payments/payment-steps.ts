import { v4 as uuid } from 'uuid'
import type {
  AssetId,
  Clock,
  Hash,
  Holder,
  Log,
  MultisigRecord,
  OutputId,
  Random,
  RequestId,
  UserId,
} from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { Calls, PaymentReview } from '#contract/ipc'
import { type Amount, kernelAssetId, toAmount } from '#protocol'
import type { Remote } from '#remote'
import { type AccountStore, isOut, isUnsigned, type Json, type Payment } from '#store'
import type { Signer } from '#vault'
import type { Wish } from '../shared/consent.ts'
import { subjectOfPayment } from '../shared/label-keys.ts'
import type { Book } from '../shared/names.ts'
import type { Adopter } from './adopt.ts'
import { firstTries, isSameWish } from './again.ts'
import { alikeWarnings } from './alike.ts'
import { isRiskCheck, riskChecks } from './at-risk.ts'
import { differencesFromPlan } from './bytes.ts'
import type { AwaitedChange } from './change.ts'
import { asideAmong, frozenAmong } from './frozen.ts'
import { hintsOf } from './hints.ts'
import {
  type ConsolidationStep,
  checkedIntent,
  type InscriptionAct,
  type Intent,
  intentOf,
  isWithdrawal,
  paysOneself,
  planTransactions,
  type Target,
} from './intent.ts'
import { obtainKeys } from './keys.ts'
import { outstandingChecks } from './outstanding.ts'
import { type PaidBefore, paidIn } from './paid.ts'
import { createReserver } from './reserve.ts'
import { digestOf, reviewPayment } from './review.ts'
import type { Driver } from './submitter.ts'
import { createVerifier } from './verify.ts'
import { coinToVoid } from './void.ts'

type PrepareInput = Parameters<Calls['payments.prepare']>[0]

export interface MachineDeps {
  readonly account: UserId
  readonly network: string
  /** Receives withdrawal fees: a constant of the network's profile. */
  readonly feeUser: UserId
  readonly remote: Remote
  readonly store: AccountStore
  readonly signer: Signer
  readonly book: Book
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly driver: Driver
  readonly adopter: Adopter
  readonly holder: (id: PrepareInput['holder']) => Holder
  readonly changed: (id: RequestId) => void
  readonly rate: () => number | null
  /** How a person approves here. */
  readonly approval: () => PaymentReview['approval']
  /** Whether sending is stopped, since change did not come back. */
  readonly frozen: () => boolean
  /** Change of final payments that was not proved yet. */
  readonly pendingChange: (holder: Holder['id']) => readonly AwaitedChange[]
  /** A group's payment is a request to its other members from the moment that the service has it. */
  readonly requestMade: (record: MultisigRecord) => void
  readonly requestSigned: (id: RequestId, raw: string) => void
  /**
   * Throws `wallet.coin_taken` where another request has a coin of a group's payment, `wallet.no_fee_due` where the fee it pays
   * was paid by another member, and what asking the service throws.
   */
  readonly needFree: (payment: Payment) => Promise<void>
}

/** Approved but not signed before a crash: within this time the approval still stands. */
const APPROVAL_LASTS: bigint = 5n * 60n * 1_000_000_000n

/** Others were first: there is nothing left to review. */
const NOT_NEEDED: ReadonlySet<string> = new Set(['wallet.coin_taken', 'wallet.no_fee_due'])

export type Machine = ReturnType<typeof createMachine>

/**
 * The payment state machine. Every step is committed to the journal before the next one touches the network; a step that
 * fails before anything is signed ends the payment and frees its coins, and after that only the stored bytes are used.
 */
export function createMachine(deps: MachineDeps) {
  const { intents, cache } = deps.store
  const { payments } = intents
  const stopped = new AbortController()
  const reserver = createReserver(deps)
  const verifier = createVerifier({ ...deps, signal: stopped.signal })
  const paidBefore = (target: Target): PaidBefore | null => paidIn(deps.store).before(target)

  function known(id: RequestId): Payment {
    const payment = payments.get(id)
    if (payment === undefined) throw failure('wallet.payment_unknown', 'no such payment')
    return payment
  }

  /** Brings an unsigned payment up to `verified`, from wherever it stopped. */
  async function toVerified(id: RequestId): Promise<Payment> {
    let payment = known(id)
    const holder = deps.holder(payment.holder)
    if (payment.state === 'draft') {
      const hints = await hintsOf(deps.signer, holder, reserver.sizes(payment))
      payment = reserver.reserve(known(id), holder, hints)
    }
    if (payment.state === 'reserved') {
      const tries = firstTries(deps.store, intentOf(payment))
      const parts = { remote: deps.remote, signer: deps.signer, intents, signal: stopped.signal, tries }
      payment = payments.storeKeys(id, await obtainKeys(payment, holder.members, parts))
    }
    if (payment.state === 'keyed') payment = reserver.build(payment)
    if (payment.state === 'built' || (payment.state === 'verified' && !verifier.hasViews(id)))
      payment = await deps.adopter.during(id, () => verifier.verify(payment, holder))
    deps.changed(id)
    return payment
  }

  function review(payment: Payment): Promise<PaymentReview> {
    return reviewPayment(payment, {
      book: deps.book,
      holder: deps.holder(payment.holder),
      intents,
      network: deps.network,
      account: deps.account,
      feeUser: deps.feeUser,
      isAside: cache.outputs.isAside,
      paidBefore,
      outstanding: (spends) => [
        ...riskChecks(deps, payment),
        ...(payment.kind === 'multisig' ? outstandingChecks(deps, payment.holder, spends) : []),
      ],
      alike: (payee) => alikeWarnings(payee, deps.store),
      approval: deps.approval(),
      rate: deps.rate(),
      deriveKernel: (requestId, index, members) => derivedKeys(payment, requestId, index, members),
    })
  }

  /** Keys of a kernel address follow from a request id: that of this payment, or of the one whose keys it keeps. */
  async function derivedKeys(payment: Payment, requestId: RequestId, index: number, members: readonly string[]) {
    const own = payment.transactions.find((each) => each.requestId === requestId)
    const earlier = firstTries(deps.store, intentOf(payment)).flatMap(
      ({ transactions }) => transactions.find(({ purpose }) => purpose === own?.purpose)?.requestId ?? [],
    )
    const derive = (id: RequestId) => deps.signer.kernelKeys({ requestId: id, index, members })
    for (const id of earlier) {
      const keys = await derive(id)
      if (keys.keys.join() === own?.outputs[index]?.keys?.keys.join()) return keys
    }
    return derive(requestId)
  }

  async function sign(payment: Payment): Promise<Payment> {
    if (frozenAmong(payment, intents) + asideAmong(payment, cache.outputs.isAside) > 0)
      throw failure('wallet.review_changed', 'a coin was frozen or set aside meanwhile')
    const views = await deps.adopter.during(payment.id, () => verifier.viewsOf(payment, deps.holder(payment.holder)))
    const raws: { requestId: RequestId; raw: string }[] = []
    for (const transaction of payment.transactions) {
      const { requestId, unsignedRaw, hash } = transaction
      if (unsignedRaw === null || hash === null) throw failure('internal', 'an approved transaction has bytes')
      if (differencesFromPlan(transaction, unsignedRaw).length > 0)
        throw failure('wallet.review_changed', 'bytes and plan differ')
      const signed = await deps.signer.sign({
        raw: unsignedRaw,
        approvedHash: hash,
        inputs: transaction.inputs.map(({ keys }) => ({ keys })),
        views: views.get(requestId) ?? [],
      })
      raws.push({ requestId, raw: signed })
    }
    const done = payments.storeSigned(payment.id, raws)
    if (payment.kind === 'multisig') for (const { requestId, raw } of raws) deps.requestSigned(requestId, raw)
    verifier.forget(payment.id)
    return done
  }

  function draftOf(
    intent: Intent,
    id: RequestId,
    { holder, kind, content = '' }: { holder: Holder; kind: Payment['kind']; content?: string },
  ): Payment {
    const transactions = planTransactions(intent, id, deps.feeUser, content)
    return payments.create({
      id,
      holder: holder.id,
      kind,
      assetId: intent.assetId,
      amount: toAmount(intent.rows.reduce((sum, row) => sum + row.amount, 0n)),
      detail: intent as unknown as Json, // an Intent is plain data
      ...(intent.voids === undefined ? {} : { voids: intent.voids }),
      transactions: transactions.map((transaction) => ({
        requestId: transaction.requestId,
        purpose: transaction.purpose,
        assetId: transaction.assetId,
        kernelAssetId: kernelAssetId(transaction.assetId) as Hash, // a formula over the asset id
        extra: transaction.extra,
        references: transaction.references,
      })),
    })
  }

  async function refusePaid(requestId: RequestId): Promise<void> {
    try {
      const record = await deps.remote.call(
        'transactions.read',
        { params: { id: requestId } },
        { signal: stopped.signal },
      )
      if (record.state !== 'unspent')
        throw failure('wallet.already_sent', 'this request is paid', { details: { requestId } })
    } catch (error) {
      if (codeOf(error) !== 'remote.not_found') throw error
    }
  }

  /** The review of a new payment; of one that cannot be brought that far nothing remains. */
  async function reviewed({ id }: Payment): Promise<PaymentReview> {
    try {
      return await review(await toVerified(id))
    } catch (error) {
      deps.log('info', 'payment.not_prepared', { payment: id, code: codeOf(error) })
      if (!isUnsigned(known(id).state)) throw error // it was signed before
      const ended = payments.cancel(id)
      verifier.forget(id)
      deps.changed(id)
      if (ended.kind === 'multisig') giveUp(ended)
      throw error
    }
  }

  /** What was approved is written down, signed, written down and handed to the driver. */
  async function commit(payment: Payment, digest: Hash, accepted: readonly string[]): Promise<Payment> {
    // Others may have been approved, or sending stopped, while this was agreed to; nothing is awaited from here to its own mark.
    if (deps.frozen()) throw failure('wallet.sending_frozen', 'change did not come back')
    if (riskChecks(deps, payment).some(({ id }) => !accepted.includes(id))) {
      throw failure('wallet.change_at_risk', 'change is not proved yet')
    }
    const approved = payments.approve(payment.id, digest)
    const { label } = intentOf(approved)
    if (label !== '') intents.labels.set(subjectOfPayment(payment), label, '')
    deps.changed(payment.id)
    const signed = await sign(approved)
    if (!paysOneself(intentOf(signed))) rememberPayees(signed)
    deps.changed(payment.id)
    deps.driver.drive(payment.id, true)
    return signed
  }

  /** What another try must be tied to. Throws `wallet.payment_state` while the first is undecided. */
  function triedBefore(again: RequestId | null | undefined, intent: Intent): Pick<Intent, 'again'> {
    const first = again == null ? undefined : payments.get(again)
    if (first === undefined || first.signedAt === null || first.state === 'final') return {}
    if (isOut(first.state)) {
      throw failure('wallet.payment_state', 'the first try is undecided', { details: { state: first.state } })
    }
    return isSameWish(intent, intentOf(first)) ? { again: first.id } : {}
  }

  return {
    paidBefore,
    capacity: reserver.capacity,

    /** From what was asked to a review; nothing is held and nothing remains when a step before the review fails. */
    async prepare(input: PrepareInput, fee: Intent['fee'], more: Pick<Intent, 'feeOf'> = {}): Promise<PaymentReview> {
      const holder = deps.holder(input.holder)
      const intent = checkedIntent(input, fee, holder, deps.book.asset(input.assetId).trust)
      if (input.requestId !== null) await refusePaid(input.requestId)
      const id = input.requestId ?? (uuid({ random: deps.random(16) }) as RequestId)
      const kind = holder.members.length > 1 ? 'multisig' : isWithdrawal(intent) ? 'withdrawal' : 'transfer'
      const tried = { ...intent, ...more, ...triedBefore(input.again, intent) }
      return reviewed(draftOf(tried, id, { holder, kind, content: input.memoHex }))
    },

    /**
     * The review of a payment to oneself that makes an undecided one impossible. Throws `wallet.payment_state`,
     * `wallet.nothing_to_void` and what `prepare` does.
     */
    async prepareVoid(voids: RequestId, title: string): Promise<PaymentReview> {
      const payment = known(voids)
      const holder = deps.holder(payment.holder)
      const coin = coinToVoid(deps.store, voids)
      const { act } = intentOf(payment)
      const item =
        act?.kind === 'transfer' || act?.kind === 'release' ? { act: { ...act, kind: 'transfer' as const } } : {}
      const assetId = payment.transactions.find(({ finalAt }) => finalAt === null)?.assetId ?? payment.assetId
      const intent: Intent = {
        ...{ assetId, rows: [{ payee: { kind: 'user', userId: deps.account }, amount: coin.amount }] },
        ...{ memoHex: '', references: [], fee: null, coins: [coin.outputId], label: '', returnTo: null, draftId: null },
        ...{ voids, voidsTitle: title, ...item },
      }
      const id = uuid({ random: deps.random(16) }) as RequestId // a fresh uuid
      const kind = holder.members.length > 1 ? 'multisig' : 'transfer'
      return reviewed(draftOf(intent, id, { holder, kind }))
    },

    /** Its owner says that a signed payment which waits for that may be sent, for a day. */
    allowSending(id: RequestId): void {
      const payment = known(id)
      if (!isOut(payment.state)) {
        throw failure('wallet.payment_state', 'only what is undecided', { details: { state: payment.state } })
      }
      intents.pauses.allow(id)
      if (payment.problem?.code === 'wallet.ask_before_sending') payments.setProblem(id, null)
      deps.changed(id)
      deps.driver.drive(id)
      deps.driver.nudge()
    },

    /** One step of a consolidation: these coins become one coin of their owner. */
    async prepareStep(input: {
      readonly id: RequestId
      readonly holder: Holder
      readonly assetId: AssetId
      readonly coins: readonly OutputId[]
      readonly amount: Amount
      readonly step: ConsolidationStep
    }): Promise<PaymentReview> {
      const { id, holder, assetId, coins, amount, step } = input
      const intent: Intent = {
        ...{ assetId, rows: [{ payee: { kind: 'user', userId: deps.account }, amount }], coins, step },
        ...{ memoHex: '', references: [], fee: null, label: '', returnTo: null, draftId: null },
      }
      return reviewed(draftOf(intent, id, { holder, kind: 'consolidation' }))
    },

    /**
     * The review of something done to an item or a collection. Rows name what moves, and are empty where bytes are only
     * stored; `content` is the hex of those. Throws `wallet.collectible_gone` and what `prepare` does.
     */
    async prepareAct(input: {
      readonly holder: Holder
      readonly assetId: AssetId
      readonly rows: Intent['rows']
      readonly act: InscriptionAct
      readonly memoHex?: string
      readonly content?: string
      readonly references?: readonly Hash[]
    }): Promise<PaymentReview> {
      const { holder, assetId, rows, act, memoHex = '', content, references = [] } = input
      if (deps.book.asset(assetId).trust === 'mismatch')
        throw failure('wallet.asset_mismatch', 'asset ids contradict each other')
      const intent: Intent = {
        ...{ assetId, rows, memoHex, references, act },
        ...{ fee: null, coins: null, label: '', returnTo: null, draftId: null },
        ...(content === undefined ? {} : { stored: { bytes: content.length / 2 } }),
      }
      const alone = content === undefined ? 'collectible' : 'storage'
      const kind = holder.members.length > 1 ? 'multisig' : alone
      const id = uuid({ random: deps.random(16) }) as RequestId // a fresh uuid
      return reviewed(draftOf(intent, id, { holder, kind, ...(content === undefined ? {} : { content }) }))
    },

    /**
     * Approves a later step of a consolidation, whose owner approved all of it with the first: nothing but their own coins
     * of that plan, to themselves. Throws `wallet.review_changed` for anything else.
     */
    async approveStep(id: RequestId): Promise<void> {
      const payment = await toVerified(id)
      const { step } = intentOf(payment)
      const shown = await review(payment)
      const known = shown.checks.every(({ id: check, result }) =>
        result === 'attention' ? check.startsWith('asset:') : result !== 'stop',
      )
      if (shown.checks.some(isRiskCheck)) throw failure('wallet.change_at_risk', 'change is not proved yet')
      if (payment.kind !== 'consolidation' || step === undefined || step.at === 0 || !known) {
        throw failure('wallet.review_changed', 'not what the plan allows')
      }
      await commit(payment, shown.digest, [])
    },

    /**
     * The review of a payment that waits for approval, from wherever a restart left it. Throws `wallet.coin_taken` and
     * `wallet.no_fee_due`.
     */
    async review(id: RequestId): Promise<PaymentReview> {
      const payment = await toVerified(id)
      await deps.needFree(payment).catch((error: unknown) => {
        if (NOT_NEEDED.has(codeOf(error))) throw error // what could not be asked is asked again before signing
      })
      return review(payment)
    },

    /** Once agreed to, it is signed and stored; sending begins at once and goes on in the background. */
    async approve(input: Parameters<Calls['payments.approve']>[0]): Promise<Wish<Intent>> {
      const payment = known(input.paymentId)
      if (payment.state !== 'verified' && payment.state !== 'approved') {
        throw failure('wallet.payment_state', 'payment cannot be approved now', { details: { state: payment.state } })
      }
      const shown = await review(payment)
      if (shown.digest !== input.digest) throw failure('wallet.review_changed', 'another digest was approved')
      if (shown.verdict === 'stop') throw failure('wallet.review_changed', 'the review forbids it')
      const unticked = shown.checks.filter(
        (check) => check.result === 'attention' && !input.accepted.includes(check.id),
      )
      if (unticked.length > 0 && unticked.every(isRiskCheck))
        throw failure('wallet.change_at_risk', 'change is not proved yet')
      if (unticked.length > 0)
        throw failure('input.invalid', 'a warning was not accepted', { details: { field: 'accepted' } })
      const act = async (): Promise<Intent> => {
        await deps.needFree(payment)
        // Between showing and approving only this function may have moved the payment on.
        if (digestOf(known(payment.id), deps.network, deps.account) !== input.digest) {
          throw failure('wallet.review_changed', 'the payment changed while it was reviewed')
        }
        return intentOf(await commit(payment, input.digest, input.accepted))
      }
      return { passphrase: input.passphrase, shown, act }
    },

    cancel(id: RequestId): void {
      const known = payments.cancel(id)
      verifier.forget(id)
      deps.changed(id)
      if (known.kind === 'multisig') giveUp(known)
    },

    /**
     * Picks up what a restart left behind. Signed bytes go out without asking; an approval of the last five minutes is
     * signed when that is allowed; everything earlier waits for its owner.
     */
    async resume(maySign: boolean): Promise<void> {
      for (const { id, state, approvedAt, digest } of payments.list({ live: true })) {
        if (state === 'signed' || state === 'sent' || state === 'accepted') deps.driver.drive(id)
        const fresh =
          approvedAt !== null && deps.clock.now() - approvedAt < APPROVAL_LASTS && deps.clock.now() >= approvedAt
        if (state !== 'approved' || !maySign || !fresh) continue
        const payment = known(id)
        if (digestOf(payment, deps.network, deps.account) !== digest) continue
        try {
          await deps.needFree(payment)
          await sign(payment)
          deps.changed(id)
          // What happened while the program was away is read before it is sent.
          deps.driver.drive(id)
        } catch (error) {
          deps.log('warn', 'payment.not_resumed', { payment: id, code: codeOf(error) })
        }
      }
    },

    stop(): void {
      stopped.abort()
      verifier.forget()
    },
  }

  /** The other members need not look at a request that nobody stands behind; if this is not heard, nothing is lost. */
  function giveUp(payment: Payment): void {
    for (const { requestId, hash, unsignedRaw: raw } of payment.transactions) {
      if (hash === null || raw === null) continue
      deps.remote
        .call('multisigs.unlock', { params: { id: requestId }, body: { request_id: requestId, raw } })
        .then(deps.requestMade)
        .catch((error: unknown) =>
          deps.log('info', 'payment.not_given_up', { payment: payment.id, code: codeOf(error) }),
        )
    }
  }

  /** Who a payee was when paid: a later change of number is an alarm. */
  function rememberPayees(payment: Payment): void {
    for (const { payee } of intentOf(payment).rows) {
      if (payee.kind !== 'user') continue
      const user = deps.book.user(payee.userId)
      const pinned = intents.contactPins.get(user.userId)
      if (user.identityNumber === '' || pinned?.identityNumber === user.identityNumber) continue
      intents.contactPins.put({ userId: user.userId, identityNumber: user.identityNumber, name: user.name })
    }
  }
}
