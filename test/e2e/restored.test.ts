import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { JONAS } from '../support/residents.ts'
import { newFolder } from '../support/scratch.ts'
import { type App, startApp } from './support/app.ts'
import * as cosigner from './support/cosigner.ts'
import { journeySteps, poll } from './support/journey.ts'
import { type SeparateNetwork, startNetwork } from './support/network.ts'
import * as person from './support/person.ts'
import { heading, plain, press, seen, visit } from './support/person.ts'

/* One person, two computers: what the first one knew is there on the second, which is then used beside it. */

const OWNER = 'Ada Byron'
const step = journeySteps(() => second ?? first)
let network: SeparateNetwork
let first: App | undefined
let second: App | undefined
let words: readonly string[] = []
const folder = newFolder('e2e-backup')

function open(app: App | undefined): Page {
  if (app === undefined) throw new Error('not open')
  return app.page
}

const rail = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Coffer' }).getByRole('button', { name }).click()
const section = async (page: Page, name: RegExp): Promise<void> => {
  await visit(page, 'Settings')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name }).click()
}
const said = async (page: Page): Promise<string> => plain(await page.getByRole('main').innerText())

beforeAll(async () => {
  network = await startNetwork()
  first = await startApp({ network: network.url })
  words = await person.createAccount(first.page, OWNER)
  await person.getPlayMoney(first.page, /^BTC/, '3')
})

describe('a backup', () => {
  let file = ''

  step('is made of what one has written down', async () => {
    const page = open(first)
    await rail(page, /^Contacts/)
    await page.getByRole('button', { name: /Maya Okafor/ }).click()
    await press(page.getByRole('main'), 'Edit')
    await page.getByRole('dialog').getByRole('textbox', { name: /^Name/ }).fill('مايا von und zu Hohenzollern')
    await press(page.getByRole('dialog'), 'Save')
    await cosigner.createGroup(page, {
      name: '家族の金庫',
      members: [{ name: 'Jonas Weber', number: '40111' }],
      threshold: 1,
    })
    await cosigner.act(page, new RegExp(`^${OWNER}`))
    await visit(page, 'Activity')
    await page.getByRole('button', { name: /^Deposit over Bitcoin/ }).click()
    await press(page, 'Edit the label')
    await page.keyboard.type('Salary; "Nov"')
    await press(page, 'Save')
    await seen(page.getByRole('button', { name: /^Salary; "Nov"/ }))
    await person.write(page, { asset: /^BTC/, to: JONAS, amount: '0.7' })
    await seen(page.getByText('Draft saved'))
    await section(page, /^Backup/)
    await press(page, 'Set up backups')
    const dialog = page.getByRole('dialog')
    // As a file manager of Windows copies it.
    await dialog.getByRole('textbox', { name: /^Folder/ }).fill(`"${folder}"`)
    await dialog.getByRole('textbox', { name: 'Passphrase' }).fill(person.PASSPHRASE)
    await press(dialog, 'Make the first backup')
    await seen(page.getByText('Backed up today'))
    const name = async () => /\S+\.coffer-backup/.exec(await said(page))?.[0] ?? ''
    await poll(name).not.toBe('')
    file = join(folder, await name())
  })

  step('says at its field what is wrong with the file and with what was to open it', async () => {
    second = await startApp({ network: network.url })
    const { page } = second
    await page.getByRole('button', { name: /^Restore from a backup file/ }).click()
    const path = page.getByRole('textbox', { name: /^Backup file/ })
    const secret = page.getByRole('textbox', { name: /^Passphrase of/ })
    const isSaid = async (field: Locator, words: RegExp) => {
      await poll(() => field.getAttribute('aria-invalid')).toBe('true')
      await seen(page.getByText(words))
      await poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
      await poll(() => page.getByRole('alert').count()).toBe(0)
    }
    await path.fill(`${file}.gone`)
    await person.tick(page.getByRole('radio', { name: 'Passphrase' }))
    await secret.fill('not of that time')
    await press(page, 'Restore')
    await isSaid(path, /^The file is not there\./)
    await path.fill(folder)
    await press(page, 'Restore')
    await isSaid(path, /^That is a folder\./)
    await path.fill(file)
    await person.tick(page.getByRole('radio', { name: '24 words or key' }))
    const phrase = page.getByRole('textbox', { name: /^24 words of/ })
    await phrase.fill(words.slice(1).join(' '))
    await press(page, 'Restore')
    await isSaid(phrase, /^The phrase is not valid\./)
    await person.tick(page.getByRole('radio', { name: 'Passphrase' }))
    await secret.fill('not of that time')
    await poll(() => page.getByText(/^That is a folder\./).count()).toBe(0)
    await press(page, 'Restore')
    await isSaid(secret, /^These words or this passphrase do not open the backup\./)
  })

  step('brings it back on an empty computer, with the words', async () => {
    const page = open(second)
    await page.getByRole('textbox', { name: /^Passphrase of/ }).fill(person.PASSPHRASE)
    await press(page, 'Restore')
    await heading(page, 'The backup is back')
    await press(page, 'Continue with the 24 words')
    await page.getByRole('textbox').fill(words.join('\n'))
    await press(page, 'Restore')
    await page.getByLabel('Passphrase', { exact: true }).fill(person.PASSPHRASE)
    await page.getByLabel('Repeat passphrase').fill(person.PASSPHRASE)
    await press(page, 'Set passphrase')
    // Whoever comes back is offered no first money.
    await seen(page.getByText('It can receive and send.', { exact: true }))
    await poll(() => page.getByRole('button', { name: 'Get play money' }).count()).toBe(0)
    await press(page, 'Go to Home')
    await poll(() => said(page)).toMatch(/3 BTC.*Salary; "Nov"/)
    await rail(page, /^Contacts/)
    await seen(page.getByRole('button', { name: /مايا/ }))
    await seen(page.getByRole('navigation', { name: 'Coffer' }).getByText('家族の金庫'))
    await visit(page, 'Send')
    await press(page, /^Drafts/)
    await poll(() => said(page)).toContain('0.7 BTC to Jonas Weber')
  })

  step('is not followed by a question for the words that opened it', async () => {
    const third = await startApp({ network: network.url })
    try {
      const { page } = third
      await page.getByRole('button', { name: /^Restore from a backup file/ }).click()
      await page.getByRole('textbox', { name: /^Backup file/ }).fill(file)
      await page.getByRole('textbox', { name: /^24 words/ }).fill(words.join(' '))
      await press(page, 'Restore')
      await heading(page, 'The backup is back')
      // Help is about what is done here, not about how one begins.
      await press(page, 'Help')
      const help = page.getByRole('dialog', { name: 'Help' })
      await seen(help.getByRole('heading', { level: 1, name: 'Phrase and backups' }))
      await press(help, 'Close')
      await press(page, 'Continue with the 24 words')
      await poll(() => page.getByRole('textbox').inputValue()).toBe(words.join(' '))
      await press(page, 'Restore')
      await seen(page.getByLabel('Repeat passphrase'))
    } finally {
      await third.stop()
    }
  })
})

