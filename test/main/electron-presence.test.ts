import { describe, expect, it, vi } from 'vitest'
import { startHost as start } from './electron-host.ts'
import { fakeElectron } from './fake-electron.ts'

describe('while the window is closed', () => {
  const preferences = { theme: 'system', language: 'system', keepRunning: true, startWithSystem: false }
  const account = { account: '11111111-2222-4333-8444-555555555555', kind: 'user', stage: 'ready', order: 0 }
  const callsWith = (
    over: object = {},
    locked = false,
    tabs: readonly string[] = ['needs_you', 'waiting'],
    times: readonly string[] = ['due'],
  ) =>
    ({
      'app.state': async () => ({
        ...{ preferences: { ...preferences, ...over }, vault: { locked, damage: null }, accounts: [account] },
      }),
      'approvals.list': async () => ({ requests: tabs.map((tab) => ({ tab })) }),
      'schedule.open': async () => times.map((state) => ({ state })),
    }) as never
  const labels = (tray: { readonly menu: readonly { readonly label?: string }[] } | undefined) =>
    (tray?.menu ?? []).flatMap(({ label }) => label ?? [])

  it('it runs on with an icon that says how much waits, and comes back by a click', async () => {
    const { electron, main } = await start({ calls: callsWith() })
    await vi.waitFor(() => expect(electron.trays[0]?.tip).toBe('1 item waits for you'))
    main().show()
    main().close()
    expect([main().destroyed, main().visible]).toEqual([false, false])
    electron.trays[0]?.emit('click')
    expect(main().visible).toBe(true)
    expect(labels(electron.trays[0])).toEqual(['1 item waits for you', 'Open Coffer', 'Quit Coffer'])
  })

  it('it leaves the full screen before it is hidden on macOS, where that would stay black', async () => {
    const { electron, main } = await start({ calls: callsWith(), platform: 'darwin' })
    await vi.waitFor(() => expect(electron.trays).toHaveLength(1))
    main().show()
    main().fullScreen = true
    main().close()
    expect([main().destroyed, main().visible, main().fullScreen]).toEqual([false, true, false])
    main().emit('leave-full-screen')
    expect([main().destroyed, main().visible]).toEqual([false, false])
  })

  it('it counts planned payments that wait for approval or an answer', async () => {
    const { electron } = await start({ calls: callsWith({}, false, ['needs_you'], ['waiting', 'asks', 'due']) })
    await vi.waitFor(() => expect(electron.trays[0]?.tip).toBe('3 items wait for you'))
  })

  it('it says nothing of a locked wallet', async () => {
    const { electron } = await start({ calls: callsWith({}, true) })
    await vi.waitFor(() => expect(electron.trays[0]?.tip).toBe('Coffer'))
    expect(labels(electron.trays[0])).toEqual(['Open Coffer', 'Quit Coffer'])
  })

  it('it says of a locked wallet that something new came, in a notice of its own for each time, and takes it away when it is opened', async () => {
    const state = {
      preferences,
      vault: { locked: true, damage: null },
      accounts: [account],
      newsAt: null as bigint | null,
    }
    const calls = { ...(callsWith() as object), 'app.state': async () => structuredClone(state) }
    const { electron, emit, main } = await start({ calls: calls as never })
    const again = () => emit('data.changed', { account: null, topics: ['app'] })
    const words = 'Something new in Coffer. Unlock to see it.'
    await vi.waitFor(() => expect(electron.trays[0]?.tip).toBe('Coffer'))
    expect(electron.notices).toEqual([])
    state.newsAt = 1n
    again()
    await vi.waitFor(() => expect(electron.trays[0]?.tip).toBe(words))
    again()
    state.newsAt = 2n
    again()
    await vi.waitFor(() => expect(electron.notices).toHaveLength(2))
    expect(electron.notices.map(({ title, body, state: shown }) => [title, body, shown])).toEqual([
      ['Coffer', words, 'closed'],
      ['Coffer', words, 'shown'],
    ])
    main().close()
    electron.notices[1]?.emit('click')
    expect(main().visible).toBe(true)
    Object.assign(state, { newsAt: null, vault: { locked: false, damage: null } })
    emit('session.changed', { locked: false })
    await vi.waitFor(() => expect(electron.notices[1]?.state).toBe('closed'))
    expect(electron.notices).toHaveLength(2)
  })

  it('it says nothing of a locked wallet also where what was counted before comes late', async () => {
    const state = { vault: { locked: false, damage: null }, accounts: [account], preferences }
    let count: (listed: object) => void = () => undefined
    const counted = new Promise<object>((resolve) => {
      count = resolve
    })
    const calls = {
      ...(callsWith() as object),
      'app.state': async () => structuredClone(state),
      'approvals.list': () => counted,
    }
    const { electron, emit } = await start({ calls: calls as never })
    state.vault.locked = true
    emit('session.changed', { locked: true })
    await expect.poll(() => electron.trays[0]?.tip).toBe('Coffer')
    count({ requests: [{ tab: 'needs_you' }] })
    await new Promise(setImmediate)
    expect([electron.trays[0]?.tip, electron.trays.length]).toEqual(['Coffer', 1])
  })

  it('it ends unless the person wishes otherwise, and leaves no icon', async () => {
    const { electron, main } = await start({ calls: callsWith({ keepRunning: false }) })
    main().close()
    expect([main().destroyed, electron.trays]).toEqual([true, []])
  })

  it('it ends when it is told to, and takes its icon along', async () => {
    const { electron, main } = await start({ calls: callsWith() })
    await vi.waitFor(() => expect(electron.trays).toHaveLength(1))
    electron.app.emit('before-quit', { preventDefault() {} })
    main().close()
    expect([main().destroyed, electron.trays[0]?.gone]).toEqual([true, true])
  })

  it.each([
    ['darwin', true, [{ openAtLogin: true }]],
    ['win32', true, [{ openAtLogin: true }]],
    ['linux', true, []],
    ['darwin', false, []],
  ] as const)('on %s, installed %s, the system is asked to start it: %j', async (platform, packaged, asked) => {
    const electron = fakeElectron({ packaged })
    await start({ electron, platform, calls: callsWith({ startWithSystem: true }) })
    await vi.waitFor(() => expect(electron.trays).toHaveLength(1))
    expect(electron.logins).toEqual(asked)
  })

  it.each([
    [true, true, []],
    [false, true, [{ openAtLogin: false }]],
    [false, false, []],
  ])('where a start with the system is wished %s and set %s, it is asked %j', async (wished, startsAlready, asked) => {
    // Asking again for what is set would undo what its person chose in the Task Manager.
    const electron = fakeElectron({ packaged: true, startsAlready })
    await start({ electron, platform: 'win32', calls: callsWith({ startWithSystem: wished }) })
    await vi.waitFor(() => expect(electron.trays).toHaveLength(1))
    expect(electron.logins).toEqual(asked)
  })
})
