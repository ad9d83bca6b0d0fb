import { join } from 'node:path'
import { beforeAll, describe, expect } from 'vitest'
import { MAYA } from '../support/residents.ts'
import { type App, startApp } from './support/app.ts'
import { journeySteps, poll } from './support/journey.ts'
import { fateOfAnswers, keepAnswers } from './support/line.ts'
import * as person from './support/person.ts'
import { heading, plain, press, seen, visit } from './support/person.ts'

/* What is asked for twice, too early, or while the answer of before is still to come. */

const step = journeySteps(() => app)
const BTC = 'c6d0c728-2624-429b-8e0d-d9d19b6592fa'
let app: App

beforeAll(async () => {
  app = await startApp({
    account: {
      name: 'Grace Hopper',
      money: [
        ['BTC', '2'],
        ['BTC', '1'],
        ['BTC', '1'],
      ],
    },
  })
})

const amount = () => app.page.getByRole('textbox', { name: 'Amount' })
const to = () => app.page.getByRole('combobox', { name: 'To' })
/** What has the focus, by its name; empty where nothing has it. */
const focused = (): Promise<string> =>
  app.page.evaluate(() => {
    const { activeElement: it } = document
    if (it === null || it === document.body) return ''
    const labels = it instanceof HTMLInputElement ? [...(it.labels ?? [])].map(({ innerText }) => innerText) : []
    return (it.getAttribute('aria-label') ?? labels.join(' ')) || (it.textContent ?? '')
  })

async function startAnew(): Promise<void> {
  await visit(app.page, 'Home')
  await visit(app.page, 'Send')
  await press(app.page, 'New payment')
}

const isHeld = () => app.page.getByRole('button', { name: /^Held/ }).count()

describe('a payment', () => {
  step('is prepared once, however long Enter was held down', async () => {
    const { page } = app
    await person.write(page, { asset: /^BTC/, to: MAYA, amount: '0.5' })
    await seen(page.getByText('Maya Okafor').first())
    await seen(page.getByText('Nothing is signed yet.'))
    await person.holdEnter(amount())
    await person.approve(page)
    await person.finished(page)
  })

  step('that is written on while it is prepared goes to no review of what was there before', async () => {
    const { page } = app
    const prepared = await keepAnswers(page, 'payments.prepare')
    await startAnew()
    await person.write(page, { asset: /^BTC/, to: MAYA, amount: '0.1' })
    await person.review(page)
    await poll(async () => prepared.waiting()).toBe(1)
    await amount().fill('0.12')
    prepared.letAll()
    await seen(page.getByRole('button', { name: 'Review', exact: true }).and(page.locator(':not([aria-busy])')))
    await poll(() => amount().inputValue()).toBe('0.12')
    await visit(page, 'Home')
    await poll(isHeld).toBe(0)
    await visit(page, 'Send')
    await person.review(page)
    await seen(page.getByRole('region', { name: 'What is paid' }).getByText('0.12').first())
    await person.cancel(page)
  })

  step('of a link keeps the amount that was written in place of the one that was asked for', async () => {
    const { page } = app
    await startAnew()
    await to().fill(`https://mixin.one/pay/${MAYA}?asset=${BTC}&amount=0.3`)
    await poll(() => amount().inputValue()).toBe('0.3')
    await amount().fill('0.7')
    await person.review(page)
    await seen(page.getByLabel('Your passphrase', { exact: true }))
    await press(page, 'Back')
    await seen(page.getByText('Maya Okafor').first())
    await seen(page.getByText('Nothing is signed yet.'))
    await poll(() => amount().inputValue()).toBe('0.7')
  })

  step('whose approval nobody heard the answer to is not offered to be written once more', async () => {
    const { page } = app
    const answers = await fateOfAnswers(page)
    await startAnew()
    await person.write(page, { asset: /^BTC/, to: MAYA, amount: '0.25' })
    await person.review(page)
    await person.answerReview(page)
    answers.lose('payments.approve')
    await page.getByRole('button', { name: /^Send 0.25 BTC/ }).click()
    await person.finished(page)
    await visit(page, 'Send')
    await seen(to())
    await poll(() => amount().inputValue()).toBe('')
    await poll(() => to().inputValue()).toBe('')
  })
})

