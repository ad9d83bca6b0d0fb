import type { Migration } from '../migrate.ts'

export const cache0003: Migration = {
  id: 3,
  sql: `
    -- Who is a contact (list 0) and who is blocked (list 1), in the service's order. They were two texts of all ids before,
    -- which are read anew.
    CREATE TABLE relations (
      list INTEGER NOT NULL CHECK (list IN (0, 1)),
      user_id BLOB NOT NULL CHECK (length(user_id) = 16),
      position INTEGER NOT NULL,
      seal INTEGER NOT NULL,
      PRIMARY KEY (list, user_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX relations_position ON relations (list, position);
    DELETE FROM progress WHERE name IN ('friends', 'blocked');

    -- Names of people as they are compared, so that who has the same one is found without reading all. The key is the
    -- person's row in people.
    CREATE TABLE user_names (
      row INTEGER PRIMARY KEY REFERENCES people (row), name TEXT NOT NULL, seal INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX user_names_name ON user_names (name);
  `,
}
