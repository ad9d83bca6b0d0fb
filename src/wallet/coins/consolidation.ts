import { v4 as uuid } from 'uuid'
import type { AssetId, Hash, Holder, Log, OutputId, Random, RequestId } from '#contract/domain'
import { CofferError, codeOf, ERRORS, failure } from '#contract/errors'
import type { ConsolidationView } from '#contract/ipc'
import { kernelAssetId, outputId as ruledId, toAmount } from '#protocol'
import type { AccountStore, Payment } from '#store'
import type { Audit } from '../payments/audit.ts'
import type { PaymentSteps } from '../payments/payment-steps.ts'
import type { Book } from '../shared/names.ts'
import { openPlans, type Plan, proposedSteps, stepId, sumOf } from './consolidation-steps.ts'

export interface ConsolidationDeps {
  readonly store: AccountStore
  readonly machine: PaymentSteps
  readonly audit: Audit
  readonly book: Book
  readonly random: Random
  readonly log: Log
  readonly holder: (id: Plan['holder']) => Holder
  readonly unlocked: () => boolean
  readonly changed: () => void
}

export type Consolidation = ReturnType<typeof createConsolidation>

/**
 * Carries plans out. A plan is approved with its first step; every later step is an ordinary payment of the journal under an
 * id derived from the plan, begun only when the coin of the step before is on the ledger and proved to be ours. Whatever was
 * interrupted is found in the journal again, so that no step happens twice.
 */
