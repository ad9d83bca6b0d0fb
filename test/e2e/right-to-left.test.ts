import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { MAYA } from '../support/residents.ts'
import { type App, startApp } from './support/app.ts'
import * as cosigner from './support/cosigner.ts'
import { journeySteps, poll } from './support/journey.ts'
import * as person from './support/person.ts'
import { seen } from './support/person.ts'

/* Names that are written from right to left, in a window whose words are not. */

const step = journeySteps(() => app)
const NAME = 'صندوق العائلة الكبيرة لرحلات الصيف والشتاء'
let app: App

beforeAll(async () => {
  app = await startApp({ account: { name: 'Ada Byron', money: [['BTC', '1']] } })
})

/** Where its first letter stands, and where its box begins and ends. */
const firstLetter = (of: Locator) =>
  of.evaluate((element, name) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = (node.textContent ?? '').indexOf(name.slice(0, 5))
      if (at === -1) continue
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      break
    }
    const [letter, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()]
    return {
      isIn: letter.width > 0 && letter.left >= box.left && letter.right <= box.right + 1,
      isCut: element.scrollWidth > element.clientWidth,
    }
  }, NAME)

describe('a name from right to left', () => {
  step('that is cut keeps its beginning', async () => {
    const { page } = app
    await cosigner.createGroup(page, { name: NAME, members: [{ name: 'Maya Okafor', number: MAYA }], threshold: 2 })
    const inSidebar = page.getByRole('navigation', { name: 'Coffer' }).locator('.truncate', { hasText: NAME })
    await poll(() => inSidebar.count()).toBeGreaterThan(0)
    for (const each of await inSidebar.all()) {
      expect(await firstLetter(each)).toEqual({ isIn: true, isCut: true })
      // Like those of the others, where it is short.
      expect(await each.evaluate((element) => getComputedStyle(element).textAlign)).toBe('left')
    }
  })

  step('keeps it in a sentence that is cut, too', async () => {
    const { page } = app
    await cosigner.act(page, /^Ada/)
    await person.write(page, { asset: /^BTC/, to: NAME, amount: '0.1', memo: 'Boat' })
    await person.review(page)
    await person.approve(page)
    await person.finished(page)
    await page.setViewportSize({ width: 1024, height: 640 })
    await person.visit(page, 'Activity')
    const row = page.getByRole('list', { name: 'Movements' }).getByRole('button', { name: /Boat/ })
    await row.click()
    await seen(page.getByRole('complementary', { name: 'Movement' }))
    await poll(() => firstLetter(row.locator('.truncate', { hasText: NAME }))).toEqual({ isIn: true, isCut: true })
    await page.keyboard.press('Control+k')
    await seen(page.getByRole('dialog'))
    await page.keyboard.type('boat')
    const found = page.getByRole('option', { name: /Boat/ }).locator('.truncate', { hasText: NAME })
    await poll(() => firstLetter(found.first()).then(({ isIn }) => isIn)).toBe(true)
  })
})
