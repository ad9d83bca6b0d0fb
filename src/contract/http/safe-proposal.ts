import { z } from 'zod'
import { assetId, exact, isAbsent, lines, orElse, orNull, said } from '../wire.ts'
import { leave, quickly } from './quick.ts'

/*
 * What a service of vaults on other chains says a group's signature is for: the `safe` member of a request. It is words and nothing
 * else; the bytes that are signed do not hold it. Its own file, since nothing else of the record is read so carefully.
 */

const LINE_MAX = 500
const NOTE_MAX = 4000
const RECIPIENTS_MAX = 256
const within = (most: number) => (value: string) => value.length <= most

const line = orElse(said.refine(within(LINE_MAX), 'too long'), '')
const place = orElse(exact.refine(within(LINE_MAX), 'too long'), '')
/** Chains have more decimals than the kernel, and nothing is computed with these. */
const figure = z.string().regex(/^\d{1,40}(?:\.\d{1,40})?$/, 'not a decimal number')
const few = <Item extends z.ZodType>(item: Item) =>
  orElse(
    z.array(item).refine((list) => list.length <= RECIPIENTS_MAX, 'too many'),
    [],
  )

const proposal = z.object({
  id: line,
  name: line,
  /** Of the vault on its own chain. */
  address: place,
  /** One of both; anything else is an operation that is not known here. */
  operation: orElse(
    z.object({
      transaction: orNull(
        z.object({
          asset_id: orNull(assetId),
          recipients: few(z.object({ address: place, amount: figure })),
          note: lines.refine(within(NOTE_MAX), 'too long'),
        }),
      ),
      /** All that a vault holds goes to its heir. */
      recovery: orNull(
        z.object({ address: place, assets: few(z.object({ name: line, symbol: line, amount: figure })) }),
      ),
    }),
    {},
  ),
})

/** Null where nothing is said. What is said and cannot be read is one that says nothing: a signer must know that there is more to it. */
export const safeProposal = quickly(
  z.codec(z.unknown().optional(), proposal.nullable(), {
    decode: (value) =>
      (isAbsent(value) ? null : proposal.safeParse(value).success ? value : {}) as z.input<typeof proposal> | null,
    encode: (value) => (value === null ? undefined : value),
  }),
  (value) => (isAbsent(value) ? null : leave()),
)
