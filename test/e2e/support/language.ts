import { readFileSync } from 'node:fs'
import { afterAll, expect } from 'vitest'
import { MAYA } from '../../support/residents.ts'
import { type App, painted, startApp } from './app.ts'
import { flaws } from './flaws.ts'
import { journeySteps } from './journey.ts'
import * as person from './person.ts'
import { heading, press, seen, visit } from './person.ts'
import { cutOff, go, ROUTES } from './whole.ts'
import { readIn } from './words.ts'

const SIZE = { width: 1024, height: 640 }

interface Language {
  readonly tag: string
  readonly catalogue: Readonly<Record<string, string>>
  /** Nobody speaks it: its catalogue takes the place of the one of that tag, which is English. */
  readonly isMadeUp?: boolean
}

/**
 * The main journey and every screen of the smallest window in a language: nothing that Coffer says is cut off, nothing is left in
 * English, and axe finds nothing wrong in either theme.
 */
export function wholeIn({ tag, catalogue, isMadeUp = false }: Language): void {
  let app: App | undefined
  const step = journeySteps(() => app)
  const page = () => {
    if (app === undefined) throw new Error('no window is open')
    return app.page
  }
  afterAll(async () => {
    await app?.stop()
    readIn(null)
  })

  async function isWhole(where: string): Promise<void> {
    expect.soft(await cutOff(page()), where).toEqual([])
    expect.soft(await flaws(page(), isMadeUp ? ['light', 'dark'] : ['light']), where).toEqual([])
  }

  /** The handbook is open at that page, in the window's language. */
  async function helped(name: string): Promise<void> {
    const text = readFileSync(new URL(`../../../resources/handbook/${tag}/${name}.md`, import.meta.url), 'utf8')
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
    await press(page(), 'Sign and register')
    await press(page(), 'Go to Home')
    await heading(page(), 'Home')
    await isWhole('empty home')
  })

  step('receives and pays', async () => {
    await person.getPlayMoney(page(), /^ETH Ether/, '2')
    await person.write(page(), { asset: /^ETH Ether/, to: MAYA, amount: '0.5', memo: 'lunch' })
    await isWhole('send')
    await person.review(page())
    await seen(page().getByRole('checkbox'))
    await isWhole('review')
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
    })
  }

  step('is locked and opened again', async () => {
    await go(page(), { name: 'home' })
    await press(page(), 'Lock')
    await seen(page().getByRole('textbox').or(page().locator('input[type=password]')))
    await isWhole('lock')
    await page().keyboard.press('F1')
    await helped('troubleshooting')
  })
}
