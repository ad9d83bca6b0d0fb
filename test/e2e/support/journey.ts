import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { it } from 'vitest'

/**
 * `it` for the steps of one journey: each goes on where the one before it left off, so that after a step that failed
 * the rest fail at once instead of each waiting for a screen that cannot come. The screen of the failure is kept.
 */
export function journeySteps(page: () => Page | undefined): (name: string, run: () => Promise<void>) => void {
  let broken: string | null = null
  return (name, run) =>
    it(name, async () => {
      if (broken !== null) throw new Error(`the journey ended at "${broken}"`)
      broken = name
      try {
        await run()
      } catch (error) {
        const path = join(mkdtempSync(join(tmpdir(), 'coffer-e2e-failed-')), 'screen.png')
        await page()?.screenshot({ path })
        process.stderr.write(`the screen on which "${name}" failed: ${path}\n`)
        throw error
      }
      broken = null
    })
}
