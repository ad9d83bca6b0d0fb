import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { JONAS, MAYA, SHOP } from '../support/residents.ts'
import { type App, startApp } from './support/app.ts'
import * as cosigner from './support/cosigner.ts'
import { flaws } from './support/flaws.ts'
import { journeySteps, poll } from './support/journey.ts'
import { fateOfAnswers, keepAnswers } from './support/line.ts'
import * as person from './support/person.ts'
import { heading, plain, press, seen, visit } from './support/person.ts'

/* The form of Send: every way to say how much and to whom, and how few clicks it takes. Each step goes on from the one before. */

const step = journeySteps(() => app)
let app: App

beforeAll(async () => {
  app = await startApp({
    account: {
      name: 'Ada Byron',
      money: [
        ['BTC', '2'],
        ['BTC', '1'],
        ['ETH', '5'],
      ],
    },
  })
})

const amount = () => app.page.getByRole('textbox', { name: 'Amount' })
/** One line that opens. */
const CHECKS = /^\d+ checks passed · \d+ things nobody can check$/
const main = () => app.page.locator('#main')
const payee = () => app.page.getByRole('combobox', { name: 'To' })
const summary = async () => plain(await app.page.getByRole('region', { name: 'Summary' }).innerText())
const sum = async (): Promise<string> => /You send ([\d. ]+) BTC/.exec(await summary())?.[1] ?? ''

/** Lets the coins of a review go and comes back to an empty form. */
async function startAnew(): Promise<void> {
  await visit(app.page, 'Send')
  await press(app.page, 'New payment')
}

/** Waits until nothing is on its way any more: the change of one payment is what the next is made from. */
async function settled(): Promise<void> {
  // Home as it was before the payment says nothing: a window that is loaded anew has none of it.
  await app.page.reload()
  await visit(app.page, 'Home')
  await seen(app.page.getByRole('row', { name: /^BTC/ }))
  await poll(() => app.page.getByRole('button', { name: /^(?:Held|Arriving)/ }).count()).toBe(0)
}

