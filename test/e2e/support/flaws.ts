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

/**
 * What axe finds wrong with what is on screen, each with its place: everything in the light theme, and in the dark one its contrast. That is the same
 * in every language, so that screens of which only the words are new can be looked at without it.
 */
export async function flaws(page: Page, { withContrast = true } = {}): Promise<string[]> {
  // A window reads it once: that takes longer than a look.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const found: string[] = []
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
