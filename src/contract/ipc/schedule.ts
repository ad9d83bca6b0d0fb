import { z } from 'zod'
import { amount, assetId, hex, holderId, requestId, sentence, shown, shownLines, time } from '../wire.ts'
import { account, type Method, method, nothing, owner } from './method.ts'
import { givenPayee, payee } from './payees.ts'
import { paymentReview } from './payments.ts'
import { reason } from './send-form.ts'
import { assetView, errorReport, partyView, paymentId } from './shared.ts'

const day = z.iso.date()

/** `month_end`: on the last day of each month; `monthly`: on the day of the first, or the last where a month has no such day. */
const repeats = z.enum(['once', 'daily', 'weekly', 'biweekly', 'monthly', 'month_end', 'yearly'])

/** When a plan pays. */
const when = z.object({
  first: shown,
  /** By the clock on the wall of that zone, in summer and in winter. */
  time: shown,
  zone: shown,
  repeats,
  end: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('never') }),
    /** The last day on which there may still be one. */
    z.object({ kind: z.literal('until'), day: shown }),
    z.object({ kind: z.literal('times'), times: z.number() }),
  ]),
})

/** The same as a page gives it. */
const givenWhen = z.strictObject({
  first: day,
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  zone: z.string().min(1).max(64),
  repeats,
  end: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('never') }),
    z.strictObject({ kind: z.literal('until'), day }),
    z.strictObject({ kind: z.literal('times'), times: z.number().int().min(1).max(9999) }),
  ]),
})

const slot = z.object({ day: shown, at: time })

/**
 * What became of one of a plan's times. `due`: is prepared at the next chance; `asks`: its time was missed, or another of the plan waits
 * still; `problem`: could not be prepared; `waiting`: prepared, waits for approval; `impossible`: signed and proved never to be paid.
 */
const planTime = slot.extend({
  state: z.enum(['due', 'asks', 'problem', 'waiting', 'going', 'paid', 'skipped', 'given_up', 'impossible']),
  asset: assetView,
  amount,
  paymentId: paymentId.nullable(),
  problem: errorReport.nullable(),
})

const planRow = z.object({
  planId: requestId,
  name: shown,
  holder: holderId.nullable(),
  state: z.enum(['on', 'paused', 'ended']),
  asset: assetView,
  amount,
  party: partyView,
  when,
  next: slot.nullable(),
  /** Times that wait for the person's answer, and prepared payments that wait for approval. */
  open: z.number(),
  /** What is said of addresses that it pays and that were changed or removed among the saved ones, and of people who were taken off the contacts. */
  former: z.array(sentence),
})

const planView = planRow.extend({
  rows: z.array(z.object({ payee, party: partyView, amount })),
  memoHex: hex,
  memoText: shownLines.nullable(),
  label: shown,
  /** Of a group's plan, for its others. */
  reason: shownLines,
  feeAssetId: assetId.nullable(),
  madeAt: time,
  coming: z.array(slot),
  /** What of its times there was, newest first. */
  history: z.array(planTime),
  /** Whether there were more than are told. */
  older: z.boolean(),
})

/** A time of a plan that waits for the person. */
const openTime = planTime.extend({
  planId: requestId,
  name: shown,
  holder: holderId.nullable(),
  party: partyView,
})

const named = z.strictObject({ planId: requestId, day })

/**
 * Payments that come at their times. At its time a payment is prepared and waits for approval like any other; nothing is ever signed
 * by itself. All of it stays here: while Coffer is closed or locked nothing is prepared, and what was missed is asked about.
 */
export const scheduleMethods = {
  /** Writes a plan down, or what is different from now on about one that is there; what lay before stays. */
  'schedule.save': method(
    z.strictObject({
      ...owner,
      planId: requestId.nullable(),
      name: z.string().trim().min(1).max(80),
      assetId,
      rows: z
        .array(z.strictObject({ payee: givenPayee, amount }))
        .min(1)
        .max(255),
      memoHex: hex,
      label: z.string().max(200),
      reason: reason.optional(),
      feeAssetId: assetId.nullable(),
      when: givenWhen,
    }),
    planView,
  ),
  'schedule.list': method(z.strictObject(owner), z.array(planRow)),
  'schedule.read': method(z.strictObject({ ...account, planId: requestId }), planView),
  /** The first dates that such times come to, from now on, and the last where there is one. */
  'schedule.dates': method(
    z.strictObject({ ...account, when: givenWhen }),
    z.object({ coming: z.array(slot), last: slot.nullable() }),
  ),
  /** What of all plans of an account and its groups waits for the person, oldest first. */
  'schedule.open': method(z.strictObject(account), z.array(openTime)),
  /** The review of what a time of a plan pays, also of one that was missed or could not be prepared. */
  'schedule.prepare': method(z.strictObject({ ...account, planId: requestId, day }), paymentReview),
  /** What is to be done about times that wait: prepared in their order, or skipped. Answers how many of either there were. */
  'schedule.answer': method(
    z.strictObject({ ...account, prepare: z.array(named).max(500), skip: z.array(named).max(5000) }),
    z.object({ prepared: z.array(paymentId), failed: z.number(), skipped: z.number() }),
  ),
  /** `pause`: what falls into a pause is not asked about; `end`: nothing more comes, and its history stays. */
  'schedule.set': method(
    z.strictObject({ ...account, planId: requestId, state: z.enum(['on', 'paused', 'ended']) }),
    planView,
  ),
  /** Forgets the plan. Payments that it made stay. */
  'schedule.remove': method(z.strictObject({ ...account, planId: requestId }), nothing),
} as const satisfies Readonly<Record<string, Method>>
