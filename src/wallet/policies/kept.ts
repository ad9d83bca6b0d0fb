import { z } from 'zod'
import { defined } from '#contract/defined'
import { type AssetId, type Clock, DAY, MINUTE, type Nanos, type RequestId } from '#contract/domain'
import { assetId, requestId } from '#contract/wire'
import {
  type AccountStore,
  COUNTED,
  type Json,
  LEARNED,
  readLearned,
  readStored,
  storedObject,
  storedTime,
} from '#store'
import type { Told } from './judge.ts'
import { createRuleClock, type RuleClockParts } from './rule-clock.ts'

/*
 * What rules count by, beside the rules themselves: the time, what was signed in the last day, when payments that wait were first seen,
 * and first looks. It lies in the journal, unsealed; see this room's page for what that means.
 */

const KEY = COUNTED
/** A wait or a look of something that old is of nothing that could still be signed. */
const FORGET: bigint = 62n * DAY
/** A clock that is a little slow is no clock that was set back. */
const SLOW: bigint = 10n * MINUTE

/** A rate is written as text, since not every number is the same once it was read again. */
const told = storedObject({
  prices: z.array(z.tuple([assetId, z.string()])),
  currency: z.string(),
  rate: z.string(),
})
const stored = storedObject({
  /** The latest time that was seen. */
  seen: storedTime,
  /** As late as it is by all that passed while the wallet was open; absent in files from before that was kept. */
  passed: storedTime.exactOptional(),
  /** What was signed, and when by the clock of this room. */
  signed: z.array(storedObject({ id: requestId, at: storedTime, told: told.exactOptional() })),
  /** When what has to wait was seen first; the first versions did not write which bytes that were. */
  waits: z.array(storedObject({ id: requestId, at: storedTime, digest: z.string().exactOptional() })),
  looks: z.array(storedObject({ id: requestId, at: storedTime, digest: z.string() })),
})
type Stored = z.output<typeof stored>
type Passed = Required<Pick<Stored, 'passed'>>

/** When something is saved, as rules count it: never before a time that was seen, or a clock that is set back would have it saved for long. */
export function ruleTime({ store, clock }: Pick<Parts, 'store'> & { readonly clock: Pick<Clock, 'now'> }): Nanos {
  const seen = readStored(stored, store.intents.settings.get(KEY) ?? null)?.seen
  const at = clock.now()
  return seen === undefined || at > seen ? at : seen
}

interface Parts extends RuleClockParts {
  readonly store: Pick<AccountStore, 'intents'>
}

/**
 * What another journal told to be signed counts beside what was signed here: from when it was, as far as that is within the day; what may still leave,
 * or was signed at a time that has not come, from now.
 */
function withLearned(
  kept: Stored,
  learned: ReturnType<typeof readLearned>,
  time: Pick<ReturnType<typeof createRuleClock>, 'now' | 'passed'>,
): Stored {
  if (learned.length === 0) return kept
  const now = time.now(kept)
  const known = new Map(kept.signed.map(({ id, at }) => [id, at]))
  const news = learned.flatMap(({ id, at, final }) => {
    const isOfDay = at <= now && now - at < DAY
    const from = isOfDay ? at : at > now || !final ? time.passed(kept) : null
    const before = known.get(id)
    // What was agreed to here without being signed counted from then; it left when it was signed.
    return from === null || (before !== undefined && (!isOfDay || before >= from)) ? [] : [{ id, at: from }]
  })
  return { ...kept, signed: [...kept.signed.filter(({ id }) => !news.some((each) => each.id === id)), ...news] }
}

/** What of it still counts at the time that was seen last. */
function lasting({ seen: now, ...next }: Stored): Json {
  const fresh = ({ at }: { readonly at: Nanos }): boolean => now - at < FORGET
  return {
    seen: now,
    ...defined({ passed: next.passed }),
    signed: next.signed.filter(({ at }) => now - at < DAY),
    waits: next.waits.filter(fresh),
    looks: next.looks.filter(fresh),
  }
}

export type Kept = ReturnType<typeof createKept>

interface Signed {
  readonly id: RequestId
  readonly at: Nanos
  readonly told?: Told
}

