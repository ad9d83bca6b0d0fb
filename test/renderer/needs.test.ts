import { rm } from 'node:fs/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchChromium } from '../support/chromium.ts'
import { group, request, requestReview, rowsOf, type SignatureRequest } from '../support/fake-approvals.ts'
import { BO, CHEN, user } from '../support/fake-data.ts'
import { createFakeWallet, type FakeWallet } from '../support/fake-wallet.ts'
import { buildRenderer, type RendererHost, serveRenderer } from '../support/renderer-host.ts'

/* Two accounts in one window, each with requests of its own. The system's notices are replaced by a list of them. */

const BUILD_MS = 120_000
const NORA = 'Nora Vance'
const BOOKS = 'Harbour Books'
const POOL = group('Harbour pool', [user(BOOKS, '7000131002'), BO, CHEN], 2)

interface Told {
  readonly title: string
  onclick: (() => void) | null
}
type Watched = typeof globalThis & { readonly told: Told[] }

let folder: string
let browser: Browser
let host: RendererHost
let wallet: FakeWallet
let context: BrowserContext
let page: Page
/** What is asked of each account, by its name. */
let asked: Record<string, SignatureRequest[]>

beforeAll(async () => {
  ;[folder, browser] = await Promise.all([buildRenderer(), launchChromium()])
}, BUILD_MS)

afterAll(async () => {
  await browser?.close()
  if (folder !== undefined) await rm(folder, { recursive: true, force: true })
})

beforeEach(async () => {
  wallet = createFakeWallet('rich')
  asked = { [NORA]: [], [BOOKS]: [request('old', POOL)] }
  const nameOf = (id: string) => wallet.state.accounts.find(({ account }) => account === id)?.name ?? ''
  wallet.override['approvals.list'] = ({ account }) => rowsOf(asked[nameOf(account)] ?? [])
  wallet.override['approvals.review'] = ({ account, requestId }) => {
    const of = asked[nameOf(account)]?.find((one) => one.requestId === requestId)
    if (of === undefined) throw new Error(`${nameOf(account)} is not asked for that`)
    return requestReview(of)
  }
  host = await serveRenderer(folder, wallet)
  context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  page = await context.newPage()
  await page.addInitScript(() => {
    const told: Told[] = []
    class Notification {
      static permission = 'granted'
      onclick = null
      readonly title: string
      constructor(title: string) {
        this.title = title
        told.push(this)
      }
    }
    Object.assign(globalThis, { told, Notification })
  })
  await page.goto(host.url)
  await page.getByRole('heading', { name: 'Home' }).waitFor()
})

afterEach(async () => {
  await context.close()
  await host.close()
})

function ask(name: string, ...requests: readonly SignatureRequest[]): void {
  asked = { ...asked, [name]: [...(asked[name] ?? []), ...requests] }
  wallet.emit(['approvals'])
}

const switcher = (name: RegExp) => page.getByRole('button', { name }).and(page.getByRole('button', { name: /Switch/ }))
const titles = () => page.evaluate(() => (globalThis as Watched).told.map(({ title }) => title))
const until = async (count: number): Promise<string[]> => {
  await page.waitForFunction((wanted) => (globalThis as Watched).told.length >= wanted, count)
  return titles()
}

describe('requests of an account that is not shown', () => {
  it('are counted on the closed switcher, in the title and beside the account', async () => {
    await switcher(/1 needs you in other accounts/).waitFor()
    ask(BOOKS, request('new', POOL))
    ask(NORA, request('own', group('Rent pool', [BO, CHEN], 2)))
    await switcher(/2 need you in other accounts/).waitFor()
    await page.getByRole('button', { name: /^Approvals ?, 1 needs you$/ }).waitFor()
    await page.waitForFunction(() => document.title === '(3) Coffer')
    await switcher(/in other accounts/).click()
    const dialog = page.getByRole('dialog', { name: 'Accounts' })
    await dialog.getByRole('button', { name: /^Harbour Books.*, 2 need you$/ }).click()
    await switcher(/1 needs you in other accounts/).waitFor()
    await page.getByRole('button', { name: /^Approvals ?, 2 need you$/ }).waitFor()
  })

  it('are told of under the name of the account, and a click opens them there', async () => {
    await switcher(/1 needs you in other accounts/).waitFor()
    const fresh = request('new', POOL, { title: 'Send 7 XIN to Bo Lindqvist' })
    ask(BOOKS, fresh)
    expect(await until(1)).toEqual(['Harbour Books · Harbour pool: your signature is needed'])
    await page.evaluate(() => (globalThis as Watched).told[0]?.onclick?.())
    await page.getByRole('heading', { name: fresh.title }).waitFor()
    await switcher(/^Harbour Books/).waitFor()
    expect(await titles()).toHaveLength(1)
  })
})
