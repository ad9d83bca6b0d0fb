import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect } from 'vitest'
import { MAYA } from '../support/residents.ts'
import {
  fileOf,
  INSTALLER,
  keyPair,
  manifestOf,
  sent,
  signedLine,
  startUpdateServer,
  type UpdateServer,
} from '../updates/support.ts'
import { type App, startApp } from './support/app.ts'
import { flaws } from './support/flaws.ts'
import { journeySteps, poll } from './support/journey.ts'
import * as person from './support/person.ts'
import { press, seen, visit } from './support/person.ts'
import { go } from './support/whole.ts'

/* A wallet whose update service runs on this computer: it is honest first, and then it is not. */

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string }
const step = journeySteps(() => app)
let server: UpdateServer
let app: App

beforeAll(async () => {
  server = await startUpdateServer()
  const args = ['--updates', server.url, '--update-key', server.root.hex]
  app = await startApp({ args, account: { name: 'Ida Rhodes', money: [['BTC', '2']] } })
})

const newVersions = () => app.page.getByRole('region', { name: 'New versions' })
const about = () => go(app.page, { name: 'settings', section: 'about' })
const chosen = () => app.page.getByRole('radio', { name: 'Tell me' })
async function unlocked(): Promise<void> {
  await app.page.getByLabel('Passphrase', { exact: true }).fill(person.PASSPHRASE)
  await press(app.page, 'Unlock')
  await visit(app.page, 'Home')
}
const lookNow = () => press(app.page, 'Look now')

describe('a wallet with an update service', () => {
  step('asks once whether it may look, and until then asks nobody', async () => {
    const { page } = app
    await seen(newVersions().getByText(new URL(server.url).host))
    await poll(() => newVersions().getByRole('button').allInnerTexts()).toEqual(['Tell me', 'Off'])
    expect(await flaws(page)).toEqual([])
    await about()
    await seen(page.getByText('Not chosen yet, so nobody is asked.'))
    expect(server.asked).toEqual([])
    await visit(page, 'Home')
    await newVersions().getByRole('button', { name: 'Tell me' }).click()
    await seen(page.getByText('Version 9.1.0 is out'))
    expect(server.asked).toEqual(['/release-key.json', '/manifest.json'])
  })

  step('shows what is new as plain text, and where a version is to be had', async () => {
    const { page } = app
    await newVersions().getByRole('button').click()
    await press(page, 'What is new')
    await seen(page.getByText(/^What is new\.\s+Much\.$/))
    await seen(page.getByText('Get it where you got this copy.'))
    await poll(() => page.getByRole('button', { name: /^(Fetch|Install)/ }).count()).toBe(0)
    await poll(() => chosen().isChecked()).toBe(true)
    expect(await flaws(page)).toEqual([])
  })

  step('cleans what is new of characters that nobody sees', async () => {
    const { page } = app
    server.publish(manifestOf({ counter: 2, notes: { en: 'Good\u202e \u200bnews' } }))
    await lookNow()
    await seen(page.getByText('Good news', { exact: true }))
  })

  step('believes no stranger, and says so in words', async () => {
    const { page } = app
    const thief = keyPair()
    server.answers.set('/manifest.json', sent(signedLine('manifest', manifestOf({ version: '66.0.0' }), thief.key)))
    await lookNow()
    await seen(page.getByRole('alert').getByText('What the update service said is not signed by who may say it.'))
    await poll(() => page.getByText('66.0.0').count()).toBe(0)
    await seen(page.getByText('Version 9.1.0 is out'))
  })

  step('believes nothing older than what it saw, also after a restart', async () => {
    server.publish(manifestOf())
    await app.restart()
    await unlocked()
    await seen(app.page.getByText('Version 9.1.0 is out'))
    await about()
    await poll(() => chosen().isChecked()).toBe(true)
    await lookNow()
    await seen(app.page.getByText('The update service told of an older release than it did before.'))
  })

  step('warns of news that are out of date, and pays as ever', async () => {
    const { page } = app
    server.publish(manifestOf({ counter: 3, expires: '2026-01-01T00:00:00Z', files: [fileOf(INSTALLER)] }))
    await lookNow()
    await seen(page.getByText('The last news about versions is out of date'))
    await seen(page.getByText(/Payments go on as ever/))
    await poll(() => page.getByRole('alert').count()).toBe(0)
    await poll(() => flaws(page)).toEqual([])
    await visit(page, 'Home')
    await seen(newVersions().getByText('The last news about versions is out of date'))
    await person.write(page, { asset: /^BTC/, to: MAYA, amount: '0.5', memo: '' })
    await person.review(page)
    await person.approve(page)
    await person.finished(page)
  })

  step('that is switched off looks no more', async () => {
    const { page } = app
    await about()
    const before = server.asked.length
    await page.getByText('Off', { exact: true }).first().click()
    await poll(() => page.getByRole('radio', { name: 'Off' }).isChecked()).toBe(true)
    await app.restart()
    await unlocked()
    expect(server.asked).toHaveLength(before)
    await poll(() => newVersions().count()).toBe(0)
  })

  step('says once which version came in by an update', async () => {
    await app.kill()
    const path = join(app.line.data, 'updates', 'updates.json')
    const kept = readFileSync(path, 'utf8')
    expect(kept).toContain(`"ran":"${version}"`)
    writeFileSync(path, kept.replace(`"ran":"${version}"`, '"ran":"0.0.1"'))
    await app.restart()
    await unlocked()
    await seen(newVersions().getByText(`Updated to ${version}`))
    await poll(() => flaws(app.page)).toEqual([])
    await newVersions().getByRole('button', { name: 'Hide' }).click()
    await poll(() => newVersions().count()).toBe(0)
    await app.restart()
    await unlocked()
    await poll(() => newVersions().count()).toBe(0)
    expect(app.strays).toEqual([])
  })
})
