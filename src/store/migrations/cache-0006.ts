import type { Migration } from '../migrate.ts'

export const cache0006: Migration = {
  id: 6,
  // The same check. SQLite makes a table of the numbers in a list for each row that is written, which takes longer than writing it to an index.
  reword: { table: 'outputs', from: 'state IN (0, 1, 2)', to: 'state BETWEEN 0 AND 2' },
  sql: '',
}
