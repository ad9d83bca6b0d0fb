import crypto, { generateKeyPairSync, sign } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { describe, expect, it } from 'vitest'
import { createClock, createRandom, verifyByHost } from '#platform'
import { whileHeld } from '../../src/platform/files.ts'

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

describe('a file that takes its name on Windows', () => {
  const held = (code: string) => Object.assign(new Error(`${code}: somebody looks at it`), { code })

  /** Fails so often by that code before it works. */
  function trying(code: string, times: number, platform: NodeJS.Platform = 'win32') {
    let tries = 0
    const waits: number[] = []
    const work = (): void => {
      tries += 1
      if (tries <= times) throw held(code)
    }
    return { act: () => whileHeld(work, { platform, wait: (ms) => waits.push(ms) }), tries: () => tries, waits }
  }

  it.each(['EPERM', 'EACCES', 'EBUSY'])('is tried again while another program looks at it (%s)', (code) => {
    const { act, tries, waits } = trying(code, 3)
    act()
    expect([tries(), waits]).toEqual([4, waits.toSorted((one, other) => one - other)])
  })

  it('is given up where that does not end, after a second at most', () => {
    const { act, waits } = trying('EPERM', 1000)
    expect(act).toThrow('EPERM')
    expect(waits.reduce((sum, each) => sum + each)).toBeLessThan(1000)
  })

  it.each([
    ['ENOSPC', 'win32'],
    ['EPERM', 'linux'],
    ['EPERM', 'darwin'],
  ] as const)('is not tried again after %s on %s', (code, platform) => {
    const { act, tries } = trying(code, 1, platform)
    expect(act).toThrow(code)
    expect(tries()).toBe(1)
  })
})
