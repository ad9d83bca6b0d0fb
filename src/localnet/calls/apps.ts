import type { UserId } from '#contract/domain'
import { CofferError } from '#contract/errors'
import { verifyRegistration } from '#protocol'
import type { Call, Caller, Handlers } from '../call.ts'
import { type AccountRow, findAccount } from '../ledger/accounts.ts'
import { legacyHolder, setSuccessor } from '../ledger/legacy.ts'
import { hasSpendKey, setSpendKey, setTipKey } from '../ledger/registering.ts'
import { endOtherSessions, insertSession, readSessionKey, sessionKey } from '../ledger/sessions.ts'
import type { World } from '../ledger/world.ts'
import { forbidden, invalidField, notFound } from '../refusal.ts'

/**
 * An app of the caller: itself, or a network user that it made. The service asks the dashboard's own token for this, which
 * nobody has here: 403 for everybody else's app, 404 for what is none.
 */
function appOf(world: World, caller: Caller, id: UserId): AccountRow {
  const account = findAccount(world, id)
  if (account === undefined || account.kind === 'user') throw notFound('The app')
  if (account.user_id !== caller.userId && account.creator_id !== caller.userId) {
    throw forbidden('the app is somebody else’s')
  }
  return account
}

type Registering = Call<'apps.register'>['body']

/**
 * As the dashboard does it, without a PIN: the key becomes the TIP key as well where there is none. That six digits are gone
 * with it is assumed.
 */
function register(world: World, account: AccountRow, { spend_public_key: key, signature_base64 }: Registering): void {
  const { user_id: userId } = account
  if (hasSpendKey(world, account, key, 'spend_public_key')) return
  try {
    verifyRegistration({ userId, publicKey: key, signature: signature_base64 })
  } catch (error) {
    if (error instanceof CofferError) throw invalidField('signature_base64', error.message)
    throw error
  }
  if (account.tip_key === null) setTipKey(world, userId, key, account.tip_counter + 1n)
  setSpendKey(world, userId, key)
}

function upgradeLegacy(world: World, body: Call<'legacyUsers.create'>['body']) {
  const { account, successor } = legacyHolder(world, body)
  const key = readSessionKey(body.session_secret, 'session_secret')
  const { user_id: app_id } = account
  const answer = (session_id: string) => ({ app_id, session_id, server_public_key: world.keys.serverPublicKey })
  if (successor === null) {
    const sessionId = insertSession(world, app_id, key)
    setSuccessor(world, body.session_id, sessionId)
    return answer(sessionId)
  }
  if (sessionKey(world, app_id, successor) !== key) throw forbidden('this session was exchanged for another')
  return answer(successor)
}

type AppCalls = 'apps.register' | 'apps.session' | 'apps.billing' | 'legacyUsers.create'

export function appCalls(world: World): Pick<Handlers, AppCalls> {
  return {
    'apps.register'({ caller, params, body }) {
      register(world, appOf(world, caller, params.id), body)
      return { spend_public_key: body.spend_public_key }
    },

    'apps.session'({ caller, params, body }) {
      const { user_id: userId } = appOf(world, caller, params.id)
      const sessionId = insertSession(world, userId, readSessionKey(body.session_public_key, 'session_public_key'))
      endOtherSessions(world, userId, sessionId)
      return { session_id: sessionId, server_public_key: world.keys.serverPublicKey }
    },

    'apps.billing': ({ caller, params }) => ({
      app_id: appOf(world, caller, params.id).user_id,
      cost: { users: '0', resources: '0' },
      credit: '0',
    }),

    'legacyUsers.create': ({ body }) => upgradeLegacy(world, body),
  }
}