describe('an amount', () => {
  step('is taken with a leading dot and with a decimal comma', async () => {
    await person.write(app.page, { asset: /^BTC/, to: MAYA, amount: '.5' })
    await seen(app.page.getByRole('textbox', { name: 'Memo' }))
    // What few payments need is folded away.
    await poll(() => app.page.getByRole('textbox', { name: /^Label/ }).count()).toBe(0)
    await poll(sum).toBe('0.5')
    await amount().fill('0,42')
    await poll(sum).toBe('0.42')
  })

  step('typed in dollars is fixed when it is typed, and rounded down', async () => {
    const { page } = app
    await press(page, 'Enter USD')
    const field = page.getByRole('textbox', { name: 'Amount in USD' })
    await poll(() => field.getAttribute('placeholder')).toMatch(/^\d+\.\d\d$/)
    await poll(sum).toBe('0.42')
    await field.fill('50')
    await seen(page.getByText(/BTC at \$[\d\s.]+ each, price of [^·]*\d\d:\d\d · rounded down/))
    await poll(sum).toMatch(/^0\.00\d{2,6}$/)
  })

  step('comes back with its draft as it was typed', async () => {
    const { page } = app
    const before = await sum()
    await seen(page.getByText('Draft saved'))
    await press(page, 'New payment')
    await press(page, /^Drafts/)
    await page
      .getByRole('main')
      .getByRole('button', { name: /BTC to Maya Okafor/ })
      .first()
      .click()
    await poll(() => page.getByRole('textbox', { name: 'Amount in USD' }).inputValue()).toBe('50')
    await poll(sum).toBe(before)
  })

  step('is kept with its draft also by who goes on at once', async () => {
    const { page } = app
    await page.getByRole('textbox', { name: 'Amount in USD' }).fill('64')
    await press(page, 'New payment')
    await press(page, /^Drafts/)
    const drafts = page.getByRole('main').getByRole('button', { name: /BTC to Maya Okafor/ })
    await drafts.first().click()
    await poll(() => page.getByRole('textbox', { name: 'Amount in USD' }).inputValue()).toBe('64')
    await page.getByRole('textbox', { name: 'Amount in USD' }).fill('50')
    await press(page, /^Drafts/)
    await drafts.first().click()
    await poll(() => page.getByRole('textbox', { name: 'Amount in USD' }).inputValue()).toBe('50')
  })

  step('is kept with its draft by who closes the window in the middle of it', async () => {
    const { page } = app
    const before = await sum()
    await page.getByRole('textbox', { name: 'Amount in USD' }).fill('71')
    await poll(sum).not.toBe(before)
    const typed = await sum()
    await page.getByRole('textbox', { name: 'Amount in USD' }).fill('72')
    await poll(sum).not.toBe(typed)
    const last = await sum()
    await page.reload()
    await visit(page, 'Send')
    await press(page, /^Drafts/)
    await page
      .getByRole('main')
      .getByRole('button', { name: new RegExp(`^${last} BTC to Maya Okafor`) })
      .click()
    await poll(() => page.getByRole('textbox', { name: 'Amount in USD' }).inputValue()).toBe('72')
    await page.getByRole('textbox', { name: 'Amount in USD' }).fill('50')
  })

  step('is made anew for another asset that is chosen', async () => {
    const { page } = app
    await person.choose(page, page, 'Asset', /^ETH/)
    await seen(page.getByText(/ETH at \$/))
    await person.choose(page, page, 'Asset', /^BTC/)
    await seen(page.getByText(/BTC at \$/))
  })

  step('leads the review with what was typed, its price and age', async () => {
    const { page } = app
    await person.review(page)
    await heading(page, /^Send 0\.00\d{2,6} BTC to Maya Okafor$/)
    await seen(page.getByText(/^You typed \$50\.00, at \$[\d\s.]+ each$/))
    await seen(page.getByText(/^price (?:just now|\d+ min ago)$/))
  })

  step('is there again after Back, with all the coins that its own review held', async () => {
    const { page } = app
    await press(page, 'Back')
    await poll(() => page.getByRole('textbox', { name: 'Amount in USD' }).inputValue()).toBe('50')
    // Once the wallet has let them go.
    await poll(async () => {
      await press(page, /^Max/, false)
      return sum()
    }).toBe('3')
    await seen(page.getByText('Nothing is signed yet.'))
  })

  step('is never called too much for the coins that its own review holds', async () => {
    const { page } = app
    await page.evaluate(() => {
      globalThis.refusals = []
      const look = () => {
        const found = /[^.]*is held or frozen/.exec(document.body.innerText)
        if (found !== null) globalThis.refusals.push(found[0])
      }
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
    })
    await person.review(page)
    await heading(page, 'Send 3 BTC to Maya Okafor')
    expect(await page.evaluate(() => globalThis.refusals)).toEqual([])
    await press(page, 'Back')
    await poll(sum).toBe('3')
    await seen(page.getByText('Nothing is signed yet.'))
  })

  step('stands in the receipt as it was typed, with its price and of when that was', async () => {
    const { page } = app
    await page.getByRole('textbox', { name: 'Amount in USD' }).fill('50')
    await poll(sum).toMatch(/^0\.00\d{2,6}$/)
    await person.review(page)
    // Who is paid stands there with the whole id; to somebody new, also what was checked and what nobody can.
    const paid = page.getByRole('region', { name: 'What is paid' })
    await poll(async () => (await paid.innerText()).replaceAll(/\s/g, '')).toContain(MAYA)
    await poll(() => paid.getByRole('button', { name: CHECKS }).getAttribute('aria-expanded')).toBe('true')
    await main().evaluate((box) => box.scrollTo(0, box.scrollHeight))
    await person.approve(page)
    await person.finished(page)
    // Its first sentence is what one sees, however far the review was read.
    await poll(() => main().evaluate((box) => box.scrollTop)).toBe(0)
    await seen(page.getByText(/^You typed \$50\.00, at \$[\d\s.]+ each$/))
    await seen(page.getByText(/^price of .*\d\d:\d\d$/))
    await settled()
    await person.write(page, { asset: /^BTC/, to: MAYA, amount: '0.1' })
    await press(page, 'Enter USD')
  })

  step('of each of several people is typed in dollars too', async () => {
    const { page } = app
    await press(page, 'Add recipient')
    await page.getByRole('combobox', { name: 'Recipient 2' }).fill(JONAS)
    await page.getByRole('textbox', { name: 'Amount for recipient 1' }).fill('20')
    await page.getByRole('textbox', { name: 'Amount for recipient 2' }).fill('30')
    await person.review(page)
    await heading(page, /^Send 0\.00\d+ BTC to 2 people$/)
    await seen(page.getByText(/^You typed \$50\.00, at \$/))
    await press(page, 'Back')
    await startAnew()
  })
})

