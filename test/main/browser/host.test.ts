import { EventEmitter } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { failure } from '#contract/errors'
import type { EventName } from '#contract/ipc'
import { createClock } from '#platform'
import { said as fact } from '#words'
import type { HostedWallet } from '../../../src/main/binder.ts'
import { startBrowserHost } from '../../../src/main/browser/host.ts'
import type { Opener, Window } from '../../../src/main/browser/launch.ts'
import { loadPages } from '../../../src/main/pages.ts'
import { manualClock } from '../../support/clock.ts'
import { keepLog, someCalls } from '../../support/host.ts'
import { builtPages, enter, openPage } from '../../support/loopback.ts'
import { seededRandom } from '../../support/random.ts'

const failing = (code: 'vault.locked'): never => {
  throw failure(code, code)
}

function someWallet(
  touch: () => Promise<null> = async () => null,
): HostedWallet & { emit(name: EventName, payload: unknown): void } {
  const events = new EventEmitter()
  return {
    calls: someCalls({ 'session.touch': touch }),
    subscribe(name, listener) {
      events.on(name, listener)
      return () => events.off(name, listener)
    },
    lock() {},
    async close() {},
    emit: (name, payload) => events.emit(name, payload),
  }
}

let started = 0

async function start(opener: Opener, clock = createClock(), opening: () => void = () => undefined) {
  started += 1
  const wallet = someWallet()
  const said: string[] = []
  const opened: string[] = []
  const links: string[] = []
  const browser = new EventEmitter()
  let forgotten = 0
  const host = await startBrowserHost({
    wallet,
    pages: loadPages(builtPages()),
    port: 0,
    opener,
    openWindow: (_program, link) => {
      opened.push(link)
      opening()
      // Only the two events of a child process are of interest here.
      return { process: browser as unknown as Window['process'], forgetLink: () => (forgotten += 1) }
    },
    clock,
    random: seededRandom(`host ${started}`),
    log: keepLog().log,
    onLink: (url) => links.push(url),
    say: (line) => said.push(line),
  })
  onTestFinished(host.stop)
  return { host, wallet, said, opened, links, browser, forgotten: () => forgotten }
}

const portOf = (link: string): number => Number(new URL(link).port)
const tokenOf = (link: string): string => new URL(link).hash.slice('#token='.length)

