import { secondsOf } from '#contract/domain'
import { CofferError } from '#contract/errors'
import { decryptPin, type PinContent, verifySignature } from '#protocol'
import type { Caller } from '../call.ts'
import { type AccountRow, accountOf } from '../ledger/accounts.ts'
import { digitsInHex } from '../ledger/registering.ts'
import { sessionKey } from '../ledger/sessions.ts'
import type { World } from '../ledger/world.ts'
import { invalidField, REFUSED, Refusal } from '../refusal.ts'

const PIN_AGE_SECONDS = 600
const SIGNATURE_DIGITS = 128

export const pinFormat = (why: string) => new Refusal(REFUSED.pinFormat, `PIN format: ${why}.`, { field: 'pin_base64' })
export const pinIncorrect = () => new Refusal(REFUSED.pinIncorrect, 'PIN incorrect.', { field: 'pin_base64' })

function pinOf(world: World, caller: Caller, pinBase64: string): PinContent {
  try {
    return decryptPin({
      pinBase64,
      serverPrivateKey: world.keys.serverSeed,
      sessionPublicKey: sessionKey(world, caller.userId, caller.sessionId) ?? '',
    })
  } catch (error) {
    if (error instanceof CofferError) throw pinFormat('it is not encrypted for this service by this session')
    throw error
  }
}

/** Decrypts a PIN, which must be recent and whose iterator must be above that of every PIN before it. */
export function openPin(world: World, caller: Caller, pinBase64: string): string {
  const { pin, time, iterator } = pinOf(world, caller, pinBase64)
  const now = secondsOf(world.clock.now())
  if (Math.abs(now - time) > PIN_AGE_SECONDS) throw pinFormat('it is too old or too new')
  const { pin_iterator } = accountOf(world, caller.userId)
  if (iterator <= BigInt(pin_iterator)) throw pinFormat('its iterator was used before')
  world.db.run('UPDATE account SET pin_iterator = ? WHERE user_id = ?', String(iterator), caller.userId)
  return pin
}

/** Six digits, as ASCII or, as current SDKs make them, as three bytes; in ASCII hex. */
export function digitsOf(pin: string): string | null {
  if (/^(?:3\d){6}$/.test(pin)) return pin
  return /^\d{6}$/.test(pin) ? digitsInHex(pin) : null
}

/** Whether a TIP signature over a body is this account's; 20118 for what has no such form. */
export function checkTip(account: AccountRow, pin: string, body: string): void {
  if (account.tip_key === null) throw pinFormat('the account has no TIP PIN')
  if (pin.length !== SIGNATURE_DIGITS) throw pinFormat('it is no TIP signature')
  if (!verifySignature(account.tip_key, body, pin)) throw pinIncorrect()
}

/** What somebody approves by a TIP signature over its body, or by six digits where there is no TIP PIN yet. */
export function approve(world: World, caller: Caller, pinBase64: string, body: () => string): AccountRow {
  const account = accountOf(world, caller.userId)
  const pin = openPin(world, caller, pinBase64)
  if (account.tip_key !== null) checkTip(account, pin, body())
  else if (account.digits_pin === null || digitsOf(pin) !== account.digits_pin) throw pinIncorrect()
  return account
}

/** A PIN under either of its two names. */
export function pinIn({ pin_base64, pin }: { readonly [name in 'pin_base64' | 'pin']?: string | undefined }): string {
  const given = pin_base64 ?? pin ?? ''
  if (given === '') throw invalidField('pin_base64', 'missing')
  return given
}