describe('a recipient', () => {
  step('is the first match, taken with Tab or Enter, and Ctrl with Enter reviews', async () => {
    const { page } = app
    await person.choose(page, page, 'Asset', /^BTC/)
    await payee().click()
    await seen(page.getByRole('option', { name: /Corner Shop/ }))
    await page.keyboard.type('may')
    await page.keyboard.press('Tab')
    await poll(() => payee().inputValue()).toBe('40110')
    await payee().fill('')
    await seen(page.getByRole('option', { name: /Corner Shop/ }))
    await page.keyboard.type('may')
    await page.keyboard.press('Enter')
    await poll(() => payee().inputValue()).toBe('40110')
    await amount().fill('0.25')
    await seen(page.getByText('Nothing is signed yet.'))
    await amount().press('Control+Enter')
    await heading(page, 'Send 0.25 BTC to Maya Okafor')
    const checks = page.getByRole('button', { name: CHECKS })
    await poll(() => checks.getAttribute('aria-expanded')).toBe('false')
    await checks.click()
    await seen(page.getByText('What passed'))
    await person.approve(page)
    await person.finished(page)
    await settled()
  })
})

declare global {
  var acts: number
  var refusals: string[]
}

/** Counts what a hand does in the window: clicks, and keys that do what a click would. */
async function counting(page: Page): Promise<void> {
  const count = () => {
    globalThis.acts = 0
    const keys = ['Enter', 'Tab', 'Escape', 'ArrowDown', 'ArrowUp']
    addEventListener('click', (event) => event.isTrusted && event.detail > 0 && globalThis.acts++, true)
    addEventListener('keydown', (event) => event.isTrusted && keys.includes(event.key) && globalThis.acts++, true)
  }
  await page.addInitScript(count)
  await page.evaluate(count)
}

/** What is typed goes to where the focus is: a field that has to be clicked first is a click. */
async function type(page: Page, text: string): Promise<void> {
  await poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
  await page.keyboard.type(text)
}

/** A task from Home, in at most so many clicks. */
async function within(most: number, task: (page: Page) => Promise<void>): Promise<void> {
  const { page } = app
  await visit(page, 'Home')
  await page.evaluate(() => {
    globalThis.acts = 0
  })
  await task(page)
  expect(await page.evaluate(() => globalThis.acts)).toBeLessThanOrEqual(most)
}

const lately = (name: RegExp): Locator =>
  app.page.getByRole('region', { name: 'Lately' }).getByRole('button', { name }).first()

