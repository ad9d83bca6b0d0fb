import { z } from 'zod'
import type { Hash, MultisigRecord, Output, OutputId, UserId } from '#contract/domain'
import { safeProposal } from '#contract/http'
import { assetId, hash, requestId, sentence, userId } from '#contract/wire'
import { decodeTransaction, outputId as ruledId, type Transaction } from '#protocol'
import {
  type AccountStore,
  type CosignRequest,
  needStored,
  type Payment,
  readStored,
  storedAmount,
  storedObject,
  storedTime,
} from '#store'
import { isGroup } from '../shared/names.ts'
import { plainJson } from '../shared/plain-json.ts'

const members = z.array(userId).readonly()
const texts = z.array(z.string()).readonly()

/** What was said about a request before anybody looked into its bytes; what nobody said is absent. */
const asked = storedObject({
  hash: hash.exactOptional(),
  assetId: assetId.exactOptional(),
  amount: storedAmount.exactOptional(),
  memoHex: z.string().exactOptional(),
  memo: z.string().exactOptional(),
  threshold: z.number().exactOptional(),
  senders: members.exactOptional(),
  receivers: members.exactOptional(),
})
export type Asked = z.output<typeof asked>

/** What the service recorded, as far as it is compared with the bytes. */
const record = storedObject({
  requestId,
  hash,
  assetId: assetId.nullable(),
  kernelAssetId: hash.nullable(),
  amount: storedAmount,
  sendersHash: z.string(),
  sendersThreshold: z.number(),
  receivers: z
    .array(
      storedObject({
        members,
        membersHash: z.string(),
        threshold: z.number(),
        destination: z.string(),
        /** Absent in files from before groups withdrew. */
        tag: z.string().exactOptional(),
        /** Of the transaction on the other chain; empty until the service has sent it. */
        chainHash: z.string().exactOptional(),
      }),
    )
    .readonly(),
  extra: z.string(),
  signers: members,
})
export type RecordFacts = z.output<typeof record>

const signer = storedObject({ userId, at: storedTime.nullable(), offline: z.boolean() })
export type KnownSigner = z.output<typeof signer>

const refusal = storedObject({ userId, reason: z.string(), at: storedTime })

/** A coin of the request as its bundle describes it, for a wallet that has not seen it. */
const coin = storedObject({ hash, index: z.number().int(), amount: storedAmount, mask: z.string(), keys: texts })
export type CoinFact = z.output<typeof coin>

type Proposal = MultisigRecord['safe']

/** Everything that is kept of a request besides its bytes. */
const requestDetail = storedObject({
  source: z.enum(['made', 'found', 'code', 'link', 'bundle']),
  members,
  threshold: z.number().int(),
  /** Who asked; of a bundle of which the service has said nothing, its author, who may only pass it on (`askerOf`). */
  by: userId.nullable(),
  /** The author of the bundle said that it was asked by the author; absent where not, and in files from before that was said. */
  asks: z.literal(true).exactOptional(),
  /** Another member whose bundle said the same. */
  asksToo: userId.exactOptional(),
  /** What a bundle's author calls the group; files of before do not have it. */
  groupCalled: z.string().default(''),
  /** Of files from before notes were kept with the labels. */
  note: z.string().exactOptional(),
  askerNote: z.string(),
  /** Whose word that is, and of when by their clock; absent in files from before that was kept. */
  noteBy: userId.exactOptional(),
  noteAt: storedTime.exactOptional(),
  reviewBy: storedTime.nullable(),
  /** A person has read its review here. */
  reviewed: z.boolean().exactOptional(),
  signers: z.array(signer).readonly(),
  record: record.nullable(),
  asked: asked.nullable(),
  coins: z.array(coin).readonly(),
  /** This account's view scalars, from the service or a bundle: they prove coins and bundles, and sign nothing alone. */
  views: texts,
  spentBy: hash.nullable(),
  /** Bytes of a final transaction over a coin of it were fetched: it can never be paid. Absent while that is the service's word. */
  provedDead: z.literal(true).exactOptional(),
  revokedBy: userId.nullable(),
  /** What the service said that it is for; absent in files from before that was read. */
  proposal: z.custom<Proposal>((value) => safeProposal.safeEncode(value as Proposal).success).exactOptional(),
  /** It has said something else before. */
  proposalChanged: z.boolean().exactOptional(),
  /** Of a withdrawal: the member whose payment of its fee was found. */
  feePaidBy: userId.exactOptional(),
  /** Members who will not sign, and why; absent in files from before anybody could say so. */
  refusals: z.array(refusal).readonly().exactOptional(),
  /** Of when a member's last bundle was, by that member's clock, or else when it was read: an older one changes no word of theirs. */
  heard: z.record(z.string(), storedTime).readonly().exactOptional(),
  /** Dates of a member's bundles that were still to come when they were read: of when those were made they say nothing. */
  ahead: z.record(z.string(), z.array(storedTime).readonly()).readonly().exactOptional(),
  /** Another transaction that the service named later under the same id. */
  otherHash: hash.nullable(),
  createdAt: storedTime,
  /** When it was first known here to be final, while it is; absent in files from before that was kept. */
  finalAt: storedTime.exactOptional(),
  /** The first versions wrote English sentences. */
  log: z.array(storedObject({ at: storedTime, text: z.union([z.string(), sentence]) })).readonly(),
})
export type RequestDetail = z.output<typeof requestDetail>

