import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import type { UserId } from '#contract/domain'
import { mint } from '../support/collectibles.ts'
import { JONAS, MAYA } from '../support/residents.ts'
import { type App, startApp } from './support/app.ts'
import * as cosigner from './support/cosigner.ts'
import { journeySteps, poll } from './support/journey.ts'
import * as person from './support/person.ts'
import { heading, press, seen } from './support/person.ts'
import { tooWide } from './support/whole.ts'

/* A window as narrow as a phone's, and names as long as they may be, of the widest letters and without a space. */

const step = journeySteps(() => app)
const NAME = 'W'.repeat(64)
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/
const PHONE = { width: 360, height: 640 }
const DESK = { width: 1280, height: 800 }
let app: App

beforeAll(async () => {
  app = await startApp({ account: { name: NAME, money: [['ETH', '2']] }, size: DESK })
})

/** Texts above the foot of which a part lies beyond the edge of the window, or on another text: each with what it runs into. */
const runsOver = (within: Locator): Promise<string[]> =>
  within.evaluate((box) => {
    const isForTheEar = (of: Element | null): boolean =>
      of !== null && (getComputedStyle(of).clipPath !== 'none' || isForTheEar(of.parentElement))
    const rects: { text: string; rect: DOMRect; of: Element }[] = []
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const of = node.parentElement
      const text = node.nodeValue?.trim() ?? ''
      if (text === '' || of === null || !of.checkVisibility()) continue
      if (of.closest('footer, .truncate, [aria-hidden=true]:not(svg)') !== null || isForTheEar(of)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const rect of range.getClientRects()) if (rect.width > 1) rects.push({ text, rect, of })
    }
    const found: string[] = []
    for (const [at, { text, rect }] of rects.entries()) {
      if (rect.right > document.documentElement.clientWidth) found.push(`${text} leaves the window`)
      for (const other of rects.slice(at + 1)) {
        const [w, h] = [
          Math.min(rect.right, other.rect.right) - Math.max(rect.left, other.rect.left),
          Math.min(rect.bottom, other.rect.bottom) - Math.max(rect.top, other.rect.top),
        ]
        // Lines of letters stand a little closer than their boxes are high.
        if (text !== other.text && w > 0.5 && h > 6) found.push(`${text} runs into ${other.text}`)
      }
    }
    return found
  })

async function inEach(page: Page, look: () => Promise<unknown>): Promise<void> {
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size)
    await poll(look).toEqual([])
  }
  await page.setViewportSize(DESK)
}

const main = () => app.page.getByRole('main')

async function rename(name: string, other: string): Promise<void> {
  const { page } = app
  await press(page.getByRole('navigation', { name: 'Coffer' }), 'Contacts')
  await page.getByRole('button', { name }).first().click()
  await press(main(), 'Edit')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill(other)
  await press(dialog, 'Save')
  await seen(main().getByText(other, { exact: true }))
}

describe('a name of 64 wide letters', () => {
  step('leaves no line of a person’s page, and takes none of its marks out of the window', async () => {
    const { page } = app
    await rename('Corner Shop', NAME)
    await inEach(page, () => tooWide(page))
    await inEach(page, () => runsOver(main()))
  })

  step('stands beside the amount that was paid, never on it', async () => {
    const { page } = app
    await person.write(page, { asset: /^ETH/, to: '7000104200', amount: '0.25', memo: 'Rope' })
    await person.review(page)
    await person.approve(page)
    await person.finished(page)
    await inEach(page, () => runsOver(main()))
    await person.visit(page, 'Home')
    await seen(main().getByRole('button', { name: /Rope/ }))
    await inEach(page, () => runsOver(main()))
    await person.visit(page, 'Activity')
    await page.getByRole('list', { name: 'Movements' }).getByRole('button', { name: /Rope/ }).click()
    const movement = await seen(page.getByRole('complementary', { name: 'Movement' }))
    await inEach(page, () => runsOver(movement))
  })
})

