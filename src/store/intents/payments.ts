import type { AssetId, Hash, HolderId, Nanos, OutputId, RequestId } from '#contract/domain'
import { failure } from '#contract/errors'
import { decodeTransaction, transactionHash } from '#protocol'
import { toAmount } from '#protocol/text'
import {
  amountColumns,
  bytesOf,
  codeIn,
  fromJson,
  hexOf,
  joinedHex,
  jsonOf,
  memberOf,
  nanos,
  seal,
  uuidBytes,
  uuidOf,
} from '../columns.ts'
import type { Database } from '../database.ts'
import {
  type Conflict,
  type HeldAsset,
  type Hold,
  isLive,
  isOut,
  type Json,
  KINDS,
  OUT,
  type OutputKeys,
  type Payment,
  type PaymentDraft,
  type PaymentEvent,
  type PaymentState,
  type PaymentSummary,
  type Problem,
  PURPOSES,
  type Reservation,
  STATES,
  type TransactionPlan,
  UNSIGNED,
} from './payment.ts'
import { openPaymentRows, type PaymentRow, rawColumns, type TransactionRow } from './payment-rows.ts'
import { openVoids } from './void-rows.ts'

const LIVE = [...UNSIGNED, ...OUT] as const
const NEVER = 2n ** 63n - 1n

/** What the aggregate tells its owner once a transaction is final: those inputs are gone. */
export type OnSpent = (outputs: readonly OutputId[], transaction: Hash, at: Nanos) => void

/**
 * The payment journal. Each method is one transaction, guarded by the state the payment must be in; an impossible step
 * throws `wallet.payment_state` and an unknown payment `wallet.payment_unknown`, both without effect. What a method
 * returns is committed to disk, so the next network step may be taken.
 */
