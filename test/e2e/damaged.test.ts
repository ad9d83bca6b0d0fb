import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { type App, startApp } from './support/app.ts'
import { journeySteps } from './support/journey.ts'
import * as person from './support/person.ts'
import { heading, press, seen } from './support/person.ts'

/* Files of the keys that broke: the window comes up all the same, says so, and leads on. */

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

beforeAll(async () => {
  app = await startApp()
  await person.createAccount(app.page, 'Grace Hopper')
})

afterAll(() => app?.stop())

describe('a damaged file of the keys', () => {
  step('gives way to its last good copy, which the wallet says', async () => {
    await app.kill()
    damage('vault.json')
    await app.restart()
    await app.page.getByLabel('Passphrase', { exact: true }).fill(person.PASSPHRASE)
    await press(app.page, 'Unlock')
    await heading(app.page, 'Home')
    await seen(app.page.getByText('Coffer went back to its last good copy'))
  })

  step('with its copy is told on a screen that asks for no passphrase', async () => {
    await app.kill()
    damage('vault.json', 'vault.last.json')
    await app.restart()
    await heading(app.page, 'Your keys cannot be opened')
    await seen(app.page.getByText('(vault.json) is damaged, and so is its copy'))
    await press(app.page, 'Try again')
    await seen(app.page.getByText('The stored key is damaged and cannot be read.'))
  })

  step('leads to where its words bring the account back', async () => {
    await app.page.getByRole('checkbox').check({ force: true })
    await press(app.page, 'Restore my accounts')
    await heading(app.page, 'Bring back Grace Hopper')
    await seen(app.page.getByRole('button', { name: /^Restore from 24 words/ }))
  })
})
