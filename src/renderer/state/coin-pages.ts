import { useCallback, useEffect, useRef, useState } from 'react'
import type { WireAnswer, WireInput } from '#contract/ipc'
import { call, reportOf, subscribe } from './bridge.ts'
import { concerns } from './change.ts'
import type { Report } from './types.ts'

export type Coin = WireAnswer<'coins.list'>['rows'][number]
type Query = Omit<WireInput<'coins.list'>, 'cursor' | 'limit'>

export interface CoinPages {
  readonly coins: readonly Coin[]
  readonly hasMore: boolean
  readonly loading: boolean
  readonly error: Report | null
  readonly more: () => void
  readonly reload: () => void
}

interface State {
  readonly key: string
  readonly coins: readonly Coin[]
  readonly cursor: string | null
  readonly loading: boolean
  readonly error: Report | null
}

const PAGE = 200
const START = { coins: [], cursor: null, loading: true, error: null } as const

/** Coins by pages, newest first. When the wallet announces a change, what is on screen is read again as one stretch. */
export function useCoinPages(query: Query): CoinPages {
  const key = JSON.stringify(query)
  const [state, setState] = useState<State>({ ...START, key })
  const turn = useRef(0)
  const shown = useRef(0)

  const read = useCallback(async (of: string, from: string | null, count: number) => {
    turn.current += 1
    const mine = turn.current
    const scope = JSON.parse(of) as Query
    setState((before) => (before.key === of ? { ...before, loading: true } : { ...START, key: of }))
    try {
      const found = new Map<string, Coin>()
      let cursor = from
      do {
        const page: WireAnswer<'coins.list'> = await call('coins.list', { ...scope, cursor, limit: PAGE })
        for (const coin of page.rows) found.set(coin.outputId, coin)
        cursor = page.cursor
      } while (cursor !== null && found.size < count)
      if (mine !== turn.current) return
      setState((before) => {
        const kept = from === null ? [] : before.coins.filter((coin) => !found.has(coin.outputId))
        const coins = [...kept, ...found.values()]
        shown.current = coins.length
        return { key: of, coins, cursor, loading: false, error: null }
      })
    } catch (error) {
      if (mine === turn.current) setState((before) => ({ ...before, loading: false, error: reportOf(error) }))
    }
  }, [])

  useEffect(() => {
    shown.current = 0
    void read(key, null, PAGE)
    return subscribe('data.changed', (change) => {
      if (concerns(change, 'coins.list', JSON.parse(key))) void read(key, null, Math.max(PAGE, shown.current))
    })
  }, [key, read])

  const { cursor, loading } = state
  const current = state.key === key ? state : { ...START, key }
  return {
    coins: current.coins,
    hasMore: current.cursor !== null,
    loading: current.loading,
    error: current.error,
    more: useCallback(() => {
      if (!loading && cursor !== null) void read(key, cursor, PAGE)
    }, [loading, cursor, key, read]),
    reload: useCallback(() => void read(key, null, Math.max(PAGE, shown.current)), [key, read]),
  }
}
