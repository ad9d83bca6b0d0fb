import type { AssetId, Hash, HolderId, Nanos, RequestId } from '#contract/domain'
import type { Payee } from '#contract/ipc'
import { BURN_SCRIPT, decodeTransaction, hashMembers } from '#protocol'
import { isUnsigned, type Payment, type PaymentOutput, type PaymentTransaction } from '#store'
import type { Took } from '../policies/contested.ts'
import type { Known, Spend } from '../policies/judge.ts'
import { ruleTime } from '../policies/kept.ts'
import type { Policies, Subject } from '../policies/policies.ts'
import { ruleChecks } from '../policies/words.ts'
import type { Desk } from '../shared/desk.ts'
import { payeeKey } from '../shared/payee-key.ts'
import { firstTries } from './again.ts'
import { readIntent } from './intent.ts'
import { onChainOf, paidIn } from './paid.ts'
import { type Check, LEAVING } from './review-parts.ts'
import { staysWith, type Target, targetOf } from './target.ts'

/*
 * What rules are asked about a payment: what leaves its owner by its bytes, and what this wallet knows of whoever is paid.
 */

type SpendsDesk = Pick<Desk, 'account' | 'holder' | 'feeUser' | 'store' | 'directory' | 'clock'>

/** What leaves by the bytes of a payment; what was meant by them only says for whom an output is. */
export function spendsOf(
  payment: Pick<Payment, 'holder' | 'transactions'>,
  desk: Pick<SpendsDesk, 'account' | 'holder' | 'feeUser'>,
): Spend[] {
  const holder = desk.holder(payment.holder)
  let rows = 0
  return payment.transactions.flatMap((transaction) =>
    outputsOf(transaction).flatMap(({ amount, script, meant, extra }): Spend[] => {
      // A review has a row also of what is paid to oneself.
      const row = meant !== undefined && LEAVING.has(meant.role) ? rows++ : -1
      const target: Target = meant === undefined ? { kind: 'unknown' } : targetOf(meant)
      if (meant !== undefined && staysWith(target, holder, desk.account)) return []
      const isFee = target.kind === 'fee' && target.userId === desk.feeUser
      const isBurnt = meant?.role === 'storage' && script === BURN_SCRIPT
      const by = transaction.hash === null ? {} : { by: transaction.hash }
      // What leaves for another chain has a tag in its place, as its address asks.
      const bare = extra === '' && target.kind !== 'chain'
      const { assetId } = transaction
      return [{ assetId, amount, payee: payeeOf(target), charge: isFee || isBurnt, bare, row, ...by }]
    }),
  )
}

function outputsOf({ unsignedRaw, outputs, extra: planned }: PaymentTransaction) {
  // One that has no bytes yet is only planned.
  if (unsignedRaw === null)
    return outputs.map((meant) => ({ amount: meant.amount, script: meant.script ?? '', meant, extra: planned }))
  const { outputs: made, extra } = decodeTransaction(unsignedRaw)
  return made.map(({ amount, script }, at) => {
    const meant: PaymentOutput | undefined = outputs[at]
    return { amount, script, meant, extra }
  })
}

function payeeOf(target: Target): Payee | null {
  switch (target.kind) {
    case 'user':
    case 'group':
    case 'kernel':
    case 'chain':
      return target
    case 'fee':
      return { kind: 'user', userId: target.userId }
    case 'self':
    case 'unknown':
      return null
  }
}

/**
 * The transactions of a payment that took money out: signed, or agreed to and about to be. What was signed counts whatever became of it, since the
 * signature cannot be taken back; that another one took a coin of it is proved by bytes, and that the ledger took those is a word.
 */
function tookOut({ state, signedAt, transactions }: Payment): Record<'sure' | 'contested', PaymentTransaction[]> {
  if (state === 'failed' && signedAt !== null) {
    const isContested = ({ finalAt, conflict }: PaymentTransaction) => finalAt === null && conflict?.raw !== undefined
    return {
      sure: transactions.filter((each) => !isContested(each)),
      contested: transactions.filter(isContested),
    }
  }
  const isOut = state === 'approved' || !(isUnsigned(state) || state === 'cancelled' || state === 'failed')
  return { sure: isOut ? [...transactions] : [], contested: [] }
}

