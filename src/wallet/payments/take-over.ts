import type { Log, RequestId } from '#contract/domain'
import { CofferError, codeOf, failure } from '#contract/errors'
import type { Remote } from '#remote'
import { type AccountStore, isUnsigned, type Payment } from '#store'
import { findTransaction } from '../shared/transactions.ts'
import { createWalk } from '../shared/walk.ts'
import { isGivenUp } from './group-requests.ts'
import { createPauses } from './pauses.ts'
import { fetchSigned } from './proof.ts'
import type { RulesGate } from './rules.ts'
import type { Submitter } from './submitter.ts'
import { needSame } from './unchanged.ts'
import { UNSENT } from './verify.ts'

interface TakeOverDeps {
  readonly remote: Remote
  readonly store: AccountStore
  readonly submitter: Pick<Submitter, 'submit'>
  readonly rules: Pick<RulesGate, 'took'>
  readonly log: Log
}

export type TakeOver = ReturnType<typeof createTakeOver>

/**
 * A payment that these files hold unsigned may have been signed and sent all the same, when they are an older copy that was
 * put back. It is taken over only by proof: signed bytes that hash to its own hash, with signatures that satisfy the coins it
 * spends under the keys in the transactions that made them. Only whoever holds the spend key can have made those. The same holds
 * for what was given up here unsigned, and that the other members of its group or another computer of this account completed.
 */
export function createTakeOver({ remote, store, submitter, rules, log }: TakeOverDeps) {
  const { payments } = store.intents
  const { outputs, snapshots } = store.cache
  const parts = { remote, store, log, line: {} }
  /** Of payments that were given up and that nothing proves to be sent. */
  const pauses = createPauses<RequestId>()

  /** Whether the payment was signed before, in which case it now goes on from there. */
  async function takeOverSent(id: RequestId): Promise<boolean> {
    const payment = payments.get(id)
    if (payment === undefined || !(isUnsigned(payment.state) || payment.state === 'cancelled')) return false
    const raws: { requestId: RequestId; raw: string }[] = []
    for (const transaction of payment.transactions) {
      const raw = transaction.hash === null ? null : await fetchSigned(parts, transaction.hash)
      if (raw === null) return false
      raws.push({ requestId: transaction.requestId, raw })
    }
    needSame(store.intents, payment)
    // First, so that a kill in between leaves nothing uncounted: what is not out takes nothing out.
    rules.took(id)
    payments.takeOver(id, raws)
    log('info', 'payment.adopted', { payment: id })
    submitter.submit(id)
    return true
  }

  /** Whether a coin of the payment is listed as taken by the very transaction that it would be. */
  const seemsSent = ({ transactions }: Payment): boolean =>
    transactions.some(({ hash, inputs }) =>
      inputs.some(({ outputId }) => hash !== null && outputs.get(outputId)?.signed_by === hash),
    )

  const { requests } = store.intents
  /** Requests that ended. */
  const ended = createWalk(
    (behind: Parameters<typeof requests.ended>[1] = null) => requests.ended(PAGE, behind),
    () => `${requests.version()} ${payments.version()}`,
  )
  /** What left by the history of the account itself. */
  const left = createWalk(
    (cursor: string | null) => {
      const page = snapshots.list({ filter: { direction: 'out' }, cursor, limit: PAGE })
      return { items: page.snapshots, next: page.cursor }
    },
    () => `${snapshots.version()} ${payments.version()}`,
  )
  /** What was given up here, and completed elsewhere as somebody says. */
  const said = new Set<RequestId>()

  function lookForCompleted(): void {
    for (const { state, hash } of ended()) {
      const payment = state === 'final' ? payments.summaryByTransaction(hash) : undefined
      if (payment !== undefined && isGivenUp(payment)) said.add(payment.id)
    }
    for (const payment of payments.unsignedAmong(left().map(({ transaction_hash: hash }) => hash)))
      if (payment.state === 'cancelled' && !isGivenUp(payment)) said.add(payment.id)
  }

  return {
    /** Goes on with a group's payment that was given up here, where bytes prove that the others completed it. */
    completed: takeOverSent,

    /** Looks at unsigned payments whose coins went to themselves; called when outputs have just been read. */
    async round(): Promise<void> {
      lookForCompleted()
      for (const id of [...said].filter(pauses.due)) {
        pauses.begin(id)
        const isTaken = await takeOverSent(id).catch((error: unknown) => {
          log('info', 'payment.not_adopted', { payment: id, code: codeOf(error) })
          return false
        })
        if (isTaken || payments.summary(id)?.state !== 'cancelled') said.delete(id)
      }
      for (const { id, state } of payments.list({ live: true })) {
        const payment = isUnsigned(state) ? payments.get(id) : undefined
        if (payment === undefined || !seemsSent(payment)) continue
        try {
          await takeOverSent(id)
        } catch (error) {
          log('info', 'payment.not_adopted', { payment: id, code: codeOf(error) })
        }
      }
    },

    /**
     * Does a step that compares a payment with the service. Where the service has it already, the payment is taken over if
     * that is proved. Throws `wallet.already_sent` once it is, `wallet.sent_unproved` if nothing proves it, and
     * `wallet.request_taken` or `wallet.request_unpaid` where the request id belongs to another transaction, which was sent or was not.
     */
    async during<Result>(id: RequestId, step: () => Promise<Result>): Promise<Result> {
      try {
        return await step()
      } catch (error) {
        const code = codeOf(error)
        if (code === 'wallet.already_sent') {
          if (await takeOverSent(id)) throw error
          const asked = error instanceof CofferError && error.details['asked'] === true
          throw failure('wallet.sent_unproved', 'no signed bytes prove that this was sent', {
            ...{ cause: error, details: { asked } },
          })
        }
        const taken = REFUSED.has(code) ? await takenBy(id) : null
        if (taken === null) throw error
        throw failure(TAKEN[taken], 'the request id belongs to another transaction', { cause: error })
      }
    },
  }

  /** What the service has of another transaction under a request id of this payment: more than a check of its bytes, or that alone. */
  async function takenBy(id: RequestId): Promise<'sent' | 'shown' | null> {
    let found: 'shown' | null = null
    for (const { requestId, hash } of payments.get(id)?.transactions ?? []) {
      const record = await findTransaction(remote, requestId)
      if (record === null || record.transaction_hash === hash) continue
      if (!UNSENT.has(record.state)) return 'sent'
      found = 'shown'
    }
    return found
  }
}

/** So many movements, and requests that ended, are compared with what was given up at a time: the newest, and as many of the others in turn. */
const PAGE = 200

/** Under an id that was only shown with other bytes nothing was paid, and nothing else can be. */
const TAKEN = { sent: 'wallet.request_taken', shown: 'wallet.request_unpaid' } as const

/** How the service refuses other bytes under a request id that it knows. */
const REFUSED: ReadonlySet<string> = new Set(['remote.invalid_field', 'remote.refused', 'remote.already_paid'])
