import type { Clock, Hash, Log, RequestId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { Calls, RequestReview, RequestView } from '#contract/ipc'
import { encodeTransaction } from '#protocol'
import { isLive, isUnsigned, type Json, type Payment } from '#store'
import type { Signer } from '#vault'
import { type Intent, intentOf } from '../payments/intent.ts'
import type { Driver } from '../payments/submitter.ts'
import { actReview, type Wish } from '../shared/consent.ts'
import { type CoinHolder, needFreeCoins } from './fresh-coins.ts'
import { createJudge, type JudgeDeps, type Judged } from './judge.ts'
import { payloadOf, type Request } from './request.ts'
import { type Actual, digestOfRequest, payeeOf, readActual } from './review.ts'
import { asPayment, holderOfRequest, requestView } from './view.ts'

export interface CosignDeps extends JudgeDeps {
  readonly signer: Signer
  readonly clock: Clock
  readonly log: Log
  readonly driver: Driver
  /** Gives up a payment that was not signed. */
  readonly cancel: (id: RequestId) => void
  /** Reads the coins from the service. */
  readonly refresh: () => Promise<unknown>
  readonly changed: () => void
}

type SignInput = Parameters<Calls['approvals.sign']>[0]

export type Cosign = ReturnType<typeof createCosign>

/** Reviews requests from their bytes and adds this account's signature to them, through the payment journal. */
export function createCosign(deps: CosignDeps) {
  const { keeper, book } = deps
  const { payments } = deps.store.intents

  const { judge, ask } = createJudge(deps)

  const viewOf = (request: Request): RequestView => requestView(request, deps)

  /** Throws unless exactly this may be signed and every warning in it was accepted. */
  function needSignable({ review }: Judged, input: SignInput): void {
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
            role: output.change
              ? ('change' as const)
              : output.leaves === null
                ? ('payment' as const)
                : ('withdrawal' as const),
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
        actual.outputs
          .filter(({ leaves }) => leaves === null)
          .map(({ index, mask, keys: outputKeys, script }) => ({
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

  /** Whose request a transaction is; one that was never seen is asked for. */
  async function holderOf(hash: Hash): Promise<CoinHolder | undefined> {
    const found = keeper.findByHash(hash) ?? (await keeper.open(hash, { source: 'found' }).catch(() => undefined))
    if (found === undefined) return undefined
    const { title, by, requestId } = viewOf(found)
    return { title, by: by?.name ?? '', requestId }
  }

  /**
   * Before a group is asked: throws `wallet.coin_taken`, which names whose request it is, where another transaction has a coin
   * of the payment. Coins are read anew before it does, so that the same written again takes others.
   */
  async function needFree(payment: Payment): Promise<void> {
    if (payment.kind !== 'multisig') return
    const { voids } = intentOf(payment)
    const voided = voids === undefined ? undefined : payments.get(voids)
    const mine = [...payment.transactions, ...(voided?.transactions ?? [])]
    const hashes = mine.flatMap(({ hash }) => hash ?? [])
    const coins = payment.transactions.flatMap(({ inputs }) => inputs)
    try {
      await needFreeCoins(coins, hashes, { remote: deps.remote, holderOf })
    } catch (error) {
      if (codeOf(error) === 'wallet.coin_taken') await deps.refresh().catch(() => undefined)
      throw error
    }
  }

  /** Makes room for another request: the person has ticked that this is given up. Throws what the service refuses it with. */
  async function giveUp({ id, state, kind }: Payment): Promise<void> {
    if (isUnsigned(state)) deps.cancel(id)
    else if (kind === 'multisig') await unlock(id)
  }

  /** A review to agree to. Once it is, all that it was made from is read again, since agreeing takes a person some time. */
  async function wishToSign(input: SignInput, needsService: boolean): Promise<Wish<RequestView>> {
    const seen = await judge(input.requestId)
    needService(seen, needsService)
    needSignable(seen, input)
    const shown = asPayment(seen.review, deps.rate())
    return { passphrase: input.passphrase, shown, act: () => sign(input, needsService) }
  }

  function needService({ review }: Judged, needed: boolean): void {
    if (needed && review.offline) throw failure('remote.unreachable', 'the service must confirm the request first')
  }

  async function sign(input: SignInput, needsService: boolean): Promise<RequestView> {
    const judged = await judge(input.requestId)
    needService(judged, needsService)
    needSignable(judged, input)
    const coins = judged.coins.flatMap((coin) => coin ?? [])
    const request = keeper.get(input.requestId)
    const mine = judged.heldBy === null ? undefined : payments.get(judged.heldBy.paymentId)
    if (!judged.review.offline) {
      const hashes = [request.hash, ...(mine?.transactions ?? []).flatMap(({ hash }) => hash ?? [])]
      await needFreeCoins(coins, hashes, { remote: deps.remote, holderOf })
    }
    if (mine !== undefined) await giveUp(mine)
    if (digestOfRequest(request, deps.network, deps.account) !== input.digest || request.state !== 'open') {
      throw failure('wallet.review_changed', 'the request changed while it was reviewed')
    }
    const payment = adopt(request, judged)
    payments.approve(payment.id, input.digest)
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
    // That the service has it is for the service to say.
    keeper.signed(request.id, raw)
    deps.changed()
    deps.driver.drive(payment.id, true)
    return viewOf(keeper.get(request.id))
  }

  async function unlock(id: RequestId): Promise<RequestView> {
    const request = keeper.get(id)
    const record = await deps.remote.call('multisigs.unlock', {
      params: { id },
      body: { request_id: id, raw: request.raw },
    })
    const kept = keeper.keep(record, { source: request.detail.source })
    const payment = payments.byRequest(id)
    if (kept.state === 'revoked' && payment !== undefined && isLive(payment.state)) {
      payments.revoke(payment.id, { code: 'wallet.request_revoked', details: {} })
    }
    deps.changed()
    return viewOf(kept)
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
    /** What the checks come to, without anybody having read them. */
    verdict: async (id: RequestId): Promise<RequestReview['verdict']> => (await judge(id)).review.verdict,
    /** Whether it waits for the signature of this account, which knows the group. */
    waits(request: Request): boolean {
      const { tab, groupAdded } = viewOf(request)
      return tab === 'needs_you' && groupAdded && !this.isDraft(request)
    },
    /** For a person to read: from then on it counts as looked at. */
    async review(id: RequestId): Promise<RequestReview> {
      const { review } = await judge(id)
      const request = keeper.get(id)
      if (request.detail.reviewed !== true) keeper.put({ ...request, detail: { ...request.detail, reviewed: true } })
      return review
    },
    sign: (input: SignInput): Promise<Wish<RequestView>> => wishToSign(input, true),
    signOffline: (input: SignInput): Promise<Wish<RequestView>> => wishToSign(input, false),
    needFree,

    /**
     * A request to be handed on, as the service has it now if it can be asked. Throws `wallet.request_ended` for one that was
     * given up or lost a coin: its signatures would still be good somewhere else.
     */
    async toShare(id: RequestId): Promise<{ readonly request: Request; readonly confirmed: boolean }> {
      const kept = keeper.get(id)
      const asked = await ask(kept)
      const request = asked?.request ?? kept
      if (request.state === 'revoked' || request.state === 'dead') {
        throw failure('wallet.request_ended', 'nothing of it is handed on', { details: { state: request.state } })
      }
      return { request, confirmed: asked !== null }
    },

    async unlock(id: RequestId, passphrase: string | null): Promise<Wish<RequestView>> {
      const request = keeper.get(id)
      const { title, signers } = viewOf(request)
      const shown = actReview('unlock', `${deps.account} ${id}`, {
        title: `Unlock: ${title}`,
        lines: [
          'This cancels the request for everyone and frees its coins for other payments.',
          ...(signers.length === 0 ? [] : ['Signatures that were released are not taken back by it.']),
        ],
        verb: 'Unlock for everyone',
      })
      return { passphrase, shown, act: () => unlock(id) }
    },

    /** What the bytes do, for a form that asks for the same again. */
    actual(request: Request): Actual {
      return readActual(request, book, holderOfRequest(request), keeper.coins(request))
    },
  }
}
