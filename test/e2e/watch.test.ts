import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import type { UserId } from '#contract/domain'
import { mint } from '../support/collectibles.ts'
import { revoke } from '../support/permission.ts'
import { MAYA } from '../support/residents.ts'
import { type App, startApp } from './support/app.ts'
import * as cosigner from './support/cosigner.ts'
import { journeySteps, poll } from './support/journey.ts'
import * as person from './support/person.ts'
import { plain, press, seen } from './support/person.ts'

/* One person lets themselves be watched; another, on another computer, watches. */

const OWNER = 'Grace Hopper'
const BITCOIN_ADDRESS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'
const step = journeySteps(() => watcher ?? owner)
let owner: App | undefined
let watcher: App | undefined
let permission = ''
let link = ''

function open(app: App | undefined): App {
  if (app === undefined) throw new Error('not open')
  return app
}

/** Makes a permission, which the dialog then shows. */
async function permitting(page: Page): Promise<Locator> {
  await person.visit(page, 'Settings')
  await press(page, `More for ${OWNER}`)
  await page.getByRole('menuitem', { name: 'Let it be watched' }).click()
  const dialog = page.getByRole('dialog', { name: `Let ${OWNER} be watched` })
  await press(dialog, 'Make a permission')
  return dialog
}

beforeAll(async () => {
  owner = await startApp({ account: { name: OWNER, money: [['BTC', '2.5']] } })
})

