CREATE TABLE accounts (
  account BLOB PRIMARY KEY CHECK (length(account) = 16),
  holder TEXT NOT NULL,
  name TEXT NOT NULL,
  identity_number TEXT NOT NULL,
  avatar_url TEXT NOT NULL,
  kind INTEGER NOT NULL CHECK (kind IN (0, 1, 2)),
  colour INTEGER NOT NULL CHECK (colour BETWEEN 0 AND 7),
  position INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  backed_up_at INTEGER,
  registered_at INTEGER,
  public_key BLOB,
  seal INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL, seal INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL, seal INTEGER NOT NULL) STRICT, WITHOUT ROWID;
