import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { JONAS, MAYA } from '../support/residents.ts'
import { type App, startApp } from './support/app.ts'
import { journeySteps, poll } from './support/journey.ts'
import * as person from './support/person.ts'
import { heading, press, seen } from './support/person.ts'

/* People of the local network: known by name, renamed, paid, blocked; and bots shared until there is no room. */

const BOTS = ['Corner Shop', 'Ferry Line', 'Night Market', 'Harbour Radio'] as const

const step = journeySteps(() => app)
let app: App

beforeAll(async () => {
  app = await startApp({ account: { name: 'Ada Byron' } })
})

async function openContacts(): Promise<void> {
  await press(app.page.getByRole('navigation', { name: 'Coffer' }), 'Contacts')
  await heading(app.page, 'Contacts')
}

const isFocused = (control: Locator) => control.evaluate((element) => element === document.activeElement)

const people = () => app.page.getByRole('main').getByRole('list', { name: /^(People|Often|All, by name)$/ })

async function openContact(name: RegExp): Promise<void> {
  await openContacts()
  await people().getByRole('button', { name }).click()
}

/** Numbers of the bots, which is how a person would find them. */
async function openByNumber(number: string): Promise<void> {
  await press(app.page, 'Add contact')
  await app.page.getByRole('textbox', { name: 'Mixin number, phone or user id' }).fill(number)
  await press(app.page, 'Look up')
}

describe('contacts', () => {
  step('are there by name for a new account', async () => {
    await openContacts()
    await seen(people().getByRole('button', { name: /Maya Okafor/ }))
  })

  step('are added after their card was seen, under a name of one\u2019s own', async () => {
    const { page } = app
    await openContact(/Maya Okafor/)
    await heading(page, 'Maya Okafor')
    await press(page, 'Remove from contacts')
    await press(page.getByRole('alertdialog'), 'Remove')
    await seen(page.getByRole('button', { name: 'Add to contacts' }))
    await openContacts()
    await openByNumber('')
    await seen(page.getByText('Enter a Mixin number, a phone number or a user id.'))
    await press(page.getByRole('dialog'), 'Close')
    await openByNumber(MAYA)
    const card = page.getByRole('region', { name: 'Who it is' })
    await seen(card.getByText('Maya Okafor'))
    // The field is gone; who it is is read before anything is done.
    await poll(() => card.evaluate((found) => found === document.activeElement)).toBe(true)
    await page.getByRole('textbox', { name: 'Name' }).fill('Maya at the harbour')
    await press(page.getByRole('dialog'), 'Add contact')
    await heading(page, 'Maya at the harbour')
    await seen(page.getByText('Own name'))
    await page.getByRole('main').getByRole('button', { name: 'Edit', exact: true }).press('Enter')
    await poll(() => isFocused(page.getByRole('dialog').getByRole('textbox', { name: 'Name' }))).toBe(true)
    await page.keyboard.press('Escape')
    await poll(() => isFocused(page.getByRole('main').getByRole('button', { name: 'Edit', exact: true }))).toBe(true)
  })

  step('are paid by that name', async () => {
    const { page } = app
    await person.getPlayMoney(page, /^BTC/, '1')
    await person.write(page, { asset: /^BTC/, to: 'maya at', amount: '0.25' })
    await page.getByRole('combobox', { name: 'To' }).click()
    await page.getByRole('combobox', { name: 'To' }).press('End')
    await page.getByRole('combobox', { name: 'To' }).pressSequentially(' the')
    await page.getByRole('option', { name: /Maya at the harbour/ }).click()
    await person.review(page)
    await heading(page, 'Send 0.25 BTC to Maya at the harbour')
    await person.approve(page)
    await person.finished(page)
    await openContact(/Maya at the harbour/)
    await seen(page.getByRole('region', { name: 'Sums' }).getByText(/^1 payment, at its day’s price/))
    await seen(page.getByRole('region', { name: 'Between you' }).getByText('0.25'))
    await press(page, 'Show as table')
    await poll(() => page.getByRole('table', { name: 'What passed, by month' }).getByRole('row').count()).toBe(13)
  })

  step('are warned of once they are blocked, and listed as blocked until that is undone', async () => {
    const { page } = app
    await openContact(/Jonas Weber/)
    await press(page, 'Block')
    await press(page.getByRole('alertdialog'), 'Block')
    await seen(page.getByText('You have blocked this person.'))
    await press(page.getByRole('main'), 'Send')
    await heading(page, 'Send')
    await poll(() => page.getByRole('combobox', { name: 'To' }).inputValue()).toBe(JONAS)
    await seen(page.getByText('You have blocked this person.'))
    await openContacts()
    await press(page.getByRole('region', { name: 'Also here' }), /^Blocked/)
    await page.getByRole('button', { name: 'Unblock Jonas Weber' }).press('Enter')
    await seen(page.getByText('Nobody is blocked'))
    await poll(() => isFocused(page.getByRole('heading', { name: 'Contacts', level: 1 }))).toBe(true)
  })
})

