import { codeOf, failure } from '#contract/errors'
import type { Column, Database, Statement, Value } from './database.ts'
import { hexOf } from './encoding.ts'
import { jsonOf } from './exact-json.ts'
import { seal } from './row-checksum.ts'
import { SEALED_COLUMNS, type SealedName } from './sealed-columns.ts'

/*
 * The convention of sealed tables: their column `seal` is a checksum of all the others but `row`, by `SEALED_COLUMNS` and
 * by name, so that it says the same whatever order the columns have in the file. Tables that are only shown are sealed too: it
 * costs five bytes a row, and a changed bit would be shown as the service's word.
 */

/** A row of a sealed table, read with `SELECT *`. */
export type Row = Readonly<Record<string, Column>> & { readonly row?: bigint; readonly seal: bigint }

export interface SealedTable {
  readonly name: string
  /** Columns of its primary key, in their order. */
  readonly key: readonly string[]
}

/** The checksum that a whole row, read with `SELECT *`, should carry. */
export function sealOf(table: string, row: Readonly<Record<string, Value>>): bigint {
  const law = lawOf(table)
  const values: Value[] = law.map((name) => row[name] ?? null)
  const names = Object.keys(row)
  // Nearly always there is nothing else, and then nothing is looked for.
  if (names.length > law.length + ('row' in row ? 1 : 0) + ('seal' in row ? 1 : 0)) {
    for (const name of names.sort()) {
      const value = row[name] ?? null
      if (value !== null && name !== 'row' && name !== 'seal' && !law.includes(name)) values.push(name, value)
    }
  }
  return seal(values)
}

/** Whether a whole row, read with `SELECT *`, carries the checksum of its columns. */
export const isSealed = (table: string, row: { readonly seal: bigint }): boolean =>
  sealOf(table, row as Row) === row.seal // members of a row are columns

const lawOf = (table: string): readonly string[] => {
  const laws: Readonly<Record<string, readonly string[]>> = SEALED_COLUMNS
  return laws[table] ?? []
}

/** Values of a row in the order in which the writers below take them. */
export function sealedValues<Name extends SealedName>(
  table: Name,
  row: Readonly<Record<(typeof SEALED_COLUMNS)[Name][number], Column>>,
): Column[] {
  const names: readonly (typeof SEALED_COLUMNS)[Name][number][] = SEALED_COLUMNS[table]
  return names.map((name) => row[name])
}

/** What a writer needs of a table: its columns in the order of the values it takes, `row` apart, and their seal. */
function sealing(table: SealedName, added: readonly string[]) {
  const columns = [...lawOf(table), ...added]
  return {
    columns,
    sealed: (values: readonly Value[]): bigint =>
      added.length === 0
        ? seal(values)
        : sealOf(table, Object.fromEntries(columns.map((name, at) => [name, values[at] ?? null]))),
  }
}

const insertion = (table: string, names: readonly string[], values = names.map(() => '?')): string =>
  `INSERT INTO ${table} (${[...names, 'seal'].join(', ')}) VALUES (${[...values, '?'].join(', ')})`

/** Statements of a table with values of their own at most, whatever a service leaves out of its records. */
const SHAPES = 64
/** Columns that are told apart by the bits of a number. */
const SHAPED_COLUMNS = 31

/**
 * Inserts rows of which many columns are empty. Handing a value over takes about as long as writing it, so nothing and no bytes stand in the
 * statement, of which there is one for each choice of columns that hold so little; rows mostly have few.
 */
function openInsert(db: Database, table: string, columns: readonly string[], tail: string) {
  if (columns.length > SHAPED_COLUMNS) throw failure('internal', `table ${table} has too many columns`)
  const statementOf = (values?: string[]) => db.prepare<never>(`${insertion(table, columns, values)} ${tail}`)
  const any = statementOf()
  const known = new Map<string, Statement<never>>()
  let last = { nulls: 0, empties: 0, statement: any }

  function shapeOf(nulls: number, empties: number): Statement<never> | undefined {
    if (last.nulls === nulls && last.empties === empties) return last.statement
    const name = `${nulls} ${empties}`
    const found = known.get(name)
    if (found === undefined && known.size === SHAPES) return undefined
    const isIn = (bits: number, at: number) => (bits & (1 << at)) !== 0
    const statement =
      found ?? statementOf(columns.map((_, at) => (isIn(nulls, at) ? 'NULL' : isIn(empties, at) ? "x''" : '?')))
    known.set(name, statement)
    last = { nulls, empties, statement }
    return statement
  }

  return (values: readonly Value[], sealed: bigint): number => {
    let [nulls, empties] = [0, 0]
    const held: Value[] = []
    for (let at = 0; at < values.length; at += 1) {
      const value = values[at] ?? null
      if (value === null) nulls |= 1 << at
      else if (value instanceof Uint8Array && value.length === 0) empties |= 1 << at
      else held.push(value)
    }
    const statement = shapeOf(nulls, empties)
    return statement === undefined ? any.run(...values, sealed) : statement.run(...held, sealed)
  }
}

/** A prepared insert; `tail` says what becomes of a row whose key is taken. Answers how many rows were written. */
export function sealedInsert(
  db: Database,
  table: SealedName,
  tail: '' | 'ON CONFLICT DO NOTHING' = '',
): (values: readonly Value[]) => number {
  const { columns, sealed } = sealing(table, [])
  const insert = openInsert(db, table, columns, tail)
  return (values) => insert(values, sealed(values))
}

