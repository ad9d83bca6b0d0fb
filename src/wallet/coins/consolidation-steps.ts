import type { AssetId, Hash, Holder, HolderId, OutputId, RequestId } from '#contract/domain'
import type { ErrorReport } from '#contract/errors'
import { type Amount, kernelAssetId, toAmount, uniqueObjectId } from '#protocol'
import type { AccountStore, Coin, Json, Payment } from '#store'
import { MAX_INPUTS } from '../payments/select.ts'

/** Coins of one asset that become one, in steps; each step but the first also takes the coin that the step before made. */
export interface Plan {
  readonly id: RequestId
  readonly holder: HolderId
  readonly assetId: AssetId
  /** `approval` until its first step is approved. `done` plans are kept until the next one. */
  readonly state: 'approval' | 'running' | 'paused' | 'done'
  readonly steps: readonly (readonly OutputId[])[]
  readonly amounts: readonly Amount[]
  /** Coins beyond what one plan takes, when it was made. */
  readonly left: number
  /** The step that is being done. */
  readonly at: number
  /** How often the step was begun anew: a payment that came to nothing keeps its id. */
  readonly attempt: number
  /** The payment of each step that was done, null where there was nothing left to do. */
  readonly done: readonly (RequestId | null)[]
  readonly problem: ErrorReport | null
}

/** One plan takes at most so many steps, so that what was approved stays something a person can oversee. */
const MAX_STEPS = 20

/**
 * The steps for these coins, smallest coins first, so that a plan that is stopped halfway has done the most good. A first
 * step takes 256 coins, a later one 255 and the coin that the step before made.
 */
function stepsOf(ascending: readonly Coin[]): { steps: Coin[][]; left: number } {
  const steps: Coin[][] = []
  let from = 0
  while (steps.length < MAX_STEPS && from < ascending.length) {
    const step = ascending.slice(from, from + (steps.length === 0 ? MAX_INPUTS : MAX_INPUTS - 1))
    steps.push(step)
    from += step.length
  }
  return ascending.length < 2 ? { steps: [], left: 0 } : { steps, left: Math.max(0, ascending.length - from) }
}

/** Coins that no step may take. */
export function unusable({ intents }: AccountStore, holder: Holder): Set<OutputId> {
  const held = intents.payments.holds(holder.id).map(({ outputId }) => outputId)
  return new Set([...held, ...intents.freezes.list().map(({ outputId }) => outputId)])
}

export function proposedSteps(store: AccountStore, holder: Holder, assetId: AssetId): ReturnType<typeof stepsOf> {
  const kernelAsset = kernelAssetId(assetId) as Hash // a formula over the asset id
  const coins: Coin[] = []
  const source = store.cache.outputs.coins({ holder: holder.id, kernelAsset, excluded: unusable(store, holder) })
  for (const coin of source.ascending()) {
    coins.push(coin)
    if (coins.length > MAX_INPUTS * MAX_STEPS) break
  }
  const { steps, left } = stepsOf(coins)
  return { steps, left: left === 0 ? 0 : source.count - steps.flat().length }
}

export const sum = (amounts: readonly Amount[]): Amount => toAmount(amounts.reduce((all, amount) => all + amount, 0n))

export const sumOf = (coins: readonly { readonly amount: Amount }[]): Amount => sum(coins.map(({ amount }) => amount))

/** Doing a step again means this id again, so that it is the same payment. */
export function stepId(plan: Pick<Plan, 'id'>, at: number, attempt: number): RequestId {
  return uniqueObjectId(plan.id, `step ${at}, attempt ${attempt}`) as RequestId // a formula over two texts
}

/** The payment of the step that is being done. */
export const paymentOf = ({ intents }: AccountStore, plan: Plan): Payment | undefined =>
  intents.payments.get(stepId(plan, plan.at, plan.attempt))

const INDEX = 'consolidation'

export type Plans = ReturnType<typeof openPlans>

/** Plans are kept among the account's settings, one value each: they exist nowhere else. */
export function openPlans(settings: AccountStore['intents']['settings']) {
  const ids = (): string[] => (settings.get(INDEX) ?? []) as string[] // written below
  const list = (): Plan[] =>
    ids().flatMap((id) => (settings.get(`${INDEX}:${id}`) as unknown as Plan | undefined) ?? []) // written below
  return {
    list,
    find: (id: RequestId): Plan | undefined => list().find((plan) => plan.id === id),
    of: (holder: HolderId, assetId: AssetId): Plan | undefined =>
      list().find((plan) => plan.holder === holder && plan.assetId === assetId),
    save(plan: Plan): void {
      settings.set(`${INDEX}:${plan.id}`, plan as unknown as Json) // a Plan is plain data
      if (!ids().includes(plan.id)) settings.set(INDEX, [...ids(), plan.id])
    },
    remove(id: RequestId): void {
      settings.set(
        INDEX,
        ids().filter((each) => each !== id),
      )
      settings.remove(`${INDEX}:${id}`)
    },
  }
}
