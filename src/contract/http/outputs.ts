import { z } from 'zod'
import { kernelAssetId } from '#protocol'
import {
  amount,
  assetId,
  changeTime,
  count,
  filled,
  hash,
  hex,
  isAbsent,
  lines,
  NOTHING,
  orElse,
  orNull,
  outputId,
  pointHex,
  repeatedHash,
  requestId,
  said,
  signedAmount,
  snapshotId,
  text,
  textIfAny,
  time,
  tolerant,
  userId,
  uuid,
  zeroableTime,
} from '../wire.ts'
import { quickRecord } from './quick.ts'
import { safeProposal } from './safe-proposal.ts'
import { list } from './users.ts'

export const OUTPUT_STATES = ['unspent', 'signed', 'spent'] as const

const outputMembers = z.object({
  type: orElse(said, 'kernel_output'),
  output_id: outputId,
  transaction_hash: hash,
  output_index: count,
  asset_id: orNull(assetId),
  /** Same value as `kernel_asset_id`, under the name that SDKs read. */
  asset: orNull(repeatedHash),
  kernel_asset_id: repeatedHash,
  amount,
  mask: pointHex,
  keys: z.array(pointHex),
  senders_hash: orNull(repeatedHash),
  senders_threshold: orElse(count, 0),
  senders: list(userId),
  receivers_hash: repeatedHash,
  receivers_threshold: count,
  receivers: z.array(userId),
  extra: orElse(hex, ''),
  state: z.enum(OUTPUT_STATES),
  sequence: count,
  created_at: time,
  updated_at: changeTime,
  inscription_hash: orNull(hash),
  signers: list(userId),
  request_id: orNull(requestId),
  signed_by: orNull(hash),
  signed_at: zeroableTime,
  spent_at: zeroableTime,
  deposit: orNull(z.object({ chain: text, deposit_hash: text, deposit_index: orElse(count, 0) })),
})

export const output = quickRecord(outputMembers, (as, from) => ({
  type: as.type(from.type),
  output_id: as.output_id(from.output_id),
  transaction_hash: as.transaction_hash(from.transaction_hash),
  output_index: as.output_index(from.output_index),
  asset_id: as.asset_id(from.asset_id),
  asset: as.asset(from.asset),
  kernel_asset_id: as.kernel_asset_id(from.kernel_asset_id),
  amount: as.amount(from.amount),
  mask: as.mask(from.mask),
  keys: as.keys(from.keys),
  senders_hash: as.senders_hash(from.senders_hash),
  senders_threshold: as.senders_threshold(from.senders_threshold),
  senders: as.senders(from.senders),
  receivers_hash: as.receivers_hash(from.receivers_hash),
  receivers_threshold: as.receivers_threshold(from.receivers_threshold),
  receivers: as.receivers(from.receivers),
  extra: as.extra(from.extra),
  state: as.state(from.state),
  sequence: as.sequence(from.sequence),
  created_at: as.created_at(from.created_at),
  updated_at: as.updated_at(from.updated_at),
  inscription_hash: as.inscription_hash(from.inscription_hash),
  signers: as.signers(from.signers),
  request_id: as.request_id(from.request_id),
  signed_by: as.signed_by(from.signed_by),
  signed_at: as.signed_at(from.signed_at),
  spent_at: as.spent_at(from.spent_at),
  deposit: as.deposit(from.deposit),
}))

// Transactions
const recordReceiver = z.object({
  members: list(userId),
  members_hash: textIfAny,
  threshold: orElse(count, 0),
  destination: text,
  tag: text,
  withdrawal_hash: text,
})

const recordCommon = {
  type: orElse(said, 'kernel_transaction_request'),
  request_id: requestId,
  transaction_hash: hash,
  user_id: orNull(userId),
  /** Kernel asset hash; the real service sends it under this name and no asset uuid for single signers. */
  asset: orNull(hash),
  asset_id: orNull(assetId),
  kernel_asset_id: orNull(hash),
  amount,
  senders_hash: text,
  senders_threshold: orElse(count, 0),
  senders: list(userId),
  signers: list(userId),
  extra: orElse(hex, ''),
  raw_transaction: orElse(hex, ''),
  created_at: time,
  updated_at: changeTime,
  snapshot_id: orNull(snapshotId),
  snapshot_hash: orNull(hash),
  snapshot_at: zeroableTime,
  receivers: list(recordReceiver),
  /** One scalar per input, in input order, for the caller; empty when there is nothing for the caller to sign. */
  views: list(said),
} as const

