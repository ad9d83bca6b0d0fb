import { mkdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { JONAS, MAYA, SHOP } from '../support/residents.ts'
import { type App, startApp } from './support/app.ts'
import * as cosigner from './support/cosigner.ts'
import * as person from './support/person.ts'
import { heading, press, seen, visit } from './support/person.ts'

/* node build/run.mjs test/e2e/screenshots.ts: the pictures of the README, taken from the built wallet on a fresh network. */

const FOLDER = fileURLToPath(new URL('../../build/screenshots', import.meta.url))
const SIZE = { width: 1280, height: 800 }
const BYTES_MAX = 200_000
const MEMOS = ['Rent for November', 'Tickets for Saturday', 'Two coffees'] as const

async function picture(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Chromium paints some icons in the old colours for a frame or two.
    await page.waitForTimeout(300)
    await page.evaluate(() => document.fonts.ready)
    const path = `${FOLDER}/${name}-${colorScheme}.png`
    await page.screenshot({ path })
    const { size } = statSync(path)
    if (size > BYTES_MAX) throw new Error(`${path} has ${size} bytes`)
    process.stdout.write(`${path} ${size}\n`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

async function pay(page: Page, wish: person.Wish): Promise<void> {
  await person.write(page, wish)
  await person.review(page)
  await person.approve(page)
  await person.finished(page)
}

/** What came in and went out before today, by how many days ago it did: the chart is of a month in which the wallet was opened each day. */
const MONTH: Readonly<Record<number, (page: Page) => Promise<void>>> = {
  28: (page) => person.getPlayMoney(page, /^BTC/, '0.2'),
  26: (page) => person.getPlayMoney(page, /^ETH Ether/, '4'),
  23: (page) => person.getPlayMoney(page, /^USDT/, '1200'),
  20: (page) => pay(page, { asset: /^ETH Ether/, to: MAYA, amount: '0.45', memo: MEMOS[0] }),
  16: (page) => person.getPlayMoney(page, /^BTC/, '0.22'),
  12: (page) => person.getPlayMoney(page, /^ETH Ether/, '2.5'),
  9: (page) => person.getPlayMoney(page, /^XIN/, '12'),
  6: (page) => person.getPlayMoney(page, /^USDT/, '650'),
  2: (page) => pay(page, { asset: /^USDT/, to: JONAS, amount: '64.5', memo: MEMOS[1] }),
}

async function month(app: App): Promise<void> {
  await app.page.setViewportSize(SIZE)
  await person.createAccount(app.page, 'Ada Lovelace')
  for (let daysAgo = 28; daysAgo >= 0; daysAgo -= 1) {
    await app.restart({ daysAgo, size: SIZE })
    await person.unlock(app.page)
    await visit(app.page, 'Home')
    // With the first reading come the prices of that day.
    await seen(app.page.getByText('Local network · Live'))
    await MONTH[daysAgo]?.(app.page)
  }
}

async function tour(page: Page): Promise<void> {
  await pay(page, { asset: /^XIN/, to: SHOP, amount: '0.05', memo: MEMOS[2] })

  await visit(page, 'Home')
  await seen(page.getByRole('row', { name: /USDT/ }))
  await picture(page, 'home')

  await visit(page, 'Receive')
  await person.choose(page, page, 'Asset', /^ETH/)
  await person.choose(page, page, 'Network', /^Ethereum/)
  await seen(page.getByRole('img', { name: 'QR code of the address' }))
  await picture(page, 'receive')

  await person.write(page, { asset: /^BTC/, to: MAYA, amount: '0.075', memo: 'Half of the sailing boat' })
  await seen(page.getByText('Draft saved'))
  // The memo, which was written last, is far down: a payment is looked at from its amount on.
  await page.getByRole('main').evaluate((box) => box.scrollTo(0, 0))
  await picture(page, 'send')
  await person.review(page)
  await seen(page.getByRole('region', { name: 'What is paid' }))
  await picture(page, 'review')
  await person.approve(page)
  await person.finished(page)
  await picture(page, 'receipt')

  await visit(page, 'Activity')
  await page
    .getByRole('button', { name: /Maya Okafor/ })
    .first()
    .click()
  await seen(page.getByRole('complementary', { name: 'Movement' }).getByRole('button', { name: 'Technical' }))
  await picture(page, 'activity')
  await press(page.getByRole('complementary', { name: 'Movement' }), 'Close')
}

const GROUP = 'Analytical Society'
const ASKED: readonly person.Wish[] = [
  { asset: /^USDT/, to: SHOP, amount: '320', memo: 'Paper and ink' },
  { asset: /^ETH Ether/, to: MAYA, amount: '0.6', memo: 'Talk in December' },
  { asset: /^XIN/, to: JONAS, amount: '1.5', memo: 'Hall for Saturday' },
]

/** What somebody else asks of a group, as the other member sees it. */
async function signTogether({ page, line }: App): Promise<void> {
  if (line.localnet === null) throw new Error('there is no local network')
  const grace = await cosigner.startCosigner('Grace Hopper', line.localnet)
  try {
    const other = grace.app.page
    const members = [
      { name: 'Ada Lovelace', number: await cosigner.numberOf(page) },
      { name: 'Maya Okafor', number: MAYA },
    ]
    await cosigner.createGroup(other, { name: GROUP, members, threshold: 2 })
    await cosigner.addFromCard(page, await cosigner.cardLink(grace.app), GROUP)
    await press(other.getByRole('main'), 'Receive')
    for (const [asset, amount] of [
      [/^ETH Ether/, '4'],
      [/^USDT/, '2400'],
      [/^XIN/, '8'],
    ] as const) {
      await person.getPlayMoney(other, asset, amount)
    }
    for (const wish of ASKED) {
      await cosigner.prepare(other, wish)
      await cosigner.ask(other)
      await seen(other.getByText(/^Not yet: /))
    }
    await cosigner.act(page, /^Ada Lovelace/)
    await cosigner.openTab(page, 'Needs you')
    for (const title of [/320 USDT/, /0\.6 ETH/, /1\.5 XIN/]) {
      await seen(cosigner.row(page, title).filter({ hasText: 'Look at it' }))
    }
    await picture(page, 'approvals')
    await cosigner.row(page, /0\.6 ETH/).click()
    await heading(page, 'Check before you sign')
    await seen(cosigner.signControl(page))
    await picture(page, 'request')
  } finally {
    await grace.app.stop()
  }
}

mkdirSync(FOLDER, { recursive: true })
const app = await startApp({ daysAgo: 29 })
try {
  await month(app)
  await tour(app.page)
  await signTogether(app)
} finally {
  await app.stop()
}
