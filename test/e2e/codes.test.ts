import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import type { HolderId, UserId } from '#contract/domain'
import { hashMembers } from '#protocol'
import type { Json } from '#store'
import { RESIDENTS } from '../../src/localnet/ledger/residents.ts'
import { aCoin, aHolder, aRawPayment } from '../support/coins.ts'
import { newcomer } from '../support/localnet.ts'
import { each, type Lie, type LyingProxy, startProxy, type Told } from '../support/proxy.ts'
import { JONAS, MAYA } from '../support/residents.ts'
import { makeCode, olderRequest } from '../support/scan.ts'
import { BTC } from '../support/wallet.ts'
import { type App, startApp } from './support/app.ts'
import * as cosigner from './support/cosigner.ts'
import { cacheOf, changed, daysPassed } from './support/files.ts'
import { journeySteps, poll } from './support/journey.ts'
import { type SeparateNetwork, startNetwork } from './support/network.ts'
import * as person from './support/person.ts'
import { heading, press, seen } from './support/person.ts'

/* Ids of codes of all kinds, read by their links: what each card says, and where its button leads. */

const step = journeySteps(() => app)
const STALL = RESIDENTS.market.userId
const linkTo = (code: string) => `https://mixin.one/codes/${code}`
/** What the service has written down of a payment. */
const RECORDED = /^POST \/safe\/transaction\/requests/
const TO_JONAS: Lie = {
  at: RECORDED,
  tell: each((record) => ({ ...record, receivers: [{ members: [JONAS], members_hash: '', threshold: 1 }] })),
}
const TAB = /opens in a tab of its own(?: and|\. It) learns nothing from Coffer there/
let network: SeparateNetwork
let proxy: LyingProxy
let app: App

beforeAll(async () => {
  network = await startNetwork()
  proxy = await startProxy(network.url)
  app = await startApp({ network: proxy.url, account: { name: 'Ada Byron', money: [['BTC', '1']] } })
})

const read = (text: string) => cosigner.paste(app.page, text)
const made = (order: object) => makeCode(network, order)

/** The tab that a press opens. */
async function tabOf(open: () => Promise<void>): Promise<Page> {
  const [tab] = await Promise.all([app.context.waitForEvent('page'), open()])
  return tab
}

describe('the code of a person', () => {
  step('leads to contacts, and once more when they are one', async () => {
    const { page } = app
    const { remote } = await newcomer(network, 'Dan Brook')
    const { code_id } = await remote.call('me.read')
    const link = linkTo(code_id ?? '')
    const card = await read(link)
    await heading(card, 'A person')
    await seen(card.getByText('Dan Brook'))
    await press(card, 'Add to contacts')
    await heading(page, 'Dan Brook')
    await press(page, 'Add to contacts')
    await press(page.getByRole('dialog'), 'Add contact')
    await seen(page.getByRole('button', { name: 'Remove from contacts' }))
    const again = await read(link)
    await seen(again.getByRole('button', { name: 'Open contact' }))
    await poll(() => again.getByRole('button', { name: 'Add to contacts' }).count()).toBe(0)
    await press(again, 'Open contact')
    await seen(page.getByRole('button', { name: 'Remove from contacts' }))
    await press(await read(link), 'Fill the payment form')
    await heading(page, 'Send')
    await seen(page.getByText('Dan Brook'))
  })
})

