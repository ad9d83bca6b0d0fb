import { v4 as uuid } from 'uuid'
import type { AssetId, Holder, Log, Output, OutputId, Random, RequestId } from '#contract/domain'
import { CofferError, codeOf, ERRORS, failure } from '#contract/errors'
import type { ConsolidationView } from '#contract/ipc'
import { outputId as ruledId, sumOf } from '#protocol'
import type { AccountStore, Payment } from '#store'
import type { Audit } from '../payments/audit.ts'
import type { PaymentSteps } from '../payments/payment-steps.ts'
import type { Directory } from '../shared/names.ts'
import {
  openPlans,
  type Plan,
  type Plans,
  paymentOf,
  proposedSteps,
  stepId,
  sum,
  unusable,
} from './consolidation-steps.ts'
import { consolidationView } from './consolidation-view.ts'

interface ConsolidationDeps {
  readonly store: AccountStore
  readonly paymentSteps: PaymentSteps
  readonly audit: Audit
  readonly directory: Directory
  readonly random: Random
  readonly log: Log
  readonly holder: (id: Plan['holder']) => Holder
  readonly unlocked: () => boolean
}

export interface Consolidation {
  /** The plan of that asset, else a proposal; null when there are not two coins to combine, or for a group. */
  view(holder: Holder, assetId: AssetId): ConsolidationView | null
  /** Makes a plan and prepares its first step, which waits for approval. A plan that is on its way is answered as it is. */
  begin(holder: Holder, assetId: AssetId): Promise<Begun>
  pause(id: RequestId): void
  /** Goes on; a step that was proved dead is begun anew with the coins that are left. */
  resume(id: RequestId): void
  /** Forgets the plan. A step that nobody has signed yet is given up with it. */
  giveUp(id: RequestId): void
  /** Moves every plan as far as it goes now, in the background; called when outputs have just been read. */
  round(): void
  stop(): Promise<void>
}

interface Begun {
  readonly planId: RequestId
  readonly paymentId: RequestId
}

interface Work extends ConsolidationDeps {
  readonly plans: Plans
  readonly signal: AbortSignal
}

/**
 * Carries plans out. A plan is approved with its first step; every later step is an ordinary payment of the journal under an
 * id derived from the plan, begun only when the coin of the step before is on the ledger and proved to be ours. Whatever was
 * interrupted is found in the journal again, so that no step happens twice. Coins of a group are combined by one ordinary
 * request instead.
 */
export function createConsolidation(given: ConsolidationDeps): Consolidation {
  const stopped = new AbortController()
  const deps: Work = { ...given, plans: openPlans(given.store.intents.settings), signal: stopped.signal }
  let working: Promise<void> | undefined

  function round(): void {
    if (working !== undefined || stopped.signal.aborted) return
    working = work(deps)
      .catch((error: unknown) => deps.log('error', 'consolidation.failed', { code: codeOf(error) }))
      .finally(() => {
        working = undefined
      })
  }

  return {
    view: (holder, assetId) => consolidationView(deps, holder, assetId),
    begin: (holder, assetId) => begin(deps, holder, assetId),
    pause: (id) => pause(deps, id),
    resume(id) {
      resume(deps, id)
      round()
    },
    giveUp: (id) => giveUp(deps, id),
    round,
    async stop() {
      stopped.abort()
      await working
    },
  }
}

