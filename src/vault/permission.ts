import { hexToBytes } from '@noble/hashes/utils.js'
import { type Permission, scopesOf } from '#protocol'
import { type SealedPermission, wipeSession } from './record.ts'
import { bearerOf } from './signer.ts'

/** A permission as the vault keeps it: its secret in a buffer of its own. */
export function permissionSession(permission: Permission): SealedPermission {
  const scope = scopesOf(permission)?.join(' ') ?? null
  if (permission.kind === 'token') {
    const { token, appId, expiresAt } = permission
    return { kind: 'token', token: Uint8Array.from(token, (letter) => letter.charCodeAt(0)), scope, appId, expiresAt }
  }
  const { appId, authorizationId, sessionPrivateKey, serverPublicKey } = permission
  return {
    kind: 'authorization',
    appId,
    authorizationId,
    scope: scope ?? permission.scope,
    sessionSeed: hexToBytes(sessionPrivateKey),
    serverKey: serverPublicKey,
  }
}

/** Bearer of one request by a session that the vault does not hold yet: whether it is good must be asked before it does. */
export function sessionBearer(
  given: { readonly userId: string; readonly sessionId: string; readonly sessionSeed: string },
  request: Parameters<typeof permissionBearer>[1],
  seconds: number,
): string {
  const sessionSeed = hexToBytes(given.sessionSeed)
  try {
    const session = { kind: 'session', sessionId: given.sessionId, sessionSeed, pinKey: new Uint8Array(32) } as const
    return bearerOf(session, given.userId, request, seconds)
  } finally {
    sessionSeed.fill(0)
  }
}

/** Bearer of one request by a permission that the vault does not hold yet: whose it is must be asked before it can. */
export function permissionBearer(
  permission: Permission,
  request: { readonly method: string; readonly uri: string; readonly body: string; readonly requestId: string },
  seconds: number,
): string {
  const session = permissionSession(permission)
  try {
    return bearerOf(session, '', request, seconds)
  } finally {
    wipeSession(session)
  }
}
