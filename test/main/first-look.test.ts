import { EventEmitter } from 'node:events'
import type { Session } from 'electron'
import { describe, expect, it } from 'vitest'
import type { Calls } from '#contract/ipc'
import type { HostedWallet } from '../../src/main/binder.ts'
import { servePages } from '../../src/main/electron/session-rules.ts'
import { followLook, withLook } from '../../src/main/first-look.ts'
import { dressed, findPage, isFront, type Pages, styleHashes } from '../../src/main/pages.ts'
import { pageHeaders } from '../../src/main/policy.ts'
import { someCalls } from '../support/host.ts'

const HTML =
  '<!doctype html><html lang="en"><link rel="words" hreflang="en" href="en.js"><link rel="words" hreflang="ja" href="ja.js"><link rel="open" href="open.js"><style>a{b:c}</style>'

function someone() {
  const events = new EventEmitter()
  const state = {
    preferences: { theme: 'dark', language: 'ja' },
    vault: { locked: true, damage: null as string | null },
    accounts: [
      { account: 'later', order: 2, stage: 'ready' },
      { account: 'first', order: 1, stage: 'unregistered' },
    ],
  }
  const calls = someCalls({
    'app.state': (async () => structuredClone(state)) as unknown as Calls['app.state'], // what is read of it
  })
  const subscribe: HostedWallet['subscribe'] = (name, listener) => {
    events.on(name, listener)
    return () => events.off(name, listener)
  }
  return { state, events, wallet: { calls, subscribe } }
}

describe('the first look of the page', () => {
  it('stands in its opening tag, with the request for its words', () => {
    const dark = withLook(HTML, { theme: 'dark', language: 'ja', screen: 'locked' })
    expect(dark).toContain('<html lang="ja" data-screen="locked" data-theme="dark">')
    expect(dark).toContain('<link rel="modulepreload" href="ja.js">')
    expect(dark).toContain('<link rel="words" hreflang="en"')
    expect(withLook(HTML, { theme: 'system', language: 'en', screen: 'open' })).toContain(
      '<html lang="en" data-screen="open">',
    )
  })

  it('asks for the screens of an open wallet where it is open alone', () => {
    const requestFor = (screen: 'open' | 'locked' | 'setup') =>
      withLook(HTML, { theme: 'dark', language: 'ja', screen })
    expect(requestFor('open')).toContain('<link rel="modulepreload" href="open.js">')
    for (const screen of ['locked', 'setup'] as const)
      expect(requestFor(screen)).toContain('<link rel="open" href="open.js">')
  })

  it('follows what is locked, chosen and set up, and names nobody', async () => {
    const { state, events, wallet } = someone()
    const { look, stop } = await followLook(wallet)
    expect(look()).toEqual({ theme: 'dark', language: 'ja', screen: 'locked' })
    state.vault.locked = false
    events.emit('session.changed', { locked: false })
    await expect.poll(() => look()?.screen).toBe('setup')
    state.accounts.reverse()
    for (const one of state.accounts) one.stage = 'ready'
    events.emit('data.changed', { account: null, topics: ['accounts'] })
    await expect.poll(() => look()?.screen).toBe('open')
    state.vault.damage = 'index'
    events.emit('data.changed', { account: null, topics: ['app'] })
    await expect.poll(() => look()?.screen).toBe('locked')
    stop()
    expect(events.eventNames()).toEqual([])
  })

  it('is how things stand, in whatever order the wallet would answer', async () => {
    const { state, events, wallet } = someone()
    const { look } = await followLook(wallet)
    const states = [false, true].map((locked) => structuredClone({ ...state, vault: { locked, damage: null } }))
    let tell: () => void = () => undefined
    const late = new Promise<void>((resolve) => {
      tell = resolve
    })
    Object.assign(wallet.calls, {
      async 'app.state'() {
        const told = states.shift()
        if (told?.vault.locked === false) await late
        return told
      },
    })
    for (const locked of [false, true]) events.emit('session.changed', { locked })
    await new Promise(setImmediate)
    tell()
    await expect.poll(() => states).toEqual([])
    await new Promise(setImmediate)
    expect(look()?.screen).toBe('locked')
  })

  it('is unknown where the wallet does not tell it', async () => {
    const { wallet } = someone()
    expect((await followLook({ ...wallet, calls: someCalls({}) })).look()).toBeNull()
  })

  it('is given to the pages of windows alone, which stay as they were built without one', () => {
    const page = { type: 'text/html', body: new TextEncoder().encode(HTML) }
    expect(['/', '/?x', '/index.html', '/approval.html', '/assets/index.html'].map(isFront)).toEqual([
      ...[true, true, true, true],
      false,
    ])
    expect(dressed(page, null)).toBe(page)
    const text = new TextDecoder().decode(dressed(page, { theme: 'light', language: 'en', screen: 'setup' }).body)
    expect(text).toContain('data-screen="setup" data-theme="light"')
  })
})

describe('the pages of Electron', () => {
  it('begin in the theme that is chosen, but for the one that could not hear that another is', async () => {
    let answer: (request: Request) => Response | Promise<Response> = () => new Response(null)
    const session = { protocol: { handle: (_: string, handler: typeof answer) => (answer = handler) } }
    const page = { type: 'text/html', body: new TextEncoder().encode(HTML) }
    const pages: Pages = new Map([
      ['/index.html', page],
      ['/approval.html', page],
    ])
    const look = () => ({ theme: 'light', language: 'ja', screen: 'open' }) as const
    servePages(session as unknown as Session, pages, look) // what is used of it
    const read = async (path: string) => (await answer(new Request(`app://coffer${path}`))).text()
    expect(await read('/index.html')).toContain('<html lang="ja" data-screen="open" data-theme="light">')
    expect(await read('/approval.html')).toContain('<html lang="ja" data-screen="open">')
  })
})

describe('a style that stands in the page', () => {
  it('is allowed by its hash and no other', () => {
    const pages: Pages = new Map([
      ['/index.html', { type: 'text/html', body: new TextEncoder().encode(HTML) }],
      ['/a.js', { type: 'text/javascript', body: new TextEncoder().encode('"<style>x</style>"') }],
    ])
    expect(findPage(pages, '/')).toBeDefined()
    // printf 'a{b:c}' | openssl dgst -sha256 -binary | base64
    expect(styleHashes(pages)).toEqual(['0cRUVYRKwNwnl1hkfkPGjkht16b039TjFdJzmXfFK2o='])
    const policy = pageHeaders(null, styleHashes(pages))['Content-Security-Policy'] ?? ''
    expect(policy).toContain(`style-src 'self' 'sha256-0cRUVYRKwNwnl1hkfkPGjkht16b039TjFdJzmXfFK2o=';`)
    expect(pageHeaders(null)['Content-Security-Policy']).toContain("style-src 'self';")
    expect(policy).not.toContain('unsafe-inline')
  })
})
