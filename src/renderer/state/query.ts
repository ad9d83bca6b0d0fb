import { useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { createStore } from 'zustand/vanilla'
import type { MethodName, WireAnswer, WireInput } from '#contract/ipc'
import type { QueryName } from '#contract/topics'
import { call, reportOf } from './bridge.ts'
import { type Change, concerns } from './change.ts'
import type { Report } from './types.ts'

/*
 * What the wallet answered, by method and input. An answer grows old only when the wallet announces, for its account, a
 * topic that it depends on; there are no timers. Old values stay on screen while they are asked for again.
 */

export interface Entry<Value = unknown> {
  readonly value: Value | undefined
  readonly error: Report | null
  readonly loading: boolean
}

type Ask = (name: QueryName, input: unknown) => Promise<unknown>

interface Slot {
  readonly name: QueryName
  readonly input: unknown
  watchers: number
  /** The newest request; answers to older ones are dropped. */
  ask: number
  old: boolean
}

const EMPTY: Entry = { value: undefined, error: null, loading: true }
/** Answers that nobody looks at are kept for the way back, but not for ever. */
const UNWATCHED_MAX = 60

export function createQueryCache(ask: Ask) {
  const store = createStore<{ readonly entries: Readonly<Record<string, Entry>> }>(() => ({ entries: {} }))
  const slots = new Map<string, Slot>()

  const put = (key: string, entry: Entry): void =>
    store.setState((state) => ({ entries: { ...state.entries, [key]: entry } }))

  function keyOf(name: QueryName, input: unknown): string {
    return `${name} ${JSON.stringify(input)}`
  }

  async function load(key: string, slot: Slot): Promise<void> {
    slot.ask += 1
    slot.old = false
    const mine = slot.ask
    const before = store.getState().entries[key] ?? EMPTY
    put(key, { ...before, loading: true })
    try {
      const value = await ask(slot.name, slot.input)
      if (slots.get(key) === slot && slot.ask === mine) put(key, { value, error: null, loading: false })
    } catch (error) {
      if (slots.get(key) !== slot || slot.ask !== mine) return
      const kept = store.getState().entries[key] ?? EMPTY
      put(key, { value: kept.value, error: reportOf(error), loading: false })
    }
  }

  function watch(name: QueryName, input: unknown): () => void {
    const key = keyOf(name, input)
    const known = slots.get(key)
    const slot: Slot = known ?? { name, input, watchers: 0, ask: 0, old: true }
    slots.delete(key)
    slots.set(key, slot)
    slot.watchers += 1
    const failed = store.getState().entries[key]?.error != null
    if (slot.old || failed) void load(key, slot)
    return () => {
      slot.watchers -= 1
      if (slot.watchers === 0) prune()
    }
  }

  function prune(): void {
    const idle = [...slots].filter(([, slot]) => slot.watchers === 0)
    const surplus = idle.slice(0, Math.max(0, idle.length - UNWATCHED_MAX))
    if (surplus.length === 0) return
    for (const [key] of surplus) slots.delete(key)
    store.setState((state) => ({
      entries: Object.fromEntries(Object.entries(state.entries).filter(([key]) => slots.has(key))),
    }))
  }

  /** Asks again for what is watched and concerned by a change; what is not watched is asked for when it is. */
  function changed(change: Change): void {
    for (const [key, slot] of slots) {
      if (!concerns(change, slot.name, slot.input)) continue
      if (slot.watchers > 0) void load(key, slot)
      else slot.old = true
    }
  }

  function refresh(name: QueryName, input: unknown): void {
    const key = keyOf(name, input)
    const slot = slots.get(key)
    if (slot !== undefined) void load(key, slot)
  }

  /** Forgets everything: the wallet was locked, or another account must not see it. */
  function clear(): void {
    for (const [key, slot] of [...slots]) {
      slot.ask += 1
      slot.old = true
      if (slot.watchers === 0) slots.delete(key)
    }
    store.setState({ entries: {} })
  }

  return { store, keyOf, watch, changed, refresh, clear }
}

export const queries = createQueryCache((name, input) => call(name, input as WireInput<typeof name>))

export interface Query<Value> extends Entry<Value> {
  readonly refresh: () => void
}

/** A cached answer; null as input means that there is nothing to ask yet. */
export function useQuery<Name extends QueryName>(
  name: Name,
  input: WireInput<Name> | undefined,
): Query<WireAnswer<Name>> {
  const key = input === undefined ? null : queries.keyOf(name, input)
  const latest = useRef(input)
  latest.current = input
  useEffect(() => (key === null ? undefined : queries.watch(name, JSON.parse(key.slice(name.length + 1)))), [name, key])
  const entry = useStore(queries.store, (state) => (key === null ? EMPTY : (state.entries[key] ?? EMPTY)))
  return useMemo(
    () => ({
      ...(entry as Entry<WireAnswer<Name>>),
      refresh: () => queries.refresh(name, latest.current),
    }),
    [entry, name],
  )
}

/** Cached answers to one question with several inputs, in their order: for what is shown of all accounts at once. */
export function useQueries<Name extends QueryName>(
  name: Name,
  inputs: readonly WireInput<Name>[],
): readonly Entry<WireAnswer<Name>>[] {
  const keys = inputs.map((input) => queries.keyOf(name, input))
  // JSON has no line ends, so the keys can be told apart again.
  const joined = keys.join('\n')
  useEffect(() => {
    const asked = joined === '' ? [] : joined.split('\n')
    const leave = asked.map((key) => queries.watch(name, JSON.parse(key.slice(name.length + 1))))
    return () => {
      for (const stop of leave) stop()
    }
  }, [name, joined])
  const entries = useStore(
    queries.store,
    useShallow((state) => keys.map((key) => state.entries[key] ?? EMPTY)),
  )
  return entries as readonly Entry<WireAnswer<Name>>[] // what is kept under the keys of that question
}

export interface Action<Name extends MethodName> {
  readonly run: (input: WireInput<Name>) => Promise<WireAnswer<Name> | undefined>
  readonly pending: boolean
  readonly error: Report | null
  readonly reset: () => void
}

/** A call that does something. `run` answers undefined when it failed; the report is then in `error`. */
export function useAction<Name extends MethodName>(name: Name): Action<Name> {
  const [state, setState] = useState<{ pending: boolean; error: Report | null }>({ pending: false, error: null })
  const alive = useRef(true)
  useEffect(() => {
    alive.current = true
    return () => {
      alive.current = false
    }
  }, [])
  return useMemo(
    () => ({
      ...state,
      async run(input) {
        setState({ pending: true, error: null })
        try {
          const value = await call(name, input)
          if (alive.current) setState({ pending: false, error: null })
          return value
        } catch (error) {
          if (alive.current) setState({ pending: false, error: reportOf(error) })
          return undefined
        }
      },
      reset: () => setState({ pending: false, error: null }),
    }),
    [name, state],
  )
}

export interface OnceQuery<Value> extends Entry<Value> {
  readonly refresh: () => void
}

/** An answer that is asked for when the component appears and kept nowhere else: for methods that are not cached. */
export function useQueryOnce<Name extends MethodName>(name: Name, input: WireInput<Name>): OnceQuery<WireAnswer<Name>> {
  const key = JSON.stringify(input)
  const [turn, setTurn] = useState(0)
  const [entry, setEntry] = useState<Entry<WireAnswer<Name>>>({ value: undefined, error: null, loading: true })
  useEffect(() => {
    let wanted = turn >= 0
    setEntry((before) => ({ ...before, loading: true }))
    call(name, JSON.parse(key) as WireInput<Name>).then(
      (value) => wanted && setEntry({ value, error: null, loading: false }),
      (error: unknown) => wanted && setEntry({ value: undefined, error: reportOf(error), loading: false }),
    )
    return () => {
      wanted = false
    }
  }, [name, key, turn])
  return { ...entry, refresh: () => setTurn(turn + 1) }
}
