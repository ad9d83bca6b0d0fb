/*
 * Hashes, ids and keys are lower-case hex or uuid text, as they travel. Amounts are text of whole 1e-8 units: some assets
 * exceed 63 bits. Times are Unix nanoseconds. Lists of ids and keys are JSON.
 */
export const SCHEMA = `
CREATE TABLE meta (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE account (
  user_id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('user', 'bot', 'network')),
  identity_number TEXT NOT NULL,
  full_name TEXT NOT NULL,
  biography TEXT NOT NULL DEFAULT '',
  avatar_url TEXT NOT NULL DEFAULT '',
  -- Page of a bot; a path is one that this network serves itself.
  home_uri TEXT NOT NULL DEFAULT '',
  is_verified INTEGER NOT NULL DEFAULT 0,
  code_id TEXT NOT NULL UNIQUE,
  creator_id TEXT REFERENCES account (user_id),
  created_at INTEGER NOT NULL,
  digits_pin TEXT,
  tip_key TEXT,
  tip_counter INTEGER NOT NULL DEFAULT 0,
  pin_iterator TEXT NOT NULL DEFAULT '0',
  spend_key TEXT UNIQUE,
  registered_at INTEGER,
  preferences TEXT NOT NULL DEFAULT '{}',
  hides_spend_key INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX account_number ON account (identity_number) WHERE identity_number <> '0';
CREATE INDEX account_creator ON account (creator_id) WHERE creator_id IS NOT NULL;

CREATE TABLE session (
  session_id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES account (user_id),
  public_key TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX session_user ON session (user_id);

-- RSA sessions of before, good for nothing but to be exchanged for one of today.
CREATE TABLE legacy_session (
  session_id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES account (user_id),
  public_key TEXT NOT NULL,
  -- What its PINs are encrypted by.
  pin_key TEXT NOT NULL,
  successor TEXT
) STRICT;

-- What a user permits an app. The code is taken once; then there is a key that signs tokens, or the hash of one token.
CREATE TABLE authorization (
  authorization_id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES account (user_id),
  client_id TEXT NOT NULL REFERENCES account (user_id),
  scopes TEXT NOT NULL,
  code TEXT UNIQUE,
  code_challenge TEXT,
  public_key TEXT,
  token_hash TEXT UNIQUE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT;

CREATE TABLE relationship (
  user_id TEXT NOT NULL REFERENCES account (user_id),
  other_id TEXT NOT NULL REFERENCES account (user_id),
  kind TEXT NOT NULL CHECK (kind IN ('FRIEND', 'BLOCKING')),
  alias TEXT NOT NULL DEFAULT '',
  phone TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, other_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE shared_bot (
  user_id TEXT NOT NULL REFERENCES account (user_id),
  app_id TEXT NOT NULL REFERENCES account (user_id),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, app_id)
) STRICT, WITHOUT ROWID;

-- Places on chains that somebody saved.
CREATE TABLE address (
  address_id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES account (user_id),
  asset_id TEXT NOT NULL,
  chain_id TEXT NOT NULL,
  destination TEXT NOT NULL,
  tag TEXT NOT NULL,
  label TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (user_id, asset_id, destination, tag)
) STRICT;

CREATE TABLE wrong_pin (
  log_id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES account (user_id),
  code TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX wrong_pin_user ON wrong_pin (user_id, created_at);

CREATE TABLE scheme (
  scheme_id TEXT PRIMARY KEY,
  target TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE holder (
  id INTEGER PRIMARY KEY,
  members_hash TEXT NOT NULL,
  threshold INTEGER NOT NULL,
  members TEXT NOT NULL,
  UNIQUE (members_hash, threshold)
) STRICT;

CREATE TABLE holder_member (
  user_id TEXT NOT NULL,
  holder_id INTEGER NOT NULL REFERENCES holder (id),
  PRIMARY KEY (user_id, holder_id)
) STRICT, WITHOUT ROWID;

-- What was answered to a request for one-time keys. Owners differ from receivers only while a thief is at work.
CREATE TABLE ghost (
  hint TEXT PRIMARY KEY,
  receivers TEXT NOT NULL,
  owners TEXT NOT NULL,
  output_index INTEGER NOT NULL,
  mask TEXT NOT NULL UNIQUE,
  keys TEXT NOT NULL
) STRICT;

CREATE TABLE ghost_key (
  key TEXT PRIMARY KEY,
  hint TEXT NOT NULL REFERENCES ghost (hint)
) STRICT, WITHOUT ROWID;

-- Every key that any accepted transaction pays to, for ever.
CREATE TABLE used_key (
  key TEXT PRIMARY KEY,
  transaction_hash TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Requests for payments and for signatures of groups share one space of ids.
CREATE TABLE request (
  request_id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('payment', 'multisig')),
  transaction_hash TEXT NOT NULL,
  user_id TEXT NOT NULL,
  holder_id INTEGER NOT NULL REFERENCES holder (id),
  asset TEXT NOT NULL,
  amount TEXT NOT NULL,
  extra TEXT NOT NULL,
  raw TEXT NOT NULL,
  receivers TEXT NOT NULL,
  signers TEXT NOT NULL,
  revoked_by TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- What a service that proposed it says it is for, as JSON.
  purpose TEXT
) STRICT;
CREATE UNIQUE INDEX request_hash ON request (transaction_hash) WHERE revoked_by IS NULL;

CREATE TABLE kernel_transaction (
  hash TEXT PRIMARY KEY,
  sequence INTEGER NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  asset TEXT NOT NULL,
  extra TEXT NOT NULL,
  raw TEXT NOT NULL,
  -- For each output: the id of its holder, or null where nobody here owns it.
  holders TEXT NOT NULL,
  sender_id INTEGER REFERENCES holder (id),
  request_id TEXT,
  state TEXT NOT NULL CHECK (state IN ('accepted', 'final')),
  accepted_at INTEGER NOT NULL,
  final_at INTEGER,
  snapshot_hash TEXT
) STRICT;
CREATE INDEX kernel_transaction_waiting ON kernel_transaction (sequence) WHERE state = 'accepted';

CREATE TABLE output (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  output_id TEXT NOT NULL UNIQUE,
  transaction_hash TEXT NOT NULL REFERENCES kernel_transaction (hash),
  output_index INTEGER NOT NULL,
  holder_id INTEGER REFERENCES holder (id),
  asset TEXT NOT NULL,
  amount TEXT NOT NULL,
  type INTEGER NOT NULL,
  mask TEXT NOT NULL,
  keys TEXT NOT NULL,
  script TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('unspent', 'signed', 'spent')),
  locked_by TEXT,
  locking_request TEXT,
  inscription_hash TEXT,
  signed_at INTEGER,
  spent_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (transaction_hash, output_index)
) STRICT;
CREATE INDEX output_holder ON output (holder_id, sequence);
CREATE INDEX output_open ON output (holder_id, state, sequence) WHERE state <> 'spent';

-- A collection has a token of its own; each item is worth one unit of it and goes where its output goes.
CREATE TABLE collection (
  collection_hash TEXT PRIMARY KEY,
  asset_id TEXT NOT NULL UNIQUE,
  kernel_asset_id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  symbol TEXT NOT NULL,
  description TEXT NOT NULL,
  icon_url TEXT NOT NULL,
  unit TEXT NOT NULL,
  supply TEXT NOT NULL,
  -- 1 pays each item out when it is inscribed, 2 all of them once the last one is.
  mode INTEGER NOT NULL CHECK (mode IN (1, 2)),
  validation TEXT,
  treasury_ratio TEXT,
  treasury_recipient TEXT,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE item (
  inscription_hash TEXT PRIMARY KEY,
  collection_hash TEXT NOT NULL REFERENCES collection (collection_hash),
  sequence INTEGER NOT NULL,
  content_type TEXT NOT NULL,
  -- Empty where the content is in the transaction that inscribed it.
  content_url TEXT NOT NULL,
  -- SHA3-256 of that content, the same for equal ones; null without any.
  content_hash TEXT,
  traits TEXT NOT NULL,
  recipient TEXT NOT NULL,
  -- Empty once the item was released, and while it belongs to nobody of this network.
  occupied_by TEXT NOT NULL,
  occupied_at INTEGER,
  -- The transaction that pays the item out; null until it does.
  mint_transaction TEXT UNIQUE,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (collection_hash, sequence),
  UNIQUE (collection_hash, content_hash)
) STRICT;

-- Codes besides those of accounts. The body is JSON as it was ordered.
CREATE TABLE code (
  code_id TEXT PRIMARY KEY,
  body TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE snapshot (
  snapshot_id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('snapshot', 'deposit', 'withdrawal')),
  user_id TEXT NOT NULL,
  opponent_id TEXT,
  transaction_hash TEXT NOT NULL REFERENCES kernel_transaction (hash),
  output_index INTEGER NOT NULL,
  asset TEXT NOT NULL,
  amount TEXT NOT NULL,
  created_at INTEGER NOT NULL UNIQUE
) STRICT;
CREATE INDEX snapshot_user ON snapshot (user_id, created_at);

CREATE TABLE deposit_entry (
  entry_id TEXT PRIMARY KEY,
  holder_id INTEGER NOT NULL REFERENCES holder (id),
  chain_id TEXT NOT NULL,
  destination TEXT NOT NULL,
  tag TEXT NOT NULL,
  signature TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (holder_id, chain_id),
  UNIQUE (chain_id, destination, tag)
) STRICT;

CREATE TABLE deposit (
  deposit_id TEXT PRIMARY KEY,
  entry_id TEXT NOT NULL REFERENCES deposit_entry (entry_id),
  asset_id TEXT NOT NULL,
  amount TEXT NOT NULL,
  sender TEXT NOT NULL,
  chain_transaction TEXT NOT NULL,
  chain_index INTEGER NOT NULL,
  block_hash TEXT NOT NULL,
  seen_height INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'confirmed')),
  confirmed_height INTEGER,
  unique_key TEXT NOT NULL UNIQUE,
  transaction_hash TEXT UNIQUE,
  created_at INTEGER NOT NULL UNIQUE,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX deposit_pending ON deposit (seen_height) WHERE state = 'pending';
CREATE INDEX deposit_confirmed ON deposit (confirmed_height);

CREATE TABLE withdrawal (
  transaction_hash TEXT PRIMARY KEY,
  asset_id TEXT NOT NULL,
  amount TEXT NOT NULL,
  destination TEXT NOT NULL,
  tag TEXT NOT NULL,
  -- When its fee was paid; null while it waits for that.
  paid_height INTEGER,
  chain_transaction TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX withdrawal_leaving ON withdrawal (paid_height) WHERE chain_transaction = '';

CREATE TABLE asset_total (
  asset TEXT PRIMARY KEY,
  deposited TEXT NOT NULL,
  withdrawn TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`

/** Raised with every change of the tables above, together with a step in `upgrade.ts`. */
export const SCHEMA_VERSION = '9'
