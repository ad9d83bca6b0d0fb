import type { Database, Statement, Value } from './database.ts'
import { checksum } from './row-checksum.ts'
import { SEALED_COLUMNS, type SealedName } from './sealed-columns.ts'

/** Rows of one statement. More save little, and more are left over at the end of a page. */
const TOGETHER = 32
/** Choices of columns that have statements of their own, whatever a service leaves out of its records. */
const SHAPES = 64
const PRIME = 16_777_619

/** What stands in a column: nothing, no bytes, or something. */
type Part = 0 | 1 | 2
const [NOTHING, EMPTY, SOME] = [0, 1, 2] as const
const TERMS = ['NULL', "x''", '?'] as const

/** Rows that hold something in the same columns. */
interface Shape {
  readonly parts: readonly Part[]
  /** Values of one row. */
  readonly width: number
  readonly one: Statement<never>
  readonly many: Statement<never>
  /** Values of rows that wait for the others of their statement, and how many rows there are. */
  readonly waiting: Value[]
  waits: number
}

/** Rows of one transaction. In which order they are numbered is open. */
export interface Batch {
  add(values: readonly Value[]): void
  /** Writes what still waits, and answers how many rows were written: the others have a key that is taken. */
  end(): number
}

/**
 * Begins a batch of rows of a table, those left out whose `key` is taken; its beginning forgets one that was not ended. Most of what a row costs
 * is the call, so rows of a kind share one; nothing and no bytes stand in its statement. Belongs to a transaction that is taken back as a whole
 * where a row is refused: so SQLite, told to go on from where it failed, need not keep each page as it was before each statement. It does so
 * anyway where a declaration checks at once that there is what a row refers to, or calls a function.
 */
export function sealedBatch(db: Database, table: SealedName, key: readonly string[]): () => Batch {
  const columns: readonly string[] = SEALED_COLUMNS[table]
  const shapes = new Map<number, Shape>()
  const any = shapeOf(columns.map(() => SOME))
  /** Parts of the row at hand. */
  const parts: Part[] = [...any.parts]
  let last = any

  function shapeOf(of: readonly Part[]): Shape {
    const row = `(${[...of.map((part) => TERMS[part]), '?'].join(', ')})`
    const statementOf = (rows: number) =>
      db.prepare<never>(`
        INSERT OR FAIL INTO ${table} (${[...columns, 'seal'].join(', ')})
        VALUES ${Array.from({ length: rows }, () => row).join(', ')} ON CONFLICT (${key.join(', ')}) DO NOTHING`)
    const width = of.filter((part) => part === SOME).length + 1
    return { parts: of, width, one: statementOf(1), many: statementOf(TOGETHER), waiting: [], waits: 0 }
  }

  /** The shape of the row at hand; where there are too many, that of rows which hold something everywhere. */
  function shapeAtHand(mark: number): Shape {
    if (isAtHand(last)) return last
    const found = shapes.get(mark)
    if (found !== undefined) return isAtHand(found) ? found : any
    if (shapes.size === SHAPES) return any
    const shape = shapeOf([...parts])
    shapes.set(mark, shape)
    return shape
  }

  function isAtHand(shape: Shape): boolean {
    for (let at = 0; at < parts.length; at += 1) if (shape.parts[at] !== parts[at]) return false
    return true
  }

  function push(shape: Shape, values: readonly Value[]): void {
    const { waiting, width } = shape
    let place = shape.waits * width
    for (let at = 0; at < values.length; at += 1) {
      if (shape.parts[at] !== SOME) continue
      waiting[place] = values[at] ?? null
      place += 1
    }
    waiting[place] = checksum(values)
    shape.waits += 1
  }

  return () => {
    for (const shape of [any, ...shapes.values()]) shape.waits = 0
    let written = 0
    return {
      add(values) {
        let mark = 0
        for (let at = 0; at < values.length; at += 1) {
          const part = partOf(values[at] ?? null)
          parts[at] = part
          mark = Math.imul(mark ^ part, PRIME)
        }
        last = shapeAtHand(mark)
        push(last, values)
        if (last.waits < TOGETHER) return
        written += last.many.run(...last.waiting)
        last.waits = 0
      },
      end() {
        for (const shape of [any, ...shapes.values()]) {
          const { one, waiting, width } = shape
          for (let at = 0; at < shape.waits; at += 1) written += one.run(...waiting.slice(at * width, (at + 1) * width))
          shape.waits = 0
        }
        return written
      },
    }
  }
}

const partOf = (value: Value): Part =>
  value === null ? NOTHING : typeof value === 'object' && value.length === 0 ? EMPTY : SOME
