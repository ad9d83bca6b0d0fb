import { beforeAll, describe, expect } from 'vitest'
import { MAYA } from '../support/residents.ts'
import { type App, startApp } from './support/app.ts'
import { flaws } from './support/flaws.ts'
import { journeySteps, poll } from './support/journey.ts'
import * as person from './support/person.ts'
import { plain, press, seen, visit } from './support/person.ts'

/* Coffer's own program falls silent without ending, as on a computer that sleeps or has no memory left, and goes on later. */

const step = journeySteps(() => app)
let app: App

beforeAll(async () => {
  // So wide that the sidebar names the network beside the word for its connection.
  const size = { width: 1280, height: 800 }
  app = await startApp({ size, account: { name: 'Mary Jackson', money: [['BTC', '2']] } })
})

const connection = (state: RegExp) => app.page.getByRole('button', { name: state })
const silence = () => seen(app.page.getByText('Coffer’s own program does not answer', { exact: true }))
const help = () => app.page.getByRole('dialog')
const title = (name: string) => help().getByRole('heading', { level: 1, name, exact: true })

describe('a program that falls silent', () => {
  step('is told of, in a word that stays on its line', async () => {
    const { page } = app
    await person.write(page, { asset: /^BTC/, to: MAYA, amount: '0.75', memo: 'asked in silence' })
    await seen(page.getByText('Nothing is signed yet.'))
    await page.keyboard.press('F1')
    await seen(title('Send'))
    // Nobody serves a page once the program is silent: they are read before, when there is time.
    await poll(() =>
      page.evaluate(() =>
        performance.getEntriesByType('resource').map(({ name }) => /\/assets\/(.+)-.{8}\.js$/.exec(name)?.[1]),
      ),
    ).toContain('handbook-en')
    app.program.process.kill('SIGSTOP')
    await silence()
    const word = connection(/^Connection: No answer/).getByText(/No answer$/)
    const lines = await word
      .filter({ visible: true })
      .last()
      .evaluate((text) => {
        const range = document.createRange()
        range.selectNodeContents(text)
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
      })
    expect(lines).toBe(1)
  })

  step('leaves the handbook open, with all its pages', async () => {
    await seen(title('Send'))
    await help().getByRole('button', { name: 'Troubleshooting' }).click()
    await seen(title('Troubleshooting'))
    await help().getByRole('textbox', { name: 'Search the handbook' }).fill('sending stopped')
    await help()
      .getByRole('button', { name: /^Sending is stopped/ })
      .click()
    await seen(title('Undecided and stopped payments'))
    expect(await flaws(app.page)).toEqual([])
    await press(help(), 'Close')
    await app.page.keyboard.press('F1')
    await seen(title('Send'))
    await press(help(), 'Close')
    await help().waitFor({ state: 'detached' })
  })

  step('carries out once what was asked for meanwhile, when it goes on', async () => {
    const { page } = app
    await press(page, 'Review')
    await seen(page.getByRole('button', { name: 'Preparing' }))
    await seen(page.getByText('Coffer’s own program does not answer', { exact: true }))
    const inSight = await page
      .getByText('Coffer’s own program does not answer', { exact: true })
      .evaluate((text) => text.getBoundingClientRect().top >= 0)
    expect(inSight).toBe(true)
    // Whoever listens is told it once.
    await poll(() => page.getByRole('status').filter({ hasText: 'Coffer’s own program does not answer' }).count()).toBe(
      1,
    )
    app.program.process.kill('SIGCONT')
    await seen(connection(/^Connection: Live/))
    await page.getByText('Coffer’s own program does not answer', { exact: true }).waitFor({ state: 'detached' })
    await person.approve(page)
    await person.finished(page)
    await visit(page, 'Activity')
    const rows = page.getByRole('list', { name: 'Movements' }).getByRole('button')
    await poll(async () => (await rows.allInnerTexts()).map(plain).filter((text) => text.includes('−'))).toEqual([
      expect.stringMatching(/Maya Okafor.*−0\.75/),
    ])
    expect(app.complaints).toEqual([])
  })
})
