import { readFileSync } from 'node:fs'
import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { type App, startApp } from './support/app.ts'
import { journeySteps, poll } from './support/journey.ts'
import * as person from './support/person.ts'
import { plain, press, seen, visit } from './support/person.ts'

/* Two accounts in one wallet: each has its own money, and they pay each other like any two people. */

const ONE = 'Ada Lovelace'
const TWO = 'Alan Turing'
const step = journeySteps(() => app)
let app: App

beforeAll(async () => {
  app = await startApp({ account: { name: ONE, money: [['BTC', '2']] } })
})

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

  step('are one each, however long Enter was held down', async () => {
    await openSwitcher()
    const dialog = app.page.getByRole('dialog', { name: 'Accounts' })
    await poll(() => dialog.getByRole('button', { name: new RegExp(`^${TWO}`) }).count()).toBe(1)
    await app.page.keyboard.press('Escape')
  })

  step('have nothing to choose from before there is money, and the list says so', async () => {
    await visit(app.page, 'Send')
    const list = await seen(app.page.getByRole('button', { name: /You have nothing to send yet/ }))
    await poll(() => list.isDisabled()).toBe(true)
    await visit(app.page, 'Home')
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

  step('are drawn up together, each movement with whose it is', async () => {
    const { page } = app
    await person.visit(page, 'Activity')
    await press(page, 'Export')
    await page.getByRole('menuitem', { name: /^Statement/ }).click()
    await press(page, 'Only this one')
    await person.tick(page.getByRole('checkbox', { name: ONE }))
    await page.keyboard.press('Escape')
    await seen(page.getByRole('button', { name: '2 accounts and groups' }))
    const sheet = page.getByRole('article')
    await poll(async () => plain(await sheet.getByRole('row', { name: /^BTC Bitcoin/ }).innerText())).toMatch(
      /2\.70000000 0\.70000000 – 2\.00000000$/,
    )
    await seen(sheet.getByText('The closing balances agree with the coins in this wallet.'))
    await poll(() => sheet.getByText(new RegExp(`^${ONE} · `)).count()).toBe(3)
    const saved = page.waitForEvent('download')
    await press(page, 'Export')
    await page.getByRole('menuitem', { name: 'Table (CSV)' }).click()
    const text = readFileSync(await (await saved).path(), 'utf8')
    expect(text.split('\r\n').filter((line) => line.startsWith(ONE) || line.startsWith(TWO))).toHaveLength(5)
  })

  step('are one total on Home, by account, and a row leads to its own', async () => {
    const { page } = app
    await person.visit(page, 'Home')
    const main = page.getByRole('main')
    const cell = async () => plain(await main.getByRole('row', { name: /^BTC/ }).innerText())
    await poll(cell).toContain('0.3')
    await main.getByText('All accounts', { exact: true }).click()
    await poll(cell).toContain('2')
    const parts = main.getByRole('list', { name: 'By account' })
    await poll(() => parts.getByRole('listitem').count()).toBe(2)
    await parts.getByRole('button', { name: ONE }).click()
    await seen(page.getByRole('button', { name: new RegExp(`^${ONE}.*Switch account`, 's') }))
    await poll(cell).toContain('2')
    await main.getByText('This account', { exact: true }).click()
    await poll(cell).toContain('1.7')
    await poll(() => parts.count()).toBe(0)
    await switchTo(TWO)
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
    await press(page, new RegExp(`^Name and colour ?, ${TWO}`))
    const dialog = page.getByRole('dialog', { name: 'Name and colour' })
    const violet = await colour(dialog.getByTitle('Violet').locator('[aria-hidden]'))
    await dialog.getByTitle('Violet').click()
    await press(dialog, 'Save')
    await dialog.waitFor({ state: 'hidden' })
    await poll(() => colour(row.locator('[aria-hidden]').first())).toBe(violet)
    await press(page, new RegExp(`^Name and colour ?, ${TWO}`))
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
    await press(page, new RegExp(`^Remove ?, ${ONE}`))
    const dialog = page.getByRole('alertdialog', { name: `Remove ${ONE}` })
    await person.tick(dialog.getByRole('checkbox'))
    await dialog.getByLabel('Passphrase', { exact: true }).fill(person.PASSPHRASE)
    await press(dialog, 'Remove from this computer')
    await dialog.waitFor({ state: 'hidden' })
    await person.visit(page, 'Home')
    await poll(shown).toContain('0.3 BTC')
  })
})
