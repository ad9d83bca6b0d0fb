import { beforeAll, describe, expect } from 'vitest'
import { JONAS, MAYA } from '../support/residents.ts'
import { type App, startApp } from './support/app.ts'
import { flaws } from './support/flaws.ts'
import { journeySteps, poll } from './support/journey.ts'
import { type SeparateNetwork, startNetwork } from './support/network.ts'
import * as person from './support/person.ts'
import { plain, press, seen, visit } from './support/person.ts'
import { go } from './support/whole.ts'

/* The service dies while money is on its way, and comes back. */

const step = journeySteps(() => app)
let network: SeparateNetwork
let app: App

beforeAll(async () => {
  network = await startNetwork()
  app = await startApp({ network: network.url, account: { name: 'Katherine Johnson', money: [['BTC', '2']] } })
})

const connection = (state: RegExp) => app.page.getByRole('button', { name: state })

async function movements(): Promise<string[]> {
  const rows = app.page.getByRole('list', { name: 'Movements' }).getByRole('button')
  return (await rows.allInnerTexts()).map(plain)
}

describe('a service that dies', () => {
  step('leaves a payment that was being approved undecided, and says so', async () => {
    const { page } = app
    await person.write(page, { asset: /^BTC/, to: MAYA, amount: '0.75', memo: 'sent into the dark' })
    await person.review(page)
    await seen(page.getByLabel('Your passphrase', { exact: true }))
    await network.kill()
    await person.approve(page)
    await seen(page.getByText(/Do not send it again|It is not sent yet|on its way to the network/))
    expect(await flaws(page)).toEqual([])
  })

  step('is shown as gone, with the last known balance still there', async () => {
    const { page } = app
    await seen(connection(/^Connection: (Stale|Offline)/))
    const word = connection(/^Connection:/)
      .getByText(/^(?:Local network · )?(?:Stale|Offline)/)
      .filter({ visible: true })
    expect(await word.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0)
    await visit(page, 'Home')
    const row = await seen(page.getByRole('row', { name: /BTC/ }))
    await poll(async () => plain(await row.innerText())).toContain('2 held')
    await seen(row.getByTitle(/^Last confirmed/))
    await seen(page.getByText(/^No connection since .* You see what was known then\.$/))
    await connection(/^Connection:/).click()
    await seen(page.getByRole('button', { name: 'Try again now' }))
    await page.keyboard.press('Escape')
  })

  step('is not told of by no request, as if nobody had asked for anything since', async () => {
    const { page } = app
    await go(page, { name: 'approvals', tab: 'needs_you' })
    await person.heading(page, 'Approvals')
    await seen(page.getByText('Nothing needs your signature'))
    await seen(page.getByText(/^No connection since .* You see what was known then\.$/))
  })

  step('is shown as gone at 200 % too, on every screen', async () => {
    const { page } = app
    await page.setViewportSize({ width: 640, height: 400 })
    await seen(page.getByRole('banner').getByText(/^(?:Stale since|Offline)/))
    expect(await flaws(page)).toEqual([])
    await page.setViewportSize({ width: 1200, height: 800 })
  })

  step('is not called as expected by a check that it does not answer', async () => {
    const { page } = app
    await go(page, { name: 'doctor' })
    await press(page, 'Check now')
    await seen(page.getByText('Not everything money depends on could be checked'))
    await seen(page.getByText('The network could not be reached.'))
    await poll(() => page.getByText('Everything money depends on is as expected.').count()).toBe(0)
    await poll(() => page.getByRole('button', { name: 'Pay yourself' }).count()).toBe(0)
    expect(await flaws(page)).toEqual([])
  })

  step('keeps the payment through a crash of the wallet itself, which the window says', async () => {
    await app.kill()
    await seen(app.page.getByText('Coffer’s own program does not answer'))
    await network.revive()
    await app.restart()
    await app.page.getByLabel('Passphrase', { exact: true }).fill(person.PASSPHRASE)
    await press(app.page, 'Unlock')
    await seen(connection(/^Connection: Live/))
  })

  step('gets the payment exactly once when it is back', async () => {
    const { page } = app
    await visit(page, 'Home')
    const row = page.getByRole('row', { name: /BTC/ })
    await poll(async () => plain(await row.innerText())).toContain('1.25 BTC')
    await visit(page, 'Activity')
    await poll(movements).toHaveLength(2)
    await poll(async () => (await movements()).filter((text) => text.includes('Maya Okafor'))).toEqual([
      expect.stringContaining('−0.75'),
    ])
    await page.getByRole('button', { name: /Maya Okafor/ }).click()
    await press(page, 'Receipt')
    await person.finished(page)
  })
})

describe('a service that dies once more while nothing is on its way', () => {
  step('is noticed by an open window, which recovers by itself', async () => {
    await network.kill()
    await seen(connection(/^Connection: (Stale|Offline)/))
    const heard = app.page.getByRole('status').filter({ hasText: /nothing is sent until|wait for a connection/ })
    await heard.waitFor({ state: 'attached' })
    await person.write(app.page, { asset: /^BTC/, to: JONAS, amount: '0.1' })
    await seen(app.page.getByText('This recipient could not be looked up.'))
    await network.revive()
    await seen(connection(/^Connection: Live/))
    await app.page
      .getByRole('status')
      .filter({ hasText: 'All that the service says was read' })
      .waitFor({ state: 'attached' })
  })

  step('looks up by itself whom it could not look up before', async () => {
    await seen(app.page.getByText('Person · 40111 · registered'))
    await seen(app.page.getByText('Nothing is signed yet.'))
  })
})

describe('all the while', () => {
  step('the window neither complains nor asks any other computer', async () => {
    expect(app.complaints).toEqual([])
    expect(app.strays).toEqual([])
  })
})
