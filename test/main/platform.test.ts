import crypto, { generateKeyPairSync, sign } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { describe, expect, it } from 'vitest'
import { createClock, createRandom, verifyByHost } from '#platform'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const key = new Uint8Array(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32))
const message = new TextEncoder().encode('thirty-two bytes of a hash, maybe')
const signature = new Uint8Array(sign(null, message, privateKey))

const changed = (bytes: Uint8Array, at: number) => bytes.map((byte, index) => (index === at ? byte ^ 1 : byte))

describe('verification by the host', () => {
  it('accepts a signature of the message under the key', () => {
    expect(verifyByHost(key, message, signature)).toBe(true)
  })

  it.each([
    ['another message', key, changed(message, 0), signature],
    ['another key', changed(key, 3), message, signature],
    ['a changed nonce point', key, message, changed(signature, 0)],
    ['a changed scalar', key, message, changed(signature, 40)],
    ['a short key', key.subarray(1), message, signature],
    ['a long signature', key, message, new Uint8Array([...signature, 0])],
    ['an empty signature', key, message, new Uint8Array()],
  ])('is false for %s', (_what, publicKeyBytes, text, proof) => {
    expect(verifyByHost(publicKeyBytes, text, proof)).toBe(false)
  })

  it('refuses a scalar that is not reduced', () => {
    const order = 2n ** 252n + 27742317777372353535851937790883648493n
    const scalar = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString('hex')}`)
    const raised = Buffer.from((scalar + order).toString(16).padStart(64, '0'), 'hex').reverse()
    expect(verifyByHost(key, message, new Uint8Array([...signature.subarray(0, 32), ...raised]))).toBe(false)
  })
})

describe('createClock', () => {
  it('tells Unix nanoseconds', () => {
    const before = BigInt(Date.now()) * 1_000_000n
    expect(createClock().now() - before).toBeLessThan(5_000_000_000n)
  })

  it('wakes a sleeper when its signal aborts, before the time or at once', async () => {
    const clock = createClock()
    const stop = new AbortController()
    const slept = clock.sleep(60_000, stop.signal)
    stop.abort()
    await slept
    await clock.sleep(60_000, stop.signal)
  })
})

describe('createRandom', () => {
  it('gives as many bytes as asked, never the same', () => {
    const random = createRandom()
    expect(random(32)).toHaveLength(32)
    expect(random(32)).not.toEqual(random(32))
  })
})

describe('what a key is made of', () => {
  it('lies in one place, the caller’s', () => {
    const { randomBytes } = crypto
    const made: Buffer[] = []
    const watched = (length: number): Buffer => {
      const bytes = randomBytes(length)
      made.push(bytes)
      return bytes
    }
    crypto.randomBytes = watched as typeof randomBytes
    syncBuiltinESMExports()
    try {
      const bytes = createRandom()(32)
      expect(bytes.buffer.byteLength).toBe(32)
      expect(made.filter((each) => each.buffer !== bytes.buffer)).toEqual([])
    } finally {
      crypto.randomBytes = randomBytes
      syncBuiltinESMExports()
    }
  })
})
