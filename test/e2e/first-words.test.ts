import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { LANGUAGE_TAGS } from '#words'
import { startApp } from './support/app.ts'

type Catalogue = Readonly<Record<string, string>>

const ROOT = join(import.meta.dirname, '../..')
const ASSETS = join(ROOT, 'out/renderer/assets')
const FILES = readdirSync(ASSETS)

/** The text of the catalogue that a file of the window holds. */
async function wordsOf(name: string): Promise<Catalogue> {
  const file = FILES.find((one) => one.startsWith(`${name}-`) && one.endsWith('.js')) ?? ''
  // What the file begins with is what it needs of others.
  const text = readFileSync(join(ASSETS, file), 'utf8').replace(/import\{[^}]*\}from"[^"]*";/g, '')
  const module: { default: Catalogue } = await import(`data:text/javascript,${encodeURIComponent(text)}`)
  return module.default
}

/** Files of those names, and what they import at once. */
function filesOf(names: RegExp): Set<string> {
  const open = FILES.filter((name) => name.endsWith('.js') && names.test(name))
  const found = new Set<string>()
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue
    found.add(name)
    const text = readFileSync(join(ASSETS, name), 'utf8')
    open.push(...[...text.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)].map(([, other = '']) => other))
  }
  return found
}

const named = (text: string): string[] =>
  [...text.matchAll(/([`'"])([\w-]+(?:\.[\w-]+)+)\1/g)].map(([, , name = '']) => name)

it.each(LANGUAGE_TAGS)('has in %s each message once, and first what the first screens say', async (language) => {
  const whole: Catalogue = JSON.parse(readFileSync(join(ROOT, `resources/words/${language}.json`), 'utf8'))
  const [first, later] = [await wordsOf(language), await wordsOf(`later-${language}`)]
  expect(Object.keys(first).filter((name) => Object.hasOwn(later, name))).toEqual([])
  expect({ ...first, ...later }).toEqual(
    Object.fromEntries(Object.entries(whole).filter(([name]) => !name.startsWith('main.'))),
  )
  const files = filesOf(/^(?:page|start|open|lately|lock)-/)
  expect(files.size).toBeGreaterThan(5)
  const said = [...files].flatMap((name) => named(readFileSync(join(ASSETS, name), 'utf8')))
  const known = said.filter((name) => Object.hasOwn(whole, name))
  expect(known.length).toBeGreaterThan(400)
  expect(known.filter((name) => !Object.hasOwn(first, name))).toEqual([])
  // Whatever fails is worded by its code.
  expect(Object.keys(whole).filter((name) => name.startsWith('error.') && !Object.hasOwn(first, name))).toEqual([])
})

it('reads for a lock nothing of an open wallet', () => {
  const files = [...filesOf(/^(?:page|start|lock)-/)]
  expect(files.length).toBeGreaterThan(3)
  expect(files.filter((name) => name.startsWith('open-'))).toEqual([])
})

const LATER = '**/later-en-*.js'

it('shows its first screen before the other words have come, and another screen with them', async () => {
  const app = await startApp({ account: { name: 'Ada Byron' } })
  let [release, asked] = [() => {}, 0]
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await app.context.route(LATER, async (route) => {
    asked += 1
    await held
    await route.continue()
  })
  await app.page.reload()
  const home = app.page.getByRole('heading', { name: 'Home' })
  await home.waitFor()
  await expect.poll(() => asked).toBe(1)
  // What is typed for the palette is no shortcut of the screen below.
  await app.page.keyboard.press('Control+k')
  await app.page.keyboard.type('rules')
  // By the next frame a shortcut would have led away.
  await app.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
  await home.waitFor()
  await app.page.getByRole('button', { name: 'Activity' }).click()
  await home.waitFor({ state: 'detached' })
  await expect.poll(() => app.page.locator('main [aria-hidden] > .animate-late').count()).toBe(2)
  release()
  await app.page.getByRole('dialog').locator('input:focus').waitFor()
  await app.page.keyboard.press('Escape')
  await app.page.getByRole('heading', { name: 'Activity' }).waitFor()
  expect(asked).toBe(1)
  expect(app.complaints).toEqual([])
  await app.stop()
})

it('reads all of the page once more for who asks again where the other words did not come', async () => {
  const app = await startApp({ account: { name: 'Ada Byron' } })
  await app.context.route(LATER, (route) => route.abort())
  await app.page.reload()
  const again = app.page.getByRole('button', { name: 'Show it again' })
  await again.waitFor()
  // The handbook has none of its words either, and takes nothing away.
  await app.page.keyboard.press('F1')
  await app.page.waitForTimeout(300)
  await app.context.unroute(LATER)
  await again.first().click()
  await app.page.getByRole('heading', { name: 'Home' }).waitFor()
  await app.page.getByRole('button', { name: 'Activity' }).click()
  await app.page.getByRole('heading', { name: 'Activity' }).waitFor()
  await app.stop()
})
