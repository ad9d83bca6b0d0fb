import {
  constants,
  createCipheriv,
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  privateDecrypt,
} from 'node:crypto'
import type { Clock, UserId } from '#contract/domain'
import { publicKeyFromSeed } from '#protocol'
import { freshBytes, order, type TestLocalnet } from './localnet.ts'

/** What a keystore of before 2020 holds, as far as its owner works with it. */
type LegacyKeystore = Awaited<ReturnType<typeof legacyAccount>>

const publicDer = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' })

/** An account with an RSA session and six digits. */
export async function legacyAccount(net: TestLocalnet, name: string, pin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const made = (await order(net, 'legacy-accounts', {
    full_name: name,
    session_secret: publicDer(publicKey).toString('base64'),
    pin,
  })) as { readonly client_id: UserId; readonly session_id: string; readonly pin_token: string }
  return { clientId: made.client_id, sessionId: made.session_id, pinToken: made.pin_token, privateKey }
}

/** Seed of the session that takes the place of an RSA one, by custom. */
export function successorSeed({ privateKey }: LegacyKeystore): string {
  const der = privateKey.export({ format: 'der', type: 'pkcs1' })
  return createHash('sha512').update(der).digest('hex').slice(0, 64)
}

/** What the official Go library sends to exchange such a session, rebuilt from its published source. */
export function exchangeOf(legacy: LegacyKeystore, pin: string, clock: Clock, seed = successorSeed(legacy)) {
  const { privateKey, sessionId } = legacy
  const pinKey = privateDecrypt(
    {
      key: privateKey,
      padding: constants.RSA_PKCS1_OAEP_PADDING,
      oaepHash: 'sha256',
      oaepLabel: Buffer.from(sessionId),
    },
    Buffer.from(legacy.pinToken, 'base64'),
  )
  const times = Buffer.alloc(16)
  times.writeBigUInt64LE(clock.now() / 1_000_000_000n)
  const iv = freshBytes(16)
  const cipher = createCipheriv('aes-256-cbc', pinKey, iv)
  return {
    session_secret_legacy: publicDer(createPublicKey(privateKey)).toString('base64url'),
    session_secret: Buffer.from(publicKeyFromSeed(seed), 'hex').toString('base64url'),
    session_id: sessionId,
    pin: Buffer.concat([iv, cipher.update(pin), cipher.update(times), cipher.final()]).toString('base64url'),
  }
}
