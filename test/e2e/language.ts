import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import type { WireActReview } from '#contract/ipc'
import { said } from '#words/facts'
import { MAYA } from '../support/residents.ts'
import { type App, painted, startApp } from './support/app.ts'
import { flaws } from './support/flaws.ts'
import { journeySteps, poll } from './support/journey.ts'
import * as person from './support/person.ts'
import { heading, press, seen, visit } from './support/person.ts'
import { adrift, brokenNumbers, go, ROUTES, tooWide } from './support/whole.ts'
import { beginningWith, containing, onScreen, readIn } from './support/words.ts'

/** What messages of the longer language end with, so that a test sees whether their end is on screen. */
export const END = '⟧'
const SIZE = { width: 1024, height: 640 }
/** That window at 200 %. */
const SMALLEST = { width: 640, height: 400 }
/** The approval window of Electron where a small screen leaves it little, and at 200 % there. */
const SMALL_APPROVAL = { width: 360, height: 480 }
const SMALLEST_APPROVAL = { width: 280, height: 360 }
/** As much of that window as its foot may take from what is to be read. */
const MOST_FOOT = { small: 0.34, smallest: 0.6 }
/** The title and what stands beside it leave that much of the smallest window to what is below. */
const MOST_HEAD = 200
const REVEAL: WireActReview = {
  act: 'reveal',
  digest: '0'.repeat(64),
  title: said('title.show-words', { name: 'Ada Byron' }),
  lines: [said('check.account.show-words')],
  verb: said('title.show-them'),
}

interface Language {
  readonly tag: string
  readonly catalogue: Readonly<Record<string, string>>
  /** Nobody speaks it: its catalogue takes the place of the one of that tag, which is English. */
  readonly isMadeUp?: boolean
}

/** What is still wrong once the screen has been looked at again and again: it may have been drawn for another size. */
const lasting = (look: (page: Page) => Promise<string[]>, page: Page): Promise<string[]> =>
  poll(() => look(page))
    .toEqual([])
    .then(
      () => [],
      () => look(page),
    )

/**
 * What Coffer says and cannot be read whole: texts whose last letter lies outside of the window, or of a box that hides what is over it.
 * Looked at are texts with the mark of the longer language, and those in Chinese and Japanese letters.
 */
