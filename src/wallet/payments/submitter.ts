import type { Hash, Nanos, RequestId } from '#contract/domain'
import { CofferError, codeOf, type ErrorCode } from '#contract/errors'
import type { CallOptions } from '#remote'
import { isOut, type Payment, type PaymentTransaction } from '#store'
import { said } from '#words/facts'
import type { Bell } from '../shared/bell.ts'
import type { Desk } from '../shared/desk.ts'
import type { Audit } from './audit.ts'
import { createFinals, LONGEST_FINAL_ROUNDS, noteForgotten } from './called-final.ts'
import { lookAtDenied, noteContradicted } from './denied.ts'
import type { RequestKeeping } from './group-requests.ts'
import { keyTaker } from './key-taker.ts'
import { isShownSpent, isTakenElsewhere, lookBack } from './look-back.ts'
import { createPauses, type Pauses } from './pauses.ts'
import { looksSpent, proveDead } from './proof.ts'
import { mainOf } from './review-checks.ts'
import { createSendGate, type SendGate } from './send-gate.ts'
import { handOver, type Standing, standingByHash, standingById, tellsOf } from './standing.ts'
import { isUnpaid, type Unpaid, waitForWord } from './unpaid.ts'

interface SubmitterDeps extends Pick<Desk, 'account' | 'remote' | 'store' | 'sync' | 'clock' | 'log' | 'holder'> {
  /** Between two looks at a payment that the network has taken. */
  readonly pollMs: number
  /** False where it is only learnt what became of them. */
  readonly maySend?: boolean
  readonly audit: Pick<Audit, 'expect'>
  readonly requests: Pick<RequestKeeping, 'heard'>
  readonly unpaid: Pick<Unpaid, 'need'>
  /** Rings when something else says that payments are worth a look. */
  readonly bell: Bell
}

export interface Submitter {
  /**
   * Takes care of a signed payment until it is final or proved dead; a second call for the same payment joins the first.
   * `fresh` is what was just signed here; anything else, and soon this too, is only sent once it is known what happened since.
   */
  submit(id: RequestId, fresh?: boolean): void
  /** Takes care of everything that is out, whatever ended its care before. */
  submitAll(): void
  /** Looks at every payment in care now, instead of after its wait. */
  nudge(): void
  /** Looks again at what failed after it was signed, and at what is final no more; answers which payments settled after all. */
  lookBack(): Promise<RequestId[]>
  stop(): Promise<void>
}

/** Others of a group may take days, and what they do is noticed by sync as well. */
const WAITING_POLLS = 20
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

interface Care extends SubmitterDeps {
  readonly line: CallOptions
  readonly signal: AbortSignal
  readonly gate: SendGate
  readonly pauses: Pauses<RequestId>
  readonly telling: Pauses<RequestId>
  /** Of payments that are called final. */
  readonly settled: Pauses<RequestId>
  readonly finals: ReturnType<typeof createFinals>
  lookedBackTo: RequestId | undefined
}

/**
 * Hands signed bytes to the network and finds out what became of them. It only ever sends what the journal holds, never
 * builds or signs; before each sending it asks whether the network has them already. A time-out is unknown, not failed;
 * a payment ends as failed only with proof by bytes (`proof.ts`).
 */
export function createSubmitter(deps: SubmitterDeps): Submitter {
  const { payments } = deps.store.intents
  const stopped = new AbortController()
  /** It comes back by itself; a person should see soon that a payment is undecided. */
  const line = { signal: stopped.signal, tries: 2 }
  const inCare = new Map<RequestId, Promise<void>>()
  let hasNotedContradicted = false
  const parts: Care = {
    ...{ ...deps, line, signal: stopped.signal, gate: createSendGate(deps), lookedBackTo: undefined },
    ...{ pauses: createPauses(), telling: createPauses(), settled: createPauses<RequestId>(LONGEST_FINAL_ROUNDS) },
    finals: createFinals(),
  }

  async function care(id: RequestId): Promise<void> {
    let failures = 0
    while (!stopped.signal.aborted) {
      failures = await attend(parts, id, failures)
      if (stopped.signal.aborted) return
      const now = payments.get(id)
      if (now === undefined || !isOut(now.state)) {
        parts.gate.forget(id)
        return
      }
      await deps.clock.sleep(waitOf(deps, now, failures), AbortSignal.any([stopped.signal, deps.bell.signal()]))
    }
  }

  function submit(id: RequestId, fresh = false): void {
    if (fresh) parts.gate.justSigned(id)
    if (inCare.has(id) || stopped.signal.aborted) return
    const done = care(id).finally(() => inCare.delete(id))
    inCare.set(id, done)
    done.catch((error: unknown) => deps.log('error', 'payment.driver_failed', { payment: id, code: codeOf(error) }))
  }

  return {
    submit,
    submitAll() {
      for (const { id, state } of payments.list({ live: true })) if (isOut(state)) submit(id)
    },
    nudge: deps.bell.ring,
    async lookBack() {
      if (!hasNotedContradicted) noteContradicted(deps.store)
      hasNotedContradicted = true
      const settled = await lookBack(parts)
      for (const { payment, transaction } of settled) settle(parts, payment, transaction)
      await noteForgotten(parts)
      const denied = await lookAtDenied(parts)
      for (const id of denied) submit(id)
      if (settled.length > 0 || denied.length > 0) compareAll(parts)
      return settled.map(({ payment }) => payment.id)
    },
    async stop() {
      stopped.abort()
      await Promise.allSettled(inCare.values())
    },
  }
}

