import { readFileSync } from 'node:fs'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'

const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Colours go over into each other: what is looked at meanwhile has those of neither theme. What follows a scroll never ends by itself. */
const atRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    const inTime = document.getAnimations().filter(({ timeline }) => timeline === document.timeline)
    const ending = inTime.filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })

const CONTRAST = 'color-contrast'

/** What nobody is told who hears the window: what an alert asks, and of a table its name, its columns and what each row is about. */
const untold = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const textOf = (ids: string | null) =>
      (ids ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '')
    for (const alert of document.querySelectorAll('[role=alertdialog]'))
      if (textOf(alert.getAttribute('aria-describedby')).join('').trim() === '') found.push('an alert says nothing')
    for (const table of document.querySelectorAll('table')) {
      const name = table.getAttribute('aria-label') ?? table.caption?.textContent ?? ''
      const rows = [...table.tBodies].flatMap((body) => [...body.rows]).filter((row) => row.textContent !== '')
      if (table.role === 'grid' || rows.length === 0) continue
      if (name === '') found.push(`a table has no name: ${table.textContent?.slice(0, 40)}`)
      const columns = [...table.querySelectorAll('thead th[scope=col]')].filter((head) => head.textContent !== '')
      if (columns.length < 2) found.push(`the table "${name}" does not name its columns`)
      const nameless = rows.filter((row) => row.querySelector('th[scope=row]') === null)
      if (nameless.length > 0)
        found.push(`rows of the table "${name}" have no name: ${nameless[0]?.textContent?.slice(0, 40)}`)
    }
    return found
  })

/** What a voice reads as several numbers: Chromium's own tree is what it is given, of elements, attributes and styles alike. */
const torn = async (page: Page): Promise<string[]> => {
  const line = await page.context().newCDPSession(page)
  const { nodes } = await line.send('Accessibility.getFullAXTree')
  await line.detach()
  const said = nodes
    .filter(({ ignored }) => !ignored)
    .flatMap(({ role, name, description, value, properties = [] }) =>
      [name, description, value, ...properties.map((each) => each.value)].map(
        (text) => `${role?.value}: ${text?.value}`,
      ),
    )
  return [...new Set(said)].filter((text) => /\d\u202f\d{3}/u.test(text)).map((text) => `several numbers in ${text}`)
}

/**
 * What axe and we find wrong with what is on screen, each with its place: everything in the light theme, and in the dark one its contrast. That is the same
 * in every language, so that screens of which only the words are new can be looked at without it.
 */
export async function flaws(page: Page, { withContrast = true } = {}): Promise<string[]> {
  // A window reads it once: that takes longer than a look.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const found = [...(await untold(page)), ...(await torn(page))]
  for (const colorScheme of withContrast ? (['light', 'dark'] as const) : (['light'] as const)) {
    await page.emulateMedia({ colorScheme })
    await atRest(page)
    const options: axe.RunOptions = {
      resultTypes: ['violations'],
      ...(colorScheme === 'dark' ? { runOnly: [CONTRAST] } : { rules: { [CONTRAST]: { enabled: withContrast } } }),
    }
    const { violations } = await page.evaluate(
      (how) => (window as unknown as { axe: typeof axe }).axe.run(document, how), // read above
      options,
    )
    for (const { id, nodes } of violations) {
      for (const { target, failureSummary } of nodes) {
        found.push(`${colorScheme}: ${id}: ${target.join(' ')}: ${failureSummary?.replace(/\s+/g, ' ') ?? ''}`)
      }
    }
  }
  await page.emulateMedia({ colorScheme: null })
  return found
}
