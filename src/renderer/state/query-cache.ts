import { createStore, type StoreApi } from 'zustand/vanilla'
import type { MethodName } from '#contract/ipc'
import { QUERY_TOPICS } from '#contract/topics'
import { reuse } from '../lib/reuse.ts'
import { reportOf } from './bridge.ts'
import { type Change, concerns } from './change.ts'
import { isAnsweredAlone, isLineFailure } from './line-failure.ts'
import type { Report } from './types.ts'

/*
 * What the wallet answered, by method and input. An answer grows old only when the wallet announces, for its account, a
 * topic that it depends on, or was not had, or not had whole, for want of a line that is back; there are no timers, but for what changes all the time. Old values stay on screen while they are asked for
 * again. Answers of methods without topics are asked for when they appear, and forgotten with the last who looks at them. No query
 * library: what those are for (times, retries, focus) would have to be off.
 */

export interface Entry<Value = unknown> {
  readonly value: Value | undefined
  readonly error: Report | null
  readonly loading: boolean
}

/** `anew`: the whole answer; `further`: the value so far and the page after it. */
type Step = 'anew' | 'further'
type Ask = (name: MethodName, input: unknown, before: unknown, step: Step) => Promise<unknown>

interface Slot {
  readonly name: MethodName
  readonly input: unknown
  watchers: number
  /** The newest request. */
  ask: number
  /** The request whose answer is shown; answers to older ones are dropped. */
  shown: number
  old: boolean
  /** How often it may still be asked for again at once, and since when that is so. */
  turns: number
  since: number
  waits: ReturnType<typeof setTimeout> | undefined
}

interface Cache {
  readonly ask: Ask
  /**
   * By key, in a map: the engine remembers by which name a member of an object was read last, and names hold what was searched for, also after all was
   * forgotten.
   */
  readonly store: StoreApi<{ readonly entries: ReadonlyMap<string, Entry> }>
  readonly slots: Map<string, Slot>
}

export const EMPTY: Entry = { value: undefined, error: null, loading: true }
/** So often in a row an answer is asked for again at once; then it gets a turn more in each second. */
const TURNS = 5
const TURN_MS = 1_000
/** Answers that nobody looks at are kept for the way back, but not for ever. */
const UNWATCHED_MAX = 60

const keyOf = (name: MethodName, input: unknown): string => `${name} ${JSON.stringify(input)}`
const isKept = (name: MethodName): boolean => Object.hasOwn(QUERY_TOPICS, name)
const entryOf = (cache: Cache, key: string): Entry => cache.store.getState().entries.get(key) ?? EMPTY

function put(cache: Cache, key: string, entry: Entry): void {
  cache.store.setState(({ entries }) => ({ entries: new Map(entries).set(key, entry) }))
}

async function load(cache: Cache, key: string, slot: Slot, step: Step): Promise<void> {
  slot.ask += 1
  slot.old = false
  const mine = slot.ask
  const isNewest = () => cache.slots.get(key) === slot && slot.ask === mine
  // Where more is asked before it is answered, each answer is shown: nothing would be, as long as the wallet changes faster than it answers.
  const isNewer = () => cache.slots.get(key) === slot && slot.shown < mine
  const before = entryOf(cache, key)
  // What nobody has asked yet counts as being asked: to say so again would have all who look at anything look anew, for each question of a new screen.
  if (!before.loading) put(cache, key, { ...before, loading: true })
  try {
    const value = await cache.ask(slot.name, slot.input, before.value, step)
    if (!isNewer()) return
    slot.shown = mine
    // What only a person asks for again is another answer, of which nothing was said yet.
    const known = isKept(slot.name) ? entryOf(cache, key).value : undefined
    put(cache, key, { value: reuse(known, value), error: null, loading: slot.ask !== mine })
  } catch (error) {
    if (!isNewest()) return
    slot.shown = mine
    const value = step === 'further' || isKept(slot.name) ? entryOf(cache, key).value : undefined
    put(cache, key, { value, error: reportOf(error), loading: false })
  }
}

const newSlot = (name: MethodName, input: unknown): Slot => ({
  ...{ name, input, watchers: 0, ask: 0, shown: 0, old: true },
  ...{ turns: TURNS, since: performance.now(), waits: undefined },
})

