import { z } from 'zod'
import {
  amount,
  assetId,
  changeTime,
  count,
  flag,
  lines,
  orElse,
  orNull,
  requestId,
  said,
  text,
  time,
  userId,
  uuid,
  zeroableTime,
} from '../wire.ts'
import { app, list, person } from './users.ts'

const codeUser = z.object({
  type: z.literal('user'),
  ...person,
  is_verified: flag,
  is_scam: flag,
  app: orNull(app),
})

const codeConversation = z.object({
  type: z.literal('conversation'),
  conversation_id: uuid,
  creator_id: userId,
  category: z.enum(['CONTACT', 'GROUP']),
  name: text,
  icon_url: text,
  announcement: lines,
  created_at: time,
  code_id: text,
  code_url: text,
  mute_until: zeroableTime,
  expire_in: orElse(count, 0),
  participants: list(z.object({ type: orElse(said, 'participant'), user_id: userId, role: text, created_at: time })),
  participant_sessions: list(
    z.object({ type: orElse(said, 'participant'), user_id: userId, session_id: uuid, public_key: text }),
  ),
  circles: list(
    z.object({ type: orElse(said, 'circle'), circle_id: uuid, user_id: text, name: text, created_at: time }),
  ),
})

export const codePayment = z.object({
  type: z.literal('payment'),
  trace_id: requestId,
  asset_id: assetId,
  amount,
  threshold: count,
  receivers: z.array(userId),
  memo: lines,
  created_at: time,
  status: said,
  code_id: uuid,
})

const codeMultisig = z.object({
  type: z.literal('multisig_request'),
  request_id: requestId,
  user_id: userId,
  asset_id: assetId,
  amount,
  threshold: count,
  senders: z.array(userId),
  receivers: z.array(userId),
  signers: list(userId),
  memo: lines,
  action: z.enum(['sign', 'unlock']),
  state: said,
  transaction_hash: text,
  raw_transaction: text,
  created_at: time,
  updated_at: changeTime,
  code_id: uuid,
})

const codeCollectible = z.object({
  type: z.literal('non_fungible_request'),
  request_id: requestId,
  user_id: userId,
  token_id: uuid,
  amount,
  senders: z.array(userId),
  senders_threshold: count,
  receivers: z.array(userId),
  receivers_threshold: count,
  signers: list(userId),
  action: said,
  state: said,
  transaction_hash: text,
  raw_transaction: text,
  created_at: time,
  updated_at: changeTime,
  code_id: uuid,
})

/** An app's wish for a permission. Once the person has agreed it has a code; no scopes at all are a refusal. */
export const authorizationCode = z.object({
  authorization_id: uuid,
  authorization_code: text,
  scopes: list(said),
  code_id: uuid,
  app: orNull(app),
  created_at: time,
  accessed_at: zeroableTime,
})

const codeAuthorization = authorizationCode.extend({ type: z.literal('authorization') })

export const code = z.discriminatedUnion('type', [
  codeUser,
  codeConversation,
  codePayment,
  codeMultisig,
  codeCollectible,
  codeAuthorization,
])

export const scheme = z.object({ type: orElse(said, 'scheme'), scheme_id: uuid, target: said })
