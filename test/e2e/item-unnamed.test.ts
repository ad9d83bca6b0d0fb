import { beforeAll, describe, expect } from 'vitest'
import type { UserId } from '#contract/domain'
import { mint } from '../support/collectibles.ts'
import { each, type LyingProxy, startProxy } from '../support/proxy.ts'
import { type App, startApp } from './support/app.ts'
import { flaws } from './support/flaws.ts'
import { journeySteps, poll } from './support/journey.ts'
import { type SeparateNetwork, startNetwork } from './support/network.ts'
import * as person from './support/person.ts'
import { heading, plain, press, seen, visit } from './support/person.ts'

/* The service calls a coin a collectible, and then no longer. It is frozen, says why, and is freed by whoever is sure. */

const step = journeySteps(() => app)
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/
let network: SeparateNetwork
let proxy: LyingProxy
let app: App

beforeAll(async () => {
  network = await startNetwork()
  proxy = await startProxy(network.url)
  app = await startApp({ network: proxy.url, account: { name: 'Ada Byron' } })
})

const coin = () => app.page.getByRole('dialog', { name: 'Coin' })
const openCoin = (name: RegExp) =>
  app.page.getByRole('list', { name: 'Coins' }).getByRole('button', { name }).first().click()

describe('a collectible that the service stops naming', () => {
  step('is told of on Home, and frozen with the reason', async () => {
    const { page } = app
    await visit(page, 'Receive')
    await page.getByRole('tab', { name: 'From a Mixin user' }).click()
    await press(page, 'Link and address as text')
    const shown = async () => UUID.exec((await page.getByRole('main').innerText()).replace(/\s/g, ''))?.[0] ?? ''
    await poll(shown).not.toBe('')
    await mint(network, [{ members: [(await shown()) as UserId] }]) // a person's own link names the person
    await press(page.getByRole('navigation', { name: 'Coffer' }), 'Collectibles')
    await seen(page.getByRole('button', { name: /Kites/ }))
    proxy.lie({
      at: /^GET \/safe\/outputs(\/[^/]+)?$/,
      tell: each((output) => ({ ...output, inscription_hash: null })),
    })
    // By itself it would look in a minute.
    await visit(page, 'Settings')
    await press(page, 'Network')
    await press(page, 'Sync now')
    await visit(page, 'Home')
    const look = page.getByRole('region', { name: 'Needs a look' })
    await seen(look.getByText('The service has changed its word on a collectible'))
    const held = page.getByRole('list', { name: 'Held for' }).getByRole('listitem')
    await poll(async () => plain(await held.innerText())).toMatch(/Frozen coins\s+2 KITE/)
    expect(await flaws(page)).toEqual([])
    await press(look, /changed its word/, false)
    await heading(page, 'Coins')
    await openCoin(/^2 KITE.*no longer does/)
    await seen(coin().getByText('Frozen: The service called this coin a collectible and no longer does.'))
    expect(await flaws(page)).toEqual([])
  })

  step('is freed only after a tick', async () => {
    const { page } = app
    const unfreeze = coin().getByRole('button', { name: 'Unfreeze' })
    await poll(() => unfreeze.isDisabled()).toBe(true)
    await person.tick(coin().getByRole('checkbox'))
    await unfreeze.click()
    await press(coin(), 'Close')
    await seen(page.getByRole('list', { name: 'Coins' }).getByRole('button', { name: /^2 KITE.*Available/ }))
  })
})
