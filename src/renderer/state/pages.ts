import { useCallback, useEffect, useRef, useState } from 'react'
import { reportOf } from './bridge.ts'
import type { Report } from './types.ts'

interface Page<Row> {
  readonly rows: readonly Row[]
  readonly cursor: string | null
}

interface PagesState<Row> extends Page<Row> {
  readonly loading: boolean
  readonly error: Report | null
}

/** A list that the service pages and nothing here keeps: read on arrival and on demand. `read` must not change between draws. */
export function usePages<Row>(read: (cursor: string | null) => Promise<Page<Row>>) {
  const [state, setState] = useState<PagesState<Row>>({ rows: [], cursor: null, loading: true, error: null })
  const turn = useRef(0)

  const load = useCallback(
    async (before: readonly Row[], cursor: string | null) => {
      turn.current += 1
      const mine = turn.current
      setState({ rows: before, cursor, loading: true, error: null })
      try {
        const page = await read(cursor)
        if (mine === turn.current) {
          setState({ rows: [...before, ...page.rows], cursor: page.cursor, loading: false, error: null })
        }
      } catch (error) {
        if (mine === turn.current) setState({ rows: before, cursor, loading: false, error: reportOf(error) })
      }
    },
    [read],
  )

  useEffect(() => {
    void load([], null)
    return () => {
      turn.current += 1
    }
  }, [load])

  const { rows, cursor } = state
  return { ...state, more: () => void load(rows, cursor), reload: () => void load([], null) }
}
