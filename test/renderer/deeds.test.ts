import { afterEach, describe, expect, it, vi } from 'vitest'
import { call } from '../../src/renderer/state/bridge.ts'
import { connect } from '../../src/renderer/state/connect.ts'
import { pages } from '../../src/renderer/state/pages.ts'
import { queries } from '../../src/renderer/state/query.ts'

const ACCOUNT = 'f3bd6b73-9d0a-4d6b-a3a1-7a3c04a8d2b1'
const LIST = { account: ACCOUNT, holder: null, assetId: null, state: 'open', search: '' } as const

/** A wallet that counts what it is asked and announces what it is told to. */
function openWindow() {
  vi.useFakeTimers()
  const asked: string[] = []
  const listeners = new Set<(payload: unknown) => void>()
  const announce = () => {
    for (const listener of listeners) listener({ account: null, topics: ['app', 'balances'] })
  }
  vi.stubGlobal('window', {
    coffer: {
      async invoke(name: string) {
        asked.push(name)
        if (name === 'app.setPreferences') announce()
        return { ok: true, value: name === 'coins.list' ? { rows: [], cursor: null } : asked.length }
      },
      subscribe(name: string, listener: (payload: unknown) => void) {
        if (name === 'data.changed') listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
  })
  connect()
  return { announce, times: (name: string) => asked.filter((one) => one === name).length }
}

describe('what a person does', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('is seen at once, however much has changed before and however often it is done', async () => {
    const { announce, times } = openWindow()
    const leave = [queries.watch('app.state', null), pages.watch('coins.list', LIST)]
    for (const _ of Array.from({ length: 20 })) announce()
    await vi.advanceTimersByTimeAsync(0)
    for (const _ of Array.from({ length: 20 })) {
      const before = { state: times('app.state'), list: times('coins.list') }
      await call('app.setPreferences', { hideAmounts: true })
      expect(times('app.state')).toBeGreaterThan(before.state)
      expect(times('coins.list')).toBeGreaterThan(before.list)
    }
    for (const stop of leave) stop()
  })
})