/** Answer of verify, broadcast and status. `unspent` is a verified request that was not sent yet. */
export const transactionRecord = z.object({
  ...recordCommon,
  inscription_hash: orNull(hash),
  state: z.enum(['unspent', 'pending', 'signed', 'spent']),
})

/** Answer of the multisig calls. `revoked_by` is set once a member has unlocked the request. */
export const multisigRecord = z.object({
  ...recordCommon,
  type: orElse(said, 'transaction_request'),
  inscription_hash: orNull(hash),
  /** Only said of other transactions' requests. */
  state: textIfAny,
  revoked_by: orNull(userId),
  safe: safeProposal,
})

export const ghostKeys = z.object({ type: orElse(said, 'ghost_key'), mask: pointHex, keys: z.array(pointHex) })

// Snapshots

/** The kernel's id of an asset is the hash of its uuid, and not in the records of every SDK. */
function kernelAsset({ asset_id: asset, kernel_asset_id: kernel }: Readonly<Record<string, unknown>>) {
  const isKnown = !isAbsent(kernel) || !assetId.safeParse(asset).success
  return isKnown ? NOTHING : { kernel_asset_id: kernelAssetId(String(asset)) }
}

const snapshotMembers = z.object({
  type: orElse(said, 'snapshot'),
  snapshot_id: snapshotId,
  user_id: userId,
  opponent_id: orNull(userId),
  transaction_hash: hash,
  output_index: orElse(count, 0),
  asset_id: assetId,
  kernel_asset_id: repeatedHash,
  amount: signedAmount,
  memo: orElse(hex, ''),
  request_id: orNull(requestId),
  trace_id: orNull(uuid),
  created_at: time,
  inscription_hash: orNull(hash),
  deposit: orNull(
    z.object({
      deposit_hash: text,
      deposit_index: orElse(count, 0),
      sender: text,
      destination: text,
      tag: text,
    }),
  ),
  withdrawal: orNull(z.object({ withdrawal_hash: text, receiver: text })),
  opening_balance: tolerant(orNull(amount), null),
  closing_balance: tolerant(orNull(amount), null),
})

export const snapshot = filled(
  quickRecord(snapshotMembers, (as, from) => ({
    type: as.type(from.type),
    snapshot_id: as.snapshot_id(from.snapshot_id),
    user_id: as.user_id(from.user_id),
    opponent_id: as.opponent_id(from.opponent_id),
    transaction_hash: as.transaction_hash(from.transaction_hash),
    output_index: as.output_index(from.output_index),
    asset_id: as.asset_id(from.asset_id),
    kernel_asset_id: as.kernel_asset_id(from.kernel_asset_id),
    amount: as.amount(from.amount),
    memo: as.memo(from.memo),
    request_id: as.request_id(from.request_id),
    trace_id: as.trace_id(from.trace_id),
    created_at: as.created_at(from.created_at),
    inscription_hash: as.inscription_hash(from.inscription_hash),
    deposit: as.deposit(from.deposit),
    withdrawal: as.withdrawal(from.withdrawal),
    opening_balance: as.opening_balance(from.opening_balance),
    closing_balance: as.closing_balance(from.closing_balance),
  })),
  kernelAsset,
)

// The merged read of the older asset API

/** `GET /outputs`: multisig and collectible outputs of the older API. The shape is not published; only these are relied on. */
export const legacyOutput = z.object({
  type: said,
  output_id: orNull(outputId),
  /** The name of the id in outputs of multisigs. */
  utxo_id: orNull(outputId),
  user_id: orNull(userId),
  asset_id: orNull(assetId),
  token_id: orNull(uuid),
  transaction_hash: text,
  output_index: orElse(count, 0),
  amount,
  members: list(userId),
  members_hash: text,
  threshold: orElse(count, 0),
  receivers: list(userId),
  receivers_threshold: orElse(count, 0),
  memo: lines,
  /** The name of the memo in outputs of collectibles. */
  extra: text,
  state: z.enum(OUTPUT_STATES),
  created_at: time,
  updated_at: changeTime,
  signed_by: text,
  signed_tx: text,
})
