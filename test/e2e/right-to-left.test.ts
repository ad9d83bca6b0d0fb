import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { MAYA } from '../support/residents.ts'
import { type App, startApp } from './support/app.ts'
import * as cosigner from './support/cosigner.ts'
import { journeySteps, poll } from './support/journey.ts'

/* Names that are written from right to left, in a window whose words are not. */

const step = journeySteps(() => app)
const NAME = 'صندوق العائلة الكبيرة لرحلات الصيف والشتاء'
let app: App

beforeAll(async () => {
  app = await startApp({ account: { name: 'Ada Byron' } })
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
})
