import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import type { Route } from '../../src/renderer/state/routes.ts'
import { JONAS, MAYA } from '../support/residents.ts'
import { type App, startApp } from './support/app.ts'
import { flaws } from './support/flaws.ts'
import { journeySteps, poll } from './support/journey.ts'
import * as person from './support/person.ts'
import { press, seen } from './support/person.ts'
import { go, ROUTES } from './support/whole.ts'

/* Every screen for everybody: by the keyboard alone, in the colours of the system, without motion, and by ear. */

const step = journeySteps(() => app)
let app: App

beforeAll(async () => {
  app = await startApp({
    size: { width: 1280, height: 800 },
    account: { name: 'Ada Byron', money: [['BTC', '2345.5']] },
  })
  await person.write(app.page, { asset: /^BTC/, to: MAYA, amount: '1234.5', memo: 'lunch' })
  await person.review(app.page)
  await person.approve(app.page)
  await person.finished(app.page)
})

/** What opens over a screen, by the button that opens it. */
const OPENERS: Readonly<Record<string, readonly (string | RegExp)[]>> = {
  home: [/Switch account or group/, /^Find/, 'Scan', /^Connection:/],
  send: [/Choose what to send/, 'Paste list or CSV'],
  activity: ['Export', /^Go to a day/, /All kinds/],
  statement: ['Export'],
  'needs you': ['Open a request'],
  contacts: ['Add contact', 'File of contacts'],
  coins: ['Labels', /Unspent/],
  security: ['Change passphrase', 'Set a limit', 'Show the words', /Auto-lock/],
  backup: ['Set up backups', 'Test now'],
  appearance: [/Language/],
  accounts: [/^Name and colour/, /^Show the words/, /^More for/, /^Remove ?,/],
}

const BTC = 'c6d0c728-2624-429b-8e0d-d9d19b6592fa'
const OVER = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

const named = (name: string | RegExp): Locator =>
  app.page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) }).first()
const isFocused = (of: Locator) => of.evaluate((element) => element === document.activeElement)

describe('what opens over a screen', () => {
  for (const [screen, openers] of Object.entries(OPENERS)) {
    step(`on ${screen} is opened by a key, closed by Escape, and leaves the focus where it was`, async () => {
      const { page } = app
      for (const name of openers) {
        await go(page, ROUTES[screen] ?? { name: 'home' })
        const opener = await seen(named(name))
        await opener.focus()
        await page.keyboard.press('Enter')
        const over = page.locator(OVER).first()
        await seen(over)
        await poll(() => over.evaluate((box) => box.contains(document.activeElement))).toBe(true)
        expect.soft(await flaws(page), `${screen}: ${name}`).toEqual([])
        await page.keyboard.press('Escape')
        await poll(() => page.locator(OVER).count()).toBe(0)
        await poll(() => isFocused(opener)).toBe(true)
      }
    })
  }

  step('is closed one by one', async () => {
    const { page } = app
    await go(page, ROUTES['accounts'] ?? { name: 'home' })
    await press(page.getByRole('main'), /^Show the words/)
    await seen(page.getByRole('dialog'))
    await poll(() => page.getByRole('dialog').count()).toBe(1)
    await page.keyboard.press('Escape')
    await poll(() => page.getByRole('dialog').count()).toBe(0)
    await seen(page.getByRole('heading', { name: 'Accounts' }))
  })
})

describe('Escape', () => {
  step('closes what is open also while nothing has the focus', async () => {
    const { page } = app
    const opened: readonly (() => Promise<void>)[] = [
      () => page.keyboard.press('F1'),
      () => press(page.getByRole('main'), /^Show the words/),
    ]
    for (const open of opened) {
      await go(page, ROUTES['accounts'] ?? { name: 'home' })
      await open()
      const dialog = await seen(page.getByRole('dialog'))
      await poll(() => dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true)
      await page.evaluate(() => (document.activeElement as HTMLElement).blur()) // whatever it is, it has the focus
      await page.keyboard.press('Escape')
      await poll(() => page.getByRole('dialog').count()).toBe(0)
    }
  })
})

