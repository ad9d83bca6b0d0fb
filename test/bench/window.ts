import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { UserId } from '#contract/domain'
import type { Program } from '../e2e/support/app.ts'
import { PASSPHRASE } from '../e2e/support/prepared.ts'
import { launchLight } from '../support/chromium.ts'
import { startFilled } from './filled.ts'
import {
  type BenchOptions,
  type BenchRow,
  limit,
  onThisMachine,
  quick as quickest,
  temporaryFolder,
} from './measure.ts'
import { noted, servePlain } from './plain.ts'

/*
 * What a person waits for in the window. Times are of the clock, since several processes share them, so a busy machine shows; of scrolling
 * it is the processor's time in the page's own thread that counts, which no other program adds to.
 */

const VIEW = { viewport: { width: 1200, height: 800 }, locale: 'en-US', reducedMotion: 'reduce' } as const
const STEPS = 600
const STEP_PX = 600
/** A budget in time, as the others are. */
const FRAME_MS = 50
const SETTLE_MS = 500
/** Opening the files of a long past is measured elsewhere. */
const UNLOCK_MS = 240_000

/** Notes, inside the page, when the first figures stand and the frame with them is drawn. */
function watchForFigures(): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector('#root main tbody tr') === null) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => performance.mark('figures'), 0))
  })
  observer.observe(document, { childList: true, subtree: true })
}

interface Load {
  readonly paint: number
  readonly figures: number
}

/** Milliseconds from navigation to the first paint of anything, and to the figures, in a browser that has no file of it yet. */
async function load(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext(VIEW)
  const page = await context.newPage()
  await page.addInitScript(watchForFigures)
  await page.goto(url)
  const found = {
    figures: await noted(page, 'mark', 'figures'),
    paint: await noted(page, 'paint', 'first-contentful-paint'),
  }
  await context.close()
  return found
}

async function loadRows(browser: Browser, program: Program, rounds: number, size: string): Promise<BenchRow[]> {
  const plain = await servePlain()
  const [theirs, ours]: [Load[], Load[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    theirs.push(await load(browser, plain.url))
    ours.push(await load(browser, program.link()))
  }
  plain.close()
  const row = (name: string, of: keyof Load, max: number): BenchRow => {
    const [peer, own] = [theirs, ours].map((loads) => quickest(loads.map((each) => each[of])))
    if (peer === undefined || own === undefined) throw new Error('nothing was measured')
    const ratio = own / peer
    return { name, peer, ours: own, unit: 'ms', ratio, budget: `<= ${max} of peer`, ok: ratio <= max }
  }
  return [
    row('start: first paint, plain HTML under the same policy as peer', 'paint', 1.3),
    row(`start: figures of Home at ${size}, the same peer`, 'figures', 3),
  ]
}

/** Does something inside the page and answers the milliseconds until what it looks for is drawn. */
async function inPage(page: Page, act: string, look: string): Promise<number> {
  // Both are written below; the policy of the page does not hold for the debugger.
  return page.evaluate(`new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('it never came')), 10_000)
    const began = performance.now()
    const state = {}
    const look = () => (${look})(state)
    const drawn = () => requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began), 0))
    const observer = new MutationObserver(() => {
      if (!look()) return
      observer.disconnect()
      drawn()
    })
    look()
    observer.observe(document, { childList: true, subtree: true, characterData: true, attributes: true })
    ;(${act})()
  })`)
}

const press = (title: string): string =>
  `() => [...document.querySelectorAll('nav button')].find((button) => button.title === '${title}').click()`
const HOME = `() => document.querySelector('h1')?.textContent === 'Home' && document.querySelector('main tbody tr') !== null`
const ACTIVITY = `() => document.querySelector('h1')?.textContent === 'Activity' && document.querySelectorAll('[data-row]').length > 5`
/** The first look notes which rows there are; later ones want others. */
const OTHER_ROWS = `(state) => {
  const rows = [...document.querySelectorAll('[data-row]')].map((row) => row.dataset.row).join()
  state.rows ??= rows
  return rows !== '' && rows !== state.rows
}`
const type = (text: string): string => `() => {
  const input = document.querySelector('[data-search]')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, '${text}')
  input.dispatchEvent(new Event('input', { bubbles: true }))
}`

const rest = (page: Page): Promise<void> => page.waitForTimeout(SETTLE_MS)

async function openingRows(page: Page, rounds: number, size: string): Promise<BenchRow[]> {
  const [home, activity]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    activity.push(await inPage(page, press('Activity'), ACTIVITY))
    await rest(page)
    home.push(await inPage(page, press('Home'), HOME))
    await rest(page)
  }
  return [
    limit({ name: `opening Home at ${size}`, ours: quickest(home), unit: 'ms', max: 60 }),
    limit({ name: `opening Activity at ${size}`, ours: quickest(activity), unit: 'ms', max: 100 }),
  ]
}

const SEARCHED = ['coffee', 'rent', 'book', 'lunch', 'salary', 'bread', 'ticket', 'server'] as const

/** Keeps the page's line to its host, on which the bare call is made that the search is measured against. */
function keepLine(): void {
  const Plain = WebSocket
  class Kept extends Plain {
    constructor(url: string | URL) {
      super(url)
      Object.assign(window, { keptLine: this })
    }
  }
  Object.assign(window, { WebSocket: Kept })
}