/** What a payment of that id took out of a holder. */
export function tookFrom(desk: SpendsDesk, id: RequestId, holder: HolderId): Took {
  const { payments } = desk.store.intents
  const payment = payments.get(id)
  if (payment?.holder !== holder) return { spends: [], contested: [], takers: [], tries: [] }
  const { sure, contested } = tookOut(payment)
  const spends = (transactions: readonly PaymentTransaction[]) => spendsOf({ ...payment, transactions }, desk)
  return {
    spends: spends(sure),
    contested: spends(contested),
    takers: contested.flatMap(({ conflict }) =>
      conflict === null ? [] : (payments.summaryByTransaction(conflict.spentBy)?.id ?? []),
    ),
    tries: firstTries(desk.store, readIntent(payment.detail) ?? {}).map((first) => first.id),
  }
}

/** What this wallet knows of somebody: nothing of it is the service's word alone, which could make a stranger a contact. */
export function knownOf(desk: SpendsDesk, payee: Payee, assetId: AssetId): Known {
  return {
    savedSince: savedSince(desk, payee, assetId),
    isNew:
      payeeKey(payee) !== `user:${desk.account}` &&
      paidIn(desk.store).before(payee, onChainOf(desk.directory, assetId)) === null,
  }
}

const ALWAYS = 0n as Nanos

function savedSince({ account, store, directory, clock }: SpendsDesk, payee: Payee, assetId: AssetId): Nanos | null {
  const { contactPins, contactAddresses, groups } = store.intents
  switch (payee.kind) {
    case 'user': {
      if (payee.userId === account) return ALWAYS
      const user = directory.user(payee.userId)
      if (user.relationship !== 'friend') return null
      const pin = contactPins.get(payee.userId)
      if (pin !== undefined && pin.identityNumber !== user.identityNumber) return null
      if (pin !== undefined && !pin.merelyPaid) return pin.pinnedAt
      // One who was added elsewhere is known here from now on.
      if (user.identityNumber === '') return null
      contactPins.put({ ...user, merelyPaid: false }, ruleTime({ store, clock }))
      return contactPins.get(payee.userId)?.pinnedAt ?? null
    }
    case 'group': {
      const membersHash = hashMembers([...payee.members].sort()) as Hash // a formula over ids
      return groups.get(`${membersHash}:${payee.threshold}` as HolderId)?.createdAt ?? null
    }
    case 'chain': {
      const { chainId } = directory.asset(assetId)
      const saved = contactAddresses
        .alike(payee.destination)
        .find((one) => one.chainId === chainId && one.destination === payee.destination && one.tag === payee.tag)
      return saved?.savedAt ?? null
    }
    case 'kernel':
      return null
  }
}

/** What rules say of something, and the last question before it is signed. */
export interface RulesGate {
  checks(subject: Subject): Promise<Check[]>
  /** See `Policies.took`. */
  readonly took: Policies['took']
  /** See `Policies.ready`. */
  readonly ready: Policies['ready']
}

export const createRulesGate = (policies: Policies, { directory }: Pick<Desk, 'directory'>): RulesGate => ({
  checks: async (subject) => ruleChecks(await policies.verdict(subject), directory),
  ready: policies.ready,
  took: policies.took,
})

/** Rules are in the way; `until` is when the last of them will not be any more, null where one never will. */
export interface HeldByRules {
  readonly until: Nanos | null
}

export function heldBy(checks: readonly Check[]): HeldByRules | null {
  const stops = checks.filter(({ result }) => result === 'stop')
  if (stops.length === 0) return null
  return {
    until: stops.reduce<Nanos | null>(
      (last, { until = null }) => (last === null || until === null ? null : until > last ? until : last),
      stops[0]?.until ?? null,
    ),
  }
}

export const isRuleCheck = ({ id }: { readonly id: string }): boolean => id.startsWith('rule:')
