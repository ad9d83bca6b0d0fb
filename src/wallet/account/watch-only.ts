import { defined } from '#contract/defined'
import { type Nanos, type SequencerUser, secondsOf, type UserId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import { type EndpointName, endpointOf } from '#contract/http'
import type { MethodName } from '#contract/ipc'
import { type Permission, parsePermission, publicKeyFromSeed } from '#protocol'
import type { Remote } from '#remote'
import { permissionBearer } from '#vault'
import type { WalletDeps } from '../shared/deps.ts'
import { type Line, remoteFor } from '../shared/line.ts'
import { untaken } from './bringing.ts'

/*
 * Accounts that are looked at and not held: there is a permission of their owner instead of keys. What needs a key is
 * refused before anything else happens, and what the permission does not include is said in its words. Answers that say so are
 * translated in the account's client, so that no other part has to ask what kind of account it serves.
 */

/** What only a key can do, as `wallet.watch_only` names it in its `cannot`. */
const NEEDS_KEY: Readonly<Partial<Record<MethodName, string>>> = {
  'payments.prepare': 'send',
  'runs.withdraw': 'send',
  'schedule.save': 'send',
  'schedule.prepare': 'send',
  'payments.approve': 'send',
  'coins.prove': 'sign',
  'policies.set': 'send',
  'policies.keep': 'send',
  'approvals.open': 'open',
  'approvals.sign': 'sign',
  'approvals.signOffline': 'sign',
  'approvals.unlock': 'unlock',
  'approvals.bundle': 'pass',
  'local.deposit': 'deposit',
  'keys.create': 'key',
  'keys.quiz': 'key',
  'keys.answerQuiz': 'key',
  'keys.restore': 'key',
  'keys.bring': 'key',
  'keys.look': 'look',
  'keys.revealKey': 'revealKey',
  'keys.reveal': 'reveal',
  'registration.explain': 'register',
  'registration.submit': 'register',
  'accounts.localPermission': 'permit',
}

/** What brings a key to an account that is looked at with its own session. */
const BRINGS_KEY: ReadonlySet<string> = new Set(['keys.restore', 'keys.bring', 'registration.explain'])

/** Throws `wallet.watch_only` with what the account cannot do. */
export function refuseWatched(method: string, input: unknown, hasPermission: boolean): void {
  if (!hasPermission && BRINGS_KEY.has(method)) return
  const cannot =
    method === 'receive.address' ? (asksForNew(input) ? 'deposit' : undefined) : NEEDS_KEY[method as MethodName] // a name of the table, or undefined
  if (cannot !== undefined)
    throw failure('wallet.watch_only', `a watch-only account cannot: ${cannot}`, { details: { cannot } })
}

const asksForNew = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'create' in input && input.create === true

/** What the service takes from whoever holds a permission, and Coffer does for its owner alone. */
const OWNERS: ReadonlySet<EndpointName> = new Set(['relationships.update'])

/** The client of a watched account: what the service says about the token becomes what it means for the account. */
export function watchedRemote(remote: Remote): Remote {
  return {
    ...remote,
    async call(name, input, options) {
      if (OWNERS.has(name)) throw failure('wallet.watch_only', 'only looked at', { details: { cannot: 'contacts' } })
      try {
        return await remote.call(name, input, options)
      } catch (error) {
        throw meaningOf(error, name)
      }
    },
  }
}

function meaningOf(error: unknown, name: EndpointName): unknown {
  const endpoint = endpointOf(name)
  switch (codeOf(error)) {
    case 'remote.unauthorized':
      return failure('wallet.permission_ended', 'the service does not take the permission', { cause: error })
    case 'remote.forbidden':
      return failure('wallet.watch_only', 'the permission does not include this', {
        details: { scope: endpoint.scope ?? 'FULL' },
        cause: error,
      })
    default:
      return error
  }
}

/** Throws `input.permission {reason}`. */
export function readPermission(text: string): Permission {
  try {
    return parsePermission(text)
  } catch (error) {
    const { reason } = (error as { details?: { reason?: unknown } }).details ?? {}
    throw failure('input.permission', 'not a permission', {
      details: { reason: typeof reason === 'string' ? reason : 'form' },
      cause: error,
    })
  }
}

/**
 * Whose account a permission opens. What a watched account lives on is tried once, so that a permission that is too
 * small is refused here and not by empty screens later. Throws `input.permission {reason | lacks}` and `remote.*`.
 */
export async function ownerOf(permission: Permission, line: Line): Promise<SequencerUser> {
  const remote = remoteFor(line, {
    authorize: async (request) => permissionBearer(permission, request, secondsOf(line.clock.now())),
    answerKey: () => (permission.kind === 'oauth' ? permission.serverPublicKey : null),
  })
  const me = await tried('me.read', () => remote.call('me.read'))
  if (!me.has_safe) throw failure('input.permission', 'not registered', { details: { reason: 'unregistered' } })
  await tried('outputs.list', () => remote.call('outputs.list', { query: { limit: 1 } }))
  await tried('snapshots.list', () => remote.call('snapshots.list', { query: { limit: 1 } }))
  return me
}

async function tried<Answer>(name: EndpointName, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await untaken(ask())
  } catch (error) {
    const endpoint = endpointOf(name)
    switch (codeOf(error)) {
      case 'remote.unauthorized':
        throw failure('input.permission', 'not accepted', { details: { reason: 'ended' }, cause: error })
      case 'remote.forbidden':
        throw failure('input.permission', 'too small', { details: { lacks: endpoint.scope ?? 'FULL' }, cause: error })
      default:
        throw error
    }
  }
}