/** Milliseconds of the question alone, from the page's line to its parsed answer. */
const askBare = (page: Page, account: string, search: string, id: number): Promise<number> =>
  page.evaluate(
    ([owner, text, number]) =>
      new Promise<number>((resolve) => {
        const line = Reflect.get(window, 'keptLine') as WebSocket // kept above
        const filter = {
          assetId: null,
          direction: null,
          kind: null,
          opponent: null,
          from: null,
          to: null,
          search: text,
        }
        const input = { account: owner, holder: null, filter, cursor: null, limit: 50 }
        const began = performance.now()
        line.addEventListener('message', function listen({ data }) {
          if ((JSON.parse(String(data)) as { id?: number }).id !== number) return
          line.removeEventListener('message', listen)
          resolve(performance.now() - began)
        })
        line.send(JSON.stringify({ id: number, name: 'activity.list', input }))
      }),
    [account, search, id] as const,
  )

async function searchRow(page: Page, account: string, size: string): Promise<BenchRow> {
  await inPage(page, press('Activity'), ACTIVITY)
  await rest(page)
  const [bare, whole]: [number[], number[]] = [[], []]
  for (const [at, word] of SEARCHED.entries()) {
    bare.push(await askBare(page, account, word, 1_000_000 + at))
    whole.push(await inPage(page, type(word), OTHER_ROWS))
    await rest(page)
  }
  const own = quickest(whole)
  const peer = quickest(bare)
  const name = `key in the search to the drawn list at ${size}, the bare call as floor`
  return { ...limit({ name, ours: own, unit: 'ms', max: 80 }), peer, ratio: own / peer }
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  /** Microseconds of the processor that it took. */
  readonly tdur?: number
}

/** Milliseconds of the processor that the page's thread took in each step, from a trace in which every step left a mark. */
function stepsOf(events: readonly TraceEvent[]): number[] {
  const marks = events.filter(({ name }) => name === 'step')
  const [first] = marks
  const tasks = events.filter(
    ({ name, ph, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && pid === first?.pid && tid === first.tid,
  )
  const edges = marks.map(({ ts }) => ts).sort((a, b) => a - b)
  const sums = edges.map(() => 0)
  for (const { ts, tdur = 0 } of tasks) {
    const at = edges.findLastIndex((edge) => edge <= ts)
    if (at >= 0) sums[at] = (sums[at] ?? 0) + tdur / 1000
  }
  return sums
}

async function scrollRow(browser: Browser, page: Page, size: string): Promise<BenchRow> {
  await inPage(page, press('Activity'), ACTIVITY)
  await rest(page)
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] })
  await page.evaluate(
    async ({ steps, px }) => {
      const main = document.getElementById('main')
      if (main === null) throw new Error('there is no screen')
      for (let step = 0; step < steps; step++) {
        performance.mark('step')
        main.scrollTop += px
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))
      }
    },
    { steps: STEPS, px: STEP_PX },
  )
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] } // Chromium's form
  const steps = stepsOf(trace.traceEvents)
  if (steps.length < STEPS || steps.every((ms) => ms === 0)) throw new Error('the trace says nothing of the steps')
  const most = onThisMachine(FRAME_MS)
  const slow = steps.filter((ms) => ms > most)
  const slowest = Math.max(...steps).toFixed(0)
  return limit({
    name: `scrolling ${size}: frames over ${most.toFixed(0)} ms in ${STEPS} steps, of which the slowest took ${slowest}`,
    ours: slow.length,
    unit: 'frames',
    max: 0,
  })
}

/** A page in which the wallet is open at Home. */
async function unlock(context: BrowserContext, program: Program): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(keepLine)
  await page.goto(program.link())
  await page.getByRole('textbox', { name: 'Passphrase' }).fill(PASSPHRASE)
  await page.getByRole('button', { name: 'Unlock' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor({ timeout: UNLOCK_MS })
  // Other screens are read once nothing else goes on; a person has opened no other one before that.
  await page.waitForTimeout(SETTLE_MS * 4)
  return page
}

async function withWallet<Answer>(
  size: { readonly movements: number; readonly outputs: number },
  use: (program: Program, browser: Browser, account: UserId) => Promise<Answer>,
): Promise<Answer> {
  const folder = temporaryFolder()
  const browser = await launchLight()
  const { program, account } = await startFilled(folder.path, size.movements, size.outputs)
  try {
    return await use(program, browser, account)
  } finally {
    await browser.close()
    await program.stop()
    folder.remove()
  }
}

/** What is waited for in the window of an account with a long past. */
export async function benchWindow({ quick }: BenchOptions): Promise<BenchRow[]> {
  const rounds = quick ? 3 : 9
  const [some, many] = quick ? [5_000, 5_000] : [50_000, 1_000_000]
  const worded = (count: number): string => (count >= 1e6 ? `${count / 1e6} M` : `${count / 1e3} k`)
  const first = await withWallet({ movements: some, outputs: some }, async (program, browser, account) => {
    const context = await browser.newContext(VIEW)
    const page = await unlock(context, program)
    const rows = [...(await openingRows(page, rounds, worded(some))), await searchRow(page, account, worded(some))]
    // The wallet opens again where it was left, once one stayed there.
    await inPage(page, press('Home'), HOME)
    await page.waitForTimeout(SETTLE_MS * 4)
    await context.close()
    return [...(await loadRows(browser, program, rounds, worded(some))), ...rows]
  })
  const last = await withWallet({ movements: many, outputs: 0 }, async (program, browser) => {
    const context = await browser.newContext(VIEW)
    return scrollRow(browser, await unlock(context, program), worded(many))
  })
  return [...first, last]
}
