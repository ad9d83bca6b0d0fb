import type { Hash, Holder, OutputId, RequestId, UserId } from '#contract/domain'
import { CofferError, codeOf } from '#contract/errors'
import type { PaymentReview, RequestReview, RequestView } from '#contract/ipc'
import { encodeScript, outputId as ruledId } from '#protocol'
import type { Remote } from '#remote'
import { type AccountStore, type Group, isUnsigned } from '#store'
import type { Signer } from '#vault'
import { outstandingChecks } from '../payments/outstanding.ts'
import { estimate, spoken } from '../shared/fiat.ts'
import { shownBytes } from '../shared/memo.ts'
import type { Book } from '../shared/names.ts'
import { AWAY } from './away.ts'
import { recomputeKeys } from './hint-rules.ts'
import { proposalChecks, proposalView } from './proposal.ts'
import { type Coin, countSignatures, type Request } from './request.ts'
import type { RequestStore } from './request-store.ts'
import {
  type Actual,
  checksOf,
  digestOfRequest,
  type HeldBy,
  type JudgedOutput,
  partyOfOutput,
  proofOf,
  type ReviewContext,
  readActual,
  verdictOf,
} from './review.ts'
import { compareRows } from './rows.ts'
import { holderOfRequest, requestView } from './view.ts'
import { leftWith, requestWarnings } from './warnings.ts'

export interface JudgeDeps {
  readonly account: UserId
  readonly network: string
  readonly remote: Remote
  readonly store: AccountStore
  readonly signer: Pick<Signer, 'prove'>
  /** Whether the account's key is here; it may be in a phone, or not brought yet. */
  readonly hasKey: () => boolean
  readonly book: Book
  readonly keeper: RequestStore
  readonly group: (holder: Request['holder']) => Group | undefined
  readonly approval: () => PaymentReview['approval']
  readonly rate: () => number | null
  /** Receives withdrawal fees: a constant of the network's profile. */
  readonly feeUser: UserId
}

/** A review with what it was made from. */
export interface Judged {
  readonly review: RequestReview
  readonly actual: Actual
  readonly coins: readonly (Coin | undefined)[]
  readonly views: readonly string[]
  readonly heldBy: HeldBy | null
}

/** Judges requests by their bytes: what they do, what the service says of them, and whether they may be signed here. */
export function createJudge(deps: JudgeDeps) {
  const { keeper, book } = deps
  const { payments } = deps.store.intents

  /** What the service tells now; null when it cannot be asked. Other bytes than those kept are a finding, not a refusal. */
  async function ask(request: Request): Promise<{ request: Request; views: readonly string[] } | null> {
    try {
      const record = await keeper.read(request.id)
      return { request: keeper.endIfSpent(keeper.keep(record, { source: request.detail.source })), views: record.views }
    } catch (error) {
      if (!AWAY.has(codeOf(error))) throw error
      return null
    }
  }

  /** Whether the service gives us the keys that the maker of the request must have been given. */
  function confirmKeys(request: Request, actual: Actual, group: Holder): Promise<ReadonlyMap<number, boolean>> {
    const asked = actual.outputs.filter(
      (output) => output.members.length > 0 && output.keys.length === output.members.length,
    )
    return recomputeKeys(asked, { requestId: request.id, senders: group.members, remote: deps.remote })
  }

  async function proveOurs(
    coins: readonly (Coin | undefined)[],
    views: readonly string[],
  ): Promise<{ proved: boolean | null; problem: string | null }> {
    const known = coins.flatMap((coin) => coin ?? [])
    // Without the key nothing is proved, nor disproved.
    if (views.length === 0 || known.length < coins.length || !deps.hasKey()) return { proved: null, problem: null }
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

  function heldBy(request: Request, coins: readonly (Coin | undefined)[]): HeldBy | null {
    const own = payments.byRequest(request.id)?.id
    const ids = new Set(coins.flatMap((coin) => coin?.outputId ?? []))
    const holders = payments.holds(request.holder).filter((each) => ids.has(each.outputId) && each.paymentId !== own)
    const others = holders.flatMap(({ paymentId }) => payments.get(paymentId) ?? [])
    const other = others.find(({ state }) => !isUnsigned(state)) ?? others[0]
    if (other === undefined) return null
    const title = spoken(other.amount, book.asset(other.assetId).symbol)
    return { paymentId: other.id, title, signed: !isUnsigned(other.state) }
  }

  function frozenAmong(coins: readonly (Coin | undefined)[]): number {
    const frozen = new Set(deps.store.intents.freezes.list().map(({ outputId }) => outputId))
    return coins.filter((coin) => coin !== undefined && frozen.has(coin.outputId)).length
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
      doubted:
        request.state === 'open' &&
        actual.transaction.inputs.some(
          ({ hash, index }) => deps.store.cache.outputs.isAside(ruledId(hash, index) as OutputId), // a formula
        ),
      frozen: request.state === 'open' ? frozenAmong(coins) : 0,
      heldBy: request.state === 'open' ? heldBy(request, coins) : null,
      reviewedHash: request.hash,
    }
    const review = reviewOf(request, actual, context, views, asked === null)
    return { review, actual, coins, views, heldBy: context.heldBy }
  }

  function reviewOf(
    request: Request,
    actual: Actual,
    context: ReviewContext,
    views: readonly string[],
    offline: boolean,
  ): RequestReview {
    const rows = compareRows(request, actual, context)
    const proposal = proposalView(request, book)
    const checks = [
      ...checksOf(request, actual, rows, context),
      ...proposalChecks(request, proposal),
      ...requestWarnings(request, actual, context.group, deps),
    ]
    const verdict = verdictOf(checks)
    const view = requestView(request, deps)
    const { valid, invalid } = countSignatures(request.raw, context.coins, encodeScript(context.group.threshold))
    const cannotSign = whyNot(request, view, context, verdict, views)
    const shown = shownBytes({ extra: actual.transaction.extra, raw: request.raw })
    const party = (output: JudgedOutput) =>
      partyOfOutput(output, book, {
        ...{ name: context.groupName || null, asset: actual.asset, intents: deps.store.intents },
      })
    return {
      request: view,
      digest: digestOfRequest(request, deps.network, deps.account),
      verb: `Sign as ${ordinal(Math.min(valid.length + 1, context.group.threshold))} of ${context.group.threshold}`,
      verdict,
      rows,
      checks,
      fiat: estimate(actual.amount, view.asset.priceUsd, deps.rate()),
      left: leftWith(context.group, actual, context.coins, deps),
      payees: actual.outputs
        .filter((output) => !output.change)
        .map((output) => ({ party: party(output), amount: output.amount, proof: proofOf(output, context) })),
      change: actual.outputs
        .filter((output) => output.change)
        .map((output) => ({ amount: output.amount, proof: proofOf(output, context) })),
      memoHex: shown.extraHex,
      proposal,
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
          role: output.change ? 'change' : output.leaves === null ? 'payment' : 'withdrawal',
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
      canUnlock: deps.hasKey() && request.state === 'open' && !offline && valid.length < context.group.threshold,
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
    if (!deps.hasKey()) return 'The key of this account is not on this computer. Sign with the device that has it.'
    if (views.length === 0)
      return 'The service has not yet given what your key needs to sign these coins. Connect once; after that this request can also be signed offline.'
    return null
  }

  return { judge, ask }
}

function ordinal(count: number): string {
  const names = ['1st', '2nd', '3rd']
  return names[count - 1] ?? `${count}th`
}