describe('a backup with the words', () => {
  step('asks for none once its passphrase has opened it', async () => {
    const page = open(first)
    await section(page, /^Backup/)
    const before = await said(page)
    await press(page, 'Back up with the words')
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('textbox', { name: 'Passphrase' }).fill(person.PASSPHRASE)
    await person.tick(dialog.getByRole('checkbox'))
    await press(dialog, 'Back up with the words')
    await dialog.waitFor({ state: 'hidden' })
    const name = async () => /\S+\.coffer-backup/.exec(await said(page))?.[0] ?? ''
    const old = /\S+\.coffer-backup/.exec(before)?.[0] ?? ''
    await poll(name).not.toBe(old)
    const third = await startApp({ network: network.url })
    try {
      const other = third.page
      await other.getByRole('button', { name: /^Restore from a backup file/ }).click()
      await other.getByRole('textbox', { name: /^Backup file/ }).fill(join(folder, await name()))
      await person.tick(other.getByRole('radio', { name: 'Passphrase' }))
      await other.getByRole('textbox', { name: /^Passphrase of/ }).fill(person.PASSPHRASE)
      await press(other, 'Restore')
      await press(other, 'Continue with the 24 words')
      await poll(() => other.getByRole('textbox').inputValue()).toBe(words.join(' '))
      await press(other, 'Restore')
      await seen(other.getByLabel('Repeat passphrase'))
    } finally {
      await third.stop()
    }
  })
})

describe('a second computer', () => {
  step(
    'that spends a coin first makes the payment of the other impossible, which says that nothing was sent',
    async () => {
      const [page, other] = [open(first), open(second)]
      await person.write(page, { asset: /^BTC/, to: JONAS, amount: '0.9' })
      await person.review(page)
      await person.write(other, { asset: /^BTC/, to: JONAS, amount: '0.4' })
      await person.review(other)
      await person.approve(other)
      await person.finished(other)
      const warning = page.getByText(
        /^The service says that the coin of this payment was spent by another payment since/,
      )
      await seen(warning) // in the review that is open
      await visit(page, 'Home')
      await poll(() => said(page)).toContain('2.6 BTC')
      await page.getByRole('button', { name: /^Ready to sign: Send 0\.9 BTC/ }).click()
      await seen(warning)
      expect(await said(page)).not.toContain('You keep')
      await person.approve(page)
      await seen(page.getByText('so this one can never happen', { exact: false }))
      await rail(page, /^Contacts/)
      const row = page.getByRole('button', { name: /^JW|Jonas Weber/ }).first()
      await poll(async () => plain(await row.innerText())).toContain('−0.4 BTC')
      await row.click()
      const list = page.getByRole('region', { name: 'Between you' }).getByRole('listitem')
      await poll(async () => plain((await list.allInnerTexts()).join(' | '))).toMatch(
        /Cannot complete · .*−0\.9 BTC \| .*−0\.4 BTC/,
      )
    },
  )

  step('leaves no window with anything to complain of', () => {
    expect([...(first?.complaints ?? []), ...(second?.complaints ?? [])]).toEqual([])
    return Promise.resolve()
  })
})
