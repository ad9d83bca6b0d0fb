import fc from 'fast-check'
import { afterAll, beforeAll, describe, it } from 'vitest'
import type { UserId } from '#contract/domain'
import { NIGHTLY } from '../support/nightly.ts'
import { openLedger, type TrueLedger } from '../support/true-ledger.ts'
import { newAccount, type OpenWallet, sharedNetwork } from '../support/wallet.ts'
import { lifetime } from './living.ts'
import { begin } from './living-begin.ts'
import { goThrough, type Step, step } from './living-steps.ts'
import { needTrueTold } from './living-told.ts'
import { settle } from './living-truth.ts'

/*
 * After whatever life, each wallet tells the same in its lists, however they are filtered and paged, in every form of a statement, and in its charts; and of
 * each transaction what its bytes did.
 */

const STEPS = NIGHTLY ? 80 : 16
const HOURS = 5
const time = lifetime()
const network = sharedNetwork(time.clock)
let ledger: TrueLedger
let payees: UserId[]

beforeAll(async () => {
  ledger = openLedger(network.dir)
  const others: OpenWallet = await network.open({ clock: time.clock })
  payees = [(await newAccount(others, 'Dora')).account, (await newAccount(others, 'Eli')).account]
})
afterAll(() => ledger.close())

async function live(steps: readonly Step[]): Promise<void> {
  const life = await begin(network, time, payees)
  try {
    // Charts tell of hours, and a life is over in less.
    for (const part of [steps.slice(0, STEPS / 2), steps.slice(STEPS / 2)]) {
      await goThrough(life, part)
      time.forward(HOURS)
    }
    await settle(life)
    await needTrueTold(life, ledger)
  } finally {
    for (const { wallet } of life.desks) await wallet.close()
  }
}

describe('what is told of a life', () => {
  it('is the same in lists, files and charts', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS }), live), {
      numRuns: NIGHTLY ? 10 : 1,
      // By day always the same life; by night others.
      ...(NIGHTLY ? {} : { seed: 7 }),
      endOnFailure: true,
    })
  })
})
