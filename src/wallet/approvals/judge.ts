import type { Holder, OutputId, RequestId } from '#contract/domain'
import { CofferError, codeOf } from '#contract/errors'
import type { RequestReview } from '#contract/ipc'
import { decodeTransaction, outputId as ruledId } from '#protocol'
import type { Remote } from '#remote'
import { isUnsigned } from '#store'
import type { Signer } from '#vault'
import { type Said, said } from '#words/facts'
import { shownIntent } from '../payments/intent.ts'
import { outstandingChecks } from '../payments/outstanding.ts'
import { partyOf } from '../payments/review.ts'
import type { RulesGate } from '../payments/rules.ts'
import { titleOf } from '../payments/titles.ts'
import type { Subject } from '../policies/policies.ts'
import { AWAY } from '../shared/away.ts'
import { recomputeKeys } from './hint-rules.ts'
import { paymentOf, type Request } from './request.ts'
import { type ReviewParts, reviewOf } from './request-review.ts'
import { type Actual, digestOfRequest, type HeldBy, payeeOf, type ReviewContext, readActual } from './review.ts'
import { holderOfRequest } from './view.ts'

export interface JudgeDeps extends ReviewParts {
  readonly remote: Remote
  readonly signer: Pick<Signer, 'prove'>
  readonly rules: RulesGate
}

/** A review with what it was made from. */
export interface Judged {
  readonly review: RequestReview
  readonly actual: Actual
  readonly coins: Coins
  readonly views: readonly string[]
  readonly heldBy: readonly HeldBy[]
  /** How many of its coins this account had frozen. */
  readonly frozen: number
}

interface Judge {
  judge(id: RequestId): Promise<Judged>
  /** What the service tells now; null when it cannot be asked. Other bytes than those kept are a finding, not a refusal. */
  ask(request: Request): Promise<Request | null>
}

type Coins = ReviewContext['coins']

/** Judges requests by their bytes: what they do, what the service says of them, and whether they may be signed here. */
export function createJudge(deps: JudgeDeps): Judge {
  return { judge: (id) => judge(deps, id), ask: (request) => ask(deps, request) }
}

async function ask({ requestStore }: JudgeDeps, request: Request): Promise<Request | null> {
  try {
    const record = await requestStore.read(request.id)
    return requestStore.endIfSpent(requestStore.keep(record, { source: request.detail.source }))
  } catch (error) {
    if (!AWAY.has(codeOf(error))) throw error
    return null
  }
}

async function judge(deps: JudgeDeps, id: RequestId): Promise<Judged> {
  const { requestStore, directory } = deps
  const kept = requestStore.get(id)
  const asked = await ask(deps, kept)
  const request = asked ?? kept
  const group = holderOfRequest(request)
  const coins = requestStore.coins(request)
  const actual = readActual(request, directory, group, coins)
  const { views } = request.detail
  const confirmed = asked === null ? NOTHING : await confirmKeys(deps, request, actual, group).catch(() => NOTHING)
  const ours = await proveOurs(deps, coins, views)
  const context: ReviewContext = {
    ...{ directory, account: deps.account, network: deps.network, group, coins },
    signed: requestStore.count(request.raw, coins, group.threshold),
    groupAdded: deps.group(request.holder) !== undefined,
    confirmed: (index) => confirmed.get(index),
    proved: ours.proved,
    provedProblem: ours.problem,
    ...(request.state === 'open' ? openFindings(deps, request, actual, coins) : NO_FINDINGS),
    reviewedHash: request.hash,
  }
  const rules = request.state === 'open' ? await deps.rules.checks(subjectOf(deps, request, actual)) : []
  const review = reviewOf(deps, { request, rules, actual, context, views, offline: asked === null })
  return { review, actual, coins, views, heldBy: context.heldBy, frozen: context.frozen }
}

/** What rules are asked about a request: what leaves the group by its bytes. */
export function subjectOf(
  { network, account }: Pick<JudgeDeps, 'network' | 'account'>,
  request: Request,
  actual: Actual,
): Subject {
  const { asset, outputs, transaction } = actual
  // Of an asset that nobody has named no request is signed.
  const left = asset === undefined ? [] : outputs.filter(({ change }) => !change)
  return {
    ...{ id: request.id, holder: request.holder, digest: digestOfRequest(request, actual, network, account) },
    spends: left.flatMap((output) =>
      asset === undefined
        ? []
        : {
            ...{ assetId: asset.assetId, amount: output.amount, payee: payeeOf(output) ?? null, charge: false },
            ...{ bare: transaction.extra === '' && output.leaves === null, by: request.hash },
          },
    ),
  }
}

