import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { JONAS, MAYA, NOOR } from '../support/residents.ts'
import { type App, startApp } from './support/app.ts'
import { copied } from './support/cosigner.ts'
import { daysPassed } from './support/files.ts'
import { flaws } from './support/flaws.ts'
import { journeySteps, poll } from './support/journey.ts'
import * as person from './support/person.ts'
import { heading, plain, press, seen } from './support/person.ts'
import { brokenNumbers, go, ROUTES, tooWide } from './support/whole.ts'

/* What is typed wrong is said at once and in words, and nothing that is wrong gets as far as the review. */

/** On Bitcoin. */
const ADDRESS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'

const step = journeySteps(() => app)
let app: App

beforeAll(async () => {
  app = await startApp({ account: { name: 'Grace Hopper', money: [['BTC', '2']] } })
  await person.write(app.page, { asset: /^BTC/, to: MAYA, amount: '' })
  await seen(app.page.getByText('Maya Okafor').first())
})

const amount = () => app.page.getByRole('textbox', { name: 'Amount' })

/** What stands at the amount's field, read as a screen reader reads it. */
async function said(): Promise<string> {
  const field = amount()
  return plain(
    await field.evaluate((input) =>
      (input.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.innerText ?? '')
        .join(' '),
    ),
  )
}

const isFocused = (of: Locator) => of.evaluate((element) => element === document.activeElement)
const startOf = (of: Locator) => of.evaluate((element) => element.getBoundingClientRect().top)
const endOf = (of: Locator) => of.evaluate((element) => element.getBoundingClientRect().bottom)

async function typed(text: string): Promise<void> {
  await amount().fill(text)
}

/** Tries to go on, which does not lead to the review; what is in the way is said beside the button. */
async function isRefused(words: string | RegExp): Promise<void> {
  const { page } = app
  await press(page, 'Review')
  const review = page.getByRole('region', { name: 'What is paid' })
  const reached = await review.waitFor({ state: 'visible', timeout: 700 }).then(
    () => true,
    () => false,
  )
  expect(reached).toBe(false)
  await seen(page.getByRole('main').getByRole('status').filter({ hasText: words }))
}

describe('an amount', () => {
  step('is refused when there is not as much', async () => {
    await typed('2.00000001')
    await poll(said).toContain('You can send 2 BTC or less.')
    await isRefused('You can send 2 BTC or less.')
  })

  step('is refused with nine decimals', async () => {
    await typed('0.123456789')
    await poll(said).toContain('At most 8 decimals; this has 9.')
    await isRefused('At most 8 decimals; this has 9.')
  })

  step('is refused at zero', async () => {
    await typed('0.00')
    await poll(said).toContain('more than zero')
    await isRefused('more than zero')
  })

  step('is refused with letters', async () => {
    await typed('1e2')
    await poll(said).toContain('Use digits 0 to 9 and one dot.')
    await isRefused('Use digits 0 to 9 and one dot.')
  })

  step('is refused with a sign', async () => {
    await typed('-1')
    await poll(said).toContain('Leave out the sign.')
    await isRefused('Leave out the sign.')
  })

  step('asks which of two readings is meant, and takes the one that is picked', async () => {
    const { page } = app
    await typed('1,250')
    const question = page.getByRole('alert').filter({ hasText: 'This can be read in two ways.' })
    await seen(question)
    await seen(question.getByRole('button', { name: /only between groups/ }))
    await isRefused('Choose which amount you mean.')
    await question.getByRole('button', { name: /as the decimal mark/ }).click()
    await poll(() => amount().inputValue()).toBe('1.250')
    await poll(said).toContain('1.25 BTC')
    await poll(() => isFocused(amount())).toBe(true)
  })

  step('that can be read in two ways is asked about before who is paid, and Enter picks neither', async () => {
    const { page } = app
    await page.getByRole('combobox', { name: 'To' }).fill('')
    await typed('1,250')
    const question = page.getByRole('alert').filter({ hasText: 'This can be read in two ways.' })
    await amount().press('Enter')
    await poll(() => isFocused(question)).toBe(true)
    await seen(page.getByRole('status').filter({ hasText: /^Choose which amount you mean\./ }))
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('Enter')
    await poll(() => amount().inputValue()).toBe('1,250')
    await page.keyboard.press('Tab')
    await poll(() => isFocused(question.getByRole('button').first())).toBe(true)
  })

  step('that is missing is asked for first', async () => {
    const { page } = app
    await typed('')
    await press(page, 'Review')
    await poll(() => isFocused(amount())).toBe(true)
    await seen(page.getByRole('status').filter({ hasText: /^Enter an amount\./ }))
  })
})

