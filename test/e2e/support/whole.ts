import type { Page } from 'playwright-core'
import type { Route } from '../../../src/renderer/state/routes.ts'

/** What messages of the longer language end with, so that a test sees whether their end is on screen. */
export const END = '⟧'

/** Every screen that can be opened without a thing to show on it. */
export const ROUTES: Readonly<Record<string, Route>> = {
  home: { name: 'home' },
  send: { name: 'send' },
  asset: { name: 'asset', assetId: 'c6d0c728-2624-429b-8e0d-d9d19b6592fa' },
  statement: {
    name: 'statement',
    filter: { assetId: null, direction: null, kind: null, opponent: null, from: null, to: null, search: '' },
  },
  drafts: { name: 'drafts' },
  scheduled: { name: 'scheduled' },
  runs: { name: 'runs' },
  'receive from a chain': { name: 'receive', tab: 'chain' },
  'receive inside': { name: 'receive', tab: 'inside' },
  incoming: { name: 'receive', tab: 'incoming' },
  activity: { name: 'activity' },
  'needs you': { name: 'approvals', tab: 'needs_you' },
  'waiting for others': { name: 'approvals', tab: 'waiting' },
  'done requests': { name: 'approvals', tab: 'done' },
  'new group': { name: 'new-group' },
  contacts: { name: 'contacts', tab: 'people' },
  addresses: { name: 'contacts', tab: 'addresses' },
  blocked: { name: 'contacts', tab: 'blocked' },
  coins: { name: 'coins' },
  compare: { name: 'compare' },
  doctor: { name: 'doctor' },
  collectibles: { name: 'collectibles' },
  'hidden collectibles': { name: 'collectibles', hidden: true },
  'new collection': { name: 'new-collection' },
  'legacy outputs': { name: 'legacy-outputs' },
  security: { name: 'settings', section: 'security' },
  rules: { name: 'settings', section: 'rules' },
  backup: { name: 'settings', section: 'backup' },
  appearance: { name: 'settings', section: 'appearance' },
  network: { name: 'settings', section: 'network' },
  accounts: { name: 'settings', section: 'accounts' },
  'web apps': { name: 'settings', section: 'web-apps' },
  about: { name: 'settings', section: 'about' },
}

/** Goes to a screen as the buttons for back and forward do, each time anew: the same screen begins with what this route asks for. */
export async function go(page: Page, route: Route): Promise<void> {
  // Somebody is there, however long the screens before took: the wallet locks by itself otherwise.
  await page.keyboard.press('Shift')
  await page.evaluate((to) => {
    const step = 1 + Number((history.state as { step?: number } | null)?.step ?? 0)
    window.dispatchEvent(new PopStateEvent('popstate', { state: { route: to, step } }))
  }, route)
  await atRest(page)
}

/** Waits until nothing that was asked for is still to come, and what is on screen was the same for three looks. */
async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('main :is([aria-busy=true], .animate-late)') === null)
  let [before, same] = ['', 0]
  while (same < 3) {
    await page.waitForTimeout(60)
    const now = (await page.getByRole('main').first().innerText()).trim()
    same = now === before && now !== '' ? same + 1 : 0
    before = now
  }
}

/** What is wider than the window, and so moves it sideways: the screen itself, or its dialog. */
export const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll<HTMLElement>('main, [role=dialog]')]
      .filter((box) => box.scrollWidth > box.clientWidth + 1)
      .map((box) => `<${box.tagName.toLowerCase()}> holds ${box.scrollWidth} in ${box.clientWidth}`),
  )

/**
 * What Coffer says and cannot be read whole: texts whose last letter lies outside of the window, or of a box that hides what is over it.
 * Looked at are texts with the mark of the longer language, and those in Chinese and Japanese letters.
 */
export async function cutOff(page: Page): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready)
  return page.evaluate((end) => {
    const ours = new RegExp(`[${end}\\u3040-\\u30ff\\u4e00-\\u9fff]`, 'u')
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.nodeValue ?? ''
      const element = node.parentElement
      const at = text.trimEnd().length
      if (at === 0 || !ours.test(text) || element === null || !element.checkVisibility()) continue
      const range = document.createRange()
      range.setStart(node, at - 1)
      range.setEnd(node, at)
      const last = range.getBoundingClientRect()
      if (last.width === 0) continue
      // What can be scrolled to can be read.
      let isWithinReach = false
      for (let box: HTMLElement | null = element; box !== null; box = box.parentElement) {
        const style = getComputedStyle(box)
        const edge = box.getBoundingClientRect()
        // Words for screen readers only, which nobody is to see.
        if (style.position === 'absolute' && edge.width <= 1) break
        const isHiding = style.overflowX !== 'visible' && style.display !== 'inline'
        if (isHiding && last.right > edge.right + 1) {
          found.push(`${text.trim()} | in <${box.tagName.toLowerCase()} class="${box.className}">`)
          break
        }
        if (style.overflowY === 'auto' || style.overflowY === 'scroll') isWithinReach = true
        if (
          !isWithinReach &&
          style.overflowY === 'hidden' &&
          style.display !== 'inline' &&
          last.bottom > edge.bottom + 1
        ) {
          found.push(`${text.trim()} | under <${box.tagName.toLowerCase()} class="${box.className}">`)
          break
        }
        if (box === document.body && last.right > window.innerWidth) found.push(`${text.trim()} | outside`)
      }
    }
    return found
  }, END)
}

/** Numbers and units of which a part stands on the next line. */
export const brokenNumbers = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      // Digits with thin and hard spaces between them, as figures are set; ids are no numbers.
      for (const part of node.nodeValue?.matchAll(
        /(?<![\p{L}\p{N}-])(?:[-−+]?\d+(?:[\u2009\u202f\u00a0.,]\d+)*|\p{Lu}{3,5})(?![\p{L}\p{N}-])/gu,
      ) ?? []) {
        if (part[0].length < 2 || node.parentElement?.checkVisibility() !== true) continue
        const range = document.createRange()
        range.setStart(node, part.index)
        range.setEnd(node, part.index + part[0].length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) found.push(part[0])
      }
    }
    return found
  })

/** Fields for days and times that each system draws in its own way and language. */
export const nativeDates = (page: Page): Promise<number> =>
  page.locator('input:is([type=date], [type=time], [type=datetime-local], [type=month])').count()