describe('the palette', () => {
  const TAKEN = ['send', 'activity', 'contacts', 'coins', 'accounts']

  step('has the focus although a screen reader’s click has just taken away the screen that had it', async () => {
    const { page } = app
    for (const name of TAKEN) {
      await go(page, ROUTES['home'] ?? { name: 'home' })
      await page.evaluate((route) => {
        const button = document.querySelector<HTMLElement>('main button')
        button?.focus()
        button?.dispatchEvent(new MouseEvent('click', { detail: 0 }))
        const step = 1 + Number((history.state as { step?: number } | null)?.step ?? 0)
        window.dispatchEvent(new PopStateEvent('popstate', { state: { route, step } }))
        window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }))
      }, ROUTES[name])
      const field = await seen(page.getByRole('combobox', { name: /^Find/ }))
      await poll(() => isFocused(field)).toBe(true)
      await page.keyboard.type('Set')
      await poll(() => field.inputValue(), name).toBe('Set')
      await page.keyboard.press('Escape')
      await poll(() => page.getByRole('dialog').count()).toBe(0)
    }
  })
})

/** What of the screen has the focus, and whether any of it can be seen; null once the focus has left the screen. */
const focused = (within = '#main') =>
  app.page.evaluate((place) => {
    const element = document.activeElement
    if (element === null || element.matches(place) || element.closest(place) === null) return null
    // A choice among several is drawn by its label.
    const box = (element.matches('.sr-only') ? element.closest('label') : element) ?? element
    const { left, top, width, height } = box.getBoundingClientRect()
    const parts = [0.5, 0.1, 0.9]
    const isSeen = parts.some((x) =>
      parts.some((y) => {
        const there = document.elementFromPoint(left + width * x, top + height * y)
        return there !== null && (box.contains(there) || there.contains(box))
      }),
    )
    return { name: `${element.getAttribute('aria-label') ?? element.textContent}`, isSeen }
  }, within)