describe('another time', () => {
  step('is chosen in sight, however low the window is', async () => {
    const { page } = app
    await page.setViewportSize({ width: 1024, height: 640 })
    const opens = page.getByRole('button', { name: 'Later or regularly' })
    await opens.click()
    await poll(() => endOf(page.getByRole('button', { name: 'Schedule it' }))).toBeLessThan(
      await startOf(page.locator('footer')),
    )
    expect(await startOf(opens)).toBeGreaterThan(0)
    await opens.click()
    await page.setViewportSize({ width: 1200, height: 800 })
  })
})

describe('a receiver', () => {
  step('who has not registered cannot be paid', async () => {
    const { page } = app
    await page.getByRole('combobox', { name: 'To' }).fill('Noor')
    await seen(page.getByRole('option', { name: /^Noor Haddad\b.*not registered$/ }))
    await page.getByRole('combobox', { name: 'To' }).fill(NOOR)
    await typed('1')
    await seen(page.getByText(/^Noor Haddad/))
    await seen(page.getByRole('status').filter({ hasText: /regist|cannot be paid/ }))
    await isRefused(/regist|cannot be paid/)
    const invitation = await copied(app, page.getByRole('button', { name: 'Copy invitation' }))
    expect(invitation).toContain('register')
    // It is pasted to anybody: it holds nothing of what is typed.
    expect(invitation).not.toMatch(/Noor|BTC|\d/)
  })

  step('is chosen by no key that chooses the signs of a name', async () => {
    const to = app.page.getByRole('combobox', { name: 'To' })
    await to.fill('Maya')
    await seen(app.page.getByRole('option', { name: /^Maya Okafor/ }))
    await poll(() => app.page.getByRole('option').count()).toBe(1)
    // Somebody known is being named: nothing stands in the way of that.
    await seen(app.page.getByRole('status').filter({ hasText: 'Choose who is meant.' }))
    const key = { key: 'Enter', bubbles: true, cancelable: true }
    await to.evaluate((field, of) => void field.dispatchEvent(new KeyboardEvent('keydown', of)), {
      ...key,
      isComposing: true,
    })
    await poll(() => to.inputValue()).toBe('Maya')
    await to.press('Enter')
    await poll(() => to.inputValue()).toMatch(/^\d+$/)
  })

  step('whom no text names cannot be paid', async () => {
    const { page } = app
    await page.getByRole('combobox', { name: 'To' }).fill('bc1qnotanaddress')
    await seen(page.getByRole('status').filter({ hasText: 'This recipient cannot be paid.' }))
    await isRefused('This recipient cannot be paid.')
  })

  step('gets the payment once all is right', async () => {
    const { page } = app
    await page.getByRole('combobox', { name: 'To' }).fill(MAYA)
    await person.review(page)
    await seen(page.getByRole('heading', { name: 'Send 1 BTC to Maya Okafor' }))
  })
})

