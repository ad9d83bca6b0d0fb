import type { UserId } from '#contract/domain'
import { FEE_USER_ID, publicKeyFromSeed, uniqueObjectId } from '#protocol'
import { findAccount, insertAccount, type NewAccount } from './accounts.ts'
import { setSpendKey, setTipKey } from './registering.ts'
import type { World } from './world.ts'

const idOf = (name: string): UserId => uniqueObjectId('coffer local network resident', name) as UserId // a uuid by construction

/**
 * People to pay and bots to share on a new network, so that a newcomer is not alone. Later ones join at the end, since
 * numbers are given in this order. Noor has not registered. Five are bots, so that a fourth share is refused.
 */
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
  ferry: { userId: idOf('ferry line'), kind: 'bot', fullName: 'Ferry Line', biography: 'Sells crossings on paper.' },
  market: {
    userId: idOf('night market'),
    kind: 'bot',
    fullName: 'Night Market',
    biography: 'Open when others sleep.',
    homeUri: '/localnet/market',
  },
  radio: {
    userId: idOf('harbour radio'),
    kind: 'bot',
    fullName: 'Harbour Radio',
    biography: 'Plays what is asked for.',
  },
} as const satisfies Record<string, NewAccount>

const UNREGISTERED: readonly string[] = [RESIDENTS.noor.userId]

const NEIGHBOURS: readonly string[] = [RESIDENTS.maya, RESIDENTS.jonas, RESIDENTS.shop, RESIDENTS.noor].map(
  ({ userId }) => userId,
)

/** Moves in whoever is not there yet. Their keys follow from the network's secret; the money they hold is play money. */
export function settleResidents(world: World): void {
  world.db.transaction(() => {
    for (const resident of Object.values(RESIDENTS)) {
      if (findAccount(world, resident.userId) !== undefined) continue
      insertAccount(world, resident)
      if (UNREGISTERED.includes(resident.userId)) continue
      const spendKey = publicKeyFromSeed(world.keys.derive(`resident:${resident.userId}`))
      setTipKey(world, resident.userId, spendKey, 1n)
      setSpendKey(world, resident.userId, spendKey)
    }
  })
}

/** Makes the neighbours contacts of a new account, so that it finds somebody by name. */
export function introduceNeighbours(world: World, newcomer: UserId): void {
  for (const neighbour of NEIGHBOURS) {
    world.db.run(
      "INSERT INTO relationship (user_id, other_id, kind, alias, phone, created_at) VALUES (?, ?, 'FRIEND', '', '', ?)",
      newcomer,
      neighbour,
      world.now(),
    )
  }
}
