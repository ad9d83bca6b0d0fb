import type { Clock, Hash, Log, MultisigRecord, RequestId, TransactionRecord, UserId } from '#contract/domain'
import { CofferError, codeOf, type ErrorCode } from '#contract/errors'
import type { Remote } from '#remote'
import { type AccountStore, type Conflict, isOut, type Payment, type PaymentTransaction } from '#store'
import { isFinal, readGroupRecord } from './group-record.ts'
import { completedAnyway } from './outstanding.ts'
import { UNSENT } from './verify.ts'

export interface DriverDeps {
  readonly account: UserId
  readonly remote: Remote
  readonly store: AccountStore
  readonly clock: Clock
  readonly log: Log
  /** Between two looks at a payment that the network has taken. */
  readonly pollMs: number
  readonly changed: (id: RequestId) => void
  /** About to be called final; what must come back is noted first. */
  readonly beforeFinal: (payment: Payment, transaction: PaymentTransaction) => void
  /** A transaction has become final: outputs and history are worth reading again. */
  readonly onFinal: () => void
}

export interface Driver {
  /** Takes care of a signed payment until it is final or proved dead; a second call for the same payment joins the first. */
  drive(id: RequestId): void
  /** Looks at every payment in care now, instead of after its wait. */
  nudge(): void
  /** Notes what became final although the group had given it up; answers which payments that are. */
  lookBack(): RequestId[]
  stop(): Promise<void>
}

/** What the other side knows of one transaction. */
interface Standing {
  readonly hash: Hash
  /** `waiting`: ours is recorded, others of the group have yet to sign. */
  readonly is: 'accepted' | 'waiting' | 'final' | 'revoked'
}

/** Others of a group may take days, and what they do is noticed by sync as well. */
const WAITING_POLLS = 20
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

/**
 * Hands signed bytes to the network and finds out what became of them. It only ever sends what the journal holds, never
 * builds or signs; before each sending it asks whether the network has them already. A time-out is unknown, not failed;
 * a payment ends as failed only with proof that an input of each of its transactions was spent by another one.
 */
