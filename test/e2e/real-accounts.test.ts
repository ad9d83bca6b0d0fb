import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { publicKeyFromSeed } from '#protocol'
import { systemClock } from '../support/clock.ts'
import { PIN } from '../support/key-files.ts'
import { clientOf } from '../support/localnet.ts'
import { heldBy, inJson, joined, newOwner, type Owner, rotate } from '../support/owners.ts'
import { MAYA } from '../support/residents.ts'
import { type App, startApp } from './support/app.ts'
import { journeySteps, poll } from './support/journey.ts'
import * as person from './support/person.ts'
import { plain, press, seen } from './support/person.ts'
import { tooWide } from './support/whole.ts'

/* Accounts that were made elsewhere come in through the window, each from the files that its owner holds. */

const WRONG = 'ee'.repeat(32)
const MESSENGER_WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow vapor'
const step = journeySteps(() => app)
let app: App
let first: Owner

beforeAll(async () => {
  app = await startApp()
})

const network = () => {
  const url = app.line.localnet ?? ''
  return { url, clock: systemClock, control: clientOf(url, systemClock) }
}

const keystoreField = (page: Page): Locator => page.getByRole('textbox', { name: 'Keystore' })

/** From Home to the field for files. */
async function addAnother(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Switch account or group/ }).click()
  await press(page, 'Add an account')
  await openImport(page)
}

async function openImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Import a keystore/ }).click()
  await person.heading(page, 'Import a keystore')
}

async function importText(page: Page, text: string): Promise<void> {
  await keystoreField(page).fill(text)
  await press(page, 'Continue')
}

