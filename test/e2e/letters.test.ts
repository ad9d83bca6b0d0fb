import type { Page } from 'playwright-core'
import { beforeAll, describe } from 'vitest'
import { MAYA } from '../support/residents.ts'
import { type App, startApp } from './support/app.ts'
import * as cosigner from './support/cosigner.ts'
import { journeySteps, poll } from './support/journey.ts'
import * as person from './support/person.ts'
import { brokenNumbers, go, ROUTES, tooWide } from './support/whole.ts'

/* Who needs larger letters sets them in the browser: all that is on screen grows with them, as if the window were smaller. */

const SIZE = { width: 1280, height: 800 }
const MEMBERS = [
  { name: 'Maya Okafor', number: '40110' },
  { name: 'Jonas Weber', number: '40111' },
]
const step = journeySteps(() => app)
let app: App

beforeAll(async () => {
  app = await startApp({
    size: SIZE,
    account: {
      name: 'Wilhelmina Mecklenburg',
      money: [
        ['ETH', '1234.56789012'],
        ['XIN', '2'],
      ],
    },
  })
})

/** Sets the size that letters have where a page says nothing, as the browser's own settings do. */
async function setLetters(page: Page, standard: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard } })
  await devtools.detach()
  await poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(`${standard}px`)
}

/** Words of which some letters stand on the next line, or out of reach: beyond the window, or cut by a box without a sign of it. */
const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const holding = (element: HTMLElement): HTMLElement => {
      const { overflowX, display } = getComputedStyle(element)
      const above = element.parentElement
      return above === null || (overflowX !== 'visible' && display !== 'inline') ? element : holding(above)
    }
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement
      if (element?.checkVisibility() !== true) continue
      // Ids, addresses and paths are no words: they have digits or slashes within, and go on wherever the line ends.
      const text = node.nodeValue?.replace(/\S*\/\S*/gu, (path) => ' '.repeat(path.length)) ?? ''
      for (const word of text.matchAll(/(?<![\p{L}\p{N}])\p{L}{2,24}(?![\p{L}\p{N}])/gu)) {
        const range = document.createRange()
        range.setStart(node, word.index)
        range.setEnd(node, word.index + word[0].length)
        const rects = [...range.getClientRects()].filter(({ width }) => width > 0)
        if (new Set(rects.map(({ top }) => Math.round(top))).size > 1) found.push(`${word[0]} is broken`)
        const right = Math.max(...rects.map((rect) => rect.right))
        // The first box that hides what is over its edge; words for screen readers alone are in one that is as good as nothing.
        const box = holding(element)
        const edge = box.getBoundingClientRect()
        if (edge.width <= 1 || getComputedStyle(box).textOverflow === 'ellipsis') continue
        if (right > Math.min(edge.right, innerWidth) + 1) found.push(`${word[0]} is cut`)
      }
    }
    return found
  })

/** Whatever is on screen can be read whole. */
async function isWhole(where: string): Promise<void> {
  for (const look of [brokenWords, brokenNumbers, tooWide]) {
    await poll(() => look(app.page), where).toEqual([])
  }
}

const SIZES = [24, 32]

describe('larger letters of the browser', () => {
  step('leave a payment whole that waits to be looked at', async () => {
    await cosigner.createGroup(app.page, { name: 'Verwaltung Nord', members: MEMBERS, threshold: 2 })
    await cosigner.act(app.page, /Wilhelmina/)
    await person.write(app.page, { asset: /^ETH/, to: MAYA, amount: '1.23456789', memo: 'The roof' })
    await person.review(app.page)
    await person.seen(app.page.getByRole('button', { name: /^Send 1\.23456789/ }))
    for (const size of SIZES) {
      await setLetters(app.page, size)
      await isWhole(`review with letters of ${size} px`)
    }
  })

  for (const size of SIZES) {
    step(`leave every screen whole at ${size} px`, async () => {
      await setLetters(app.page, size)
      for (const [name, route] of Object.entries(ROUTES)) {
        await go(app.page, route)
        await isWhole(name)
      }
    })
  }
})
