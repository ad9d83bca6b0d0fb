import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type App, startApp } from './support/app.ts'
import { journeySteps, poll } from './support/journey.ts'
import * as person from './support/person.ts'
import { plain, press, seen } from './support/person.ts'

/* Two accounts in one wallet: each has its own money, and they pay each other like any two people. */

const ONE = 'Ada Lovelace'
const TWO = 'Alan Turing'
const step = journeySteps(() => app)
let app: App

beforeAll(async () => {
  app = await startApp({ account: { name: ONE, money: [['BTC', '2']] } })
})
afterAll(() => app?.stop())

async function openSwitcher(): Promise<void> {
  await app.page.getByRole('button', { name: /Switch account or group/ }).click()
}

async function switchTo(name: string): Promise<void> {
  await openSwitcher()
  await app.page
    .getByRole('dialog', { name: 'Accounts' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click()
  await person.heading(app.page, 'Home')
}

const shown = async () => plain(await app.page.getByRole('main').innerText())

async function pay(to: string, amount: string): Promise<void> {
  await person.write(app.page, { asset: /^BTC/, to, amount })
  await person.review(app.page)
  await person.approve(app.page)
  await person.finished(app.page)
}

async function numberOf(name: string): Promise<string> {
  await openSwitcher()
  const text = await app.page
    .getByRole('dialog', { name: 'Accounts' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .innerText()
  await app.page.keyboard.press('Escape')
  return /\d{5,}/.exec(text)?.[0] ?? ''
}

describe('two accounts', () => {
  step('are added one after the other, without a second passphrase', async () => {
    const { page } = app
    await person.addAccount(page, TWO)
    await seen(page.getByRole('heading', { name: 'First steps' }))
    expect(await shown()).not.toContain('2 BTC')
  })

  step('pay each other', async () => {
    const [one, two] = [await numberOf(ONE), await numberOf(TWO)]
    await switchTo(ONE)
    await poll(shown).toContain('2 BTC')
    await pay(two, '0.5')
    await switchTo(TWO)
    await poll(shown).toContain('0.5 BTC')
    await pay(one, '0.2')
    await switchTo(ONE)
    await poll(shown).toContain('1.7 BTC')
    await switchTo(TWO)
    await poll(shown).toContain('0.3 BTC')
  })

  step('take the order and the colour that they are given', async () => {
    const { page } = app
    await person.visit(page, 'Settings')
    await press(page, `More for ${TWO}`)
    await page.getByRole('menuitem', { name: 'Move up' }).click()
    const names = () => page.getByRole('main').getByRole('listitem').locator('p.font-medium').allTextContents()
    await poll(names).toEqual([TWO, ONE])
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: TWO })
    const colour = (within: Locator) => within.evaluate((mark) => getComputedStyle(mark).backgroundColor)
    await press(page, `Name and colour of ${TWO}`)
    const dialog = page.getByRole('dialog', { name: 'Name and colour' })
    const violet = await colour(dialog.getByTitle('Violet').locator('[aria-hidden]'))
    await dialog.getByTitle('Violet').click()
    await press(dialog, 'Save')
    await dialog.waitFor({ state: 'hidden' })
    await poll(() => colour(row.locator('[aria-hidden]').first())).toBe(violet)
    await press(page, `Name and colour of ${TWO}`)
    await poll(() => dialog.getByRole('radio', { name: 'Violet' }).isChecked()).toBe(true)
    await press(dialog, 'Cancel')
  })

  step('list their legacy outputs, coins told from collectibles', async () => {
    const { page } = app
    await press(page, 'Legacy outputs')
    await person.heading(page, 'Legacy outputs')
    const table = page.getByRole('table', { name: 'Legacy outputs' })
    await seen(table.getByRole('cell', { name: /^Coin/ }))
    await poll(async () => plain(await table.innerText())).toContain('BTC')
    await page.getByText('Spent', { exact: true }).click()
    await poll(async () => plain(await table.innerText())).toContain('Spent')
  })

  step('part without the other noticing', async () => {
    const { page } = app
    await person.visit(page, 'Settings')
    await press(page, `Remove ${ONE} from this computer`)
    const dialog = page.getByRole('alertdialog', { name: `Remove ${ONE}` })
    await dialog.getByRole('checkbox').check({ force: true })
    await dialog.getByLabel('Passphrase', { exact: true }).fill(person.PASSPHRASE)
    await press(dialog, 'Remove from this computer')
    await dialog.waitFor({ state: 'hidden' })
    await person.visit(page, 'Home')
    await poll(shown).toContain('0.3 BTC')
  })
})