/** Drops files on the field, as from a folder. */
async function drop(page: Page, files: readonly { readonly name: string; readonly text: string }[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle((given) => {
    const data = new DataTransfer()
    for (const { name, text } of given) data.items.add(new File([text], name, { type: 'application/json' }))
    return data
  }, files)
  await keystoreField(page).dispatchEvent('drop', { dataTransfer })
  await seen(page.getByRole('list', { name: 'Chosen files' }))
}

async function chooseWay(page: Page, title: string): Promise<void> {
  await person.heading(page, 'The spend key')
  await person.tick(page.getByRole('radio', { name: new RegExp(`^${title}`) }))
  await press(page, 'Continue')
}

async function bringKey(page: Page, key: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Spend key' }).fill(key)
  await press(page, 'Continue')
}

async function goHome(page: Page, name: string): Promise<void> {
  await person.heading(page, `${name} is ready`)
  await press(page, 'Go to Home')
  await person.heading(page, 'Home')
}

const shown = async () => plain(await app.page.getByRole('main').innerText())

async function writeDown(page: Page): Promise<void> {
  await press(page, 'Show the words')
  await seen(page.getByRole('button', { name: 'I have written them down' }))
  const words = await person.readWords(page)
  await press(page, 'I have written them down')
  await person.answerQuiz(page, words)
  await person.heading(page, 'Register the key')
}

describe('an account that was made elsewhere', () => {
  step('begins with the dashboard’s file, with whatever stands around it', async () => {
    const { page } = app
    first = await newOwner(network(), undefined, 'Ledger Bot')
    await openImport(page)
    await keystoreField(page).fill(`Here it is!\n\n${inJson(heldBy(first).dashboard)}\n\nBest, Ada`)
    await seen(page.getByText('. The spend key comes next'))
    await press(page, 'Continue')
    await person.heading(page, 'Set a passphrase')
    await page.getByLabel('Passphrase', { exact: true }).fill(person.PASSPHRASE)
    await page.getByLabel('Repeat passphrase').fill(person.PASSPHRASE)
    await press(page, 'Set passphrase')
    await person.heading(page, 'The spend key')
    // It is registered, so nobody is offered a new key, and nobody is caught here.
    await poll(() => page.getByRole('radio', { name: /^Make a new phrase/ }).count()).toBe(0)
    await seen(page.getByRole('button', { name: 'Back', exact: true }))
    await press(page, 'More for Ledger Bot')
    for (const way of ['Add another account', 'Remove this account'])
      await seen(page.getByRole('menuitem', { name: way }))
    await page.keyboard.press('Escape')
  })

  step('says whose two keys differ when the key is a wrong one, and takes the right one', async () => {
    const { page } = app
    await chooseWay(page, 'I have the spend key')
    await bringKey(page, WRONG)
    await page.setViewportSize({ width: 1024, height: 640 })
    await seen(page.getByText(`${publicKeyFromSeed(first.key)} is the public key of this account`))
    expect(await tooWide(page)).toEqual([])
    await bringKey(page, `0x${first.key.toUpperCase()}`)
    await goHome(page, 'Ledger Bot')
  })

  step('receives and pays', async () => {
    const { page } = app
    await person.getPlayMoney(page, /^BTC/, '2')
    await person.write(page, { asset: /^BTC/, to: MAYA, amount: '0.5' })
    await person.review(page)
    await person.approve(page)
    await person.finished(page)
    await person.visit(page, 'Home')
    await poll(shown).toContain('1.5 BTC')
  })

  step('goes on with the file of another session once its own was ended, and keeps its key', async () => {
    const { page } = app
    const before = joined(first)
    await rotate(network(), first)
    await addAnother(page)
    await importText(page, before)
    const ended = page.getByText(/^The service does not take this session: it has ended/)
    await seen(ended)
    await keystoreField(page).fill(inJson(heldBy(first).dashboard))
    await ended.waitFor({ state: 'hidden' }) // nobody has refused this one
    await press(page, 'Continue')
    await goHome(page, 'Ledger Bot')
    await poll(shown).toContain('1.5 BTC')
  })

  step('comes in whole from a joined file that is dropped', async () => {
    const { page } = app
    const owner = await newOwner(network(), undefined, 'Joined Bot')
    await addAnother(page)
    await drop(page, [{ name: 'keystore.json', text: joined(owner) }])
    await seen(page.getByText(', with its spend key'))
    await press(page, 'Continue')
    await person.heading(page, 'Joined Bot is ready')
    await seen(page.getByText('Keep keystore.json for now'))
    await goHome(page, 'Joined Bot')
  })

  step('takes its 24 words', async () => {
    const { page } = app
    const owner = await newOwner(network(), undefined, 'Words Bot')
    await addAnother(page)
    await importText(page, inJson(heldBy(owner).dashboard))
    await chooseWay(page, 'I have 24 words')
    const phrase = entropyToMnemonic(Buffer.from(owner.key, 'hex'), wordlist)
    await page.getByRole('textbox', { name: 'Your 24 words, in order' }).fill(phrase)
    await press(page, 'Restore')
    await goHome(page, 'Words Bot')
  })

  step('is only looked at for now, and takes its key later', async () => {
    const { page } = app
    const owner = await newOwner(network(), undefined, 'Watched Bot')
    await addAnother(page)
    await importText(page, inJson(heldBy(owner).dashboard))
    await chooseWay(page, 'Only look for now')
    await seen(page.getByText('Its key is not on this computer: only whoever has it can make them.'))
    await goHome(page, 'Watched Bot')
    await person.visit(page, 'Settings')
    await press(page, 'Add its key')
    await chooseWay(page, 'I have the spend key')
    await bringKey(page, owner.key)
    await goHome(page, 'Watched Bot')
  })

  step('that is not registered makes a phrase, is asked about it, and registers', async () => {
    const { page } = app
    const owner = await newOwner(network(), () => ({}), 'Fresh Bot')
    await addAnother(page)
    await importText(page, inJson(heldBy(owner).dashboard))
    await chooseWay(page, 'Make a new phrase')
    await writeDown(page)
    await press(page, 'Sign and register')
    await goHome(page, 'Fresh Bot')
  })

  step('of six digits gives them once, for the registration', async () => {
    const { page } = app
    const owner = await newOwner(network(), () => ({ pin: PIN }), 'Old Bot')
    await addAnother(page)
    await importText(page, inJson({ ...heldBy(owner).legacy, pin: PIN }))
    await chooseWay(page, 'Make a new phrase')
    await writeDown(page)
    await seen(page.getByText('The spend key takes the place of this PIN, for ever'))
    await page.getByLabel('PIN of this account').fill(PIN)
    await press(page, 'Sign and register')
    await goHome(page, 'Old Bot')
  })

  step('says of what opens nothing what it is, and takes the right thing after it', async () => {
    const { page } = app
    const owner = await newOwner(network(), undefined, 'Last Bot')
    await addAnother(page)
    await importText(page, MESSENGER_WORDS)
    await seen(page.getByText('Those are the words of a Messenger account.'))
    await importText(page, inJson(heldBy(owner).rsa))
    await seen(page.getByText('Its session is of an old form (RSA)'))
    await importText(page, inJson({ ...heldBy(owner).dashboard, spend_private_key: WRONG }))
    await seen(page.getByText(`${publicKeyFromSeed(owner.key)} is the public key of this account`))
    await importText(page, joined(owner))
    await goHome(page, 'Last Bot')
  })

  step('is there with all others after the next start', async () => {
    await app.restart()
    const { page } = app
    await page.getByLabel('Passphrase', { exact: true }).fill(person.PASSPHRASE)
    await press(page, 'Unlock')
    await person.visit(page, 'Settings')
    const names = () => page.getByRole('main').getByRole('listitem').locator('p.font-medium').allTextContents()
    await poll(names).toEqual([
      ...['Ledger Bot', 'Joined Bot', 'Words Bot', 'Watched Bot', 'Fresh Bot', 'Old Bot', 'Last Bot'],
    ])
    await poll(() => page.getByText('Set up', { exact: true }).count()).toBe(0)
  })
})