describe('the handbook', () => {
  const dialog = () => app.page.getByRole('dialog', { name: 'Help' })
  const title = (name: string) => dialog().getByRole('heading', { level: 1, name })
  const isClosed = () => dialog().waitFor({ state: 'hidden' })
  /** A key is for what has the focus. */
  const closedByKey = async () => {
    await poll(() => dialog().evaluate((box) => box.contains(document.activeElement))).toBe(true)
    await app.page.keyboard.press('Escape')
    await isClosed()
  }

  step('opens from a review at what it says of reviews, and leaves the review as it is', async () => {
    const { page } = app
    await press(page, 'Help with this screen')
    await seen(title('What the review says'))
    await closedByKey()
    await seen(page.getByRole('heading', { name: 'Send 1 BTC to Maya Okafor' }))
  })

  step('is closed by one press of Escape, whatever a button under the pointer says of itself', async () => {
    const { page } = app
    await press(page, 'Help with this screen')
    await seen(dialog())
    await dialog().getByRole('button', { name: 'Close' }).hover()
    await seen(page.getByRole('tooltip'))
    await closedByKey()
  })

  step('opens by F1 where one is, and by the menu at its contents', async () => {
    const { page } = app
    await page.keyboard.press('F1')
    await seen(title('What the review says'))
    await closedByKey()
    await press(page.getByRole('navigation', { name: 'Coffer' }), 'Help')
    await seen(title('Handbook'))
  })

  step('has its pages behind one stop of Tab, and arrows that go along them', async () => {
    const { keyboard } = app.page
    const pages = dialog().getByRole('navigation').getByRole('listitem').getByRole('button')
    await dialog().getByRole('textbox', { name: 'Search the handbook' }).focus()
    await keyboard.press('Tab')
    await keyboard.press('End')
    const last = await pages.last().innerText()
    await poll(() => pages.last().evaluate((button) => button === document.activeElement)).toBe(true)
    await keyboard.press('Tab')
    expect(
      await dialog()
        .getByRole('navigation')
        .evaluate((list) => list.contains(document.activeElement)),
    ).toBe(false)
    await keyboard.press('Shift+Tab')
    await keyboard.press('Enter')
    await seen(title(last))
  })

  step('is searched, and leads to the very heading that was found', async () => {
    await dialog().getByRole('textbox', { name: 'Search the handbook' }).fill('freeze dust zebra')
    await seen(dialog().getByRole('status').filter({ hasText: 'Nothing found' }))
    await dialog().getByRole('textbox', { name: 'Search the handbook' }).fill('sending stopped')
    await dialog()
      .getByRole('button', { name: /^Sending is stopped/ })
      .click()
    await seen(title('Undecided and stopped payments'))
    const focused = () => app.page.evaluate(() => document.activeElement?.textContent)
    await poll(focused).toBe('Sending is stopped')
  })

  step('follows its own links, goes back, and opens no address', async () => {
    await dialog().getByRole('button', { name: 'Troubleshooting' }).click()
    await dialog().getByRole('link', { name: 'Receive' }).click()
    await seen(title('Receive'))
    await press(dialog(), 'Back')
    await seen(title('Troubleshooting'))
    await press(dialog(), 'Back')
    await seen(title('Undecided and stopped payments'))
    await poll(() => dialog().locator('a[href]').count()).toBe(0)
    await press(dialog(), 'Close')
    await isClosed()
  })
})