/** A prepared insert of a table with numbered rows, under that number. */
export function sealedPlacing(db: Database, table: SealedName): (row: bigint, values: readonly Value[]) => void {
  const { columns, sealed } = sealing(table, [])
  const insert = openInsert(db, table, ['row', ...columns], '')
  return (row, values) => void insert([row, ...values], sealed(values))
}

/** A prepared insert of a table with numbered rows, which answers the number that the row was given. */
export function sealedAdding(db: Database, table: SealedName): (values: readonly Value[]) => bigint {
  const { columns, sealed } = sealing(table, [])
  const statement = db.prepare<{ row: bigint }>(`${insertion(table, columns)} RETURNING row`)
  return (values) => {
    const added = statement.get(...values, sealed(values))
    if (added === undefined) throw failure('internal', 'inserted row was not returned')
    return added.row
  }
}

/** A prepared change of a whole row of a table with numbered rows. */
export function sealedUpdate(db: Database, table: SealedName): (row: bigint, values: readonly Value[]) => void {
  const { columns, sealed } = sealing(table, [])
  const statement = db.prepare(
    `UPDATE ${table} SET ${columns.map((name) => `${name} = ?`).join(', ')}, seal = ? WHERE row = ?`,
  )
  return (row, values) => void statement.run(...values, sealed(values), row)
}

/**
 * A prepared upsert; it compares before it writes and answers whether anything was different. Values go in the order of the
 * law, after them those of columns that a migration `added`; where `row` is the key, it comes first.
 */
export function sealedWriter(
  db: Database,
  table: SealedName,
  key: readonly string[],
  added: readonly string[] = [],
): (values: readonly Value[]) => boolean {
  const { columns, sealed } = sealing(table, added)
  const numbered = key.includes('row')
  const rest = columns.filter((name) => !key.includes(name))
  const statement = db.prepare(`
    ${insertion(table, numbered ? ['row', ...columns] : columns)}
    ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${[...rest, 'seal'].map((name) => `${name} = excluded.${name}`).join(', ')}
    WHERE ${rest.map((name) => `${table}.${name} IS NOT excluded.${name}`).join(' OR ')}`)
  return (values) => statement.run(...values, sealed(numbered ? values.slice(1) : values)) > 0
}

/**
 * Every sealed table of a file but its `meta`, parents before children, read from the schema: what a migration adds is
 * checked, rescued and restored without being named anywhere.
 */
export function sealedTables(db: Database): SealedTable[] {
  const names = db
    .prepare<{ name: string }>(
      `SELECT DISTINCT master.name FROM sqlite_schema AS master, pragma_table_info(master.name) AS info
       WHERE master.type = 'table' AND master.name <> 'meta' AND info.name = 'seal' ORDER BY master.name`,
    )
    .all()
    .map(({ name }) => name)
  const keys = db.prepare<{ name: string }>('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk')
  const parents = db.prepare<{ table: string }>('SELECT DISTINCT "table" FROM pragma_foreign_key_list(?)')
  const ordered: SealedTable[] = []
  const visit = (name: string): void => {
    if (ordered.some((table) => table.name === name)) return
    for (const parent of parents.all(name)) if (parent.table !== name) visit(parent.table)
    ordered.push({ name, key: keys.all(name).map((column) => column.name) })
  }
  names.forEach(visit)
  return ordered
}

/** Throws `store.damaged` when a row of these tables does not carry the checksum of its columns. */
export function checkSeals(db: Database, tables: readonly string[]): void {
  for (const table of tables) {
    for (const row of db.prepare<Row>(`SELECT * FROM ${table}`).all()) {
      if (!isSealed(table, row)) throw db.damaged(`row of ${table}`)
    }
  }
}

/** Writes a whole row under the names that it was read with; one whose key is there already is left out. */
export function insertRow(db: Database, table: string, row: Row): number {
  const names = Object.keys(row)
  return db
    .prepare(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')}) ON CONFLICT DO NOTHING`,
    )
    .run(...Object.values(row))
}

/**
 * Copies the rows of a damaged file that can still be read and carry their checksum, and tells how many. Each table is
 * read from both ends, so that only what lies in a damaged page is lost; rows whose parent is lost are left out.
 */
export function rescueSealed(from: Database, to: Database, table: SealedTable): number {
  const found = new Map<string, Row>()
  for (const direction of ['ASC', 'DESC']) {
    const order = table.key.map((column) => `${column} ${direction}`)
    attempt(() =>
      from.prepare<Row>(`SELECT * FROM ${table.name} ORDER BY ${order.join(', ')}`).each((row) => {
        if (isSealed(table.name, row)) found.set(keyOf(table, row), row)
      }),
    )
  }
  let copied = 0
  for (const row of found.values()) {
    attempt(() => {
      copied += insertRow(to, table.name, row)
    })
  }
  return copied
}

/** A row's primary key as text. */
export const keyOf = ({ key }: SealedTable, row: Row): string =>
  jsonOf(key.map((column) => keyText(row[column] ?? null)))

const keyText = (value: Column): string => (value instanceof Uint8Array ? hexOf(value) : String(value))

/** A damaged place ends one reading or loses one row, not the rescue. */
function attempt(work: () => void): void {
  try {
    work()
  } catch (error) {
    const code = codeOf(error)
    if (code !== 'store.damaged' && code !== 'internal') throw error
  }
}