const pairs = ({ prices }: Told): [AssetId, string][] => prices.map(([id, price]) => [id, price])

export function createKept({ store, ...parts }: Parts) {
  const { clock } = parts
  const { settings, payments } = store.intents
  const time = createRuleClock(parts)

  /** What was signed before rules were first kept counts as well: found once, in all of the journal. */
  function begun(): Stored {
    const now = time.wall()
    const recent = payments
      .list()
      .flatMap(({ id, signedAt }) => (signedAt !== null && now - signedAt < DAY ? [{ id, at: signedAt }] : []))
    return { seen: now, signed: recent, waits: [], looks: [] }
  }

  const read = (): Stored => {
    const kept = readStored(stored, settings.get(KEY) ?? null)
    return kept === undefined ? begun() : withLearned(kept, readLearned(settings), time)
  }

  function write(next: Stored, put: (key: string, value: Json) => void = settings.set): void {
    put(KEY, lasting(next))
    settings.remove(LEARNED)
  }

  /** Changes what is kept, which also writes down the time. */
  function change(next: (kept: Stored & Passed, now: Nanos) => Partial<Stored>): void {
    const before = read()
    const kept = { ...before, seen: time.now(before), passed: time.passed(before) }
    write({ ...kept, ...next(kept, kept.seen) })
  }

  return {
    /** Never before a time that was seen. */
    now: (): Nanos => time.now(read()),

    /** As late as it is by all that passed while the wallet was open: what begins to wait now waits from then. */
    passed: (): Nanos => time.passed(read()),

    /** Writes the time down, at most once a minute. */
    tick(): void {
      const kept = read()
      const [seen, passed] = [time.now(kept), time.passed(kept)]
      if (settings.get(KEY) === undefined || settings.get(LEARNED) !== undefined) change(() => ({}))
      else if (seen - kept.seen >= MINUTE || passed - (kept.passed ?? kept.seen) >= MINUTE)
        write({ ...kept, seen, passed }, settings.note)
    },

    /** From here on what is signed counts. */
    begin: (): void => change(() => ({})),

    /** Whether the clock stands well before a time that was seen. */
    isBehind: (): boolean => read().seen - clock.now() > SLOW,

    /** A time that was seen was wrong, as its owner says: everything counts from now on. */
    resetTime(): void {
      const at = time.reset()
      const kept = read()
      const moved = <Mark extends { readonly at: Nanos }>(all: readonly Mark[]) => all.map((each) => ({ ...each, at }))
      write({
        seen: at,
        passed: at,
        signed: moved(kept.signed),
        waits: moved(kept.waits),
        looks: [],
      })
    },

    signed: (): readonly Signed[] =>
      read().signed.map(({ told: said, ...each }) =>
        said === undefined ? each : { ...each, told: { ...said, rate: Number(said.rate) } },
      ),

    /** Is about to be signed: counts from now on, whatever becomes of the program, and by what money is told to be worth now. */
    sign(id: RequestId, now?: Told): void {
      const said = now === undefined ? {} : { told: { ...now, prices: pairs(now), rate: String(now.rate) } }
      change(({ signed, passed: at }) => ({
        signed: [...signed.filter((each) => each.id !== id), { id, at, ...said }],
      }))
    },

    /** When something that has to wait was seen first: now, where it was not. Other bytes under its id have not waited. */
    waitingSince(id: RequestId, digest: string): Nanos {
      const find = () => read().waits.find((each) => each.id === id && (each.digest ?? digest) === digest)?.at
      const known = find()
      if (known !== undefined) return known
      change(({ waits, passed: at }) => ({ waits: [...waits.filter((each) => each.id !== id), { id, at, digest }] }))
      return find() ?? time.now(read())
    },

    lookedAt: (id: RequestId, digest: string): Nanos | null =>
      read().looks.find((each) => each.id === id && each.digest === digest)?.at ?? null,

    look(id: RequestId, digest: string): void {
      change(({ looks, passed: at }) => ({ looks: [...looks.filter((each) => each.id !== id), { id, at, digest }] }))
    },
  }
}
