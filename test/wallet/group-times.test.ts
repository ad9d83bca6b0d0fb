import { describe, expect, it } from 'vitest'
import { asking, cosign, type Member, newTeam, sees } from '../support/cosigners.ts'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import { ALL_MOVEMENTS, BTC, paying, sharedNetwork, toUser } from '../support/wallet.ts'
import { lifetime } from './living.ts'

/* When a group's money went is told by its coins, and so on every computer the same. */

const time = lifetime()
const network = sharedNetwork(time.clock)
const HOURS_AWAY = 26

describe('the time of what a group paid', () => {
  for (const [what, amount] of [
    ['all of its coins', '1'],
    ['a part of them', '0.4'],
  ] as const)
    it(`is that of the ledger where ${what} went, also on a computer that heard of it a day later`, async () => {
      const files = { dir: newFolder('away'), keychain: testKeychain(), clock: time.clock }
      const { members, holder } = await newTeam(network, ['Ana', 'Ben'], 2, ['1'], [files, { clock: time.clock }])
      const [ana, ben] = members
      const input = paying(ana.account, BTC, [toUser(ben.account, amount)], { holder })
      const requestId = await asking(ana, input)
      await sees(ben, requestId)
      await ana.wallet.close()
      await cosign(ben, requestId)
      await network.blocks(1)
      await sees(ben, requestId, ({ state }) => state === 'final')
      time.forward(HOURS_AWAY)
      const late = { ...ana, wallet: await network.open(files) }
      /** When the whole of it was read, the change too. */
      const wentAt = async ({ account, wallet }: Pick<Member, 'account' | 'wallet'>) => {
        const { rows } = await wallet.until(
          () => wallet.calls['statements.draw']({ account, holder, others: [], filter: ALL_MOVEMENTS }),
          ({ agrees, rows }) => agrees === true && rows.some((row) => row.amount < 0n),
        )
        return rows.flatMap(({ at, amount: moved }) => (moved < 0n ? [at] : []))
      }
      expect(await wentAt(late)).toEqual(await wentAt(ben))
      await late.wallet.close()
    })
})
