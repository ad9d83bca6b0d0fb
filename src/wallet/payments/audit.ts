import {
  type Clock,
  type Hash,
  type Holder,
  type HolderId,
  type Log,
  MINUTE,
  type Output,
  type OutputId,
} from '#contract/domain'
import { answerOf, codeOf } from '#contract/errors'
import type { Remote } from '#remote'
import {
  type AccountStore,
  frozenWithout,
  type Payment,
  type PaymentTransaction,
  type Audit as StoredAudit,
} from '#store'
import type { Sync } from '#sync'
import type { Signer } from '#vault'
import { AWAY } from '../shared/away.ts'
import { type Failure, failureOf, type Reason } from './audit-records.ts'
import { type AwaitedChange, changeOf } from './change.ts'
import { acceptedNow, acceptedOf, type Evidence, evidenceIn, readEvidence, stored, storedAnew } from './evidence.ts'
import { NOT_PROVED } from './frozen.ts'
import { judgeOwnSpend } from './own-spend.ts'
import { createPauses, type Pauses } from './pauses.ts'
import { judgeSpend } from './proof.ts'
import { proveOutput, REFUTED } from './prove-output.ts'

interface AuditDeps {
  readonly remote: Remote
  readonly store: AccountStore
  readonly sync: Pick<Sync, 'confirm'>
  readonly signer: Signer
  readonly clock: Clock
  readonly log: Log
  readonly holder: (id: HolderId) => Holder
}

export interface Audit {
  /** Notes what must come back of a transaction; before it is called final, so that no crash can lose the note. */
  expect(payment: Payment, transaction: PaymentTransaction): void
  /** Looks after everything awaited; called when outputs have just been read. */
  round(): Promise<void>
  /** Change of final payments that the service has not listed yet. */
  unseen(holder: HolderId): AwaitedChange[]
  /** Change of final payments that was not proved yet, listed or not. */
  pending(holder: HolderId): AwaitedChange[]
  /** Whether change did not come back as it should: nothing more is sent then. */
  frozen(): boolean
  /** All that failed, oldest first, with what was signed beside what is listed now. */
  failures(): Failure[]
  /**
   * The person has read what happened to these and takes the loss; what failed stays on record, and what nobody can read is taken with
   * it. A coin that is listed but was not proved is frozen, for every payment that chose it would be refused.
   */
  accept(read: readonly OutputId[]): void
}

/** Change is on the ledger as soon as the payment is final; a service that does not list it by then hides it. */
const MUST_APPEAR_NS = 10n * MINUTE

interface Watch extends AuditDeps {
  /** Of outputs that gave trouble. */
  readonly pauses: Pauses<OutputId>
}

/**
 * Watches that change comes back. The service makes the keys of change, and nobody can tell from them whose they are. So
 * afterwards the output must be listed with exactly the keys that were signed, and the service must give the view scalar
 * that, with our spend key, makes that key: it does so when asked to verify a payment that spends the output, which is never
 * signed. Whatever does not hold stops all sending from the account.
 */
export function createAudit(given: AuditDeps): Audit {
  const deps: Watch = { ...given, pauses: createPauses() }
  const { audits } = deps.store.intents
  return {
    expect(payment, transaction) {
      for (const awaited of changeOf(payment, transaction)) {
        const known = audits.get(awaited.outputId)
        // What was called final before and was not owes nothing since then.
        if (known === undefined || known.result === 'pending') audits.set(awaited.outputId, 'pending', stored(awaited))
      }
    },
    round: () => round(deps),
    unseen: (holder) => unseen(deps.store, holder),
    pending: (holder) => pending(deps.store, holder),
    frozen: () => audits.list('failed').some((audit) => acceptedOf(audit) === null),
    failures: () => audits.list('failed').flatMap((audit) => failureOf(deps.store, audit) ?? []),
    accept: (read) => accept(deps, read),
  }
}

/** What was missed of a payment that was called final and is not: nothing is owed, and its change is awaited anew once it is final. */
function forgiveMissed({ store, pauses, log }: Watch): void {
  const { audits } = store.intents
  for (const { awaited, reason } of evidenceIn(audits.list('failed'))) {
    if (reason !== 'missing' || !isOutAgain(store, awaited.hash)) continue
    audits.set(awaited.outputId, 'pending', storedAnew(awaited))
    pauses.end(awaited.outputId)
    log('info', 'payment.change_not_owed', { output: awaited.outputId })
  }
}

