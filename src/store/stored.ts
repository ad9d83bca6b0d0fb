import { z } from 'zod'
import type { Nanos } from '#contract/domain'
import { failure } from '#contract/errors'
import type { Amount } from '#protocol/text'
import type { Database } from './database.ts'
import { fromJson, type Json } from './exact-json.ts'

/*
 * Reading what the journal keeps as JSON. Nothing brings these rows back, and any version may have written them: they are
 * checked by a schema, members that are not known stay, and one that does not fit takes nothing else with it.
 */

/** Amounts and times as they are inside, which `jsonOf` keeps exact. */
export const storedAmount = z.custom<Amount>((value) => typeof value === 'bigint')
export const storedTime = z.custom<Nanos>((value) => typeof value === 'bigint')

/** An object; members of a newer version are kept, so that writing it again loses nothing. */
export const storedObject = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.looseObject(shape) as z.ZodObject<Shape> // what else it holds is nobody's to read

/** A stored value of that shape; undefined for any other. */
export function readStored<Schema extends z.ZodType>(schema: Schema, value: Json): z.output<Schema> | undefined {
  const result = schema.safeParse(value)
  return result.success ? result.data : undefined
}

/** The same for what nothing can be done without. Throws `store.damaged`. */
export function needStored<Schema extends z.ZodType>(schema: Schema, value: Json, what: string): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw failure('store.damaged', `stored ${what} has another shape`, { cause: result.error })
}

/** JSON that only the wallet understands; null, with a line in the log, where it is none. */
export const jsonIn = (db: Database, what: string, text: string): Json =>
  db.readable(what, [text], (each) => fromJson<Json>(each))[0] ?? null

/** JSON of the store's own; undefined, with a line in the log, where it has another shape. */
export const valueIn = <Schema extends z.ZodType>(
  db: Database,
  what: string,
  text: string,
  schema: Schema,
): z.output<Schema> | undefined =>
  db.readable(what, [text], (each) => needStored(schema, fromJson<Json>(each), what))[0]
