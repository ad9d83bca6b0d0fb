import { z } from 'zod'
import { amount, assetId, sentence, shown, time } from '../wire.ts'
import { consenting, type Method, method, owner, passphrase } from './method.ts'
import { listedPayees } from './payees.ts'
import { assetView, partyView } from './shared.ts'

/** Longer than a month would be a wall and no rule. */
const HOURS_MAX = 720
const hours = z.number().int().min(1).max(HOURS_MAX)

/** How fast looser rules come into force where nobody has said otherwise. */
export const CHANGE_HOURS = 24

const limits = {
  assetId,
  /** The most that may leave in 24 hours; null for as much as one likes. */
  day: amount.nullable(),
  /** A payment above it waits; null where none does. */
  waitAbove: amount.nullable(),
  /** A payment above it is looked at twice; null where none is. */
  lookAbove: amount.nullable(),
}

const currency = z.string().regex(/^[A-Z]{3}$/)
/** In a national currency, by prices that the service tells. */
const fiat = { currency, day: amount }

/** Days on which hours hold. */
const WORK_DAYS = ['all', 'mon_fri', 'mon_sat', 'sun_thu'] as const

const hoursOfDay = {
  /** An IANA name: whoever sets this computer to another zone does not move the hours. */
  zone: z.string().regex(/^[\w+/-]{1,64}$/),
  days: z.enum(WORK_DAYS),
  fromHour: z.number().int().min(0).max(23),
  /** Without it; 24 for midnight. */
  toHour: z.number().int().min(1).max(24),
}

/** What leaves without a memo, and what leaves outside of hours. */
const lookOf = (object: typeof z.object | typeof z.strictObject) =>
  object({
    withoutMemo: z.boolean(),
    hours: object(hoursOfDay)
      .refine(({ fromHour, toHour }) => fromHour < toHour)
      .nullable(),
  })

const rulesOf = (object: typeof z.object | typeof z.strictObject) =>
  object({
    assets: z.array(object(limits)).max(50),
    /** What holds for assets that are not named: as one likes, only after a second look, or not at all. */
    others: z.enum(['free', 'look', 'refused']),
    fiat: object(fiat).nullable(),
    payees: z.discriminatedUnion('kind', [
      object({ kind: z.literal('anyone') }),
      /** Whoever this wallet has had as a contact, a saved address or an own group for so long. */
      object({ kind: z.literal('saved'), hours }),
      object({ kind: z.literal('listed'), payees: z.array(listedPayees(object)).max(200) }),
    ]),
    /** How long a payment waits between being prepared and being signed, and whether every payment to somebody new does. */
    wait: object({ hours, newPayees: z.boolean() }).nullable(),
    /** What is looked at twice whatever its amount. */
    look: lookOf(object),
    /** How long looser rules wait before they hold. */
    changeHours: hours,
  })

/** Rules over the money of one account or group. */
export const rules = rulesOf(z.object)
/** The same as they lie there: those of before had no such looks. */
export const storedRules = rules.extend({ look: lookOf(z.object).default({ withoutMemo: false, hours: null }) })
/** The same as a page gives it. */
const givenRules = rulesOf(z.strictObject)

/** `missing`, `altered`, `older`: what lies there is not what was written last, so nothing may be sent by it. */
export const LOST_RULES = ['missing', 'altered', 'older'] as const

export const policyView = z.object({
  /** What holds now; null where there are none, or where they are lost. */
  rules: rules.nullable(),
  /** The same in sentences, each one a rule. */
  lines: z.array(sentence),
  /** Why nothing can be sent until rules are set anew; null where they are whole. */
  lost: z.enum(LOST_RULES).nullable(),
  /** The computer's clock stands well before a time that was seen: waits stand still until rules are set anew or the time is right. */
  clockBehind: z.boolean(),
  /** Looser rules, or none (null), and when they will hold. */
  pending: z.object({ rules: rules.nullable(), lines: z.array(sentence), from: time, at: time }).nullable(),
  /** What left in the last 24 hours, of assets with rules and of those that were spent. */
  today: z.array(
    z.object({
      asset: assetView,
      spent: amount,
      /** What it counts for by the limit in a currency, as read; null where there is none, or nobody can say. */
      worth: shown.nullable(),
    }),
  ),
  /** What that comes to of the limit in a currency; null where there is none. */
  counted: sentence.nullable(),
  /** Every asset that rules name, and everybody whom they list. */
  assets: z.array(assetView),
  listed: z.array(z.object({ payee: listedPayees(z.object), party: partyView })),
})

/** Rules that the wallet itself holds payments to. */
export const policyMethods = {
  'policies.read': method(z.strictObject(owner), policyView),
  /** Stricter rules hold at once; looser ones, or null for none, after the wait of those that hold. */
  'policies.set': consenting(
    'keys',
    z.strictObject({ ...owner, rules: givenRules.nullable(), passphrase: passphrase.nullable() }),
    policyView,
  ),
  /** Gives up looser rules that wait. Only makes things stricter, so nobody is asked. */
  'policies.keep': method(z.strictObject(owner), policyView),
} as const satisfies Readonly<Record<string, Method>>