export function createConsolidation(deps: ConsolidationDeps) {
  const { intents, cache } = deps.store
  const { payments } = intents
  const plans = openPlans(intents.settings)
  let working: Promise<void> | undefined
  let stopped = false

  function unusable(holder: Holder): Set<OutputId> {
    const held = payments.holds(holder.id).map(({ outputId }) => outputId)
    return new Set([...held, ...intents.freezes.list().map(({ outputId }) => outputId)])
  }

  const paymentOf = (plan: Plan): Payment | undefined => payments.get(stepId(plan, plan.at, plan.attempt))

  function resultOf(payment: Payment): OutputId | undefined {
    const hash = payment.transactions[0]?.hash
    return hash == null ? undefined : (ruledId(hash, 0) as OutputId) // a formula over hash and index
  }

  /** What the step before has made; a step for which nothing was left passes on what there was. */
  function carried(plan: Plan): OutputId | undefined {
    const last = plan.done.findLast((id) => id !== null)
    const payment = last == null ? undefined : payments.get(last)
    return payment === undefined ? undefined : resultOf(payment)
  }

  /** The coins of a step that can still be used: some may have been spent, set aside or frozen since the plan was made. */
  function coinsOf(plan: Plan, holder: Holder) {
    const without = unusable(holder)
    const made = carried(plan)
    const wanted = [...(made === undefined ? [] : [made]), ...(plan.steps[plan.at] ?? [])]
    return cache.outputs
      .getMany(wanted)
      .filter((output) => output.state === 'unspent' && output.inscription_hash === null)
      .filter((output) => !without.has(output.output_id))
  }

  function save(plan: Plan): Plan {
    plans.save(plan)
    deps.changed()
    return plan
  }

  async function begin(plan: Plan): Promise<RequestId> {
    const holder = deps.holder(plan.holder)
    const coins = coinsOf(plan, holder)
    const id = stepId(plan, plan.at, plan.attempt)
    await deps.machine.prepareStep({
      id,
      holder,
      assetId: plan.assetId,
      coins: coins.map((output) => output.output_id),
      amount: sumOf(coins),
      step: {
        planId: plan.id,
        at: plan.at,
        of: plan.steps.length,
        coins: plan.steps.flat().length,
        amount: toAmount(plan.amounts.reduce((sum, amount) => sum + amount, 0n)),
      },
    })
    return id
  }

  function next(plan: Plan, done: RequestId | null): Plan {
    const at = plan.at + 1
    const state = at === plan.steps.length ? 'done' : plan.state
    return save({ ...plan, at, attempt: 0, done: [...plan.done, done], state, problem: null })
  }

  /** One move of a plan; answers whether another one may follow at once. */
  async function move(plan: Plan): Promise<boolean> {
    const payment = paymentOf(plan)
    if (plan.state === 'approval') {
      if (payment === undefined || payment.state === 'cancelled') {
        plans.remove(plan.id)
        deps.changed()
      } else if (payment.signedAt !== null) {
        save({ ...plan, state: 'running' })
        return true
      }
      return false
    }
    if (payment === undefined) {
      if (coinsOf(plan, deps.holder(plan.holder)).length < 2) return next(plan, null).state === 'running'
      await begin(plan)
      return true
    }
    switch (payment.state) {
      case 'signed':
      case 'sent':
      case 'accepted':
        return false
      case 'final':
        return settle(plan, payment)
      case 'failed':
        throw failure('wallet.conflict', 'a coin of the step was spent elsewhere', {
          details: { spentBy: String(payment.problem?.details['spentBy'] ?? '') },
        })
      case 'cancelled':
        save({ ...plan, attempt: plan.attempt + 1 })
        return true
      default:
        await deps.machine.approveStep(payment.id)
        return false
    }
  }

  /** A step is done when its coin is listed and proved; the next one spends it. */
  function settle(plan: Plan, payment: Payment): boolean {
    const made = resultOf(payment)
    const result = made === undefined ? undefined : intents.audits.get(made)?.result
    if (result === 'failed') throw failure('wallet.sending_frozen', 'the combined coin did not come back')
    if (made === undefined || result !== 'proved' || cache.outputs.get(made) === undefined) return false
    return next(plan, payment.id).state === 'running'
  }

  async function work(): Promise<void> {
    for (const { id } of plans.list()) {
      for (let goesOn = true; goesOn && !stopped && deps.unlocked() && !deps.audit.frozen(); ) {
        const plan = plans.find(id)
        if (plan === undefined || plan.state === 'paused' || plan.state === 'done') break
        goesOn = await move(plan).catch((error: unknown) => trouble(plan, error))
      }
    }
  }

  /** What may pass is tried again with the next round; anything else waits for its owner. */
  function trouble(before: Plan, error: unknown): false {
    const code = codeOf(error)
    deps.log('warn', 'consolidation.trouble', { plan: before.id, code })
    const plan = plans.find(before.id)
    if (stopped || plan === undefined) return false
    const problem = { code, details: error instanceof CofferError ? error.details : {} }
    save({ ...plan, problem, ...(ERRORS[code].retry ? {} : { state: 'paused' as const }) })
    return false
  }

  function known(id: RequestId): Plan {
    const plan = plans.find(id)
    if (plan === undefined) throw failure('wallet.payment_unknown', 'no such plan')
    return plan
  }

  function stepViews(plan: Plan): ConsolidationView['steps'] {
    let amount = 0n
    return plan.steps.map((coins, at) => {
      amount += plan.amounts[at] ?? 0n
      const common = { coins: coins.length + (at === 0 ? 0 : 1), amount: toAmount(amount) }
      const done = plan.done[at]
      if (done !== undefined) return { ...common, state: done === null ? 'skipped' : 'final', paymentId: done }
      const payment = at === plan.at ? paymentOf(plan) : undefined
      const isLive = payment !== undefined && payment.state !== 'cancelled'
      const state = !isLive ? 'waiting' : payment.state === 'failed' ? 'failed' : 'working'
      return { ...common, state, paymentId: isLive ? payment.id : null }
    })
  }

  function skippedOf(holder: Holder, assetId: AssetId): ConsolidationView['skipped'] {
    const kernel = kernelAssetId(assetId) as Hash // a formula over the asset id
    const held = new Set(payments.holds(holder.id).flatMap((hold) => (hold.assetId === assetId ? hold.outputId : [])))
    const frozen = cache.outputs
      .getMany(intents.freezes.list().flatMap(({ outputId }) => (held.has(outputId) ? [] : outputId)))
      .filter((output) => output.kernel_asset_id === kernel && output.state === 'unspent')
      .filter((output) => `${output.receivers_hash}:${output.receivers_threshold}` === holder.id)
    const inscribed = cache.outputs.balances(holder.id).find(({ kernelAssetId: id }) => id === kernel)?.inscribed ?? 0
    return { held: held.size, frozen: frozen.length, inscribed }
  }

  return {
    /** The plan of that asset, else a proposal; null when there are not two coins to combine, or for a group. */
    view(holder: Holder, assetId: AssetId): ConsolidationView | null {
      const asset = deps.book.asset(assetId)
      const skipped = skippedOf(holder, assetId)
      const plan = plans.of(holder.id, assetId)
      const { steps, left } = proposedSteps(deps.store, holder, assetId, unusable(holder))
      const isOver = plan === undefined || (plan.state === 'done' && steps.length > 0)
      if (!isOver) {
        const amount = toAmount(plan.amounts.reduce((sum, each) => sum + each, 0n))
        const { state, problem } = plan
        return {
          ...{
            planId: plan.id,
            asset,
            state,
            steps: stepViews(plan),
            coins: plan.steps.flat().length,
            amount,
            skipped,
          },
          ...{ left: plan.left, problem },
        }
      }
      if (steps.length === 0 || holder.members.length > 1) return null
      let amount = 0n
      const proposed = steps.map((coins, at): ConsolidationView['steps'][number] => {
        amount += sumOf(coins)
        return {
          coins: coins.length + (at === 0 ? 0 : 1),
          amount: toAmount(amount),
          state: 'waiting',
          paymentId: null,
        }
      })
      const coins = steps.flat().length
      return {
        ...{ planId: null, asset, state: 'proposal', steps: proposed, coins, amount: toAmount(amount), skipped, left },
        problem: null,
      }
    },

    /** Makes a plan and prepares its first step, which waits for approval. A plan that is on its way is answered as it is. */
    async begin(holder: Holder, assetId: AssetId): Promise<{ planId: RequestId; paymentId: RequestId }> {
      if (holder.members.length > 1)
        throw failure('input.invalid', 'groups combine by a request', { details: { field: 'holder' } })
      const old = plans.of(holder.id, assetId)
      const waiting = old === undefined ? undefined : paymentOf(old)
      if (old !== undefined && old.state !== 'done' && waiting !== undefined && waiting.state !== 'cancelled') {
        return { planId: old.id, paymentId: waiting.id }
      }
      if (old !== undefined && (old.state === 'running' || old.state === 'paused')) {
        throw failure('wallet.payment_state', 'a plan is in progress', { details: { state: old.state } })
      }
      const { steps, left } = proposedSteps(deps.store, holder, assetId, unusable(holder))
      if (steps.length === 0) throw failure('input.invalid', 'nothing to combine', { details: { field: 'asset' } })
      if (old !== undefined) plans.remove(old.id)
      const plan: Plan = {
        id: uuid({ random: deps.random(16) }) as RequestId,
        holder: holder.id,
        assetId,
        state: 'approval',
        steps: steps.map((coins) => coins.map(({ id }) => id)),
        amounts: steps.map(sumOf),
        left,
        at: 0,
        attempt: 0,
        done: [],
        problem: null,
      }
      // Written first: its payment is never without a plan, also when the process ends here.
      save(plan)
      try {
        return { planId: plan.id, paymentId: await begin(plan) }
      } catch (error) {
        plans.remove(plan.id)
        throw error
      }
    },

    pause(id: RequestId): void {
      const plan = known(id)
      if (plan.state !== 'running')
        throw failure('wallet.payment_state', 'not running', { details: { state: plan.state } })
      save({ ...plan, state: 'paused', problem: null })
    },

    /** Goes on; a step that was proved dead is begun anew with the coins that are left. */
    resume(id: RequestId): void {
      const plan = known(id)
      if (plan.state !== 'paused')
        throw failure('wallet.payment_state', 'not paused', { details: { state: plan.state } })
      const dead = paymentOf(plan)?.state === 'failed'
      save({ ...plan, state: 'running', problem: null, attempt: plan.attempt + (dead ? 1 : 0) })
      this.round()
    },

    /** Forgets the plan. A step that nobody has signed yet is given up with it. */
    giveUp(id: RequestId): void {
      const plan = known(id)
      const payment = paymentOf(plan)
      if (payment !== undefined && payment.signedAt === null && payment.state !== 'cancelled') {
        deps.machine.cancel(payment.id)
      }
      plans.remove(plan.id)
      deps.changed()
    },

    /** Moves every plan as far as it goes now, in the background; called when outputs have just been read. */
    round(): void {
      if (working !== undefined || stopped) return
      working = work()
        .catch((error: unknown) => deps.log('error', 'consolidation.failed', { code: codeOf(error) }))
        .finally(() => {
          working = undefined
        })
    },

    async stop(): Promise<void> {
      stopped = true
      await working
    },
  }
}
