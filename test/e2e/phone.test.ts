import { beforeAll, describe, expect } from 'vitest'
import { type App, startApp } from './support/app.ts'
import { journeySteps, poll } from './support/journey.ts'
import * as person from './support/person.ts'
import { plain, press, seen } from './support/person.ts'

/* Somebody whose account is in Mixin Messenger looks at it here. The local network plays the phone. */

const WATCHED = 'Maya Okafor'
const step = journeySteps(() => app)
let app: App | undefined

function open(): App {
  if (app === undefined) throw new Error('not open')
  return app
}

beforeAll(async () => {
  app = await startApp()
})

describe('an account that is in a phone', () => {
  step('begins with the truth about it', async () => {
    const { page } = open()
    await page.getByRole('button', { name: /^I use Mixin Messenger/ }).click()
    await person.heading(page, 'Use Mixin Messenger’s account')
    const text = plain(await page.getByRole('main').innerText())
    expect(text).toContain('Your spend key is in your phone and cannot leave it.')
    expect(text).toContain('Messenger’s 13 or 25 words and your PIN open nothing here.')
    await poll(() => page.getByRole('textbox').count()).toBe(0)
    await press(page, 'Watch with my phone')
    await person.heading(page, 'Set a passphrase')
    await page.getByLabel('Passphrase', { exact: true }).fill(person.PASSPHRASE)
    await page.getByLabel('Repeat passphrase').fill(person.PASSPHRASE)
    await press(page, 'Set passphrase')
  })

  step('shows a code, and says when it was declined', async () => {
    const { page } = open()
    await person.heading(page, 'Watch with my phone')
    await seen(page.getByRole('img', { name: 'QR code for Mixin Messenger' }))
    await seen(page.getByText('Waiting for your phone'))
    await press(page, 'Decline')
    await seen(page.getByText('Declined on the phone'))
    await poll(() => page.getByRole('img', { name: 'QR code for Mixin Messenger' }).count()).toBe(0)
  })

  step('makes a new code, and is there once the phone agreed', async () => {
    const { page } = open()
    await press(page, 'Make a new code')
    await seen(page.getByRole('img', { name: 'QR code for Mixin Messenger' }))
    await person.choose(page, page, 'Person', new RegExp(WATCHED))
    await press(page, 'Agree')
    await person.heading(page, `${WATCHED} is ready`)
    await press(page, 'Go to Home')
    await person.heading(page, 'Home')
    await seen(page.getByText('Watch-only', { exact: true }))
  })

  step('says what its phone permitted', async () => {
    const { page } = open()
    await person.visit(page, 'Settings')
    await press(page, new RegExp(`^Permission to watch ?, ${WATCHED}`))
    const dialog = page.getByRole('dialog', { name: `Permission to watch ${WATCHED}` })
    for (const scope of ['PROFILE:READ', 'ASSETS:READ', 'SNAPSHOTS:READ', 'CONTACTS:READ']) {
      await seen(dialog.getByText(scope))
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  step('names the app in whose name phones are asked, and takes another', async () => {
    const { page } = open()
    await press(page.getByRole('navigation', { name: 'Settings' }), 'Network')
    const field = page.getByRole('textbox', { name: 'App id' })
    await poll(() => field.inputValue()).toMatch(/^[0-9a-f-]{36}$/)
    await field.fill('my bot')
    await press(page, 'Save')
    await seen(page.getByText('An app id has 36 characters'))
    const mine = '6a1f0b3c-7c21-4b0e-9d55-0f3b7d1e2a90'
    await field.fill(mine)
    await press(page, 'Save')
    await seen(page.getByText('That one is yours.'))
    await press(page, 'Use none of mine')
    await seen(page.getByText('That one is the local network’s own.'))
  })
})
