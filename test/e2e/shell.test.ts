import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PlayNetwork, playNetwork } from '../support/wallet.ts'
import { journeySteps } from './support/journey.ts'
import { mainJourney } from './support/main-journey.ts'
import { browserShell, type Shell } from './support/shell.ts'
import { PAGE_CHECKS } from './support/shell-checks.ts'

/* The journey and the checks that `npm run smoke` repeats in the real Electron, here in the browser host. */

let network: PlayNetwork
let shell: Shell
const step = journeySteps(() => shell)

beforeAll(async () => {
  network = await playNetwork()
  shell = await browserShell(network.url)
})

afterAll(async () => {
  await shell?.stop()
  await network?.close()
})

describe('the main journey', () => {
  mainJourney(
    step,
    () => shell,
    () => network,
  )
})

describe('a page', () => {
  step('has complained of nothing so far', async () => {
    expect(shell.complaints).toEqual([])
  })
  for (const { name, run } of PAGE_CHECKS) it(name, () => run(shell.page))
})
