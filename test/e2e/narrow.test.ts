import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import type { UserId } from '#contract/domain'
import { mint } from '../support/collectibles.ts'
import { JONAS, MAYA } from '../support/residents.ts'
import { type App, painted, startApp } from './support/app.ts'
import * as cosigner from './support/cosigner.ts'
import { journeySteps, poll } from './support/journey.ts'
import * as person from './support/person.ts'
import { heading, press, seen } from './support/person.ts'
import { brokenNumbers, go, ROUTES, tooWide } from './support/whole.ts'

/* The smallest window that is supported, with the longest names and amounts: nothing leaves it and nothing covers another. */

const step = journeySteps(() => app)
const SIZE = { width: 1024, height: 640 }
const PHONE = { width: 360, height: 640 }
const NAME = 'Wilhelmina-Maximiliane von und zu Mecklenburg-Vorpommern, Elder'
const WORDS = `${'abandon '.repeat(23)}abandon`
let app: App

beforeAll(async () => {
  app = await startApp()
  await app.page.setViewportSize(SIZE)
  await painted(app.page)
})

async function boxOf(locator: Locator): Promise<{ left: number; right: number; top: number; bottom: number }> {
  const box = await (await seen(locator)).boundingBox()
  if (box === null) throw new Error('it is not on screen')
  return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height }
}

/** Keeps every question of that name from leaving the window, until it is let go. */
async function heldBack(page: Page, name: string): Promise<() => Promise<void>> {
  const free = await page.evaluateHandle((held) => {
    const { send } = WebSocket.prototype
    const waiting: (() => void)[] = []
    WebSocket.prototype.send = function (this: WebSocket, frame) {
      if (String(frame).includes(`"name":"${held}"`)) waiting.push(() => send.call(this, frame))
      else send.call(this, frame)
    }
    return () => {
      WebSocket.prototype.send = send
      for (const leave of waiting) leave()
    }
  }, name)
  return () => free.evaluate((leave) => leave())
}

/** By how much the middle of one stands above or below that of the other. */
async function offLine(one: Locator, other: Locator): Promise<number> {
  const [a, b] = [await boxOf(one), await boxOf(other)]
  return Math.abs((a.top + a.bottom - b.top - b.bottom) / 2)
}

const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

