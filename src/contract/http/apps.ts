import { z } from 'zod'
import { pointHex, text, userId, uuid } from '../wire.ts'
import { get, post } from './endpoint.ts'

const params = { id: userId }

/** What makes a keystore of the key whose session it is. */
const appSession = z.object({ session_id: uuid, server_public_key: pointHex })

/** What an app has cost, and how much of what was paid for it is left; in US dollars. */
const appBilling = z.object({
  app_id: userId,
  cost: z.object({ users: text, resources: text }),
  credit: text,
})

/** What the developer dashboard does for an app. None of these carries a PIN but the last. */
export const APP_ENDPOINTS = {
  /** Spend key and TIP key become one. The signature is URL-safe base64 by the spend key over SHA3-256 of the app id's text. */
  'apps.register': post(
    '/safe/apps/:id/register',
    z.object({
      spend_public_key: pointHex,
      signature_base64: z.string().regex(/^[\w-]{86}$/, 'not 64 bytes of URL-safe base64'),
    }),
    z.object({ spend_public_key: pointHex }),
    { params },
  ),
  /** A new session, which ends all others of the app. */
  'apps.session': post(
    '/safe/apps/:id/session',
    /** Ed25519 public key in hex; base64 is taken too. */
    z.object({ session_public_key: z.string().min(43).max(64) }),
    appSession,
    { params },
  ),
  'apps.billing': get('/safe/apps/:id/billing', appBilling, { params }),
  /** Gives an account with an RSA session one that the service still takes. Its PIN is encrypted by the old session's key. */
  'legacyUsers.create': post(
    '/legacy/users',
    z.object({
      /** RSA public key of the old session, as PKIX DER in base64. */
      session_secret_legacy: z.string().min(1).max(2000),
      /** Ed25519 public key of the new one in base64; by custom its seed is the first half of SHA-512 of the old private key's DER. */
      session_secret: z.string().min(43).max(44),
      session_id: uuid,
      pin: z.string().min(1).max(400),
    }),
    appSession.extend({ app_id: userId }),
    { auth: 'public' },
  ),
} as const