describe('the focus', () => {
  step('goes to the field when the receiver in it is put away', async () => {
    const { page } = app
    await startAnew()
    await person.write(page, { asset: /^BTC/, to: MAYA, amount: '0.2' })
    await seen(page.getByText('Maya Okafor').first())
    await page.getByRole('button', { name: 'Pay somebody else' }).press('Enter')
    await poll(focused).toBe('To')
  })

  step('stays in the list of drafts from which one is removed', async () => {
    const { page } = app
    await to().fill(MAYA)
    await seen(page.getByText('Draft saved'))
    await startAnew()
    await person.write(page, { asset: /^BTC/, to: MAYA, amount: '0.21' })
    await seen(page.getByText('Draft saved'))
    await press(page, /^Drafts/)
    await heading(page, 'Drafts')
    const remove = page.getByRole('button', { name: /^Remove draft/ })
    const count = await remove.count()
    await remove.first().press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).press('Enter')
    await poll(() => remove.count()).toBe(count - 1)
    await poll(focused).not.toBe('')
  })

  step('comes back from a note and from tags that are not written after all', async () => {
    const { page } = app
    await visit(page, 'Activity')
    await page.getByRole('list', { name: 'Movements' }).getByRole('button').first().click()
    await press(page, 'Receipt')
    await page.getByRole('button', { name: 'Add a label, only for you' }).press('Enter')
    await page.getByRole('button', { name: 'Cancel', exact: true }).press('Enter')
    await poll(focused).toBe('Add a label, only for you')
    await page.getByRole('button', { name: 'Edit the tags' }).press('Enter')
    await page.getByRole('textbox', { name: 'Tags' }).fill('office')
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    await seen(page.getByText('office', { exact: true }))
    await poll(focused).toBe('Edit the tags')
  })

  step('stays on the screen when a tile goes with the choice that it was', async () => {
    const { page } = app
    await visit(page, 'Receive')
    await page.getByRole('main').getByRole('button', { name: /^ETH/ }).first().press('Enter')
    await poll(focused).not.toBe('')
  })

  step('comes back to the passphrase that was wrong, also for whoever pressed the button', async () => {
    const { page } = app
    await press(page, 'Lock')
    const field = page.getByLabel('Passphrase', { exact: true })
    await field.fill('not the passphrase')
    await press(page, 'Unlock')
    await seen(page.getByText(/That is not the passphrase/))
    await poll(focused).toBe('Passphrase')
    await poll(() => page.getByRole('button', { name: 'Unlock', exact: true }).isEnabled()).toBe(true)
  })

  step('leads whoever has forgotten it to what brings the money back, in a window at 200 % too', async () => {
    const { page } = app
    const size = page.viewportSize()
    await page.setViewportSize({ width: 640, height: 400 })
    const way = await page.getByRole('button', { name: 'Forgotten it?' }).boundingBox()
    expect((way?.y ?? 400) + (way?.height ?? 0)).toBeLessThan(390)
    if (size !== null) await page.setViewportSize(size)
    await press(page, 'Forgotten it?')
    const dialog = page.getByRole('dialog', { name: 'If the passphrase is forgotten' })
    await seen(dialog.getByText(join(app.data, 'local'), { exact: true }))
    await page.keyboard.press('Escape')
    await poll(() => dialog.count()).toBe(0)
    await person.unlock(page)
  })
})

describe('a link to be paid by', () => {
  step('is not handed out while it asks for what stood in the fields before', async () => {
    const { page } = app
    const links = await keepAnswers(page, 'receive.link')
    await visit(page, 'Receive')
    await page.getByRole('tab', { name: 'From a Mixin user' }).click()
    await poll(async () => links.waiting()).toBe(1)
    links.letOne()
    const copy = page.getByRole('button', { name: 'Copy link' })
    await seen(copy)
    await person.choose(page.getByRole('main'), page, 'Asset', /^BTC/)
    await amount().fill('1')
    await page.getByText('Several payments', { exact: true }).click()
    await poll(() => copy.isVisible()).toBe(false)
    links.letAll()
    await seen(copy)
    await amount().fill('one')
    await poll(() => copy.isVisible()).toBe(false)
    await amount().fill('1.5')
    await seen(copy)
  })

  step('once is made for what the fields say, and stands in the list of what was asked for', async () => {
    const { page } = app
    const copy = page.getByRole('button', { name: 'Copy link' })
    await page.getByText('One payment', { exact: true }).click()
    await poll(() => copy.isVisible()).toBe(false)
    await press(page, 'Look again by')
    await page
      .getByRole('gridcell')
      .getByRole('button', { name: /^Today/ })
      .click()
    await press(page, 'Make code')
    await seen(copy)
    await amount().fill('2')
    await seen(page.getByRole('button', { name: 'Make code' }))
    await poll(() => copy.isVisible()).toBe(false)
    // From its day on Home leads to it, which was told of in its list only.
    await visit(page, 'Home')
    await page.getByRole('button', { name: /1\.5.*BTC.*that you asked for is not paid yet/ }).click()
    const asked = page.getByRole('region', { name: 'Asked for' })
    await asked.getByRole('button', { name: /1\.5.*BTC.*No payment yet/ }).click()
    await seen(page.getByRole('dialog').getByRole('button', { name: 'Save as picture' }))
    await press(page, 'Stop waiting for it')
    await poll(() => asked.count()).toBe(0)
  })
})

