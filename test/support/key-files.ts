import { montgomeryKey, publicKeyFromSeed, scalarFromSeed } from '#protocol'
import { aHash } from './coins.ts'

/*
 * Files and texts as people hold them, of one account: what the dashboard gives, what programs of four languages write, and what is pasted
 * from them.
 */

export const SECRET = 'c0ffee00'.repeat(8)
export const PIN = '305917'

export const pairOf = (seed: string): string => seed + publicKeyFromSeed(seed)
export const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64')
export const base64url = (hex: string): string => Buffer.from(hex, 'hex').toString('base64url')

export const RSA_KEY = `-----BEGIN RSA PRIVATE KEY-----\n${'MIICXgIBAAKBgQCEUUi1OWGwtWmZy9abcdEFNGvX6kkODgQ9R1LUvbkrWbmyEK7E\n'.repeat(12)}-----END RSA PRIVATE KEY-----\n`

/** What an account has, hex. */
export interface Held {
  readonly id: string
  readonly sessionId: string
  readonly keys: { readonly session: string; readonly spend: string; readonly tip: string; readonly service: string }
}

/** The files of an account, as each program writes them. */
export function filesOf({ id, sessionId, keys }: Held) {
  const pinToken = base64url(montgomeryKey(keys.service))
  const app = { app_id: id, session_id: sessionId, session_private_key: keys.session }
  const legacy = {
    ...{ client_id: id, session_id: sessionId, private_key: base64url(pairOf(keys.session)), pin_token: pinToken },
  }
  return {
    pinToken,
    legacy,
    dashboard: { ...app, server_public_key: keys.service },
    rsa: { ...legacy, private_key: RSA_KEY, pin_token: 'QzMLsGgG6zGTBieVNHGsN5'.repeat(8) },
    networkNpm: { ...app, pin_token_base64: pinToken },
    networkGo: {
      UserId: id,
      SessionId: sessionId,
      SessionPrivateKey: keys.session,
      ServerPublicKey: keys.service,
      SpendPrivateKey: keys.spend,
      IsSpendPrivateSum: false,
    },
    mixinCli: {
      ...{ app_id: '', ...legacy, scope: '', server_public_key: '', session_private_key: '', pin: keys.tip },
      spend_key: scalarFromSeed(keys.spend),
    },
    ruby: {
      app_id: id,
      client_secret: SECRET,
      session_id: sessionId,
      session_private_key: base64(pairOf(keys.session)),
      server_public_key: base64(montgomeryKey(keys.service)),
      spend_key: base64(keys.spend),
    },
    mtg: `
# one node of four
[mixin.mtg.genesis]
members = [
  "a15e0b6d-76ed-4443-b83f-ade9eca2681a", # this one
  "b9126674-b07d-49b6-bf4f-48d965b2242b",
]
threshold = 3
timestamp = 1638267095017464529

[mixin.mtg.app]
app-id = "${id}"
session-id = "${sessionId}"
session-private-key = "${keys.session}" # hex
server-public-key = '${keys.service}'
spend-private-key = "${keys.spend}"

[machine]
share = ""
`,
    env: `
# the bot
export APP_ID="${id}"
SESSION_ID=${sessionId}
SESSION_PRIVATE_KEY='${keys.session}'
SERVER_PUBLIC_KEY=${keys.service} # of the service
SPEND_PRIVATE_KEY=
PORT=8080
CLIENT_SECRET=${SECRET}
ETH_PRIVATE_KEY=0x${aHash('another coin')}
`,
    oauth: {
      ...{ app_id: id, authorization_id: sessionId, scope: 'PROFILE:READ ASSETS:READ' },
      session_private_key: keys.session,
    },
  } as const
}
