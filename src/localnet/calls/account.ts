import { CofferError } from '#contract/errors'
import { isKey, registrationBody, tipVerifyBody, verifyRegistration } from '#protocol'
import type { Caller, Handlers } from '../call.ts'
import { type AccountRow, accountOf, insertAccount, sequencerRecord, userRecord } from '../ledger/accounts.ts'
import { redeem } from '../ledger/authorizations.ts'
import { hasSpendKey, setDigits, setSpendKey, setTipKey } from '../ledger/registering.ts'
import { insertSession, readSessionKey, sessionsOf } from '../ledger/sessions.ts'
import type { World } from '../ledger/world.ts'
import { forbidden, invalidField } from '../refusal.ts'
import { approve, checkTip, digitsOf, openPin, pinFormat, pinIncorrect } from './pins.ts'

const TIP_UPDATE_DIGITS = 80

function updatePin(world: World, caller: Caller, fresh: string, old: string): AccountRow {
  const account = accountOf(world, caller.userId)
  if (account.tip_key !== null) throw forbidden('a TIP PIN is set for ever')
  if (account.digits_pin !== null) {
    if (old === '') throw pinIncorrect()
    if (digitsOf(openPin(world, caller, old)) !== account.digits_pin) throw pinIncorrect()
  }
  const pin = openPin(world, caller, fresh)
  const digits = digitsOf(pin)
  if (digits !== null) return setDigits(world, caller.userId, digits)
  if (pin.length !== TIP_UPDATE_DIGITS) throw pinFormat('it is no TIP key with its counter')
  const key = pin.slice(0, 64)
  const counter = BigInt(`0x${pin.slice(64)}`)
  if (!isKey(key)) throw pinFormat('it holds no usable key')
  if (counter !== account.tip_counter + 1n) throw pinFormat('its counter is not the next one')
  return setTipKey(world, caller.userId, key, counter)
}

/** The number as it was written: nanoseconds do not fit a JavaScript number. */
function exactTimestamp(bodyText: string): bigint {
  const digits = /"timestamp"\s*:\s*(\d{1,20})\s*[,}]/.exec(bodyText)?.[1]
  if (digits === undefined) throw invalidField('timestamp', 'missing')
  return BigInt(digits)
}

const verifyPin = (world: World, caller: Caller, pinBase64: string, bodyText: string): AccountRow =>
  approve(world, caller, pinBase64, () => tipVerifyBody(exactTimestamp(bodyText)))

interface Registering {
  readonly public_key: string
  readonly signature: string
  readonly pin_base64: string
}

/** Both keys must have signed: the spend key for the user, the TIP key for the spend key. Once, and for ever. */
function register(world: World, caller: Caller, { public_key, signature, pin_base64 }: Registering): AccountRow {
  const account = accountOf(world, caller.userId)
  if (hasSpendKey(world, account, public_key, 'public_key')) return account
  try {
    verifyRegistration({ userId: caller.userId, publicKey: public_key, signature })
  } catch (error) {
    if (error instanceof CofferError) throw invalidField('signature', error.message)
    throw error
  }
  checkTip(account, openPin(world, caller, pin_base64), registrationBody(caller.userId, public_key))
  return setSpendKey(world, caller.userId, public_key)
}

type AccountCalls =
  | 'me.read'
  | 'me.register'
  | 'pin.update'
  | 'pin.verify'
  | 'networkUsers.create'
  | 'sessions.fetch'
  | 'oauth.token'

export function accountCalls(world: World): Pick<Handlers, AccountCalls> {
  return {
    'me.read': ({ caller }) => sequencerRecord(world, accountOf(world, caller.userId)),

    'me.register': ({ caller, body }) => sequencerRecord(world, register(world, caller, body)),

    'pin.update'({ caller, body }) {
      const fresh = body.pin_base64 ?? body.pin
      if (fresh === undefined) throw invalidField('pin_base64', 'missing')
      const account = updatePin(world, caller, fresh, body.old_pin_base64 ?? body.old_pin ?? '')
      return userRecord(world, account, caller.userId)
    },

    'pin.verify': ({ caller, body, bodyText }) =>
      userRecord(world, verifyPin(world, caller, body.pin_base64, bodyText), caller.userId),

    'networkUsers.create'({ caller, body }) {
      if (caller.kind !== 'bot') throw forbidden('only bots make network users')
      const publicKey = readSessionKey(body.session_secret, 'session_secret')
      const userId = world.uuid() as typeof caller.userId // a fresh uuid
      const account = insertAccount(world, {
        userId,
        kind: 'network',
        fullName: body.full_name,
        creatorId: caller.userId,
      })
      const pinToken = Buffer.from(world.keys.pinPublicKey, 'hex')
      return {
        user_id: userId,
        session_id: insertSession(world, userId, publicKey),
        // Programs keep one or the other.
        pin_token_base64: pinToken.toString('base64url'),
        pin_token: pinToken.toString('base64'),
        server_public_key: world.keys.serverPublicKey,
        full_name: account.full_name,
        identity_number: account.identity_number,
      }
    },

    'sessions.fetch': ({ body }) =>
      body.flatMap((userId) =>
        sessionsOf(world, userId).map((session) => ({ user_id: userId, ...session, platform: '' })),
      ),

    'oauth.token': ({ body }) => redeem(world, body),
  }
}