async function cutOff(page: Page): Promise<string[]> {
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

/** How high the middle of each part is. */
const middlesIn = (box: Locator): Promise<number[]> =>
  box.evaluate((element) =>
    [...element.children].map((part) => {
      const { top, bottom } = part.getBoundingClientRect()
      return Math.round((top + bottom) / 2)
    }),
  )

/** Fields for days and times that each system draws in its own way and language. */
const nativeDates = (page: Page): Promise<number> =>
  page.locator('input:is([type=date], [type=time], [type=datetime-local], [type=month])').count()

/**
 * The main journey and every screen of the smallest window in a language: nothing that Coffer says is cut off, nothing is left in
 * English, and axe finds nothing wrong: in the made-up language in either theme.
 */
export function wholeIn({ tag, catalogue, isMadeUp = false }: Language): void {
  let app: App | undefined
  const step = journeySteps(() => app)
  const page = () => {
    if (app === undefined) throw new Error('no window is open')
    return app.page
  }
  afterAll(async () => {
    readIn(null)
  })

  async function isWhole(where: string, on = page()): Promise<void> {
    expect.soft(await lasting(cutOff, on), where).toEqual([])
    expect.soft(await lasting(brokenNumbers, on), where).toEqual([])
    expect.soft(await lasting(adrift, on), where).toEqual([])
    expect.soft(await nativeDates(on), where).toBe(0)
    expect.soft(await lasting((looked) => flaws(looked, { withContrast: isMadeUp }), on), where).toEqual([])
  }

  /** The same at 200 %, where nothing is wider than the window either, and what the screen is for begins in sight. */
  async function fitsSmallest(where: string, on = page()): Promise<void> {
    await on.setViewportSize(SMALLEST)
    expect.soft(await lasting(cutOff, on), `${where} at 200 %`).toEqual([])
    expect.soft(await lasting(tooWide, on), `${where} at 200 %`).toEqual([])
    expect.soft(await lasting(brokenNumbers, on), `${where} at 200 %`).toEqual([])
    expect.soft(await lasting(adrift, on), `${where} at 200 %`).toEqual([])
    // A narrow window gets its bar in place of the column once it has heard that it is one.
    await poll(async () => {
      const head = await on.getByRole('heading', { level: 1 }).first().boundingBox()
      return (head?.y ?? 0) + (head?.height ?? 0)
    }).toBeLessThan(MOST_HEAD)
    await on.setViewportSize(SIZE)
  }

  /** The page of Electron's approval window that shows this. */
  async function approval(where: string, shown: object, act: string): Promise<void> {
    if (app === undefined) throw new Error('no window is open')
    const opened = await openApproval(app, shown)
    await seen(opened.getByRole('button', { name: beginningWith(act) }))
    await isWhole(where, opened)
    await fitsSmallest(where, opened)
    const foot = () => opened.locator('footer').evaluate((part) => part.clientHeight / window.innerHeight)
    await opened.setViewportSize(SMALL_APPROVAL)
    expect.soft(await foot(), `foot of ${where}`).toBeLessThan(MOST_FOOT.small)
    await opened.setViewportSize(SMALLEST_APPROVAL)
    expect.soft(await foot(), `foot of ${where} at its smallest`).toBeLessThan(MOST_FOOT.smallest)
    expect.soft(await lasting(cutOff, opened), `${where} at its smallest`).toEqual([])
    expect.soft(await lasting(tooWide, opened), `${where} at its smallest`).toEqual([])
    expect.soft(await lasting(adrift, opened), `${where} at its smallest`).toEqual([])
    await opened.close()
  }

  /** The handbook is open at that page, in the window's language. */
  async function helped(name: string): Promise<void> {
    const text = readFileSync(new URL(`../../resources/handbook/${tag}/${name}.md`, import.meta.url), 'utf8')
    const title = /^# (.+)$/m.exec(text)?.[1] ?? ''
    await seen(page().getByRole('heading', { level: 1, name: title, exact: true }))
    await isWhole(`handbook, ${name}`)
    await page().keyboard.press('Escape')
    await page().getByRole('dialog').waitFor({ state: 'hidden' })
  }

  step('begins in the language of the system', async () => {
    readIn(catalogue)
    app = await startApp({
      locale: tag,
      size: SIZE,
      ...(isMadeUp ? { instead: { path: /\/assets\/en-[\w-]+\.js$/, catalogue } } : {}),
    })
    await painted(page())
    expect(await page().evaluate(() => document.documentElement.lang)).toBe(tag)
    await press(page(), 'Help')
    await helped('first-steps')
    await isWhole('welcome')
  })

  step('makes an account', async () => {
    const words = await person.beginAccount(page(), 'Ada Byron')
    await isWhole('words')
    await press(page(), 'I have written them down')
    await isWhole('quiz')
    await person.answerQuiz(page(), words)
    await heading(page(), 'Register the key')
    await isWhole('register')
    // However many steps there are, they and what stands beside them have one line.
    for (const width of [1280, 1200, SIZE.width]) {
      await page().setViewportSize({ ...SIZE, width })
      await poll(async () => new Set(await middlesIn(page().getByRole('banner'))).size, `head of ${width}`).toBe(1)
    }
    await press(page(), 'Sign and register')
    await press(page(), 'Go to Home')
    await heading(page(), 'Home')
    await isWhole('empty home')
  })

  step('receives and pays', async () => {
    await person.getPlayMoney(page(), /^ETH Ether/, '2')
    await person.write(page(), { asset: /^ETH Ether/, to: MAYA, amount: '0.5', memo: 'lunch' })
    await isWhole('send')
    const shown = app === undefined ? undefined : nextReview(app)
    await person.review(page())
    await seen(page().getByRole('checkbox'))
    await isWhole('review')
    await fitsSmallest('review')
    const asked = { ...((await shown) ?? {}), asksPassphrase: true }
    await approval('approval window', asked, 'Send {what} to {whom}')
    const ofGroup = { ...asked, group: { threshold: 2, members: 3 } }
    await approval('approval window of a group', ofGroup, 'Ask {threshold} of {members} signers: {title}')
    await approval('approval window of a deed', REVEAL, 'Show them')
    await person.approve(page())
    await person.finished(page())
    await isWhole('receipt')
    await visit(page(), 'Activity')
    await page()
      .getByRole('button', { name: /Maya Okafor/ })
      .first()
      .click()
    await isWhole('movement')
  })

  for (const [name, route] of Object.entries(ROUTES)) {
    step(`says ${name} whole`, async () => {
      await go(page(), route)
      await isWhole(name)
      await fitsSmallest(name)
    })
  }

  step('says whole what a comparison and a check of the service found', async () => {
    await go(page(), { name: 'compare' })
    await press(page(), 'Compare now')
    await seen(
      page()
        .getByRole('status')
        .filter({ hasText: containing('Everything agrees.') }),
    )
    await isWhole('comparison')
    await fitsSmallest('comparison')
    await go(page(), { name: 'doctor' })
    await press(page(), 'Check now')
    await seen(page().getByText(containing('Everything money depends on is as expected.')))
    await isWhole('check')
    await fitsSmallest('check')
  })

  step('says a plan and a run of payments whole', async () => {
    await person.write(page(), { asset: /^ETH Ether/, to: MAYA, amount: '0.01' })
    await person.openLater(page())
    await seen(
      page()
        .getByRole('list', { name: onScreen('Next dates') })
        .getByRole('listitem'),
    )
    await isWhole('another time')
    await page()
      .getByRole('textbox', { name: onScreen('Name') })
      .fill('Rent')
    await press(page(), 'Schedule it')
    await seen(page().getByRole('button', { name: onScreen('Pause') }))
    await isWhole('plan')
    await fitsSmallest('plan')
    await visit(page(), 'Send')
    await person.choose(page(), page(), 'Asset', /^ETH Ether/)
    await press(page(), 'Paste list or CSV')
    const field = page().getByRole('textbox', { name: onScreen('Recipient and amount, line by line') })
    await field.fill(`recipient;amount\n${MAYA};0.01\nnobody at all;1`)
    await isWhole('list of many payments')
    await press(page(), 'Make a run of payments')
    await seen(page().getByRole('table', { name: onScreen('Rows of the run') }))
    await isWhole('run')
    await fitsSmallest('run')
  })

  step('is locked and opened again', async () => {
    await go(page(), { name: 'home' })
    await press(page(), 'Lock')
    await seen(page().getByRole('textbox').or(page().locator('input[type=password]')))
    await isWhole('lock')
    await page().keyboard.press('F1')
    await helped('troubleshooting')
  })
}

/*
 * The page of Electron's approval window, in Chromium: the built page, with a bridge that knows the two calls of that window and answers
 * with what the wallet itself said.
 */

/** What the wallet says next on the window's line that names a digest: a payment's review as the window of its own gets it. */
function nextReview(app: App): Promise<object> {
  const line = app.socket()
  if (line === undefined) throw new Error('the window has no line to its host')
  return new Promise((resolve) => {
    line.on('framereceived', ({ payload }) => {
      const { reply } = JSON.parse(String(payload)) as { reply?: { value?: { digest?: string } } } // the form of every answer
      if (typeof reply?.value?.digest === 'string') resolve(reply.value)
    })
  })
}

/** The page with that to agree to. It knows no other call: nothing of the main window may run in it. */
async function openApproval(app: App, shown: object): Promise<Page> {
  const page = await app.context.newPage()
  const asked: string[] = []
  await page.exposeFunction('noteCall', (name: string) => asked.push(name))
  await page.addInitScript((wire) => {
    const note = (name: string) => (window as unknown as { noteCall: (name: string) => Promise<number> }).noteCall(name) // exposed above
    const invoke = (name: string) =>
      note(name).then(() => ({ ok: true, value: name === 'approval.read' ? wire : null }))
    Object.assign(window, { coffer: { invoke, subscribe: () => () => undefined } })
  }, shown)
  await page.goto(`${new URL(app.line.url).origin}/approval.html`)
  await painted(page)
  expect(asked.filter((name) => name !== 'approval.read')).toEqual([])
  return page
}
