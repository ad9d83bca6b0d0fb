import fc from 'fast-check'
import { afterAll, beforeAll, describe, it } from 'vitest'
import type { UserId } from '#contract/domain'
import { NIGHTLY } from '../support/nightly.ts'
import { openLedger, type TrueLedger } from '../support/true-ledger.ts'
import { newAccount, type OpenWallet, sharedNetwork } from '../support/wallet.ts'
import { lifetime } from './living.ts'
import { begin } from './living-begin.ts'
import { goThrough, type Step, step } from './living-steps.ts'
import { needTruth, settle } from './living-truth.ts'

/*
 * Three people with a group, one of them on two computers or three, and somebody who only looks, who pay by forms, lists, links and plans, ask, sign,
 * give up, freeze, combine, set limits, move collectibles, name and block each other, lock, set clocks wrong, restart, lose a cache, restore backups and
 * go back to older files, in whatever order and some of it at the same moment, over lines that lose answers. The service is honest: at the end everything
 * that was begun has ended, nothing was paid twice, each wallet shows what the ledger has, no limit was exceeded, and nobody was told of a theft.
 */

const STEPS = NIGHTLY ? 120 : 50
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
  const began = time.clock.now()
  try {
    await goThrough(life, steps)
    await settle(life)
    await needTruth(life, ledger, began)
  } finally {
    for (const { wallet } of life.desks) await wallet.close()
  }
}

describe('people who share a group, and one of whom has two computers', () => {
  it('pay nothing twice, lose nothing and are told of no theft by an honest service, whatever they do', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS }), live), {
      numRuns: NIGHTLY ? 12 : 1,
      // By day always the same life; by night others.
      ...(NIGHTLY ? {} : { seed: 7 }),
      endOnFailure: true,
    })
  })
})
