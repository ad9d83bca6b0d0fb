import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type App, startApp } from './support/app.ts'
import { flaws } from './support/flaws.ts'
import { journeySteps } from './support/journey.ts'
import * as person from './support/person.ts'
import { heading, press, seen } from './support/person.ts'

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

const folder = mkdtempSync(join(tmpdir(), 'coffer-e2e-backups-'))

async function unlock(): Promise<void> {
  await app.page.getByLabel('Passphrase', { exact: true }).fill(person.PASSPHRASE)
  await press(app.page, 'Unlock')
  // It opens where it was left.
  await person.visit(app.page, 'Home')
}

/** `agreed`: into a wallet that is there, which asks for its passphrase. */
async function restoreBackup(agreed = false): Promise<void> {
  await heading(app.page, 'Restore from a backup file')
  const [name] = readdirSync(folder)
  await app.page.getByLabel('Backup file, as a whole path').fill(join(folder, name ?? ''))
  await app.page.getByRole('radio', { name: 'Passphrase' }).check({ force: true })
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
  app = await startApp({ account: { name: 'Grace Hopper' } })
  await person.visit(app.page, 'Settings')
  await press(app.page.getByRole('navigation', { name: 'Settings' }), 'Backup')
  await press(app.page, 'Set up backups')
  const dialog = app.page.getByRole('dialog')
  await dialog.getByLabel('Folder, as a whole path').fill(folder)
  await dialog.getByLabel('Passphrase', { exact: true }).fill(person.PASSPHRASE)
  await press(dialog, 'Make the first backup')
  await seen(app.page.getByRole('button', { name: 'Back up now' }))
})

afterAll(async () => {
  await app?.stop()
  rmSync(folder, { recursive: true, force: true })
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
  })
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
    await app.page.getByRole('checkbox').check({ force: true })
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
    await app.page.getByRole('checkbox').check({ force: true })
    await press(app.page, 'Restore my accounts')
    await heading(app.page, 'Bring back Grace Hopper')
    await seen(app.page.getByRole('button', { name: /^Restore from 24 words/ }))
  })
})