describe('a list of many payments', () => {
  const list = (rows: readonly string[]) => ['recipient;amount;memo;label', ...rows].join('\n')
  /** How a run is called that nobody named. */
  const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' }).format(new Date())
  const states = () =>
    app.page
      .getByRole('table', { name: 'Rows of the run' })
      .getByRole('row')
      .allInnerTexts()
      .then((rows) => rows.slice(1).map((row) => /To withdraw|Ready|Paid|Left out|On its way/.exec(plain(row))?.[0]))

  step('asks once whether digits beside an amount are a part of it', async () => {
    const { page } = app
    await person.cancel(page)
    await person.visit(page, 'Send')
    await person.choose(page, page, 'Asset', /^BTC/)
    await press(page, 'Paste list or CSV')
    const dialog = page.getByRole('dialog')
    const answer = (question: string, name: string) =>
      dialog.getByRole('group', { name: question }).getByText(name, { exact: true }).click()
    const sum = async () => plain((await dialog.getByRole('status').first().innerText()).split('\n')[0] ?? '')
    await dialog
      .getByRole('textbox', { name: 'Recipient and amount, line by line' })
      .fill(`to,amount,memo\n${MAYA},1,500\n${JONAS},2.5,wages`)
    await seen(dialog.getByText('Say above whether this is one amount.'))
    await poll(() => dialog.getByRole('button', { name: 'Make a run of payments' }).isDisabled()).toBe(true)
    await answer('Is 1,500 one amount or two columns?', 'Two columns')
    await poll(sum).toBe('2 rows, together 3.5 BTC')
    await answer('Is 1,500 one amount or two columns?', 'One amount')
    await answer('Which is the decimal mark in this list?', 'Comma: 1,5')
    await poll(sum).toBe('2 rows, together 4 BTC')
    await dialog
      .getByRole('textbox', { name: 'Recipient and amount, line by line' })
      .fill(`name,address,amount,payment id\nMaya,${MAYA},1.5,77`)
    await seen(dialog.getByText('Columns that are not read: name and payment id.'))
    await press(dialog, 'Cancel')
  })

  step('says beside its buttons why nothing can be added, and is scrolled with a keyboard', async () => {
    const { page } = app
    await page.setViewportSize({ width: 1024, height: 640 })
    await press(page, 'Paste list or CSV')
    const dialog = page.getByRole('dialog')
    const field = dialog.getByRole('textbox', { name: 'Recipient and amount, line by line' })
    const reason = (text: string) => dialog.getByRole('status').getByText(text, { exact: true })
    const many = (rows: number, end = '') =>
      Array.from({ length: rows }, (_, at) => `${MAYA},${at + 1}.5${end}`).join('\n')
    await field.fill(`to,amount,asset\n${many(12, ',ETH')}`)
    await seen(reason('The form pays one asset; a run pays each row in its own.'))
    await poll(() => dialog.getByRole('button', { name: 'Add 12 rows' }).isDisabled()).toBe(true)
    expect(await flaws(page, { withContrast: false })).toEqual([])
    const rows = dialog.getByRole('region', { name: 'Rows that were understood' })
    await rows.focus()
    await page.keyboard.press('End')
    await poll(() => rows.evaluate((box) => box.scrollTop)).toBeGreaterThan(100)
    await field.fill(many(300))
    await seen(reason('The form has room for 255 more rows; a run takes every row.'))
    await dialog.getByRole('textbox', { name: 'Name of the run' }).fill(' ')
    await seen(reason('Give the run a name.'))
    await press(dialog, 'Cancel')
    await page.setViewportSize({ width: 1200, height: 800 })
  })

  step('says once what is wrong with its headings, and asks for no asset that it may name', async () => {
    const { page } = app
    await press(page, 'New payment')
    await press(page, 'Paste list or CSV')
    const dialog = page.getByRole('dialog')
    await dialog
      .getByRole('textbox', { name: 'Recipient and amount, line by line' })
      .fill(`id,address,amount,asset\n40110,${MAYA},1,BTC\n40111,${JONAS},2,BTC`)
    await seen(dialog.getByText('2 rows to correct'))
    await poll(() => dialog.getByText(/^The headings do not tell which column is what/).count()).toBe(1)
    await poll(() => dialog.getByText(/^Choose an asset in the form first/).count()).toBe(0)
    await press(dialog, 'Cancel')
    await person.choose(page, page, 'Asset', /^BTC/)
  })

  step('becomes a run that leaves out what is wrong and pays the rest', async () => {
    const { page } = app
    await press(page, 'Paste list or CSV')
    const rows = [`${MAYA};0,5;"wages; May";"May, first half"`, `${JONAS};0.25;"wages; May"`, 'nobody at all;1;wages']
    await page.getByRole('textbox', { name: 'Recipient and amount, line by line' }).fill(list(rows))
    await poll(() => page.getByRole('textbox', { name: 'Name of the run' }).inputValue()).toBe(month)
    // Set by its decimal mark, an amount is one number to whoever hears it.
    await seen(page.getByRole('cell', { name: /^0\.25 BTC$/ }))
    await press(page, 'Make a run of payments')
    await poll(states).toEqual(['Ready', 'Ready', 'Left out'])
    await seen(page.getByText('Nobody is found under this.'))
    // The memo goes along with the payment and everybody can read it; the label stays here.
    const words = page
      .getByRole('row', { name: /Maya Okafor/ })
      .getByRole('cell')
      .nth(2)
    await poll(async () => plain(await words.innerText())).toBe('wages; May Label: May, first half')
    await press(page, 'Review 2 rows, 0.75 BTC')
    await seen(page.getByRole('heading', { name: 'Send 0.75 BTC to 2 people' }))
    await seen(page.getByText('Tick the row of Maya Okafor first.'))
    await person.approve(page)
    await person.finished(page)
  })

  step('gives each of those paid a receipt that names nobody else, copied and on paper', async () => {
    const { page } = app
    await press(page, 'Receipt per person')
    const dialog = page.getByRole('dialog', { name: 'Receipt per person' })
    const copy = await copied(app, dialog.getByRole('button', { name: 'Copy receipt for Jonas Weber' }))
    expect(copy).toContain('Amount: 0.25 BTC')
    expect(copy).not.toMatch(/Maya|0\.75|0\.5 /)
    const papers = await person.printed(page)
    await press(dialog, 'Print or save the receipt for Maya Okafor')
    await page.keyboard.press('Escape')
    await press(page, 'Print or save as PDF')
    const [one, all] = await papers()
    expect([one?.includes('Maya Okafor'), one?.includes('0.5 BTC'), /Jonas|0\.75/.test(one ?? '')]).toEqual([
      true,
      true,
      false,
    ])
    expect(all).toMatch(/0\.75 BTC.*Maya Okafor.*Jonas Weber/)
    await press(page, 'Back to the run')
    await poll(states).toEqual(['Paid', 'Paid', 'Left out'])
  })

  step('says in a file of results what became of each row', async () => {
    const { page } = app
    const saved = page.waitForEvent('download')
    await press(page, 'Result as CSV')
    const [head, one, two, three] = readFileSync(await (await saved).path(), 'utf8').split('\r\n')
    expect(head).toBe('\uFEFFline,to,name,id,amount,asset,memo,label,result,time,request,reason,asset_id')
    expect(one).toMatch(/^2,.*,Maya Okafor,.*,0\.5,BTC,"wages; May","May, first half",paid,\d/)
    expect(two).toMatch(/,Jonas Weber,.*,0\.25,BTC,"wages; May",,paid,\d/)
    expect(three).toMatch(/^4,nobody at all,,,1,BTC,wages,,left_out,,,payee,c6d0c728-2624-429b-8e0d-d9d19b6592fa$/)
  })

  step('pays of the mended list only what it has not paid', async () => {
    const { page } = app
    await press(page, 'Edit the list')
    const alone = [`${ADDRESS};0.01;;"To the exchange"`, `${NOOR};0.1;"wages; May"`]
    const rows = [`${JONAS};0.25;"wages; May"`, `${JONAS};0.1;"wages; May"`, `${MAYA};0.50;"wages; May"`, ...alone]
    await page.getByRole('textbox', { name: 'Recipient and amount, line by line' }).fill(list(rows))
    await press(page, 'Save')
    await poll(states).toEqual(['Paid', 'Ready', 'Paid', 'To withdraw', 'Left out'])
    await seen(page.getByRole('button', { name: 'Review 1 row, 0.1 BTC' }))
    await seen(page.getByText('1 row is left out'))
    await seen(page.getByText('1 withdrawal is left, with a form of its own'))
    await seen(page.getByRole('row', { name: /Noor Haddad/ }).getByRole('button', { name: 'Copy invitation' }))
  })

  step('leads from a withdrawal to the form that pays it, and counts it as paid', async () => {
    const { page } = app
    await press(page, 'Fill the form')
    await heading(page, 'Send')
    await seen(page.getByText(`Filled in from the list “${month}”`))
    await poll(() => amount().inputValue()).toBe('0.01')
    await poll(() => page.getByRole('combobox', { name: 'To' }).inputValue()).toBe(ADDRESS)
    await poll(() => page.getByRole('textbox', { name: 'Label' }).inputValue()).toBe('To the exchange')
    await amount().fill('0.02')
    await seen(page.getByText(`Not what the list “${month}” asks for`))
    await press(page, 'Fill it in as in the list')
    await seen(page.getByText('This pays its row of the list'))
    await poll(() => amount().inputValue()).toBe('0.01')
    await person.review(page)
    await person.approve(page)
    await press(page, 'Back to the run')
    await poll(states).toEqual(['Paid', 'Ready', 'Paid', 'Paid', 'Left out'])
  })

  step('names each of them on a statement, with no name or amount torn apart at 200 %', async () => {
    const { page } = app
    await go(page, ROUTES['statement'] ?? { name: 'home' })
    const row = page.getByRole('article').getByRole('row').filter({ hasText: '2 people' }).first()
    await poll(async () => plain(await row.innerText())).toMatch(
      /2 people Maya Okafor, .* 0\.50{7} Jonas Weber, .* 0\.250{6} /,
    )
    await page.setViewportSize({ width: 640, height: 400 })
    await poll(() => brokenNumbers(page)).toEqual([])
    await poll(() => tooWide(page)).toEqual([])
    await page.setViewportSize({ width: 1200, height: 800 })
  })

  step('stands in the history as one payment to all of them, and is found by each', async () => {
    const { page } = app
    await person.visit(page, 'Activity')
    const movement = page.getByRole('list', { name: 'Movements' }).getByText(/2 people/)
    await seen(movement)
    await movement.first().click()
    await seen(page.getByRole('list', { name: '2 recipients' }).getByText('Jonas Weber'))
  })

  step('is paid again as a whole, and counts for each of those whom it paid', async () => {
    const { page } = app
    await press(page.getByRole('complementary', { name: 'Movement' }), 'Pay again')
    await heading(page, 'Send')
    await poll(() => page.getByRole('textbox', { name: 'Amount for recipient 1' }).inputValue()).toBe('0.5')
    await poll(() => page.getByRole('textbox', { name: 'Amount for recipient 2' }).inputValue()).toBe('0.25')
    await seen(page.getByText('Jonas Weber').first())
    await press(page, 'New payment')
    await page.getByRole('combobox', { name: 'To' }).fill(JONAS)
    await seen(page.getByText(/Paid once, last/))
    await press(page.getByRole('navigation', { name: 'Coffer' }), 'Contacts')
    await page
      .getByRole('main')
      .getByRole('button', { name: /Jonas Weber/ })
      .first()
      .click()
    await seen(page.getByRole('region', { name: 'Between you' }).getByText('0.25'))
  })

  step('counts for each of those paid with what went to that person', async () => {
    const { page } = app
    const main = page.getByRole('main')
    await go(page, { name: 'contacts', tab: 'people' })
    await poll(async () => plain(await main.innerText())).toMatch(/Jonas Weber.*−0\.25 BTC.*Maya Okafor.*−0\.5 BTC/)
    await go(page, { name: 'contact', userId: JONAS })
    await seen(main.getByText(/^1 payment/).first())
    await poll(async () => plain(await main.innerText())).toMatch(/Sent to 2 people.*−0\.25/)
  })

  step('is found again where a list is pasted', async () => {
    const { page } = app
    await person.visit(page, 'Send')
    // One of its rows is still to be paid.
    await press(page, 'Unfinished runs (1)')
    await heading(page, 'Many payments')
    await person.visit(page, 'Send')
    await press(page, 'Paste list or CSV')
    await press(page, 'Earlier runs (1)')
    await heading(page, 'Many payments')
    await seen(page.getByRole('main').getByRole('button', { name: new RegExp(`^${month}`) }))
  })

  step('may be paid by another run too, which says that it pays the same rows again', async () => {
    const { page } = app
    await person.visit(page, 'Send')
    await person.choose(page, page, 'Asset', /^BTC/)
    await press(page, 'Paste list or CSV')
    const rows = [`${MAYA};0.5;"wages; May"`, `${JONAS};0.3;"wages; May"`]
    await page.getByRole('textbox', { name: 'Recipient and amount, line by line' }).fill(list(rows))
    await page.getByRole('textbox', { name: 'Name of the run' }).fill('Second half')
    await press(page, 'Make a run of payments')
    await poll(states).toEqual(['Ready', 'Ready'])
    await seen(page.getByText(`1 row is the same as one that “${month}” has paid. This run pays it again.`))
    await press(page, 'Open that run')
    await seen(page.getByRole('heading', { name: month }))
    await poll(states).toEqual(['Paid', 'Ready', 'Paid', 'Paid', 'Left out'])
  })
})