/** What is asked for where somebody is to be watched. */
export const READS: readonly string[] = ['PROFILE:READ', 'ASSETS:READ', 'SNAPSHOTS:READ', 'CONTACTS:READ']

interface Granted {
  /** The permission as an app keeps it. */
  readonly text: string
  readonly authorizationId: string
  readonly scope: string
}

/** Takes a code: for a permission with a key pair made for it, whose secret is in the text and nowhere else. */
export async function redeemedPermission(
  remote: Remote,
  given: { readonly appId: UserId; readonly code: string; readonly verifier?: string },
  random: WalletDeps['random'],
): Promise<Granted> {
  const { appId, code, verifier } = given
  const seed = Buffer.from(random(32)).toString('hex')
  const { authorization_id, ...grant } = await remote.call('oauth.token', {
    body: {
      ...{ client_id: appId, code },
      ...defined({ code_verifier: verifier }),
      ed25519: Buffer.from(publicKeyFromSeed(seed), 'hex').toString('base64url'),
    },
  })
  const server_public_key = Buffer.from(grant.ed25519, 'base64url').toString('hex')
  const { scope } = grant
  const keystore = { app_id: appId, authorization_id, scope, session_private_key: seed, server_public_key }
  return { text: JSON.stringify(keystore, null, 2), authorizationId: authorization_id ?? '', scope }
}

/** On the local network: the permission that an app would get if the person agreed, as text. */
export async function localPermission(
  account: UserId,
  kind: 'authorization' | 'token',
  { remote, random }: { readonly remote: Remote; readonly random: WalletDeps['random'] },
): Promise<string> {
  const { authorization_code: code } = await remote.call('local.authorize', {
    body: { user_id: account, client_id: account, scopes: [...READS] },
  })
  if (kind === 'authorization') return (await redeemedPermission(remote, { appId: account, code }, random)).text
  return (await remote.call('oauth.token', { body: { client_id: account, code } })).access_token
}

/** Whether a permission is over: by its own time, or because the service said so. */
export function permissionState(expiresAt: Nanos | null, now: Nanos, problem: string | null): 'good' | 'ended' {
  return problem === 'wallet.permission_ended' || (expiresAt !== null && expiresAt <= now) ? 'ended' : 'good'
}
