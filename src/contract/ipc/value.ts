import { z } from 'zod'
import { assetId, shown, time } from '../wire.ts'
import { account, type Method, method, owner } from './method.ts'

export const valueRange = z.enum(['day', 'week', 'month', 'year', 'all'])

/** By how much something changed. */
const valueMove = z.object({
  by: shown,
  /** As a fraction of what there was; null where there was nothing. */
  share: shown.nullable(),
})

/** Through prices, and through money that came and went. */
const valueDay = valueMove.extend({
  /** What came in less what went out, at the prices of then: the part that no price did. */
  moved: shown,
})

export const valuePoint = z.object({
  at: time,
  /** null where something was held whose price of then was not kept. */
  value: shown.nullable(),
  /** Its price was read long before. */
  isOld: z.boolean(),
})

const valueView = z.object({
  currency: shown,
  /** Oldest first; the last one is now. */
  points: z.array(valuePoint),
  total: shown.nullable(),
  change: valueMove.nullable(),
  /** Over the last 24 hours. */
  day: valueDay.nullable(),
  /** When the first of it came, or its first price was kept, where that lies within the range: nothing before it is drawn. */
  began: time.nullable(),
  /** Before it no value is known; null where all of the range is. */
  knownFrom: time.nullable(),
  /** When prices were read last. */
  pricesAt: time.nullable(),
  /** Past values are in today's rate of the currency: rates of then are not kept. */
  isConverted: z.boolean(),
})

/** What a unit of an asset costs in the preferred currency, as it was last read. */
const quote = z.object({
  assetId,
  currency: shown,
  price: shown.nullable(),
  at: time.nullable(),
})

/** What money was worth, and what an asset cost, over time. */
export const valueMethods = {
  'value.read': method(
    z.strictObject({
      ...owner,
      /** With its groups, and with the other accounts of this person; only where no holder is named. */
      ...{ together: z.boolean(), everyone: z.boolean() },
      /** null is everything. */
      assetId: assetId.nullable(),
      of: z.enum(['value', 'price']),
      range: valueRange,
    }),
    valueView,
  ),
  'value.quote': method(z.strictObject({ ...account, assetId }), quote),
} as const satisfies Readonly<Record<string, Method>>

export type ValueRange = z.output<typeof valueRange>
export type ValueMove = z.output<typeof valueMove>
export type ValueView = z.output<typeof valueView>
