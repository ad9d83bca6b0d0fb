import { z } from 'zod'

/*
 * The types into which the official library in Go reads an answer, as far as they are strict: a member that is absent or null is always taken,
 * one of another kind ends the call.
 */

export type GoType = z.ZodType
export const text = z.string().nullish()
/** Empty text is no time there. */
const time = z.iso.datetime({ offset: true }).nullish()
export const integer = z.int().nullish()
export const float = z.number().nullish()
export const bool = z.boolean().nullish()
export const hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .nullish()
export const many = (type: GoType): GoType => z.array(type).nullish()
export const fields = (members: Readonly<Record<string, GoType>>): GoType => z.object(members).nullish()

/** Members of one type. */
const all = (type: GoType, names: string) => Object.fromEntries(names.split(' ').map((name) => [name, type]))

export const USER = fields({
  ...all(text, 'user_id identity_number full_name biography avatar_url session_id phone relationship code_url'),
  ...all(text, 'pin_token_base64 tip_key_base64 spend_public_key fiat_currency'),
  ...all(time, 'created_at mute_until'),
  ...all(bool, 'is_verified is_scam has_pin has_safe'),
  tip_counter: integer,
  ...all(float, 'transfer_notification_threshold transfer_confirmation_threshold'),
})
export const ASSET = fields({
  ...all(text, 'asset_id chain_id symbol name icon_url price_usd price_btc change_usd change_btc asset_key dust'),
  ...all(text, 'kernel_asset_id display_symbol'),
  ...all(integer, 'precision confirmations'),
})
export const CHAIN = fields({
  ...all(text, 'type chain_id name symbol icon_url withdrawal_fee'),
  ...all(integer, 'threshold managed_block_height deposit_block_height external_block_height'),
  ...all(integer, 'withdrawal_pending_count'),
  withdrawal_timestamp: time,
  is_synchronized: bool,
})
const RECEIVER = fields({
  members: many(text),
  members_hash: hash,
  threshold: integer,
  withdrawal_hash: text,
})
export const TRANSACTION = fields({
  ...all(text, 'request_id transaction_hash asset amount extra senders_hash state raw_transaction snapshot_id'),
  ...all(text, 'snapshot_hash'),
  ...all(many(text), 'senders signers views'),
  senders_threshold: integer,
  ...all(time, 'created_at updated_at snapshot_at'),
  receivers: many(RECEIVER),
})
export const MULTISIG = fields({
  ...all(text, 'type request_id transaction_hash asset_id kernel_asset_id amount senders_hash revoked_by extra'),
  ...all(text, 'raw_transaction inscription_hash'),
  senders_threshold: integer,
  ...all(many(text), 'senders signers views'),
  ...all(time, 'created_at updated_at'),
  receivers: many(RECEIVER),
})
export const OUTPUT = fields({
  ...all(text, 'type output_id transaction_hash asset_id kernel_asset_id amount mask senders_hash receivers_hash'),
  ...all(text, 'extra state signed_by request_id'),
  ...all(integer, 'output_index senders_threshold receivers_threshold sequence'),
  ...all(many(text), 'keys senders receivers signers'),
  created_at: time,
  inscription_hash: hash,
  deposit: fields({ ...all(text, 'chain deposit_hash'), deposit_index: integer }),
})
export const SNAPSHOT = fields({
  ...all(text, 'type snapshot_id user_id opponent_id transaction_hash asset_id kernel_asset_id amount memo'),
  ...all(text, 'request_id'),
  created_at: time,
  deposit: fields({ ...all(text, 'deposit_hash sender destination tag'), deposit_index: integer }),
  withdrawal: fields({ ...all(text, 'withdrawal_hash receiver') }),
})
export const DEPOSIT = fields({
  ...all(text, 'amount asset_id asset_key block_hash chain_id deposit_id destination extra kernel_asset_id'),
  ...all(text, 'sender state tag transaction_hash'),
  ...all(integer, 'block_number confirmations output_index threshold'),
  ...all(time, 'created_at updated_at'),
})
export const COLLECTION = fields({
  ...all(text, 'asset_key collection_hash kernel_asset_id name symbol description icon_url supply unit'),
  ...all(text, 'minimum_price type'),
  ...all(time, 'created_at updated_at'),
  treasury: fields({ ...all(text, 'ratio recipient') }),
})
export const ITEM = fields({
  ...all(text, 'inscription_hash collection_hash content_type content_url occupied_by owner recipient type'),
  ...all(time, 'created_at updated_at'),
  sequence: integer,
})
export const CODE = fields({
  ...all(text, 'type request_id user_id asset_id amount memo action state transaction_hash raw_transaction'),
  ...all(text, 'code_id'),
  threshold: integer,
  ...all(many(text), 'senders receivers signers'),
  created_at: time,
})
