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

/** For each movement that is looked through, so many that several got by one at most. */
const PARTS = 10

/** The newest movements that are looked through whenever they were, and all that is looked through of each kind. */
const [LOOKED_AT, MOST] = [200, 5_000]

/** All that is not older than `from`, and of the newest before that. */
export function goneElsewhere(parts: Parts, owner: Holder, from: bigint): Gone[] {
  const { cache, intents } = parts.store
  const snapshots = leftSince(parts, from)
  const signed = cache.outputs.list({ holder: owner.id, state: 'signed', limit: MOST })
  const hashes = [
    ...snapshots.map(({ transaction_hash: hash }) => hash),
    ...signed.flatMap(({ signed_by }) => signed_by ?? []),
  ]
  const own = new Set(intents.payments.knownAmong(hashes))
  const recorded = snapshots.filter(({ transaction_hash: hash }) => !own.has(hash))
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
  return found.slice(0, PARTS * (snapshots.length + signed.length))
}

/** Those of this journal may be many, and what it did not make stands between them. */
function leftSince({ store: { cache } }: Parts, from: bigint): Snapshot[] {
  const left: Snapshot[] = []
  for (const movement of movements(cache.snapshots, { direction: 'out' })) {
    if (left.length === MOST || (left.length >= LOOKED_AT && movement.created_at < from)) break
    left.push(movement)
  }
  return left
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