/** Who asked, if anybody is named, is what that member's file says. */
export const isAskersWord = ({ source, record }: Pick<RequestDetail, 'source' | 'record'>): boolean =>
  source === 'bundle' && record === null

/** Who asked, where that is known: by files alone it is who says so, and nobody where two do. */
export const askerOf = (detail: RequestDetail): UserId | null =>
  isAskersWord(detail) && (detail.asks !== true || detail.asksToo !== undefined) ? null : detail.by

export interface Request extends Omit<CosignRequest, 'detail'> {
  readonly detail: RequestDetail
}

/** The store gives one that has not changed as it gave it before: it is looked through once. */
const known = new WeakMap<CosignRequest, Request | null>()

function lookThrough(stored: CosignRequest): Request | null {
  const detail = readStored(requestDetail, stored.detail)
  return detail === undefined ? null : { ...stored, detail }
}

/** Undefined for a request whose detail cannot be read: it is left as it is, and its payment is followed by its bytes. */
export function readRequest(stored: CosignRequest | undefined): Request | undefined {
  if (stored === undefined) return undefined
  const before = known.get(stored)
  const request = before === undefined ? lookThrough(stored) : before
  if (before === undefined) known.set(stored, request)
  return request ?? undefined
}

export const readableDetail = (detail: CosignRequest['detail']): boolean =>
  readStored(requestDetail, detail) !== undefined

/** Throws `store.damaged` where it cannot be read. */
export function requestOf(stored: CosignRequest): Request {
  return { ...stored, detail: needStored(requestDetail, stored.detail, 'request') }
}

export const sameDetail = (a: RequestDetail, b: RequestDetail): boolean => plainJson(a) === plainJson(b)

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

/**
 * The payment of the journal that is this very request. Who makes a request chooses its id, which may be that of another payment: nothing
 * of that one is signed, given up or called dead for it.
 */
export function paymentOf(
  { intents }: Pick<AccountStore, 'intents'>,
  { id, hash: named }: Pick<Request, 'id' | 'hash'>,
): Payment | undefined {
  const found = intents.payments.byRequest(id)
  return found?.transactions.some((each) => each.requestId === id && each.hash === named) === true ? found : undefined
}

/** Whether bytes that spend a coin of it otherwise were fetched; what was signed here alone has them kept with its payment. */
export const isProvedDead = (payment: Payment | undefined, { id, detail }: Pick<Request, 'id' | 'detail'>): boolean =>
  detail.provedDead === true ||
  payment?.transactions.some((each) => each.requestId === id && each.conflict?.raw !== undefined) === true

/**
 * The request for these bytes. A file may give them a name of its own, which must not stand for that of the service: the newest of which that has
 * said something comes first.
 */
export const requestFor = ({ requests }: Pick<AccountStore['intents'], 'requests'>, named: Hash): Request | undefined =>
  byBytes(requests.byHash(named).flatMap((each) => readRequest(each) ?? [])).get(named)

/** The same of many, which come newest first. */
export function byBytes(all: readonly Request[]): ReadonlyMap<Hash, Request> {
  const found = new Map<Hash, Request>()
  for (const request of all) {
    const known = found.get(request.hash)
    if (known === undefined || (known.detail.record === null && request.detail.record !== null))
      found.set(request.hash, request)
  }
  return found
}

/** The transaction without its signatures. */
export function payloadOf(raw: string): Transaction {
  const { signatures: _, aggregated: __, ...unsigned } = decodeTransaction(raw)
  return unsigned
}

/** Those that can be read, of groups that can be. */
export const requestsOf = (stored: readonly CosignRequest[]): Request[] =>
  stored.flatMap((each) => readRequest(each) ?? []).filter(({ detail }) => isGroup(detail))
