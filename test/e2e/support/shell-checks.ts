import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { poll } from './journey.ts'

/* What a page of Coffer cannot do, whichever host shows it: tried in the page itself, as a script under foreign control would. */

const NOWHERE = 'https://coffer.invalid'

/** What these lines return, as text, or the name of what they throw. Only until its first pause is what a test says free of the page's policy. */
const tried = (page: Page, lines: string): Promise<unknown> =>
  page.evaluate(
    `(async () => { try { await new Promise((resolve) => setTimeout(resolve)); return String(await (async () => { ${lines} })()) } catch (error) { return error.name } })()`,
  )

/** The directive that stopped what these lines do, or `none`. */
const stoppedBy = (page: Page, lines: string): Promise<unknown> =>
  tried(
    page,
    `return await new Promise((resolve) => {
      document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), { once: true })
      setTimeout(() => resolve('none'), 5000)
      try { ${lines} } catch {}
    })`,
  )

const element = (tag: string, members: string): string =>
  `document.body.append(Object.assign(document.createElement('${tag}'), ${members}))`

interface Check {
  readonly name: string
  readonly run: (page: Page) => Promise<void>
}

const check = (name: string, run: Check['run']): Check => ({ name, run })

const stops = (name: string, lines: string, directive: string): Check =>
  check(name, async (page) => {
    expect(await stoppedBy(page, lines)).toBe(directive)
  })

const answers = (name: string, lines: string, answer: string | RegExp): Check =>
  check(name, async (page) => {
    expect(String(await tried(page, lines))).toMatch(answer instanceof RegExp ? answer : new RegExp(`^${answer}$`))
  })

export const PAGE_CHECKS: readonly Check[] = [
  answers(
    'finds nothing of Node',
    "return ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in window).join()",
    '',
  ),
  answers('makes no code of text', "return eval('1 + 1')", 'EvalError'),
  answers('makes no function of text', "return new Function('return 1')()", 'EvalError'),
  stops('runs no script in the page', element('script', "{ textContent: 'window.ran = true' }"), 'script-src-elem'),
  stops('runs no script from elsewhere', element('script', `{ src: '${NOWHERE}/x.js' }`), 'script-src-elem'),
  stops('fetches nothing from elsewhere', `fetch('${NOWHERE}/').catch(() => 0)`, 'connect-src'),
  stops('opens no socket elsewhere', `new WebSocket('wss://coffer.invalid/')`, 'connect-src'),
  stops('sends no beacon', `navigator.sendBeacon('${NOWHERE}/', 'x')`, 'connect-src'),
  stops('loads no picture from elsewhere', element('img', `{ src: '${NOWHERE}/x.png' }`), 'img-src'),
  stops('shows no frame', element('iframe', `{ src: '${NOWHERE}/' }`), 'frame-src'),
  stops(
    'sends no form',
    `const form = Object.assign(document.createElement('form'), { action: '${NOWHERE}/' }); document.body.append(form); form.submit()`,
    'form-action',
  ),
  answers(
    'hears no microphone',
    'return await navigator.mediaDevices.getUserMedia({ audio: true })',
    /^NotAllowedError|NotFoundError$/,
  ),
  answers(
    'learns no place',
    'return await new Promise((resolve) => navigator.geolocation.getCurrentPosition(() => resolve(0), ({ code }) => resolve(code)))',
    '1',
  ),
  answers(
    'reaches no device',
    "return (await Promise.allSettled([navigator.usb?.requestDevice({ filters: [] }), navigator.hid?.requestDevice({ filters: [] }), navigator.serial?.requestPort()])).filter(({ status, value }) => status === 'fulfilled' && value !== undefined).length",
    '0',
  ),
  answers(
    'leaves nothing in the storage of the browser',
    "return [document.cookie, localStorage.length, (await indexedDB.databases()).length, 'caches' in window ? (await caches.keys()).length : 0].join()",
    ',0,0,0',
  ),
  check('prints a sheet without the window around it', async (page) => {
    const root = page.locator('#root')
    await page.evaluate(() => document.body.append(Object.assign(document.createElement('div'), { id: 'sheet' })))
    await page.evaluate(() => document.getElementById('sheet')?.setAttribute('data-print', ''))
    await page.emulateMedia({ media: 'print' })
    await poll(() => root.isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })
    await poll(() => root.isVisible()).toBe(true)
    await page.evaluate(() => document.getElementById('sheet')?.remove())
  }),
]
