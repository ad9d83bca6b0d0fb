CREATE TABLE audits (
  output_id BLOB PRIMARY KEY, result INTEGER NOT NULL, evidence TEXT, at INTEGER NOT NULL, seal INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX audits_result ON audits (result);

CREATE TABLE contact_addresses (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  user_id BLOB,
  label TEXT NOT NULL,
  chain BLOB NOT NULL,
  destination TEXT NOT NULL,
  tag TEXT NOT NULL,
  saved_at INTEGER NOT NULL,
  seal INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX contact_addresses_ends ON contact_addresses (
  lower(substr(destination, 1, 4)), lower(substr(destination, -4))
);

CREATE INDEX contact_addresses_owner ON contact_addresses (user_id);

CREATE TABLE contact_pins (
  user_id BLOB PRIMARY KEY, identity_number TEXT NOT NULL, name TEXT NOT NULL, pinned_at INTEGER NOT NULL,
  seal INTEGER NOT NULL
, paid INTEGER) STRICT, WITHOUT ROWID;

CREATE TABLE deposit_pins (
  holder TEXT NOT NULL, chain BLOB NOT NULL, record TEXT NOT NULL, pinned_at INTEGER NOT NULL, seal INTEGER NOT NULL,
  PRIMARY KEY (holder, chain)
) STRICT, WITHOUT ROWID;

CREATE TABLE drafts (
  id TEXT PRIMARY KEY, holder TEXT NOT NULL, form TEXT NOT NULL, saved_at INTEGER NOT NULL, seal INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE freezes (
  output_id BLOB PRIMARY KEY, reason TEXT NOT NULL, at INTEGER NOT NULL, seal INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE groups (
  holder TEXT PRIMARY KEY, members_hash BLOB NOT NULL, threshold INTEGER NOT NULL, members BLOB NOT NULL,
  name TEXT NOT NULL, colour INTEGER NOT NULL, position INTEGER NOT NULL, created_at INTEGER NOT NULL,
  seal INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE hints (
  hint BLOB PRIMARY KEY CHECK (length(hint) = 16),
  receivers BLOB NOT NULL,
  output_index INTEGER NOT NULL,
  mask BLOB NOT NULL CHECK (length(mask) = 32),
  keys BLOB NOT NULL,
  first_at INTEGER NOT NULL,
  seal INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE holds (
  output_id BLOB PRIMARY KEY CHECK (length(output_id) = 16),
  payment INTEGER NOT NULL REFERENCES payments (row),
  asset BLOB NOT NULL CHECK (length(asset) = 16),
  units INTEGER NOT NULL,
  large BLOB NOT NULL,
  seal INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX holds_payment ON holds (payment);

CREATE TABLE item_names (
  output_id BLOB PRIMARY KEY CHECK (length(output_id) = 16),
  item BLOB NOT NULL CHECK (length(item) = 32),
  told INTEGER,
  seal INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE labels (
  subject TEXT PRIMARY KEY, label TEXT NOT NULL, note TEXT NOT NULL, updated_at INTEGER NOT NULL,
  revision INTEGER NOT NULL, seal INTEGER NOT NULL
, tags TEXT) STRICT, WITHOUT ROWID;

CREATE INDEX labels_revision ON labels (revision);

CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL, seal INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE payment_events (
  row INTEGER PRIMARY KEY,
  payment BLOB NOT NULL,
  at INTEGER NOT NULL,
  what TEXT NOT NULL,
  detail TEXT,
  seal INTEGER NOT NULL
) STRICT;

CREATE INDEX payment_events_payment ON payment_events (payment);

CREATE TABLE payment_inputs (
  transaction_row INTEGER NOT NULL REFERENCES payment_transactions (row) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  output_id BLOB NOT NULL CHECK (length(output_id) = 16),
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  output_index INTEGER NOT NULL,
  units INTEGER NOT NULL,
  large BLOB NOT NULL,
  mask BLOB NOT NULL CHECK (length(mask) = 32),
  keys BLOB NOT NULL,
  seal INTEGER NOT NULL,
  PRIMARY KEY (transaction_row, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX payment_inputs_output ON payment_inputs (output_id);

CREATE TABLE payment_outputs (
  transaction_row INTEGER NOT NULL REFERENCES payment_transactions (row) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  role INTEGER NOT NULL,
  payee TEXT NOT NULL,
  units INTEGER NOT NULL,
  large BLOB NOT NULL,
  threshold INTEGER NOT NULL,
  hint BLOB,
  mask BLOB,
  keys BLOB,
  script BLOB,
  seal INTEGER NOT NULL,
  PRIMARY KEY (transaction_row, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE payment_pauses (
  payment BLOB PRIMARY KEY CHECK (length(payment) = 16),
  reason INTEGER NOT NULL,
  at INTEGER NOT NULL,
  allowed_at INTEGER,
  seal INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE payment_transactions (
  row INTEGER PRIMARY KEY,
  payment INTEGER NOT NULL REFERENCES payments (row),
  position INTEGER NOT NULL,
  request_id BLOB NOT NULL CHECK (length(request_id) = 16),
  dead INTEGER NOT NULL CHECK (dead IN (0, 1)),
  purpose INTEGER NOT NULL,
  asset BLOB NOT NULL CHECK (length(asset) = 16),
  kernel BLOB NOT NULL CHECK (length(kernel) = 32),
  extra BLOB NOT NULL,
  refs BLOB NOT NULL,
  hash BLOB,
  raw BLOB,
  raw_check BLOB,
  signed BLOB,
  signed_check BLOB,
  record TEXT,
  input_count INTEGER NOT NULL,
  output_count INTEGER NOT NULL,
  accepted_at INTEGER,
  final_at INTEGER,
  conflict TEXT,
  seal INTEGER NOT NULL,
  UNIQUE (payment, position)
) STRICT;

CREATE INDEX payment_transactions_hash ON payment_transactions (hash) WHERE hash IS NOT NULL;

CREATE UNIQUE INDEX payment_transactions_request ON payment_transactions (request_id) WHERE dead = 0;

CREATE TABLE payment_voids (
  payment BLOB PRIMARY KEY CHECK (length(payment) = 16),
  voids BLOB NOT NULL CHECK (length(voids) = 16),
  depth INTEGER NOT NULL CHECK (depth > 0),
  seal INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX payment_voids_voids ON payment_voids (voids);

CREATE TABLE payments (
  row INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
  holder TEXT NOT NULL,
  kind INTEGER NOT NULL,
  state INTEGER NOT NULL,
  asset BLOB NOT NULL CHECK (length(asset) = 16),
  units INTEGER NOT NULL,
  large BLOB NOT NULL,
  detail TEXT NOT NULL,
  parts INTEGER NOT NULL,
  digest BLOB,
  attempts INTEGER NOT NULL,
  problem TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  approved_at INTEGER,
  signed_at INTEGER,
  sent_at INTEGER,
  accepted_at INTEGER,
  final_at INTEGER,
  seal INTEGER NOT NULL
) STRICT;

CREATE INDEX payments_failed ON payments (state) WHERE state = 11 AND signed_at IS NOT NULL;

CREATE INDEX payments_holder ON payments (holder);

CREATE INDEX payments_live ON payments (holder, state) WHERE state < 9;

CREATE INDEX payments_paid ON payments (holder, asset, coalesce(signed_at, final_at, approved_at));

CREATE INDEX payments_run ON payments (CASE WHEN json_valid(detail) THEN json_extract(detail, '$.run.id') ELSE '' END)
  WHERE CASE WHEN json_valid(detail) THEN json_extract(detail, '$.run.id') ELSE '' END IS NOT NULL;

CREATE TABLE plan_times (
  plan BLOB NOT NULL CHECK (length(plan) = 16),
  day TEXT NOT NULL,
  state INTEGER NOT NULL,
  problem TEXT,
  updated_at INTEGER NOT NULL,
  seal INTEGER NOT NULL,
  PRIMARY KEY (plan, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE plans (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  holder TEXT NOT NULL,
  detail TEXT,
  made_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  seal INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE requests (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  holder TEXT NOT NULL,
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  state INTEGER NOT NULL,
  raw BLOB NOT NULL,
  detail TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  seal INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX requests_hash ON requests (hash);

CREATE INDEX requests_open ON requests (state) WHERE state < 2;

CREATE TABLE seen_keys (
  key BLOB PRIMARY KEY CHECK (length(key) = 32), origin BLOB NOT NULL, seal INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL, seal INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE void_holds (
  output_id BLOB NOT NULL CHECK (length(output_id) = 16),
  depth INTEGER NOT NULL CHECK (depth > 0),
  payment INTEGER NOT NULL REFERENCES payments (row),
  asset BLOB NOT NULL CHECK (length(asset) = 16),
  units INTEGER NOT NULL,
  large BLOB NOT NULL,
  seal INTEGER NOT NULL,
  PRIMARY KEY (output_id, depth)
) STRICT, WITHOUT ROWID;

CREATE INDEX void_holds_payment ON void_holds (payment);
