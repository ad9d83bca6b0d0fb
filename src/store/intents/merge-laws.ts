import { z } from 'zod'
import type { Nanos } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { requestId } from '#contract/wire'
import { fromJson, type Json, jsonOf } from '../exact-json.ts'
import type { MergeLaw } from '../merge.ts'
import type { Row } from '../sealed.ts'
import { readStored, storedObject } from '../stored.ts'
import { calledFirst, frozenBeside } from './item-names.ts'
import { LEARNED } from './learned.ts'

/*
 * What of a copy takes the place of what is here. A copy may come from another computer, or from a time when the clock stood
 * wrong, so no time decides where money or trust hangs on it: who somebody is, where money is received or sent to, and what
 * was found wrong stay as they are here.
 */

const isLater =
  (time: string) =>
  (copy: Row, here: Row): boolean => {
    const [one, other] = [copy[time], here[time]]
    return typeof one === 'bigint' && typeof other === 'bigint' && one > other
  }

const bytesIn = (value: Row[string] | undefined): Uint8Array => (value instanceof Uint8Array ? value : new Uint8Array())

/** Signatures are only ever added to the bytes of a request. */
const hasMoreSignatures = ({ hash: one, raw: more }: Row, { hash: other, raw }: Row): boolean =>
  Buffer.compare(bytesIn(one), bytesIn(other)) === 0 && bytesIn(more).length > bytesIn(raw).length

const plan = storedObject({
  state: z.enum(['on', 'paused', 'ended']),
  terms: z.array(z.looseObject({ until: z.bigint().nullable() })),
})
type Plan = z.output<typeof plan>

function planIn({ detail }: Row): Plan | undefined {
  if (typeof detail !== 'string') return undefined
  try {
    return readStored(plan, fromJson<Json>(detail))
  } catch (error) {
    if (codeOf(error) !== 'store.damaged') throw error
    return undefined
  }
}

/** Whether all that was said of one plan was said of the other before: a change ends a term and begins another. */
function follows({ terms }: Plan, { terms: before }: Plan): boolean {
  return before.every((term, at) => {
    const same = terms[at]
    if (same === undefined || jsonOf({ ...same, until: null }) !== jsonOf({ ...term, until: null })) return false
    return term.until === null || term.until === same.until
  })
}

/**
 * The plan that was changed from the other holds. One that was removed stays so, and of two that were changed apart the one
 * that pays nothing by itself, so that its owner looks at it.
 */
function isFurther(copy: Row, here: Row): boolean {
  const [{ detail: there }, { detail: known }] = [copy, here]
  if (known === null || there === null) return known !== null
  const [one, other] = [planIn(copy), planIn(here)]
  if (one === undefined || other === undefined) return false
  if (follows(other, one)) return follows(one, other) && one.state === 'ended' && other.state !== 'ended'
  return follows(one, other) || (one.state !== 'on' && other.state === 'on')
}

/** Place of `skipped` in the states of a plan's times: a person's word that nothing is to be paid. */
const SKIPPED = 2n

/**
 * Lists that lie in one setting each, of which an item that only the copy has is no less true here: names of lists of payments, what such a list was
 * found to have paid elsewhere, what a phone was asked to pay, what others were asked to pay here, addresses that were saved once, and plans to put coins together. All other
 * settings stay as they are here: what a person has allowed, or put away, holds on the computer where they said so.
 */
const JOINED = /^(?:runs|runs\.elsewhere:.*|asked-of-phone|asks|consolidation|contacts\.former)$/

function listIn({ value }: Row): readonly Json[] | undefined {
  if (typeof value !== 'string') return undefined
  try {
    const read = fromJson<Json>(value)
    return Array.isArray(read) ? read : undefined
  } catch (error) {
    if (codeOf(error) !== 'store.damaged') throw error
    return undefined
  }
}

function joinedLists(copy: Row, here: Row): { readonly value: string } | undefined {
  const { key } = here
  if (typeof key !== 'string' || !JOINED.test(key)) return undefined
  const [there, known] = [listIn(copy), listIn(here)]
  if (there === undefined || known === undefined) return undefined
  const nameOf = FOUND.test(key) ? paymentNamed : jsonOf
  const names = new Set(known.map(nameOf))
  const proved = new Map(there.flatMap((item) => (FOUND.test(key) && isFinal(item) ? [[nameOf(item), item]] : [])))
  const asProved = (item: Json): Json => (isFinal(item) ? item : (proved.get(nameOf(item)) ?? item))
  const joined = known.map(asProved)
  for (const item of there) {
    if (!names.has(nameOf(item))) joined.push(asProved(item))
    names.add(nameOf(item))
  }
  return jsonOf(joined) === jsonOf(known) ? undefined : { value: jsonOf(joined) }
}

const combining = storedObject({ state: z.literal('running') })

/**
 * A plan to put coins together signs its next steps by itself. One that is not here may have been given up here, and goes on elsewhere: it waits for its
 * owner's word.
 */
function pausedPlan({ key, value }: Row): { readonly value: string } | undefined {
  if (typeof key !== 'string' || !key.startsWith('consolidation:') || typeof value !== 'string') return undefined
  try {
    const plan = readStored(combining, fromJson<Json>(value))
    return plan === undefined ? undefined : { value: jsonOf({ ...plan, state: 'paused' }) }
  } catch (error) {
    if (codeOf(error) !== 'store.damaged') throw error
    return undefined
  }
}

/** Payments that a list was found to have made elsewhere: one that was on its way when it was found is final later, and the same one. */
const FOUND = /^runs\.elsewhere:/
const found = storedObject({ request: requestId, final: z.boolean() })

function paymentNamed(item: Json): string {
  const read = readStored(found, item)
  return read === undefined ? jsonOf(item) : read.request
}

/** What an output was called first keeps it from being spent as money, however it was frozen here. */
function joinedNames({ reason: there }: Row, { reason: here }: Row): { readonly reason: string } | undefined {
  if (typeof there !== 'string' || typeof here !== 'string' || calledFirst(here) !== null) return undefined
  const reason = frozenBeside(there, here)
  return reason === here ? undefined : { reason }
}

const isFinal = (item: Json): boolean => readStored(found, item)?.final === true

/** Since when somebody, or an address, is saved. */
const SAVED_AT: Readonly<Record<string, string>> = {
  contact_pins: 'pinned_at',
  contact_addresses: 'saved_at',
  groups: 'created_at',
}

/**
 * What holds for a table. Where rules are kept here (`countedAt` is how late it is for them), whom a copy brings is saved from now on: whoever had them
 * for long elsewhere, or took them off the list here, would pay them at once.
 */
export function intentsLaw(table: string, countedAt: Nanos | null): MergeLaw | undefined {
  const law = INTENTS_LAWS[table]
  const savedAt = SAVED_AT[table]
  return countedAt === null || savedAt === undefined ? law : { ...law, arrives: () => ({ [savedAt]: countedAt }) }
}

const INTENTS_LAWS: Readonly<Record<string, MergeLaw>> = {
  labels: { takes: isLater('updated_at') },
  drafts: { takes: isLater('saved_at') },
  freezes: { joins: joinedNames },
  requests: { takes: hasMoreSignatures },
  plans: { takes: isFurther },
  settings: { joins: joinedLists, comes: ({ key }) => key !== LEARNED, arrives: pausedPlan },
  plan_times: { takes: ({ state: there }, { state: here }) => there === SKIPPED && here !== SKIPPED },
  // That signed bytes may be sent was said on that computer, of what it knew.
  payment_pauses: { comes: ({ allowed_at: allowed }) => allowed === null },
}
