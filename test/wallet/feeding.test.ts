import { expect, it } from 'vitest'
import type { Clock } from '#contract/domain'
import { systemClock } from '../support/clock.ts'
import { faultyLine } from '../support/faults.ts'
import { BTC, fund, newAccount, pay, paying, sharedNetwork, toUser } from '../support/wallet.ts'

const network = sharedNetwork()

/** A clock whose waits are not over any more once it stands still, so that what goes on is what feeds itself. */
function stoppable() {
  const state = { stands: false }
  const clock: Clock = {
    ...systemClock,
    sleep: (milliseconds, signal) =>
      state.stands && milliseconds >= 50
        ? new Promise((resolve) => {
            if (signal?.aborted === true) return resolve()
            signal?.addEventListener('abort', () => resolve(), { once: true })
          })
        : systemClock.sleep(milliseconds, signal),
  }
  return { state, clock }
}

it('rounds do not feed each other where a service calls a payment final at every other question', async () => {
  const line = faultyLine()
  const { state, clock } = stoppable()
  const wallet = await network.open({ fetch: line.fetch, clock, syncMs: 600_000 })
  const [ana, ben] = [(await newAccount(wallet, 'Ana')).account, (await newAccount(wallet, 'Ben')).account]
  await fund(wallet, ana, BTC, '1')
  let coin: object[] = []
  line.faults.push({
    path: /^\/safe\/outputs$/,
    act: (rows: object[], asked: URL) => {
      if (asked.searchParams.get('state') === 'unspent' && rows.length > 0) coin = rows
      return rows
    },
  })
  await wallet.calls['app.retry']({ account: ana })
  line.faults.length = 0
  await pay(wallet, paying(ana, BTC, [toUser(ben, '0.25')]))
  await wallet.calls['app.retry']({ account: ana })
  let rounds = 0
  let reads = 0
  line.faults.push(
    {
      path: /^\/safe\/outputs$/,
      act: (rows: object[], asked: URL) => {
        if (!asked.searchParams.has('state')) rounds += 1
        return asked.searchParams.get('state') === 'unspent' && rounds < 40 ? [...coin, ...rows] : rows
      },
    },
    {
      path: /^\/safe\/transactions\//,
      act: (record: object) => {
        reads += 1
        return reads % 2 === 0 ? record : { ...record, state: 'unspent', snapshot_at: null, snapshot_hash: null }
      },
    },
  )
  state.stands = true
  await wallet.calls['app.retry']({ account: ana })
  let before = -1
  for (let quiet = 0; quiet < 4 && rounds < 40; ) {
    await systemClock.sleep(150)
    quiet = before === rounds ? quiet + 1 : 0
    before = rounds
  }
  expect(rounds).toBeLessThan(10)
})
