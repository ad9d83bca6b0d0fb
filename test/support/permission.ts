import type { Clock, UserId } from '#contract/domain'
import { type Permission, publicKeyFromSeed, signAccessToken } from '#protocol'
import type { Remote } from '#remote'
import { systemClock } from './clock.ts'
import { freshSeed, onTime, order, remoteAt } from './localnet.ts'

export const READ_ALL = ['PROFILE:READ', 'ASSETS:READ', 'SNAPSHOTS:READ'] as const

export interface Asked {
  readonly user: UserId
  /** The app that is permitted; the user itself if absent, which only a network for tests allows. */
  readonly app?: UserId
  readonly scopes?: readonly string[]
  readonly seconds?: number
}

/** What an app gets when a person agrees on a local network: keys of an authorization, as the text a person is given. */
export async function authorizationOf(url: string, asked: Asked): Promise<{ text: string; id: string }> {
  const seed = freshSeed()
  const grant = await agreed(url, asked, Buffer.from(publicKeyFromSeed(seed), 'hex').toString('base64url'))
  const text = JSON.stringify({
    app_id: asked.app ?? asked.user,
    authorization_id: grant.authorization_id,
    scope: grant.scope,
    session_private_key: seed,
    server_public_key: Buffer.from(grant.ed25519, 'base64url').toString('hex'),
  })
  return { text, id: grant.authorization_id ?? '' }
}

/** The same as a ready access token. */
export async function tokenOf(url: string, asked: Asked): Promise<{ text: string; id: string }> {
  const grant = await agreed(url, asked)
  return { text: grant.access_token, id: grant.authorization_id ?? '' }
}

async function agreed(url: string, { user, app = user, scopes = READ_ALL, seconds }: Asked, ed25519?: string) {
  const control = remoteAt(url)
  const lasting = seconds === undefined ? {} : { expires_in_seconds: seconds }
  const { authorization_code: code } = await control.call('local.authorize', {
    body: { user_id: user, client_id: app, scopes: [...scopes], ...lasting },
  })
  return control.call('oauth.token', { body: { client_id: app, code, ...(ed25519 === undefined ? {} : { ed25519 }) } })
}

/** Takes a permission back, as a person does in their list of authorized apps. */
export async function revoke(url: string, id: string): Promise<void> {
  await order({ url }, 'authorizations/revoke', { authorization_id: id })
}

/** A client that holds a permission. */
export function permittedClient(url: string, permission: Permission, clock: Clock = systemClock): Remote {
  return remoteAt(url, {
    clock: onTime(clock),
    async authorize({ requestId, ...request }) {
      if (permission.kind === 'token') return permission.token
      const iat = Number(clock.now() / 1_000_000_000n)
      return signAccessToken(permission, { ...request, iat, exp: iat + 300, jti: requestId })
    },
    answerKey: () => (permission.kind === 'oauth' ? permission.serverPublicKey : null),
  })
}
