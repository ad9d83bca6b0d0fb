import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Sqlite from 'better-sqlite3'
import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { JONAS, MAYA } from '../support/residents.ts'
import { type App, startApp } from './support/app.ts'
import { changed } from './support/files.ts'
import { journeySteps, poll } from './support/journey.ts'
import * as person from './support/person.ts'
import { heading, plain, press, seen, visit } from './support/person.ts'

/* Coins by hand: freezing, choosing and combining them, and a memo too long to be one. Each step goes on from the one before. */

/** An address on Ethereum. */
const PLACE = '0x52908400098527886e0f7030069857d2e4169ee7'
const step = journeySteps(() => app)
let app: App

beforeAll(async () => {
  const bitcoin = (['1', '2', '4'] as const).map((amount) => ['BTC', amount] as const)
  app = await startApp({ account: { name: 'Ada Byron', money: [...bitcoin, ['XIN', '1']] } })
})

async function toCoins(): Promise<void> {
  await press(app.page.getByRole('navigation', { name: 'Coffer' }), 'Coins')
  await heading(app.page, 'Coins')
}

const coinRow = (amount: RegExp) =>
  app.page.getByRole('list', { name: 'Coins' }).getByRole('button', { name: amount }).first()

/** What the window's keys reach; null where that is nothing. */
const focused = () =>
  app.page.evaluate(() => {
    const { activeElement: at, body } = document
    return at === body ? null : (at?.textContent ?? null)
  })

async function availableBtc(): Promise<string> {
  await visit(app.page, 'Home')
  return plain(await (await seen(app.page.getByRole('row', { name: /BTC/ }).first())).innerText())
}

