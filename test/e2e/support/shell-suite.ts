import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedNetwork } from '../../support/wallet.ts'
import { journeySteps } from './journey.ts'
import { mainJourney } from './main-journey.ts'
import type { Shell } from './shell.ts'
import { PAGE_CHECKS } from './shell-checks.ts'

/** The main journey on a network of its own, and then what no page may do, in the host that `open` starts. */
export function shellSuite<Kind extends Shell>(open: (network: string) => Promise<Kind>): () => Kind {
  const network = sharedNetwork()
  let shell: Kind
  const step = journeySteps(() => shell)

  beforeAll(async () => {
    shell = await open(network.url)
  })

  afterAll(() => shell?.stop())

  describe('the main journey', () => {
    mainJourney(step, () => shell, network)
    step('gives the page nothing to complain of', async () => {
      expect(shell.complaints).toEqual([])
    })
  })

  describe('a page', () => {
    for (const { name, run } of PAGE_CHECKS) it(name, () => run(shell.page))
  })
  return () => shell
}