describe('a collectible with such a name', () => {
  step('has it within the window, and beside it what closes the dialog that sends it', async () => {
    const { page } = app
    await person.visit(page, 'Receive')
    await page.getByRole('tab', { name: 'From a Mixin user' }).click()
    await press(page, 'Link and address as text')
    const id = async () => UUID.exec((await main().innerText()).replace(/\s/g, ''))?.[0] ?? ''
    await poll(id).not.toBe('')
    // A person's own link names the person.
    const members = [(await id()) as UserId]
    await mint({ url: app.line.localnet ?? '' }, [{ members }], { name: NAME, symbol: 'WIDE' })
    await press(page.getByRole('navigation', { name: 'Coffer' }), 'Collectibles')
    await main().getByRole('button', { name: /#0/ }).first().click()
    await seen(main().getByRole('button', { name: 'Release' }))
    await inEach(page, () => runsOver(main()))
    await press(main(), 'Send')
    const dialog = page.getByRole('dialog')
    const [title, close] = [dialog.getByRole('heading'), dialog.getByRole('button', { name: 'Close' })]
    await inEach(page, async () => {
      const [named, closes] = [await title.boundingBox(), await close.boundingBox()]
      const isBeside = named !== null && closes !== null && closes.x >= named.x + named.width && closes.y < named.y + 8
      return isBeside ? [] : [named, closes]
    })
    await press(dialog, 'Close')
  })
})

describe('a window as narrow as a phone’s', () => {
  step('has the months of a chart beside each other', async () => {
    const { page } = app
    await person.write(page, { asset: /^ETH/, to: JONAS, amount: '0.25' })
    await person.review(page)
    await person.approve(page)
    await person.finished(page)
    await press(page.getByRole('navigation', { name: 'Coffer' }), 'Contacts')
    await page
      .getByRole('button', { name: /^Jonas/ })
      .first()
      .click()
    await seen(page.getByRole('img', { name: 'By month' }))
    await inEach(page, () => runsOver(main()))
  })

  step('gives the passphrase all of the line, however low it is', async () => {
    const { page } = app
    await person.write(page, { asset: /^ETH/, to: JONAS, amount: '0.125' })
    await person.review(page)
    const field = await seen(page.getByLabel('Your passphrase', { exact: true }))
    await page.setViewportSize({ width: 360, height: 400 })
    const widths = async () =>
      Promise.all(
        [field, page.locator('footer button[type=submit]')].map(async (one) => (await one.boundingBox())?.width),
      )
    await poll(async () => {
      const [typed = 0, signs = 0] = await widths()
      return typed / signs
    }).toBeGreaterThan(0.95)
    await page.setViewportSize(DESK)
    await person.cancel(page)
  })

  step('tells of each row of a list whom it pays in words, not letter by letter', async () => {
    const { page } = app
    await person.visit(page, 'Send')
    await press(page, 'New payment')
    await person.choose(page, page, 'Asset', /^ETH/)
    await press(page, 'Paste list or CSV')
    await page
      .getByRole('textbox', { name: 'Recipient and amount, line by line' })
      .fill(`${JONAS};0.02;mast\n${MAYA};0.03;boom\nnobody;0.01;`)
    await page.getByRole('textbox', { name: 'Name of the run' }).fill('Spring')
    await press(page, 'Make a run of payments')
    await heading(page, 'Spring')
    await page.setViewportSize(PHONE)
    const row = page.getByRole('row', { name: /Jonas Weber/ })
    const lines = () => row.getByText('Jonas Weber', { exact: true }).evaluate((name) => name.getClientRects().length)
    await poll(lines).toBe(1)
    await poll(() => tooWide(page)).toEqual([])
    await poll(() => runsOver(main())).toEqual([])
    // For the ear it is the table that it was.
    await poll(() => row.getByRole('cell').count()).toBeGreaterThan(1)
    await poll(() => page.getByRole('columnheader').allInnerTexts()).toContain('To')
    await page.setViewportSize(DESK)
  })

  step('has of a member with a long name behind it that it is oneself', async () => {
    const { page } = app
    await cosigner.createGroup(page, {
      name: 'Rigging',
      members: [{ name: 'Maya Okafor', number: MAYA }],
      threshold: 2,
    })
    await page.setViewportSize(PHONE)
    const you = main().getByRole('listitem').filter({ hasText: NAME }).getByText('You', { exact: true })
    await poll(async () => (await you.boundingBox())?.x ?? PHONE.width).toBeLessThan(PHONE.width - 40)
    // A box that is cut has its text beyond it.
    await poll(() => you.evaluate((word) => word.closest('.truncate'))).toBe(null)
    await page.setViewportSize(DESK)
  })

  step('has the network and the lock in sight below however many entries', async () => {
    const { page } = app
    await page.setViewportSize({ width: 1280, height: 400 })
    const lock = page.getByRole('navigation', { name: 'Coffer' }).getByRole('button', { name: 'Lock', exact: true })
    await poll(async () => (await lock.boundingBox())?.y ?? 400).toBeLessThan(370)
    await page.setViewportSize(DESK)
  })

  step('neither complains nor asks any other computer', async () => {
    expect(app.complaints).toEqual([])
    expect(app.strays).toEqual([])
  })
})
