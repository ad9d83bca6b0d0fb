import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { journeySteps } from '../e2e/support/journey.ts'
import { mainJourney } from '../e2e/support/main-journey.ts'
import { PAGE_CHECKS } from '../e2e/support/shell-checks.ts'
import { type PlayNetwork, playNetwork } from '../support/wallet.ts'
import { type ElectronShell, electronShell } from './electron-shell.ts'
import { PROGRAM_CHECKS } from './program-checks.ts'

/* What the browser host is tried with in `test/e2e/shell.test.ts`, in the real Electron, and what only that one has. */

let network: PlayNetwork
let shell: ElectronShell
const step = journeySteps(() => shell)

beforeAll(async () => {
  network = await playNetwork()
  shell = await electronShell(network.url)
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

describe('the program', () => {
  for (const { name, run } of PROGRAM_CHECKS) it(name, () => run(shell))
})
