import { v4 as uuid } from 'uuid'
import type {
  AssetId,
  Clock,
  Hash,
  Holder,
  Log,
  MultisigRecord,
  Nanos,
  OutputId,
  Random,
  RequestId,
  TransactionRecord,
  UserId,
} from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { Calls, PaymentReview } from '#contract/ipc'
import { type Amount, EXTRA_SIZE_MAX, FEE_USER_ID, ghostKeyHint, kernelAssetId, toAmount } from '#protocol'
import type { Remote } from '#remote'
import type { AccountStore, Coins, Json, Payment, PaymentInput, TransactionPlan } from '#store'
import type { Signer } from '#vault'
import type { Book } from '../book.ts'
import { alikeWarnings } from '../contacts/alike.ts'
import { spoken } from '../fiat.ts'
import { buildRaw, differencesFromPlan, differencesFromRecord } from './bytes.ts'
import type { Driver } from './driver.ts'
import { findInscribed, heldId, inputOf } from './inscribed.ts'
import {
  type ConsolidationStep,
  type InscriptionAct,
  type Intent,
  isWithdrawal,
  type PlannedTransaction,
  paysOneself,
  planTransactions,
  storesInside,
  type Target,
} from './intent.ts'
import { obtainKeys, thresholdOf } from './keys.ts'
import { digestOf, intentOf, reviewPayment } from './review.ts'
import { type CoinSource, MAX_INPUTS, selectCoins } from './select.ts'

type PrepareInput = Parameters<Calls['payments.prepare']>[0]

export interface MachineDeps {
  readonly account: UserId
  readonly network: string
  readonly remote: Remote
  readonly store: AccountStore
  readonly signer: Signer
  readonly book: Book
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly driver: Driver
  readonly holder: (id: PrepareInput['holder']) => Holder
  readonly changed: (id: RequestId) => void
  readonly rate: () => number | null
  /** How a person approves here. `window` asks in a surface that the main window cannot script. */
  readonly approval: () => PaymentReview['approval']
  readonly askInWindow: (review: PaymentReview) => Promise<'approved' | 'declined'>
  readonly checkPassphrase: (passphrase: string) => Promise<void>
  /** A group's payment is a request to its other members from the moment that the service has it. */
  readonly requestMade: (record: MultisigRecord) => void
  readonly requestSigned: (id: RequestId, raw: string) => void
}

/** Approved but not signed before a crash: within this time the approval still stands. */
const APPROVAL_LASTS: bigint = 5n * 60n * 1_000_000_000n
const MEMO_BYTES_MAX = 255
/** A record in one of these states says that the signed bytes were not sent yet. */
const UNSENT: ReadonlySet<string> = new Set(['unspent', 'pending'])

export type Machine = ReturnType<typeof createMachine>

/**
 * The payment state machine. Every step is committed to the journal before the next one touches the network; a step that
 * fails before anything is signed ends the payment and frees its coins, and after that only the stored bytes are used.
 */