function waitOf({ pollMs }: SubmitterDeps, { kind, state }: Payment, failures: number): number {
  const waits = kind === 'multisig' && state === 'accepted' ? WAITING_POLLS : 1
  return failures === 0 ? pollMs * waits : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures - 1, 5))
}

/** One look at a payment; answers how many failed in a row. Whatever fails, also on this computer, the next look comes. */
async function attend(parts: Care, id: RequestId, failures: number): Promise<number> {
  try {
    const payment = parts.store.intents.payments.get(id)
    if (payment !== undefined && isOut(payment.state)) await step(parts, payment)
    return 0
  } catch (error) {
    if (parts.signal.aborted) return failures
    try {
      await trouble(parts, id, error)
    } catch (second) {
      parts.log('error', 'payment.trouble_not_noted', { payment: id, code: codeOf(second) })
    }
    return failures + 1
  }
}

async function step(parts: Care, payment: Payment): Promise<void> {
  const waiting: PaymentTransaction[] = []
  const differ: unknown[] = []
  const others: unknown[] = []
  for (const transaction of payment.transactions) {
    if (transaction.finalAt !== null) continue
    const standing = await standingNow(parts, payment, transaction)
    if (standing === undefined) waiting.push(transaction)
    else
      await takeStanding(parts, payment, transaction, standing).catch((error: unknown) => {
        if (codeOf(error) !== 'wallet.record_differs') throw error
        const list = standing.hash === transaction.hash ? differ : others
        list.push(error)
      })
  }
  // What is recorded of one of them wrongly keeps nothing from being learnt of the others; sent is nothing more.
  if (differ.length > 0) throw differ[0]
  if (looksSpent(parts.store, payment) && (await endIfDead(parts, payment.id))) return
  // Another transaction under its id says nothing against the proof that this one is dead.
  if (others.length > 0) throw others[0]
  if (waiting.length > 0) await send(parts, payment, waiting)
}

/**
 * What was just signed stands nowhere else yet. Of what waits for its group the coins tell. That its bytes cannot be asked for by their hash keeps them
 * from nothing: the same are sent at most.
 */
async function standingNow(
  parts: Care,
  payment: Payment,
  transaction: PaymentTransaction,
): Promise<Standing | undefined> {
  const named = await standingById(parts, payment, transaction)
  const isKnown = tellsOf(named, transaction) && !(named?.is === 'waiting' && isShownSpent(parts.store, transaction))
  if (isKnown || parts.gate.isFresh(payment)) return named
  const found = await standingByHash(parts, payment, transaction).catch((error: unknown) => {
    parts.log('info', 'payment.proof_unheard', { what: 'hash', code: codeOf(error) })
    return undefined
  })
  return found ?? named
}

/** Success is our own hash seen on the other side, nothing less. */
function take(parts: Care, payment: Payment, transaction: PaymentTransaction, standing: Standing): void {
  const { payments } = parts.store.intents
  if (standing.hash !== transaction.hash) {
    throw new CofferError<ErrorCode>(
      'wallet.record_differs',
      'the service reports another transaction for this request',
      { details: { fields: [said('check.field.transaction-hash')] } },
    )
  }
  if (standing.is === 'revoked') {
    payments.revoke(payment.id, { code: 'wallet.request_revoked', details: {} })
  } else if (standing.is === 'final') {
    settle(parts, payment, transaction, standing.at)
    // Its change and its history are worth reading.
    parts.sync.soon('look')
  } else if (transaction.acceptedAt === null) {
    payments.markAccepted(payment.id, [transaction.requestId])
  }
}

