/*
 * The law of seals: which columns of each table its checksum covers, and in which order their values enter it. Seals of
 * released files were made so, therefore no line here ever changes. A column that a migration adds is not named: rows
 * from before have nothing in it, and `sealOf` covers it by its name as soon as it holds something.
 */
export const SEALED_COLUMNS = {
  // In every file, and in two of them
  meta: ['key', 'value'],
  settings: ['key', 'value'],

  // profile.db
  accounts: [
    ...(['account', 'holder', 'name', 'identity_number', 'avatar_url', 'kind', 'colour', 'position'] as const),
    ...(['created_at', 'backed_up_at', 'registered_at', 'public_key'] as const),
  ],

  // intents.db
  payments: [
    ...(['id', 'holder', 'kind', 'state', 'asset', 'units', 'large', 'detail', 'parts', 'digest'] as const),
    ...(['attempts', 'problem', 'created_at', 'updated_at', 'approved_at', 'signed_at', 'sent_at'] as const),
    ...(['accepted_at', 'final_at'] as const),
  ],
  payment_transactions: [
    ...(['payment', 'position', 'request_id', 'dead', 'purpose', 'asset', 'kernel', 'extra', 'refs', 'hash'] as const),
    ...(['raw', 'raw_check', 'signed', 'signed_check', 'record', 'input_count', 'output_count'] as const),
    ...(['accepted_at', 'final_at', 'conflict'] as const),
  ],
  payment_inputs: [
    ...([
      'transaction_row',
      'position',
      'output_id',
      'hash',
      'output_index',
      'units',
      'large',
      'mask',
      'keys',
    ] as const),
  ],
  payment_outputs: [
    ...(['transaction_row', 'position', 'role', 'payee', 'units', 'large', 'threshold', 'hint', 'mask'] as const),
    ...(['keys', 'script'] as const),
  ],
  holds: ['output_id', 'payment', 'asset', 'units', 'large'],
  payment_events: ['payment', 'at', 'what', 'detail'],
  payment_voids: ['payment', 'voids', 'depth'],
  void_holds: ['output_id', 'depth', 'payment', 'asset', 'units', 'large'],
  payment_pauses: ['payment', 'reason', 'at', 'allowed_at'],
  hints: ['hint', 'receivers', 'output_index', 'mask', 'keys', 'first_at'],
  seen_keys: ['key', 'origin'],
  deposit_pins: ['holder', 'chain', 'record', 'pinned_at'],
  contact_pins: ['user_id', 'identity_number', 'name', 'pinned_at'],
  contact_addresses: ['id', 'user_id', 'label', 'chain', 'destination', 'tag', 'saved_at'],
  labels: ['subject', 'label', 'note', 'updated_at', 'revision'],
  freezes: ['output_id', 'reason', 'at'],
  item_names: ['output_id', 'item', 'told'],
  drafts: ['id', 'holder', 'form', 'saved_at'],
  groups: ['holder', 'members_hash', 'threshold', 'members', 'name', 'colour', 'position', 'created_at'],
  audits: ['output_id', 'result', 'evidence', 'at'],
  requests: ['id', 'holder', 'hash', 'state', 'raw', 'detail', 'seen_at', 'updated_at'],
  plans: ['id', 'holder', 'detail', 'made_at', 'updated_at'],
  plan_times: ['plan', 'day', 'state', 'problem', 'updated_at'],

  // cache.db: what money is counted and chosen by
  holders: ['members_hash', 'threshold', 'members'],
  kernel_assets: ['kernel', 'asset_id'],
  outputs: [
    ...(['id', 'holder', 'asset', 'state', 'units', 'large', 'sequence', 'transaction_hash'] as const),
    ...(['output_index', 'mask', 'keys', 'senders', 'receivers', 'claimed_asset', 'extra', 'inscription'] as const),
    ...(['request_id', 'signed_by', 'signers', 'signed_at', 'spent_at', 'created_at', 'updated_at'] as const),
    ...(['deposit', 'type'] as const),
  ],
  balances: [
    ...(['holder', 'asset', 'unspent_units', 'unspent_large', 'unspent_count'] as const),
    ...(['signed_units', 'signed_large', 'signed_count', 'inscribed_count'] as const),
  ],
  own_spends: ['output_id', 'transaction_hash', 'at'],
  set_aside: ['output_id', 'holder', 'fields', 'kept', 'seen', 'record', 'at'],

  // cache.db: what is shown, and how far it was read
  parties: ['hash', 'threshold', 'members'],
  people: ['user_id'],
  snapshots: [
    ...(['id', 'class', 'asset', 'claimed_asset', 'user', 'opponent', 'units', 'large'] as const),
    ...(['transaction_hash', 'output_index', 'created_at', 'request_id', 'trace_id', 'memo'] as const),
    ...(['inscription', 'deposit', 'withdrawal', 'opening_units', 'opening_large', 'closing_units'] as const),
    ...(['closing_large', 'type'] as const),
  ],
  snapshot_blocks: ['first', 'last', 'order_by_time'],
  snapshot_terms: ['block', 'term', 'places'],
  label_texts: ['subject', 'text'],
  users: ['folded', 'record'],
  user_names: ['name'],
  relations: ['list', 'user_id', 'position'],
  assets: ['asset_id', 'kernel', 'folded', 'record'],
  chains: ['chain_id', 'record'],
  fiats: ['code', 'record'],
  collections: ['hash', 'record'],
  inscriptions: ['hash', 'collection', 'sequence', 'record'],
  pending_deposits: ['holder', 'deposit_id', 'record'],
  flows: ['holder', 'asset', 'hour', 'units', 'large'],
  prices: ['asset_id', 'hour', 'price'],
  rates: ['code', 'hour', 'rate'],
  progress: ['name', 'value'],
  transaction_facts: ['hash', 'refers', 'record'],
} as const

export type SealedName = keyof typeof SEALED_COLUMNS
