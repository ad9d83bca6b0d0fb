import { z } from 'zod'
import { kernelAssetId } from '#protocol'
import {
  amount,
  assetId,
  changeTime,
  count,
  exact,
  filled,
  flag,
  hash,
  hex,
  isAbsent,
  lines,
  orElse,
  orNull,
  outputId,
  pointHex,
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
} from './wire.ts'

/*
 * Records of the service. Members keep the service's own names (snake_case), so that a field can be followed from the
 * wire to a table column by one word; whatever Coffer itself makes is camelCase. Unknown members are dropped.
 */

const list = <Schema extends z.ZodType>(inner: Schema) => orElse(z.array(inner), [])

// Shared bots and people

export const sharedBot = z.object({
  type: orElse(said, 'app'),
  user_id: userId,
  app_id: userId,
  created_at: time,
})

/** A bot's own card, present on users that are bots. `home_uri` is the page that opens for it. */
export const app = z.object({
  app_id: userId,
  app_number: text,
  name: text,
  description: lines,
  icon_url: text,
  home_uri: text,
  redirect_uri: text,
  creator_id: orNull(userId),
  capabilities: list(said),
  resource_patterns: list(said),
  category: text,
  updated_at: zeroableTime,
})

const person = {
  user_id: userId,
  identity_number: text,
  phone: text,
  full_name: text,
  biography: lines,
  avatar_url: text,
  /** Observed: STRANGER, FRIEND, BLOCKING, ME. Unknown values are kept. */
  relationship: orElse(said, 'STRANGER'),
  mute_until: zeroableTime,
  created_at: zeroableTime,
} as const

const settings = {
  session_id: orNull(uuid),
  code_id: orNull(uuid),
  code_url: text,
  has_pin: flag,
  device_status: text,
  has_emergency_contact: flag,
  receive_message_source: text,
  accept_conversation_source: text,
  accept_search_source: text,
  fiat_currency: text,
  transfer_notification_threshold: orElse(z.number(), 0),
  transfer_confirmation_threshold: orElse(z.number(), 0),
  pin_token_base64: text,
} as const

export const user = z.object({
  type: orElse(said, 'user'),
  ...person,
  is_verified: flag,
  is_scam: flag,
  is_deactivated: flag,
  has_safe: orElse(z.boolean().nullable(), null),
  app: orNull(app),
  ...settings,
})

export const sequencerUser = z.object({
  ...person,
  ...settings,
  features: list(z.unknown()),
  has_safe: flag,
  salt_base64: text,
  tip_key_base64: text,
  tip_counter: orElse(count, 0),
  spend_public_key: orNull(pointHex),
  is_deactivated: flag,
  app: orNull(app),
})

// Assets

export const asset = z.object({
  type: orElse(said, 'safe_asset'),
  asset_id: assetId,
  chain_id: assetId,
  symbol: said,
  name: said,
  display_symbol: text,
  display_name: text,
  icon_url: text,
  price_btc: text,
  price_usd: text,
  change_btc: text,
  change_usd: text,
  asset_key: text,
  precision: orElse(count, 8),
  dust: tolerant(amount, '0'),
  confirmations: tolerant(count, 0),
  kernel_asset_id: hash,
  collection_hash: orNull(hash),
  fee_asset_id: orNull(assetId),
  /** `negative`: no memo field, `possible`, `positive`: memo needed. */
  withdrawal_memo_possibility: text,
  /** 12 good, 11 verified, 10 unknown, 1 spam, 0 scam. */
  level: tolerant(count, 10),
  price_updated_at: zeroableTime,
})

export const fee = z.object({
  type: orElse(said, 'withdrawal_fee'),
  asset_id: assetId,
  amount,
  /** A word in the service's pages and a number in its SDK; nothing here depends on it. */
  priority: tolerant(said, ''),
})

export const chain = z.object({
  type: orElse(said, 'chain'),
  chain_id: assetId,
  name: said,
  /** Not in every answer. */
  symbol: text,
  icon_url: text,
  threshold: orElse(count, 0),
  // Numbers in some of the service's SDKs and text in others; they are only shown, if at all.
  deposit_block_height: tolerant(count, 0),
  withdrawal_pending_count: tolerant(count, 0),
  withdrawal_fee: tolerant(said, ''),
  is_synchronized: tolerant(z.boolean(), true),
})

export const fiat = z.object({ code: said, rate: z.number().positive() })

export const addressCheck = z.object({
  destination: said,
  tag: text,
  fee_asset_id: orNull(assetId),
  fee: text,
})

// Deposits

export const depositEntry = z.object({
  type: orElse(said, 'deposit_entry'),
  entry_id: uuid,
  threshold: count,
  members: z.array(userId),
  destination: exact.refine((value) => value !== '', 'empty'),
  tag: text,
  /** Hex Ed25519 over SHA3-256 of the destination, or of destination:tag; see `#protocol`. */
  signature: text,
  chain_id: assetId,
  is_primary: flag,
  minimum: tolerant(said, ''),
  maximum: tolerant(said, ''),
})

