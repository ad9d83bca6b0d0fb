import { z } from 'zod'
import type { AssetId, Hash, Holder, HolderId, OutputId, RequestId } from '#contract/domain'
import { type ErrorCode, isErrorCode } from '#contract/errors'
import { assetId, holderId, outputId, requestId } from '#contract/wire'
import { type Amount, kernelAssetId, toAmount, uniqueObjectId } from '#protocol'
import {
  type AccountStore,
  type Coin,
  type Payment,
  readStored,
  storedAmount,
  storedObject,
  storedProblem,
} from '#store'
import { MAX_INPUTS } from '../payments/select.ts'
import { storedList } from '../shared/stored-list.ts'

/** Coins of one asset that become one, in steps; each step but the first also takes the coin that the step before made. */
export const storedPlan = storedObject({
  id: requestId,
  holder: holderId,
  assetId,
  /** `approval` until its first step is approved. `done` plans are kept until the next one. */
  state: z.enum(['approval', 'running', 'paused', 'done']),
  steps: z.array(z.array(outputId).readonly()).readonly(),
  amounts: z.array(storedAmount).readonly(),
  /** Coins beyond what one plan takes, when it was made. */
  left: z.number().int(),
  /** The step that is being done. */
  at: z.number().int(),
  /** How often the step was begun anew: a payment that came to nothing keeps its id. */
  attempt: z.number().int(),
  /** The payment of each step that was done, null where there was nothing left to do. */
  done: z.array(requestId.nullable()).readonly(),
  /** Null also for one that a newer version told of. */
  problem: storedProblem
    .extend({ code: z.custom<ErrorCode>(isErrorCode) })
    .nullable()
    .catch(null),
})
export type Plan = z.output<typeof storedPlan>

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
  const held = intents.payments.holds(holder.id).map((each) => each.outputId)
  return new Set([...held, ...intents.freezes.list().map((each) => each.outputId)])
}

export function proposedSteps(store: AccountStore, holder: Holder, asset: AssetId): ReturnType<typeof stepsOf> {
  const kernelAsset = kernelAssetId(asset) as Hash // a formula over the asset id
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

/** Doing a step again means this id again, so that it is the same payment. */
export function stepId(plan: Pick<Plan, 'id'>, at: number, attempt: number): RequestId {
  return uniqueObjectId(plan.id, `step ${at}, attempt ${attempt}`) as RequestId // a formula over two texts
}

/** The payment of the step that is being done. */
export const paymentOf = ({ intents }: AccountStore, plan: Plan): Payment | undefined =>
  intents.payments.get(stepId(plan, plan.at, plan.attempt))

export type Plans = ReturnType<typeof openPlans>

const INDEX = 'consolidation'
/** Where a plan lies among the settings. */
export const PLANS: string = `${INDEX}:`
const placeOf = (id: string): string => `${PLANS}${id}`

/** Plans are kept among the account's settings, one value each: they exist nowhere else. */
export function openPlans(settings: AccountStore['intents']['settings']) {
  const index = storedList(settings, INDEX, z.string())
  const ids = index.read
  const list = (): Plan[] => ids().flatMap((id) => readStored(storedPlan, settings.get(placeOf(id)) ?? null) ?? [])
  return {
    list,
    find: (id: RequestId): Plan | undefined => list().find((plan) => plan.id === id),
    of: (holder: HolderId, asset: AssetId): Plan | undefined =>
      list().find((plan) => plan.holder === holder && plan.assetId === asset),
    save(plan: Plan): void {
      settings.set(placeOf(plan.id), plan)
      if (!ids().includes(plan.id)) index.write([...ids(), plan.id])
    },
    remove(id: RequestId): void {
      index.write(ids().filter((each) => each !== id))
      settings.remove(placeOf(id))
    },
  }
}
