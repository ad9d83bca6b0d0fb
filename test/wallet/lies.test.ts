import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hurriedClock } from '../support/clock.ts'
import { NIGHTLY } from '../support/nightly.ts'
import { openLedger, type TrueLedger } from '../support/true-ledger.ts'
import { sharedNetwork } from '../support/wallet.ts'
import { liveThrough } from './lied-life.ts'

/*
 * Three people with a group pay by forms, lists, links and plans, ask, sign, give up, withdraw, move collectibles, restart and go back to older files,
 * while their service tells what it likes: answers of before, of others, changed, cut, refused, of what it did not do, with the keys of a thief; nothing
 * at all, or all as it was before; the same to everybody, or to each something else. Nothing is signed that was not shown and agreed to, nothing
 * is paid twice or beyond a limit, and nothing breaks. Once it is honest again every payment has its true end, and every coin is there.
 */

const STEPS = NIGHTLY ? 64 : 32
const clock = hurriedClock()
const network = sharedNetwork(clock)
let ledger: TrueLedger
beforeAll(() => {
  ledger = openLedger(network.dir)
})
afterAll(() => ledger.close())

describe('people whose service lies for a while', () => {
  it('sign nothing else than they agreed to, pay nothing twice, and lose nothing for ever', async () => {
    const life = fc.asyncProperty(fc.nat(), async (seed) => {
      const { wrong, story } = await liveThrough({ network, clock, ledger }, seed, STEPS)
      expect(wrong, story.join('\n')).toEqual([])
    })
    // By day always the same life; by night others.
    await fc.assert(life, { ...(NIGHTLY ? { numRuns: 12 } : { examples: [[8]], numRuns: 1 }), endOnFailure: true })
  })
})
