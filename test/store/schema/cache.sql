CREATE TABLE assets (
  asset_id BLOB PRIMARY KEY, kernel BLOB NOT NULL, folded TEXT NOT NULL, record TEXT NOT NULL, seal INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX assets_kernel ON assets (kernel);

CREATE TABLE balances (
  holder INTEGER NOT NULL REFERENCES holders (row),
  asset INTEGER NOT NULL REFERENCES kernel_assets (row),
  unspent_units INTEGER NOT NULL,
  unspent_large BLOB NOT NULL,
  unspent_count INTEGER NOT NULL CHECK (unspent_count >= 0),
  signed_units INTEGER NOT NULL,
  signed_large BLOB NOT NULL,
  signed_count INTEGER NOT NULL CHECK (signed_count >= 0),
  inscribed_count INTEGER NOT NULL CHECK (inscribed_count >= 0),
  seal INTEGER NOT NULL,
  PRIMARY KEY (holder, asset)
) STRICT, WITHOUT ROWID;

CREATE TABLE chains (
  chain_id BLOB PRIMARY KEY, record TEXT NOT NULL, seal INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE collections (
  hash BLOB PRIMARY KEY, record TEXT NOT NULL, seal INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE fiats (code TEXT PRIMARY KEY, record TEXT NOT NULL, seal INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE flows (
  holder INTEGER NOT NULL REFERENCES holders (row),
  asset INTEGER NOT NULL REFERENCES kernel_assets (row),
  hour INTEGER NOT NULL,
  units INTEGER NOT NULL,
  large BLOB NOT NULL,
  seal INTEGER NOT NULL,
  PRIMARY KEY (holder, asset, hour)
) STRICT, WITHOUT ROWID;

CREATE TABLE holders (
  row INTEGER PRIMARY KEY,
  members_hash BLOB NOT NULL CHECK (length(members_hash) = 32),
  threshold INTEGER NOT NULL,
  members BLOB NOT NULL,
  seal INTEGER NOT NULL,
  UNIQUE (members_hash, threshold)
) STRICT;

CREATE TABLE inscriptions (
  hash BLOB PRIMARY KEY, collection BLOB NOT NULL, sequence INTEGER NOT NULL, record TEXT NOT NULL, seal INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX inscriptions_collection ON inscriptions (collection, sequence);

CREATE TABLE kernel_assets (
  row INTEGER PRIMARY KEY,
  kernel BLOB NOT NULL UNIQUE CHECK (length(kernel) = 32),
  asset_id BLOB,
  seal INTEGER NOT NULL
) STRICT;

CREATE TABLE label_texts (
  subject TEXT PRIMARY KEY, text TEXT NOT NULL, seal INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL, seal INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE outputs (
  row INTEGER PRIMARY KEY,
  id BLOB NOT NULL,
  holder INTEGER NOT NULL REFERENCES holders (row) DEFERRABLE INITIALLY DEFERRED,
  asset INTEGER NOT NULL REFERENCES kernel_assets (row) DEFERRABLE INITIALLY DEFERRED,
  state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 2),
  units INTEGER NOT NULL CHECK (units >= 0),
  large BLOB NOT NULL,
  sequence INTEGER NOT NULL,
  transaction_hash BLOB NOT NULL,
  output_index INTEGER NOT NULL,
  mask BLOB NOT NULL,
  keys BLOB NOT NULL,
  senders INTEGER REFERENCES parties (row) DEFERRABLE INITIALLY DEFERRED,
  receivers INTEGER REFERENCES parties (row) DEFERRABLE INITIALLY DEFERRED,
  claimed_asset BLOB,
  extra BLOB,
  inscription BLOB,
  request_id BLOB,
  signed_by BLOB,
  signers BLOB,
  signed_at INTEGER,
  spent_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER,
  deposit TEXT,
  type TEXT,
  seal INTEGER NOT NULL
) STRICT;

CREATE INDEX outputs_coins ON outputs (holder, asset, units, large, id) WHERE state = 0 AND inscription IS NULL;

CREATE UNIQUE INDEX outputs_id ON outputs (id);

CREATE INDEX outputs_inscribed ON outputs (holder, sequence) WHERE inscription IS NOT NULL;

CREATE INDEX outputs_open ON outputs (holder, state, sequence) WHERE state < 2;

CREATE INDEX outputs_sequence ON outputs (holder, sequence);

CREATE INDEX outputs_transaction ON outputs (transaction_hash, output_index) WHERE state < 2;

CREATE TABLE own_spends (
  output_id BLOB PRIMARY KEY CHECK (length(output_id) = 16),
  transaction_hash BLOB NOT NULL,
  at INTEGER NOT NULL,
  seal INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE parties (
  row INTEGER PRIMARY KEY,
  hash BLOB NOT NULL,
  threshold INTEGER NOT NULL,
  members BLOB NOT NULL,
  seal INTEGER NOT NULL
) STRICT;

CREATE INDEX parties_hash ON parties (substr(hash, 1, 8));

CREATE TABLE pending_deposits (
  holder TEXT NOT NULL, deposit_id BLOB NOT NULL, record TEXT NOT NULL, seal INTEGER NOT NULL,
  PRIMARY KEY (holder, deposit_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE people (
  row INTEGER PRIMARY KEY,
  user_id BLOB NOT NULL UNIQUE CHECK (length(user_id) = 16),
  seal INTEGER NOT NULL
) STRICT;

CREATE TABLE prices (
  asset_id BLOB NOT NULL CHECK (length(asset_id) = 16),
  hour INTEGER NOT NULL,
  price TEXT NOT NULL,
  seal INTEGER NOT NULL,
  PRIMARY KEY (asset_id, hour)
) STRICT, WITHOUT ROWID;

CREATE INDEX prices_hour ON prices (hour);

CREATE TABLE progress (name TEXT PRIMARY KEY, value TEXT NOT NULL, seal INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE rates (
  code TEXT NOT NULL,
  hour INTEGER NOT NULL,
  rate TEXT NOT NULL,
  seal INTEGER NOT NULL,
  PRIMARY KEY (code, hour)
) STRICT, WITHOUT ROWID;

CREATE TABLE relations (
  list INTEGER NOT NULL CHECK (list IN (0, 1)),
  user_id BLOB NOT NULL CHECK (length(user_id) = 16),
  position INTEGER NOT NULL,
  seal INTEGER NOT NULL,
  PRIMARY KEY (list, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX relations_position ON relations (list, position);

CREATE TABLE set_aside (
  output_id BLOB PRIMARY KEY CHECK (length(output_id) = 16),
  holder INTEGER NOT NULL REFERENCES holders (row),
  fields TEXT NOT NULL,
  kept TEXT,
  seen TEXT NOT NULL,
  record TEXT NOT NULL,
  at INTEGER NOT NULL,
  seal INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE snapshot_blocks (
  row INTEGER PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL, order_by_time BLOB, seal INTEGER NOT NULL
) STRICT;

CREATE TABLE snapshot_terms (
  block INTEGER NOT NULL, term TEXT NOT NULL, places BLOB NOT NULL, seal INTEGER NOT NULL, PRIMARY KEY (block, term)
) STRICT, WITHOUT ROWID;

CREATE TABLE snapshots (
  row INTEGER PRIMARY KEY,
  id BLOB NOT NULL CHECK (length(id) = 16),
  class INTEGER NOT NULL CHECK (class BETWEEN 0 AND 5),
  asset INTEGER NOT NULL REFERENCES kernel_assets (row),
  claimed_asset BLOB,
  user INTEGER NOT NULL REFERENCES people (row),
  opponent INTEGER REFERENCES people (row),
  units INTEGER NOT NULL,
  large BLOB NOT NULL,
  transaction_hash BLOB NOT NULL CHECK (length(transaction_hash) = 32),
  output_index INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  request_id BLOB,
  trace_id BLOB,
  memo BLOB,
  inscription BLOB,
  deposit TEXT,
  withdrawal TEXT,
  opening_units INTEGER,
  opening_large BLOB,
  closing_units INTEGER,
  closing_large BLOB,
  type TEXT,
  seal INTEGER NOT NULL
) STRICT;

CREATE INDEX snapshots_id ON snapshots (substr(id, 1, 6));

CREATE INDEX snapshots_leaving ON snapshots (created_at) WHERE instr(withdrawal, '"withdrawal_hash":""') > 0;

CREATE INDEX snapshots_request ON snapshots (substr(request_id, 1, 6)) WHERE request_id IS NOT NULL;

CREATE INDEX snapshots_transaction ON snapshots (substr(transaction_hash, 1, 6));

CREATE TABLE transaction_facts (
  hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
  refers BLOB,
  record TEXT NOT NULL,
  seal INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX transaction_facts_refers ON transaction_facts (refers) WHERE refers IS NOT NULL;

CREATE TABLE transaction_payees (
  payee BLOB NOT NULL CHECK (length(payee) = 16),
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (payee, hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE user_names (
  row INTEGER PRIMARY KEY REFERENCES people (row), name TEXT NOT NULL, seal INTEGER NOT NULL
) STRICT;

CREATE INDEX user_names_name ON user_names (name);

CREATE VIRTUAL TABLE user_words USING fts5 (
  words, content = '', contentless_delete = 1, detail = none, prefix = '1 2 3',
  tokenize = 'unicode61 remove_diacritics 2'
);

CREATE TABLE 'user_words_config'(k PRIMARY KEY, v) WITHOUT ROWID;

CREATE TABLE 'user_words_data'(id INTEGER PRIMARY KEY, block BLOB);

CREATE TABLE 'user_words_docsize'(id INTEGER PRIMARY KEY, sz BLOB, origin INTEGER);

CREATE TABLE 'user_words_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE TABLE users (
  row INTEGER PRIMARY KEY REFERENCES people (row), folded TEXT NOT NULL, record TEXT NOT NULL, seal INTEGER NOT NULL
) STRICT;
