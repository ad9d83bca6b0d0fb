import { afterAll, describe, expect } from 'vitest'
import english from '#catalogues/en' with { type: 'json' }
import japanese from '#catalogues/ja' with { type: 'json' }
import chinese from '#catalogues/zh-CN' with { type: 'json' }
import { longer } from '../support/pseudo.ts'
import { MAYA } from '../support/residents.ts'
import { type App, painted, startApp } from './support/app.ts'
import { journeySteps } from './support/journey.ts'
import * as person from './support/person.ts'
import { heading, press, seen, visit } from './support/person.ts'
import { cutOff, go, ROUTES } from './support/whole.ts'
import { readIn } from './support/words.ts'

/*
 * The main journey and every screen of the smallest window, in each language and in one that is two fifths longer than English: nothing
 * that Coffer says is cut off, and nothing is left in English.
 */

const SIZE = { width: 1024, height: 640 }
const long = Object.fromEntries(Object.entries(english).map(([code, text]) => [code, longer(text)]))

const LANGUAGES: readonly {
  readonly name: string
  readonly tag: string
  readonly catalogue: Readonly<Record<string, string>>
}[] = [
  { name: 'Chinese', tag: 'zh-CN', catalogue: chinese },
  { name: 'Japanese', tag: 'ja', catalogue: japanese },
  { name: 'a longer language', tag: 'en', catalogue: long },
]

let app: App | undefined
afterAll(() => readIn(null))

describe.each(LANGUAGES)('in $name', ({ tag, catalogue }) => {
  const step = journeySteps(() => app)
  const page = () => {
    if (app === undefined) throw new Error('no window is open')
    return app.page
  }
  afterAll(async () => {
    await app?.stop()
    app = undefined
  })

  async function isWhole(where: string): Promise<void> {
    expect.soft(await cutOff(page()), where).toEqual([])
  }

  step('begins in the language of the system', async () => {
    readIn(catalogue)
    app = await startApp({
      locale: tag,
      size: SIZE,
      // The catalogue of a language that nobody speaks takes the place of English.
      ...(catalogue === long ? { instead: { path: /\/assets\/en-[\w-]+\.js$/, catalogue } } : {}),
    })
    await painted(page())
    expect(await page().evaluate(() => document.documentElement.lang)).toBe(tag)
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

  step('says every screen whole', async () => {
    for (const [name, route] of Object.entries(ROUTES)) {
      await go(page(), route)
      await isWhole(name)
    }
  })

  step('is locked and opened again', async () => {
    await go(page(), { name: 'home' })
    await press(page(), 'Lock')
    await seen(page().getByRole('textbox').or(page().locator('input[type=password]')))
    await isWhole('lock')
  })
})