/** A service that calls it final, and a coin of it spent by another, means one of them at most. */
async function takeStanding(parts: Care, payment: Payment, transaction: PaymentTransaction, standing: Standing) {
  const isOurs = standing.hash === transaction.hash
  if (isOurs && standing.is === 'final' && (await isTakenElsewhere(parts, payment, transaction))) {
    throw new CofferError<ErrorCode>('wallet.record_differs', 'the service calls a coin of it spent by another', {
      details: { fields: [said('check.field.inputs')] },
    })
  }
  take(parts, payment, transaction, standing)
}

function settle(parts: Care, payment: Payment, transaction: PaymentTransaction, at?: Nanos): void {
  // What must come back is noted before it is called final.
  parts.audit.expect(payment, transaction)
  parts.store.intents.payments.markFinal(payment.id, [transaction.requestId], at)
}

async function send(parts: Care, payment: Payment, waiting: readonly PaymentTransaction[]): Promise<void> {
  if (parts.maySend === false || !parts.gate.opens(payment)) return
  // It was asked right before it was signed.
  if (!parts.gate.isFresh(payment) && !(await isUnpaid(parts, payment))) return
  if (await isFeeElsewhere(parts, payment, waiting)) return waitForWord(parts.store, payment.id)
  parts.store.intents.payments.countAttempt(payment.id)
  parts.gate.passed(payment.id)
  const standings = await handOver(parts, payment, waiting)
  for (const [at, transaction] of waiting.entries()) {
    const standing = standings[at]
    if (standing !== undefined) take(parts, payment, transaction, standing)
  }
}

/**
 * Whether what is left is the fee of what is known under another id: whoever sent that there has paid a fee with it. What its owner said before that
 * was known, of something else, says nothing of it.
 */
async function isFeeElsewhere(parts: Care, payment: Payment, waiting: readonly PaymentTransaction[]): Promise<boolean> {
  const main = mainOf(payment)
  if (main === undefined || !waiting.every(({ purpose }) => purpose === 'fee')) return false
  const pause = parts.store.intents.pauses.get(payment.id)
  const isAllowed = pause?.reason === 'spent_elsewhere' && pause.allowedAt !== null
  return !isAllowed && !tellsOf(await standingById(parts, payment, main), main)
}

async function trouble(parts: Care, id: RequestId, error: unknown): Promise<void> {
  const { payments } = parts.store.intents
  const code = codeOf(error)
  parts.log('warn', 'payment.trouble', { payment: id, code })
  const payment = payments.get(id)
  if (payment === undefined || !isOut(payment.state)) return
  if (MAY_CONFLICT.has(code) && (await endIfDead(parts, id))) return
  const taken = code === 'remote.output_key' ? await takenKey(parts, payment) : {}
  const now = payments.get(id)
  if (now === undefined || !isOut(now.state)) return
  payments.setProblem(id, { code, details: { ...(error instanceof CofferError ? error.details : {}), ...taken } })
}

/** Asked once: a key is never given to another transaction. */
async function takenKey(parts: Care, payment: Payment): Promise<{ readonly takenBy?: string }> {
  const known = payment.problem?.details['takenBy']
  const takenBy = typeof known === 'string' ? known : await keyTaker(parts, payment)
  return takenBy === undefined ? {} : { takenBy }
}

/** Ends a payment if none of its open transactions can ever be paid; answers whether it did. */
async function endIfDead(parts: Care, id: RequestId): Promise<boolean> {
  const { payments } = parts.store.intents
  const before = payments.get(id)
  if (before === undefined) return false
  const conflicts = await proveDead(parts, before)
  const payment = payments.get(id)
  if (payment === undefined || !isOut(payment.state)) return true
  const open = payment.transactions.filter((transaction) => transaction.finalAt === null)
  const isDead = open.every(({ requestId }) => conflicts.some((each) => each.requestId === requestId))
  if (open.length === 0 || !isDead) return false
  const spentBy: Hash | '' = conflicts[0]?.spentBy ?? ''
  payments.fail(id, { code: 'wallet.conflict', details: { spentBy } }, conflicts)
  compareAll(parts)
  return true
}

/** Something else is true than what was thought: all that is known is worth comparing again. */
function compareAll({ sync }: Care): void {
  sync.soon('refresh')
}

/** Refusals behind which an input may have been spent elsewhere. */
const MAY_CONFLICT: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'remote.output_locked',
  'remote.output_unknown',
  'remote.insufficient',
  'remote.invalid_field',
  'remote.signature',
  'remote.output_key',
  'remote.refused',
])
