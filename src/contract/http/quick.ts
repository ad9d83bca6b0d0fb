import type { z } from 'zod'

/**
 * Decoding of large answers without an object per member. It follows the same schemas as zod and has no rules of its own:
 * schemas say here how a good value is read at once, and whatever is not read at once is left to zod, which then accepts
 * it or says what is wrong. So quick reading can only ever be slower than it should be, never more lenient.
 * It stays for its worth: a page of 500 outputs is parsed and checked in less than half of the time that zod alone takes.
 */
export type Quick<Value = unknown> = (value: unknown) => Value

/** Ends quick decoding, from however deep in a record; it says nothing to anybody. */
const LEFT = new Error('left to zod')

/** What quick decoders do with all that they leave to zod. */
export function leave(): never {
  throw LEFT
}

const quick = new WeakMap<z.core.$ZodType, Quick>()

/** Declares how good values of a schema are read. For these the decoder must answer exactly what the schema does. */
export function quickly<Schema extends z.ZodType>(schema: Schema, decode: Quick<z.output<Schema>>): Schema {
  quick.set(schema, decode)
  return schema
}

/** A quick decoder that calls a reader which throws. */
export function trying<Value>(isText: (text: string) => boolean, read: (text: string) => Value): Quick<Value> {
  return (value) => {
    if (typeof value !== 'string' || !isText(value)) return leave()
    try {
      return read(value)
    } catch {
      return leave()
    }
  }
}

/** The quick decoder of a schema, made once from what it is composed of. */
export function quickOf(schema: z.core.$ZodType): Quick {
  const known = quick.get(schema)
  if (known !== undefined) return known
  const made = composed(schema as z.core.$ZodTypes) ?? byZod(schema)
  quick.set(schema, made)
  return made
}

function byZod(schema: z.core.$ZodType): Quick {
  const { safeParse } = schema as z.ZodType
  // Absent members are zod's affair, and those that stay absent: what they become depends on the object around them.
  return (value) => {
    if (value === undefined) return leave()
    const { data } = safeParse(value)
    return data === undefined ? leave() : data
  }
}

function composed(schema: z.core.$ZodTypes): Quick | undefined {
  const { def } = schema._zod
  if ('checks' in def && def.checks !== undefined && def.checks.length > 0) return undefined
  switch (def.type) {
    case 'string':
      return 'format' in def || def.coerce === true
        ? undefined
        : (value) => (typeof value === 'string' ? value : leave())
    case 'boolean':
      return def.coerce === true ? undefined : (value) => (typeof value === 'boolean' ? value : leave())
    case 'unknown':
      return (value) => (value === undefined ? leave() : value)
    case 'nullable': {
      const inner = quickOf(def.innerType)
      return (value) => (value === null ? null : inner(value))
    }
    case 'enum': {
      const members = new Set<unknown>(Object.values(def.entries))
      return (value) => (members.has(value) ? value : leave())
    }
    case 'array':
      return quickArray(quickOf(def.element))
    case 'object':
      return def.catchall === undefined ? quickObject(def.shape) : undefined
    default:
      return undefined
  }
}

function quickArray(item: Quick): Quick {
  return (value) => {
    if (!Array.isArray(value)) return leave()
    // Most lists in records are of one.
    if (value.length === 1) return [item(value[0])]
    const result: unknown[] = []
    for (const each of value) result.push(item(each))
    return result
  }
}

function quickObject(shape: Readonly<Record<string, z.core.$ZodType>>): Quick {
  const members = Object.entries(shape).map(([name, member]) => ({ name, decode: quickOf(member) }))
  // Copying an object that has all members already is several times quicker than adding them one by one.
  const empty: Record<string, unknown> = Object.fromEntries(members.map(({ name }) => [name, null]))
  return (value) => {
    const source = recordOf(value)
    const result = { ...empty }
    for (const { name, decode } of members) result[name] = decode(source[name])
    return result
  }
}

/** Any object may be read by name. */
const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value !== 'object' || value === null || Array.isArray(value) ? leave() : (value as Record<string, unknown>)

type Members<Schema extends z.ZodObject> = keyof Schema['shape']

/**
 * Declares how records are read of which pages are full: `read` makes one of its members by their names, each as its schema says. Members that
 * are written out are found and kept several times quicker than those that a loop goes through.
 */
export function quickRecord<Schema extends z.ZodObject>(
  schema: Schema,
  read: (
    as: { readonly [Name in Members<Schema>]: Quick },
    from: { readonly [Name in Members<Schema>]?: unknown },
  ) => { readonly [Name in Members<Schema>]: unknown },
): Schema {
  const decoders = Object.entries(schema.shape).map(([name, member]) => [name, quickOf(member)])
  // The members of a schema by their own names. An object with so many is a table, in which each is looked up; what is inherited is known.
  const as: Parameters<typeof read>[0] = Object.create(Object.fromEntries(decoders))
  // Each member as its schema reads it.
  return quickly<Schema>(schema, (value) => read(as, recordOf(value)) as z.output<Schema>)
}

/** Records that zod is given at once where it might refuse them all: what it says of a bad one takes kilobytes. */
const AT_ONCE = 500

/** What quick decoding makes of a value; undefined where that is left to zod. */
export function readQuickly<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> | undefined {
  try {
    return quickOf(schema)(value) as z.output<Schema> // quick decoders answer what their schemas do
  } catch (error) {
    if (error !== LEFT) throw error
    return undefined
  }
}

/** As `schema.safeParse`, for answers that may be large; of a long list it says what is wrong with the first bad records only. */
export function decodeQuickly<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  const data = readQuickly(schema, value)
  if (data !== undefined) return { success: true, data }
  const many: readonly unknown[] = Array.isArray(value) && value.length > AT_ONCE ? value : []
  for (let at = 0; at < many.length; at += AT_ONCE) {
    const some = schema.safeParse(many.slice(at, at + AT_ONCE))
    if (!some.success) return some
  }
  return schema.safeParse(value)
}
