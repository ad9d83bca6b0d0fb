import { z } from 'zod'
import type { Code, Hash, MultisigRecord, Nanos, RequestId, UserId } from '#contract/domain'
import { ENDPOINTS } from '#contract/http'
import { conversationId, groupConversationId, kernelAssetId } from '#protocol'
import { invalidField, notFound, REFUSED, Refusal } from '../refusal.ts'
import { accountOf } from './accounts.ts'
import { askedAsset, assetOf } from './assets.ts'
import { tokenIdOf } from './inscriptions.ts'
import { authorizationOrder, authorizationRecord, keptAuthorization } from './oauth-codes.ts'
import { findRequest, isAccepted, multisigRecord, type RequestRow } from './requests.ts'
import { sessionsOf } from './sessions.ts'
import type { Receiver } from './transaction-check.ts'
import type { World } from './world.ts'

// The same text forms as in the rows of the endpoint table.
const { asset_id, amount } = ENDPOINTS['local.deposit'].body.shape
const userId = ENDPOINTS['relationships.update'].body.shape.user_id
const requestId = ENDPOINTS['transactions.send'].body.element.shape.request_id

/** What a code can be made for; accounts have theirs from the beginning. */
export const codeOrder = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('payment'),
    asset_id,
    amount,
    receivers: z.array(userId).min(1).max(64),
    threshold: z.int().min(1).max(64).default(1),
    memo: z.string().max(256).default(''),
    trace_id: requestId.optional(),
  }),
  z.object({
    type: z.literal('multisig_request'),
    request_id: requestId,
    action: z.enum(['sign', 'unlock']).default('sign'),
  }),
  /** The same for a request that moves a collectible. */
  z.object({
    type: z.literal('non_fungible_request'),
    request_id: requestId,
    action: z.enum(['sign', 'unlock']).default('sign'),
  }),
  z.object({
    type: z.literal('conversation'),
    category: z.enum(['CONTACT', 'GROUP']).default('GROUP'),
    /** Conversations of two have none. */
    name: z.string().max(128).default(''),
    creator_id: userId,
    members: z.array(userId).max(256).default([]),
  }),
  authorizationOrder,
])

/** An order as it is kept. */
const keptCode = z.union([keptAuthorization, codeOrder])

type CodeOrder = z.output<typeof codeOrder>
type OrderOf<Type extends CodeOrder['type']> = Extract<CodeOrder, { type: Type }>

function requestOf(world: World, id: string): RequestRow {
  const row = findRequest(world, id)
  if (row === undefined || row.kind !== 'multisig') throw notFound('The multisig request')
  return row
}

const participantsOf = ({ creator_id: creator, members }: OrderOf<'conversation'>): UserId[] => [
  ...new Set([creator, ...members]),
]

function checkConversation(world: World, order: OrderOf<'conversation'>): void {
  const participants = participantsOf(order)
  for (const participant of participants) accountOf(world, participant)
  if (order.category === 'GROUP' && order.name === '') throw invalidField('name', 'a group has one')
  if (order.category === 'CONTACT' && participants.length !== 2) throw invalidField('members', 'not one other person')
}

const recordOf = (world: World, row: RequestRow): MultisigRecord => multisigRecord(world, row, row.user_id)

/** The item that a group's request moves whole. */
function itemOf({ inscription_hash: item }: MultisigRecord): Hash {
  if (item === null) throw notFound('A collectible in the multisig request')
  return item
}

/** Refuses an order about anything that there is not. */
function checkOrder(world: World, order: CodeOrder): void {
  if (order.type === 'payment') {
    askedAsset(world, order.asset_id)
    for (const receiver of order.receivers) accountOf(world, receiver)
  } else if (order.type === 'multisig_request') requestOf(world, order.request_id)
  else if (order.type === 'non_fungible_request') itemOf(recordOf(world, requestOf(world, order.request_id)))
  else if (order.type === 'conversation') checkConversation(world, order)
  else accountOf(world, order.client_id)
}

export function makeCode(world: World, order: CodeOrder): { readonly code_id: string } {
  checkOrder(world, order)
  const codeId = world.uuid()
  const kept = order.type === 'payment' ? { ...order, trace_id: order.trace_id ?? (world.uuid() as RequestId) } : order
  world.db.run(
    'INSERT INTO code (code_id, body, created_at) VALUES (?, ?, ?)',
    codeId,
    JSON.stringify(z.encode(codeOrder, kept)),
    world.now(),
  )
  return { code_id: codeId }
}