describe('from Home it takes', () => {
  step('5 clicks and the approval to pay somebody who was paid before', async () => {
    await counting(app.page)
    await within(5, async (page) => {
      await page.getByRole('main').getByRole('button', { name: 'Send' }).click()
      await page
        .getByRole('region', { name: 'Recipients you know' })
        .getByRole('button', { name: /Maya Okafor/ })
        .click()
      await type(page, '0.1')
      await person.choose(page, page, 'Asset', /^BTC/)
      await person.review(page)
      await heading(page, 'Send 0.1 BTC to Maya Okafor')
    })
    await person.approve(app.page)
    await person.finished(app.page)
    await settled()
  })

  step('3 clicks and the approval to repeat a payment', async () => {
    await within(3, async (page) => {
      await lately(/Sent to Maya Okafor/).click()
      await press(page, 'Pay again')
      await person.review(page)
      await heading(page, 'Send 0.1 BTC to Maya Okafor')
    })
    await person.cancel(app.page)
  })

  step('2 clicks to export what moved', async () => {
    const saved = app.page.waitForEvent('download')
    await within(2, async (page) => {
      await press(page.getByRole('region', { name: 'Lately' }), 'Export')
      await page.getByRole('menuitem', { name: 'Table (CSV)' }).click()
      expect((await saved).suggestedFilename()).toMatch(/\.csv$/)
    })
    await seen(
      app.page.getByRole('status').filter({ hasText: /^The file .*\.csv was made\. Your browser or system says/ }),
    )
  })

  step('2 clicks to receive again: the address is there, and is copied', async () => {
    const { page } = app
    await visit(page, 'Receive')
    await person.choose(page, page, 'Asset', /^ETH/)
    await person.choose(page, page, 'Network', /^Ethereum/)
    const code = page.getByRole('img', { name: 'QR code of the address' })
    const create = page.getByRole('button', { name: 'Create address' })
    await seen(code.or(create))
    if (await create.isVisible()) await create.click()
    await seen(code)
    await within(2, async () => {
      await page.getByRole('main').getByRole('button', { name: 'Receive' }).click()
      await seen(code)
      expect(await cosigner.copied(app, page.getByRole('button', { name: 'Copy address' }))).toMatch(
        /^0x[0-9a-fA-F]{40}$/,
      )
    })
  })

  step('1 click to label a movement', async () => {
    await within(1, async (page) => {
      await page
        .getByRole('region', { name: 'Lately' })
        .getByRole('button', { name: /^Label Sent to Maya Okafor/ })
        .first()
        .click()
      await type(page, 'Sailing lessons')
      await visitByRoute(page)
    })
    await seen(app.page.getByRole('list', { name: 'Movements' }).getByRole('button', { name: /^Sailing lessons/ }))
  })

  step('5 clicks and the approval to pay a file of several assets, each with a payment of its own', async () => {
    const name = 'wages.csv'
    const text = ['to,amount,asset,memo', `${MAYA},0.01,BTC,May`, `${JONAS},0.5,ETH,May`, `${JONAS},0.02,BTC,May`].join(
      '\n',
    )
    const states = () =>
      app.page
        .getByRole('table', { name: 'Rows of the run' })
        .getByText(/^(?:Ready|Paid)$/)
        .allInnerTexts()
    await within(5, async (page) => {
      await page.getByRole('main').getByRole('button', { name: 'Send' }).click()
      await press(page, 'Paste list or CSV')
      const chosen = page.waitForEvent('filechooser')
      await press(page, 'Choose a file')
      await (await chosen).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${text}`, 'utf16le') })
      await seen(page.getByText('3 rows, together 0.03 BTC + 0.5 ETH'))
      await press(page, 'Make a run of payments')
      await poll(states).toEqual(['Ready', 'Ready', 'Ready'])
      await press(page, 'Review 2 rows, 0.03 BTC')
      await heading(page, 'Send 0.03 BTC to 2 people')
    })
    await person.approve(app.page)
    await person.finished(app.page)
    await press(app.page, 'Back to the run')
    await poll(states).toEqual(['Paid', 'Ready', 'Paid'])
    await press(app.page, 'Review 1 row, 0.5 ETH')
    await heading(app.page, 'Send 0.5 ETH to Jonas Weber')
    await person.approve(app.page)
    await person.finished(app.page)
    await press(app.page, 'Back to the run')
    await poll(states).toEqual(['Paid', 'Paid', 'Paid'])
    await settled()
  })

  step('5 clicks and the approval to pay an own group', async () => {
    const members = [{ name: 'Maya Okafor', number: '40110' }]
    await cosigner.createGroup(app.page, { name: 'Harbour', members, threshold: 2 })
    await cosigner.act(app.page, /^Ada Byron/)
    await within(5, async (page) => {
      await page.getByRole('main').getByRole('button', { name: 'Send' }).click()
      await page
        .getByRole('region', { name: 'Recipients you know' })
        .getByRole('button', { name: /^\S* ?Harbour/ })
        .click()
      await type(page, '0.1')
      await person.choose(page, page, 'Asset', /^BTC/)
      await person.review(page)
      await heading(page, 'Send 0.1 BTC to Harbour')
    })
    await person.cancel(app.page)
  })
})

/** To the history without a click, once the label is kept. */
async function visitByRoute(page: Page): Promise<void> {
  const kept = () => page.getByRole('region', { name: 'Lately' }).getByRole('textbox', { name: 'Label' }).inputValue()
  await poll(kept).toBe('Sailing lessons')
  await page.evaluate(() =>
    window.dispatchEvent(new PopStateEvent('popstate', { state: { route: { name: 'activity' }, step: 1 } })),
  )
}

describe('a group of one’s own', () => {
  step('is found by a part of its name, and offered with whom one paid before all others', async () => {
    const { page } = app
    await startAnew()
    await person.choose(page, page, 'Asset', /^BTC/)
    await payee().fill('arbou')
    await seen(page.getByRole('option', { name: /Harbour/ }))
    await payee().fill('')
    const names = async () => (await page.getByRole('option').allInnerTexts()).map(plain)
    await poll(async () => {
      const found = await names()
      const at = (name: RegExp) => found.findIndex((each) => name.test(each))
      const [group, paid, other] = [at(/Harbour/), at(/Maya Okafor/), at(/Corner Shop/)]
      return Math.min(group, paid) >= 0 && other > Math.max(group, paid)
    }).toBe(true)
    await page.keyboard.press('Escape')
    await startAnew()
  })

  step('has nothing in its form of what was being written for the own money', async () => {
    const { page } = app
    await person.write(page, { asset: /^BTC/, to: MAYA, amount: '0.33' })
    await cosigner.act(page, /^Harbour/)
    await visit(page, 'Send')
    await poll(() => amount().inputValue()).toBe('')
    await poll(() => payee().inputValue()).toBe('')
    await cosigner.act(page, /^Ada Byron/)
    await startAnew()
  })
})

describe('an address of another chain', () => {
  step('is asked which of one’s assets is meant, and the one that is picked is sent there', async () => {
    const { page } = app
    await startAnew()
    await person.choose(page, page, 'Asset', /^BTC/)
    await payee().fill('0x71C7656EC7ab88b098defB751B7401B5f6d8976F')
    await seen(page.getByText('This is an address of another network. What do you send there?'))
    await press(page, 'ETH over Ethereum')
    await seen(page.getByText('This is an address on Ethereum: the money leaves the network.'))
    await startAnew()
  })

  step('is warned of where it is the contract of a token', async () => {
    const { page } = app
    await person.getPlayMoney(page, /^USDT/, '5')
    await startAnew()
    await person.choose(page, page, 'Asset', /^USDT/)
    await payee().fill('0xdAC17F958D2ee523a2206206994597C13D831ec7')
    await seen(page.getByText(/This is the contract of USDT itself/).first())
    await startAnew()
  })
})

describe('a recipient who was pasted', () => {
  const BOX = /do not pay, or your money goes to a thief/
  const onClipboard = (text: string) => app.page.evaluate((put) => navigator.clipboard.writeText(put), text)
  const box = (meant: string, found: string) =>
    app.page.getByRole('checkbox', { name: new RegExp(`${meant.slice(0, 4)}.*${found.slice(0, 4)}.*${BOX.source}`) })

  async function paste(): Promise<void> {
    await startAnew()
    await person.choose(app.page, app.page, 'Asset', /^BTC/)
    await amount().fill('0.01')
    await payee().focus()
    await app.page.keyboard.press('Control+V')
    await seen(app.page.getByText(/^(?:Maya Okafor|Jonas Weber)$/))
  }

  step('is signed for only once it is ticked that the clipboard came to hold another one', async () => {
    const { page } = app
    await app.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await onClipboard(MAYA)
    await paste()
    await onClipboard(JONAS)
    await person.review(page)
    await heading(page, 'Send 0.01 BTC to Maya Okafor')
    await box(MAYA, JONAS).waitFor({ state: 'attached' })
    await poll(() => flaws(page)).toEqual([])
    // It is looked at again with the press that signs.
    await onClipboard(SHOP)
    await person.approve(page)
    await box(MAYA, SHOP).waitFor({ state: 'attached' })
    await seen(page.getByText('Tick the sentence above first.'))
    await person.cancel(page)
  })

  step('is compared with what Coffer itself had copied', async () => {
    const { page } = app
    await press(page.getByRole('navigation', { name: 'Coffer' }), 'Contacts')
    await page
      .getByRole('button', { name: /Maya Okafor/ })
      .first()
      .click()
    await press(page, 'Copy User id')
    await seen(page.getByRole('button', { name: 'Copied' }))
    await onClipboard(JONAS)
    await paste()
    await person.review(page)
    await box(MAYA, JONAS).waitFor({ state: 'attached' })
    await person.cancel(page)
  })
})

describe('a large first payment', () => {
  step('can be begun with a small amount, and what remains of it waits among the drafts', async () => {
    const { page } = app
    await startAnew()
    await person.write(page, { asset: /^BTC/, to: SHOP, amount: '1' })
    await person.review(page)
    await heading(page, /^Send 1 BTC to Corner Shop/)
    await poll(() => flaws(page)).toEqual([])
    await press(page, 'Begin with 0.01 BTC')
    await poll(() => amount().inputValue()).toBe('0.01')
    await person.review(page)
    await heading(page, /^Send 0.01 BTC to Corner Shop/)
    await poll(() => page.getByRole('button', { name: /^Begin with/ }).count()).toBe(0)
    await person.cancel(page)
    await startAnew()
    await press(page, /^Drafts/)
    await seen(page.getByRole('main').getByRole('button', { name: /0.99 BTC to Corner Shop/ }))
  })

  step('is among the drafts until somebody says twice that it goes', async () => {
    const { page } = app
    const draft = page.getByRole('main').getByRole('button', { name: /^0.99 BTC to Corner Shop/ })
    const before = await draft.count()
    const ask = async () => {
      await page
        .getByRole('button', { name: /^Remove draft: 0.99 BTC to Corner Shop/ })
        .first()
        .click()
      return page.getByRole('alertdialog', { name: /^Remove draft: 0.99 BTC to Corner Shop/ })
    }
    await press(await ask(), 'Keep it')
    await poll(() => page.getByRole('alertdialog').count()).toBe(0)
    await poll(() => draft.count()).toBe(before)
    await press(await ask(), 'Remove')
    await poll(() => draft.count()).toBe(before - 1)
  })
})

describe('what remains', () => {
  step('is shared out over rows to the last unit', async () => {
    const { page } = app
    await startAnew()
    await person.choose(page, page, 'Asset', /^ETH/)
    await press(page, 'Add recipient')
    await press(page, 'Add recipient')
    await seen(page.locator('[aria-label="Recipient 3"]:focus'))
    await seen(page.getByRole('main').getByText('Available 4.5 ETH'))
    for (const [at, to] of [MAYA, JONAS, MAYA].entries()) {
      await page.getByRole('combobox', { name: `Recipient ${at + 1}` }).fill(to)
    }
    await page.getByRole('textbox', { name: 'Amount for recipient 1' }).fill('0.5')
    await press(page, 'Split what remains')
    await page.getByRole('textbox', { name: 'Amount for recipient 3' }).fill('2!')
    await seen(page.getByText(/^4.ETH remains, in 3 shares\. The first of them gets 0\.00000001 ETH more/))
    await seen(page.getByText('One recipient stands in more than one row. That is allowed.'))
    await press(page, 'Review')
    await heading(page, 'Send 4.5 ETH to 2 people')
    await seen(page.getByText('1.33333334'))
    await seen(page.getByText('2.66666666'))
    await person.cancel(page)
  })
})

describe('all of it', () => {
  step('says that 256 coins are the limit of one payment, and leads to combining them', async () => {
    const { page } = app
    await person.getPlayMoney(page, /^XIN/, '3')
    await person.getPlayMoney(page, /^XIN/, '1')
    await settled()
    const own = await cosigner.numberOf(page)
    await startAnew()
    await person.choose(page, page, 'Asset', /^XIN/)
    await press(page, 'Paste list or CSV')
    const rows = Array.from({ length: 300 }, () => `${own}, 0.001`)
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: 'Recipient and amount, line by line' })
      .fill(rows.join('\n'))
    await press(page, 'Make a run of payments')
    await seen(page.getByText(/^2 payments are left: /))
    await press(page, /^Review 255 rows/)
    await person.approve(page)
    await person.finished(page)
    await press(page, 'Back to the run')
    await seen(page.getByRole('button', { name: 'Review 45 rows, 0.045 XIN' }))
    await settled()
    await startAnew()
    await person.choose(page, page, 'Asset', /^XIN/)
    await press(page, /^Max/, false)
    await seen(page.getByText('That is what one payment reaches with 256 coins.'))
    await press(page, 'Combine coins')
    await heading(page, 'Coins')
  })
})

describe('an answer that comes late', () => {
  step('of a save does not say of what was typed since that it is saved', async () => {
    const { page } = app
    await startAnew()
    const saves = await keepAnswers(page, 'drafts.save')
    await startAnew()
    await person.choose(page, page, 'Asset', /^ETH/)
    await payee().fill(MAYA)
    await amount().fill('1')
    await poll(async () => saves.waiting()).toBe(1)
    await amount().fill('1.5')
    saves.letOne()
    // That of what was typed since is on its way by now.
    await poll(async () => saves.waiting()).toBe(1)
    await seen(page.getByText('Saving the draft'))
    saves.letAll()
    await seen(page.getByText('Draft saved'))
  })

  step('of who somebody is keeps no plan from being made', async () => {
    const { page } = app
    const looks = await keepAnswers(page, 'payees.resolve')
    await person.write(page, { asset: /^ETH/, to: JONAS, amount: '1' })
    await poll(async () => looks.waiting()).toBe(1)
    await press(page, 'Later or regularly')
    await page.getByRole('textbox', { name: 'Name' }).fill('Allowance')
    await press(page, 'Schedule it')
    looks.letAll()
    await heading(page, 'Allowance')
  })

  step('of what a withdrawal costs keeps its review from nobody who asks for it before', async () => {
    const { page } = app
    const fees = await keepAnswers(page, 'payments.fees')
    const place = '0x52908400098527886e0f7030069857d2e4169ee7'
    await person.write(page, { asset: /^ETH/, to: place, amount: '1' })
    await poll(async () => fees.waiting()).toBe(1)
    await press(page, 'Review')
    fees.letAll()
    await heading(page, /^Withdraw 1 ETH to 0x5290/)
    await person.cancel(page)
  })

  step('of the most that can be sent is waited for by who asks for it before', async () => {
    const { page } = app
    const most = await keepAnswers(page, 'payments.max')
    const max = page.getByRole('button', { name: /^Max/ })
    const toEther = async () => {
      await startAnew()
      await person.choose(page, page, 'Asset', /^ETH/)
    }
    await toEther()
    await poll(async () => {
      most.letOne()
      return max.isEnabled()
    }).toBe(true)
    const available = async () =>
      plain(
        await main()
          .getByText(/^Available/)
          .innerText(),
      )
    const before = await available()
    await person.getPlayMoney(page, /^ETH/, '1')
    await toEther()
    await poll(available).not.toBe(before)
    await poll(async () => most.waiting()).toBeGreaterThan(0)
    await max.click()
    most.letAll()
    await poll(async () => `Available ${await amount().inputValue()} ETH`).toBe(await available())
  })

  step('of a review takes nobody away from where they have gone, and lets its coins go', async () => {
    const { page } = app
    const reviews = await keepAnswers(page, 'payments.prepare')
    await person.write(page, { asset: /^ETH/, to: MAYA, amount: '1' })
    await person.review(page)
    await poll(async () => reviews.waiting()).toBe(1)
    await visit(page, 'Home')
    reviews.letAll()
    await visit(page, 'Activity')
    await page.getByRole('textbox', { name: 'Search activity' }).fill('is:cancelled to:maya')
    const movements = page.getByRole('list', { name: 'Movements' }).getByRole('button')
    await poll(async () => plain((await movements.allInnerTexts()).join('\n'))).toMatch(/Cancelled.*−1 ?ETH/)
    await page.goBack()
    await heading(page, 'Home')
  })
})

describe('a payment that cannot be cancelled', () => {
  step('says why, and can be cancelled once that is over', async () => {
    const { page } = app
    const answers = await fateOfAnswers(page)
    await person.write(page, { asset: /^ETH/, to: MAYA, amount: '1' })
    await person.review(page)
    await seen(page.getByLabel('Your passphrase', { exact: true }))
    answers.refuse('payments.cancel')
    await press(page, 'Cancel payment')
    await seen(page.locator('footer').getByRole('alert'))
    answers.passAll()
    await person.cancel(page)
    await seen(page.getByText(/^Cancelled/))
  })
})

describe('a quiz that was answered wrongly', () => {
  step('says so once other words are asked for, so that nothing is typed into fields that go away', async () => {
    const { page } = app
    const quiz = await keepAnswers(page, 'keys.quiz')
    await page.getByRole('button', { name: /Switch account or group/ }).click()
    await press(page, 'Add an account')
    await page.getByRole('button', { name: /^Create an account/ }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Charles Babbage')
    await press(page, 'Continue')
    await press(page, 'Show the words')
    const words = await person.readWords(page)
    await press(page, 'I have written them down')
    await poll(async () => quiz.waiting()).toBe(1)
    quiz.letOne()
    await person.answerQuiz(page, [...words].reverse())
    await poll(async () => quiz.waiting()).toBe(1)
    await poll(() => page.getByRole('alert').count()).toBe(0)
    quiz.letAll()
    await seen(page.getByRole('alert'))
    await person.answerQuiz(page, words)
    await heading(page, 'Register the key')
  })

  step('is not called so where nobody could say whether it was', async () => {
    const { page } = app
    const answers = await fateOfAnswers(page)
    await page.getByRole('button', { name: /Switch account or group/ }).click()
    await press(page, 'Add an account')
    await page.getByRole('button', { name: /^Create an account/ }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Mary Somerville')
    await press(page, 'Continue')
    await press(page, 'Show the words')
    const words = await person.readWords(page)
    await press(page, 'I have written them down')
    answers.refuse('keys.answerQuiz')
    await person.answerQuiz(page, words)
    await seen(page.getByRole('alert'))
    await poll(() => page.getByText('Coffer now asks for other words').count()).toBe(0)
    answers.passAll()
    await person.answerQuiz(page, words)
    await heading(page, 'Register the key')
  })
})

describe('all the while', () => {
  step('the window neither complains nor asks any other computer', async () => {
    expect(app.complaints).toEqual([])
    expect(app.strays).toEqual([])
  })
})