async function begin(deps: Work, holder: Holder, assetId: AssetId): Promise<Begun> {
  const { store, plans, random } = deps
  if (holder.members.length > 1)
    throw failure('input.invalid', 'groups combine by a request', { details: { field: 'holder' } })
  const old = plans.of(holder.id, assetId)
  const waiting = old === undefined ? undefined : paymentOf(store, old)
  if (old !== undefined && old.state !== 'done' && waiting !== undefined && waiting.state !== 'cancelled') {
    return { planId: old.id, paymentId: waiting.id }
  }
  if (old !== undefined && (old.state === 'running' || old.state === 'paused')) {
    throw failure('wallet.payment_state', 'a plan is in progress', { details: { state: old.state } })
  }
  const { steps, left } = proposedSteps(store, holder, assetId)
  if (steps.length === 0) throw failure('input.invalid', 'nothing to combine', { details: { field: 'asset' } })
  if (old !== undefined) plans.remove(old.id)
  const plan: Plan = {
    id: uuid({ random: random(16) }) as RequestId,
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
  save(deps, plan)
  try {
    return { planId: plan.id, paymentId: await prepare(deps, plan) }
  } catch (error) {
    plans.remove(plan.id)
    throw error
  }
}

function pause(deps: Work, id: RequestId): void {
  const plan = known(deps, id)
  if (plan.state !== 'running') throw failure('wallet.payment_state', 'not running', { details: { state: plan.state } })
  save(deps, { ...plan, state: 'paused', problem: null })
}

function resume(deps: Work, id: RequestId): void {
  const plan = known(deps, id)
  if (plan.state !== 'paused') throw failure('wallet.payment_state', 'not paused', { details: { state: plan.state } })
  const dead = paymentOf(deps.store, plan)?.state === 'failed'
  save(deps, { ...plan, state: 'running', problem: null, attempt: plan.attempt + (dead ? 1 : 0) })
}

function giveUp(deps: Work, id: RequestId): void {
  const plan = known(deps, id)
  const payment = paymentOf(deps.store, plan)
  if (payment !== undefined && payment.signedAt === null && payment.state !== 'cancelled') {
    deps.paymentSteps.cancel(payment.id)
  }
  deps.plans.remove(plan.id)
}

function known({ plans }: Work, id: RequestId): Plan {
  const plan = plans.find(id)
  if (plan === undefined) throw failure('wallet.payment_unknown', 'no such plan')
  return plan
}

function save(deps: Work, plan: Plan): Plan {
  deps.plans.save(plan)
  return plan
}

async function work(deps: Work): Promise<void> {
  const { plans, signal } = deps
  for (const { id } of plans.list()) {
    for (let goesOn = true; goesOn && !signal.aborted && deps.unlocked() && !deps.audit.frozen(); ) {
      const plan = plans.find(id)
      if (plan === undefined || plan.state === 'paused' || plan.state === 'done') break
      goesOn = await move(deps, plan).catch((error: unknown) => trouble(deps, plan, error))
    }
  }
}

/** What may pass is tried again with the next round; anything else waits for its owner. */
function trouble(deps: Work, before: Plan, error: unknown): false {
  const code = codeOf(error)
  deps.log('warn', 'consolidation.trouble', { plan: before.id, code })
  const plan = deps.plans.find(before.id)
  if (deps.signal.aborted || plan === undefined) return false
  const problem = { code, details: error instanceof CofferError ? error.details : {} }
  save(deps, { ...plan, problem, ...(ERRORS[code].retry ? {} : { state: 'paused' as const }) })
  return false
}

/** One move of a plan; answers whether another one may follow at once. */
async function move(deps: Work, plan: Plan): Promise<boolean> {
  const payment = paymentOf(deps.store, plan)
  if (plan.state === 'approval') return awaitApproval(deps, plan, payment)
  if (payment === undefined) {
    if (coinsOf(deps, plan, deps.holder(plan.holder)).length < 2) return next(deps, plan, null).state === 'running'
    await prepare(deps, plan)
    return true
  }
  switch (payment.state) {
    case 'signed':
    case 'sent':
    case 'accepted':
      return false
    case 'final':
      return settle(deps, plan, payment)
    case 'failed':
      throw failure('wallet.conflict', 'a coin of the step was spent elsewhere', {
        details: { spentBy: String(payment.problem?.details['spentBy'] ?? '') },
      })
    case 'cancelled':
      save(deps, { ...plan, attempt: plan.attempt + 1 })
      return true
    default:
      await deps.paymentSteps.approveStep(payment.id, plan.done[0] ?? null)
      return false
  }
}

/** A plan runs once its first step is signed, and is forgotten with it. */
function awaitApproval(deps: Work, plan: Plan, payment: Payment | undefined): boolean {
  if (payment === undefined || payment.state === 'cancelled') {
    deps.plans.remove(plan.id)
  } else if (payment.signedAt !== null) {
    save(deps, { ...plan, state: 'running' })
    return true
  }
  return false
}

async function prepare(deps: Work, plan: Plan): Promise<RequestId> {
  const holder = deps.holder(plan.holder)
  const coins = coinsOf(deps, plan, holder)
  const id = stepId(plan, plan.at, plan.attempt)
  await deps.paymentSteps.prepareStep({
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
      amount: sum(plan.amounts),
    },
  })
  return id
}

/** The coins of a step that can still be used: some may have been spent, set aside or frozen since the plan was made. */
function coinsOf({ store }: Work, plan: Plan, holder: Holder): Output[] {
  const without = unusable(store, holder)
  const made = carried(store, plan)
  const wanted = [...(made === undefined ? [] : [made]), ...(plan.steps[plan.at] ?? [])]
  return store.cache.outputs
    .getMany(wanted)
    .filter((output) => output.state === 'unspent' && output.inscription_hash === null)
    .filter((output) => !without.has(output.output_id))
}

/** What the step before has made; a step for which nothing was left passes on what there was. */
function carried({ intents }: AccountStore, plan: Plan): OutputId | undefined {
  const last = plan.done.findLast((id) => id !== null)
  const payment = last == null ? undefined : intents.payments.get(last)
  return payment === undefined ? undefined : resultOf(payment)
}

function resultOf(payment: Payment): OutputId | undefined {
  const hash = payment.transactions[0]?.hash
  return hash == null ? undefined : (ruledId(hash, 0) as OutputId) // a formula over hash and index
}

/** A step is done when its coin is listed and proved; the next one spends it. */
function settle(deps: Work, plan: Plan, payment: Payment): boolean {
  const { intents, cache } = deps.store
  const made = resultOf(payment)
  const result = made === undefined ? undefined : intents.audits.get(made)?.result
  if (result === 'failed') throw failure('wallet.sending_frozen', 'the combined coin did not come back')
  if (made === undefined || result !== 'proved' || cache.outputs.get(made) === undefined) return false
  return next(deps, plan, payment.id).state === 'running'
}

function next(deps: Work, plan: Plan, done: RequestId | null): Plan {
  const at = plan.at + 1
  const state = at === plan.steps.length ? 'done' : plan.state
  return save(deps, { ...plan, at, attempt: 0, done: [...plan.done, done], state, problem: null })
}