describe('a narrow window', () => {
  step('says how many words of a phrase are missing', async () => {
    await app.page.getByRole('button', { name: /^Restore from 24 words/ }).click()
    await app.page.getByRole('textbox').fill('abandon '.repeat(23))
    await press(app.page, 'Restore')
    await seen(app.page.getByText('1 word is still missing.'))
  })

  step('keeps the words of a phrase that is refused, before a passphrase is asked for', async () => {
    const field = app.page.getByRole('textbox')
    await field.fill(WORDS)
    await press(app.page, 'Restore')
    await seen(app.page.getByText('The phrase is not valid.'))
    await poll(() => field.inputValue()).toBe(WORDS)
    // Words of the right form that are nobody's here.
    await field.fill(`${'abandon '.repeat(23)}art`)
    await press(app.page, 'Restore')
    await app.page.getByText('The phrase is not valid.').waitFor({ state: 'hidden' })
    await seen(app.page.getByRole('alert'))
    await poll(() => field.inputValue()).toContain('art')
    await press(app.page, 'Back')
  })

  step('shows at 200 % what is wrong with the field that had the focus already', async () => {
    const { page } = app
    await page.setViewportSize({ width: 640, height: 400 })
    await page.getByRole('button', { name: /^Create an account/ }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(NAME)
    await press(page, 'Continue')
    await page.getByLabel('Passphrase', { exact: true }).fill(person.PASSPHRASE)
    await page.getByLabel('Repeat passphrase').fill('another')
    await seen(page.getByText('Strong', { exact: true }))
    await page.keyboard.press('Enter')
    const wrong = page.getByText('The two are not the same yet.')
    const foot = await boxOf(page.getByRole('button', { name: 'Set passphrase' }))
    await poll(async () => (await boxOf(wrong)).bottom).toBeLessThan(foot.top)
    await page.setViewportSize(SIZE)
  })

  step('holds the summary of a payment, whatever the amount', async () => {
    await app.page.getByLabel('Repeat passphrase').fill(person.PASSPHRASE)
    await press(app.page, 'Set passphrase')
    await press(app.page, 'Show the words')
    const words = await person.readWords(app.page)
    await press(app.page, 'I have written them down')
    await person.answerQuiz(app.page, words)
    await press(app.page, 'Sign and register')
    await press(app.page, 'Go to Home')
    await person.getPlayMoney(app.page, /^ETH Ether/, '2')
    await person.write(app.page, { asset: /^ETH Ether/, to: await cosigner.numberOf(app.page), amount: '9'.repeat(38) })
    await seen(region(app.page, 'Summary').getByText(NAME))
    expect((await boxOf(region(app.page, 'Summary'))).right).toBeLessThan(SIZE.width)
  })

  step('sets the picture of a movement at the height of its words', async () => {
    await person.visit(app.page, 'Activity')
    const row = app.page.getByRole('list', { name: 'Movements' }).getByRole('button').first()
    const middle = async (of: Locator): Promise<number> => {
      const { top, bottom } = await boxOf(of)
      return (top + bottom) / 2
    }
    expect(Math.abs((await middle(row)) - (await middle(row.locator('svg').first())))).toBeLessThan(1.5)
  })

  step('gives the search a line of its own in a window as narrow as a phone’s', async () => {
    const { page } = app
    await page.setViewportSize(PHONE)
    const search = page.getByRole('textbox', { name: 'Search activity' })
    await poll(async () => (await boxOf(search)).right - (await boxOf(search)).left).toBeGreaterThan(270)
    await poll(() => tooWide(page)).toEqual([])
    await page.setViewportSize(SIZE)
  })

  step('keeps an asset that was hidden apart on Home, within reach and in the total', async () => {
    const { page } = app
    const ether = page.getByRole('row', { name: /^ETH/ })
    const total = region(page, 'Balance').locator('p').first()
    await person.visit(page, 'Home')
    const before = await (await seen(total)).innerText()
    await ether.getByRole('button').click()
    await press(page, 'Hide on Home')
    await seen(page.getByRole('button', { name: 'Show on Home' }))
    await person.visit(page, 'Home')
    const kept = await seen(page.getByRole('button', { name: '1 hidden asset' }))
    await poll(() => ether.count()).toBe(0)
    await poll(() => total.innerText()).toBe(before)
    await kept.click()
    await ether.getByRole('button').click()
    await press(page, 'Show on Home')
    await seen(page.getByRole('button', { name: 'Hide on Home' }))
    await person.visit(page, 'Home')
    await seen(ether)
    await poll(() => kept.count()).toBe(0)
  })

  step('comes back at 200 % to where a screen was scrolled', async () => {
    const { page } = app
    await page.setViewportSize({ width: 640, height: 400 })
    const main = page.getByRole('main')
    const place = () => main.evaluate((box) => Math.round(box.scrollTop))
    const ether = main.getByRole('row', { name: /^ETH/ }).getByRole('button')
    await ether.evaluate((button) => button.scrollIntoView({ block: 'center' }))
    await poll(place).toBeGreaterThan(200)
    const before = await place()
    await ether.click()
    await heading(page, 'Ether')
    await poll(place).toBe(0)
    await page.goBack()
    await heading(page, 'Home')
    await poll(place).toBe(before)
  })

  step('has all screens in a drawer at 200 %, which is gone once one was gone to', async () => {
    const { page } = app
    await page.setViewportSize({ width: 640, height: 400 })
    await press(page, 'Menu')
    await press(page.getByRole('navigation', { name: 'Coffer' }), 'Coins')
    await heading(page, 'Coins')
    await poll(() => page.getByRole('dialog').count()).toBe(0)
  })

  step('begins to scan at 200 % without anything to scroll to first', async () => {
    const { page } = app
    await press(page, 'Menu')
    await press(page.getByRole('navigation', { name: 'Coffer' }), 'Scan')
    const dialog = page.getByRole('dialog', { name: 'Scan or read' })
    const start = await boxOf(dialog.getByRole('button', { name: 'Start the camera' }))
    expect(start.bottom).toBeLessThanOrEqual((await boxOf(dialog)).bottom)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  step('shows at 200 % who is paid how much above the button that signs it', async () => {
    const { page } = app
    await person.write(page, { asset: /^ETH Ether/, to: MAYA, amount: '0.5' })
    await person.review(page)
    const id = await boxOf(
      region(page, 'What is paid')
        .getByText(/^[0-9a-f-]{36}$/)
        .first(),
    )
    expect(id.bottom).toBeLessThanOrEqual((await boxOf(page.locator('footer'))).top)
    await person.cancel(page)
    await heading(page, 'Send')
    await page.setViewportSize(SIZE)
  })

  step(
    'parts no unit from its figure where somebody is paid, however many digits it has beside the receiver',
    async () => {
      const { page } = app
      for (const amount of ['1.234567', '0.5', '1.2345678']) {
        await person.visit(page, 'Send')
        await press(page, 'New payment')
        await person.write(page, { asset: /^ETH Ether/, to: MAYA, amount })
        await seen(page.getByText('Nothing is signed yet.'))
        await page.setViewportSize(PHONE)
        await poll(() => brokenNumbers(page)).toEqual([])
        await page.setViewportSize(SIZE)
        await person.review(page)
        const paid = await seen(region(page, 'What is paid'))
        for (const width of [1280, 1024, PHONE.width]) {
          await page.setViewportSize({ width, height: 800 })
          await poll(() => brokenNumbers(page)).toEqual([])
          // Longer ones stand one above the other.
          if (amount === '0.5' && width > PHONE.width)
            await poll(() => offLine(paid.getByText('You send'), paid.getByText('To a person'))).toBeLessThan(1.5)
        }
        // Also in one as low as a phone's with its keyboard.
        await page.setViewportSize(PHONE)
        const largest = () =>
          paid.evaluate((box) =>
            Math.max(
              ...[...box.querySelectorAll('p')].map((line) => Number.parseFloat(getComputedStyle(line).fontSize)),
            ),
          )
        if (amount === '0.5') await poll(largest).toBe(24)
        await page.setViewportSize(SIZE)
        await person.cancel(page)
        await heading(page, 'Send')
      }
    },
  )

  step('takes one line of a payment for what was begun before, which at 200 % is in a menu', async () => {
    const { page } = app
    await person.plan(page, 'Rent', { asset: /^ETH Ether/, to: MAYA, amount: '0.01' })
    await person.visit(page, 'Send')
    await person.choose(page, page, 'Asset', /^ETH/)
    await press(page, 'Paste list or CSV')
    await page.getByRole('textbox', { name: 'Recipient and amount, line by line' }).fill(`${MAYA};0.01\n${JONAS};0.01`)
    await press(page, 'Make a run of payments')
    await seen(page.getByRole('table', { name: 'Rows of the run' }))
    await person.write(page, { asset: /^ETH Ether/, to: MAYA, amount: '0.3' })
    await seen(page.getByText('Draft saved'))
    const title = page.getByRole('heading', { name: 'Send' })
    for (const name of [/^Scheduled/, /^Unfinished runs/, /^Drafts/, /^New payment/]) {
      await poll(() => offLine(title, page.getByRole('button', { name }))).toBeLessThan(3)
    }
    await page.setViewportSize({ width: 640, height: 400 })
    await poll(async () => (await boxOf(page.getByText('Amount', { exact: true }))).top).toBeLessThan(150)
    await press(page, 'More')
    await page.getByRole('menuitem', { name: /^Drafts/ }).click()
    await heading(page, 'Drafts')
    await page.setViewportSize(SIZE)
  })

  step('keeps the sections of Settings in sight, however far down one reads', async () => {
    const { page } = app
    await go(page, ROUTES['about'] ?? { name: 'home' })
    const first = page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name: /^Accounts/ })
    const main = page.getByRole('main')
    await main.evaluate((box) => box.scrollTo(0, box.scrollHeight))
    await poll(() => main.evaluate((box) => box.scrollTop)).toBeGreaterThan(200)
    await poll(async () => (await boxOf(first)).top).toBeGreaterThan(0)
  })

  step('offers at 200 % whom to pay above the foot', async () => {
    const { page } = app
    await person.visit(page, 'Send')
    await press(page, 'New payment')
    await page.setViewportSize({ width: 640, height: 400 })
    await page.getByRole('combobox', { name: 'To' }).fill('Maya')
    const offer = page.getByRole('option', { name: /Maya Okafor/ })
    const foot = page.locator('footer')
    await poll(async () => (await boxOf(offer)).bottom <= (await boxOf(foot)).top).toBe(true)
    await page.setViewportSize(SIZE)
  })

  step('shows every digit of an amount that is typed, whatever is chosen beside it', async () => {
    const { page } = app
    await person.visit(page, 'Send')
    await press(page, 'New payment')
    await person.choose(page, page, 'Asset', /^ETH/)
    for (const width of [SIZE.width, 640]) {
      await page.setViewportSize({ width, height: SIZE.height })
      for (const amount of ['0.12345678', '1234567.12345678', '9'.repeat(24)]) {
        const field = page.getByRole('textbox', { name: 'Amount' })
        await field.fill(amount)
        await poll(() => field.evaluate((input) => input.scrollWidth - input.clientWidth)).toBeLessThanOrEqual(0)
      }
    }
    await press(page, 'New payment')
    await page.setViewportSize(SIZE)
  })

  step('sets the head of an amount in pairs in a window as narrow as a phone’s', async () => {
    const { page } = app
    await page.setViewportSize(PHONE)
    await person.choose(page, page, 'Asset', /^ETH/)
    const label = page.getByText('Amount', { exact: true })
    const available = page.getByText(/^Available/)
    await poll(() => offLine(label, page.getByRole('button', { name: /^Enter USD/ }))).toBeLessThanOrEqual(2)
    await poll(() => offLine(available, page.getByRole('button', { name: /^Max/ }))).toBeLessThanOrEqual(2)
    await poll(async () => (await boxOf(available)).left - (await boxOf(label)).left).toBe(0)
    // No wider than its word needs: what is above it in its column is.
    const max = await boxOf(page.getByRole('button', { name: /^Max/ }))
    expect(max.right - max.left).toBeLessThan(60)
    await page.setViewportSize(SIZE)
  })

  step('holds sums and the names of assets in a window as narrow as a phone’s', async () => {
    const { page } = app
    await page.setViewportSize(PHONE)
    await go(page, { name: 'home' })
    const name = page.getByRole('row', { name: /ETH/ }).getByRole('rowheader')
    await poll(async () => (await boxOf(name)).right - (await boxOf(name)).left).toBeGreaterThan(90)
    await poll(() => brokenNumbers(page)).toEqual([])
    await poll(() => tooWide(page)).toEqual([])
    await page.setViewportSize(SIZE)
  })

  step('keeps each amount of Home on one line, where one has thousands and another all eight decimals', async () => {
    const { page } = app
    await person.getPlayMoney(page, /^USDT/, '123456.5')
    await person.getPlayMoney(page, /^XIN/, '123456.00000001')
    await person.visit(page, 'Home')
    await seen(page.getByRole('row', { name: /USDT/ }))
    await seen(page.getByRole('row', { name: /XIN/ }))
    await poll(() => brokenNumbers(page)).toEqual([])
  })

  step('keeps a value of millions in its column, and the statement of it in a window at 200 %', async () => {
    const { page } = app
    const row = await seen(page.getByRole('row', { name: /XIN/ }))
    const value = row.getByText(/^≈?\s*\$\d{1,3}\s\d{3}\s\d{3}\.\d\d$/)
    expect((await boxOf(value)).right).toBeLessThanOrEqual((await boxOf(row)).right + 0.5)
    await go(page, ROUTES['statement'] ?? { name: 'home' })
    await page.setViewportSize({ width: 640, height: 400 })
    await seen(page.getByText(/^Balance after 123\s456\.00000001$/))
    await poll(() => tooWide(page)).toEqual([])
    await page.setViewportSize(SIZE)
  })

  step('hides of amounts also how they share the whole', async () => {
    const { page } = app
    await person.getPlayMoney(page, /^BTC/, '1')
    await person.visit(page, 'Home')
    const row = page.getByRole('row', { name: /^BTC/ })
    await poll(() => row.innerText()).toMatch(/\d\s?%/)
    await press(page, 'Hide amounts')
    await poll(() => row.innerText()).not.toMatch(/\d\s?%/)
    await press(page, 'Show amounts')
    await poll(() => row.innerText()).toMatch(/\d\s?%/)
  })

  step('keeps an amount of twenty figures whole, and what stands beside it', async () => {
    const { page } = app
    const isWhole = async () => {
      await poll(() => brokenNumbers(page)).toEqual([])
      await poll(() => tooWide(page)).toEqual([])
    }
    await person.getPlayMoney(page, /^LTC/, '123456789012.00000001')
    await person.visit(page, 'Home')
    const row = await seen(page.getByRole('row', { name: /^LTC/ }))
    await isWhole()
    const name = await boxOf(row.getByText('Litecoin', { exact: true }))
    expect(name.bottom - name.top).toBeLessThan(30)
    await row.getByRole('button').click()
    await heading(page, 'Litecoin')
    await isWhole()
    await go(page, ROUTES['coins'] ?? { name: 'home' })
    const covering = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('main [data-line] > span')].flatMap((cell) =>
          cell.scrollWidth > cell.clientWidth + 1 ? [cell.textContent] : [],
        ),
      )
    await seen(page.getByRole('button', { name: /^123456789012\.00000001/ }))
    await poll(covering).toEqual([])
    await person.visit(page, 'Activity')
    await page
      .getByRole('button', { name: /Litecoin/ })
      .first()
      .click()
    const movement = await seen(page.getByRole('complementary', { name: 'Movement' }))
    await isWhole()
    // What stands at the right edge ends there.
    const { right } = await boxOf(movement.locator('dl'))
    expect(Math.abs((await boxOf(movement.getByText(/^\d+ ids$/))).right - right)).toBeLessThan(1.5)
    await go(page, ROUTES['statement'] ?? { name: 'home' })
    await seen(page.getByText(/^Balance after 123\s456\s789\s012\.00000001$/))
    await isWhole()
  })

  step('cuts no symbol of five letters where amounts stand in a column', async () => {
    const { page } = app
    await go(page, ROUTES['receive inside'] ?? { name: 'home' })
    await press(page, 'Link and address as text')
    const main = page.getByRole('main')
    const account = async () => /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(await main.innerText())?.[0] ?? ''
    await poll(account).not.toBe('')
    const items = [{ members: [(await account()) as UserId] }] // a person's own link names the person
    await mint({ url: app.line.localnet ?? '' }, items, { name: 'Night letters', symbol: 'NIGHT' })
    const cutBy = (cell: Element) => cell.scrollWidth - cell.clientWidth
    await go(page, ROUTES['coins'] ?? { name: 'home' })
    const symbol = await seen(main.locator('[title=NIGHT]'))
    await poll(() => symbol.first().evaluate(cutBy)).toBeLessThanOrEqual(0)
    await go(page, ROUTES['activity'] ?? { name: 'home' })
    await poll(async () => (await seen(main.getByText(/^with .* NIGHT$/))).first().evaluate(cutBy)).toBeLessThanOrEqual(
      0,
    )
    // All columns of money are as wide, and no asset of the network has a symbol of so many letters.
    const other = await seen(main.locator('[title=LTC]'))
    const asLong = other.first().evaluate((cell) => {
      cell.textContent = 'NIGHT'
      return cell.scrollWidth - cell.clientWidth
    })
    expect(await asLong).toBeLessThanOrEqual(0)
  })

  step('is led to other screens by a column or by a bar, never by both', async () => {
    const { page } = app
    await person.visit(page, 'Home')
    const [column, menu] = [page.locator('nav[aria-label=Coffer]'), page.locator('button[aria-label=Menu]')]
    const there = async () => `${await column.count()} column, ${await menu.count()} bar`
    expect(await there()).toBe('1 column, 0 bar')
    await page.setViewportSize({ ...SIZE, width: 999 })
    await poll(there).toBe('0 column, 1 bar')
    await page.setViewportSize(SIZE)
    await poll(there).toBe('1 column, 0 bar')
  })

  step('holds what was searched for and not found, however long the word', async () => {
    const { page } = app
    await person.visit(page, 'Activity')
    const field = page.getByRole('textbox', { name: 'Search activity' })
    await field.fill('x'.repeat(200))
    await seen(page.getByText('No match for'))
    await poll(() => tooWide(page)).toEqual([])
    await field.fill('')
  })

  step('covers no edge of what stands first in a dialog', async () => {
    await person.visit(app.page, 'Settings')
    await press(app.page.getByRole('navigation', { name: 'Settings' }), 'Security')
    await press(app.page.getByRole('main'), 'Show the words')
    const dialog = app.page.getByRole('dialog')
    await dialog.getByLabel('Passphrase', { exact: true }).fill(person.PASSPHRASE)
    await press(dialog, 'Continue')
    const { top } = await boxOf(dialog.getByRole('list', { name: 'Recovery phrase' }))
    expect(top - (await boxOf(dialog.locator('header'))).bottom).toBeGreaterThanOrEqual(1)
    await app.page.keyboard.press('Escape')
  })

  step('shades the foot of a dialog as long as something stands below it', async () => {
    const { page } = app
    await go(page, ROUTES['rules'] ?? { name: 'home' })
    await press(page, 'Set rules')
    const foot = page.getByRole('dialog').locator('[data-foot]')
    const shade = async () => Number(await foot.evaluate((one) => getComputedStyle(one, '::before').opacity))
    await seen(foot)
    await poll(shade).toBe(1)
    await foot.evaluate((one) => {
      for (let around = one.parentElement; around !== null; around = around.parentElement) around.scrollTop = 10_000
    })
    await poll(shade).toBeLessThan(0.1)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  step('goes on where people are added when one of a new group is removed again', async () => {
    const { page } = app
    await page.getByRole('button', { name: /Switch account or group/ }).click()
    await press(page, 'Create a group')
    const field = page.getByRole('textbox', { name: 'Add a member' })
    await field.fill(MAYA)
    await press(region(page, 'Members'), 'Add')
    await press(page, 'Remove Maya Okafor')
    await poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
    await press(page, 'Cancel')
  })

  step('adds nobody who was asked about before another was written', async () => {
    const { page } = app
    await page.getByRole('button', { name: /Switch account or group/ }).click()
    await press(page, 'Create a group')
    const members = region(page, 'Members')
    const field = page.getByRole('textbox', { name: 'Add a member' })
    const letGo = await heldBack(page, 'payees.resolve')
    await field.fill(MAYA)
    await press(members, 'Add')
    await field.fill(JONAS)
    await letGo()
    await press(members, 'Add')
    await seen(members.getByRole('button', { name: 'Remove Jonas Weber' }))
    await poll(() => members.getByRole('button', { name: 'Remove Maya Okafor' }).count()).toBe(0)
    await press(page, 'Cancel')
  })

  step('makes no group without whoever is still named in the field, and keeps what is typed meanwhile', async () => {
    const { page } = app
    await page.getByRole('button', { name: /Switch account or group/ }).click()
    await press(page, 'Create a group')
    const members = region(page, 'Members')
    const field = page.getByRole('textbox', { name: 'Add a member' })
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    const letGo = await heldBack(page, 'payees.resolve')
    await field.fill(JONAS)
    await press(members, 'Add')
    await name.fill('Boathouse')
    await letGo()
    await seen(members.getByRole('button', { name: 'Remove Jonas Weber' }))
    await poll(() => name.inputValue()).toBe('Boathouse')
    await field.fill(MAYA)
    await press(page, 'Create group')
    await seen(page.getByText('Press “Add” to take this name, or empty the field.'))
    await heading(page, 'New group')
    await press(page, 'Cancel')
  })

  step('puts the card of a group beside its members', async () => {
    const members = [
      { name: 'Maya Okafor', number: '40110' },
      { name: 'Jonas Weber', number: '40111' },
    ]
    await cosigner.createGroup(app.page, { name: NAME, members, threshold: 2 })
    const card = await boxOf(region(app.page, 'Card of the group'))
    expect((await boxOf(region(app.page, 'Members'))).right).toBeLessThan(card.left)
    // Nothing is worth nothing, exactly.
    await poll(() => app.page.getByRole('main').getByText('\u2248').count()).toBe(0)
    expect(card.right).toBeLessThan(SIZE.width)
  })

  step('shows every way through the program in full size while a group is open', async () => {
    const find = await boxOf(app.page.getByRole('button', { name: /^Find/ }))
    expect(find.bottom - find.top).toBeGreaterThanOrEqual(32)
    expect((await boxOf(app.page.getByRole('button', { name: 'Lock' }))).bottom).toBeLessThan(SIZE.height)
  })

  step('shows each code of a request whole, and its file with the button that saves it', async () => {
    await press(app.page.getByRole('main'), 'Receive')
    await person.getPlayMoney(app.page, /^ETH Ether/, '2')
    await cosigner.prepare(app.page, { asset: /^ETH Ether/, to: MAYA, amount: '1' })
    await cosigner.ask(app.page)
    await press(app.page, 'Open the request')
    await heading(app.page, /^Send 1 ETH/)
    await press(app.page, 'Share')
    const dialog = app.page.getByRole('dialog', { name: 'Share this request' })
    await person.tick(dialog.getByRole('radio', { name: 'Codes' }))
    const edge = await boxOf(dialog)
    expect((await boxOf(dialog.getByRole('img', { name: /QR code/ }))).bottom).toBeLessThan(edge.bottom)
    await person.tick(dialog.getByRole('radio', { name: 'File' }))
    expect((await boxOf(dialog.getByRole('button', { name: 'Save file' }))).right).toBeLessThan(edge.right)
  })
})