describe('a label', () => {
  step('that could not be kept stays in its field, with why', async () => {
    const { page } = app
    const answers = await fateOfAnswers(page)
    await visit(page, 'Home')
    answers.refuse('labels.set')
    await page
      .getByRole('button', { name: /^Label/ })
      .first()
      .press('Enter')
    const field = page.getByRole('textbox', { name: /^Label/ })
    await field.fill('rent')
    await field.press('Enter')
    await seen(page.getByRole('alert'))
    await poll(() => field.inputValue()).toBe('rent')
    answers.passAll()
    await field.press('Enter')
    await poll(() => field.count()).toBe(0)
    await seen(page.getByText('rent', { exact: true }))
    await poll(focused).toMatch(/^Label/)
  })
})

describe('a dialog', () => {
  step('with something typed in it is not closed by a press beside it', async () => {
    const { page } = app
    await visit(page, 'Send')
    await press(page, 'Paste list or CSV')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').first().fill(`${MAYA}, 0.1`)
    await page.mouse.click(5, 5)
    await page.keyboard.press('Tab')
    await poll(async () => plain(await dialog.innerText())).toContain('0.1')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  step('for a list has it again after Escape, and no more once it was not wanted or used', async () => {
    const { page } = app
    const dialog = page.getByRole('dialog')
    const list = () => dialog.getByRole('textbox').first().inputValue()
    await press(page, 'Paste list or CSV')
    await poll(list).toContain('0.1')
    await press(dialog, 'Cancel')
    await dialog.waitFor({ state: 'hidden' })
    await press(page, 'Paste list or CSV')
    await seen(dialog)
    await poll(list).toBe('')
    await dialog.getByRole('textbox').first().fill(`${MAYA}, 0.1`)
    await press(dialog, 'Add 1 row')
    await dialog.waitFor({ state: 'hidden' })
    await press(page, 'Paste list or CSV')
    await poll(list).toBe('')
    await page.mouse.click(5, 5)
    await dialog.waitFor({ state: 'hidden' })
  })
})

describe('a box of several lines', () => {
  step('is taken by Ctrl Enter as by its button: what is to be read, and a list', async () => {
    const { page } = app
    await press(page.getByRole('navigation', { name: 'Coffer' }), 'Scan')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('tab', { name: 'Paste' }).click()
    await dialog.getByRole('textbox').fill(`mixin://users/${MAYA}`)
    await dialog.getByRole('textbox').press('Control+Enter')
    await seen(dialog.getByText('Maya Okafor').first())
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await startAnew()
    await press(page, 'Paste list or CSV')
    await dialog.getByRole('textbox').first().fill(`receiver,amount,asset\n${MAYA},0.1,BTC`)
    await seen(dialog.getByRole('textbox', { name: /^Name of the run/ }))
    await dialog.getByRole('textbox').first().press('Control+Enter')
    await heading(page, 'Many payments')
  })
})

describe('what was typed in a dialog', () => {
  const warned = () => app.page.getByRole('alert').filter({ hasText: 'Press Escape once more' })

  step('is not lost by one press of Escape, and is after two', async () => {
    const { page } = app
    await press(page.getByRole('navigation', { name: 'Coffer' }), 'Contacts')
    await press(page, 'Add contact')
    const dialog = await seen(page.getByRole('dialog'))
    const field = dialog.getByRole('textbox').first()
    await field.fill('7000')
    await field.press('Escape')
    await seen(warned())
    await field.fill('70001')
    await poll(() => warned().count()).toBe(0)
    await field.press('Escape')
    await seen(warned())
    await poll(() => field.inputValue()).toBe('70001')
    await field.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  step('holds nobody back where nothing stands in it', async () => {
    const { page } = app
    await press(page, 'Add contact')
    const dialog = await seen(page.getByRole('dialog'))
    const field = dialog.getByRole('textbox').first()
    await field.fill('7000')
    await field.fill('')
    await field.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })
})

describe('a phone that agreed', () => {
  step('is gone on with also where its account could not be looked at right away', async () => {
    const { page } = app
    const answers = await fateOfAnswers(page)
    await page.getByRole('button', { name: /Switch account or group/ }).click()
    await press(page, 'Add an account')
    await page.getByRole('button', { name: /^I use Mixin Messenger/ }).click()
    await press(page, 'Watch with my phone')
    await seen(page.getByRole('img', { name: /QR code/ }))
    answers.refuse('app.state')
    await press(page, 'Agree')
    await seen(page.getByRole('alert'))
    answers.passAll()
    await press(page, 'Try again')
    await heading(page, /is ready$/)
  })
})

describe('all the while', () => {
  step('the window neither complains nor asks any other computer', async () => {
    expect(app.complaints.filter((text) => !text.includes('WebSocket'))).toEqual([])
    expect(app.strays).toEqual([])
  })
})
