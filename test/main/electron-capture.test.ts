import { describe, expect, it, vi } from 'vitest'
import { startHost } from './electron-host.ts'

describe('pictures of the screen', () => {
  const stateOf = (preferences: object) =>
    ({
      'app.state': async () => ({ preferences, vault: { locked: false, damage: null }, accounts: [] }),
    }) as never

  it('leave out every window, also one that comes later, for as long as the person wishes so', async () => {
    const preferences = { theme: 'system', language: 'system', blockCapture: true }
    const { electron, main, emit } = await startHost({ calls: stateOf(preferences) })
    await vi.waitFor(() => expect(main().isProtected).toBe(true))
    electron.makeWindowElsewhere()
    expect(electron.windows.map(({ isProtected }) => isProtected)).toEqual([true, true])
    electron.windows[1]?.destroy()
    preferences.blockCapture = false
    emit('data.changed', { account: null, topics: ['app'] })
    await vi.waitFor(() => expect(main().isProtected).toBe(false))
    electron.makeWindowElsewhere()
    expect(electron.windows.at(-1)?.isProtected).toBe(false)
  })

  it('show the windows where nobody asked for anything else', async () => {
    const { electron, main } = await startHost({ calls: stateOf({ blockCapture: false }) })
    electron.makeWindowElsewhere()
    expect([main().isProtected, electron.windows.at(-1)?.isProtected]).toEqual([false, false])
  })
})
