import { expect, it } from 'vitest'
import type { Clock, Nanos } from '#contract/domain'
import { systemClock } from '../support/clock.ts'
import { BTC, fund, has, newPhrase, sharedNetwork } from '../support/wallet.ts'

/* A computer that has just been set up knows what was moved long ago, and no price of then. */

const DAY = 24n * 3_600_000_000_000n
let ahead = 0n
const clock: Clock = { ...systemClock, now: () => (systemClock.now() + ahead) as Nanos }
const network = sharedNetwork(clock)

it('does not say that nothing changed where nobody kept a price to compare with', async () => {
  const first = await network.open({ clock })
  const { account } = await first.calls['accounts.createLocal']({ name: 'Ana' })
  const phrase = (await newPhrase(first, account)).join(' ')
  await first.calls['registration.submit']({ account })
  await fund(first, account, BTC, '1')
  await first.close()
  ahead += 3n * DAY
  const restored = await network.open({ clock })
  await restored.calls['accounts.recoverLocal']({ phrase })
  await has(restored, account, BTC, '1')
  const wish = { account, holder: null, together: false, everyone: false, assetId: null, of: 'value' } as const
  const value = await restored.until(
    () => restored.calls['value.read']({ ...wish, range: 'day' }),
    ({ points, total }) => total !== null && points.some((point) => point.value === null),
  )
  expect(value.points.at(-1)?.value).toBe(value.total)
  expect(value.change).toBeNull()
  await restored.close()
})
