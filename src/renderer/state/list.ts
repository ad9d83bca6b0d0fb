import { useCallback, useEffect, useRef, useState } from 'react'
import type { WireInput } from '#contract/ipc'
import { call, reportOf, subscribe } from './bridge.ts'
import { concerns } from './change.ts'
import type { ActivityRow, Report } from './types.ts'

const PAGE = 50
const PAGE_MAX = 200

export interface ListState {
  readonly rows: readonly ActivityRow[]
  readonly cursor: string | null
  readonly loading: boolean
  readonly error: Report | null
}

type Page = (cursor: string | null, limit: number) => Promise<{ rows: ActivityRow[]; cursor: string | null }>

const START: ListState = { rows: [], cursor: null, loading: true, error: null }

/** Reads from the newest row down until at least `count` rows are there or the end is reached. No row comes twice. */
export async function readDown(page: Page, count: number): Promise<Pick<ListState, 'rows' | 'cursor'>> {
  const rows = new Map<string, ActivityRow>()
  let cursor: string | null = null
  do {
    const answer = await page(cursor, Math.min(PAGE_MAX, Math.max(PAGE, count - rows.size)))
    for (const row of answer.rows) rows.set(row.id, row)
    if (answer.rows.length === 0) return { rows: [...rows.values()], cursor: null }
    cursor = answer.cursor
  } while (cursor !== null && rows.size < count)
  return { rows: [...rows.values()], cursor }
}

/** The activity list by pages. When the wallet announces a change, what is on screen is read again as one stretch. */
export function useActivityList(input: Omit<WireInput<'activity.list'>, 'cursor' | 'limit'>) {
  const key = JSON.stringify(input)
  const [state, setState] = useState<ListState & { readonly key: string }>({ ...START, key })
  const turn = useRef(0)
  const shown = useRef(0)
  const shownKey = useRef(key)

  const reload = useCallback(async (of: string, count: number) => {
    turn.current += 1
    const mine = turn.current
    const scope = JSON.parse(of) as typeof input
    setState((before) => (before.key === of ? { ...before, loading: true } : { ...START, key: of }))
    try {
      const read = await readDown((cursor, limit) => call('activity.list', { ...scope, cursor, limit }), count)
      if (mine !== turn.current) return
      shown.current = read.rows.length
      setState({ ...read, loading: false, error: null, key: of })
    } catch (error) {
      if (mine === turn.current) setState((before) => ({ ...before, loading: false, error: reportOf(error) }))
    }
  }, [])

  useEffect(() => {
    if (shownKey.current !== key) shown.current = 0
    shownKey.current = key
    void reload(key, PAGE)
    return subscribe('data.changed', (change) => {
      if (concerns(change, 'activity.list', JSON.parse(key))) void reload(key, Math.max(PAGE, shown.current))
    })
  }, [key, reload])

  const more = useCallback(async () => {
    if (state.loading || state.cursor === null || state.key !== key) return
    turn.current += 1
    const mine = turn.current
    setState((before) => ({ ...before, loading: true }))
    try {
      const scope = JSON.parse(key) as typeof input
      const answer = await call('activity.list', { ...scope, cursor: state.cursor, limit: PAGE })
      if (mine !== turn.current) return
      setState((before) => {
        const known = new Set(before.rows.map((row) => row.id))
        const rows = [...before.rows, ...answer.rows.filter((row) => !known.has(row.id))]
        shown.current = rows.length
        return { rows, cursor: answer.rows.length === 0 ? null : answer.cursor, loading: false, error: null, key }
      })
    } catch (error) {
      if (mine === turn.current) setState((before) => ({ ...before, loading: false, error: reportOf(error) }))
    }
  }, [state, key])

  const current = state.key === key ? state : { ...START, key }
  return { ...current, more, reload: () => reload(key, Math.max(PAGE, shown.current)) }
}