async function round(deps: Watch): Promise<void> {
  const { store, clock, pauses } = deps
  const { audits } = store.intents
  forgiveMissed(deps)
  for (const each of [...evidenceIn(audits.list('pending')), ...evidenceIn(mayHold(deps))]) {
    const { awaited, reason, at } = each
    const { outputId } = awaited
    if (!pauses.due(outputId)) continue
    // Only a payment that is final owes its change.
    if (!isFinal(store, awaited.hash)) continue
    const isPending = reason === null
    // A clock that was set back must not put the judgement off: what is awaited is awaited from now on.
    const ahead = isPending && at > clock.now()
    if (ahead) audits.set(outputId, 'pending', stored(awaited))
    try {
      if (reason !== 'missing' || store.cache.outputs.listed(awaited.hash, awaited.index) !== undefined) {
        await examine(deps, ahead ? { ...each, at: clock.now() } : each)
      }
    } catch (error) {
      pauses.begin(outputId)
      deps.log('info', 'payment.change_undecided', { output: outputId, code: codeOf(error) })
    }
  }
}

/** What failed, and may be proved all the same: whatever was said of it, keys and bytes may come that say otherwise. */
function mayHold({ store }: Watch): StoredAudit[] {
  const failed = store.intents.audits.list('failed')
  return failed.filter((audit) => readEvidence(audit)?.reason === 'missing' || acceptedOf(audit) === null)
}

async function examine(deps: Watch, evidence: Evidence): Promise<void> {
  const { awaited, at } = evidence
  const { outputs } = deps.store.cache
  if (outputs.listed(awaited.hash, awaited.index) === undefined) {
    if (deps.clock.now() - at <= MUST_APPEAR_NS) return
    await askByName(deps, awaited)
  }
  const output = outputs.listed(awaited.hash, awaited.index)
  if (output === undefined) return judge(deps, awaited, 'failed', 'missing')
  if (!isAsSigned(output, awaited)) return judge(deps, awaited, 'failed', 'differs')
  const shared = deps.holder(awaited.holder).members.length > 1
  if (output.state !== 'unspent') return examineSpender(deps, evidence, output, shared)
  // A group's coin is proved when the group spends it next: asking for its scalars would open a request for all members.
  if (shared) return awaitAgain(deps, evidence)
  try {
    const owner = `${output.receivers_hash}:${output.receivers_threshold}` as HolderId // how holders are named
    await proveOutput(output, deps.holder(owner), deps)
  } catch (error) {
    const code = codeOf(error)
    if (REFUTED.has(code)) {
      return judge(deps, awaited, 'failed', 'not ours')
    }
    throw error
  }
  judge(deps, awaited, 'proved', 'proved')
}

/**
 * The lists may have been read before it was owed, as where the computer slept, and may have passed it by. Once nothing that was to say so
 * answers, it is hidden; a line that is away for a moment hides nothing.
 */
async function askByName({ sync, holder, pauses }: Watch, awaited: AwaitedChange): Promise<void> {
  try {
    await sync.confirm(holder(awaited.holder), [awaited.outputId])
  } catch (error) {
    if (AWAY.has(answerOf(error)) && !pauses.has(awaited.outputId)) throw error
  }
}

/** A group's that failed and is listed now as it was signed: it is what all change of a group is until it is spent. */
function awaitAgain(deps: Watch, { awaited, reason }: Evidence): void {
  if (reason === null) return
  deps.store.intents.audits.set(awaited.outputId, 'pending', storedAnew(awaited))
  deps.pauses.end(awaited.outputId)
  holdBack(deps.store, awaited, false)
  deps.log('info', 'payment.change_came', { output: awaited.outputId })
}

/**
 * A payment of ours proved the coin before it signed. A coin may have been spent by the others of a group, or from another computer with the same
 * key, which only bytes and keys prove. A group's stays unproved until somebody gives them, one's own as long as change may be missing.
 */
async function examineSpender(deps: Watch, evidence: Evidence, output: Output, shared: boolean): Promise<void> {
  const { awaited, reason, spent, at } = evidence
  const spender = output.signed_by
  if (spender !== null && signedHere(deps.store, spender, awaited)) return judge(deps, awaited, 'proved', 'spent by us')
  if (shared) return examineGroupSpender(deps, awaited, spender)
  const verdict = await judgeOwnSpend(deps, awaited, output, spender)
  if (verdict === 'by our key') return judge(deps, awaited, 'proved', 'spent by our key')
  const mayWait = verdict === 'unknown' && reason === null
  // However long it was there: a spend that is on its way is proved only once it is final.
  if (mayWait && !spent) deps.store.intents.audits.set(awaited.outputId, 'pending', { ...stored(awaited), spent: true })
  else if (!mayWait || deps.clock.now() - at > MUST_APPEAR_NS) judge(deps, awaited, 'failed', 'spent elsewhere')
}

