import type { Clock, Hash, Holder, Log, RequestId, UserId } from '#contract/domain'
import { CofferError, codeOf, failure } from '#contract/errors'
import type { Calls, PaymentReview, RequestReview, RequestView } from '#contract/ipc'
import { encodeScript, encodeTransaction, ghostKeyHint } from '#protocol'
import type { Remote } from '#remote'
import { type AccountStore, type Group, isLive, isUnsigned, type Json, type Payment } from '#store'
import type { Signer } from '#vault'
import type { Book } from '../book.ts'
import { spoken } from '../fiat.ts'
import { shownBytes } from '../memo.ts'
import type { Driver } from '../payments/driver.ts'
import type { Intent, Target } from '../payments/intent.ts'
import { outstandingChecks } from '../payments/outstanding.ts'
import type { Keeper } from './keeper.ts'
import { type Coin, countSignatures, payloadOf, type Request } from './request.ts'
import {
  type Actual,
  checksOf,
  compareRows,
  digestOfRequest,
  type JudgedOutput,
  partyOfOutput,
  proofOf,
  type ReviewContext,
  readActual,
  verdictOf,
} from './review.ts'
import { asPayment, holderOfRequest, requestView } from './view.ts'

export interface CosignDeps {
  readonly account: UserId
  readonly network: string
  readonly remote: Remote
  readonly store: AccountStore
  readonly signer: Signer
  readonly book: Book
  readonly clock: Clock
  readonly log: Log
  readonly driver: Driver
  readonly keeper: Keeper
  readonly group: (holder: Request['holder']) => Group | undefined
  readonly rate: () => number | null
  readonly approval: () => PaymentReview['approval']
  readonly askInWindow: (review: PaymentReview) => Promise<'approved' | 'declined'>
  readonly checkPassphrase: (passphrase: string) => Promise<void>
  readonly changed: () => void
}

type SignInput = Parameters<Calls['approvals.sign']>[0]

export type Cosign = ReturnType<typeof createCosign>

