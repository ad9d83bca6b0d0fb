import { useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import type { MethodName, WireAnswer, WireInput } from '#contract/ipc'
import type { QueryName } from '#contract/topics'
import { lastAsked } from '../lib/last-asked.ts'
import { ask, call, reportOf } from './bridge.ts'
import { createQueryCache, EMPTY, type Entry } from './query-cache.ts'
import { markPlace } from './routes.ts'
import type { Report } from './types.ts'

export const queries = createQueryCache((name, input) => ask(name, input as WireInput<typeof name>))

/** An answer, or why there is none; neither, until it comes. */
export type Answered<Value> = Omit<Entry<Value>, 'loading'>

export interface Query<Value> extends Answered<Value> {
  readonly refresh: () => void
}

/** What is kept under some keys. What is asked for again and answered as before changes nothing for who looks. */
function useAnswered(keys: readonly (string | null)[]): readonly Answered<unknown>[] {
  const parts = useStore(
    queries.store,
    useShallow(({ entries }) =>
      keys.flatMap((key) => {
        const { value, error } = (key === null ? undefined : entries.get(key)) ?? EMPTY
        return [value, error]
      }),
    ),
  )
  return useMemo(
    () =>
      Array.from({ length: parts.length / 2 }, (_, at) => ({
        value: parts[at * 2],
        error: (parts[at * 2 + 1] ?? null) as Report | null, // as they were put there
      })),
    [parts],
  )
}

/** An answer; without an input there is nothing to ask yet. */
export function useQuery<Name extends MethodName>(
  name: Name,
  input: WireInput<Name> | undefined,
): Query<WireAnswer<Name>> {
  const key = input === undefined ? null : queries.keyOf(name, input)
  const latest = useRef(input)
  latest.current = input
  useEffect(() => (key === null ? undefined : queries.watch(name, JSON.parse(key.slice(name.length + 1)))), [name, key])
  const answered = useAnswered([key])
  return useMemo(
    () => ({
      ...((answered[0] ?? EMPTY) as Answered<WireAnswer<Name>>), // of that question
      refresh: () => queries.refresh(name, latest.current),
    }),
    [answered, name],
  )
}

/** Whether it is being asked for just now, also where there is an answer from before. */
export function useIsAsking<Name extends MethodName>(name: Name, input: WireInput<Name> | undefined): boolean {
  const key = input === undefined ? null : queries.keyOf(name, input)
  return useStore(queries.store, ({ entries }) => ((key === null ? undefined : entries.get(key)) ?? EMPTY).loading)
}

/** Cached answers to one question with several inputs, in their order: for what is shown of all accounts at once. */
export function useQueries<Name extends QueryName>(
  name: Name,
  inputs: readonly WireInput<Name>[],
): readonly Answered<WireAnswer<Name>>[] {
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
  return useAnswered(keys) as readonly Answered<WireAnswer<Name>>[] // what is kept under the keys of that question
}

export interface Action<Name extends MethodName> {
  readonly run: (
    input: WireInput<Name>,
    lead?: (answer: WireAnswer<Name>) => void,
  ) => Promise<WireAnswer<Name> | undefined>
  readonly pending: boolean
  readonly error: Report | null
  readonly reset: () => void
}

/**
 * A call that does something. `run` answers undefined when it failed; the report is then in `error`. What is asked for again while it is
 * under way, as by a key that is held down, is the same deed. `lead` is where its answer leads to: one that comes late takes nobody
 * away from where they have gone meanwhile.
 */
export function useAction<Name extends MethodName>(name: Name): Action<Name> {
  const [state, setState] = useState<{ pending: boolean; error: Report | null }>({ pending: false, error: null })
  const alive = useRef(true)
  const once = useRef(lastAsked()).current
  useEffect(() => {
    alive.current = true
    return () => {
      alive.current = false
    }
  }, [])
  return useMemo(
    () => ({
      ...state,
      async run(input, lead) {
        const isHere = markPlace()
        setState({ pending: true, error: null })
        const value = await once(input, () => call(name, input)).catch((error: unknown) => {
          if (alive.current) setState({ pending: false, error: reportOf(error) })
          return undefined
        })
        if (value === undefined) return undefined
        if (alive.current) setState({ pending: false, error: null })
        if (isHere()) lead?.(value)
        return value
      },
      reset: () => setState({ pending: false, error: null }),
    }),
    [name, once, state],
  )
}
