import { z } from 'zod'
import { userId, uuid } from '../wire.ts'
import { authorizationCode } from './codes.ts'
import { type Endpoint, get, post } from './endpoint.ts'
import { localPhone } from './local.ts'

const scope = z.string().regex(/^[A-Z]+(?::[A-Z]+)?$/)

/**
 * The socket on which an app asks for a person's permission without a page of its own: frames are JSON under gzip, and each
 * request is answered with the code that the person's phone scans, as it stands then.
 */
export const OAUTH_SOCKET = {
  protocol: 'Mixin-OAuth-1',
  request: z.object({
    id: z.string().min(1).max(64),
    action: z.literal('REFRESH_OAUTH_CODE'),
    params: z.object({
      client_id: userId,
      /** Scopes apart from each other by blanks. */
      scope: z.string().max(400),
      /** Empty where the app has a secret instead. */
      code_challenge: z.string().max(100).default(''),
      /** Empty at first. */
      authorization_id: z.union([uuid, z.literal('')]).default(''),
    }),
  }),
  answer: authorizationCode,
} as const

export type AuthorizationCode = z.output<typeof authorizationCode>

/** Which code a phone has scanned. */
const scanned = z.union([z.object({ code_id: uuid }), z.object({ authorization_id: uuid })])

/** What stands in for a phone on the local network. */
export const PHONE_ENDPOINTS = {
  'local.phone': get('/localnet/phone', localPhone, { auth: 'public', local: true }),
  /** A person agrees, to everything that was asked for unless `scopes` are named. */
  'local.approve': post(
    '/localnet/authorizations/approve',
    scanned.and(z.object({ user_id: userId, scopes: z.array(scope).min(1).max(32).optional() })),
    z.object({ authorization_id: uuid }),
    { auth: 'public', local: true },
  ),
  'local.decline': post('/localnet/authorizations/decline', scanned, z.object({ authorization_id: uuid }), {
    auth: 'public',
    local: true,
  }),
} as const satisfies Record<string, Endpoint>
