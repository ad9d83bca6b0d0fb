import type { Hash } from '#contract/domain'
import type { PaymentReview, RequestReview, RequestView } from '#contract/ipc'
import { type Said, said } from '#words/facts'
import { shownBytes } from '../shared/memo.ts'
import { proposalChecks, proposalView } from './proposal.ts'
import type { Request } from './request.ts'
import {
  type Actual,
  checksOf,
  digestOfRequest,
  isByRulesAlone,
  type JudgedOutput,
  partyOfOutput,
  proofOf,
  type ReviewContext,
  verdictOf,
} from './review.ts'
import { compareRows } from './rows.ts'
import type { SameAsked } from './same-asked.ts'
import { type RequestViewParts, requestView } from './view.ts'
import { leftWith, requestWarnings } from './warnings.ts'

/* What a person is shown of a request that was judged. */

export interface ReviewParts extends RequestViewParts {
  readonly network: string
  /** Whether the account's key is here; it may be in a phone, or not brought yet. */
  readonly hasKey: () => boolean
  readonly approval: () => PaymentReview['approval']
  readonly sameAsked: Pick<SameAsked, 'ofRequest'>
}

/** All that is known of a request when it is shown. */
interface Known {
  readonly request: Request
  readonly actual: Actual
  readonly context: ReviewContext
  readonly views: readonly string[]
  readonly offline: boolean
  /** What this wallet's own rules say of it. */
  readonly rules: RequestReview['checks']
}

export function reviewOf(parts: ReviewParts, known: Known): RequestReview {
  const { request, actual, context, offline, rules } = known
  const { group, coins, signed } = context
  const view = requestView(request, parts)
  const rows = compareRows(request, actual, context)
  const proposal = proposalView(request, parts.directory)
  const checks = [
    ...checksOf(request, actual, rows, context),
    ...proposalChecks(request, proposal),
    ...requestWarnings(request, actual, group, parts),
    ...(request.state === 'open' ? parts.sameAsked.ofRequest(request, actual, coins) : []),
    // They stop signatures, and one that was given nobody takes back.
    ...(view.signedByMe ? [] : rules),
  ]
  const verdict = verdictOf(checks)
  const { valid, invalid } = signed
  const cannotSign = whyNot(parts, known, view, { verdict, checks })
  const shown = shownBytes({ extra: actual.transaction.extra, raw: request.raw })
  return {
    request: view,
    digest: digestOfRequest(request, actual, parts.network, parts.account),
    verb: said('title.sign-as', { at: Math.min(valid.length + 1, group.threshold), of: group.threshold }),
    verdict,
    rows,
    checks,
    left: leftWith(group, actual, coins, parts),
    ...outputsOf(parts, known),
    memoHex: shown.extraHex,
    proposal,
    transaction: transactionOf(parts, known, view.asset, shown),
    signatures: { needed: group.threshold, valid: valid.length, invalid },
    canSign: cannotSign === null,
    canUnlock: parts.hasKey() && request.state === 'open' && !offline && valid.length < group.threshold,
    cannotSign,
    approval: parts.approval(),
    offline,
    log: [...request.detail.log],
  }
}

function outputsOf(parts: ReviewParts, known: Known): Pick<RequestReview, 'payees' | 'change'> {
  const { actual, context } = known
  return {
    payees: actual.outputs
      .filter((output) => !output.change)
      .map((output) => ({
        party: partyOf(parts, known, output),
        amount: output.amount,
        proof: proofOf(output, context),
      })),
    change: actual.outputs
      .filter((output) => output.change)
      .map((output) => ({ amount: output.amount, proof: proofOf(output, context) })),
  }
}

function transactionOf(
  parts: ReviewParts,
  known: Known,
  asset: RequestView['asset'],
  shown: ReturnType<typeof shownBytes>,
): RequestReview['transaction'] {
  const { request, actual, context } = known
  return {
    requestId: request.id,
    hash: request.hash,
    purpose: 'payment',
    asset,
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
      party: partyOf(parts, known, output),
      threshold: output.threshold,
      keys: output.keys.length,
      proof: proofOf(output, context),
    })),
    ...shown,
    references: actual.transaction.references as Hash[], // the decoder gives 32 bytes of hex
  }
}

const partyOf = (
  { directory, store }: ReviewParts,
  { actual }: Known,
  output: JudgedOutput,
): ReturnType<typeof partyOfOutput> => partyOfOutput(output, directory, { asset: actual.asset, intents: store.intents })

/** Why a request cannot be signed here, null where it can. */
function whyNot(
  { account, hasKey }: ReviewParts,
  { request, context, views }: Known,
  view: RequestView,
  found: Pick<RequestReview, 'verdict' | 'checks'>,
): Said | null {
  if (request.state === 'dead') return view.provedDead ? said('check.why.dead') : said('check.why.said-dead')
  if (request.state === 'revoked') return said('check.why.revoked')
  if (request.state !== 'open') return said('check.why.complete')
  if (view.signedByMe) return said('check.why.signed')
  if (!context.group.members.includes(account)) return said('check.why.no-member')
  if (!context.groupAdded) return said('check.why.no-group')
  if (found.verdict === 'stop' && !isByRulesAlone(found)) return said('check.why.differs')
  if (found.verdict === 'stop') {
    // One without a time stands until it is changed.
    const passes = found.checks.every(({ result, until }) => result !== 'stop' || until !== undefined)
    return said('check.why.rules', { passes })
  }
  if (!hasKey()) return said('check.why.no-key')
  if (views.length === 0) return said('check.why.no-views')
  return null
}