declare global {
  var noticed: string[]
}

describe('a planned payment', () => {
  const waiting = () => app.page.getByRole('region', { name: 'Waits for you' })
  const scheduled = async () => {
    await person.visit(app.page, 'Send')
    await press(app.page, 'Scheduled')
    await heading(app.page, 'Scheduled')
  }

  /** Fills the form and its part about another time, for a time that is now. */
  async function plan(name: string, sum: string): Promise<void> {
    const { page } = app
    await person.visit(page, 'Send')
    await press(page, 'New payment')
    await person.write(page, { asset: /^BTC/, to: MAYA, amount: sum })
    await person.openLater(page)
    await seen(page.getByRole('list', { name: 'Next dates' }).getByRole('listitem'))
    await poll(() => page.getByRole('list', { name: 'Next dates' }).getByRole('listitem').count()).toBe(3)
    await page.getByRole('textbox', { name: 'Name' }).fill(name)
    // Enter leads to no payment of today.
    await page.keyboard.press('Enter')
    await poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Schedule it')
    await page.getByRole('button', { name: /^First day/ }).click()
    // It opens on tomorrow, which on the last day of a month is in the next one.
    const calendar = page.getByRole('dialog', { name: 'First day' })
    await seen(calendar.getByRole('gridcell'))
    const today = calendar.getByRole('button', { name: /^Today/ })
    if ((await today.count()) === 0) await calendar.getByRole('button', { name: 'Previous' }).click()
    await today.click()
    const now = new Date()
    await page.getByRole('group', { name: 'Time' }).getByRole('spinbutton').first().click()
    const time = [now.getHours(), now.getMinutes()].map((part) => String(part).padStart(2, '0'))
    await page.keyboard.type(time.join(''))
    await press(page, 'Schedule it')
    await heading(page, name)
    await seen(page.getByText(`at ${time.join(':')}`))
  }

  /** The system's notices, which are kept in a list instead. */
  const told = () => app.page.evaluate(() => globalThis.noticed)

  step('ends after as many times as are typed', async () => {
    const { page } = app
    await person.visit(page, 'Send')
    await press(page, 'New payment')
    await press(page, 'Later or regularly')
    await person.tick(page.getByRole('radio', { name: 'After a number of times' }))
    const times = page.getByRole('textbox', { name: 'How many times' })
    await times.press('End')
    for (const key of ['Backspace', 'Backspace', '5']) await times.press(key)
    await poll(() => times.inputValue()).toBe('5')
  })

  step('is prepared at its time, told of, waits for approval, and says in the review where it comes from', async () => {
    const { page } = app
    await page.addInitScript(() => {
      globalThis.noticed = []
      class Notification {
        static permission = 'granted'
        onclick = null
        constructor(title: string) {
          globalThis.noticed.push(title)
        }
      }
      Object.assign(globalThis, { Notification })
    })
    await page.reload()
    await person.visit(page, 'Home')
    await plan('Rent', '0.01')
    await poll(told).toEqual(['A scheduled payment is ready for your approval'])
    await press(waiting(), 'Review')
    await seen(page.getByText('The first payment of this plan.'))
    await person.approve(page)
    await person.finished(page)
    await press(page, 'Rent')
    await seen(page.getByRole('region', { name: 'History' }).getByText('Paid'))
  })

  step('that cannot be prepared says why, and is asked about wherever one is', async () => {
    const { page } = app
    await plan('A sailing boat', '99')
    await seen(waiting().getByText(/Could not be prepared: You can send/))
    await poll(told).toContain('1 scheduled payment needs an answer')
    await person.visit(page, 'Activity')
    await press(page, 'Decide')
    await person.tick(waiting().getByRole('checkbox', { name: /A sailing boat/ }))
    await press(waiting(), 'Prepare 1 payment')
    await press(waiting(), 'Skip 1 payment')
    await waiting().waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: /^A sailing boat/ }).click()
    await seen(page.getByRole('region', { name: 'History' }).getByText('Skipped'))
  })

  step('that was missed while Coffer was closed is asked about with its date, and nothing was prepared', async () => {
    await app.kill()
    daysPassed(app, 'Rent', 3)
    await app.restart()
    const { page } = app
    await heading(page, 'Coffer is locked')
    await page.getByLabel('Passphrase', { exact: true }).fill(person.PASSPHRASE)
    await press(page, 'Unlock')
    await person.visit(page, 'Home')
    await page.getByRole('button', { name: /3 scheduled payments need an answer/ }).click()
    await poll(() => waiting().getByRole('checkbox').count()).toBe(3)
    await person.tick(waiting().getByRole('checkbox').first())
    await press(waiting(), 'Prepare 1 payment')
    await seen(waiting().getByRole('button', { name: 'Review' }))
    // The button that was pressed waits for another choice: the keys go on from the first.
    await poll(() => isFocused(waiting().getByRole('checkbox').first())).toBe(true)
    await press(waiting(), 'Skip all')
    await poll(() => waiting().getByRole('checkbox').count()).toBe(0)
    await poll(() => isFocused(waiting().getByRole('button', { name: 'Review' }))).toBe(true)
    await press(waiting(), 'Review')
    await seen(page.getByText(/Same as last time|first payment of this plan/))
    await person.cancel(page)
  })

  step('is changed, rests, goes on, ends and is forgotten', async () => {
    const { page } = app
    const drafts = page.getByRole('button', { name: /^Drafts/ })
    await person.visit(page, 'Send')
    await heading(page, 'Send')
    const before = await (await seen(drafts)).allInnerTexts()
    // Far zoomed in, all that leads elsewhere stays within the window.
    await page.setViewportSize({ width: 480, height: 400 })
    await poll(() => tooWide(page)).toEqual([])
    await page.setViewportSize({ width: 1200, height: 800 })
    await scheduled()
    await page.getByRole('button', { name: /^Rent/ }).click()
    await press(page, 'Change')
    await heading(page, 'Change “Rent”')
    await page.getByRole('textbox', { name: 'Amount' }).fill('0.02')
    await page.getByRole('combobox', { name: 'To' }).fill(JONAS)
    await seen(page.getByText('Jonas Weber').first())
    await person.choose(page, page, 'How often', /Every two weeks/)
    await press(page, 'Save')
    await heading(page, /^Rent$/)
    await seen(page.getByText(/^Every second/))
    await seen(page.getByText('Jonas Weber'))
    // It was no payment that was begun.
    await person.visit(page, 'Send')
    await heading(page, 'Send')
    await poll(() => drafts.allInnerTexts()).toEqual(before)
    await scheduled()
    await page.getByRole('button', { name: /^Rent/ }).click()
    await press(page, 'Pause')
    await seen(page.getByText('Paused'))
    await press(page, 'Resume')
    await seen(page.getByRole('button', { name: 'Pause' }))
    await press(page, 'End')
    await press(page.getByRole('alertdialog'), 'End')
    await seen(page.getByText('Ended'))
    await press(page, 'Delete')
    await press(page.getByRole('alertdialog'), 'Delete')
    await heading(page, 'Scheduled')
    await poll(() => page.getByRole('button', { name: /^Rent/ }).count()).toBe(0)
  })
})

