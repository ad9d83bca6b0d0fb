import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { JONAS, MAYA } from '../support/residents.ts'
import { newFolder } from '../support/scratch.ts'
import { type App, startApp } from './support/app.ts'
import { flaws } from './support/flaws.ts'
import { journeySteps, poll } from './support/journey.ts'
import * as person from './support/person.ts'
import { heading, press, seen } from './support/person.ts'
import { go } from './support/whole.ts'

/* Files that broke or are gone: the window comes up all the same, says so, and leads on. */

const step = journeySteps(() => app)
let app: App

function damage(...names: readonly string[]): void {
  for (const name of names) {
    const path = join(app.data, 'local', 'vault', name)
    const bytes = readFileSync(path)
    bytes[80] = (bytes[80] ?? 0) ^ 1
    writeFileSync(path, bytes)
  }
}

const folder = newFolder('e2e-backups')

async function unlock(): Promise<void> {
  await person.unlock(app.page)
  // It opens where it was left.
  await person.visit(app.page, 'Home')
}

/** Their names begin with when they were made. */
const backups = (): string[] => readdirSync(folder).sort()
const newestBackup = (): string => backups().at(-1) ?? ''

/** `agreed`: into a wallet that is there, which asks for its passphrase. */
async function restoreBackup(agreed = false): Promise<void> {
  await heading(app.page, 'Restore from a backup file')
  const name = newestBackup()
  await app.page.getByLabel('Backup file, as a whole path').fill(join(folder, name))
  await person.tick(app.page.getByRole('radio', { name: 'Passphrase' }))
  await app.page.getByLabel('Passphrase of that time').fill(person.PASSPHRASE)
  if (agreed) {
    await press(app.page, 'Restore')
    await seen(app.page.getByText('Enter your passphrase.'))
    await app.page.getByLabel('Your passphrase').fill(person.PASSPHRASE)
  }
  await press(app.page, 'Restore')
  await heading(app.page, 'The backup is back')
  await seen(app.page.getByText('Grace Hopper'))
}

beforeAll(async () => {
  app = await startApp({ account: { name: 'Grace Hopper', money: [['BTC', '2']] } })
  await person.visit(app.page, 'Settings')
  await press(app.page.getByRole('navigation', { name: 'Settings' }), 'Backup')
  await press(app.page, 'Set up backups')
  const dialog = app.page.getByRole('dialog')
  await dialog.getByLabel('Folder, as a whole path').fill(folder)
  await dialog.getByLabel('Passphrase', { exact: true }).fill(person.PASSPHRASE)
  await press(dialog, 'Make the first backup')
  await seen(app.page.getByRole('button', { name: 'Back up now' }))
})