/** Reviews requests from their bytes and adds this account's signature to them, through the payment journal. */
export function createCosign(deps: CosignDeps) {
  const { keeper, book } = deps
  const { payments } = deps.store.intents

  const viewOf = (request: Request): RequestView => requestView(request, deps)

  /** What the service tells now; null when it cannot be asked. Other bytes than those kept are a finding, not a refusal. */
  async function ask(request: Request): Promise<{ request: Request; views: readonly string[] } | null> {
    try {
      const record = await keeper.read(request.id)
      return { request: keeper.bury(keeper.keep(record, { source: request.detail.source })), views: record.views }
    } catch (error) {
      if (!AWAY.has(codeOf(error))) throw error
      return null
    }
  }

  /** Asks for the keys that the maker of the request must have been given, and compares. */
  async function confirmKeys(request: Request, actual: Actual, group: Holder): Promise<ReadonlyMap<number, boolean>> {
    const found = new Map<number, boolean>()
    const asked = actual.outputs.filter(
      (output) => output.members.length > 0 && output.keys.length === output.members.length,
    )
    if (asked.length === 0) return found
    const answers = await deps.remote.call('keys.request', {
      body: {
        keys: asked.map(({ index, members }) => ({
          receivers: [...members].sort(),
          index,
          hint: ghostKeyHint(request.id, index),
        })),
        senders: [...group.members],
      },
    })
    for (const [at, output] of asked.entries()) {
      const answer = answers[at]
      const same = answer?.mask === output.mask && answer.keys.join() === output.keys.join()
      // Keys that were seen for another purpose would be refused by the ledger, or be a trap.
      found.set(output.index, same)
    }
    return found
  }

  async function proveOurs(
    coins: readonly (Coin | undefined)[],
    views: readonly string[],
  ): Promise<{ proved: boolean | null; problem: string | null }> {
    const known = coins.flatMap((coin) => coin ?? [])
    if (views.length === 0 || known.length < coins.length) return { proved: null, problem: null }
    try {
      await deps.signer.prove({ inputs: known.map(({ keys: inputKeys }) => ({ keys: inputKeys })), views })
      return { proved: true, problem: null }
    } catch (error) {
      if (codeOf(error) === 'vault.locked') throw error
      const input = error instanceof CofferError ? error.details['input'] : undefined
      const which = typeof input === 'number' ? `Coin ${input + 1}` : 'A coin'
      return { proved: false, problem: `${which} has no key of yours, or the service sent a wrong view scalar for it.` }
    }
  }

  function heldBy(request: Request, coins: readonly (Coin | undefined)[]): string | null {
    const own = payments.byRequest(request.id)?.id
    const ids = new Set(coins.flatMap((coin) => coin?.outputId ?? []))
    const hold = payments.holds(request.holder).find((each) => ids.has(each.outputId) && each.paymentId !== own)
    if (hold === undefined) return null
    const other = payments.get(hold.paymentId)
    return other === undefined ? 'a payment' : spoken(other.amount, book.asset(other.assetId).symbol)
  }

  function frozenAmong(coins: readonly (Coin | undefined)[]): number {
    const frozen = new Set(deps.store.intents.freezes.list().map(({ outputId }) => outputId))
    return coins.filter((coin) => coin !== undefined && frozen.has(coin.outputId)).length
  }

  interface Judged {
    readonly review: RequestReview
    readonly actual: Actual
    readonly coins: readonly (Coin | undefined)[]
    readonly views: readonly string[]
  }

  async function judge(id: RequestId): Promise<Judged> {
    const kept = keeper.get(id)
    const asked = await ask(kept)
    const request = asked?.request ?? kept
    const group = holderOfRequest(request)
    const added = deps.group(request.holder)
    const coins = keeper.coins(request)
    const actual = readActual(request, book, group, coins)
    const views = asked === null || asked.views.length === 0 ? request.detail.views : asked.views
    const confirmed =
      asked === null
        ? new Map<number, boolean>()
        : await confirmKeys(request, actual, group).catch(() => new Map<number, boolean>())
    const ours = await proveOurs(coins, views)
    const context: ReviewContext = {
      book,
      account: deps.account,
      network: deps.network,
      group,
      groupAdded: added !== undefined,
      groupName: added?.name ?? '',
      coins,
      confirmed: (index) => confirmed.get(index),
      proved: ours.proved,
      provedProblem: ours.problem,
      outstanding:
        request.state === 'open'
          ? outstandingChecks(
              deps,
              request.holder,
              coins.flatMap((coin) => coin?.outputId ?? []),
            )
          : [],
      frozen: request.state === 'open' ? frozenAmong(coins) : 0,
      heldBy: request.state === 'open' ? heldBy(request, coins) : null,
      reviewedHash: request.hash,
    }
    return { review: reviewOf(request, actual, context, views, asked === null), actual, coins, views }
  }

  function reviewOf(
    request: Request,
    actual: Actual,
    context: ReviewContext,
    views: readonly string[],
    offline: boolean,
  ): RequestReview {
    const rows = compareRows(request, actual, context)
    const checks = checksOf(request, actual, rows, context)
    const verdict = verdictOf(checks)
    const view = viewOf(request)
    const { valid, invalid } = countSignatures(request.raw, context.coins, encodeScript(context.group.threshold))
    const cannotSign = whyNot(request, view, context, verdict, views)
    const shown = shownBytes({ extra: actual.transaction.extra, raw: request.raw })
    const party = (output: JudgedOutput) => partyOfOutput(output, book, { name: context.groupName || null })
    return {
      request: view,
      digest: digestOfRequest(request, deps.network, deps.account),
      verb: `Sign as ${ordinal(Math.min(valid.length + 1, context.group.threshold))} of ${context.group.threshold}`,
      verdict,
      rows,
      checks,
      payees: actual.outputs
        .filter((output) => !output.change)
        .map((output) => ({ party: party(output), amount: output.amount, proof: proofOf(output, context) })),
      change: actual.outputs
        .filter((output) => output.change)
        .map((output) => ({ amount: output.amount, proof: proofOf(output, context) })),
      memoHex: shown.extraHex,
      transaction: {
        requestId: request.id,
        hash: request.hash,
        purpose: 'payment',
        asset: view.asset,
        inputs: context.coins.flatMap((coin) =>
          coin === undefined
            ? []
            : {
                outputId: coin.outputId,
                hash: coin.hash,
                index: coin.index,
                amount: coin.amount,
                proved: context.proved === true,
              },
        ),
        outputs: actual.outputs.map((output) => ({
          index: output.index,
          role: output.change ? 'change' : 'payment',
          amount: output.amount,
          party: party(output),
          threshold: output.threshold,
          keys: output.keys.length,
          proof: proofOf(output, context),
        })),
        ...shown,
        references: actual.transaction.references as Hash[], // the decoder gives 32 bytes of hex
      },
      signatures: { needed: context.group.threshold, valid: valid.length, invalid },
      canSign: cannotSign === null,
      canUnlock: request.state === 'open' && !offline && valid.length < context.group.threshold,
      cannotSign,
      approval: deps.approval(),
      offline,
      log: [...request.detail.log],
    }
  }

  function whyNot(
    request: Request,
    view: RequestView,
    context: ReviewContext,
    verdict: RequestReview['verdict'],
    views: readonly string[],
  ): string | null {
    if (request.state === 'dead')
      return 'A coin of this request was spent by another transaction, so it can never complete.'
    if (request.state === 'revoked') return 'A member has given this request up.'
    if (request.state !== 'open') return 'Enough members have signed.'
    if (view.signedByMe) return 'You have signed this.'
    if (!context.group.members.includes(deps.account)) return 'You are not a member of this group.'
    if (!context.groupAdded) return 'Add the group first, after comparing its words with the other members.'
    if (verdict === 'stop') return 'What was asked, what the service recorded and what the bytes do are not the same.'
    if (views.length === 0)
      return 'The service has not yet given what your key needs to sign these coins. Connect once; after that this request can also be signed offline.'
    return null
  }

  /** The person's consent to exactly what was shown, in the way this host asks for it. */
  async function consent(judged: Judged, input: SignInput): Promise<void> {
    const { review } = judged
    if (review.digest !== input.digest) throw failure('wallet.review_changed', 'another digest was approved')
    const stops = review.checks.filter(({ result }) => result === 'stop')
    if (stops.length > 0) {
      throw failure('wallet.request_differs', 'the review forbids it', {
        details: { fields: stops.map(({ id }) => id) },
      })
    }
    if (!review.request.groupAdded) throw failure('wallet.group_unknown', 'the group was not added')
    if (!review.canSign)
      throw failure('wallet.request_ended', 'this cannot be signed', { details: { state: review.request.state } })
    const unticked = review.checks.filter(({ id, result }) => result === 'attention' && !input.accepted.includes(id))
    if (unticked.length > 0)
      throw failure('input.invalid', 'a warning was not accepted', { details: { field: 'accepted' } })
    if (review.approval === 'passphrase') {
      if (input.passphrase === null) throw failure('vault.passphrase_needed', 'approval needs the passphrase')
      await deps.checkPassphrase(input.passphrase)
    }
    if (review.approval === 'window' && (await deps.askInWindow(asPayment(review, deps.rate()))) !== 'approved') {
      throw failure('wallet.payment_state', 'approval was declined', { details: { state: 'declined' } })
    }
  }

  /** Writes the request into the payment journal up to `verified`, so that its coins are held and signing survives a crash. */
  function adopt(request: Request, { actual, coins }: Judged): Payment {
    const found = payments.byRequest(request.id)
    if (found !== undefined && found.state !== 'cancelled' && found.state !== 'failed') return found
    const asset = actual.asset
    if (asset === undefined) throw failure('wallet.asset_mismatch', 'the asset is not known')
    const unsigned = payloadOf(request.raw)
    const intent: Intent = {
      assetId: asset.assetId,
      rows: actual.outputs.flatMap((output) => {
        const payee = payeeOf(output)
        return output.change || payee === undefined ? [] : [{ payee, amount: output.amount }]
      }),
      memoHex: unsigned.extra,
      references: unsigned.references as Hash[], // the decoder gives 32 bytes of hex
      fee: null,
      coins: null,
      label: '',
      returnTo: null,
      draftId: null,
    }
    payments.create({
      id: request.id,
      holder: request.holder,
      kind: 'multisig',
      assetId: asset.assetId,
      amount: actual.amount,
      detail: intent as unknown as Json, // an Intent is plain data
      transactions: [
        {
          requestId: request.id,
          purpose: 'payment',
          assetId: asset.assetId,
          kernelAssetId: unsigned.asset as Hash, // the decoder gives 32 bytes of hex
          extra: unsigned.extra,
          references: intent.references,
        },
      ],
    })
    try {
      const known = coins.flatMap((coin) => coin ?? [])
      const reservation = payments.reserve(request.id, [
        {
          requestId: request.id,
          inputs: known.map(({ outputId, hash, index, amount, mask, keys: inputKeys }) => ({
            ...{ outputId, hash, index, amount, mask, keys: inputKeys },
          })),
          outputs: actual.outputs.map((output) => ({
            role: output.change ? ('change' as const) : ('payment' as const),
            payee: (output.change ? { kind: 'self' } : (payeeOf(output) ?? { kind: 'unknown' })) as unknown as Json, // plain data
            amount: output.amount,
            threshold: output.threshold,
            hint: null,
          })),
          extra: unsigned.extra,
          references: intent.references,
        },
      ])
      if (!reservation.ok) throw failure('wallet.request_held', 'a coin is held')
      payments.storeKeys(
        request.id,
        actual.outputs.map(({ index, mask, keys: outputKeys, script }) => ({
          ...{ requestId: request.id, index, mask, keys: outputKeys, script },
        })),
      )
      payments.storeRaw(request.id, [{ requestId: request.id, raw: encodeTransaction(unsigned), hash: request.hash }])
      return payments.markVerified(request.id, [{ requestId: request.id, record: { state: request.state } }])
    } catch (error) {
      payments.cancel(request.id)
      throw error
    }
  }

  /** Takes back what `adopt` wrote where nothing was signed: a request of others holds no coins, and is theirs to give up. */
  function leave(request: Pick<Request, 'id' | 'detail'>): void {
    const payment = request.detail.source === 'made' ? undefined : payments.byRequest(request.id)
    if (payment === undefined || payment.kind !== 'multisig' || !isUnsigned(payment.state)) return
    payments.cancel(payment.id)
    deps.changed()
  }

  async function sign(input: SignInput, needsService: boolean): Promise<RequestView> {
    const judged = await judge(input.requestId)
    if (needsService && judged.review.offline)
      throw failure('remote.unreachable', 'the service must confirm the request first')
    await consent(judged, input)
    // Nothing but this account's own window may have moved it on meanwhile; its bytes cannot have changed at all.
    const request = keeper.get(input.requestId)
    if (digestOfRequest(request, deps.network, deps.account) !== input.digest) {
      throw failure('wallet.review_changed', 'the request changed while it was reviewed')
    }
    const payment = adopt(request, judged)
    payments.approve(payment.id, input.digest)
    const coins = judged.coins.flatMap((coin) => coin ?? [])
    let raw: string
    try {
      raw = await deps.signer.sign({
        raw: request.raw,
        approvedHash: request.hash,
        inputs: coins.map(({ keys: inputKeys }) => ({ keys: inputKeys })),
        views: judged.views,
      })
    } catch (error) {
      leave(request)
      throw error
    }
    payments.storeSigned(payment.id, [{ requestId: request.id, raw }])
    keeper.signed(request.id, raw, !needsService)
    deps.changed()
    deps.driver.drive(payment.id, true)
    return viewOf(keeper.get(request.id))
  }

  return {
    view: viewOf,
    /** Made here and neither approved nor given up: still a payment to be reviewed, and no request to anybody. */
    isDraft(request: Request): boolean {
      const payment = request.detail.source === 'made' ? payments.byRequest(request.id) : undefined
      return payment !== undefined && isUnsigned(payment.state)
    },
    /** Lets go of requests of others that the program ended in while it was about to sign them. */
    resume(): void {
      for (const { id, kind, state } of payments.list({ live: true })) {
        const request = kind === 'multisig' && isUnsigned(state) ? keeper.find(id) : undefined
        if (request !== undefined) leave(request)
      }
    },
    review: async (id: RequestId): Promise<RequestReview> => (await judge(id)).review,
    sign: (input: SignInput): Promise<RequestView> => sign(input, true),
    signOffline: (input: SignInput): Promise<RequestView> => sign(input, false),

    async unlock(id: RequestId): Promise<RequestView> {
      const request = keeper.get(id)
      const record = await deps.remote.call('multisigs.unlock', { params: { id }, body: { request_id: id } })
      const kept = keeper.keep(record, { source: request.detail.source })
      const payment = payments.byRequest(id)
      if (kept.state === 'revoked' && payment !== undefined && isLive(payment.state)) {
        payments.revoke(payment.id, { code: 'wallet.request_revoked', details: {} })
      }
      deps.changed()
      return viewOf(kept)
    },

    /** What the bytes do, for a form that asks for the same again. */
    actual(request: Request): Actual {
      return readActual(request, book, holderOfRequest(request), keeper.coins(request))
    },
  }
}

const AWAY: ReadonlySet<string> = new Set([
  'remote.unreachable',
  'remote.timeout',
  'remote.server',
  'remote.rate_limited',
])
function payeeOf(output: JudgedOutput): Extract<Target, { kind: 'user' | 'group' }> | undefined {
  const [only, ...others] = output.members
  if (only === undefined) return undefined
  if (others.length === 0 && output.threshold === 1) return { kind: 'user', userId: only }
  return { kind: 'group', members: [...output.members], threshold: output.threshold }
}

function ordinal(count: number): string {
  const names = ['1st', '2nd', '3rd']
  return names[count - 1] ?? `${count}th`
}
