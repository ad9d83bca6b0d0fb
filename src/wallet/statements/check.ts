import { z } from 'zod'
import type { Hash } from '#contract/domain'
import { parseSignedAmount, sha256Hash, verifyStatement } from '#protocol'

/* Statements as JSON: the record, the key that signed it and its signature, or null for both where nothing could sign. */

export const STATEMENT_FORMAT = 'coffer-statement-1'

const decimal = z.string().max(60)
const file = z.object({
  format: z.literal(STATEMENT_FORMAT),
  statement: z.looseObject({
    whole: z.string(),
    agrees: z.string().optional(),
    only: z.looseObject({ symbol: z.string(), id: z.string() }).optional(),
    assets: z.array(
      z.looseObject({
        symbol: z.string(),
        id: z.string(),
        opening: decimal,
        in: decimal,
        out: decimal,
        fees: decimal,
        closing: decimal,
      }),
    ),
    movements: z.array(z.looseObject({ type: z.string(), asset: z.string(), amount: decimal, fee: decimal.nullish() })),
  }),
  key: z.string().nullable(),
  signature: z.string().nullable(),
})

type File = z.output<typeof file>
type Statement = File['statement']

/** What a file proves by itself, and the digest that its paper and its table bear as well. */
export type StatementVerdict =
  | { readonly kind: 'unreadable' | 'changed' }
  | ({ readonly kind: 'unsigned'; readonly digest: Hash } & Part)
  /** Unchanged since that key signed it; whose it is, nothing here says. */
  | ({
      readonly kind: 'signed'
      readonly key: string
      readonly digest: Hash
      /** It says itself that movements may be missing. */
      readonly isDoubted?: true
    } & Part)
  /** The sums of this asset are not those of its movements. */
  | { readonly kind: 'sums'; readonly symbol: string }

/** What of an account it says that it is about, where that is not all. */
interface Part {
  readonly only?: { readonly symbol: string; readonly id: string }
  /** Its movements were chosen by more than asset and period. */
  readonly isChoice?: true
}

/** The text that is signed: the same for every writing of the same record. */
export const signedText = (statement: object): string => JSON.stringify(statement)

/** What hangs on the moment at which a statement is drawn up: when that is, what the coins bore out then, and estimates by prices of then. */
const OF_THE_MOMENT: ReadonlySet<string> = new Set([
  ...['drawn', 'agrees', 'currency', 'value', 'openingValue', 'closingValue'],
])

/** SHA-256 over all else that a statement says: the same for each of its forms, also drawn up minutes apart. */
export function digestOf(statement: object): Hash {
  const said = JSON.stringify(statement, (name, value: unknown) => (OF_THE_MOMENT.has(name) ? undefined : value))
  return sha256Hash(Buffer.from(said).toString('hex')) as Hash // a formula
}

/** Looks at a statement without any network, wallet or trust. */
export function checkStatement(text: string): StatementVerdict {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return { kind: 'unreadable' }
  }
  const read = file.safeParse(parsed)
  if (!read.success) return { kind: 'unreadable' }
  const { key } = read.data
  // What was signed is looked at as it stands in the file, not as a schema gives it back.
  const { statement } = parsed as File // the schema has read it
  if (key !== null && !isSigned(text, parsed as File, key)) return { kind: 'changed' } // as above
  const wrong = wrongSum(statement)
  if (wrong !== undefined) return { kind: 'sums', symbol: wrong }
  const part = { ...partOf(statement), digest: digestOf(statement) }
  return key === null
    ? { kind: 'unsigned', ...part }
    : { kind: 'signed', key, ...(statement.agrees === 'no' ? { isDoubted: true } : {}), ...part }
}

const partOf = ({ only, whole }: Statement): Part => ({
  ...(only === undefined ? {} : { only: { symbol: only.symbol, id: only.id } }),
  ...(whole === 'yes' ? {} : { isChoice: true }),
})

function isSigned(text: string, parsed: File, key: string): boolean {
  const { statement, signature } = parsed
  try {
    return signature !== null && saysThatAlone(text, parsed) && verifyStatement(key, signedText(statement), signature)
  } catch {
    return false
  }
}

const MEMBERS: ReadonlySet<string> = new Set(Object.keys(file.shape))
const TEXTS = /"(?:[^"\\]|\\.)*"/g

/** Of a name that is written twice a program reads the last, and a person the first; and beside what was signed anything could stand. */
function saysThatAlone(text: string, parsed: File): boolean {
  const named = text.replace(TEXTS, '').split(':').length - 1
  return named === membersIn(parsed) && Object.keys(parsed).every((name) => MEMBERS.has(name))
}

function membersIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const parts: unknown[] = Object.values(value)
  return parts.reduce<number>((sum, part) => sum + membersIn(part), Array.isArray(value) ? 0 : parts.length)
}

interface Moved {
  readonly came: bigint
  readonly left: bigint
  /** Of what left. */
  readonly fee: bigint
}

function movedBy({ type, amount: text, fee }: Statement['movements'][number]): Moved {
  const amount: bigint = parseSignedAmount(text)
  const left = amount < 0n ? -amount : 0n
  return { came: amount + left, left, fee: type === 'fee' ? left : parseSignedAmount(fee ?? '0') }
}

/** Symbol of an asset whose balances or movements do not add up, that is summed twice, or not at all though it moved, or though another is the only one. */
function wrongSum({ assets, movements, whole, only }: Statement): string | undefined {
  const ids = new Set(assets.map(({ id }) => id))
  const unsummed = movements.find((row) => !ids.has(row.asset))
  if (unsummed !== undefined) return unsummed.asset
  const found = assets.find((asset) => {
    try {
      const [opening, came, out, fees, closing] = [asset.opening, asset.in, asset.out, asset.fees, asset.closing].map(
        (text) => parseSignedAmount(text) as bigint,
      ) as [bigint, bigint, bigint, bigint, bigint] // five in, five out
      if (!ids.delete(asset.id) || (only !== undefined && asset.id !== only.id)) return true
      const own = movements.filter((row) => row.asset === asset.id).map(movedBy)
      const sum = (part: keyof Moved): bigint => own.reduce((all, moved) => all + moved[part], 0n)
      const isMoved = came === sum('came') && out + fees === sum('left') && fees === sum('fee')
      return !isMoved || (whole === 'yes' && opening + came - out - fees !== closing)
    } catch {
      return true
    }
  })
  return found?.symbol
}