export const pendingDeposit = z.object({
  deposit_id: uuid,
  destination: said,
  tag: text,
  chain_id: assetId,
  asset_id: assetId,
  asset_key: text,
  kernel_asset_id: orNull(hash),
  amount,
  transaction_hash: said,
  output_index: orElse(count, 0),
  block_hash: text,
  block_number: orElse(count, 0),
  confirmations: orElse(count, 0),
  threshold: orElse(count, 0),
  /** Only shown; whatever else it may be, the deposit is not credited while it is listed. */
  state: tolerant(z.enum(['pending', 'confirmed']), 'pending'),
  sender: text,
  created_at: time,
  updated_at: changeTime,
})

// Outputs

export const OUTPUT_STATES = ['unspent', 'signed', 'spent'] as const

export const output = z.object({
  type: orElse(said, 'kernel_output'),
  output_id: outputId,
  transaction_hash: hash,
  output_index: count,
  asset_id: orNull(assetId),
  /** Same value as `kernel_asset_id`, under the name that SDKs read. */
  asset: orNull(hash),
  kernel_asset_id: hash,
  amount,
  mask: pointHex,
  keys: z.array(pointHex),
  senders_hash: orNull(hash),
  senders_threshold: orElse(count, 0),
  senders: list(userId),
  receivers_hash: hash,
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

// Transactions

export const recordReceiver = z.object({
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
})

export const ghostKeys = z.object({ type: orElse(said, 'ghost_key'), mask: pointHex, keys: z.array(pointHex) })

// Snapshots

/** The kernel's id of an asset is the hash of its uuid, and not in the records of every SDK. */
function kernelAsset({ asset_id: asset, kernel_asset_id: kernel }: Readonly<Record<string, unknown>>) {
  const isKnown = !isAbsent(kernel) || !assetId.safeParse(asset).success
  return isKnown ? {} : { kernel_asset_id: kernelAssetId(String(asset)) }
}

export const snapshot = filled(
  z.object({
    type: orElse(said, 'snapshot'),
    snapshot_id: snapshotId,
    user_id: userId,
    opponent_id: orNull(userId),
    transaction_hash: hash,
    output_index: orElse(count, 0),
    asset_id: assetId,
    kernel_asset_id: hash,
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
  }),
  kernelAsset,
)

// Inscriptions

export const collection = z.object({
  type: orElse(said, 'collection'),
  collection_hash: hash,
  supply: said,
  unit: said,
  symbol: text,
  name: text,
  description: lines,
  icon_url: text,
  treasury: orNull(z.object({ ratio: text, recipient: text })),
  asset_key: text,
  kernel_asset_id: orNull(hash),
  minimum_price: text,
  created_at: time,
  updated_at: changeTime,
})

export const inscriptionItem = z.object({
  type: orElse(said, 'inscription'),
  inscription_hash: hash,
  collection_hash: hash,
  sequence: count,
  content_type: text,
  content_url: text,
  recipient: text,
  owner: text,
  occupied_by: text,
  occupied_at: zeroableTime,
  /** JSON text of [{name, value}]; untrusted. */
  traits: lines,
  created_at: time,
  updated_at: changeTime,
})

// Codes

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

const codePayment = z.object({
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

const codeAuthorization = z.object({
  type: z.literal('authorization'),
  authorization_id: uuid,
  authorization_code: text,
  scopes: list(said),
  code_id: uuid,
  app: orNull(app),
  created_at: time,
  accessed_at: zeroableTime,
})

export const code = z.discriminatedUnion('type', [
  codeUser,
  codeConversation,
  codePayment,
  codeMultisig,
  codeCollectible,
  codeAuthorization,
])

export const scheme = z.object({ type: orElse(said, 'scheme'), scheme_id: uuid, target: said })

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

// Sessions

export const networkUser = z.object({
  user_id: userId,
  session_id: uuid,
  pin_token_base64: text,
  full_name: text,
  identity_number: text,
})

export const session = z.object({ user_id: userId, session_id: uuid, public_key: text, platform: text })

export const oauthGrant = z.object({
  scope: text,
  authorization_id: orNull(uuid),
  ed25519: text,
  access_token: text,
})

/** A saved withdrawal address on the service's side. */
export const address = z.object({
  type: orElse(said, 'address'),
  address_id: uuid,
  asset_id: orNull(assetId),
  chain_id: orNull(assetId),
  destination: said,
  tag: text,
  label: text,
  updated_at: zeroableTime,
})

// The local network's own control calls

const seedHex = hex.refine((value) => value.length === 64, 'not 32 bytes of hex')

/** The JSON that a developer dashboard gives for an app; the local network makes the same for its accounts. */
export const keystore = z.object({
  app_id: userId,
  session_id: uuid,
  session_private_key: seedHex,
  server_public_key: pointHex,
  spend_private_key: orNull(seedHex),
})

export const localNetwork = z.object({
  name: said,
  network_id: hash,
  deposit_public_key: pointHex,
  server_public_key: pointHex,
  block_height: count,
  automatic_blocks: z.boolean(),
})

export const localState = z.object({
  accounts: count,
  registered: count,
  outputs: z.object({ unspent: count, signed: count, spent: count }),
  transactions: count,
  snapshots: count,
  deposits: z.object({ pending: count, confirmed: count }),
  multisigs: count,
  block_height: count,
  totals: z.array(
    z.object({
      asset_id: assetId,
      symbol: said,
      deposited: amount,
      withdrawn: amount,
      unspent: amount,
      signed: amount,
    }),
  ),
})
