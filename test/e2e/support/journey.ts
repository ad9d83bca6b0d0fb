import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newFolder } from '../../support/scratch.ts'
import type { App } from './app.ts'

/** Letters of a screen that are said. */
const SHOWN_MAX = 6_000

/**
 * `it` for the steps of one journey: each goes on where the one before it left off, so that after a step that failed
 * the rest fail at once instead of each waiting for a screen that cannot come. The screen of the failure is kept,
 * and what the window complained of and showed is said: the picture goes with a run that passes when it tries again.
 */
export function journeySteps(
  app: () => Pick<App, 'page' | 'complaints'> | undefined,
): (name: string, run: () => Promise<void>) => void {
  let broken: string | null = null
  return (name, run) =>
    it(name, async () => {
      // It may be tried again itself, from the screen on which it failed.
      if (broken !== null && broken !== name) throw new Error(`the journey ended at "${broken}"`)
      broken = name
      try {
        await run()
      } catch (error) {
        const path = join(newFolder('e2e-failed'), 'screen.png')
        // A window that is gone has no screen, and what failed is told all the same.
        const kept = await app()
          ?.page.screenshot({ path })
          .then(
            () => path,
            () => 'there is no window',
          )
        const shown = await app()
          ?.page.locator('body')
          .ariaSnapshot()
          .catch(() => '')
        const said = [...(app()?.complaints ?? []), shown?.slice(0, SHOWN_MAX)].join('\n')
        process.stderr.write(`the screen on which "${name}" failed: ${kept}\n${said}\n`)
        throw error
      }
      broken = null
    })
}

/** Asks until the expectation holds: a screen that is still being drawn is not yet what it says. */
export const poll = <Value>(ask: () => Promise<Value>, message?: string) =>
  expect.poll(ask, { timeout: 90_000, interval: 100, ...(message === undefined ? {} : { message }) })
