import type { Migration } from '../migrate.ts'

export const intents0007: Migration = {
  id: 7,
  sql: `
    -- Payments to come, once or again and again. detail is null once a plan was removed: a copy cannot bring it back.
    CREATE TABLE plans (
      id BLOB PRIMARY KEY CHECK (length(id) = 16),
      holder TEXT NOT NULL,
      detail TEXT,
      made_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      seal INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- What was decided about one of a plan's times. state: 0 failed, 1 prepared, 2 skipped. What was paid, its payments say.
    CREATE TABLE plan_times (
      plan BLOB NOT NULL CHECK (length(plan) = 16),
      day TEXT NOT NULL,
      state INTEGER NOT NULL,
      problem TEXT,
      updated_at INTEGER NOT NULL,
      seal INTEGER NOT NULL,
      PRIMARY KEY (plan, day)
    ) STRICT, WITHOUT ROWID;
  `,
}