describe('saved addresses', () => {
  step('are told apart from one that only looks like them', async () => {
    const { page } = app
    await person.getPlayMoney(page, /^ETH Ether/, '1')
    await openContacts()
    await person.tick(page.getByRole('radio', { name: 'Addresses' }))
    await press(page, 'Add address')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Cold storage')
    await person.choose(dialog, page, 'Chain', /^Ethereum$/)
    await dialog.getByRole('textbox', { name: 'Address' }).fill('0x71C7656EC7ab88b098defB751B7401B5f6d8976F')
    await person.holdEnter(dialog.getByRole('textbox', { name: 'Address' }))
    await poll(() => dialog.count()).toBe(0)
    await poll(() => page.getByRole('list', { name: 'Addresses' }).getByText('Cold storage').count()).toBe(1)
    const forged = '0x71aaaabbbbccccddddeeee11112222333344976f'
    await person.write(page, { asset: /^ETH Ether/, to: forged, amount: '0.1' })
    await seen(page.getByText(/begins and ends like the saved address “Cold storage”/))
    await page.getByRole('combobox', { name: 'To' }).fill('cold st')
    await page.getByRole('option', { name: /Cold storage/ }).click()
    await seen(page.getByText(/begins and ends like/).or(page.getByText('This is an address on Ethereum')))
    await poll(() => page.getByText(/begins and ends like/).count()).toBe(0)
    // Without the ends of what stands whole below: they would only be trusted in its place.
    await seen(page.getByRole('main').getByText('Ethereum address', { exact: true }))
  })

  step('are kept from the receipt of what was paid there, as they were paid', async () => {
    const { page } = app
    await person.write(page, { asset: /^BTC/, to: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', amount: '0.1' })
    await seen(page.getByRole('region', { name: 'Network fee' }).getByRole('radio').first())
    await person.review(page)
    await person.approve(page)
    await press(page, 'Save address')
    const dialog = page.getByRole('dialog')
    await poll(() => dialog.getByRole('textbox', { name: 'Address' }).inputValue()).toMatch(/^1A1zP1.*DivfNa$/)
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Exchange')
    await press(dialog, 'Save address')
    await seen(page.getByRole('region', { name: 'Details' }).getByText('Exchange'))
    await poll(() => page.getByRole('button', { name: 'Save address' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Pay again' }).click()
    await seen(page.getByText('Exchange'))
  })

  step('hand the keys on to the next one, and at last to the way to another, once they are removed', async () => {
    const { page } = app
    await openContacts()
    await person.tick(page.getByRole('radio', { name: 'Addresses' }))
    const ask = async (label: string) => {
      await page.getByRole('button', { name: `More for ${label}` }).press('Enter')
      await page.getByRole('menuitem', { name: 'Remove' }).press('Enter')
      return page.getByRole('alertdialog', { name: `Remove the address “${label}”?` })
    }
    // A slip takes nothing away that was typed.
    await press(await ask('Cold storage'), 'Keep')
    await poll(() => isFocused(page.getByRole('button', { name: 'More for Cold storage' }))).toBe(true)
    const remove = async (label: string) => {
      await (await ask(label)).getByRole('button', { name: 'Remove' }).press('Enter')
      await poll(() => page.getByRole('button', { name: `More for ${label}` }).count()).toBe(0)
    }
    await remove('Cold storage')
    await poll(() => isFocused(page.getByRole('button', { name: 'More for Exchange' }))).toBe(true)
    await remove('Exchange')
    await seen(page.getByText('No saved addresses'))
    await poll(() => isFocused(page.getByRole('button', { name: 'Add address' }))).toBe(true)
  })
})

describe('shared bots', () => {
  step('fill up at three, and the fourth is refused with a sentence', async () => {
    const { page } = app
    for (const [at, bot] of BOTS.entries()) {
      await openContacts()
      await openByNumber(numberOf(bot))
      await seen(page.getByRole('region', { name: 'Who it is' }).getByText(bot, { exact: true }))
      const add = page.getByRole('dialog').getByRole('button', { name: /^(Open|Add contact)$/ })
      await add.first().click()
      await heading(page, bot)
      await press(page, 'Share this bot')
      if (at < 3) await seen(page.getByRole('button', { name: 'Stop sharing this bot' }))
    }
    await seen(page.getByText('You share three bots already, which is the most.'))
  })

  step('stand on one\u2019s profile and in its menu, and can be taken back', async () => {
    const { page } = app
    await page.getByRole('button', { name: /Switch account or group/ }).click()
    const menu = page.getByRole('dialog', { name: 'Accounts' })
    await seen(menu.getByRole('list', { name: 'Shared bots' }).getByText('Ferry Line'))
    await press(menu, 'Your profile')
    await heading(page, 'Your profile')
    await seen(page.getByText('3 of 3'))
    await page.getByRole('button', { name: 'Stop sharing Ferry Line' }).press('Enter')
    await seen(page.getByText('2 of 3'))
    await poll(() => isFocused(page.getByRole('button', { name: /^Stop sharing/ }).nth(1))).toBe(true)
  })

  step('leave nothing to complain of', async () => {
    expect(app.complaints).toEqual([])
    expect(app.strays).toEqual([])
  })
})

/** Bots get their numbers in the order in which they live on the network. */
function numberOf(bot: (typeof BOTS)[number]): string {
  const order = ['Corner Shop', 'Network Fees', 'Ferry Line', 'Night Market', 'Harbour Radio']
  return String(7_000_104_200 + order.indexOf(bot))
}