/** What only this wallet knows, as it stands on its screens. */
const KNOWN = {
  async 'label and tag of a movement'(page: Page) {
    await person.visit(page, 'Activity')
    await seen(page.getByRole('list', { name: 'Movements' }).getByRole('button', { name: /^Savings .*#boat/s }))
  },
  async 'label and note of a coin'(page: Page) {
    await go(page, { name: 'coins' })
    await page.getByRole('button', { name: /^2 BTC.*From the harbour/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Coin' })
    await poll(() => dialog.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('Not to be mixed')
    await press(dialog, 'Close')
  },
  async 'name and note of a contact'(page: Page) {
    await go(page, { name: 'contact', userId: MAYA })
    await heading(page, 'Maya at the harbour')
    await seen(page.getByText('Berth 7'))
  },
  async 'run of payments'(page: Page) {
    await go(page, { name: 'runs' })
    await page.getByRole('button', { name: /^Wages/ }).click()
    await seen(page.getByRole('table', { name: 'Rows of the run' }).getByRole('row', { name: /Jonas Weber/ }))
  },
  async 'planned payment'(page: Page) {
    await go(page, { name: 'scheduled' })
    await page.getByRole('button', { name: /^Rent/ }).click()
    await seen(page.getByText('Every month', { exact: false }))
  },
  async rules(page: Page) {
    await go(page, { name: 'settings', section: 'rules' })
    await seen(page.getByText('At most 1 BTC a day'))
  },
} satisfies Record<string, (page: Page) => Promise<void>>

async function writeDown(page: Page): Promise<void> {
  await person.visit(page, 'Activity')
  await page.getByRole('list', { name: 'Movements' }).getByRole('button').first().click()
  const panel = page.getByRole('complementary', { name: 'Movement' })
  await press(panel, 'Edit the label')
  await page.keyboard.type('Savings')
  await press(panel, 'Save')
  await seen(panel.getByRole('heading', { name: 'Savings' }))
  await press(panel, 'Edit the tags')
  await page.keyboard.type('boat,')
  await press(panel, 'Save')
  await press(panel, 'Close')

  await go(page, { name: 'coins' })
  await page.getByRole('button', { name: /^2 BTC/ }).click()
  const coin = page.getByRole('dialog', { name: 'Coin' })
  await coin.getByRole('textbox', { name: 'Label' }).fill('From the harbour')
  await coin.getByRole('textbox', { name: 'Note' }).fill('Not to be mixed')
  await press(coin, 'Save label')
  await seen(coin.getByText('Saved'))
  await press(coin, 'Close')

  await go(page, { name: 'contact', userId: MAYA })
  await press(page, 'Edit')
  const contact = page.getByRole('dialog', { name: 'Edit contact' })
  await contact.getByRole('textbox', { name: /^Name/ }).fill('Maya at the harbour')
  await contact.getByRole('textbox', { name: /^Note/ }).fill('Berth 7')
  await press(contact, 'Save')
  await heading(page, 'Maya at the harbour')

  await person.plan(page, 'Rent', { asset: /^BTC/, to: MAYA, amount: '0.01' })

  await person.visit(page, 'Send')
  await press(page, 'New payment')
  await person.choose(page, page, 'Asset', /^BTC/)
  await press(page, 'Paste list or CSV')
  await page.getByRole('textbox', { name: 'Recipient and amount, line by line' }).fill(`${MAYA}, 0.01\n${JONAS}, 0.02`)
  await page.getByRole('textbox', { name: 'Name of the run' }).fill('Wages')
  await press(page, 'Make a run of payments')
  await seen(page.getByRole('table', { name: 'Rows of the run' }))

  await go(page, { name: 'settings', section: 'rules' })
  await press(page, 'Set rules')
  const rules = page.getByRole('dialog', { name: 'Rules' })
  await press(rules, 'Add an asset')
  await person.choose(rules, page, 'Asset', /^BTC/)
  await rules.getByRole('textbox', { name: /^Daily limit(?!, all)/ }).fill('1')
  await rules.getByLabel('Your passphrase').fill(person.PASSPHRASE)
  await press(rules, 'Set rules')
  await rules.waitFor({ state: 'detached' })
}

describe('what only this wallet knows', () => {
  step('is written down, and put into a backup', async () => {
    const { page } = app
    await writeDown(page)
    for (const isThere of Object.values(KNOWN)) await isThere(page)
    const before = backups().length
    await go(page, { name: 'settings', section: 'backup' })
    await press(page, 'Back up now')
    await poll(async () => backups().length).toBe(before + 1)
    await seen(page.getByRole('button', { name: 'Back up now' }))
  })
})

describe('a record of payments that is gone', () => {
  step('is told at once, and leads to the backup file in one step', async () => {
    await app.kill()
    const local = join(app.data, 'local')
    const account = readdirSync(local).find((name) => existsSync(join(local, name, 'intents.db'))) ?? ''
    for (const name of ['intents.db', 'intents.db-wal', 'copies']) {
      rmSync(join(local, account, name), { recursive: true, force: true })
    }
    await app.restart()
    await unlock()
    await seen(app.page.getByText('The record of your payments was gone'))
    await press(app.page.getByRole('status', { name: 'Damaged files' }), 'Restore from a backup file')
    await restoreBackup(true)
    await press(app.page, 'Go to Home')
    await heading(app.page, 'Home')
    await press(app.page, 'I have read this')
    // What was pressed is gone: the keyboard goes on from the screen.
    await app.page.getByRole('status', { name: 'Damaged files' }).waitFor({ state: 'detached' })
    await poll(() => app.page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  })

  for (const [name, isThere] of Object.entries(KNOWN)) {
    step(`is whole again with the backup: ${name}`, () => isThere(app.page))
  }
})

describe('a damaged file of the keys', () => {
  step('gives way to its last good copy, which the wallet says', async () => {
    await app.kill()
    damage('vault.json')
    await app.restart()
    await unlock()
    await seen(app.page.getByText('The file that says where your keys lie was damaged or gone'))
  })

  step('with its copy is told on a screen that asks for no passphrase', async () => {
    await app.kill()
    damage('vault.json', 'vault.last.json')
    await app.restart()
    await heading(app.page, 'Your keys cannot be opened')
    await seen(app.page.getByText('(vault.json) is damaged, and so is its copy'))
    expect(await flaws(app.page)).toEqual([])
    await press(app.page, 'Try again')
    await seen(app.page.getByText('The stored key is damaged and cannot be read.'))
  })

  step('leads to a backup file in one step, and from there to the words', async () => {
    await person.tick(app.page.getByRole('checkbox'))
    await press(app.page, 'Restore from a backup file')
    await restoreBackup()
    await press(app.page, 'Continue with the 24 words')
    await seen(app.page.getByRole('textbox', { name: /24 words/ }))
  })

  step('leads to where its words bring the account back', async () => {
    await app.kill()
    damage('vault.json', 'vault.last.json')
    await app.restart()
    await heading(app.page, 'Your keys cannot be opened')
    await person.tick(app.page.getByRole('checkbox'))
    await press(app.page, 'Restore my accounts')
    await heading(app.page, 'Bring back Grace Hopper')
    // What brings it back stands first, before what would make another account.
    const first = app.page.getByRole('main').getByRole('listitem').first()
    await seen(first.getByRole('button', { name: /^Restore from 24 words/ }))
    await seen(app.page.getByRole('button', { name: /^Create an account/ }))
  })
})
