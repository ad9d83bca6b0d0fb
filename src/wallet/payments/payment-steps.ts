import type { AssetId, Holder, RequestId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import type { Calls, PaymentReview } from '#contract/ipc'
import type { Said } from '#words/facts'
import type { Wish } from '../shared/consent.ts'
import { allowSending, approve, approveStep, resume } from './approving.ts'
import type { Intent } from './intent.ts'
import { onChainOf, type PaidBefore, paidIn } from './paid.ts'
import {
  type ActInput,
  type PrepareInput,
  prepare,
  prepareAct,
  prepareStep,
  prepareVoid,
  type StepInput,
} from './preparing.ts'
import { createReserver, type Reserver } from './reserve.ts'
import type { HeldByRules } from './rules.ts'
import {
  cancel,
  type Guard,
  heldByRules,
  knownPayment,
  needFree,
  review,
  type Steps,
  type StepsDeps,
  toVerified,
  type Warn,
} from './step-parts.ts'
import type { Target } from './target.ts'
import { createVerifier } from './verify.ts'

/** Others were first, or the network asks for more by now: nobody can agree to it as it is. */
const OVER: ReadonlySet<string> = new Set([
  'wallet.coin_taken',
  'wallet.no_fee_due',
  'wallet.already_sent',
  'remote.fee_too_small',
])

export interface PaymentSteps {
  /** Asked before each review and each signature; what it throws ends it. */
  guard(check: Guard): void
  /** Adds what each review is to warn of as well. */
  warn(of: Warn): void
  /** An address counts on the chain of an asset alone. */
  readonly paidBefore: (target: Target, assetId: AssetId | null) => PaidBefore | null
  readonly capacity: Reserver['capacity']
  /** From what was asked to a review; nothing is held and nothing remains when a step before the review fails. */
  prepare(
    input: PrepareInput,
    fee: Intent['fee'],
    more?: Pick<Intent, 'feeOf' | 'sharedKey' | 'run' | 'plan' | 'shown'>,
  ): Promise<PaymentReview>
  prepareVoid(voids: RequestId, title: Said): Promise<PaymentReview>
  prepareStep(input: StepInput): Promise<PaymentReview>
  prepareAct(input: ActInput): Promise<PaymentReview>
  /**
   * The review of a payment that waits for approval, from wherever a restart left it. Throws `wallet.coin_taken`,
   * `wallet.no_fee_due`, `wallet.already_sent` and `remote.fee_too_small`.
   */
  review(id: RequestId): Promise<PaymentReview>
  /** Whether the owner's own rules keep what waits for approval from being signed; see `heldByRules`. */
  heldByRules(id: RequestId): Promise<HeldByRules | null>
  approve(input: Parameters<Calls['payments.approve']>[0]): Promise<Wish<Intent>>
  approveStep(id: RequestId, first: RequestId | null): Promise<void>
  /** Throws `wallet.already_sent` where the same is known to be paid under another id, and what asking the service does. */
  needUnpaid(id: RequestId): Promise<void>
  allowSending(id: RequestId): void
  /** Goes on with a group's payment that was given up here, where bytes prove that the others completed it; answers whether they do. */
  completed(id: RequestId): Promise<boolean>
  cancel(id: RequestId): void
  resume(maySign: boolean): Promise<void>
  /** Signs nothing more, asks nobody any more, and waits until what was being signed is stored, or taken back; not for a vault that never answers. */
  stop(): Promise<void>
}

/** Whoever ends a program ends it after seconds all the same, and a start finds what was agreed to and not signed. */
const STUCK_MS = 10_000

/**
 * The steps of a payment. Each is committed to the journal before the next one touches the network; one that fails before
 * anything is signed ends the payment and frees its coins, and after that only the stored bytes are used.
 */
export function createPaymentSteps(deps: StepsDeps): PaymentSteps {
  const stopped = new AbortController()
  const { signal } = stopped
  const pendingChange = (holder: Holder['id']) => deps.audit.pending(holder)
  const steps: Steps = {
    ...{ ...deps, signal, pendingChange, guards: [], warnings: [], heard: new Map(), signing: new Set() },
    reserver: createReserver({ ...deps, pendingChange }),
    verifier: createVerifier({ ...deps, signal }),
  }
  return {
    guard: (check) => void steps.guards.push(check),
    warn: (of) => void steps.warnings.push(of),
    paidBefore: (target, assetId) => paidIn(deps.store).before(target, onChainOf(deps.directory, assetId)),
    capacity: steps.reserver.capacity,
    prepare: (input, fee, more) => prepare(steps, input, fee, more),
    prepareVoid: (voids, title) => prepareVoid(steps, voids, title),
    prepareStep: (input) => prepareStep(steps, input),
    prepareAct: (input) => prepareAct(steps, input),
    async review(id) {
      const payment = await toVerified(steps, id)
      await needFree(steps, payment).catch((error: unknown) => {
        if (OVER.has(codeOf(error))) throw error // what could not be asked is asked again before signing
      })
      return review(steps, payment)
    },
    heldByRules: (id) => heldByRules(steps, id),
    approve: (input) => approve(steps, input),
    approveStep: (id, first) => approveStep(steps, id, first),
    async needUnpaid(id) {
      await deps.unpaid.need(knownPayment(steps, id))
    },
    allowSending: (id) => allowSending(steps, id),
    completed: deps.takeOver.completed,
    cancel: (id) => cancel(steps, id),
    resume: (maySign) => resume(steps, maySign),
    async stop() {
      stopped.abort()
      const over = new AbortController()
      const stuck = deps.clock.sleep(STUCK_MS, over.signal).catch(() => undefined)
      await Promise.race([Promise.allSettled(steps.signing), stuck])
      over.abort()
      steps.verifier.forget()
    },
  }
}
