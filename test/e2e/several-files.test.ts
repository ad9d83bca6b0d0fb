import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { publicKeyFromSeed } from '#protocol'
import { newKeystore } from '../support/localnet.ts'
import { newFolder } from '../support/scratch.ts'
import { type App, startApp } from './support/app.ts'
import { flaws } from './support/flaws.ts'
import { journeySteps, poll } from './support/journey.ts'
import { heading, PASSPHRASE, press, seen } from './support/person.ts'

/* Somebody brings several accounts at once, as other programs left them, and sets them up one by one. */

const step = journeySteps(() => app)
const folder = newFolder('files')
const seedOf = (byte: string): string => byte.repeat(32)
let app: App | undefined
let files: string[] = []

function here() {
  if (app === undefined) throw new Error('not open')
  return app.page
}

const account = (given: object) => newKeystore({ url: app?.line.localnet ?? '' }, given)

function file(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  return path
}

beforeAll(async () => {
  app = await startApp()
  const till = await account({ full_name: 'Shop Till', spend_public_key: publicKeyFromSeed(seedOf('a1')) })
  const old = await account({ full_name: 'Old Bot', pin: '480213' })
  const apart = await account({ full_name: 'Apart', tip_public_key: publicKeyFromSeed(seedOf('c1')) })
  files = [
    file('till.json', till),
    file('key.txt', seedOf('a1')),
    file('old.json', { ...old, pin: '480213', spend_private_key: seedOf('b1') }),
    file('apart.json', { ...apart, spend_private_key: seedOf('b2') }),
    file('notes.txt', 'nothing of the kind'),
  ]
})

const edges = (of: Locator) => of.evaluate((element) => element.getBoundingClientRect())

describe('several files', () => {
  step('are told of above the foot where there is little room', async () => {
    const page = here()
    await page.setViewportSize({ width: 640, height: 400 })
    await press(page, /^Import a keystore/, false)
    await heading(page, 'Import a keystore')
    await page.setInputFiles('input[type=file]', [file('broken.json', { app_id: 3 })])
    const told = page.getByRole('list', { name: 'Chosen files' }).getByText('Its app_id is missing or not valid.')
    const below = page.getByRole('button', { name: 'Continue' })
    await poll(async () => (await edges(below)).top - (await edges(told)).bottom).toBeGreaterThan(0)
    await press(page, 'Leave out broken.json')
    await press(page, 'Back')
    await page.setViewportSize({ width: 1200, height: 800 })
  })

  step('are named whole where they are more than are read at once', async () => {
    const page = here()
    await press(page, /^Import a keystore/, false)
    await heading(page, 'Import a keystore')
    const many = Array.from({ length: 33 }, (_, at) => file(`${'of the old computer '.repeat(5)}${at + 1}.json`, {}))
    await page.setInputFiles('input[type=file]', many)
    const left = page.getByRole('status').filter({ hasText: '2 files were not read' })
    await seen(left.getByText(/old computer 33\.json$/))
    const cut = await left.evaluate(
      (notice) =>
        [...notice.querySelectorAll('*')].filter((each) => each.scrollWidth > each.clientWidth && each.clientWidth > 0)
          .length,
    )
    expect(cut).toBe(0)
    expect(await flaws(page)).toEqual([])
    await press(page, 'Back')
  })

  step('are listed with what each of them is', async () => {
    const page = here()
    await press(page, /^Import a keystore/, false)
    await heading(page, 'Import a keystore')
    await page.setInputFiles('input[type=file]', files)
    const chosen = page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')
    await seen(chosen.nth(4))
    await poll(() => chosen.nth(1).innerText()).toContain('A spend key')
    await poll(() => chosen.nth(2).innerText()).toContain('with its spend key')
    await poll(() => chosen.nth(4).innerText()).toContain(
      'No account is named in it: it is not the file that the dashboard gave you.',
    )
  })

  step('come in with a result for each', async () => {
    const page = here()
    await press(page, 'Import 3 accounts')
    await heading(page, 'Set a passphrase')
    // What came from elsewhere may have no words.
    await seen(page.getByText(/your own copy of the key, its words or its file, stays the way back\.$/))
    await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE)
    await page.getByLabel('Repeat passphrase').fill(PASSPHRASE)
    await press(page, 'Set passphrase')
    await heading(page, 'What came in')
    const results = page.getByRole('list', { name: 'Results' }).getByRole('listitem')
    await poll(() => results.allInnerTexts()).toEqual([
      expect.stringContaining('Added; ready.'),
      expect.stringContaining('For Shop Till.'),
      expect.stringContaining('its key is not registered yet'),
      expect.stringContaining('its key is not registered yet'),
      expect.stringContaining('No account is named in that.'),
    ])
  })

  step('lead to the PIN of an account that has one, and say when it is wrong', async () => {
    const page = here()
    await press(page, 'Set up Old Bot')
    const pin = page.getByLabel('PIN of this account')
    // One that was pasted with more is not cut down to another one.
    await pin.fill('1234567')
    await seen(page.getByText('This has 7 characters, and at most 6 fit. Shorten it.'))
    await poll(() => pin.inputValue()).toBe('1234567')
    await pin.fill('480214')
    await press(page, 'Sign and register')
    await heading(page, 'Register the key')
    await poll(() => page.getByRole('alert').innerText()).toContain('did not accept the PIN')
    await pin.fill('480213')
    await press(page, 'Sign and register')
    await heading(page, 'Old Bot is ready')
  })

  step('lead on to the next one, which has a TIP key of its own', async () => {
    const page = here()
    await press(page, 'The other accounts')
    await press(page, 'Set up Apart')
    const key = page.getByLabel('TIP key of this account')
    await key.fill(seedOf('c2'))
    await press(page, 'Sign and register')
    await poll(() => page.getByRole('alert').innerText()).toContain('That is another TIP key')
    await key.fill(seedOf('c1'))
    await press(page, 'Sign and register')
    await heading(page, 'Apart is ready')
  })

  step('are not to be deleted before their keys were written down', async () => {
    const page = here()
    await press(page, 'The other accounts')
    await heading(page, 'What came in')
    await seen(page.getByText('Every account is ready.'))
    await seen(page.getByText(/^Keep .* for now$/))
    // As what there is to press is called.
    await seen(page.getByText(/^They hold the spend keys\. .* Settings, Accounts, Show the words\./))
    await press(page, 'Go to Home')
    await heading(page, 'Home')
  })

  step('stand in the sidebar with the whole of their number, however narrow it is', async () => {
    const page = here()
    await page.setViewportSize({ width: 1024, height: 640 })
    const number = page.getByRole('button', { name: /Switch account or group/ }).getByText(/^\d{10}/)
    await poll(() => number.evaluate((line) => line.scrollWidth - line.clientWidth)).toBe(0)
  })
})
