import type { AssetId, Hash, Holder, Snapshot, UserId } from '#contract/domain'
import { type Amount, sumOf, toAmount } from '#protocol/text'
import { type AccountStore, receiverOf, type TransactionFacts } from '#store'
import { movements } from '../shared/movements.ts'

/*
 * Payments of an account that its journal did not make: what its history tells, and what coins are listed as signed for. Where their bytes were read,
 * these say how much went out by each output; for whom that is, the service says.
 */

export interface Gone extends Pick<Snapshot, 'created_at' | 'opponent_id' | 'transaction_hash'> {
  readonly asset_id: AssetId | null
  readonly kernel_asset_id: Hash | null
  /** Negative. */
  readonly amount: Amount
  readonly withdrawal: { readonly receiver: string } | null
  /** It is not in the history yet: it may come to nothing. */
  readonly isOpen: boolean
  /** What one of several got by it, and not all of it. */
  readonly isPart: boolean
}

interface Parts {
  readonly account: UserId
  readonly store: Pick<AccountStore, 'cache' | 'intents'>
}

/** Of all that several got by one movement each, so many for each movement that is looked through, and at least so many. */
const [PARTS, PARTS_LEAST] = [10, 5_000]

/** The newest movements that are looked through whenever they were, and all that is looked at of what others made, of each kind. */
const [LOOKED_AT, MOST] = [200, 5_000]
/** All that are looked through: an old draft must not make a review take seconds. */
const LOOKED_MOST = 20_000

/** All that is not older than `from`, and of the newest before that. */
export function goneElsewhere(parts: Parts, owner: Holder, from: bigint): Gone[] {
  const { cache, intents } = parts.store
  const { recorded, looked } = leftSince(parts, from)
  const signed = cache.outputs.list({ holder: owner.id, state: 'signed', limit: MOST })
  const own = new Set(intents.payments.knownAmong(signed.flatMap(({ signed_by }) => signed_by ?? [])))
  const open = new Map(signed.flatMap((coin) => (coin.signed_by === null ? [] : [[coin.signed_by, coin] as const])))
  const found = [
    ...[...open].flatMap(([hash, coin]) => {
      const facts = own.has(hash) ? undefined : cache.transactionFacts.get(hash)
      if (facts === undefined || cache.snapshots.byTransaction(hash).length > 0) return []
      const common = { transaction_hash: hash, created_at: coin.signed_at ?? coin.updated_at, isOpen: true }
      return goneBy(parts, facts, { ...common, asset_id: null, kernel_asset_id: facts.asset })
    }),
    ...recorded.flatMap((snapshot): Gone[] => {
      const facts = cache.transactionFacts.get(snapshot.transaction_hash)
      const whole = { ...snapshot, isOpen: false, isPart: false }
      if (facts === undefined) return [whole]
      return [whole, ...goneBy(parts, facts, { ...snapshot, isOpen: false }).filter(({ isPart }) => isPart)]
    }),
  ]
  return found.slice(0, Math.max(PARTS_LEAST, PARTS * (looked + signed.length)))
}

/** Those of this journal may be many, and what it did not make stands between them. */
function leftSince({ store: { cache, intents } }: Parts, from: bigint) {
  const recorded: Snapshot[] = []
  let page: Snapshot[] = []
  let looked = 0
  function keep(): void {
    const own = new Set(intents.payments.knownAmong(page.map(({ transaction_hash: hash }) => hash)))
    recorded.push(...page.filter(({ transaction_hash: hash }) => !own.has(hash)))
    page = []
  }
  for (const movement of movements(cache.snapshots, { direction: 'out' })) {
    const isEnough = recorded.length >= MOST || looked >= LOOKED_MOST
    if (isEnough || (looked >= LOOKED_AT && movement.created_at < from)) break
    looked += 1
    page.push(movement)
    if (page.length === LOOKED_AT) keep()
  }
  keep()
  return { recorded, looked }
}

type Common = Pick<Gone, 'asset_id' | 'kernel_asset_id' | 'created_at' | 'transaction_hash' | 'isOpen'>

/** All of it, and what each of several got. */
function goneBy({ account }: Parts, { withdrawal, outputs }: TransactionFacts, common: Common): Gone[] {
  const left = outputs.filter((output) => receiverOf(output) !== account)
  const payees = new Set(left.map(receiverOf))
  const [only = null] = payees.size === 1 && withdrawal === null ? payees : []
  const whole: Gone = {
    ...{ ...common, opponent_id: only, isPart: false },
    amount: toAmount(-(sumOf(left) + (withdrawal?.amount ?? 0n))),
    withdrawal: withdrawal === null ? null : { receiver: withdrawal.destination },
  }
  if (withdrawal !== null || left.length < 2) return whole.amount === 0n ? [] : [whole]
  const parts = left.flatMap((output): Gone[] => {
    const opponent = receiverOf(output)
    if (opponent === null) return []
    return [{ ...common, opponent_id: opponent, amount: toAmount(-output.amount), withdrawal: null, isPart: true }]
  })
  return [whole, ...parts]
}
