import type { Hash, UserId } from '#contract/domain'
import { CofferError } from '#contract/errors'
import {
  type Amount,
  decodeScript,
  decodeTransaction,
  FEE_USER_ID,
  OUTPUT,
  type Transaction,
  type TransactionOutput,
  transactionHash,
} from '#protocol'
import { checkDestination } from '../chain/address.ts'
import type { CatalogAsset } from '../chain/catalog.ts'
import { checked, forbidden, invalidField, REFUSED, Refusal } from '../refusal.ts'
import { issuedByKey } from './ghosts.ts'
import { ensureHolder, type LedgerHolder, readHolder } from './holders.ts'
import { spentRow } from './outputs.ts'
import { toldText } from './text.ts'
import type { World } from './world.ts'

/** Where an output goes, as request records tell it. */
export interface Receiver {
  readonly members: readonly UserId[]
  readonly members_hash: string
  readonly threshold: number
  readonly destination: string
  readonly tag: string
}

/** What a transaction means among the people of this network. */
export interface Plan {
  readonly transaction: Transaction
  readonly hash: Hash
  readonly asset: CatalogAsset
  /** Of the first output: what is paid or withdrawn. */
  readonly amount: Amount
  /** For each output its holder, or null where nobody here owns it. */
  readonly holders: readonly (LedgerHolder | null)[]
  readonly receivers: readonly Receiver[]
  readonly withdrawal: { readonly amount: Amount; readonly destination: string; readonly tag: string } | null
}

/**
 * Whom an output belongs to. Keys that this service gave out only open at the index and under the mask they were made for,
 * so anything else would lose the money and is refused.
 */
function holderOf(world: World, output: TransactionOutput, index: number, field: string): LedgerHolder | null {
  if (output.type !== OUTPUT.script) return null
  const issued = output.keys.map((key) => issuedByKey(world, key)).find((each) => each !== undefined)
  if (issued === undefined) return null
  const wrong = (why: string) =>
    new Refusal(REFUSED.outputKey, `Kernel: invalid output key (${why}).`, { field, output: index })
  if (issued.keys.join() !== output.keys.join()) throw wrong('keys of one answer stay together')
  if (issued.mask !== output.mask) throw wrong('the mask belongs to other keys')
  if (issued.index !== index) throw wrong(`these keys were made for output ${issued.index}`)
  const threshold = decodeScript(output.script)
  if (threshold < 1) throw wrong('anybody could spend this output')
  return threshold > issued.keys.length ? null : ensureHolder(world, issued.owners, threshold)
}

function receiverOf(output: TransactionOutput, holder: LedgerHolder | null): Receiver {
  const { withdrawal } = output
  return {
    members: holder?.members ?? [],
    members_hash: holder?.membersHash ?? '',
    threshold: holder?.threshold ?? (output.type === OUTPUT.script ? decodeScript(output.script) : 0),
    destination: toldText(withdrawal?.address ?? ''),
    tag: toldText(withdrawal?.tag ?? ''),
  }
}

/**
 * Reads a raw transaction of a wallet. Throws 10002, 2000001, 30102, 20131, 20127; the last three not where destinations are
 * `unchecked`.
 */
export function planOf(
  world: World,
  raw: string,
  field: string,
  destinations: 'checked' | 'unchecked' = 'checked',
): Plan {
  const transaction = checked(field, () => decodeTransaction(raw))
  const asset = world.catalog.asset(transaction.asset)
  if (asset === undefined) throw invalidField(field, 'this network does not have the asset')
  const holders = transaction.outputs.map((output, at) => checked(field, () => holderOf(world, output, at, field)))
  const [first] = transaction.outputs
  if (first === undefined) throw invalidField(field, 'there are no outputs')
  const submit = first.type === OUTPUT.withdrawalSubmit ? first.withdrawal : undefined
  if (submit !== undefined && asset.record.collection_hash !== null) {
    throw invalidField(field, 'tokens of a collection are on no chain')
  }
  if (submit !== undefined && destinations === 'checked') {
    checkDestination(asset.chain.chainId, toldText(submit.address), toldText(submit.tag), asset.chain.tag)
    if (first.amount < asset.record.dust) {
      throw new Refusal(REFUSED.withdrawalTooSmall, 'The withdrawal amount is too small.', { field })
    }
  }
  return {
    transaction,
    hash: transactionHash(transaction) as Hash, // 32 bytes of hex by construction
    asset,
    amount: first.amount,
    holders,
    receivers: transaction.outputs.map((output, at) => checked(field, () => receiverOf(output, holders[at] ?? null))),
    withdrawal:
      submit === undefined
        ? null
        : { amount: first.amount, destination: toldText(submit.address), tag: toldText(submit.tag) },
  }
}

/** The one holder of all inputs, who must include the caller. Inputs that are unknown are the kernel's business. */
export function senderOf(world: World, { transaction }: Plan, caller: UserId): LedgerHolder {
  const ids = new Set<bigint>()
  for (const { hash, index } of transaction.inputs) {
    const row = spentRow(world, hash, index)
    if (row === undefined) throw new Refusal(REFUSED.outputUnknown, 'Invalid output: an input is unknown.')
    if (row.holder_id === null) throw forbidden('an input belongs to nobody here')
    ids.add(row.holder_id)
  }
  const [id] = ids
  if (id === undefined || ids.size !== 1) throw forbidden('the inputs belong to different holders')
  const holder = readHolder(world, id)
  if (!holder.members.includes(caller)) throw forbidden('the inputs belong to somebody else')
  return holder
}

/** Whom this network knows as the owners of outputs, by the kernel's rules alone: what is lost belongs to nobody. */
export function ownersOf(world: World, { outputs }: Transaction): (LedgerHolder | null)[] {
  return outputs.map((output, index) => {
    try {
      return holderOf(world, output, index, '')
    } catch (error) {
      if (error instanceof Refusal || error instanceof CofferError) return null
      throw error
    }
  })
}

/** The one holder of all inputs, or null where there are several. */
export function payerOf(world: World, { inputs }: Transaction): LedgerHolder | null {
  const ids = new Set(inputs.map(({ hash, index }) => spentRow(world, hash, index)?.holder_id ?? null))
  const [id = null] = ids
  return id === null || ids.size !== 1 ? null : readHolder(world, id)
}

/** Who of those that pay has signed the first input, and so all of them. */
export function signersIn({ signatures, aggregated }: Transaction, { members }: LedgerHolder): UserId[] {
  // Aggregated positions count on over the keys of all inputs; those of the first one come first.
  const places = aggregated?.signers ?? Object.keys(signatures?.[0] ?? {}).map(Number)
  return places.flatMap((place) => members[place] ?? [])
}

/** What a transaction pays to the user who collects withdrawal fees. */
export function feePaid({ transaction, holders }: Pick<Plan, 'transaction' | 'holders'>): bigint {
  return transaction.outputs.reduce((sum, { amount }, at) => {
    const members = holders[at]?.members ?? []
    return members.length === 1 && members[0] === FEE_USER_ID ? sum + amount : sum
  }, 0n)
}

/**
 * For one member: the scalar that, added to his spend key, opens each input. In hex, one per input in order; empty once nothing
 * is left for him to sign.
 */
export function viewsOf(world: World, transaction: Transaction, userId: UserId): string[] {
  return transaction.inputs.map(({ hash, index }) => {
    const row = spentRow(world, hash, index)
    if (row === undefined) throw new Error('an input of a known request is missing')
    return world.keys.viewScalar(userId, row.mask, Number(row.output_index))
  })
}
