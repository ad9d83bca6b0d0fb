import type { Hash, Snapshot } from '#contract/domain'
import type { ActivityDetail, PartyView } from '#contract/ipc'
import { type Amount, hashMembers, sumOf, toAmount } from '#protocol'
import { receiverOf, type TransactionFacts } from '#store'
import type { Desk } from '../shared/desk.ts'
import { assetOfRecord } from '../shared/names.ts'
import { placedBy } from '../shared/placed-by.ts'
import { STORAGE_PARTY } from './view.ts'

/*
 * What is known of money that left by a transaction which this journal did not make: another computer with the same key did, or this one before its
 * files were lost. Its bytes, once they were read, say how much went where. Only for whom an output is, they do not say: that is the service's word, as
 * it is of any line of its history.
 */

export type Known = Pick<Desk, 'self' | 'store' | 'directory' | 'feeUser'>

type Chain = Extract<PartyView, { kind: 'chain' }>

export interface Foreign {
  /** Where on another chain it went. */
  readonly chain: Chain | null
  /** Whom it paid on this network; empty where some of it may be what the account paid itself. */
  readonly rows: readonly { readonly party: PartyView; readonly amount: Amount }[]
  /** What of its sum the network took; null for nothing, and where that is not known. */
  readonly fee: Amount | null
}

/**
 * What its bytes say of a line of the history. Undefined where this journal made it, while they were not read, and where they contradict the line:
 * what left by them is what all lines of that transaction come to.
 */
export function foreignOf(desk: Known, snapshot: Snapshot): Foreign | undefined {
  const { amount, transaction_hash: hash } = snapshot
  if (amount >= 0n || snapshot.inscription_hash !== null) return undefined
  const { cache, intents } = desk.store
  const facts = cache.transactionFacts.get(hash)
  if (facts === undefined || intents.payments.summaryByTransaction(hash) !== undefined) return undefined
  const asset = assetOfRecord(desk.directory, snapshot)
  const lines = cache.snapshots.byTransaction(hash).filter((line) => line.amount < 0n)
  const { withdrawal } = facts
  const { left, isPlain } = leftOf(desk, hash, facts)
  const sum = sumOf(left) + (withdrawal?.amount ?? 0n)
  if (asset.kernelAssetId !== facts.asset || sum !== -lines.reduce((all, line) => all + line.amount, 0n))
    return undefined
  if (withdrawal === null) {
    const rows = isPlain && lines.length === 1 ? left : []
    return { chain: null, rows: rows.map((each) => ({ party: partyOf(desk, each), amount: each.amount })), fee: null }
  }
  // Of several lines the one is what arrives, and another one its fee.
  if (lines.length > 1 && -amount !== withdrawal.amount) return undefined
  const { destination, tag } = withdrawal
  const { chainId, chainName } = asset
  const chain = placedBy({ kind: 'chain', chainId, chainName, destination, tag }, asset, intents)
  return { chain, rows: [], fee: lines.length > 1 ? null : feeAmong(desk, left) }
}

type Outputs = TransactionFacts['outputs']

/** What did not come back, and whether all that did is change, which stands behind what is paid. */
function leftOf(
  { self, store }: Known,
  hash: Hash,
  { outputs }: TransactionFacts,
): { readonly left: Outputs; readonly isPlain: boolean } {
  const isBack = ({ index }: Outputs[number]): boolean => {
    const output = store.cache.outputs.byTransaction(hash, index)
    return output?.receivers_hash === self.membersHash && output.receivers_threshold === self.threshold
  }
  return { left: outputs.filter((output) => !isBack(output)), isPlain: !outputs.slice(0, -1).some(isBack) }
}

/** A withdrawal that pays its fee itself has one output for it, to whoever takes fees. */
function feeAmong({ feeUser }: Known, left: Outputs): Amount | null {
  const [only, ...others] = left
  return only !== undefined && others.length === 0 && receiverOf(only) === feeUser ? only.amount : null
}

function partyOf({ directory }: Known, output: Outputs[number]): PartyView {
  const { isBurnt, members, threshold } = output
  if (isBurnt) return STORAGE_PARTY
  if (members.length === 0) return { kind: 'unknown' }
  const only = receiverOf(output)
  if (only !== null) return { kind: 'user', user: directory.user(only) }
  return directory.group(members, threshold, hashMembers([...members].sort()) as Hash) // a formula
}

/** What a transaction paid for a withdrawal that it refers to, and for none besides; null unless there is one such. */
export function feeBeside(desk: Known, withdrawal: Hash): ActivityDetail['fee'] {
  const { cache } = desk.store
  const [hash, ...others] = cache.transactionFacts.referringTo(withdrawal)
  if (hash === undefined || others.length > 0) return null
  const paid = cache.snapshots.byTransaction(hash).find(({ amount }) => amount < 0n)
  const facts = cache.transactionFacts.get(hash)
  if (paid === undefined || facts === undefined) return null
  const fee = feeAmong(desk, leftOf(desk, hash, facts).left)
  return fee === -paid.amount ? { asset: assetOfRecord(desk.directory, paid), amount: toAmount(fee) } : null
}
