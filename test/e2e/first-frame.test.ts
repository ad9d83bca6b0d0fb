import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { firstCalls } from '../../build/compiled-ahead.ts'
import { type App, painted, startApp } from './support/app.ts'

const ASSETS = join(import.meta.dirname, '../../out/renderer/assets')
let app: App

beforeAll(async () => {
  app = await startApp()
})

it('has what the first screen calls of React compiled where its file is read, beside the page’s own thread', () => {
  const file = readdirSync(ASSETS).find((name) => /^start-.*\.js$/.test(name)) ?? ''
  const bracketed = readFileSync(join(ASSETS, file), 'utf8').match(/[\w$]=\(function\(/g) ?? []
  // The smallest of them are no functions any more.
  expect(bracketed.length).toBeGreaterThan(0.9 * firstCalls().size)
})

it('begins the window with no file that only asks for others', () => {
  const html = readFileSync(join(ASSETS, '../index.html'), 'utf8')
  const scripts = [...html.matchAll(/<script[^>]* src="\.\/assets\/([\w-]+)-[\w-]{8}\.js"/g)].map(([, name]) => name)
  expect(scripts).toEqual(['rolldown-runtime', 'page'])
})

it('applies the styles of screens with the first of them: the page’s frame is not drawn again for them', async () => {
  await app.page.addInitScript(() => {
    const steps: string[] = []
    const look = () => {
      const root = document.getElementById('root')
      if (root === null) return
      const styles = document.querySelector('link[rel=stylesheet]:not([media])') === null ? 'waiting' : 'applied'
      steps.push(`${root.childElementCount === 0 ? 'frame' : 'screen'}, styles ${styles}`)
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, attributeFilter: ['media'] })
    Object.assign(window, { stepsOfStart: steps })
  })
  await app.page.reload()
  await painted(app.page)
  const steps = await app.page.evaluate(() => Reflect.get(window, 'stepsOfStart') as string[]) // kept above
  expect([...new Set(steps)]).toEqual(['frame, styles waiting', 'screen, styles applied'])
  expect(app.complaints).toEqual([])
})

const STYLES = '**/start-*.css'
/** What asks for the styles; it is read once they have failed, as where a machine is busy. */
const PROGRAM = '**/start-*.js'

/** Lets nothing of the styles come before the program runs that waits for them, and nothing afterwards either unless it may. */
async function failStyles(afterwards: 'come' | 'fail'): Promise<void> {
  const { context } = app
  let [hasBegun, tellFailed] = [false, () => {}]
  const failed = new Promise<void>((resolve) => {
    tellFailed = resolve
  })
  await context.route(STYLES, async (route) => {
    if (hasBegun && afterwards === 'come') return route.continue()
    await route.abort()
    tellFailed()
  })
  await context.route(PROGRAM, async (route) => {
    await failed
    hasBegun = true
    await route.continue()
  })
}

it('asks for its styles once more where they failed before anything waited for them', async () => {
  await failStyles('come')
  await app.page.reload()
  await painted(app.page)
  expect(await app.page.evaluate(() => getComputedStyle(document.body).overflow)).toBe('hidden')
  await app.context.unrouteAll()
})

it('says in its frame that it was not read whole where the styles do not come, and is read anew for whoever asks', async () => {
  await failStyles('fail')
  await app.page.reload()
  await app.page.getByRole('alert').getByText('Your money is where it was').waitFor()
  await app.context.unrouteAll()
  await app.page.getByRole('button', { name: 'Show it again' }).click()
  await painted(app.page)
})
