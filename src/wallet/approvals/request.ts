import type {
  AssetId,
  Hash,
  Holder,
  HolderId,
  MultisigRecord,
  Nanos,
  Output,
  OutputId,
  RequestId,
  UserId,
} from '#contract/domain'
import type { RequestView } from '#contract/ipc'
import {
  type Amount,
  decodeTransaction,
  hashMembers,
  outputId as ruledId,
  type Transaction,
  verifyTransaction,
} from '#protocol'
import type { CosignRequest, Json } from '#store'
import { isGroup } from '../shared/names.ts'

/** What was said about a request before anybody looked into its bytes; what nobody said is absent. */
export interface Asked {
  readonly hash?: Hash
  readonly assetId?: AssetId
  readonly amount?: Amount
  readonly memoHex?: string
  readonly memo?: string
  readonly threshold?: number
  readonly senders?: readonly UserId[]
  readonly receivers?: readonly UserId[]
}

/** What the service recorded, as far as it is compared with the bytes. */
export interface RecordFacts {
  readonly requestId: RequestId
  readonly hash: Hash
  readonly assetId: AssetId | null
  readonly kernelAssetId: Hash | null
  readonly amount: Amount
  readonly sendersHash: string
  readonly sendersThreshold: number
  readonly receivers: readonly {
    readonly members: readonly UserId[]
    readonly membersHash: string
    readonly threshold: number
    readonly destination: string
    /** Absent in files from before groups withdrew. */
    readonly tag?: string
    /** Of the transaction on the other chain; empty until the service has sent it. */
    readonly chainHash?: string
  }[]
  readonly extra: string
  readonly signers: readonly UserId[]
}

export interface KnownSigner {
  readonly userId: UserId
  readonly at: Nanos | null
  readonly offline: boolean
}

/** A coin of the request as its bundle describes it, for a wallet that has not seen it. */
export interface CoinFact {
  readonly hash: Hash
  readonly index: number
  readonly amount: Amount
  readonly mask: string
  readonly keys: readonly string[]
}

/** Everything that is kept of a request besides its bytes. */
export interface RequestDetail {
  readonly source: RequestView['source']
  readonly members: readonly UserId[]
  readonly threshold: number
  readonly by: UserId | null
  /** What a bundle's author calls the group. */
  readonly groupCalled: string
  /** Of files from before notes were kept with the labels. */
  readonly note?: string
  readonly askerNote: string
  readonly reviewBy: Nanos | null
  /** A person has read its review here. */
  readonly reviewed?: boolean
  readonly signers: readonly KnownSigner[]
  readonly record: RecordFacts | null
  readonly asked: Asked | null
  readonly coins: readonly CoinFact[]
  /** This account's view scalars, from the service or a bundle: they prove coins and bundles, and sign nothing alone. */
  readonly views: readonly string[]
  readonly spentBy: Hash | null
  readonly revokedBy: UserId | null
  /** What the service said that it is for; absent in files from before that was read. */
  readonly proposal?: MultisigRecord['safe']
  /** It has said something else before. */
  readonly proposalChanged?: boolean
  /** Of a withdrawal: the member whose payment of its fee was found. */
  readonly feePaidBy?: UserId
  /** Another transaction that the service named later under the same id. */
  readonly otherHash: Hash | null
  readonly createdAt: Nanos
  readonly log: readonly { readonly at: Nanos; readonly text: string }[]
}

export interface Request extends Omit<CosignRequest, 'detail'> {
  readonly detail: RequestDetail
}

export function requestOf(stored: CosignRequest): Request {
  const detail = stored.detail as unknown as Omit<RequestDetail, 'groupCalled'> // written from a RequestDetail, maybe of before
  return { ...stored, detail: { groupCalled: '', ...detail } }
}

export function storedDetail(detail: RequestDetail): Json {
  return detail as unknown as Json // plain data with bigint times
}

export function sameDetail(a: RequestDetail, b: RequestDetail): boolean {
  const text = (value: RequestDetail) =>
    JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? each.toString() : each))
  return text(a) === text(b)
}

export function holderOf(members: readonly UserId[], threshold: number): Holder {
  const sorted = [...new Set(members)].sort()
  const membersHash = hashMembers(sorted) as Hash // a formula over the ids
  return { id: `${membersHash}:${threshold}` as HolderId, members: sorted, membersHash, threshold }
}

export function factsOf(record: MultisigRecord): RecordFacts {
  return {
    requestId: record.request_id,
    hash: record.transaction_hash,
    assetId: record.asset_id,
    kernelAssetId: record.kernel_asset_id ?? record.asset,
    amount: record.amount,
    sendersHash: record.senders_hash,
    sendersThreshold: record.senders_threshold,
    receivers: record.receivers.map((receiver) => ({
      members: [...receiver.members],
      membersHash: receiver.members_hash,
      threshold: receiver.threshold,
      destination: receiver.destination,
      tag: receiver.tag,
      ...(receiver.withdrawal_hash === '' ? {} : { chainHash: receiver.withdrawal_hash }),
    })),
    extra: record.extra,
    signers: [...record.signers],
  }
}

/** The same coin, whether it was read by sync or came with a bundle. */
export interface Coin extends CoinFact {
  readonly outputId: OutputId
  /** Null when only the bundle describes it. */
  readonly output: Output | null
}

/** The coins that a transaction spends, in its order; undefined where nobody has described one. */
export function coinsOf(
  transaction: Transaction,
  detail: Pick<RequestDetail, 'coins'>,
  find: (hash: Hash, index: number) => Output | undefined,
): (Coin | undefined)[] {
  return transaction.inputs.map(({ hash, index }) => {
    const output = find(hash as Hash, index) // the decoder gives 32 bytes of hex
    const outputId = ruledId(hash, index) as OutputId // a formula over hash and index
    if (output !== undefined) {
      const { transaction_hash, output_index, amount, mask, keys } = output
      return {
        ...{ hash: transaction_hash, index: output_index, amount, mask, keys, outputId, output },
      }
    }
    const fact = detail.coins.find((each) => each.hash === hash && each.index === index)
    return fact === undefined ? undefined : { ...fact, outputId, output: null }
  })
}

/** Places in the sorted members whose signature is good on every input, and how many signatures are bad. */
export function countSignatures(
  raw: string,
  coins: readonly (Coin | undefined)[],
  script: string,
): { readonly valid: readonly number[]; readonly invalid: number } {
  if (coins.some((coin) => coin === undefined)) return { valid: [], invalid: 0 }
  const spent = coins.flatMap((coin) => (coin === undefined ? [] : { keys: coin.keys, script }))
  const { inputs } = verifyTransaction(raw, spent)
  const [first, ...rest] = inputs
  const valid = (first?.valid ?? []).filter((place) => rest.every((input) => input.valid.includes(place)))
  return { valid, invalid: inputs.reduce((sum, input) => sum + input.invalid.length, 0) }
}

/** The transaction with only these members' signatures; bad ones are never kept or passed on. */
export function payloadOf(raw: string): Transaction {
  const { signatures: _, aggregated: __, ...unsigned } = decodeTransaction(raw)
  return unsigned
}

/** Those of groups that can be. */
export const requestsOf = (stored: readonly CosignRequest[]): Request[] =>
  stored.map(requestOf).filter(({ detail }) => isGroup(detail))
