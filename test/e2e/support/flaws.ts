import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Colours go over into each other: what is looked at meanwhile has those of neither theme. */
const atRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })

const CONTRAST = 'color-contrast'

/**
 * What axe finds wrong with what is on screen, each with its place: everything in the light theme, and in the dark one its contrast. That is the same
 * in every language, so that screens of which only the words are new can be looked at without it.
 */
export async function flaws(page: Page, { withContrast = true } = {}): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of withContrast ? (['light', 'dark'] as const) : (['light'] as const)) {
    await page.emulateMedia({ colorScheme })
    await atRest(page)
    // In the page itself: a second page would take the focus away, and with it what is open.
    const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
    if (colorScheme === 'dark') builder.withRules(CONTRAST)
    else if (!withContrast) builder.disableRules(CONTRAST)
    const { violations } = await builder.analyze()
    for (const { id, nodes } of violations) {
      for (const { target, failureSummary } of nodes) {
        found.push(`${colorScheme}: ${id}: ${target.join(' ')}: ${failureSummary?.replace(/\s+/g, ' ') ?? ''}`)
      }
    }
  }
  await page.emulateMedia({ colorScheme: null })
  return found
}
