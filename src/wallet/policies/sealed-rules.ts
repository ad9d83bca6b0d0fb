import { z } from 'zod'
import type { HolderId, Nanos, UserId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { CHANGE_HOURS, LOST_RULES, storedRules } from '#contract/ipc'
import { holderId, time } from '#contract/wire'
import { type AccountStore, readStored, storedObject } from '#store'
import type { Vault } from '#vault'
import type { Rules } from './rules.ts'

/*
 * The rules of an account as they lie in its journal: sealed by a key that only the vault has, and counted there. The copy that was
 * written last has the vault's number; every other one is older, or nobody's.
 */

const KEY = 'rules'
/** Under this name the vault seals them. */
const LABEL = 'rules:1'

const entry = z.object({
  rules: storedRules.nullable(),
  /** What was lost stays lost until what waits comes into force. */
  lost: z.boolean(),
  pending: z.object({ rules: storedRules.nullable(), from: time, at: time }).nullable(),
})
export type Entry = z.output<typeof entry>

const page = z.object({
  version: z.literal(1),
  /** How often they were written. */
  count: z.number().int().min(1),
  /** Why those before were lost, of whoever has no entry of their own yet, and how long they made looser rules wait. */
  lost: z.object({ why: z.enum(LOST_RULES), hours: z.number() }).nullable(),
  holders: z.record(holderId, entry),
})
type Page = z.output<typeof page>
type Lost = NonNullable<Page['lost']>

const texts = storedObject({ texts: z.array(z.string()) })

/** What is written now. */
export interface SealedRules {
  readonly count: number
  readonly lost: Lost | null
  readonly holders: ReadonlyMap<HolderId, Entry>
  /** As sealed. Null where nothing is written, or nothing of it holds. */
  readonly text: string | null
}

const EMPTY: SealedRules = { count: 0, lost: null, holders: new Map(), text: null }

export interface SealedRulesParts {
  readonly account: UserId
  readonly store: Pick<AccountStore, 'intents'>
  readonly vault: Pick<Vault, 'wrapFor' | 'unwrapFor'> & {
    readonly accounts: Pick<Vault['accounts'], 'describe' | 'raiseRules'>
  }
}

interface Found {
  readonly page: Page
  readonly text: string
}

/** The number that the vault has counted to; 0 without a key, with which nothing could be signed either. */
function countOf({ vault, account }: SealedRulesParts): number {
  const { hasSpendKey, rules } = vault.accounts.describe(account)
  return hasSpendKey ? rules : 0
}

const textsIn = ({ store }: SealedRulesParts): readonly string[] =>
  readStored(texts, store.intents.settings.get(KEY) ?? null)?.texts ?? []

/** Whether the account ever had rules; costs nothing where it had none. */
export const isUsed = (parts: SealedRulesParts): boolean =>
  countOf(parts) > 0 || (textsIn(parts).length > 0 && parts.vault.accounts.describe(parts.account).hasSpendKey)

/**
 * Reads the copy that was written last. One that is newer than the vault's number is genuine, since only the vault seals: it comes from
 * a backup on a new computer, or the vault's entry is older, and it holds. Throws `vault.locked`.
 */
export async function readSealedRules(parts: SealedRulesParts): Promise<SealedRules> {
  if (!isUsed(parts)) return EMPTY
  const count = countOf(parts)
  const lying = textsIn(parts)
  const found = (await Promise.all(lying.map((text) => open(parts, text)))).flatMap((each) => each ?? [])
  const exact = found.find((each) => each.page.count === count)
  if (exact !== undefined) return sealedOf(exact)
  const newest = found.toSorted((one, other) => other.page.count - one.page.count)[0]
  if (newest !== undefined && newest.page.count > count) {
    await parts.vault.accounts.raiseRules(parts.account, newest.page.count)
    return sealedOf(newest)
  }
  // What nobody can open and the vault has never counted could as well not be there.
  if (count === 0) return EMPTY
  const why = lying.length === 0 ? 'missing' : newest === undefined ? 'altered' : 'older'
  return { count, lost: { why, hours: longestIn(found) }, holders: new Map(), text: newest?.text ?? null }
}

const sealedOf = ({ page: { count, lost, holders }, text }: Found): SealedRules => ({
  ...{ count, lost, text },
  holders: new Map(Object.entries(holders) as [HolderId, Entry][]), // keys of the schema
})

async function open({ vault, account }: SealedRulesParts, text: string): Promise<Found | null> {
  let bytes: Uint8Array
  try {
    bytes = await vault.unwrapFor(account, LABEL, text)
  } catch (error) {
    if (codeOf(error) !== 'vault.damaged') throw error
    return null
  }
  const read = page.safeParse(JSON.parse(new TextDecoder().decode(bytes), withoutBareAddresses))
  return read.success ? { page: read.data, text } : null
}

/** Lists once named addresses without their chain. Those let nobody be paid, as nobody knows on which chain they were meant. */
const withoutBareAddresses = (key: string, value: unknown): unknown =>
  key === 'payees' && Array.isArray(value)
    ? value.filter((payee: object) => 'chainId' in payee || !('destination' in payee))
    : value

/** How long looser rules have to wait where nobody knows the rules any more: as long as any that can be read said, a day at least. */
function longestIn(found: readonly Found[]): number {
  const rules = found.flatMap(({ page: { holders } }) =>
    Object.values(holders).flatMap((each) => [each.rules, each.pending?.rules ?? null]),
  )
  return Math.max(CHANGE_HOURS, ...rules.flatMap((each) => each?.changeHours ?? []))
}

/**
 * Writes the next copy. Until the vault has counted it the one before holds, from then on this one: a kill between any two steps leaves
 * one of the two.
 */
export async function writeSealedRules(
  parts: SealedRulesParts,
  before: SealedRules,
  next: { readonly lost: Lost | null; readonly holders: ReadonlyMap<HolderId, Entry> },
): Promise<void> {
  const count = before.count + 1
  const { vault, account, store } = parts
  const { settings } = store.intents
  const written = z.encode(page, { version: 1, count, lost: next.lost, holders: Object.fromEntries(next.holders) })
  const text = await vault.wrapFor(account, LABEL, new TextEncoder().encode(JSON.stringify(written)))
  settings.set(KEY, { texts: [...(before.text === null ? [] : [before.text]), text] })
  await vault.accounts.raiseRules(account, count)
  settings.set(KEY, { texts: [text] })
}

/** What holds for one holder at a time, and what waits. */
export interface Standing {
  readonly rules: Rules | null
  readonly lost: Lost | null
  readonly pending: Entry['pending']
}

export function standingIn({ holders, lost }: SealedRules, holder: HolderId, now: Nanos): Standing {
  const found = holders.get(holder)
  if (found === undefined) return { rules: null, lost, pending: null }
  const { pending } = found
  if (pending !== null && now >= pending.at) return { rules: pending.rules, lost: null, pending: null }
  const why: Lost = lost ?? { why: 'missing', hours: CHANGE_HOURS }
  return { rules: found.lost ? null : found.rules, lost: found.lost ? why : null, pending }
}