async function examineGroupSpender(deps: Watch, awaited: AwaitedChange, spender: Hash | null): Promise<void> {
  const verdict = spender === null ? { is: 'unknown' } : await judgeSpend({ ...deps, line: {} }, awaited, spender)
  if (verdict.is === 'proved') return judge(deps, awaited, 'proved', 'spent by the group')
  if (verdict.is === 'refuted') return judge(deps, awaited, 'failed', 'spent elsewhere')
}

/** Another transaction than the one that made the coin, which this wallet signed and which has the coin among its inputs. */
function signedHere(store: AccountStore, spender: Hash, { hash, index }: AwaitedChange): boolean {
  const transaction = transactionOf(store, spender)
  return (
    spender !== hash &&
    transaction?.signedRaw != null &&
    transaction.inputs.some((input) => input.hash === hash && input.index === index)
  )
}

function judge(deps: Watch, awaited: AwaitedChange, result: 'failed', reason: Reason): void
function judge(deps: Watch, awaited: AwaitedChange, result: 'proved', reason: string): void
function judge(deps: Watch, awaited: AwaitedChange, result: 'proved' | 'failed', reason: string): void {
  const before = deps.store.intents.audits.get(awaited.outputId)
  // Found again: it is looked at more and more rarely.
  if (before?.result === result && readEvidence(before)?.reason === reason) {
    deps.pauses.begin(awaited.outputId)
    return
  }
  deps.store.intents.audits.set(awaited.outputId, result, { ...stored(awaited), reason })
  deps.pauses.end(awaited.outputId)
  holdBack(deps.store, awaited, result === 'failed')
  deps.log(result === 'failed' ? 'error' : 'info', `payment.change_${result}`, { output: awaited.outputId, reason })
}

/** A coin that was not proved counts as held, not as available, until it is; no payment could spend it. What froze it otherwise goes on. */
function holdBack({ intents, cache }: AccountStore, { hash, index }: AwaitedChange, held: boolean): void {
  const { freezes } = intents
  const listed = cache.outputs.listed(hash, index)
  if (listed === undefined) return
  const id = listed.output_id
  const kept = freezes.get(id)?.reason
  if (held && listed.state === 'unspent' && kept === undefined) freezes.set(id, NOT_PROVED)
  if (held || kept === undefined) return
  const left = frozenWithout(kept, NOT_PROVED)
  if (left === null) freezes.remove(id)
  else if (left !== kept) freezes.set(id, left)
}

function pending({ intents }: AccountStore, holder: HolderId): AwaitedChange[] {
  return evidenceIn(intents.audits.list('pending'))
    .map(({ awaited }) => awaited)
    .filter((each) => each.holder === holder)
}

function unseen(store: AccountStore, holder: HolderId): AwaitedChange[] {
  return pending(store, holder)
    .filter(({ hash, index }) => store.cache.outputs.listed(hash, index) === undefined)
    .filter(({ hash }) => isFinal(store, hash))
}

const transactionOf = ({ intents }: AccountStore, hash: Hash): PaymentTransaction | undefined =>
  intents.payments.byTransaction(hash)?.transactions.find((each) => each.hash === hash)

/** Known here, and not final: what this journal does not hold, as after an older copy was put back, is owed all the same. */
const isOutAgain = (store: AccountStore, hash: Hash): boolean => transactionOf(store, hash)?.finalAt === null

const isFinal = (store: AccountStore, hash: Hash): boolean => transactionOf(store, hash)?.finalAt != null

function accept(deps: Watch, read: readonly OutputId[]): void {
  const { audits } = deps.store.intents
  for (const audit of audits.list('failed')) {
    const awaited = readEvidence(audit)?.awaited
    if (acceptedOf(audit) !== null || (awaited !== undefined && !read.includes(audit.outputId))) continue
    audits.set(audit.outputId, 'failed', acceptedNow(audit))
    if (awaited !== undefined) holdBack(deps.store, awaited, true)
  }
}

function isAsSigned(output: Output, awaited: AwaitedChange): boolean {
  return (
    output.amount === awaited.amount &&
    output.mask === awaited.mask &&
    output.keys.join() === awaited.keys.join() &&
    `${output.receivers_hash}:${output.receivers_threshold}` === awaited.holder
  )
}
