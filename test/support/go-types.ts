import type { GoType } from './go-program.ts'

// The library's own types, as far as they are strict about what they read.
export const USER: GoType = {
  ...{ user_id: 'text', identity_number: 'text', full_name: 'text', biography: 'text', avatar_url: 'text' },
  ...{ session_id: 'text', phone: 'text', relationship: 'text', code_url: 'text', created_at: 'time' },
  ...{ mute_until: 'time', is_verified: 'bool', is_scam: 'bool', has_pin: 'bool', has_safe: 'bool' },
  ...{ pin_token_base64: 'text', tip_key_base64: 'text', tip_counter: 'integer', spend_public_key: 'text' },
  ...{ transfer_notification_threshold: 'float', transfer_confirmation_threshold: 'float', fiat_currency: 'text' },
}
export const ASSET: GoType = {
  ...{ asset_id: 'text', chain_id: 'text', symbol: 'text', name: 'text', icon_url: 'text', price_usd: 'text' },
  ...{ price_btc: 'text', change_usd: 'text', change_btc: 'text', asset_key: 'text', precision: 'integer' },
  ...{ dust: 'text', confirmations: 'integer', kernel_asset_id: 'text', display_symbol: 'text' },
}
export const CHAIN: GoType = {
  ...{ type: 'text', chain_id: 'text', name: 'text', symbol: 'text', icon_url: 'text', threshold: 'integer' },
  ...{ managed_block_height: 'integer', deposit_block_height: 'integer', external_block_height: 'integer' },
  ...{
    withdrawal_timestamp: 'time',
    withdrawal_pending_count: 'integer',
    withdrawal_fee: 'text',
    is_synchronized: 'bool',
  },
}
const RECEIVER: GoType = {
  members: ['text'],
  members_hash: 'hash',
  threshold: 'integer',
  withdrawal_hash: 'text',
}
export const TRANSACTION: GoType = {
  ...{ request_id: 'text', transaction_hash: 'text', asset: 'text', amount: 'text', extra: 'text' },
  ...{ receivers: [RECEIVER], senders: ['text'], senders_hash: 'text', senders_threshold: 'integer' },
  ...{ signers: ['text'], state: 'text', raw_transaction: 'text', created_at: 'time', updated_at: 'time' },
  ...{ snapshot_id: 'text', snapshot_hash: 'text', snapshot_at: 'time', views: ['text'] },
}
export const MULTISIG: GoType = {
  ...{ type: 'text', request_id: 'text', transaction_hash: 'text', asset_id: 'text', kernel_asset_id: 'text' },
  ...{ amount: 'text', senders_hash: 'text', senders_threshold: 'integer', senders: ['text'], signers: ['text'] },
  ...{ revoked_by: 'text', extra: 'text', raw_transaction: 'text', created_at: 'time', updated_at: 'time' },
  ...{ inscription_hash: 'text', receivers: [RECEIVER], views: ['text'] },
}
export const OUTPUT: GoType = {
  ...{ type: 'text', output_id: 'text', transaction_hash: 'text', output_index: 'integer', asset_id: 'text' },
  ...{ kernel_asset_id: 'text', amount: 'text', mask: 'text', keys: ['text'], senders_hash: 'text' },
  ...{ senders_threshold: 'integer', senders: ['text'], receivers_hash: 'text', receivers_threshold: 'integer' },
  ...{ receivers: ['text'], extra: 'text', state: 'text', sequence: 'integer', created_at: 'time', signers: ['text'] },
  ...{ signed_by: 'text', request_id: 'text', inscription_hash: 'hash' },
  deposit: { chain: 'text', deposit_hash: 'text', deposit_index: 'integer' },
}
export const SNAPSHOT: GoType = {
  ...{ type: 'text', snapshot_id: 'text', user_id: 'text', opponent_id: 'text', transaction_hash: 'text' },
  ...{
    asset_id: 'text',
    kernel_asset_id: 'text',
    amount: 'text',
    memo: 'text',
    request_id: 'text',
    created_at: 'time',
  },
  deposit: { deposit_hash: 'text', deposit_index: 'integer', sender: 'text', destination: 'text', tag: 'text' },
  withdrawal: { withdrawal_hash: 'text', receiver: 'text' },
}
export const DEPOSIT: GoType = {
  ...{ amount: 'text', asset_id: 'text', asset_key: 'text', block_hash: 'text', block_number: 'integer' },
  ...{ chain_id: 'text', confirmations: 'integer', created_at: 'time', deposit_id: 'text', destination: 'text' },
  ...{ extra: 'text', kernel_asset_id: 'text', output_index: 'integer', sender: 'text', state: 'text', tag: 'text' },
  ...{ threshold: 'integer', transaction_hash: 'text', updated_at: 'time' },
}
export const COLLECTION: GoType = {
  ...{ asset_key: 'text', collection_hash: 'text', kernel_asset_id: 'text', name: 'text', symbol: 'text' },
  ...{ description: 'text', icon_url: 'text', supply: 'text', unit: 'text', minimum_price: 'text', type: 'text' },
  ...{ treasury: { ratio: 'text', recipient: 'text' }, created_at: 'time', updated_at: 'time' },
}
export const ITEM: GoType = {
  ...{ inscription_hash: 'text', collection_hash: 'text', content_type: 'text', content_url: 'text' },
  ...{ created_at: 'time', occupied_by: 'text', owner: 'text', recipient: 'text', sequence: 'integer', type: 'text' },
  updated_at: 'time',
}
export const CODE: GoType = {
  ...{ type: 'text', request_id: 'text', user_id: 'text', asset_id: 'text', amount: 'text', threshold: 'integer' },
  ...{ senders: ['text'], receivers: ['text'], signers: ['text'], memo: 'text', action: 'text', state: 'text' },
  ...{ transaction_hash: 'text', raw_transaction: 'text', created_at: 'time', code_id: 'text' },
}