describe('by the keyboard alone', () => {
  step('the first key leads past the list of screens', async () => {
    const { page } = app
    await go(page, { name: 'coins' })
    const skip = page.getByRole('button', { name: 'Skip to content' })
    await skip.focus()
    expect((await skip.boundingBox())?.width).toBeGreaterThan(40)
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
  })

  step(
    'every screen is walked through in the smallest window: nothing holds the focus, and it is never hidden',
    async () => {
      const { page } = app
      await page.setViewportSize({ width: 640, height: 400 })
      for (const [name, route] of Object.entries(ROUTES)) {
        await go(page, route)
        await page.locator('#main').focus()
        const stops: string[] = []
        for (;;) {
          await page.keyboard.press('Tab')
          const at = await focused()
          if (at === null) break
          stops.push(at.name)
          expect.soft(at.isSeen, `${name}: ${at.name}`).toBe(true)
          if (stops.length > 99) throw new Error(`${name} holds the focus: ${stops.slice(-5).join(', ')}`)
        }
        expect.soft(stops.length, name).toBeGreaterThan(0)
      }
      await page.setViewportSize({ width: 1280, height: 800 })
    },
  )

  step('nor does the foot of a dialog hide it', async () => {
    const { page } = app
    await go(page, ROUTES['rules'] ?? { name: 'home' })
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await press(page, 'Set rules')
      const dialog = await seen(page.getByRole('dialog', { name: 'Rules' }))
      await person.choose(dialog, page, 'Who may be paid', /^Only those on a list/)
      await seen(dialog.getByRole('list', { name: 'People you know' }))
      for (const key of ['Tab', 'Shift+Tab'])
        for (let stops = 0; stops < 16; stops += 1) {
          await page.keyboard.press(key)
          const at = await focused('[role=dialog]')
          expect.soft(at?.isSeen, `${size.width}: ${at?.name}`).toBe(true)
        }
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
  })

  step('rules that lack something lead to it', async () => {
    const { page } = app
    await go(page, ROUTES['rules'] ?? { name: 'home' })
    await press(page, 'Set rules')
    const dialog = await seen(page.getByRole('dialog', { name: 'Rules' }))
    const field = (name: string) => dialog.getByRole('textbox', { name })
    await field('Daily limit, all together').fill('ten')
    await press(dialog, 'Set rules')
    await poll(() => isFocused(field('Daily limit, all together'))).toBe(true)
    // Which of the amounts is meant is asked below it.
    await field('Daily limit, all together').fill('1,000')
    await press(dialog, 'Set rules')
    await poll(() => isFocused(dialog.getByRole('alert').filter({ hasText: 'two ways' }))).toBe(true)
    await field('Daily limit, all together').fill('')
    await press(dialog, 'Set rules')
    await poll(() => isFocused(field('Your passphrase'))).toBe(true)
    await seen(dialog.getByText('Enter your passphrase.'))
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  step('rules with an empty list lead to whom it lacks: nobody could be paid, and looser rules wait', async () => {
    const { page } = app
    await go(page, ROUTES['rules'] ?? { name: 'home' })
    await press(page, 'Set rules')
    const dialog = await seen(page.getByRole('dialog', { name: 'Rules' }))
    await person.choose(dialog, page, 'Who may be paid', /^Only those on a list/)
    await dialog.getByLabel('Your passphrase', { exact: true }).fill(person.PASSPHRASE)
    await press(dialog, 'Set rules')
    await seen(dialog.getByText('Add a recipient: with an empty list nobody can be paid.'))
    await poll(() => isFocused(dialog.getByRole('textbox', { name: 'Add a recipient' }))).toBe(true)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await seen(page.getByText('No rules: you alone decide what you sign.'))
  })

  step('what takes itself away, or can be pressed no more, leaves the focus beside it', async () => {
    const { page } = app
    await go(page, ROUTES['new group'] ?? { name: 'new-group' })
    const main = page.getByRole('main')
    await main.getByRole('button', { name: /^Jonas Weber/ }).focus()
    await page.keyboard.press('Enter')
    await poll(() => isFocused(main.getByRole('textbox', { name: 'Add a member' }))).toBe(true)
    await seen(main.getByRole('status').getByText('Taken: Jonas Weber'))
    await main.getByRole('button', { name: 'One less' }).focus()
    await page.keyboard.press('Enter')
    await poll(() => isFocused(main.getByRole('button', { name: 'One more' }))).toBe(true)
    await go(page, ROUTES['activity'] ?? { name: 'activity' })
    await main.getByRole('button', { name: /^Deposit over Bitcoin/ }).focus()
    await page.keyboard.press('Enter')
    const above = page.getByRole('button', { name: 'The one above' })
    await above.focus()
    await page.keyboard.press('Enter')
    // The first one has none above it.
    await poll(() => isFocused(page.getByRole('button', { name: 'The one below' }))).toBe(true)
    await page.keyboard.press('Escape')
    const search = main.getByRole('textbox', { name: 'Search activity' })
    for (const key of ['Escape', 'Tab']) {
      await search.fill('nobody')
      await page.keyboard.press(key)
      if (key === 'Tab') await page.keyboard.press('Enter')
      await poll(() => search.inputValue()).toBe('')
      await poll(() => isFocused(search)).toBe(true)
    }
  })

  step('what a search found is said to who hears the window', async () => {
    const { page } = app
    const main = page.getByRole('main')
    const SEARCHES = [
      ['activity', 'lunch', '1 found'],
      ['coins', 'nobody', 'Nothing found'],
      ['contacts', 'Jonas Weber', '1 found'],
    ] as const
    for (const [screen, text, said] of SEARCHES) {
      await go(page, ROUTES[screen] ?? { name: 'home' })
      const field = main.getByRole('textbox').first()
      const status = main.getByRole('status').filter({ hasText: said })
      await field.fill(text)
      await poll(() => status.count(), screen).toBe(1)
      await field.fill('')
      await poll(() => status.count(), screen).toBe(0)
    }
  })

  step('a form that lacks something leads to it', async () => {
    const { page } = app
    await go(page, ROUTES['backup'] ?? { name: 'home' })
    await press(page, 'Set up backups')
    const dialog = await seen(page.getByRole('dialog'))
    await dialog.getByRole('button', { name: 'Make the first backup' }).focus()
    await page.keyboard.press('Enter')
    await poll(() => isFocused(dialog.getByRole('textbox', { name: /^Folder/ }))).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  step('a review leads to the sentence that is not ticked, and then to the passphrase', async () => {
    const { page } = app
    await person.write(page, { asset: /^BTC/, to: JONAS, amount: '0.01' })
    await person.review(page)
    const field = await seen(page.getByLabel('Your passphrase', { exact: true }))
    const box = page.getByRole('checkbox', { name: /^This wallet has not paid this recipient before/ })
    await page.getByRole('button', { name: /^Send 0.01 BTC/ }).focus()
    await page.keyboard.press('Enter')
    await poll(() => isFocused(box)).toBe(true)
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: /^Send 0.01 BTC/ }).focus()
    await page.keyboard.press('Enter')
    await poll(() => isFocused(field)).toBe(true)
    await person.cancel(page)
  })
})

describe('in the smallest window', () => {
  step('a review has room for the whole label of the passphrase, and for its field', async () => {
    const { page } = app
    await person.write(page, { asset: /^BTC/, to: JONAS, amount: '0.01' })
    await person.review(page)
    await page.setViewportSize({ width: 640, height: 400 })
    const field = await seen(page.getByLabel('Your passphrase', { exact: true }))
    const [box, { text, room }] = [
      await field.boundingBox(),
      await field.evaluate((input: HTMLInputElement) => {
        const { font, letterSpacing, paddingLeft, paddingRight } = getComputedStyle(input)
        const pen = document.createElement('canvas').getContext('2d')
        if (pen === null) throw new Error('there is no pen')
        Object.assign(pen, { font, letterSpacing })
        const sides = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight)
        return { text: pen.measureText(input.placeholder).width, room: input.clientWidth - sides }
      }),
    ]
    expect(text).toBeGreaterThan(0)
    expect(text).toBeLessThanOrEqual(room)
    expect(box?.y).toBeGreaterThanOrEqual(0)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(400)
    await page.setViewportSize({ width: 1280, height: 800 })
    await person.cancel(page)
  })
})

const SIZES = [
  { width: 640, height: 400 },
  { width: 1280, height: 800 },
] as const

describe('by ear', () => {
  const topOf = (of: Locator) => of.evaluate((element) => element.getBoundingClientRect().top)
  const DRAWN: Readonly<Record<string, Route>> = {
    home: { name: 'home' },
    asset: { name: 'asset', assetId: BTC },
    statement: ROUTES['statement'] ?? { name: 'home' },
  }

  for (const [screen, route] of Object.entries(DRAWN)) {
    step(`the line on ${screen} has a name, says each point with its unit, and has a table behind it`, async () => {
      const main = app.page.getByRole('main')
      await go(app.page, route)
      const line = await seen(main.getByRole('slider', { name: /over time/ }))
      await poll(() => line.getAttribute('aria-valuetext')).toMatch(/[$¥€].*\d/)
      await line.focus()
      const at = await line.getAttribute('aria-valuenow')
      await app.page.keyboard.press('ArrowLeft')
      await poll(() => line.getAttribute('aria-valuenow')).not.toBe(at)
      await press(main, 'Show as table')
      const table = main.getByRole('table').filter({ hasText: 'Value' }).first()
      await seen(table.getByRole('cell', { name: /[$¥€].*\d/ }))
      expect.soft(await flaws(app.page), screen).toEqual([])
      // What leads back stands before the rows, and still has the focus.
      const back = main.getByRole('button', { name: 'Show as table' })
      expect.soft(await topOf(back), screen).toBeLessThan(await topOf(table))
      await poll(() => back.evaluate((button) => button === document.activeElement)).toBe(true)
      await press(main, 'Show as table')
      await seen(main.getByRole('slider'))
    })
  }

  step('what passed between two people has a name, and a table behind it', async () => {
    const main = app.page.getByRole('main')
    await go(app.page, { name: 'contact', userId: MAYA })
    await seen(main.getByRole('img', { name: /month/ }))
    await press(main, 'Show as table')
    await seen(main.getByRole('table').getByRole('cell', { name: /[$¥€].*\d/ }))
    expect.soft(await flaws(app.page)).toEqual([])
  })
})

/** What a control looks like: its ground, its letters, its edge and what is around it. */
const look = (of: Locator) =>
  of.evaluate((element) => {
    const { backgroundColor, color, outlineStyle, outlineWidth, outlineColor, borderTopWidth } =
      getComputedStyle(element)
    return { backgroundColor, color, outlineStyle, outlineWidth, outlineColor, borderTopWidth }
  })

describe('every screen', () => {
  step('has its title and what it offers in one line, and says once which network it is on', async () => {
    const { page } = app
    for (const [name, route] of Object.entries(ROUTES)) {
      await go(page, route)
      const head = await page.getByRole('main').locator('header').first().boundingBox()
      expect.soft(head?.height, name).toBeLessThanOrEqual(48)
      await poll(() => page.getByText('Local network · live').count(), name).toBe(1)
    }
  })

  step('has no heading that holds something to press', async () => {
    const { page } = app
    for (const [name, route] of Object.entries(ROUTES)) {
      await go(page, route)
      const headings = page.getByRole('main').getByRole('heading')
      const holding = headings.filter({ has: page.locator('button, a, input') })
      expect.soft(await holding.allTextContents(), name).toEqual([])
    }
  })

  step('says how much there is of an asset as a figure and its unit, apart', async () => {
    const { page } = app
    await go(page, ROUTES['asset'] ?? { name: 'home' })
    expect(person.plain(await page.getByRole('region', { name: 'Balance' }).ariaSnapshot())).toContain(' 1111 BTC ')
  })

  step('has a figure copied as it is seen, once', async () => {
    const { page } = app
    await go(page, ROUTES['asset'] ?? { name: 'home' })
    await page.getByRole('region', { name: 'Balance' }).selectText()
    const copied = await page.evaluate(() => String(getSelection()))
    expect([copied.split('1\u202f111').length, copied.includes('1111')]).toEqual([2, false])
    await page.evaluate(() => getSelection()?.removeAllRanges())
  })

  step('says once what stands in the way of a payment', async () => {
    const { page } = app
    await person.write(page, { asset: /^BTC/, to: MAYA, amount: '90000' })
    const said = page.getByText('You can send 1 111 BTC or less.')
    await poll(() => said.count()).toBe(2)
    const told = page.locator('[aria-live=polite], [role=status]:not([aria-live=off])')
    await poll(() => told.filter({ hasText: 'You can send 1 111 BTC or less.' }).count()).toBe(1)
    await press(page, 'New payment')
  })

  step('draws a person in one colour', async () => {
    const { page } = app
    const places: readonly Route[] = [
      { name: 'send' },
      { name: 'contacts', tab: 'people' },
      { name: 'contact', userId: MAYA },
    ]
    const colours = new Set<string>()
    for (const place of places) {
      await go(page, place)
      const mark = await seen(page.getByRole('main').getByText('MO', { exact: true }).first())
      colours.add((await look(mark)).backgroundColor)
    }
    expect([...colours]).toEqual([expect.stringMatching(/^(?:rgb|oklch)/)])
  })
})

describe('in the colours of the system', () => {
  step('a code keeps its dark on white, and what is drawn differs from the ground', async () => {
    const { page } = app
    await page.emulateMedia({ forcedColors: 'active' })
    await go(page, { name: 'contacts', tab: 'people' })
    const code = await seen(page.getByRole('main').getByRole('img', { name: /code/i }))
    const fills = await code.evaluate((svg) =>
      ['rect', 'path'].map((part) => {
        const shape = svg.querySelector(part)
        return shape === null ? '' : getComputedStyle(shape).fill
      }),
    )
    expect(fills).toEqual(['rgb(255, 255, 255)', 'rgb(13, 20, 24)'])
    await go(page, { name: 'home' })
    const line = await seen(page.getByRole('main').locator('svg g[stroke-width="2"]'))
    const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    expect(await line.first().evaluate((drawn) => getComputedStyle(drawn).stroke)).not.toBe(ground)
  })

  step('what is chosen is seen, its words too, and a button has an edge', async () => {
    const { page } = app
    await go(page, { name: 'settings', section: 'appearance' })
    const nav = page.getByRole('navigation', { name: 'Settings' })
    const [here, there] = [await look(nav.locator('[aria-current]')), await look(nav.getByRole('button').first())]
    expect(here.backgroundColor).not.toBe(there.backgroundColor)
    expect(here.color).not.toBe(here.backgroundColor)
    const [on, off] = [page.getByLabel('Single-key shortcuts'), page.getByLabel('Hide amounts')]
    expect((await look(on)).backgroundColor).not.toBe((await look(off)).backgroundColor)
    const theme = page.getByRole('group', { name: 'Theme' }).locator('label')
    expect((await look(theme.first())).backgroundColor).not.toBe((await look(theme.last())).backgroundColor)
    await go(page, { name: 'settings', section: 'security' })
    expect((await look(named('Change passphrase'))).borderTopWidth).toBe('1px')
  })

  step('a warning has an edge, and so has the disc of an asset that has no sign', async () => {
    const { page } = app
    await person.write(page, { asset: /^BTC/, to: JONAS, amount: '0.01' })
    await person.review(page)
    const warning = page.getByRole('main').locator('[class~="bg-warn-soft"]:visible')
    await seen(warning)
    for (const each of await warning.all()) {
      const { borderTopWidth, borderTopColor, ground } = await each.evaluate((element) => {
        const style = getComputedStyle(element)
        const { backgroundColor } = getComputedStyle(document.documentElement)
        return { borderTopWidth: style.borderTopWidth, borderTopColor: style.borderTopColor, ground: backgroundColor }
      })
      expect(borderTopWidth).toBe('1px')
      expect(borderTopColor).not.toBe(ground)
    }
    await person.cancel(page)
    await go(page, { name: 'receive', tab: 'chain' })
    await page.getByRole('main').getByRole('button', { name: /asset/i }).first().click()
    const disc = await seen(page.locator('[data-letters]'))
    expect((await look(disc.first())).borderTopWidth).toBe('1px')
    await page.keyboard.press('Escape')
  })

  step('the focus is seen, on a field and on what is chosen', async () => {
    const { page } = app
    await go(page, { name: 'contacts', tab: 'people' })
    await page.keyboard.press('Tab')
    for (const of of [
      page.getByRole('searchbox').or(page.getByRole('main').getByRole('textbox')).first(),
      page.getByRole('navigation', { name: 'Coffer' }).locator('[aria-current=page]'),
    ]) {
      const before = await look(of)
      await of.focus()
      const after = await look(of)
      expect(before.outlineStyle === 'none' ? '' : before.outlineWidth).not.toBe(after.outlineWidth)
      expect(after).toMatchObject({ outlineStyle: 'solid', outlineWidth: '2px' })
    }
    await page.keyboard.press('Control+k')
    const option = await seen(page.getByRole('option'))
    // Who types at once types into the field.
    await page.keyboard.press('ArrowDown')
    await poll(() => page.locator('[role=option][data-focused]').count()).toBe(1)
    const shown = await look(page.locator('[role=option][data-focused]'))
    expect(shown.backgroundColor).not.toBe((await look(option.last())).backgroundColor)
    await page.keyboard.press('Escape')
    await page.emulateMedia({ forcedColors: 'none' })
  })
})

describe('with more contrast, or less motion', () => {
  step('quiet words and hairlines grow stronger', async () => {
    const { page } = app
    const ink = () =>
      page.evaluate(() =>
        ['--ink-3', '--line'].map((name) => getComputedStyle(document.documentElement).getPropertyValue(name)),
      )
    const before = await ink()
    await page.emulateMedia({ contrast: 'more' })
    const after = await ink()
    await page.emulateMedia({ contrast: 'no-preference' })
    expect(after.every((value, at) => value !== before[at])).toBe(true)
  })

  step('nothing moves for whoever wants no motion', async () => {
    const { page } = app
    const longest = async (reducedMotion: 'reduce' | 'no-preference') => {
      await page.emulateMedia({ reducedMotion })
      await page.keyboard.press('Control+k')
      const dialog = await seen(page.getByRole('dialog'))
      const took = await dialog.evaluate((box) =>
        Math.max(
          ...[box.parentElement, box.parentElement?.parentElement].map((one) =>
            one == null ? 0 : Number.parseFloat(getComputedStyle(one).animationDuration) || 0,
          ),
        ),
      )
      await page.keyboard.press('Escape')
      await poll(() => page.getByRole('dialog').count()).toBe(0)
      return took
    }
    expect(await longest('no-preference')).toBeGreaterThan(0.1)
    expect(await longest('reduce')).toBeLessThan(0.001)
  })
})

describe('the table of assets', () => {
  step('has no row that says nothing, also where a bar says how the whole is made up', async () => {
    const { page } = app
    await person.getPlayMoney(page, /^XIN/, '1')
    await go(page, ROUTES['home'] ?? { name: 'home' })
    const rows = page.getByRole('main').getByRole('row')
    await seen(rows.filter({ hasText: 'XIN' }))
    await poll(async () => (await rows.allInnerTexts()).filter((text) => text.trim() === '')).toEqual([])
  })
})
