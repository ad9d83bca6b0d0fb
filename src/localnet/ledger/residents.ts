import type { UserId } from '#contract/domain'
import { FEE_USER_ID, publicKeyFromSeed, uniqueObjectId } from '#protocol'
import { insertAccount, type NewAccount } from './accounts.ts'
import { readMeta, type World } from './world.ts'

const idOf = (name: string): UserId => uniqueObjectId('coffer local network resident', name) as UserId // a uuid by construction

/** People to pay on a new network, so that a newcomer is not alone. The last one has not registered. */
export const RESIDENTS = {
  maya: { userId: idOf('maya'), kind: 'user', fullName: 'Maya Okafor', biography: 'Lives on the local network.' },
  jonas: { userId: idOf('jonas'), kind: 'user', fullName: 'Jonas Weber', biography: 'Lives on the local network.' },
  shop: {
    userId: idOf('corner shop'),
    kind: 'bot',
    fullName: 'Corner Shop',
    biography: 'Takes play money and gives nothing for it.',
    isVerified: true,
  },
  fees: {
    userId: FEE_USER_ID as UserId,
    kind: 'bot',
    fullName: 'Network Fees',
    biography: 'Receives withdrawal fees.',
  },
  noor: { userId: idOf('noor'), kind: 'user', fullName: 'Noor Haddad', biography: 'Has not registered yet.' },
} as const satisfies Record<string, NewAccount>

const UNREGISTERED: readonly string[] = [RESIDENTS.noor.userId]

/** Moves the residents in on first use. Their keys follow from the network's secret; the money they hold is play money. */
export function settleResidents(world: World): void {
  if (readMeta(world.db, 'settled') !== undefined) return
  world.db.transaction(() => {
    for (const resident of Object.values(RESIDENTS)) {
      insertAccount(world, resident)
      if (UNREGISTERED.includes(resident.userId)) continue
      const spendKey = publicKeyFromSeed(world.keys.derive(`resident:${resident.userId}`))
      world.db.run(
        'UPDATE account SET tip_key = ?, tip_counter = 1, spend_key = ?, registered_at = ? WHERE user_id = ?',
        spendKey,
        spendKey,
        world.now(),
        resident.userId,
      )
    }
    world.db.run("INSERT INTO meta (name, value) VALUES ('settled', '1')")
  })
}
