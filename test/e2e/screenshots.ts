import { mkdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { JONAS, MAYA, SHOP } from '../support/residents.ts'
import { startApp } from './support/app.ts'
import * as person from './support/person.ts'
import { press, seen, visit } from './support/person.ts'

/* node build/run.mjs test/e2e/screenshots.ts: the pictures of the README, taken from the built wallet on a fresh network. */

const FOLDER = fileURLToPath(new URL('../../build/screenshots', import.meta.url))
const SIZE = { width: 1280, height: 800 }
const BYTES_MAX = 200_000
const MEMOS = ['Rent for November', 'Tickets for Saturday', 'Two coffees'] as const

async function picture(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
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

async function tour(page: Page): Promise<void> {
  await page.setViewportSize(SIZE)
  await person.createAccount(page, 'Ada Lovelace')
  await person.getPlayMoney(page, /^BTC/, '0.42')
  await person.getPlayMoney(page, /^ETH Ether/, '6.5')
  await person.getPlayMoney(page, /^XIN/, '12')
  await person.getPlayMoney(page, /^USDT/, '1850')

  await pay(page, { asset: /^ETH Ether/, to: MAYA, amount: '0.45', memo: MEMOS[0] })
  await pay(page, { asset: /^USDT/, to: JONAS, amount: '64.5', memo: MEMOS[1] })
  await pay(page, { asset: /^XIN/, to: SHOP, amount: '0.05', memo: MEMOS[2] })

  await visit(page, 'Home')
  await seen(page.getByRole('row', { name: /USDT/ }))
  await picture(page, 'home')

  await visit(page, 'Receive')
  await person.choose(page, page, 'Asset', /^ETH/)
  await page.getByRole('radio', { name: 'Ethereum' }).check({ force: true })
  await seen(page.getByRole('img', { name: 'QR code of the address' }))
  await picture(page, 'receive')

  await person.write(page, { asset: /^BTC/, to: MAYA, amount: '0.075', memo: 'Half of the sailing boat' })
  await seen(page.getByText('Draft saved'))
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
  await seen(page.getByRole('complementary', { name: 'Movement' }).getByText('Snapshot id'))
  await picture(page, 'activity')
  await press(page.getByRole('complementary', { name: 'Movement' }), 'Close')
}

mkdirSync(FOLDER, { recursive: true })
const app = await startApp()
try {
  await tour(app.page)
} finally {
  await app.stop()
}