describe('the code of a payment', () => {
  step('fills the form', async () => {
    const { page } = app
    const code = await made({ type: 'payment', asset_id: BTC, amount: '0.05', receivers: [MAYA], memo: 'lunch' })
    const card = await read(linkTo(code))
    await heading(card, 'A payment request')
    for (const words of ['Maya Okafor', 'lunch', 'BTC']) await seen(card.getByText(words))
    await press(card, 'Fill the payment form')
    await heading(page, 'Send')
    await poll(() => page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('0.05')
    await poll(() => page.getByRole('textbox', { name: 'Memo' }).inputValue()).toBe('lunch')
  })
})

describe('the code of a conversation', () => {
  step('gives its people and joins nothing', async () => {
    const code = await made({ type: 'conversation', name: 'Kitchen', creator_id: MAYA })
    const card = await read(linkTo(code))
    await heading(card, 'A conversation')
    for (const words of ['Kitchen', 'Maya Okafor', /Coffer is no messenger/]) await seen(card.getByText(words))
    await press(card, 'Close')
  })
})

describe('the code of a group’s request', () => {
  step('opens the request', async () => {
    const { page } = app
    const members = [{ name: 'Maya Okafor', number: MAYA }]
    await cosigner.createGroup(page, { name: 'Kitchen money', members, threshold: 2 })
    await press(page.getByRole('main'), 'Receive')
    await person.getPlayMoney(page, /^BTC/, '1')
    await cosigner.prepare(page, { asset: /^BTC/, to: MAYA, amount: '0.4' })
    await cosigner.ask(page)
    await seen(page.getByText(/^Not yet: /))
    await press(page, 'Technical')
    const id = await cosigner.copied(app, page.getByRole('button', { name: 'Copy request id' }))
    await cosigner.act(page, /^Ada Byron/)
    const card = await read(linkTo(await made({ type: 'multisig_request', request_id: id })))
    await heading(card, 'A request for signatures')
    await press(card, 'Open the request')
    await heading(page, /0\.4 BTC/)
  })
})

describe('the code of an older collectible', () => {
  step('shows its token and leads to the gallery', async () => {
    const token = randomUUID()
    const code = await made({ type: 'conversation', name: 'x', creator_id: MAYA })
    const raw = aRawPayment([aCoin('old', [aHolder('Ada')])])
    const older = olderRequest({ code_id: code, user_id: MAYA, token_id: token, raw_transaction: raw })
    proxy.lie({ at: /^GET \/codes\//, tell: () => older })
    const card = await read(linkTo(code))
    proxy.lie()
    await heading(card, 'A transaction of the older kind')
    for (const words of ['Transfer of an older collectible', 'Token id', /It can be read here, not signed/]) {
      await seen(card.getByText(words))
    }
    expect(await cosigner.copied(app, card.getByRole('button', { name: 'Copy token id' }))).toBe(token)
    await press(card, 'Open collectibles')
    await heading(app.page, 'Collectibles')
  })
})

describe('a payment that the service writes down as another', () => {
  step('is shown as asked beside as recorded, with no way to sign it, and its coins are free', async () => {
    const { page } = app
    proxy.lie(TO_JONAS)
    await person.write(page, { asset: /^BTC/, to: MAYA, amount: '0.075', memo: 'Half of the boat' })
    await person.review(page)
    await heading(page, 'The service wrote down another payment')
    proxy.lie()
    const differs = page.getByRole('table', { name: 'Lines that differ' }).getByRole('row', { name: /^To/ })
    const [asked, recorded] = (await differs.getByRole('cell').allInnerTexts()).map(person.plain)
    expect([asked, recorded].map((one) => one?.split(' ')[0])).toEqual(['Maya', 'Jonas'])
    const agreed = page.getByRole('table', { name: 'Lines that match' })
    for (const line of [/^Amount 0\.075 BTC/, /^Memo Half of the boat/])
      await seen(agreed.getByRole('row', { name: line }))
    // Once, and not in units beside it.
    await poll(() => agreed.getByRole('row', { name: /0\.?0?75/ }).count()).toBe(1)
    await poll(() => page.getByLabel('Your passphrase', { exact: true }).count()).toBe(0)
    await poll(() => page.getByRole('button', { name: /^Send 0\.075/ }).count()).toBe(0)
    const [saved] = await Promise.all([page.waitForEvent('download'), press(page, 'Save a report')])
    expect(saved.suggestedFilename()).toBe('coffer-report.txt')
    await press(page, 'Back to the form')
    await person.review(page)
    await seen(page.getByLabel('Your passphrase', { exact: true }))
    await seen(page.getByRole('definition').filter({ hasText: '0.925 BTC' }))
    await person.cancel(page)
  })
})

describe('a payment of a run that the service writes down as another', () => {
  step('is shown line by line too, pays nobody, and leaves the rows to be paid', async () => {
    const { page } = app
    await person.visit(page, 'Send')
    await press(page, 'New payment')
    await person.choose(page, page, 'Asset', /^BTC/)
    await press(page, 'Paste list or CSV')
    await page
      .getByRole('textbox', { name: 'Recipient and amount, line by line' })
      .fill(`${MAYA}, 0.01\n${JONAS}, 0.02`)
    await press(page, 'Make a run of payments')
    proxy.lie({ at: RECORDED, tell: each((record) => ({ ...record, extra: 'ff' })) })
    await press(page, /^Review 2 rows/)
    await heading(page, 'The service wrote down another payment')
    proxy.lie()
    const differs = page.getByRole('table', { name: 'Lines that differ' }).getByRole('row', { name: /^Memo/ })
    await seen(differs)
    await poll(() => page.getByLabel('Your passphrase', { exact: true }).count()).toBe(0)
    await press(page, 'Back to the run')
    const rows = page.getByRole('table', { name: 'Rows of the run' })
    await poll(() => rows.getByText('Ready').count()).toBe(2)
    await press(page, /^Review 2 rows/)
    await seen(page.getByLabel('Your passphrase', { exact: true }))
    await person.cancel(page)
  })
})

describe('a missed time of a plan that the service writes down as another', () => {
  const waiting = () => app.page.getByRole('region', { name: 'Waits for you' })

  step('says line by line what differs, is not lost, and is prepared once both agree', async () => {
    await person.plan(app.page, 'Boat', { asset: /^BTC/, to: MAYA, amount: '0.01' })
    await startAnew(() => daysPassed(app, 'Boat', 2))
    await app.page.getByRole('button', { name: /2 scheduled payments need an answer/ }).click()
    proxy.lie(TO_JONAS)
    const missed = waiting().getByRole('listitem').first()
    await person.tick(missed.getByRole('checkbox'))
    await press(waiting(), 'Prepare 1 payment')
    await seen(missed.getByText(/Could not be prepared: /))
    await press(missed, 'Lines that differ')
    const differs = missed.getByRole('table', { name: 'Lines that differ' }).getByRole('row', { name: /^To/ })
    const [asked, recorded] = (await differs.getByRole('cell').allInnerTexts()).map(person.plain)
    expect([asked, recorded].map((one) => one?.split(' ')[0])).toEqual(['Maya', 'Jonas'])
    await poll(() => missed.getByRole('button', { name: 'Review' }).count()).toBe(0)
    proxy.lie()
    await press(waiting(), 'Prepare 1 payment')
    await press(waiting(), 'Review')
    await seen(app.page.getByLabel('Your passphrase', { exact: true }))
    await person.cancel(app.page)
  })
})

describe('the code of an authorization', () => {
  step('names the app and what it would be allowed, and answers nothing', async () => {
    const code = await made({ type: 'authorization', client_id: STALL, scopes: ['PROFILE:READ', 'ASSETS:READ'] })
    const card = await read(linkTo(code))
    await seen(card.getByText('Night Market'))
    for (const scope of ['PROFILE:READ', 'ASSETS:READ']) await seen(card.getByText(scope))
    await press(card, 'Close')
  })
})

describe('one’s own card', () => {
  step('is a code and a link by which others find this account', async () => {
    const { page } = app
    await press(page.getByRole('navigation', { name: 'Coffer' }), 'Contacts')
    const own = page.getByRole('region', { name: 'Your card' })
    await seen(own.getByRole('img'))
    const link = await cosigner.copied(app, own.getByRole('button', { name: /^Copy/ }))
    expect(link).toMatch(/^https:\/\/mixin\.one\/users\/[0-9a-f-]{36}$/)
    const card = await read(link)
    await seen(card.getByText('Ada Byron'))
    await press(card, 'Close')
  })
})

describe('a signed payment that nobody answers for', () => {
  /** Of a payment that the network has heard of; what it only checked is told as it is. */
  const lost = (record: Record<string, unknown>) => {
    if (record['state'] !== 'unspent') throw new Error('the answer is lost')
    return record
  }

  step('is not known, says what can be done, and is paid once by the same bytes', async () => {
    const { page } = app
    await person.write(page, { asset: /^BTC/, to: MAYA, amount: '0.05' })
    await person.review(page)
    await seen(page.getByLabel('Your passphrase', { exact: true }))
    proxy.lie({ at: / \/safe\/transactions?\b/, tell: each(lost) })
    await person.approve(page)
    const can = await seen(page.getByRole('region', { name: 'What you can do' }))
    await seen(page.getByRole('status').filter({ hasText: 'We do not know yet' }))
    await seen(can.getByText(/Its coins stay held until it is known/))
    await seen(can.getByRole('button', { name: 'Make it impossible' }))
    await press(can, 'Ask now')
    await seen(can.getByText(/It was sent once/))
    const passphrase = can.getByLabel('Your passphrase', { exact: true })
    await passphrase.fill('not this one at all')
    await press(can, 'Send the same bytes')
    await poll(() => passphrase.getAttribute('aria-invalid')).toBe('true')
    await poll(() => passphrase.evaluate((field) => field === document.activeElement)).toBe(true)
    await passphrase.fill(person.PASSPHRASE)
    await press(can, 'Send the same bytes')
    proxy.lie()
    await person.finished(page)
    await person.visit(page, 'Home')
    await poll(async () => person.plain(await page.getByRole('row', { name: /BTC/ }).innerText())).toContain('0.95')
  })
})

describe('the money of a group whose members change', () => {
  const moved = () => app.page.getByRole('list', { name: 'What is moved' })

  /** A group with money that so many have to sign for, and one with another member beside it. */
  async function prepareMove(name: string, next: string, threshold: number): Promise<void> {
    const { page } = app
    await cosigner.createGroup(page, { name, members: [{ name: 'Jonas Weber', number: JONAS }], threshold })
    await press(page.getByRole('main'), 'Receive')
    await person.getPlayMoney(page, /^ETH Ether/, '2')
    await page.getByRole('navigation', { name: 'Coffer' }).getByRole('button', { name: 'Group', exact: true }).click()
    await page.getByRole('button', { name: 'Change members' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(next)
    await page.getByRole('textbox', { name: 'Add a member' }).fill(MAYA)
    await press(page.getByRole('region', { name: 'Members' }), 'Add')
    await seen(page.getByRole('button', { name: 'Remove Maya Okafor' }))
    await press(page, 'Create group')
    await heading(page, 'Move the money')
    await seen(moved().getByText('Not asked yet'))
    await press(moved(), 'Ask to move it')
    await person.review(page)
    await seen(page.getByRole('region', { name: 'What is paid' }).getByText(next))
  }

  async function goOnMoving(next: string): Promise<void> {
    const { page } = app
    await page.getByRole('navigation', { name: 'Coffer' }).getByRole('button', { name: 'Group', exact: true }).click()
    await press(page, `Go on moving to ${next}`)
    await heading(page, 'Move the money')
  }

  step('waits for the others once all of it is asked for, which the page says', async () => {
    const { page } = app
    await prepareMove('Old board', 'New board', 2)
    await cosigner.ask(page)
    await seen(page.getByText('Not yet: Jonas Weber'))
    await goOnMoving('New board')
    await seen(page.getByText('0 of 1 asset moved, 1 asked for'))
    await seen(page.getByText(/^Nothing more to do here\./))
  })

  step('moves to the new group, asset by asset, from a page that says what is left', async () => {
    const { page } = app
    await prepareMove('Old desk', 'New desk', 1)
    await person.approve(page)
    await person.finished(page)
    await goOnMoving('New desk')
    await seen(moved().getByText('Moved'))
    await seen(page.getByText('Nothing is left to move'))
    await seen(page.getByRole('button', { name: 'Open New desk' }))
  })
})

describe('the link of an app', () => {
  step('opens its page in a tab, after the address and the words about it', async () => {
    const { page } = app
    const card = await read(`mixin://apps/${STALL}?action=open`)
    await heading(card, 'An app')
    await seen(card.getByText(TAB))
    await press(card, 'Open its page')
    const ask = page.getByRole('dialog', { name: 'The page of Night Market' })
    await seen(ask.getByText(TAB))
    const address = await cosigner.copied(app, ask.getByRole('button', { name: 'Copy address' }))
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/localnet\/market$/)
    const tab = await tabOf(() => press(ask, 'Open in a tab'))
    await seen(tab.getByText(/Opened in a browser/))
    expect(tab.url()).toBe(address)
    expect(await tab.evaluate(() => window.opener)).toBeNull()
    await tab.close()
    await press(card, 'Close')
  })
})

describe('the way back of a link', () => {
  step('is shown before paying, and opens from the receipt on a click', async () => {
    const { page } = app
    const back = `${network.url}/localnet/market?order=7731`
    await person.getPlayMoney(page, /^BTC/, '0.5')
    const link = `mixin://pay/${MAYA}?asset=${BTC}&amount=0.01&return_to=${encodeURIComponent(back)}`
    const card = await read(link)
    await seen(card.getByText(back))
    await seen(card.getByText(/Once this is paid, its receipt can open/))
    expect(await cosigner.copied(app, card.getByRole('button', { name: 'Copy address' }))).toBe(back)
    await press(card, 'Fill the payment form')
    await heading(page, 'Send')
    await person.review(page)
    await seen(page.getByText(/Once this is paid, its receipt can open/))
    await poll(() => page.getByRole('button', { name: /^Open 127/ }).count()).toBe(0)
    await person.approve(page)
    await person.finished(page)
    await seen(page.getByText(back))
    await seen(page.getByText(TAB))
    await seen(page.getByRole('button', { name: `Open ${new URL(back).host}` }))
    expect(app.context.pages()).toHaveLength(1)
    const tab = await tabOf(() => press(page, `Open ${new URL(back).host}`))
    await seen(tab.getByText(/Opened in a browser/))
    expect(tab.url()).toBe(back)
    expect(await tab.evaluate(() => window.opener)).toBeNull()
    await tab.close()
    expect(app.strays).toEqual([])
    expect(app.complaints).toEqual([])
  })
})

describe('a price of the service', () => {
  const field = () => app.page.getByRole('textbox', { name: 'Amount in USD' })
  const drafts = () => app.page.getByRole('main').getByRole('button', { name: /BTC to Maya Okafor/ })
  const paths = / \/safe\/assets(?:\/fetch)?$/
  const bitcoin = (price: (before: number) => string) => (asset: Record<string, unknown>) =>
    asset['asset_id'] === BTC ? { ...asset, price_usd: price(Number(asset['price_usd'])) } : asset

  async function typed(sum: string): Promise<void> {
    const { page } = app
    await person.visit(page, 'Send')
    await press(page, 'New payment')
    await person.write(page, { asset: /^BTC/, to: MAYA, amount: '' })
    await press(page, 'Enter USD')
    await field().fill(sum)
    await seen(page.getByText(/BTC at \$[\d\s.]+ each, price of [^·]*\d\d:\d\d/))
    // What an earlier letter saved is not it yet.
    await press(page, /^Drafts/)
    await seen(drafts().filter({ hasText: /0\.00\d+/ }))
  }
  /** The price that Home knows. */
  const known = async () => /\$[\d\s.]+/u.exec(await app.page.getByRole('row', { name: /^BTC/ }).innerText())?.[0]
  async function openDraft(): Promise<void> {
    const { page } = app
    await person.visit(page, 'Send')
    await press(page, /^Drafts/)
    await drafts().first().click()
    await seen(field())
    await person.review(page)
  }
  const send = () => app.page.getByRole('button', { name: /^Send 0\.\d+ BTC to Maya Okafor$/ })

  step('that is old, has moved and stands out is looked at before anything is signed', async () => {
    await cosigner.act(app.page, /^Ada Byron/)
    const before = await known()
    await typed('50')
    await startAnew(() => {
      // Typed three hours ago, and an hour before that the service said another price.
      changed(app, ({ intents: { drafts } }, account) => {
        const [draft] = drafts.list(holderOf(account))
        if (draft === undefined) throw new Error('there is no draft')
        drafts.save({ ...draft, form: olderForm(draft.form) })
      })
      changed(app, ({ cache: { prices } }) => prices.note([{ asset_id: BTC, price_usd: '1000' }]), 4)
      proxy.lie({ at: paths, tell: each(bitcoin((price) => String(price * 2))) })
    })
    const { page } = app
    await cosigner.act(page, /^Ada Byron/)
    await poll(known).not.toBe(before)
    await openDraft()
    for (const text of [
      /^The price that you typed with is 3 hours old\./,
      /^The price has moved by \d+ % since you typed\./,
      /^The price differs by [\d,\u202f]+ % from the one known before it\./,
    ]) {
      await seen(page.getByText(text))
    }
    await page.getByLabel('Your passphrase', { exact: true }).fill(person.PASSPHRASE)
    const boxes = page.getByRole('main').getByRole('checkbox')
    await poll(() => boxes.count()).toBeGreaterThanOrEqual(3)
    await send().click({ force: true })
    await seen(page.getByRole('heading', { name: /^Send 0\.\d+ BTC/ }))
    await person.approve(page)
    await person.finished(page)
  })

  step('that is none is said on Home, on the page of the asset and on a statement, and in the review', async () => {
    await typed('20')
    await startAnew(() => proxy.lie({ at: paths, tell: each(bitcoin(() => '0')) }))
    const { page } = app
    await cosigner.act(page, /^Ada Byron/)
    await seen(page.getByRole('row', { name: /^BTC/ }).getByText('no price'))
    await openDraft()
    await seen(page.getByText(/^No price in USD is known now, so the amount cannot be compared/))
    await person.cancel(page)
    await person.visit(page, 'Home')
    const main = page.getByRole('main')
    await seen(main.getByText('No price is known, so what it is worth is not known either.'))
    await seen(main.getByRole('row', { name: /^BTC/ }).getByText('no price'))
    await poll(() => main.getByText('$0.00').count()).toBe(0)
    await main.getByRole('row', { name: /^BTC/ }).getByRole('button').click()
    await heading(page, 'Bitcoin')
    await seen(page.getByText('no price'))
    await person.visit(page, 'Activity')
    await press(page, 'Export')
    await page.getByRole('menuitem', { name: /^Statement/ }).click()
    await seen(page.getByRole('article').getByText('not all known'))
    proxy.lie()
  })
})

describe('the first reading of an account', () => {
  step('says how far it has come and shows no sum before all is read', async () => {
    const held = Promise.withResolvers<void>()
    await startAnew(() => {
      for (const file of cacheOf(app)) rmSync(file, { force: true })
      // Its first list is told; the one that ends the reading takes its time.
      const late = (told: Told) => held.promise.then(() => told)
      proxy.lie({ at: /^GET \/safe\/outputs$/, when: ({ query }) => query.has('state'), retell: late })
    })
    const main = app.page.getByRole('main')
    await person.visit(app.page, 'Home')
    await seen(main.getByText('Reading your coins'))
    await seen(
      main.getByText(/^\d+ coins? (?:was|were) found up to .*\. Your balance stands here once all of them are read\.$/),
    )
    await seen(main.getByRole('progressbar', { name: 'Reading your coins' }))
    await poll(async () => person.plain(await main.innerText())).not.toMatch(/\$\d|\d BTC/)
    held.resolve()
    proxy.lie()
    await seen(main.getByRole('row', { name: /^BTC/ }))
    await poll(() => main.getByText('Reading your coins').count()).toBe(0)
  })
})

/** Another start of the wallet, after something was done to its files or to what it is told. */
async function startAnew(meanwhile: () => void): Promise<void> {
  await app.kill()
  meanwhile()
  await app.restart()
  await person.unlock(app.page)
  await person.visit(app.page, 'Home')
}

const holderOf = (account: UserId): HolderId => `${hashMembers([account])}:1` as HolderId // a formula

/** A form whose sum in a currency was typed three hours earlier. */
function olderForm(form: Json): Json {
  const { rows, ...rest } = form as { readonly rows: readonly { readonly fiat: { readonly at: string } }[] } // as the window writes it
  const at = (time: string) => new Date(Date.parse(time) - 3 * 3_600_000).toISOString()
  return { ...rest, rows: rows.map(({ fiat, ...row }) => ({ ...row, fiat: { ...fiat, at: at(fiat.at) } })) } as Json
}
