import type { AssetId, Hash, Holder } from '#contract/domain'
import type { ConsolidationView } from '#contract/ipc'
import { type Amount, kernelAssetId, sumOf, toAmount } from '#protocol'
import type { AccountStore } from '#store'
import type { Directory } from '../shared/names.ts'
import { type Plan, type Plans, paymentOf, proposedSteps, sum } from './consolidation-steps.ts'

interface ViewParts {
  readonly store: AccountStore
  readonly directory: Directory
  readonly plans: Plans
}

type StepView = ConsolidationView['steps'][number]

/** The plan of that asset, else a proposal; null when there are not two coins to combine, or for a group. */
export function consolidationView(parts: ViewParts, holder: Holder, assetId: AssetId): ConsolidationView | null {
  const { store, directory, plans } = parts
  const common = { asset: directory.asset(assetId), skipped: skippedOf(store, holder, assetId) }
  const plan = plans.of(holder.id, assetId)
  const { steps, left } = proposedSteps(store, holder, assetId)
  if (plan !== undefined && (plan.state !== 'done' || steps.length === 0)) return { ...common, ...planned(store, plan) }
  if (steps.length === 0 || holder.members.length > 1) return null
  return {
    ...common,
    planId: null,
    state: 'proposal',
    steps: sizesOf(steps, steps.map(sumOf)).map((size) => ({ ...size, state: 'waiting', paymentId: null })),
    coins: steps.flat().length,
    amount: sumOf(steps.flat()),
    left,
    problem: null,
  }
}

const planned = (store: AccountStore, plan: Plan): Omit<ConsolidationView, 'asset' | 'skipped'> => ({
  planId: plan.id,
  state: plan.state,
  steps: sizesOf(plan.steps, plan.amounts).map((size, at) => ({ ...size, ...standing(store, plan, at) })),
  coins: plan.steps.flat().length,
  amount: sum(plan.amounts),
  left: plan.left,
  problem: plan.problem,
})

/** What each step brings together: every one but the first also takes the coin that the step before made. */
function sizesOf(
  steps: readonly (readonly unknown[])[],
  amounts: readonly Amount[],
): Pick<StepView, 'coins' | 'amount'>[] {
  let amount = 0n
  return steps.map((coins, at) => {
    amount += amounts[at] ?? 0n
    return { coins: coins.length + (at === 0 ? 0 : 1), amount: toAmount(amount) }
  })
}

function standing(store: AccountStore, plan: Plan, at: number): Pick<StepView, 'state' | 'paymentId'> {
  const done = plan.done[at]
  if (done !== undefined) return { state: done === null ? 'skipped' : 'final', paymentId: done }
  const payment = at === plan.at ? paymentOf(store, plan) : undefined
  if (payment === undefined || payment.state === 'cancelled') return { state: 'waiting', paymentId: null }
  return { state: payment.state === 'failed' ? 'failed' : 'working', paymentId: payment.id }
}

function skippedOf({ intents, cache }: AccountStore, holder: Holder, assetId: AssetId): ConsolidationView['skipped'] {
  const kernel = kernelAssetId(assetId) as Hash // a formula over the asset id
  const holds = new Map(intents.payments.holds(holder.id).map((hold) => [hold.outputId, hold]))
  // A collectible is named once, whatever else keeps it.
  const held = [...holds.values()].filter(
    ({ outputId, assetId: id }) => id === assetId && cache.outputs.get(outputId)?.inscription_hash == null,
  )
  const frozen = cache.outputs
    .getMany(intents.freezes.list().flatMap(({ outputId }) => (holds.has(outputId) ? [] : outputId)))
    .filter(
      (output) => output.kernel_asset_id === kernel && output.state === 'unspent' && output.inscription_hash === null,
    )
    .filter((output) => `${output.receivers_hash}:${output.receivers_threshold}` === holder.id)
  const inscribed = cache.outputs.balances(holder.id).find(({ kernelAssetId: id }) => id === kernel)?.inscribed ?? 0
  return { held: held.length, frozen: frozen.length, inscribed }
}