export function openPayments(db: Database, clock: { now(): Nanos }, onSpent: OnSpent) {
  const rows = openPaymentRows(db)
  const voids = openVoids(db)
  const addEvent = db.prepare('INSERT INTO payment_events (payment, at, what, detail, seal) VALUES (?, ?, ?, ?, ?)')
  const eventsOf = db.prepare<EventRow>('SELECT * FROM payment_events WHERE payment = ? ORDER BY row')
  const eventsAfter = db.prepare<EventRow>(
    `SELECT * FROM payment_events WHERE row > ? AND what = 'transaction_final' ORDER BY row`,
  )

  function record(payment: Buffer, at: Nanos, what: string, detail: Json = null): void {
    const values = [payment, at, what, detail === null ? null : jsonOf(detail)]
    addEvent.run(...values, seal(values))
  }

  function known(id: RequestId): PaymentRow {
    const row = rows.find(id)
    if (row === undefined) throw failure('wallet.payment_unknown', 'no such payment')
    return row
  }

  /** The one way a payment changes: read, guard, change, write, note; all or nothing. */
  function advance(
    id: RequestId,
    from: readonly PaymentState[],
    change: (row: PaymentRow, transactions: readonly TransactionRow[], at: Nanos) => PaymentState,
  ): Payment {
    return db.transaction(() => {
      const row = known(id)
      const state = memberOf(STATES, row.state)
      if (!from.includes(state)) throw wrongState(state)
      const at = clock.now()
      const transactions = rows.transactions(row.row)
      const next = change(row, transactions, at)
      row.state = codeIn(STATES, next)
      row.updated_at = at
      for (const transaction of transactions) rows.saveTransaction(transaction)
      rows.save(row)
      if (next !== state) record(row.id, at, next)
      return rows.read(known(id))
    })
  }

  function plan(transaction: TransactionRow, wanted: TransactionPlan, depth: bigint): void {
    transaction.hash = transaction.raw = transaction.raw_check = null
    transaction.record = null
    if (wanted.extra !== undefined) transaction.extra = bytesOf(wanted.extra)
    if (wanted.references !== undefined) transaction.refs = joinedHex(wanted.references)
    rows.replaceInputs(transaction, wanted.inputs)
    rows.replaceOutputs(
      transaction,
      wanted.outputs.map((output) => ({ ...output, keys: null, script: null })),
    )
    rows.holdInputs(transaction, depth)
  }

  /**
   * What others hold. A payment that makes another one impossible may take what that one holds, and nothing that is held
   * beside it already.
   */
  function heldByOthers(row: PaymentRow, plans: readonly TransactionPlan[]): Hold[] {
    const depth = voids.depthOf(row.id)
    const target = voids.target(row.id)
    const voided = target === undefined ? undefined : byBytes(target)?.row
    return plans.flatMap(({ inputs }) =>
      inputs.flatMap((input) => {
        const bytes = uuidBytes(input.outputId)
        const below = depth === 0n ? undefined : rows.holder(bytes, depth - 1n)
        const owner = below !== undefined && below !== voided ? below : rows.holder(bytes, depth)
        const other = owner === undefined || owner === row.row ? undefined : rows.findByRow(owner)
        if (other === undefined) return []
        const asset =
          rows.transactions(other.row).find((each) => holdsOutput(each, input.outputId))?.asset ?? other.asset
        const { outputId, amount } = input
        return [{ outputId, paymentId: uuidOf<RequestId>(other.id), assetId: uuidOf<AssetId>(asset), amount }]
      }),
    )
  }

  const byBytes = (id: Buffer): PaymentRow | undefined => rows.find(uuidOf<RequestId>(id))

  function holdsOutput(transaction: TransactionRow, outputId: OutputId): boolean {
    const wanted = uuidBytes(outputId)
    return rows.inputIds(transaction).some((id) => id.equals(wanted))
  }

  /** Bytes that spend an input of the transaction; whether they were signed by whom that input belongs to is the caller's to check. */
  function isProof(proof: Conflict, transaction: TransactionRow, all: readonly TransactionRow[]): boolean {
    const dead =
      proof.through === undefined ? transaction : all.find((each) => uuidOf(each.request_id) === proof.through)
    if (dead === undefined || dead.hash === null || dead.final_at !== null) return false
    if (dead !== transaction && !refersTo(transaction, dead.hash)) return false
    const input = rows.inputs(dead).find(({ outputId }) => outputId === proof.outputId)
    if (input === undefined || transactionHash(proof.raw) !== proof.spentBy) return false
    return decodeTransaction(proof.raw).inputs.some(({ hash, index }) => hash === input.hash && index === input.index)
  }

  function end(row: PaymentRow, transactions: readonly TransactionRow[], problem: Problem | null): void {
    const unsigned = transactions.every((transaction) => transaction.signed === null)
    if (unsigned) for (const transaction of transactions) transaction.dead = 1n
    if (problem !== null) row.problem = jsonOf(problem)
    rows.release(row.row)
  }

  return {
    /**
     * Writes down what a person asked for, before anything else happens. Throws `wallet.payment_state` when a request id
     * already belongs to a payment that was not ended unsigned.
     */
    create(draft: PaymentDraft): Payment {
      return db.transaction(() => {
        for (const { requestId } of draft.transactions) {
          const taken = rows.findByRequest(requestId)
          if (taken !== undefined && taken.dead === 0n) {
            throw failure('wallet.payment_state', 'request id is in use', { details: { requestId } })
          }
        }
        if (draft.transactions.length === 0) throw failure('internal', 'a payment has at least one transaction')
        const earlier = rows.find(draft.id)
        if (earlier !== undefined) {
          // The id of a payment link is the id of its payment: what was given up unsigned makes room for the next try.
          const unsigned = rows.transactions(earlier.row).every(({ dead }) => dead !== 0n)
          if (!unsigned) throw failure('wallet.payment_state', 'payment exists already')
          rows.drop(earlier.row)
          voids.remove(earlier.id)
        }
        if (draft.voids !== undefined) {
          const target = known(draft.voids)
          if (!isOut(memberOf(STATES, target.state))) throw wrongState(memberOf(STATES, target.state))
          voids.set(uuidBytes(draft.id), target.id)
        }
        const at = clock.now()
        const { units, large } = amountColumns(draft.amount)
        const payment = rows.insert({
          id: uuidBytes(draft.id),
          holder: draft.holder,
          kind: codeIn(KINDS, draft.kind),
          state: 0n,
          asset: uuidBytes(draft.assetId),
          units,
          large,
          detail: jsonOf(draft.detail),
          parts: BigInt(draft.transactions.length),
          digest: null,
          attempts: 0n,
          problem: null,
          created_at: at,
          updated_at: at,
          approved_at: null,
          signed_at: null,
          sent_at: null,
          accepted_at: null,
          final_at: null,
        })
        draft.transactions.forEach((transaction, position) => {
          rows.insertTransaction({
            payment,
            position: BigInt(position),
            request_id: uuidBytes(transaction.requestId),
            dead: 0n,
            purpose: codeIn(PURPOSES, transaction.purpose),
            asset: uuidBytes(transaction.assetId),
            kernel: bytesOf(transaction.kernelAssetId),
            extra: bytesOf(transaction.extra),
            refs: joinedHex(transaction.references),
            ...{ hash: null, raw: null, raw_check: null, signed: null, signed_check: null, record: null },
            ...{ input_count: 0n, output_count: 0n, accepted_at: null, final_at: null, conflict: null },
          })
        })
        record(uuidBytes(draft.id), at, 'draft')
        return rows.read(known(draft.id))
      })
    },

    /**
     * Holds the inputs of every transaction and fixes its outputs. Allowed until something is signed; planning anew
     * gives up the inputs, bytes and approval of the plan before. Answers which outputs other live payments hold.
     */
    reserve(id: RequestId, plans: readonly TransactionPlan[]): Reservation {
      return db.transaction(() => {
        const held = heldByOthers(known(id), plans)
        if (held.length > 0) return { ok: false, reason: 'held', held }
        const payment = advance(id, UNSIGNED, (row, transactions) => {
          rows.release(row.row)
          const depth = voids.depthOf(row.id)
          for (const transaction of transactions) plan(transaction, partOf(plans, transaction), depth)
          row.digest = row.approved_at = null
          return 'reserved'
        })
        return { ok: true, payment }
      })
    },

    /** One-time keys of the outputs that have them, by transaction and output index. */
    storeKeys(
      id: RequestId,
      keys: readonly ({
        readonly requestId: RequestId
        readonly index: number
        readonly script?: string
      } & OutputKeys)[],
    ): Payment {
      return advance(id, ['reserved'], (_row, transactions) => {
        for (const transaction of transactions) {
          const own = keys.filter((each) => each.requestId === uuidOf(transaction.request_id))
          const outputs = rows.outputs(transaction).map((output, index) => {
            const found = own.find((each) => each.index === index)
            if (found === undefined) return output
            return { ...output, keys: { mask: found.mask, keys: found.keys }, script: found.script ?? null }
          })
          if (own.some((each) => each.index >= outputs.length))
            throw failure('internal', 'keys for an output that is not planned')
          rows.replaceOutputs(transaction, outputs)
        }
        return 'keyed'
      })
    },

    /** The unsigned bytes of every transaction, and the hash that Coffer computed of each. */
    storeRaw(id: RequestId, raws: readonly { requestId: RequestId; raw: string; hash: Hash }[]): Payment {
      return advance(id, ['reserved', 'keyed'], (_row, transactions) => {
        for (const transaction of transactions) {
          const { raw, hash } = partOf(raws, transaction)
          const columns = rawColumns(raw)
          Object.assign(transaction, { raw: columns.raw, raw_check: columns.check, hash: bytesOf(hash) })
        }
        return 'built'
      })
    },

    /** The service's record and views agree with the bytes; what it said is kept. */
    markVerified(id: RequestId, records: readonly { requestId: RequestId; record: Json }[]): Payment {
      return advance(id, ['built', 'verified'], (_row, transactions) => {
        for (const transaction of transactions) transaction.record = jsonOf(partOf(records, transaction).record)
        return 'verified'
      })
    },

    /** What the person saw and approved; a second approval of the same digest after a restart is one. */
    approve(id: RequestId, digest: Hash): Payment {
      return advance(id, ['verified', 'approved'], (row, _transactions, at) => {
        row.digest = bytesOf(digest)
        row.approved_at = at
        return 'approved'
      })
    },

    /** The signed bytes of all transactions at once. From here on only these bytes are ever sent. */
    storeSigned(id: RequestId, raws: readonly { requestId: RequestId; raw: string }[]): Payment {
      return advance(id, ['approved'], (row, transactions, at) => {
        for (const transaction of transactions) {
          const columns = rawColumns(partOf(raws, transaction).raw)
          Object.assign(transaction, { signed: columns.raw, signed_check: columns.check })
        }
        row.signed_at = at
        return 'signed'
      })
    },

    /** Before each time that the stored bytes are handed to the network. */
    countAttempt(id: RequestId): Payment {
      return advance(id, OUT, (row, _transactions, at) => {
        row.attempts += 1n
        row.sent_at ??= at
        record(row.id, at, 'attempt', Number(row.attempts))
        return row.accepted_at === null ? 'sent' : 'accepted'
      })
    },

    /** The service has taken these transactions (all of them when none is named). Accepted once all are. */
    markAccepted(id: RequestId, requestIds?: readonly RequestId[]): Payment {
      return advance(id, OUT, (row, transactions, at) => {
        for (const transaction of chosen(transactions, requestIds)) {
          if (transaction.accepted_at !== null) continue
          transaction.accepted_at = at
          record(row.id, at, 'transaction_accepted', { requestId: uuidOf(transaction.request_id) })
        }
        const all = transactions.every((transaction) => transaction.accepted_at !== null)
        if (all) row.accepted_at ??= at
        row.problem = null
        row.sent_at ??= at
        return all ? 'accepted' : 'sent'
      })
    },

    /**
     * These transactions (all when none is named) are final on the ledger, seen under the hash that Coffer computed. Their
     * inputs are spent for good; the payment is final once all are. Also for what has failed after it was signed: others of a
     * group can complete what it gave up, and a service may have called dead what was not.
     */
    markFinal(id: RequestId, requestIds?: readonly RequestId[]): Payment {
      const spent: { outputs: OutputId[]; hash: Hash; at: Nanos }[] = []
      const payment = advance(id, [...OUT, 'failed'], (row, transactions, at) => {
        if (memberOf(STATES, row.state) === 'failed' && row.signed_at === null) throw wrongState('failed')
        for (const transaction of chosen(transactions, requestIds)) {
          if (transaction.final_at !== null) continue
          if (transaction.hash === null) throw failure('internal', 'a final transaction has a hash')
          transaction.accepted_at ??= at
          transaction.final_at = at
          const ids = rows.inputIds(transaction)
          for (const outputId of ids) rows.releaseOne(outputId, row.row)
          const hash = hexOf<Hash>(transaction.hash)
          spent.push({ outputs: ids.map((outputId) => uuidOf<OutputId>(outputId)), hash, at })
          record(row.id, at, 'transaction_final', { requestId: uuidOf(transaction.request_id) })
        }
        row.problem = null
        row.sent_at ??= at
        if (transactions.every((transaction) => transaction.accepted_at !== null)) row.accepted_at ??= at
        if (!transactions.every((transaction) => transaction.final_at !== null)) {
          return row.accepted_at === null ? 'sent' : 'accepted'
        }
        row.final_at = at
        return 'final'
      })
      for (const { outputs, hash, at } of spent) onSpent(outputs, hash, at)
      return payment
    },

    /** Something to show while the payment goes on; null takes it back. Changes no state. */
    setProblem(id: RequestId, problem: Problem | null): Payment {
      return advance(id, LIVE, (row, _transactions, at) => {
        row.problem = problem === null ? null : jsonOf(problem)
        if (problem !== null) record(row.id, at, 'problem', { code: problem.code })
        return memberOf(STATES, row.state)
      })
    },

    /** Given up by the person; only before anything is signed. Its inputs and request ids are free again. */
    cancel(id: RequestId): Payment {
      return advance(id, UNSIGNED, (row, transactions) => {
        end(row, transactions, null)
        return 'cancelled'
      })
    },

    /**
     * Cannot be completed. Before signing a reason is enough. Afterwards every transaction that is not final needs proof: the
     * signed bytes of a transaction that is not of this payment and spends one of its own inputs, or the reference of its own
     * bytes to a transaction of this payment that is proved dead. Else nothing happens and `wallet.payment_state` is thrown:
     * a time-out, a refusal or what the service says of a coin is not proof.
     */
    fail(id: RequestId, problem: Problem, conflicts: readonly Conflict[] = []): Payment {
      return advance(id, LIVE, (row, transactions) => {
        const ours = transactions.flatMap((transaction) =>
          transaction.hash === null ? [] : hexOf<Hash>(transaction.hash),
        )
        for (const transaction of transactions) {
          if (transaction.signed === null || transaction.final_at !== null) continue
          const proof = conflicts.find((conflict) => conflict.requestId === uuidOf(transaction.request_id))
          if (proof === undefined || ours.includes(proof.spentBy) || !isProof(proof, transaction, transactions)) {
            throw wrongState(memberOf(STATES, row.state))
          }
          transaction.conflict = jsonOf(proof)
        }
        end(row, transactions, problem)
        return 'failed'
      })
    },

    /** Proof that was found after a payment had failed, where it failed without. */
    noteProof(id: RequestId, conflicts: readonly Conflict[]): Payment {
      return advance(id, ['failed'], (_row, transactions) => {
        for (const transaction of transactions) {
          const proof = conflicts.find((conflict) => conflict.requestId === uuidOf(transaction.request_id))
          if (proof !== undefined && isProof(proof, transaction, transactions)) transaction.conflict = jsonOf(proof)
        }
        return 'failed'
      })
    },

    /**
     * A group gave its request up before enough had signed. The service signs nothing of it any more, so its coins are free;
     * what was signed stays written down, since a released signature cannot be taken back.
     */
    revoke(id: RequestId, problem: Problem): Payment {
      return advance(id, LIVE, (row, transactions) => {
        if (memberOf(KINDS, row.kind) !== 'multisig') throw wrongState(memberOf(STATES, row.state))
        end(row, transactions, problem)
        return 'failed'
      })
    },

    get(id: RequestId): Payment | undefined {
      const row = rows.find(id)
      return row === undefined ? undefined : rows.read(row)
    },

    /** The payment that one of its transactions' request ids belongs to; of several the one that is not dead. */
    byRequest(requestId: RequestId): Payment | undefined {
      const found = rows.findByRequest(requestId)
      const row = found === undefined ? undefined : rows.findByRow(found.payment)
      return row === undefined ? undefined : rows.read(row)
    },

    byTransaction(hash: Hash): Payment | undefined {
      const found = rows.findByHash(hash)
      const row = found === undefined ? undefined : rows.findByRow(found.payment)
      return row === undefined ? undefined : rows.read(row)
    },

    /**
     * Newest first, without bytes; `before` is the id of the last payment of the page before. A row that is not what was
     * written is `store.damaged`: money was spent or held by it, so it is never left out.
     */
    list(
      query: {
        holder?: HolderId
        states?: readonly PaymentState[]
        live?: boolean
        before?: RequestId
        limit?: number
      } = {},
    ): PaymentSummary[] {
      const before = query.before === undefined ? NEVER : (rows.find(query.before)?.row ?? NEVER)
      const wanted = query.states ?? STATES
      const states = wanted.reduce((bits, state) => bits | (1n << codeIn(STATES, state)), 0n)
      const live = query.live ?? wanted.every(isLive)
      const [holder, limit] = [query.holder ?? null, query.limit ?? -1]
      return rows.list({ holder, before, states, live, limit })
    },

    /** What failed although it was signed, newest first, without bytes; pages as in `list`. */
    failedAfterSigning(query: { holder?: HolderId; before?: RequestId; limit?: number } = {}): PaymentSummary[] {
      const before = query.before === undefined ? NEVER : (rows.find(query.before)?.row ?? NEVER)
      return rows.listFailed({ holder: query.holder ?? null, before, limit: query.limit ?? -1 })
    },

    /** The payments that are to make this one impossible. */
    voidedBy: (id: RequestId): RequestId[] => voids.against(uuidBytes(id)).map((bytes) => uuidOf<RequestId>(bytes)),

    /** Hashes of this journal's final transactions that spend an output. */
    finalSpends: (outputId: OutputId): Hash[] => rows.finalSpends(uuidBytes(outputId)),

    /** Outputs that live payments have set aside, of one holder or of all. */
    holds: (holder?: HolderId): Hold[] => rows.holds(holder ?? null),

    heldByAsset(holder: HolderId): HeldAsset[] {
      const assets = new Map<AssetId, { amount: bigint; coins: number; payments: Set<RequestId> }>()
      for (const hold of rows.holds(holder)) {
        const sum = assets.get(hold.assetId) ?? { amount: 0n, coins: 0, payments: new Set<RequestId>() }
        assets.set(hold.assetId, sum)
        sum.amount += hold.amount
        sum.coins += 1
        sum.payments.add(hold.paymentId)
      }
      return [...assets].map(([assetId, sum]) => ({
        assetId,
        amount: toAmount(sum.amount),
        coins: sum.coins,
        payments: [...sum.payments],
      }))
    },

    /** What happened to a payment, oldest first. Only ever added to. */
    events: (id: RequestId): PaymentEvent[] => eventsOf.all(uuidBytes(id)).map(decodeEvent),

    /** Transactions that became final after an event, with their inputs; how the cache catches up after a crash. */
    finalsAfter(event: bigint): { event: bigint; outputs: OutputId[]; hash: Hash; at: Nanos }[] {
      return eventsAfter.all(event).flatMap((row) => {
        const { requestId } = fromJson<{ requestId: RequestId }>(row.detail ?? '{}')
        const transaction = rows.findByRequest(requestId)
        if (transaction === undefined || transaction.hash === null) return []
        const outputs = rows.inputIds(transaction).map((outputId) => uuidOf<OutputId>(outputId))
        return [{ event: row.row, outputs, hash: hexOf<Hash>(transaction.hash), at: nanos(row.at) }]
      })
    },
  }
}

