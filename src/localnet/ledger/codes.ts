import { z } from 'zod'
import type { Code, Nanos, RequestId } from '#contract/domain'
import { ENDPOINTS } from '#contract/http'
import { kernelAssetId, uniqueObjectId } from '#protocol'
import { notFound } from '../refusal.ts'
import { accountOf, userRecord } from './accounts.ts'
import { askedAsset, assetOf } from './assets.ts'
import type { Receiver } from './plan.ts'
import { findRequest, isAccepted, multisigRecord, type RequestRow, signersOf } from './requests.ts'
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
  z.object({
    type: z.literal('conversation'),
    name: z.string().min(1).max(128),
    creator_id: userId,
    members: z.array(userId).max(256).default([]),
  }),
  z.object({
    type: z.literal('authorization'),
    client_id: userId,
    scopes: z.array(z.string()).min(1).max(32),
  }),
])

type CodeOrder = z.output<typeof codeOrder>

function requestOf(world: World, id: string): RequestRow {
  const row = findRequest(world, id)
  if (row === undefined || row.kind !== 'multisig') throw notFound('The multisig request')
  return row
}

/** Refuses an order about anything that there is not. */
function checkOrder(world: World, order: CodeOrder): void {
  if (order.type === 'payment') {
    askedAsset(world, order.asset_id)
    for (const receiver of order.receivers) accountOf(world, receiver)
  } else if (order.type === 'multisig_request') requestOf(world, order.request_id)
  else if (order.type === 'conversation') {
    for (const member of [order.creator_id, ...order.members]) accountOf(world, member)
  } else accountOf(world, order.client_id)
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

function multisigCode(world: World, row: RequestRow, codeId: string, action: 'sign' | 'unlock'): Code {
  const record = multisigRecord(world, row, row.user_id)
  return {
    type: 'multisig_request',
    request_id: row.request_id,
    user_id: row.user_id,
    asset_id: assetOf(world, row.asset).assetId,
    amount: record.amount,
    threshold: record.senders_threshold,
    senders: record.senders,
    receivers: record.receivers[0]?.members ?? [],
    signers: signersOf(row),
    memo: row.extra,
    action,
    state: isAccepted(world, row) ? 'signed' : 'initial',
    transaction_hash: row.transaction_hash,
    raw_transaction: row.raw,
    created_at: row.created_at,
    updated_at: row.updated_at,
    code_id: codeId,
  }
}

/** Whether a payment's request has been taken, as it was asked for: this much of this asset to these receivers. */
function isPaid(world: World, order: Extract<CodeOrder, { type: 'payment' }>): boolean {
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
      return multisigCode(world, requestOf(world, order.request_id), codeId, order.action)
    case 'conversation':
      return {
        type: 'conversation',
        conversation_id: uniqueObjectId(codeId, 'conversation'),
        creator_id: order.creator_id,
        category: 'GROUP',
        name: order.name,
        icon_url: '',
        announcement: '',
        created_at: createdAt,
        code_id: codeId,
        code_url: `https://mixin.one/codes/${codeId}`,
        mute_until: null,
        expire_in: 0,
        participants: [...new Set([order.creator_id, ...order.members])].map((user_id) => ({
          type: 'participant',
          user_id,
          role: user_id === order.creator_id ? 'OWNER' : '',
          created_at: createdAt,
        })),
        participant_sessions: [],
        circles: [],
      }
    case 'authorization':
      return {
        type: 'authorization',
        authorization_id: uniqueObjectId(codeId, 'authorization'),
        authorization_code: '',
        scopes: order.scopes,
        code_id: codeId,
        app: userRecord(world, accountOf(world, order.client_id), null).app,
        created_at: createdAt,
        accessed_at: null,
      }
  }
}

/** A code that was made here, as things stand now. */
export function findCode(world: World, codeId: string): Code | undefined {
  const row = world.db.get<{ body: string; created_at: Nanos }>(
    'SELECT body, created_at FROM code WHERE code_id = ?',
    codeId,
  )
  return row === undefined ? undefined : codeOf(world, codeId, row.created_at, codeOrder.parse(JSON.parse(row.body)))
}