describe('an export that fails', () => {
  step('says so, and what to do', async () => {
    const { page } = app
    // Nobody has the account that the wallet is asked about.
    await page.routeWebSocket(/\/socket$/, (window) => {
      const wallet = window.connectToServer()
      window.onMessage((message) => {
        const call = JSON.parse(String(message)) as { readonly name?: string; readonly input?: object }
        const isExport = call.name === 'statements.file' || call.name === 'contacts.export'
        wallet.send(isExport ? JSON.stringify({ ...call, input: { ...call.input, account: randomUUID() } }) : message)
      })
    })
    await page.reload()
    await person.visit(page, 'Activity')
    await press(page, 'Export')
    await page.getByRole('menuitem', { name: 'Table (CSV)' }).click()
    const dialog = page.getByRole('dialog', { name: 'Not exported' })
    await seen(dialog.getByRole('alert'))
    await press(dialog, 'Close')
    await dialog.waitFor({ state: 'hidden' })
    await press(page.getByRole('navigation', { name: 'Coffer' }), 'Contacts')
    await press(page, 'File of contacts')
    await page.getByRole('menuitem', { name: /^Export/ }).click()
    await seen(dialog.getByRole('alert'))
    await press(dialog, 'Close')
    await dialog.waitFor({ state: 'hidden' })
  })
})

describe('all the while', () => {
  step('the window neither complains nor asks any other computer', async () => {
    expect(app.complaints).toEqual([])
    expect(app.strays).toEqual([])
  })
})
