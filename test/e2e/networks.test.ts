import type { Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { type App, startApp } from './support/app.ts'
import { journeySteps, poll } from './support/journey.ts'
import { type SeparateNetwork, startNetwork } from './support/network.ts'
import * as person from './support/person.ts'
import { plain, press, seen, visit } from './support/person.ts'

/* One window, two networks: each has accounts of its own, and the window goes from one to the other by itself. */

const step = journeySteps(() => app)
let app: App
let other: SeparateNetwork

beforeAll(async () => {
  other = await startNetwork()
  app = await startApp({ account: { name: 'Ada Lovelace', money: [['BTC', '2']] } })
})

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Change network' })

async function choose(page: Page, name: RegExp, address?: string): Promise<void> {
  await dialog(page).locator('label').filter({ hasText: name }).click()
  if (address !== undefined) await dialog(page).getByRole('textbox', { name: 'Address of the service' }).fill(address)
  await press(dialog(page), 'Change network')
}

async function openDialog(page: Page): Promise<void> {
  await visit(page, 'Settings')
  await press(page.getByRole('navigation', { name: 'Settings' }), 'Network')
  await press(page.getByRole('main'), 'Change network')
  await seen(dialog(page))
}

const shown = async (page: Page) => plain(await page.locator('body').innerText())
const nameOf = ({ url }: { readonly url: string }): string => `custom-127.0.0.1-${new URL(url).port}`

describe('another network', () => {
  step('that does not answer, or is none, changes nothing', async () => {
    const { page } = app
    await openDialog(page)
    await choose(page, /^Another service/, 'http://example.com')
    await seen(dialog(page).getByText('This is not the address of a network.'))
    await choose(page, /^Another service/, 'http://127.0.0.1:1')
    await seen(dialog(page).getByText('No network answered there.'))
    await press(dialog(page), 'Cancel')
    await visit(page, 'Home')
    await seen(page.getByText('Local network · Live'))
  })

  step('begins in the same window with nothing of the one before', async () => {
    const { page } = app
    await openDialog(page)
    await choose(page, /^Another service/, `${other.url}/`)
    await person.heading(page, 'Welcome to Coffer')
    expect(await shown(page)).not.toContain('Ada')
    await person.createAccount(page, 'Zoe Okafor')
    await visit(page, 'Home')
    expect(await shown(page)).not.toMatch(/Ada|BTC/)
    // By which it is told from the one that Coffer brings.
    const sign = page.getByRole('navigation', { name: 'Coffer' }).getByRole('button', { name: /^Connection/ })
    await poll(() => sign.innerText()).toContain(new URL(other.url).host)
    await visit(page, 'Settings')
    await press(page.getByRole('navigation', { name: 'Settings' }), 'Network')
    await seen(page.getByText(nameOf(other), { exact: true }))
  })

  step('is left for the one before, where everything is as it was', async () => {
    const { page } = app
    await openDialog(page)
    await choose(page, /^Play money/)
    await person.unlock(page)
    await visit(page, 'Home')
    await poll(async () => shown(page)).toMatch(/Ada Lovelace.*\+2 BTC/)
    expect(await shown(page)).not.toContain('Zoe')
  })

  step('is the one that Coffer begins with where none is named', async () => {
    await openDialog(app.page)
    await choose(app.page, /^Another service/, other.url)
    await person.unlock(app.page)
    await seen(app.page.getByText('Zoe Okafor').first())
    await app.restart({ network: null })
    expect(app.line).toMatchObject({ network: nameOf(other) })
    await person.unlock(app.page)
    await seen(app.page.getByText('Zoe Okafor').first())
    await app.restart({ network: 'local' })
    expect(app.line).toMatchObject({ network: 'local' })
    await person.unlock(app.page)
    await seen(app.page.getByText('Ada Lovelace').first())
    // Chosen where it is open already, because this start was told so, it is from then on.
    await openDialog(app.page)
    await choose(app.page, /^Play money/)
    await dialog(app.page).waitFor({ state: 'detached' })
    await app.restart({ network: null })
    expect(app.line).toMatchObject({ network: 'local' })
    await person.unlock(app.page)
    await seen(app.page.getByText('Ada Lovelace').first())
  })

  step('is reached from the lock of one whose passphrase nobody has', async () => {
    const { page } = app
    await page.keyboard.press('Control+l')
    await person.heading(page, 'Coffer is locked')
    await press(page, 'Change network')
    await choose(page, /^Another service/, other.url)
    await person.unlock(page)
    await seen(page.getByText('Zoe Okafor').first())
  })

  step('for real money is one press away on the first screen', async () => {
    const fresh = await startApp()
    try {
      await seen(fresh.page.getByText('Play money, on this computer.'))
      await press(fresh.page, 'Use real money')
      await poll(() =>
        dialog(fresh.page)
          .getByRole('radio', { name: /^Mixin network/ })
          .isChecked(),
      ).toBe(true)
      expect(fresh.complaints).toEqual([])
    } finally {
      await fresh.stop()
    }
  })

  step('makes no window complain or ask any other computer', async () => {
    expect([app.complaints, app.strays]).toEqual([[], []])
  })
})