describe('coins', () => {
  step('are listed with what each is free for', async () => {
    await toCoins()
    await seen(coinRow(/^4 BTC.*Available/))
    await poll(() => app.page.getByRole('list', { name: 'Coins' }).getByRole('listitem').count()).toBe(4)
  })

  step('can be frozen, with a reason, and are left out of Available and of the maximum', async () => {
    const { page } = app
    await coinRow(/^4 BTC/).click()
    const dialog = page.getByRole('dialog', { name: 'Coin' })
    const label = dialog.getByRole('textbox', { name: 'Label' })
    await label.fill('half written')
    await press(dialog, 'Freeze')
    await seen(dialog.getByText('Write a reason first.'))
    await dialog.getByRole('textbox', { name: 'Why freeze it' }).fill('Not mine to spend')
    await press(dialog, 'Freeze')
    await seen(dialog.getByText('Frozen: Not mine to spend.'))
    // What else was typed is still there, and keys reach what came in place of the button.
    await expect.poll(() => label.inputValue()).toBe('half written')
    await poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Unfreeze')
    await label.fill('')
    await press(dialog, 'Close')
    await poll(availableBtc).toContain('3 BTC')
    const held = page.getByRole('list', { name: 'Held for' }).getByRole('listitem')
    await poll(async () => plain(await held.innerText())).toMatch(/Frozen coins\s+4 BTC/)
    await press(held, 'Open')
    await seen(coinRow(/^4 BTC.*Frozen/))
    await visit(page, 'Send')
    await person.choose(page, page, 'Asset', /^BTC/)
    await press(page, /^Max/, false)
    await poll(() => page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('3')
  })

  step('say in the chooser why one cannot be chosen, and how much is short', async () => {
    const { page } = app
    await page.getByRole('combobox', { name: 'To' }).fill(MAYA)
    await page.getByRole('textbox', { name: 'Amount' }).fill('2')
    await press(page, 'Label, choice of coins, memo as bytes')
    await press(page, 'Choose coins')
    const dialog = page.getByRole('dialog', { name: 'Choose BTC coins' })
    await poll(() => dialog.getByRole('checkbox', { name: /^4 / }).isDisabled()).toBe(true)
    await seen(dialog.getByText('Frozen: Not mine to spend.'))
    await dialog.getByRole('checkbox', { name: /^1 / }).check()
    await seen(dialog.getByText(/1\sBTC short/))
    await dialog.getByRole('checkbox', { name: /^1 / }).uncheck()
    await dialog.getByRole('checkbox', { name: /^2 / }).check()
    await seen(dialog.getByText(/it fits exactly/))
    await press(dialog, 'Use these')
    await seen(page.getByText(/1 coin chosen by hand, 2\sBTC in all; it fits exactly/))
  })

  step('chosen by hand are the ones that pay', async () => {
    const { page } = app
    await person.review(page)
    await heading(page, 'Send 2 BTC to Maya Okafor')
    await seen(page.getByText('Nothing: your coins fit exactly.'))
    await person.approve(page)
    await person.finished(page)
  })

  step('that are chosen together show what combining them makes, and what it gives away', async () => {
    const { page } = app
    await person.getPlayMoney(page, /^XIN/, '2')
    await toCoins()
    await person.choose(page, page, 'Asset', /^XIN/)
    for (const amount of [/^Choose 1 XIN/, /^Choose 2 XIN/]) await page.getByRole('checkbox', { name: amount }).check()
    const bar = page.getByRole('region', { name: 'Chosen coins' })
    await poll(async () => plain(await bar.innerText())).toContain('2 chosen · 3 XIN')
    await press(bar, 'Combine')
    const plan = page.getByRole('complementary', { name: 'Plan' })
    await seen(plan.getByText('1 instead of 2'))
    await seen(plan.getByText('Combined coins are seen to belong together.'))
    await press(plan, 'Close')
    await poll(focused).toBe('Combine')
    await press(page, 'Amount')
    await poll(() => page.getByRole('list', { name: 'Coins' }).getByRole('listitem').first().innerText()).toMatch(
      /2.XIN/,
    )
    await press(bar, 'Label')
    const asked = page.getByRole('dialog', { name: 'Label' })
    await press(asked, 'Save label')
    await seen(asked.getByText('Write a label first.'))
    // The field has the focus, at first and when it was left empty.
    await poll(() => asked.getByRole('textbox').and(page.locator(':focus')).count()).toBe(1)
    await page.keyboard.type('Fees')
    await page.keyboard.press('Enter')
    await seen(coinRow(/^2 XIN Fees/))
    await seen(coinRow(/^1 XIN Fees/))
    await press(bar, 'Choose none')
    // The bar went away with the button, and keys still reach the list.
    await poll(focused).not.toBe(null)
    await poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(0)
  })

  step('can be freed again and combined into one, approved once', async () => {
    const { page } = app
    await toCoins()
    await coinRow(/^4 BTC/).click()
    await press(page.getByRole('dialog', { name: 'Coin' }), 'Unfreeze')
    await press(page.getByRole('dialog', { name: 'Coin' }), 'Close')
    await person.choose(page, page, 'Asset', /^BTC/)
    await heading(page, 'Combine 2 coins into one')
    await press(page, 'Combine')
    await heading(page, /^Combine coins into one of 5 BTC/)
    // One's own account is nobody to be careful with.
    await poll(() => page.getByRole('main').innerText()).not.toContain('First time')
    await page.getByLabel('Your passphrase', { exact: true }).fill(person.PASSPHRASE)
    await page.getByRole('button', { name: /^Combine/ }).click()
    await seen(page.getByText('Coins combined', { exact: true }))
    await poll(() => page.getByRole('button', { name: 'Pay again' }).count()).toBe(0)
    await toCoins()
    await seen(coinRow(/^5 BTC.*Available/))
  })

  step('that were spent are not listed but counted, shown when asked for, and found by words', async () => {
    const { page } = app
    const rows = page.getByRole('list', { name: 'Coins' }).getByRole('listitem')
    const states = async () => (await rows.allInnerTexts()).map((row) => /Spent|Available/.exec(row)?.[0])
    // Of bitcoins one was paid with, and two were combined.
    await person.choose(page, page, 'Asset', /^BTC/)
    await seen(page.getByText('3 spent coins are not listed.'))
    await poll(states).toEqual(['Available'])
    await press(page, 'Show spent')
    await poll(states).toEqual(['Spent', 'Spent', 'Spent'])
    await page.getByRole('button', { name: /^(?:2 BTC).*Spent/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Coin' })
    await dialog.getByRole('textbox', { name: 'Label' }).fill('From the boat')
    await press(dialog, 'Save label')
    await seen(dialog.getByText('Saved'))
    await press(dialog, 'Close')
    await person.choose(page, page, 'State', /^Unspent/)
    await poll(states).toEqual(['Available'])
    const search = page.getByRole('textbox', { name: 'Search coins' })
    await search.fill('boat')
    await poll(states).toEqual(['Spent'])
    await poll(() => rows.first().innerText()).toContain('From the boat')
    await search.fill('no coin is called so')
    await seen(page.getByText('No coin fits this'))
    await search.fill('')
    await poll(states).toEqual(['Available'])
    await person.choose(page, page, 'Asset', /^All assets/)
  })
})

describe('the comparison of balances', () => {
  step('finds wallet, service and ledger in agreement', async () => {
    const { page } = app
    await page.getByRole('button', { name: /^Connection:/ }).click()
    await press(page, 'Compare balances')
    await heading(page, 'Compare balances')
    await press(page, 'Compare now')
    await seen(page.getByText('Everything agrees.'))
    const row = page.getByRole('row', { name: /^BTC/ })
    await poll(async () => plain(await row.innerText())).toMatch(/5 in 1 coin\s+5 in 1 coin\s+5 in 1 coin/)
  })
})

describe('the check of the service', () => {
  step('finds the local network as expected, also where keys and an address are asked for', async () => {
    const { page } = app
    await visit(page, 'Settings')
    await press(page, 'Network')
    await press(page, 'Check the service')
    await heading(page, 'Check the service')
    await page.getByRole('checkbox', { name: /^Also ask for one-time keys/ }).check()
    await press(page, 'Check now')
    await seen(page.getByText('Everything money depends on is as expected.'))
    await page.getByRole('button', { name: /checks as expected/ }).click()
    await seen(page.getByRole('row', { name: /^The deposit address is signed and yours .* as expected/ }))
  })

  step('leads to the smallest payment to oneself, which is reviewed and approved as any other', async () => {
    const { page } = app
    await press(page, 'Pay yourself')
    await poll(() => page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('0.00000001')
    await person.review(page)
    await seen(page.getByText('Ada Byron').first())
    await person.approve(page)
    await person.finished(page)
  })
})

describe('the way to the service', () => {
  const certificate = fileURLToPath(new URL('../main/certificates/authority.pem', import.meta.url))

  async function use(dialog: Locator): Promise<void> {
    // After a wrong passphrase the vault lets nobody try again for a while.
    await poll(async () => {
      if ((await dialog.count()) === 0) return 'done'
      await dialog.getByLabel('Your passphrase', { exact: true }).fill(person.PASSPHRASE)
      await press(dialog, 'Try and use')
      const answer = dialog.getByRole('alert').first()
      await Promise.race([dialog.waitFor({ state: 'detached' }), answer.waitFor()])
      return (await dialog.count()) === 0 ? 'done' : await answer.innerText()
    }).toBe('done')
  }

  step('is a proxy that the person names, kept once the passphrase was given', async () => {
    const { page } = app
    await visit(page, 'Settings')
    await press(page, 'Network')
    await press(page, 'Change: Proxy')
    const dialog = page.getByRole('dialog', { name: 'Proxy' })
    await dialog.getByText('SOCKS5', { exact: true }).click()
    await dialog.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1')
    await dialog.getByRole('textbox', { name: 'Port' }).fill('9')
    await dialog.getByLabel('Your passphrase', { exact: true }).fill('not the passphrase')
    await press(dialog, 'Try and use')
    await seen(dialog.getByText(/^That is not/))
    await use(dialog)
    await seen(page.getByText('SOCKS5 127.0.0.1:9'))
  })

  step('is not taken to a network on this computer', async () => {
    const { page } = app
    await press(page, 'Sync now')
    await seen(
      page.getByText(
        'All that the service says was read. A coin rests on the service’s word alone until Coffer has proved it.',
      ),
    )
  })

  step('believes an authority that is shown before', async () => {
    const { page } = app
    await press(page, 'Change: Own certificate authority')
    const dialog = page.getByRole('dialog', { name: 'Own certificate authority' })
    const chooser = page.waitForEvent('filechooser')
    await press(dialog, 'Choose a PEM file')
    await (await chooser).setFiles(certificate.replace('authority.pem', 'service.pem'))
    await seen(dialog.getByText('This certificate is not one of an authority.'))
    const large = page.waitForEvent('filechooser')
    await press(dialog, 'Choose a PEM file')
    const buffer = Buffer.concat([readFileSync(certificate), Buffer.alloc(20_000, '\n'), readFileSync(certificate)])
    await (await large).setFiles({ name: 'authority.pem', mimeType: 'application/x-pem-file', buffer })
    await seen(dialog.getByText('The file is too large for one certificate.'))
    await poll(() => dialog.getByRole('button', { name: 'Try and use' }).isEnabled()).toBe(false)
    const again = page.waitForEvent('filechooser')
    await press(dialog, 'Choose a PEM file')
    await (await again).setFiles(certificate)
    await seen(dialog.getByText('CN=Test authority, O=Coffer tests'))
    await seen(dialog.getByText(/^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/))
    await use(dialog)
    await seen(page.getByText('CN=Test authority, O=Coffer tests'))
  })

  step('is direct again, and the authority gone, when the person says so', async () => {
    const { page } = app
    await press(page, 'Change: Own certificate authority')
    const authority = page.getByRole('dialog', { name: 'Own certificate authority' })
    await press(authority, 'Remove')
    await use(authority)
    await seen(page.getByText('None: Coffer trusts the authorities that come with it'))
    await press(page, 'Change: Proxy')
    const proxy = page.getByRole('dialog', { name: 'Proxy' })
    await proxy.getByText('None', { exact: true }).click()
    await use(proxy)
    await seen(page.getByText('None: Coffer asks the service directly'))
  })

  async function toProxy(kind: 'SOCKS5' | 'None'): Promise<Locator> {
    await press(app.page, 'Change: Proxy')
    const dialog = app.page.getByRole('dialog', { name: 'Proxy' })
    await dialog.getByText(kind, { exact: true }).click()
    return dialog
  }

  step('that another program took away stops what would go out, until the person agrees anew', async () => {
    const dialog = await toProxy('SOCKS5')
    await dialog.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1')
    await dialog.getByRole('textbox', { name: 'Port' }).fill('9')
    await use(dialog)
    await app.context.close()
    await app.program.stop()
    const profile = new Sqlite(join(app.data, 'local', 'profile.db'))
    expect(profile.prepare("DELETE FROM settings WHERE key = 'line'").run().changes).toBe(1)
    profile.close()
    await app.restart()
    const { page } = app
    await heading(page, 'Coffer is locked')
    await page.getByLabel('Passphrase', { exact: true }).fill(person.PASSPHRASE)
    await press(page, 'Unlock')
    await visit(page, 'Settings')
    await press(page, 'Network')
    await seen(page.getByText(/^This is not what you agreed to: it was changed outside of Coffer\./))
    await press(page, 'Sync now')
    await seen(page.getByText(/^The proxy or certificate authority kept here is not the one you agreed to/))
    await use(await toProxy('None'))
    await page.getByText(/^This is not what you agreed to/).waitFor({ state: 'detached' })
    await press(page, 'Sync now')
    await seen(
      page.getByText(
        'All that the service says was read. A coin rests on the service’s word alone until Coffer has proved it.',
      ),
    )
    await poll(availableBtc).toContain('BTC')
  })

  step('is not the only one, once the person names a node that is asked as well', async () => {
    const { page } = app
    await visit(page, 'Settings')
    await press(page, 'Network')
    await press(page, 'Change: Second opinion')
    const dialog = page.getByRole('dialog', { name: 'Second opinion' })
    const node = dialog.getByRole('textbox', { name: 'Node 1' })
    await node.fill('https://node.example/rpc')
    await dialog.getByLabel('Your passphrase', { exact: true }).fill(person.PASSPHRASE)
    await press(dialog, 'Try and use')
    await seen(dialog.getByText(/is not the address of a node\.$/))
    await node.fill(app.line.localnet ?? '')
    await use(dialog)
    await seen(page.getByText('The node answered. Coffer asks it from now on.'))
    await press(page, 'Test')
    await seen(page.getByText('It answers, and is of this network.'))
  })

  step('is agreed with by that node, at a coin', async () => {
    await toCoins()
    await coinRow(/BTC.*Available/).click()
    const dialog = app.page.getByRole('dialog', { name: 'Coin' })
    await press(dialog, 'Ask the nodes')
    await seen(dialog.getByText('The node says the same: it is final and not spent.'))
    await press(dialog, 'Close')
  })
})

describe('a memo of 4 KB', () => {
  const memo = `The whole contract, word for word. ${'All of it stays as it was agreed. '.repeat(120)}`
    .slice(0, 4096)
    .trim()

  step('is stored for a price that is named before', async () => {
    const { page } = app
    await person.write(page, { asset: /^BTC/, to: MAYA, amount: '0.5', memo })
    await seen(page.getByText(/it is stored on the network, and the payment refers to it\. That costs 0.000[45] XIN/))
    await person.review(page)
    await seen(page.getByText('burnt to keep it'))
    await person.approve(page)
    await person.finished(page)
  })

  step('is read back from the network and checked in Activity', async () => {
    const { page } = app
    await visit(page, 'Activity')
    const row = page
      .getByRole('list', { name: 'Movements' })
      .getByRole('button', { name: /Maya Okafor.*0\.5 BTC|0\.5 BTC.*Maya/ })
      .first()
    await seen(row)
    await row.click()
    const detail = page.getByRole('complementary', { name: 'Movement' })
    await seen(detail.getByText(/This is exactly the content referred to/))
    await press(detail, 'All of it')
    await poll(async () => plain(await detail.innerText())).toContain(plain(memo))
  })
})

describe('what breaks', () => {
  /** What the person is handed as a file. */
  async function saved(name: string): Promise<string> {
    const download = app.page.waitForEvent('download')
    await press(app.page, name)
    return readFileSync(await (await download).path(), 'utf8')
  }

  step('in a screen says where the money stands, and offers a report that names nobody', async () => {
    const { page } = app
    // A route that no build leads to: the screen throws while it is drawn.
    await page.evaluate(() => {
      const state = { route: { name: 'settings', section: 'nowhere' }, step: 1000 }
      window.dispatchEvent(new PopStateEvent('popstate', { state }))
    })
    const broken = page.getByRole('alert')
    await seen(broken.getByText('This screen has failed'))
    await seen(broken.getByText('No payment was under way: all that was signed is final.'))
    const report = await saved('Save a report')
    expect(report).toMatch(/^Coffer report\nversion: \d+\.\d+\.\d+\nhost: browser\n/)
    expect(report).toContain('host.started host=browser')
    expect(report).not.toContain('Ada')
    expect(report).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|[0-9a-f]{32}|\/home\/|\/tmp\//)
    await press(broken, 'Go to Home')
    await heading(page, 'Home')
  })

  step('is written to a log that is looked through and saved', async () => {
    const { page } = app
    await visit(page, 'Settings')
    await press(page, 'About')
    await press(page, 'Open the log')
    const dialog = page.getByRole('dialog', { name: 'Log' })
    await seen(dialog.getByText(/^host\.started host=browser/).first())
    await dialog.getByRole('textbox', { name: 'Find in the log' }).fill('no line has this')
    await seen(dialog.getByText('No line fits this.'))
    await dialog.getByRole('textbox', { name: 'Find in the log' }).fill('page.connected')
    expect(await saved('Save as a file')).toMatch(/^(?:\S+ info page\.connected\n)+$/)
    await press(dialog, 'Close')
  })

  step('off is told at the next start, with what was under way', async () => {
    await app.kill()
    await app.restart()
    const { page } = app
    await heading(page, 'Coffer is locked')
    await page.getByLabel('Passphrase', { exact: true }).fill(person.PASSPHRASE)
    await press(page, 'Unlock')
    await visit(page, 'Home')
    await seen(page.getByText('Coffer closed unexpectedly last time'))
    await seen(page.getByText('No payment was under way: all that was signed is final.'))
    await press(page, 'Understood')
    await page.getByText('Coffer closed unexpectedly last time').waitFor({ state: 'detached' })
  })
})

describe('rules', () => {
  const rules = async (): Promise<void> => {
    await visit(app.page, 'Settings')
    await press(app.page.getByRole('navigation', { name: 'Settings' }), 'Rules')
    await heading(app.page, 'Rules')
  }
  const dialog = () => app.page.getByRole('dialog', { name: 'Rules' })
  const save = async (button: string): Promise<void> => {
    await dialog().getByLabel('Your passphrase').fill(person.PASSPHRASE)
    await press(dialog(), button)
    await dialog().waitFor({ state: 'detached' })
  }

  step('are set in Settings and hold at once', async () => {
    const { page } = app
    await rules()
    await seen(page.getByText('No rules: you alone decide what you sign.'))
    await press(page, 'Set rules')
    await press(dialog(), 'Add an asset')
    await seen(dialog().locator('[data-limit] button:focus'))
    // However long the rules are, what their button waits for stays beside it.
    const field = await dialog().getByLabel('Your passphrase').boundingBox()
    const button = await dialog().getByRole('button', { name: 'Set rules' }).boundingBox()
    expect((field?.y ?? 0) + (field?.height ?? 0)).toBeCloseTo((button?.y ?? 0) + (button?.height ?? 0), 0)
    await person.choose(dialog(), page, 'Asset', /^BTC/)
    await dialog()
      .getByRole('textbox', { name: /^Daily limit(?!, all)/ })
      .fill('2.8')
    await save('Set rules')
    await seen(page.getByText('At most 2.8 BTC a day'))
  })

  step('stop a payment that is beyond them, and say which rule it is', async () => {
    const { page } = app
    await person.write(page, { asset: /^BTC/, to: JONAS, amount: '1' })
    await person.review(page)
    await seen(page.getByText('Your rules stop this for now').first())
    await seen(page.getByText(/^Daily limit: this is more than the 0\.3 BTC left of 2\.8 BTC\./))
    await poll(() => page.getByText(/^Daily limit: this is more than/).count()).toBe(1)
    // He was never paid, which needs no tick where nothing can be signed.
    await seen(page.getByText(/^This wallet has not paid this recipient before/))
    await poll(() => page.getByLabel('Your passphrase').count()).toBe(0)
    await poll(() => page.getByRole('main').getByRole('checkbox').count()).toBe(0)
    await press(page.getByRole('main'), 'Change rules')
    await seen(page.getByText('At most 2.8 BTC a day'))
  })

  step('are named wherever that payment waits, to which a form leads that lacks its money', async () => {
    const { page } = app
    await person.write(page, { asset: /^BTC/, to: JONAS, amount: '100' })
    await press(page, 'See what is held, and by which payment')
    await heading(page, 'Coins')
    await seen(page.getByText('Send 1 BTC to Jonas Weber').first())
    await visit(page, 'Activity')
    const waiting = page.getByRole('region', { name: 'Waiting for you' })
    await seen(waiting.getByText('Your rules stop this for now'))
    await poll(() => waiting.getByText('Ready to sign').count()).toBe(0)
    await visit(page, 'Home')
    await page.getByRole('button', { name: /^Your rules stop: Send 1 BTC to Jonas Weber/ }).click()
    await person.cancel(page)
  })

  step('wait before they become looser, and can be kept as they are', async () => {
    const { page } = app
    await rules()
    await press(page, 'Change rules')
    await save('Remove all rules')
    await seen(page.getByText('Looser rules wait', { exact: true }))
    await seen(page.getByText('At most 2.8 BTC a day'))
    await press(page, 'Keep current rules')
    await page.getByText('Looser rules wait', { exact: true }).waitFor({ state: 'detached' })
  })

  step('let out what is within them, and the review says what is left', async () => {
    const { page } = app
    // What was sent before there were rules counts as well: two and a half bitcoins, today.
    await person.write(page, { asset: /^BTC/, to: MAYA, amount: '0.1' })
    await person.review(page)
    await seen(page.getByText('Daily limit: 0.2 BTC of 2.8 BTC left after this.'))
    await person.approve(page)
    await person.finished(page)
    await rules()
    await poll(async () => plain(await page.getByRole('main').innerText())).toMatch(
      /Signed for in the last 24 hours, counted on this computer 2\.6 BTC/,
    )
  })

  step('become stricter at once: who may be paid, what waits, and what is looked at twice', async () => {
    const { page } = app
    await press(page, 'Change rules')
    await dialog()
      .getByRole('textbox', { name: /^Second look above/ })
      .fill('0.05')
    await person.choose(dialog(), page, 'Waiting time', /^24 hours/)
    await dialog()
      .getByRole('textbox', { name: /^Waits above/ })
      .fill('0.08')
    await person.choose(dialog(), page, 'Who may be paid', /^Only those on a list/)
    await dialog().getByRole('textbox', { name: 'Add a recipient' }).fill(MAYA)
    await press(dialog(), 'Add to list')
    const list = dialog().getByRole('list', { name: 'Recipients on the list' })
    await seen(list.getByText('Maya Okafor'))
    await dialog().getByRole('textbox', { name: 'Add a recipient' }).fill(PLACE)
    await seen(dialog().getByText('Choose the chain that the address is on.'))
    await person.choose(dialog(), page, 'Chain', /^Ethereum/)
    await press(dialog(), 'Add to list')
    await seen(list.getByText(`${PLACE} · Ethereum`))
    await save('Set rules')
    await seen(page.getByText('Only the 2 recipients on your list'))
    await seen(page.getByText('A listed address may be paid on its own chain only'))

    const reviewed = async (to: string, amount: string) => {
      await person.write(page, { asset: /^BTC/, to, amount })
      await person.review(page)
    }
    await reviewed(JONAS, '0.01')
    await seen(page.getByText('Recipient: not on your list. Your rules do not let them be paid.'))
    await person.cancel(page)
    await reviewed(MAYA, '0.09')
    await seen(page.getByText(/^Waiting time: this can be signed once it has passed/))
    await seen(page.getByText(/^Possible from/))
    await poll(() => page.getByLabel('Your passphrase').count()).toBe(0)
    await person.cancel(page)
    await reviewed(MAYA, '0.06')
    await seen(page.getByText(/^Second look: after you approve, come back five minutes later/))
    await person.approve(page)
    await seen(page.getByText(/^Second look: you have looked once/))
    await poll(() => page.getByLabel('Your passphrase').count()).toBe(0)
    await person.cancel(page)
  })

  step('ask for a second look at what has no memo, and at what comes outside of hours', async () => {
    const { page } = app
    await rules()
    await press(page, 'Change rules')
    await person.tick(dialog().getByRole('checkbox', { name: 'Payments without a memo' }))
    await person.tick(dialog().getByRole('checkbox', { name: 'Payments outside of these hours' }))
    await person.choose(dialog(), page, 'Days', /^Monday to Saturday/)
    await person.choose(dialog(), page, 'From', /^19:00/)
    await save('Set rules')
    await seen(page.getByText('A payment without a memo needs a second look'))
    await seen(page.getByText(/^A payment outside of Monday to Saturday, 19:00–20:00 \(.+\) needs a second look$/))
    await person.write(page, { asset: /^BTC/, to: MAYA, amount: '0.01' })
    await person.review(page)
    await seen(page.getByText(/^There is no memo\. Second look: after you approve, come back five minutes later/))
    await person.cancel(page)
  })
})

describe('rules that were put back or altered from outside', () => {
  const REASON = /^Nothing leaves: the rules are not what was written last/
  let older: readonly string[] = []

  async function startAnew(change: (texts: readonly string[]) => readonly string[]): Promise<void> {
    await app.kill()
    changed(app, ({ intents: { settings } }) => {
      const { texts } = settings.get('rules') as { readonly texts: readonly string[] } // as the wallet writes them
      settings.set('rules', { texts: change(texts) })
    })
    await app.restart()
    await person.unlock(app.page)
  }

  async function isHeld(why: string): Promise<void> {
    const { page } = app
    await visit(page, 'Settings')
    await press(page.getByRole('navigation', { name: 'Settings' }), 'Rules')
    await seen(page.getByText(REASON))
    await seen(page.getByText(why))
    await person.write(page, { asset: /^BTC/, to: MAYA, amount: '0.01' })
    await person.review(page)
    // Nothing but new rules lets it pass.
    await seen(page.getByText('Your rules stop this', { exact: true }).first())
    await poll(() => page.getByLabel('Your passphrase').count()).toBe(0)
    await poll(() => page.getByRole('button', { name: /^Send 0\.01/ }).count()).toBe(0)
    await person.cancel(page)
  }

  step('are missed where an older copy of them lies there, and nothing leaves', async () => {
    await startAnew((texts) => {
      older = texts
      return texts
    })
    const { page } = app
    await visit(page, 'Settings')
    await press(page.getByRole('navigation', { name: 'Settings' }), 'Rules')
    await press(page, 'Change rules')
    const dialog = page.getByRole('dialog', { name: 'Rules' })
    await dialog.getByRole('textbox', { name: /^Second look above/ }).fill('0.04')
    await dialog.getByLabel('Your passphrase').fill(person.PASSPHRASE)
    await press(dialog, 'Set rules')
    await dialog.waitFor({ state: 'detached' })
    await startAnew(() => older)
    await isHeld('An older copy of the rules was put back, perhaps from a backup.')
  })

  step('are missed where a letter of them is another one, and nothing leaves', async () => {
    await startAnew((texts) => texts.map((text) => `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`))
    await isHeld('Somebody or something changed the rules from outside.')
  })

  step('wait before they are set again, which is said', async () => {
    const { page } = app
    await visit(page, 'Settings')
    await press(page.getByRole('navigation', { name: 'Settings' }), 'Rules')
    await press(page, 'Set rules')
    const dialog = page.getByRole('dialog', { name: 'Rules' })
    await dialog.getByLabel('Your passphrase').fill(person.PASSPHRASE)
    await press(dialog, 'Remove all rules')
    await dialog.waitFor({ state: 'detached' })
    await seen(page.getByText('Looser rules wait', { exact: true }))
    await seen(page.getByText(REASON))
  })
})

describe('a history that is longer than the window', () => {
  step('keeps the search and the day in sight while it is scrolled', async () => {
    const { page } = app
    await visit(page, 'Activity')
    const list = page.getByRole('list', { name: 'Movements' })
    const top = async (part: Locator): Promise<number> => (await part.boundingBox())?.y ?? Number.NaN
    await page.setViewportSize({ width: 1280, height: 480 })
    await list.hover()
    await page.mouse.wheel(0, 4_000)
    await poll(() => top(list)).toBeLessThan(0)
    const day = await top(list.getByRole('heading').last())
    expect(day).toBeGreaterThan(0)
    expect(day).toBeLessThan(120)
    expect(await top(page.getByRole('search'))).toBeGreaterThanOrEqual(0)
  })
})