export type Payments = ReturnType<typeof openPayments>

interface EventRow {
  readonly row: bigint
  readonly payment: Buffer
  readonly at: bigint
  readonly what: string
  readonly detail: string | null
}

const decodeEvent = (row: EventRow): PaymentEvent => ({
  paymentId: uuidOf<RequestId>(row.payment),
  at: nanos(row.at),
  what: row.what,
  detail: row.detail === null ? null : fromJson<Json>(row.detail),
})

/** The ledger takes no transaction that refers to one which is not final. */
function refersTo({ raw }: TransactionRow, hash: Buffer): boolean {
  return raw !== null && decodeTransaction(hexOf(raw)).references.includes(hexOf(hash))
}

function wrongState(state: PaymentState) {
  return failure('wallet.payment_state', `payment is ${state}`, { details: { state } })
}

/** What was given for this transaction; every transaction of a payment takes each step together. */
function partOf<Part extends { readonly requestId: RequestId }>(
  parts: readonly Part[],
  transaction: TransactionRow,
): Part {
  const part = parts.find((each) => each.requestId === uuidOf(transaction.request_id))
  if (part === undefined) throw failure('internal', 'a transaction of the payment was left out')
  return part
}

function chosen(transactions: readonly TransactionRow[], ids?: readonly RequestId[]): readonly TransactionRow[] {
  return ids === undefined
    ? transactions
    : transactions.filter((each) => ids.includes(uuidOf<RequestId>(each.request_id)))
}