describe('startBrowserHost', () => {
  it('gives the link to a person when it opens no window, and keeps serving', async () => {
    const { host, said, links } = await start({ why: fact('main.why.no-display') })
    expect(host.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}$/)
    expect(said[0]).toContain('there is no display')
    expect(links).toEqual([])
  })

  it('hands out the next link when one has opened its window, which works no more', async () => {
    const { host, links } = await start({ why: fact('main.why.no-open') })
    const port = portOf(host.url)
    for (let time = 0; time < 3; time++) {
      const link = links.at(-1) ?? host.url
      const page = await enter(port, tokenOf(link))
      await expect.poll(() => links).toHaveLength(time + 1)
      page.close()
      await page.closed
      const remembered = await openPage(port)
      remembered.send({ token: tokenOf(link) })
      expect(await remembered.closed).toBe(4401)
    }
    expect(new Set([host.url, ...links]).size).toBe(4)
  })

  it('opens a window with a link that its own address does not show', async () => {
    const { host, opened, forgotten } = await start({ program: '/usr/bin/chromium' })
    expect(host.url).not.toContain('token')
    expect(opened).toHaveLength(1)
    await enter(portOf(host.url), tokenOf(opened[0] ?? ''))
    await expect.poll(forgotten).toBe(1)
  })

  it('passes events of the wallet on to the page in their wire form', async () => {
    const { host, wallet } = await start({ why: fact('main.why.no-open') })
    const page = await enter(portOf(host.url), tokenOf(host.url))
    wallet.emit('session.changed', { locked: true, phrase: 'secret' })
    expect(await page.next()).toEqual({ event: 'session.changed', payload: { locked: true } })
  })

  it('serves another wallet from then on, and has an open page loaded anew for it', async () => {
    const { host, wallet } = await start({ why: fact('main.why.no-open') })
    const page = await enter(portOf(host.url), tokenOf(host.url))
    const other = someWallet(async () => failing('vault.locked'))
    await host.change(other)
    expect(await page.next()).toEqual({ event: 'page.reload', payload: {} })
    wallet.emit('session.changed', { locked: true })
    other.emit('session.changed', { locked: false })
    expect(await page.next()).toEqual({ event: 'session.changed', payload: { locked: false } })
    page.send({ id: 1, name: 'session.touch', input: null })
    expect(await page.next()).toMatchObject({ id: 1, reply: { ok: false, error: { code: 'vault.locked' } } })
    page.close()
    await page.closed
    const again = await openPage(portOf(host.url))
    again.send({ token: page.resume })
    expect(await again.next()).toMatchObject({ welcome: { wallet: 1 } })
  })

  it('ends within five seconds after its window closed', async () => {
    const clock = manualClock()
    const { host, opened } = await start({ program: 'x' }, clock)
    const page = await enter(portOf(host.url), tokenOf(opened[0] ?? ''))
    page.close()
    await page.closed
    await expect.poll(() => clock.sleepers()).toBeGreaterThan(1)
    await clock.advance(5000)
    expect(await host.ended).toBe(0)
  })

  it('hands the link over when its window was never told that it is in', async () => {
    const clock = manualClock()
    const { host, opened, said, links } = await start({ program: 'x' }, clock)
    const page = await openPage(portOf(host.url))
    page.send({ token: tokenOf(opened[0] ?? '') })
    await page.next()
    page.close()
    await page.closed
    await expect.poll(() => clock.sleepers()).toBeGreaterThan(1)
    await clock.advance(5000)
    expect(said[0]).toContain('ended at once')
    await enter(portOf(host.url), tokenOf(links[0] ?? ''))
    expect(await Promise.race([host.ended, 'runs'])).toBe('runs')
  })

  it('stays when the page was only reloaded', async () => {
    const clock = manualClock()
    const { host, opened } = await start({ program: 'x' }, clock)
    const page = await enter(portOf(host.url), tokenOf(opened[0] ?? ''))
    page.close()
    await page.closed
    const again = await enter(portOf(host.url), page.resume)
    let ended = false
    void host.ended.then(() => {
      ended = true
    })
    await clock.advance(60_000)
    expect(ended).toBe(false)
    again.send({ id: 1, name: 'session.touch', input: null })
    expect(await again.next()).toMatchObject({ reply: { ok: true } })
  })

  it.each([
    ['could not be started', (browser: EventEmitter) => browser.emit('error', new Error('ENOENT'))],
    ['ended at once', (browser: EventEmitter) => browser.emit('exit', 1, null)],
    ['did not come up within 30 seconds', () => {}],
  ])('hands the link over when the browser %s', async (why, happen) => {
    const clock = manualClock()
    const { host, said, browser, opened, links } = await start({ program: 'x' }, clock)
    happen(browser)
    await clock.advance(31_000)
    expect(said).toHaveLength(1)
    expect(said[0]).toContain(why)
    const link = /http:\S+/.exec(said[0] ?? '')?.[0] ?? ''
    expect(links).toEqual([link])
    const stale = await openPage(portOf(host.url))
    stale.send({ token: tokenOf(opened[0] ?? '') })
    expect(await stale.closed).toBe(4401)
    await enter(portOf(link), tokenOf(link))
  })

  it('hands the link over where no window can be prepared, as on a disk that is full', async () => {
    const full = (): never => {
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
    }
    const { host, said, opened, links } = await start({ program: 'x' }, createClock(), full)
    expect(said).toHaveLength(1)
    expect(said[0]).toContain('could not be started')
    expect([opened.length, links]).toEqual([1, []])
    await enter(portOf(host.url), tokenOf(host.url))
    expect(await Promise.race([host.ended, 'runs'])).toBe('runs')
  })

  it('is ended by no number of wrong tokens', async () => {
    const { host, said } = await start({ why: fact('main.why.no-open') })
    for (let guess = 0; guess < 7; guess++) {
      const page = await openPage(portOf(host.url))
      page.send({ token: 'guess' })
      await page.closed
    }
    expect(said.at(-1)).toContain('Wrong tokens')
    await enter(portOf(host.url), tokenOf(host.url))
    expect(await Promise.race([host.ended, 'runs'])).toBe('runs')
  })
})