/** The code of a payment. A request id has one; asked for with it again, for anything else, it is refused with 20125, which is assumed. */
export function paymentCode(world: World, asked: OrderOf<'payment'>): Extract<Code, { type: 'payment' }> {
  const known = world.db.get<{ code_id: string }>(
    "SELECT code_id FROM code WHERE json_extract(body, '$.type') = 'payment' AND json_extract(body, '$.trace_id') = ?",
    asked.trace_id ?? null,
  )
  const code = findCode(world, known?.code_id ?? makeCode(world, asked).code_id)
  if (code?.type !== 'payment') throw new Error('a code was not written')
  const isSame = code.asset_id === asked.asset_id && code.amount === asked.amount && code.threshold === asked.threshold
  if (isSame && code.receivers.join() === asked.receivers.join()) return code
  throw new Refusal(REFUSED.alreadyPaid, 'This request id is of another payment.')
}

/** A group's request as the code of either kind tells of it. */
function requestCode(
  world: World,
  codeId: string,
  { type, request_id, action }: OrderOf<'multisig_request' | 'non_fungible_request'>,
): Code {
  const row = requestOf(world, request_id)
  const record = recordOf(world, row)
  const { amount, senders, signers, senders_threshold } = record
  const [first] = record.receivers
  const common = {
    ...{ request_id: row.request_id, user_id: row.user_id, amount, senders, signers, action, code_id: codeId },
    receivers: first?.members ?? [],
    state: isAccepted(world, row) ? 'signed' : 'initial',
    ...{ transaction_hash: row.transaction_hash, raw_transaction: row.raw },
    ...{ created_at: row.created_at, updated_at: row.updated_at },
  }
  if (type === 'multisig_request') {
    const asset_id = assetOf(world, row.asset).assetId
    return { type, ...common, asset_id, threshold: senders_threshold, memo: row.extra }
  }
  const token_id = tokenIdOf(itemOf(record))
  return { type, ...common, token_id, senders_threshold, receivers_threshold: first?.threshold ?? 0 }
}

function conversationCode(world: World, codeId: string, createdAt: Nanos, order: OrderOf<'conversation'>): Code {
  const { creator_id, category, name } = order
  const participants = participantsOf(order)
  const isContact = category === 'CONTACT'
  const other = participants.find((each) => each !== creator_id) ?? creator_id
  return {
    type: 'conversation',
    conversation_id: isContact
      ? conversationId(creator_id, other)
      : groupConversationId(creator_id, name, participants, codeId),
    ...{ creator_id, category, name },
    ...{ icon_url: '', announcement: '', created_at: createdAt, code_id: codeId },
    code_url: `https://mixin.one/codes/${codeId}`,
    mute_until: null,
    expire_in: 0,
    participants: participants.map((user_id) => ({
      type: 'participant',
      user_id,
      // Nobody owns a conversation of two.
      role: user_id === creator_id && !isContact ? 'OWNER' : '',
      created_at: createdAt,
    })),
    participant_sessions: participants.flatMap((user_id) =>
      sessionsOf(world, user_id).map((session) => ({ type: 'participant', user_id, ...session })),
    ),
    circles: [],
  }
}

/** Whether a payment's request has been taken, as it was asked for: this much of this asset to these receivers. */
export function isPaid(world: World, order: OrderOf<'payment'>): boolean {
  const row = order.trace_id === undefined ? undefined : findRequest(world, order.trace_id)
  if (row === undefined || row.asset !== kernelAssetId(order.asset_id)) return false
  const [first] = JSON.parse(row.receivers) as Receiver[] // written with the request
  const toThem = first?.members.join() === order.receivers.toSorted().join() && first.threshold === order.threshold
  return toThem && row.amount === String(order.amount) && isAccepted(world, row)
}

function codeOf(world: World, codeId: string, createdAt: Nanos, order: CodeOrder): Code {
  switch (order.type) {
    case 'payment':
      return {
        type: 'payment',
        trace_id: order.trace_id as RequestId, // `makeCode` keeps none without one
        asset_id: order.asset_id,
        amount: order.amount,
        threshold: order.threshold,
        receivers: order.receivers,
        memo: order.memo,
        created_at: createdAt,
        status: isPaid(world, order) ? 'paid' : 'pending',
        code_id: codeId,
      }
    case 'multisig_request':
    case 'non_fungible_request':
      return requestCode(world, codeId, order)
    case 'conversation':
      return conversationCode(world, codeId, createdAt, order)
    case 'authorization':
      return { type: 'authorization', ...authorizationRecord(world, codeId, createdAt, order) }
  }
}

/** A code that was made here, as things stand now. */
export function findCode(world: World, codeId: string): Code | undefined {
  const row = world.db.get<{ body: string; created_at: Nanos }>(
    'SELECT body, created_at FROM code WHERE code_id = ?',
    codeId,
  )
  return row === undefined ? undefined : codeOf(world, codeId, row.created_at, keptCode.parse(JSON.parse(row.body)))
}