export function createMachine(deps: MachineDeps) {
  const { intents, cache } = deps.store
  const { payments } = intents
  const stopped = new AbortController()
  /** View scalars of verified payments; never written down. Asked for again after a restart. */
  const views = new Map<RequestId, ReadonlyMap<RequestId, readonly string[]>>()

  function known(id: RequestId): Payment {
    const payment = payments.get(id)
    if (payment === undefined) throw failure('wallet.payment_unknown', 'no such payment')
    return payment
  }

  function excluded(holder: Holder, besides?: RequestId): Set<OutputId> {
    const held = payments.holds(holder.id).filter((hold) => hold.paymentId !== besides)
    return new Set([...held.map((hold) => hold.outputId), ...intents.freezes.list().map((freeze) => freeze.outputId)])
  }

  function coinsOf(
    holder: Holder,
    assetId: AssetId,
    chosen: readonly OutputId[] | null,
    taken: readonly OutputId[] = [],
  ): CoinSource {
    const kernelAsset = kernelAssetId(assetId) as Hash // a formula over the asset id
    const without = new Set([...excluded(holder), ...taken])
    const source = cache.outputs.coins({ holder: holder.id, kernelAsset, excluded: without })
    return chosen === null ? source : only(source, chosen)
  }

  /** Chooses coins for a planned transaction and lays out its outputs, change last. */
  function layOut(
    planned: PlannedTransaction,
    holder: Holder,
    chosen: readonly OutputId[] | null,
    taken: readonly OutputId[],
  ): TransactionPlan {
    const asset = deps.book.asset(planned.assetId)
    const source = coinsOf(holder, planned.assetId, chosen, taken)
    const selection = selectCoins(source, planned.total)
    if (!selection.ok && selection.reason === 'too_many_inputs') {
      throw failure('wallet.too_many_inputs', 'the amount does not fit into one transaction', {
        details: { fits: short(selection.fits), symbol: asset.symbol },
      })
    }
    if (!selection.ok) {
      const held = payments.heldByAsset(holder.id).find((each) => each.assetId === planned.assetId)
      const details = {
        available: short(selection.available),
        needed: spoken(planned.total, asset.symbol),
        held: short(held?.amount ?? toAmount(0n)),
        symbol: asset.symbol,
      }
      throw planned.purpose === 'fee'
        ? failure('wallet.fee_insufficient', 'the fee asset is short', {
            details: { fee: details.needed, symbol: asset.symbol },
          })
        : failure('wallet.insufficient', 'not enough is available', { details })
    }
    const inputs = cache.outputs.getMany(selection.coins.map((coin) => coin.id)).map(
      (output): PaymentInput => ({
        outputId: output.output_id,
        hash: output.transaction_hash,
        index: output.output_index,
        amount: output.amount,
        mask: output.mask,
        keys: output.keys,
      }),
    )
    return laidOut(planned, holder, inputs, selection.change)
  }

  function laidOut(
    planned: PlannedTransaction,
    holder: Holder,
    inputs: readonly PaymentInput[],
    change: Amount,
  ): TransactionPlan {
    const outputs = planned.outputs.map(({ role, target, amount }) => ({ role, target, amount }))
    const all =
      change > 0n
        ? [...outputs, { role: 'change' as const, target: { kind: 'self' } as Target, amount: change }]
        : outputs
    return {
      requestId: planned.requestId,
      inputs,
      outputs: all.map(({ role, target, amount }, index) => ({
        role,
        payee: target as unknown as Json, // a Target is plain data
        amount,
        threshold: target.kind === 'chain' ? 0 : thresholdOf(target, holder.threshold),
        hint: target.kind === 'chain' || target.kind === 'kernel' ? null : ghostKeyHint(planned.requestId, index),
      })),
      extra: planned.extra,
      references: planned.references,
    }
  }

  /**
   * The one output that carries an item, and nothing else: whole to one output, or split for its owner where that is what
   * was asked for. Throws `wallet.collectible_gone`.
   */
  function layOutItem(
    planned: PlannedTransaction,
    holder: Holder,
    act: Extract<InscriptionAct, { spends: unknown }>,
  ): TransactionPlan {
    const item = findInscribed(cache.outputs, holder, act.item)
    if (item === undefined || item.inscribedId !== act.spends || excluded(holder).has(heldId(item))) {
      throw failure('wallet.collectible_gone', 'the item is spent, frozen or on its way')
    }
    const rest = item.held.amount - planned.total
    const isWhole = rest === 0n && planned.outputs.length === 1
    if (planned.outputs.length !== 1 || rest < 0n || isWhole !== (act.kind === 'transfer')) {
      throw failure('internal', 'a plan about an item does not fit its output')
    }
    return laidOut(planned, holder, [inputOf(item)], toAmount(rest))
  }

  function planned(payment: Payment): readonly PlannedTransaction[] {
    const intent = intentOf(payment)
    const at = storesInside(intent) ? 'payment' : 'storage'
    const content = payment.transactions.find(({ purpose }) => purpose === at)?.extra ?? ''
    return planTransactions(intent, payment.id, FEE_USER_ID as UserId, content) // a constant of the service
  }

  function reserve(payment: Payment, holder: Holder): Payment {
    const intent = intentOf(payment)
    const wanted = planned(payment)
    const taken: OutputId[] = []
    const plans: TransactionPlan[] = []
    // The payment chooses first; what serves it does with the rest.
    for (const transaction of [...wanted].sort(
      (a, b) => Number(b.purpose === 'payment') - Number(a.purpose === 'payment'),
    )) {
      const { act } = intent
      const plan =
        act?.kind === 'transfer' || act?.kind === 'release'
          ? layOutItem(transaction, holder, act)
          : layOut(transaction, holder, transaction.purpose === 'payment' ? intent.coins : null, taken)
      taken.push(...plan.inputs.map(({ outputId }) => outputId))
      plans.push(plan)
    }
    const reservation = payments.reserve(payment.id, plans)
    if (!reservation.ok)
      throw failure('wallet.insufficient', 'chosen coins are held', { details: { held: reservation.held.length } })
    return reservation.payment
  }

  /** Bytes of every transaction; a later one may refer to an earlier one, whose hash is known as soon as it is built. */
  function build(payment: Payment): Payment {
    const raws: { requestId: RequestId; raw: string; hash: Hash }[] = []
    for (const [at, plan] of planned(payment).entries()) {
      const transaction = payment.transactions[at]
      if (transaction === undefined) throw failure('internal', 'a planned transaction is missing')
      const earlier = plan.refersTo === null ? [] : [raws[plan.refersTo]?.hash].filter((hash) => hash !== undefined)
      raws.push({ requestId: plan.requestId, ...buildRaw(transaction, [...transaction.references, ...earlier]) })
    }
    return payments.storeRaw(payment.id, raws)
  }

  /**
   * Lets the service check the unsigned bytes, compares its record with them, and proves with its view scalars that every
   * coin is ours. Locks nothing on the other side and may be repeated.
   */
  async function verify(payment: Payment, holder: Holder): Promise<Payment> {
    const records = await submit(payment)
    const scalars = new Map<RequestId, readonly string[]>()
    for (const [at, transaction] of payment.transactions.entries()) {
      const record = records[at]
      if (record === undefined) throw failure('remote.malformed', 'a record is missing')
      refuseDifferences(transaction, record, holder, intentOf(payment).act)
      await deps.signer.prove({ inputs: transaction.inputs.map(({ keys }) => ({ keys })), views: record.views })
      scalars.set(transaction.requestId, record.views)
    }
    views.set(payment.id, scalars)
    return payments.markVerified(
      payment.id,
      payment.transactions.map(({ requestId }, at) => ({ requestId, record: { state: records[at]?.state ?? '' } })),
    )
  }

  /** Hands the unsigned bytes to the service: to be checked, or for a group to become a request of its members. */
  async function submit(payment: Payment): Promise<readonly (TransactionRecord | MultisigRecord)[]> {
    const body = payment.transactions.map(({ requestId, unsignedRaw }) => ({
      request_id: requestId,
      raw: unsignedRaw ?? '',
    }))
    if (payment.kind !== 'multisig') {
      return deps.remote.call('transactions.verify', { body }, { signal: stopped.signal })
    }
    const records = await deps.remote.call('multisigs.create', { body }, { signal: stopped.signal })
    for (const record of records) deps.requestMade(record)
    return records
  }

  function refuseDifferences(
    transaction: Payment['transactions'][number],
    record: TransactionRecord | MultisigRecord,
    holder: Holder,
    act: InscriptionAct | undefined,
  ): void {
    const { hash, unsignedRaw } = transaction
    if (hash === null || unsignedRaw === null) throw failure('internal', 'a built transaction has bytes')
    const revoked = 'revoked_by' in record && record.revoked_by !== null
    if (revoked) throw failure('wallet.request_revoked', 'the group gave this request up')
    const begun = 'revoked_by' in record ? record.signers.includes(deps.account) : !UNSENT.has(record.state)
    if (begun) {
      throw failure('wallet.already_sent', 'the service has this request already', { details: { state: record.state } })
    }
    const fields = differencesFromRecord(transaction, unsignedRaw, hash, record, holder)
    const moved = record.inscription_hash
    // What moves an item says so; where money is meant, an item among the coins would be lost.
    const allowed = act === undefined ? null : 'item' in act ? act.item : null
    if (moved !== null && moved !== allowed) fields.push('inscription')
    if (fields.length > 0) throw failure('wallet.record_differs', 'record and bytes differ', { details: { fields } })
    if (record.views.length !== transaction.inputs.length) {
      throw failure('wallet.view_refused', 'there is not one view per input', {
        details: { input: record.views.length + 1 },
      })
    }
  }

  /** Brings an unsigned payment up to `verified`, from wherever it stopped. */
  async function toVerified(id: RequestId): Promise<Payment> {
    let payment = known(id)
    const holder = deps.holder(payment.holder)
    if (payment.state === 'draft') payment = reserve(payment, holder)
    if (payment.state === 'reserved') {
      const parts = { remote: deps.remote, signer: deps.signer, intents, signal: stopped.signal }
      payment = payments.storeKeys(id, await obtainKeys(payment, holder.members, parts))
    }
    if (payment.state === 'keyed') payment = build(payment)
    if (payment.state === 'built' || (payment.state === 'verified' && !views.has(id)))
      payment = await verify(payment, holder)
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
      paidBefore: (target) => paidBefore(target),
      alike: (payee) => alikeWarnings(payee, deps.store),
      approval: deps.approval(),
      rate: deps.rate(),
      deriveKernel: (requestId, index, members) => deps.signer.kernelKeys({ requestId, index, members }),
    })
  }

  function paidBefore(target: Target): { times: number; last: Nanos } | null {
    if (target.kind === 'user') {
      const { times, last } = cache.snapshots.statsByOpponent(target.userId)
      return last === null ? null : { times, last }
    }
    const wanted = JSON.stringify(target)
    const paid = payments
      .list({ states: ['final'] })
      .filter((payment) => intentOf(payment).rows.some(({ payee }) => JSON.stringify(payee) === wanted))
    const last = paid[0]?.finalAt ?? null
    return last === null ? null : { times: paid.length, last }
  }

  async function sign(payment: Payment): Promise<Payment> {
    if (!views.has(payment.id)) await verifyAgain(payment)
    const scalars = views.get(payment.id)
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
        views: scalars?.get(requestId) ?? [],
      })
      raws.push({ requestId, raw: signed })
    }
    const done = payments.storeSigned(payment.id, raws)
    if (payment.kind === 'multisig') for (const { requestId, raw } of raws) deps.requestSigned(requestId, raw)
    views.delete(payment.id)
    return done
  }

  /** After a restart the view scalars are gone; the record must still agree. */
  async function verifyAgain(payment: Payment): Promise<void> {
    const holder = deps.holder(payment.holder)
    const records = await submit(payment)
    const scalars = new Map<RequestId, readonly string[]>()
    for (const [at, transaction] of payment.transactions.entries()) {
      const record = records[at]
      if (record === undefined) throw failure('remote.malformed', 'a record is missing')
      refuseDifferences(transaction, record, holder, intentOf(payment).act)
      scalars.set(transaction.requestId, record.views)
    }
    views.set(payment.id, scalars)
  }

  function checkedIntent(input: PrepareInput, fee: Intent['fee'], holder: Holder): Intent {
    const bytes = input.memoHex.length / 2
    const long = bytes > MEMO_BYTES_MAX
    const leaves = input.rows.some(({ payee }) => payee.kind === 'chain')
    // A group would have to sign two requests, one after the other, which nobody could tell apart from one.
    const storable = input.storeMemo === true && !leaves && holder.members.length === 1
    if (long && (!storable || bytes > EXTRA_SIZE_MAX)) {
      const most = storable ? EXTRA_SIZE_MAX : MEMO_BYTES_MAX
      throw failure('input.memo_too_long', 'memo is too long', { details: { bytes, most } })
    }
    if (input.rows.some((row) => row.amount <= 0n)) throw failure('input.amount', 'amounts must be positive')
    const intent: Intent = {
      assetId: input.assetId,
      rows: input.rows,
      memoHex: long ? '' : input.memoHex,
      references: input.references,
      fee,
      coins: input.coins,
      label: input.label,
      returnTo: input.returnTo,
      draftId: input.draftId,
      ...(long ? { stored: { bytes } } : {}),
    }
    if (isWithdrawal(intent) && holder.members.length > 1) {
      throw failure('wallet.group_withdrawal', 'groups do not withdraw')
    }
    if (isWithdrawal(intent) && intent.rows.length > 1) {
      throw failure('input.invalid', 'one withdrawal per payment', { details: { field: 'receivers' } })
    }
    if (deps.book.asset(input.assetId).trust === 'mismatch')
      throw failure('wallet.asset_mismatch', 'asset ids contradict each other')
    return intent
  }

  function draftOf(
    intent: Intent,
    id: RequestId,
    { holder, kind, content = '' }: { holder: Holder; kind: Payment['kind']; content?: string },
  ): Payment {
    const transactions = planTransactions(intent, id, FEE_USER_ID as UserId, content) // a constant of the service
    return payments.create({
      id,
      holder: holder.id,
      kind,
      assetId: intent.assetId,
      amount: toAmount(intent.rows.reduce((sum, row) => sum + row.amount, 0n)),
      detail: intent as unknown as Json, // an Intent is plain data
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
      payments.cancel(id)
      views.delete(id)
      deps.changed(id)
      throw error
    }
  }

  /** What was approved is written down, signed, written down and handed to the driver. */
  async function commit(payment: Payment, digest: Hash): Promise<Payment> {
    const approved = payments.approve(payment.id, digest)
    const { label } = intentOf(approved)
    if (label !== '') intents.labels.set(`p:${payment.id}`, label, '')
    deps.changed(payment.id)
    const signed = await sign(approved)
    if (!paysOneself(intentOf(signed))) rememberPayees(signed)
    deps.changed(payment.id)
    deps.driver.drive(payment.id)
    return signed
  }

  return {
    paidBefore,

    /** The most that can be sent of an asset: in all, and in one transaction after a fee in the same asset. */
    capacity(holder: Holder, assetId: AssetId, coins: readonly OutputId[] | null, fee: Amount) {
      const source = coinsOf(holder, assetId, coins)
      const amounts: bigint[] = []
      for (const coin of source.descending()) {
        amounts.push(coin.amount)
        if (amounts.length === MAX_INPUTS) break
      }
      const fits = amounts.reduce((sum, amount) => sum + amount, 0n) - fee
      return { available: source.total, inOne: toAmount(fits > 0n ? fits : 0n), coins: amounts.length }
    },

    /** From what was asked to a review; nothing is held and nothing remains when a step before the review fails. */
    async prepare(input: PrepareInput, fee: Intent['fee']): Promise<PaymentReview> {
      const holder = deps.holder(input.holder)
      const intent = checkedIntent(input, fee, holder)
      if (input.requestId !== null) await refusePaid(input.requestId)
      const id = input.requestId ?? (uuid({ random: deps.random(16) }) as RequestId)
      const kind = holder.members.length > 1 ? 'multisig' : isWithdrawal(intent) ? 'withdrawal' : 'transfer'
      return reviewed(draftOf(intent, id, { holder, kind, content: input.memoHex }))
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
        assetId,
        rows: [{ payee: { kind: 'user', userId: deps.account }, amount }],
        memoHex: '',
        references: [],
        fee: null,
        coins,
        label: '',
        returnTo: null,
        draftId: null,
        step,
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
      if (payment.kind !== 'consolidation' || step === undefined || step.at === 0 || !known) {
        throw failure('wallet.review_changed', 'not what the plan allows')
      }
      await commit(payment, shown.digest)
    },

    /** The review of a payment that waits for approval, carried on from wherever a restart left it. */
    async review(id: RequestId): Promise<PaymentReview> {
      return review(await toVerified(id))
    },

    /** Approves, signs and stores; sending begins at once and goes on in the background. */
    async approve(input: Parameters<Calls['payments.approve']>[0]): Promise<Intent> {
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
      if (unticked.length > 0)
        throw failure('input.invalid', 'a warning was not accepted', { details: { field: 'accepted' } })
      if (shown.approval === 'passphrase') {
        if (input.passphrase === null) throw failure('vault.passphrase_needed', 'approval needs the passphrase')
        await deps.checkPassphrase(input.passphrase)
      }
      if (shown.approval === 'window' && (await deps.askInWindow(shown)) !== 'approved') {
        throw failure('wallet.payment_state', 'approval was declined', { details: { state: 'declined' } })
      }
      // Between showing and approving only this function may have moved the payment on.
      if (digestOf(known(payment.id), deps.network, deps.account) !== input.digest) {
        throw failure('wallet.review_changed', 'the payment changed while it was reviewed')
      }
      return intentOf(await commit(payment, input.digest))
    },

    cancel(id: RequestId): void {
      const known = payments.cancel(id)
      views.delete(id)
      deps.changed(id)
      if (known.kind === 'multisig') giveUp(known)
    },

    /**
     * Picks up what a restart left behind. Signed bytes go out without asking; an approval of the last five minutes is
     * signed when the vault is open; everything earlier waits for its owner.
     */
    async resume(unlocked: boolean): Promise<void> {
      for (const { id, state, approvedAt, digest } of payments.list({ live: true })) {
        if (state === 'signed' || state === 'sent' || state === 'accepted') deps.driver.drive(id)
        const fresh =
          approvedAt !== null && deps.clock.now() - approvedAt < APPROVAL_LASTS && deps.clock.now() >= approvedAt
        if (state !== 'approved' || !unlocked || !fresh) continue
        const payment = known(id)
        if (digestOf(payment, deps.network, deps.account) !== digest) continue
        try {
          await sign(payment)
          deps.changed(id)
          deps.driver.drive(id)
        } catch (error) {
          deps.log('warn', 'payment.not_resumed', { payment: id, code: codeOf(error) })
        }
      }
    },

    stop(): void {
      stopped.abort()
      views.clear()
    },
  }

  /** The other members need not look at a request that nobody stands behind; if this is not heard, nothing is lost. */
  function giveUp(payment: Payment): void {
    for (const { requestId, hash } of payment.transactions) {
      if (hash === null) continue
      deps.remote
        .call('multisigs.unlock', { params: { id: requestId }, body: { request_id: requestId } })
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

/** Only the coins that were chosen by hand, and of those only the ones that may be spent. */
function only(source: Coins, chosen: readonly OutputId[]): CoinSource {
  const wanted = new Set(chosen)
  const coins = [...source.descending()].filter((coin) => wanted.has(coin.id))
  return {
    total: toAmount(coins.reduce((sum, coin) => sum + coin.amount, 0n)),
    exact: (amount) => coins.find((coin) => coin.amount === amount),
    atLeast: (amount) => coins.findLast((coin) => coin.amount >= amount),
    descending: () => coins,
  }
}

const short = (amount: Amount): string => spoken(amount, '').trim()