/** Tries of one payment whose ids are asked about. */
const EARLIER_MAX = 5

const NOTHING: ReadonlyMap<number, boolean> = new Map()

/** Whether the service gives us the keys that the maker of the request must have been given. */
function confirmKeys(
  { remote, requestStore }: JudgeDeps,
  request: Request,
  actual: Actual,
  group: Holder,
): Promise<ReadonlyMap<number, boolean>> {
  const asked = actual.outputs.filter(
    (output) => output.members.length > 0 && output.keys.length === output.members.length,
  )
  // Another try of a payment keeps the keys of the first, so that only one of the two can be paid.
  const masks = new Set(asked.map(({ mask }) => mask))
  const earlier = () =>
    requestStore
      .list(request.holder)
      .filter(({ id, raw }) => id !== request.id && decodeTransaction(raw).outputs.some(({ mask }) => masks.has(mask)))
      .map(({ id }) => id)
      .slice(0, EARLIER_MAX)
  return recomputeKeys(asked, { requestId: request.id, earlier, senders: group.members, remote })
}

async function proveOurs(
  { signer, hasKey }: JudgeDeps,
  coins: Coins,
  views: readonly string[],
): Promise<{ proved: boolean | null; problem: Said | null }> {
  const known = coins.flatMap((coin) => coin ?? [])
  // Without the key nothing is proved, nor disproved.
  if (views.length === 0 || known.length < coins.length || !hasKey()) return { proved: null, problem: null }
  try {
    await signer.prove({ inputs: known.map(({ keys: inputKeys }) => ({ keys: inputKeys })), views })
    return { proved: true, problem: null }
  } catch (error) {
    if (codeOf(error) === 'vault.locked') throw error
    const input = error instanceof CofferError ? error.details['input'] : undefined
    const problem =
      typeof input === 'number'
        ? said('check.approvals.coin-not-ours', { coin: input + 1 })
        : said('check.approvals.some-coin-not-ours')
    return { proved: false, problem }
  }
}

type Findings = Pick<ReviewContext, 'outstanding' | 'doubted' | 'frozen' | 'heldBy'>

const NO_FINDINGS: Findings = { outstanding: [], doubted: false, frozen: 0, heldBy: [] }

/** What is known here of the coins of a request that may still be signed. */
export function openFindings(deps: JudgeDeps, request: Request, actual: Actual, coins: Coins): Findings {
  const { intents, cache } = deps.store
  const ids = new Set(coins.flatMap((coin) => coin?.outputId ?? []))
  const frozen = new Set(intents.freezes.list().map(({ outputId }) => outputId))
  return {
    outstanding: outstandingChecks(deps, request.holder, {
      ...{ spends: [...ids], isPaid: true, who: 'group' },
      assets: actual.asset === undefined ? [] : [actual.asset.assetId],
    }),
    doubted: actual.transaction.inputs.some(
      ({ hash, index }) => cache.outputs.isAside(ruledId(hash, index) as OutputId), // a formula
    ),
    frozen: coins.filter((coin) => coin !== undefined && frozen.has(coin.outputId)).length,
    heldBy: heldBy(deps, request, ids),
  }
}

/** Each payment of this account that holds a coin of the request: all of them are given up for it, or none. */
function heldBy({ store, directory }: JudgeDeps, request: Request, coins: ReadonlySet<OutputId>): HeldBy[] {
  const { payments } = store.intents
  const own = paymentOf(store, request)?.id
  const holds = payments.holds(request.holder).filter((each) => coins.has(each.outputId) && each.paymentId !== own)
  const ids = new Set(holds.map(({ paymentId }) => paymentId))
  const group = holderOfRequest(request)
  return [...ids]
    .flatMap((id) => payments.get(id) ?? [])
    .map((other) => {
      const parties = shownIntent(other).rows.map(({ payee }) => partyOf(payee, directory, group))
      const title = titleOf(other, parties, other.amount, directory.asset(other.assetId).symbol)
      return { paymentId: other.id, title, signed: !isUnsigned(other.state) }
    })
}
