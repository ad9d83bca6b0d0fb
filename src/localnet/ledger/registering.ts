import type { UserId } from '#contract/domain'
import { isKey } from '#protocol'
import type { Call } from '../call.ts'
import { forbidden, invalidField } from '../refusal.ts'
import { type AccountRow, accountOf } from './accounts.ts'
import type { World } from './world.ts'

/** Whether this key is registered for the account already. Throws what the service says of a key that can never be; `field` carries it. */
export function hasSpendKey(world: World, account: AccountRow, key: string, field: string): boolean {
  if (account.spend_key === key) return true
  if (account.spend_key !== null) throw forbidden('another spend key is registered')
  if (!isKey(key)) throw invalidField(field, 'not a usable Ed25519 key')
  if (world.db.get('SELECT 1 FROM account WHERE spend_key = ?', key) !== undefined) {
    throw invalidField(field, 'registered by somebody else')
  }
  return false
}

export function setSpendKey(world: World, userId: UserId, key: string): AccountRow {
  world.db.run('UPDATE account SET spend_key = ?, registered_at = ? WHERE user_id = ?', key, world.now(), userId)
  return accountOf(world, userId)
}

/** Takes the place of six digits for ever. */
export function setTipKey(world: World, userId: UserId, key: string, counter: bigint): AccountRow {
  world.db.run(
    'UPDATE account SET tip_key = ?, tip_counter = ?, digits_pin = NULL WHERE user_id = ?',
    key,
    counter,
    userId,
  )
  return accountOf(world, userId)
}

/** Digits as they are compared: in ASCII hex. */
export function setDigits(world: World, userId: UserId, digits: string): AccountRow {
  world.db.run('UPDATE account SET digits_pin = ? WHERE user_id = ?', digits, userId)
  return accountOf(world, userId)
}

export const digitsInHex = (pin: string): string => Buffer.from(pin).toString('hex')

type Past = Pick<Call<'local.account'>['body'], 'pin' | 'tip_public_key' | 'spend_public_key' | 'hides_spend_key'>

/** Makes a new account into one that has been somewhere before, as real ones come. */
export function givePast(world: World, account: AccountRow, past: Past): void {
  const { user_id: userId } = account
  const { pin, spend_public_key: spendKey } = past
  const tipKey = past.tip_public_key ?? (pin === undefined ? spendKey : undefined)
  if (pin !== undefined) setDigits(world, userId, digitsInHex(pin))
  if (tipKey !== undefined) {
    if (!isKey(tipKey)) throw invalidField('tip_public_key', 'not a usable Ed25519 key')
    setTipKey(world, userId, tipKey, 1n)
  }
  if (spendKey !== undefined && !hasSpendKey(world, account, spendKey, 'spend_public_key')) {
    setSpendKey(world, userId, spendKey)
  }
  if (past.hides_spend_key === true) {
    world.db.run('UPDATE account SET hides_spend_key = 1 WHERE user_id = ?', userId)
  }
}