function watch(cache: Cache, name: MethodName, input: unknown): () => void {
  const key = keyOf(name, input)
  const slot = cache.slots.get(key) ?? newSlot(name, input)
  cache.slots.delete(key)
  cache.slots.set(key, slot)
  slot.watchers += 1
  if (slot.old || entryOf(cache, key).error !== null) void load(cache, key, slot, 'anew')
  return () => {
    slot.watchers -= 1
    if (slot.watchers > 0) return
    // Whoever comes back does not wait for it.
    if (endWait(slot)) slot.old = true
    prune(cache)
  }
}

function prune({ slots, store }: Cache): void {
  const idle = [...slots].filter(([, slot]) => slot.watchers === 0)
  const kept = idle.filter(([, slot]) => isKept(slot.name))
  const surplus = new Set(kept.slice(0, Math.max(0, kept.length - UNWATCHED_MAX)))
  const gone = idle.filter((each) => surplus.has(each) || !isKept(each[1].name))
  if (gone.length === 0) return
  for (const [key] of gone) slots.delete(key)
  store.setState(({ entries }) => ({ entries: new Map([...entries].filter(([key]) => slots.has(key))) }))
}

/** Asks again for what is watched and concerned by a change; what is not watched is asked for when it is. */
function changed(cache: Cache, change: Change): void {
  for (const [key, slot] of cache.slots) {
    if (!concerns(change, slot.name, slot.input)) continue
    if (slot.watchers > 0) again(cache, key, slot)
    else slot.old = true
  }
}

/** The line is back: what failed for want of it, or was answered without the service, is asked for again. */
function recovered(cache: Cache): void {
  for (const [key, slot] of cache.slots) {
    const { value, error, loading } = entryOf(cache, key)
    const lacked = error === null ? isAnsweredAlone(slot.name, value) : isLineFailure(error)
    if (loading || !lacked) continue
    if (slot.watchers > 0) again(cache, key, slot)
    else slot.old = true
  }
}

/** Reading may itself change what an answer depends on, each time where a service never says the same. */
function again(cache: Cache, key: string, slot: Slot): void {
  if (slot.waits !== undefined) return
  const now = performance.now()
  slot.turns = Math.min(TURNS, slot.turns + (now - slot.since) / TURN_MS)
  slot.since = now
  if (slot.turns >= 1) {
    slot.turns -= 1
    void load(cache, key, slot, 'anew')
    return
  }
  const late = () => {
    slot.waits = undefined
    again(cache, key, slot)
  }
  slot.waits = setTimeout(late, Math.ceil((1 - slot.turns) * TURN_MS))
}

/** Answers whether it was waiting to be asked for again. */
function endWait(slot: Slot): boolean {
  const waited = slot.waits !== undefined
  clearTimeout(slot.waits)
  slot.waits = undefined
  return waited
}

/** A person does something, and sees at once what comes of it, whatever has changed before. */
function acted(cache: Cache): void {
  for (const [key, slot] of cache.slots) {
    slot.turns = TURNS
    if (endWait(slot)) again(cache, key, slot)
  }
}

function refresh(cache: Cache, name: MethodName, input: unknown, step: Step): void {
  const key = keyOf(name, input)
  const slot = cache.slots.get(key)
  if (slot !== undefined) void load(cache, key, slot, step)
}

/** Forgets everything: the wallet was locked, or another account must not see it. */
function clear({ slots, store }: Cache): void {
  for (const [key, slot] of [...slots]) {
    slot.ask += 1
    slot.shown = slot.ask
    slot.old = true
    endWait(slot)
    if (slot.watchers === 0) slots.delete(key)
  }
  store.setState({ entries: new Map() })
}

export function createQueryCache(ask: Ask) {
  const cache: Cache = { ask, store: createStore(() => ({ entries: new Map() })), slots: new Map() }
  return {
    store: cache.store,
    keyOf,
    watch: (name: MethodName, input: unknown) => watch(cache, name, input),
    /** Asks once, for those who will look. */
    fetch: (name: MethodName, input: unknown) => watch(cache, name, input)(),
    changed: (change: Change) => changed(cache, change),
    recovered: () => recovered(cache),
    acted: () => acted(cache),
    refresh: (name: MethodName, input: unknown) => refresh(cache, name, input, 'anew'),
    /** Reads on after what is there, unless that is being read just now. */
    more(name: MethodName, input: unknown) {
      if (!entryOf(cache, keyOf(name, input)).loading) refresh(cache, name, input, 'further')
    },
    clear: () => clear(cache),
  }
}