export function createDriver(deps: DriverDeps): Driver {
  const { payments } = deps.store.intents
  const stopped = new AbortController()
  /** The driver comes back by itself; a person should see soon that a payment is undecided. */
  const line = { signal: stopped.signal, tries: 2 }
  const inCare = new Map<RequestId, Promise<void>>()
  let nudged = new AbortController()

  async function care(id: RequestId): Promise<void> {
    let failures = 0
    while (!stopped.signal.aborted) {
      const payment = payments.get(id)
      if (payment === undefined || !isOut(payment.state)) return
      try {
        await step(payment)
        failures = 0
      } catch (error) {
        if (stopped.signal.aborted) return
        failures += 1
        await trouble(id, error)
      }
      const now = payments.get(id)
      if (now === undefined || !isOut(now.state)) return
      const waits = now.kind === 'multisig' && now.state === 'accepted' ? WAITING_POLLS : 1
      const wait =
        failures === 0 ? deps.pollMs * waits : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures - 1, 5))
      nudged = nudged.signal.aborted ? new AbortController() : nudged
      await deps.clock.sleep(wait, AbortSignal.any([stopped.signal, nudged.signal]))
    }
  }

  async function step(payment: Payment): Promise<void> {
    const waiting: PaymentTransaction[] = []
    for (const transaction of payment.transactions) {
      if (transaction.finalAt !== null) continue
      const standing = payment.kind === 'multisig' ? await findShared(transaction) : await find(transaction)
      if (standing === undefined) waiting.push(transaction)
      else take(payment, transaction, standing)
    }
    if (waiting.length > 0) await send(payment, waiting)
  }

  /**
   * What the network knows of a sent transaction, by its request id.
   */
  async function find(transaction: PaymentTransaction): Promise<Standing | undefined> {
    try {
      const record = await deps.remote.call('transactions.read', { params: { id: transaction.requestId } }, line)
      return standingOf(record)
    } catch (error) {
      if (codeOf(error) === 'remote.not_found') return undefined
      throw error
    }
  }

  /** The same for a group's request: ours is taken once the service counts this account among the signers. */
  async function findShared({ requestId }: PaymentTransaction): Promise<Standing | undefined> {
    return standingInGroup(await readGroupRecord(deps.remote, requestId, line), deps.account)
  }

  /** Success is our own hash seen on the other side, nothing less. */
  function take(payment: Payment, transaction: PaymentTransaction, standing: Standing): void {
    if (standing.hash !== transaction.hash) {
      throw new CofferError<ErrorCode>(
        'wallet.record_differs',
        'the service reports another transaction for this request',
        {
          details: { fields: 'transaction hash' },
        },
      )
    }
    if (standing.is === 'revoked') {
      payments.revoke(payment.id, { code: 'wallet.request_revoked', details: {} })
      deps.changed(payment.id)
    } else if (standing.is === 'final') {
      deps.beforeFinal(payment, transaction)
      payments.markFinal(payment.id, [transaction.requestId])
      deps.changed(payment.id)
      deps.onFinal()
    } else if (transaction.acceptedAt === null) {
      payments.markAccepted(payment.id, [transaction.requestId])
      deps.changed(payment.id)
    }
  }

  async function send(payment: Payment, waiting: readonly PaymentTransaction[]): Promise<void> {
    payments.countAttempt(payment.id)
    deps.changed(payment.id)
    const standings = payment.kind === 'multisig' ? await sendShared(waiting) : await sendAll(waiting)
    for (const [at, transaction] of waiting.entries()) {
      const standing = standings[at]
      if (standing !== undefined) take(payment, transaction, standing)
    }
  }

  async function sendAll(waiting: readonly PaymentTransaction[]): Promise<(Standing | undefined)[]> {
    const body = waiting.map((transaction) => ({ request_id: transaction.requestId, raw: signedRaw(transaction) }))
    return (await deps.remote.call('transactions.send', { body }, line)).map(standingOf)
  }

  async function sendShared(waiting: readonly PaymentTransaction[]): Promise<(Standing | undefined)[]> {
    const found: (Standing | undefined)[] = []
    for (const transaction of waiting) {
      const body = { request_id: transaction.requestId, raw: signedRaw(transaction) }
      const record = await deps.remote.call('multisigs.sign', { params: { id: transaction.requestId }, body }, line)
      found.push(standingInGroup(record, deps.account))
    }
    return found
  }

  async function trouble(id: RequestId, error: unknown): Promise<void> {
    const code = codeOf(error)
    deps.log('warn', 'payment.trouble', { payment: id, code })
    const payment = payments.get(id)
    if (payment === undefined || !isOut(payment.state)) return
    try {
      const conflicts = MAY_CONFLICT.has(code) ? await findConflicts(payment) : []
      const open = payment.transactions.filter((transaction) => transaction.finalAt === null)
      if (open.length > 0 && open.every(({ requestId }) => conflicts.some((each) => each.requestId === requestId))) {
        payments.fail(id, { code: 'wallet.conflict', details: { spentBy: conflicts[0]?.spentBy ?? '' } }, conflicts)
        deps.changed(id)
        deps.onFinal()
        return
      }
    } catch (second) {
      deps.log('info', 'payment.conflict_unknown', { payment: id, code: codeOf(second) })
    }
    payments.setProblem(id, { code, details: error instanceof CofferError ? error.details : {} })
    deps.changed(id)
  }

  /** Inputs that another, final transaction has spent: the only proof that signed bytes are dead. */
  async function findConflicts(payment: Payment): Promise<Conflict[]> {
    const found: Conflict[] = []
    const ours = new Set(payment.transactions.map((transaction) => transaction.hash))
    for (const transaction of payment.transactions) {
      if (transaction.finalAt !== null) continue
      for (const input of transaction.inputs) {
        const output = await deps.remote.call('outputs.read', { params: { id: input.outputId } }, line)
        const spentBy: Hash | null = output.signed_by
        if (output.state === 'spent' && spentBy !== null && !ours.has(spentBy)) {
          found.push({ requestId: transaction.requestId, outputId: input.outputId, spentBy })
          break
        }
      }
    }
    return found
  }

  return {
    drive(id) {
      if (inCare.has(id) || stopped.signal.aborted) return
      const done = care(id).finally(() => inCare.delete(id))
      inCare.set(id, done)
      done.catch((error: unknown) => deps.log('error', 'payment.driver_failed', { payment: id, code: codeOf(error) }))
    },
    nudge: () => nudged.abort(),
    lookBack: () =>
      completedAnyway(deps.store).map(({ payment, transaction }) => {
        deps.beforeFinal(payment, transaction)
        payments.markFinal(payment.id, [transaction.requestId])
        deps.changed(payment.id)
        return payment.id
      }),
    async stop() {
      stopped.abort()
      await Promise.allSettled(inCare.values())
    },
  }
}

/**
 * A record in an unsent state is what the verify call left behind and says nothing about the signed bytes. Should one mean
 * more, the same bytes go out once more than needed, which is harmless; taken for an acceptance they would never go out.
 */
function standingOf(record: TransactionRecord): Standing | undefined {
  if (UNSENT.has(record.state)) return undefined
  return { hash: record.transaction_hash, is: record.state === 'spent' ? 'final' : 'accepted' }
}

function standingInGroup(record: MultisigRecord, account: UserId): Standing | undefined {
  const hash = record.transaction_hash
  if (isFinal(record)) return { hash, is: 'final' }
  if (record.revoked_by !== null) return { hash, is: 'revoked' }
  return record.signers.includes(account) ? { hash, is: 'waiting' } : undefined
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

function signedRaw(transaction: PaymentTransaction): string {
  if (transaction.signedRaw === null) throw new CofferError<ErrorCode>('internal', 'a signed payment has signed bytes')
  return transaction.signedRaw
}
