import type { Page } from 'playwright-core'
import type { Route } from '../../../src/renderer/state/routes.ts'

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
 * What comes loose from what it stands in: the focus moves the window itself where something reaches below it, and what is placed by another box than
 * the one that scrolls stays where it is.
 */
export const adrift = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollHeight, clientHeight } = document.documentElement
    const found = scrollHeight > clientHeight + 1 ? [`the window holds ${scrollHeight} in ${clientHeight}`] : []
    for (const box of document.querySelectorAll<HTMLElement>('body *')) {
      const { overflowY, position } = getComputedStyle(box)
      if (position !== 'static' || !['auto', 'scroll'].includes(overflowY)) continue
      for (const part of box.querySelectorAll<HTMLElement>('*')) {
        if (getComputedStyle(part).position !== 'absolute' || !part.checkVisibility()) continue
        if (!box.contains(part.offsetParent))
          found.push(`<${part.tagName.toLowerCase()}> “${part.innerText}” in ${box.className}`)
      }
    }
    return found
  })

/** Numbers, units and days of which a part stands on the next line. */
export const brokenNumbers = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      // Digits with thin and hard spaces between them, as figures are set; ids are no numbers.
      for (const part of node.nodeValue?.matchAll(
        /(?<![\p{L}\p{N}-])(?:\d+\s(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)\p{Ll}*(?:\s\d{4})?|[-−+]?\d+(?:[\u2009\u202f\u00a0.,]\d+)*|\p{Lu}{3,5})(?![\p{L}\p{N}-])|(?:\d{4}\u2060?年\u2060?)?\d+\u2060?月\u2060?\d+\u2060?日/gu,
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