describe('a watch-only account', () => {
  step('begins with a permission that its owner gives', async () => {
    const { page } = open(owner)
    const dialog = await permitting(page)
    const text = dialog.locator('pre')
    await text.waitFor()
    await poll(() => text.textContent()).toContain('authorization_id')
    permission = (await text.textContent()) ?? ''
  })

  step('is refused for what is no permission, in words', async () => {
    watcher = await startApp({ network: open(owner).line.localnet ?? '' })
    const { page } = watcher
    await page.getByRole('button', { name: /^Watch an account/ }).click()
    const field = page.getByRole('textbox', { name: 'Permission' })
    await field.fill('x'.repeat(20_001))
    await seen(page.getByText(/^At most 20.?000 characters fit here/))
    await field.fill('Dear Maya, here it is')
    await press(page, 'Continue')
    await seen(page.getByText(/^That is neither an access token nor the keys of an authorization\. Copy it again/))
    await field.fill('{"app_id": "no permission"}')
    await press(page, 'Continue')
    await person.heading(page, 'Set a passphrase')
    await seen(page.getByText(/^It seals the permission on this computer\./))
    await seen(page.getByText(/So the permission is kept in a file/))
    await page.getByLabel('Passphrase', { exact: true }).fill(person.PASSPHRASE)
    await page.getByLabel('Repeat passphrase').fill(person.PASSPHRASE)
    await press(page, 'Set passphrase')
    await seen(page.getByText('That is neither an access token nor the keys of an authorization.'))
  })

  step('is added with the permission, and says that nothing can be sent', async () => {
    const { page } = open(watcher)
    await page.getByRole('textbox', { name: 'Permission' }).fill(permission)
    await press(page, 'Continue')
    await person.heading(page, `${OWNER} is ready`)
    await seen(page.getByText('Its key is not on this computer: only whoever has it can make them.'))
    await press(page, 'Go to Home')
    await person.heading(page, 'Home')
    await seen(page.getByText('Watch-only', { exact: true }))
    // It is not the watcher's.
    await seen(page.getByText(`Money of ${OWNER}`))
  })

  step('shows balances and history', async () => {
    const { page } = open(watcher)
    await poll(async () => plain(await page.getByRole('main').innerText())).toContain('2.5 BTC')
    await person.visit(page, 'Activity')
    await seen(page.getByRole('list', { name: 'Movements' }).getByText('over Bitcoin'))
  })

  step('writes payments down for the phone of its owner, and says what no link can say', async () => {
    const { page } = open(watcher)
    await person.write(page, { asset: /^BTC/, to: BITCOIN_ADDRESS, amount: '1' })
    await press(page, 'Make a code')
    await seen(
      page.getByText('No link can ask a phone for a withdrawal to another network. Make it on the phone.').first(),
    )
    await press(page, 'New payment')
    await person.write(page, { asset: /^BTC/, to: MAYA, amount: '1', memo: 'rent' })
    await press(page, 'Make a code')
    await person.heading(page, 'For your phone')
    await seen(page.getByText('Waiting for your phone'))
    await seen(page.getByRole('img', { name: 'QR code of the payment' }))
    await press(page, 'Link as text')
    // However long the link is, what is asked for keeps its room beside it.
    const asked = page.getByRole('region', { name: 'What is asked for' })
    await poll(async () => (await asked.boundingBox())?.width).toBeGreaterThan(300)
    link = plain(await page.getByText(/^https:\/\/mixin\.one\/pay\//).innerText())
    expect(link).toContain(`/pay/${MAYA}?`)
  })

  step('follows the payment until its owner has made it', async () => {
    const { page } = open(watcher)
    const { page: theirs } = open(owner)
    await theirs.keyboard.press('Escape')
    await theirs.getByRole('dialog').waitFor({ state: 'hidden' })
    await person.visit(theirs, 'Send')
    await theirs.getByRole('combobox', { name: 'To' }).fill(link)
    await person.review(theirs)
    await person.approve(theirs)
    await person.finished(theirs)
    await seen(page.getByText('It stands in this account’s history, as it was asked for.'))
    await poll(() => page.getByRole('img', { name: 'QR code of the payment' }).count()).toBe(0)
    await press(page, 'Put away')
    await person.heading(page, 'Send')
    await poll(() => page.getByRole('region', { name: 'For your phone' }).count()).toBe(0)
  })

  step('offers to send no collectible and to make none', async () => {
    const { page, line } = open(watcher)
    const { app_id } = JSON.parse(permission) as { app_id: UserId }
    await mint({ url: line.localnet ?? open(owner).line.localnet ?? '' }, [{ members: [app_id] }])
    await press(page.getByRole('navigation', { name: 'Coffer' }), 'Collectibles')
    await page.getByRole('button', { name: /Kites #0/ }).click()
    await seen(page.getByText('This account is watch-only: it has no key to sign with.'))
    for (const name of ['Send', 'Release']) {
      await poll(() => page.getByRole('main').getByRole('button', { name, exact: true }).isEnabled()).toBe(false)
    }
    await press(page, 'Kites')
    await person.heading(page, 'Kites')
    await poll(() => page.getByRole('button', { name: /^(New collection|Inscribe an item)$/ }).count()).toBe(0)
  })

  step('saves its data unsigned, and says so', async () => {
    const { page } = open(watcher)
    await person.visit(page, 'Activity')
    const saved = page.waitForEvent('download')
    await press(page, 'Export')
    await page.getByRole('menuitem', { name: 'Signed data (JSON)' }).click()
    const dialog = page.getByRole('dialog', { name: 'Saved without a signature' })
    await seen(dialog.getByText(/The key of this account is not on this computer/))
    expect(JSON.parse(readFileSync(await (await saved).path(), 'utf8'))).toMatchObject({ key: null, signature: null })
    await press(dialog, 'Close')
  })

  step('watches its group too: balance, and what is asked of its members, with nothing to sign', async () => {
    const [{ page: theirs }, { page }] = [open(owner), open(watcher)]
    await cosigner.createGroup(theirs, {
      ...{ name: 'Harbour', threshold: 2 },
      members: [{ name: 'Maya Okafor', number: '40110' }],
    })
    const link = await cosigner.cardLink(open(owner))
    await press(theirs.getByRole('main'), 'Receive')
    await person.getPlayMoney(theirs, /^BTC/, '0.5')
    await cosigner.prepare(theirs, { asset: /^BTC/, to: MAYA, amount: '0.2', memo: 'Fenders' })
    await cosigner.ask(theirs)
    await seen(theirs.getByText(/^Not yet: Maya Okafor$/))

    await cosigner.addFromCard(page, link, 'Harbour')
    await seen(page.getByRole('list', { name: 'What the group has' }).getByText('BTC'))
    await seen(page.getByRole('region', { name: 'Waits for signatures' }).getByRole('button').first())
    await poll(() => page.getByRole('main').getByRole('button', { name: 'Send', exact: true }).count()).toBe(0)
    await cosigner.openTab(page, 'Waiting for others')
    await cosigner.row(page, 'Send 0.2 BTC to Maya Okafor').click()
    await seen(page.getByText('Fenders'))
    await poll(() => cosigner.signControl(page).count()).toBe(0)
    await poll(() => page.getByLabel('Your passphrase').count()).toBe(0)
    await cosigner.act(page, /^Harbour/)
    await seen(page.getByRole('main').getByRole('button', { name: 'Receive', exact: true }))
    await poll(() => page.getByRole('main').getByRole('button', { name: 'Send', exact: true }).count()).toBe(0)
    await cosigner.act(page, new RegExp(`^${OWNER}`))
    await seen(page.getByRole('main').getByRole('button', { name: 'Send', exact: true }))
    await cosigner.act(theirs, new RegExp(`^${OWNER}`))
  })

  step('shows what its permission allows', async () => {
    const { page } = open(watcher)
    await person.visit(page, 'Settings')
    await press(page, new RegExp(`^Permission to watch ?, ${OWNER}`))
    const dialog = page.getByRole('dialog', { name: `Permission to watch ${OWNER}` })
    for (const scope of ['PROFILE:READ', 'ASSETS:READ', 'SNAPSHOTS:READ']) await seen(dialog.getByText(scope))
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  step('is offered nothing that only a key can do', async () => {
    const { page } = open(watcher)
    await person.visit(page, 'Settings')
    await press(page.getByRole('navigation', { name: 'Settings' }), 'Security')
    await seen(page.getByRole('heading', { name: 'Where what opens this account is kept' }))
    await seen(page.getByText(/What opens this account here lies in a file that only your passphrase opens/))
    for (const name of ['Where your keys are', 'Recovery phrase', 'Change on its way back']) {
      await poll(() => page.getByRole('heading', { name }).count()).toBe(0)
    }
    // A phone pays one at a time.
    await person.visit(page, 'Send')
    await seen(page.getByRole('button', { name: 'Label, memo as bytes' }))
    for (const name of ['Add recipient', 'Paste list or CSV']) {
      await poll(() => page.getByRole('button', { name }).count()).toBe(0)
    }
    await person.visit(page, 'Receive')
    await page.getByRole('main').getByRole('button', { name: /^LTC/ }).click()
    await seen(page.getByText('Only whoever has the key of this account can make one.'))
    await poll(() => page.getByRole('button', { name: 'Create address' }).count()).toBe(0)
    await page.getByRole('tab', { name: /^Incoming/ }).click()
    await seen(page.getByText('No deposit is on the way'))
    await poll(() => page.getByRole('region', { name: 'Simulate a deposit' }).count()).toBe(0)
  })

  step('has no failure where its permission shows nothing', async () => {
    const { page } = open(watcher)
    await press(page.getByRole('navigation', { name: 'Coffer' }), 'Contacts')
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Maya Okafor/ })
      .first()
      .click()
    await person.heading(page, 'Maya Okafor')
    await seen(page.getByRole('heading', { name: 'Where they are paid' }))
    await poll(() => page.getByRole('main').getByRole('alert').count()).toBe(0)
    await poll(() => page.getByRole('heading', { name: 'Shared bots' }).count()).toBe(0)
    for (const name of ['Block', 'Remove from contacts', 'Edit', 'Add to contacts']) {
      await poll(() => page.getByRole('main').getByRole('button', { name, exact: true }).count()).toBe(0)
    }
    await press(page.getByRole('navigation', { name: 'Coffer' }), 'Contacts')
    await seen(page.getByRole('button', { name: 'File of contacts' }))
    await poll(() => page.getByRole('button', { name: 'Add contact' }).count()).toBe(0)
    await person.visit(page, 'Settings')
  })

  step('is not offered rules, since nothing is signed', async () => {
    const sections = open(watcher).page.getByRole('navigation', { name: 'Settings' }).getByRole('button')
    await poll(() => sections.filter({ hasText: 'Security' }).count()).toBe(1)
    await poll(() => sections.filter({ hasText: 'Rules' }).count()).toBe(0)
  })

  step('says when its permission has ended, and goes on with a new one', async () => {
    const { page } = open(watcher)
    await revoke(
      open(owner).line.localnet ?? '',
      (JSON.parse(permission) as { authorization_id: string }).authorization_id,
    )
    await seen(page.getByRole('button', { name: 'Connection: Permission ended' }))
    await press(page, new RegExp(`^Permission to watch ?, ${OWNER}`))
    const dialog = page.getByRole('dialog', { name: `Permission to watch ${OWNER}` })
    await seen(dialog.getByText('This permission has ended'))

    const { page: theirs } = open(owner)
    await permitting(theirs)
    const text = () => theirs.getByRole('dialog').locator('pre').textContent()
    await poll(async () => (await text())?.includes('authorization_id') === true && (await text()) !== permission).toBe(
      true,
    )
    const fresh = (await theirs.getByRole('dialog').locator('pre').textContent()) ?? ''
    await dialog.getByRole('textbox', { name: 'A new permission' }).fill(fresh)
    await press(dialog, 'Use it from now on')
    await seen(page.getByRole('button', { name: 'Connection: Live' }))
  })
})
