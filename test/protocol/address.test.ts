import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decodeMainnetAddress,
  decodeMixAddress,
  encodeMainnetAddress,
  encodeMixAddress,
  mainnetAddressFromSeed,
  mixAddressOf,
  STORAGE_ADDRESS,
  STORAGE_RECIPIENT,
} from '#protocol'
import { aHolder } from '../support/coins.ts'
import { cpuMsAtBestOf } from './timing.ts'

const LETTERS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0OIl_ '
const uuids = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 64 })
const xins = Array.from({ length: 5 }, (_, at) => encodeMainnetAddress(aHolder(`holder ${at}`)))

/** Every text that differs from this one in one place, one letter more or one less. */
function* neighbours(text: string): Generator<string> {
  for (let at = 0; at < text.length; at++) {
    for (const letter of LETTERS) {
      if (letter !== text[at]) yield text.slice(0, at) + letter + text.slice(at + 1)
    }
    yield text.slice(0, at) + text.slice(at + 1)
    yield `${text.slice(0, at)}1${text.slice(at)}`
  }
}

describe('main addresses', () => {
  it('come back from text', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const { spendPublicKey, viewPublicKey } = aHolder(name)
        const address = encodeMainnetAddress({ spendPublicKey, viewPublicKey })
        expect(decodeMainnetAddress(address)).toEqual({ spendPublicKey, viewPublicKey })
      }),
      { numRuns: 25 },
    )
  })

  it('are refused with any one character changed', () => {
    for (const changed of neighbours(xins[0] ?? '')) {
      expect(() => decodeMainnetAddress(changed), changed).toThrow(
        expect.objectContaining({ code: 'protocol.address' }),
      )
    }
  })

  it('are not written for keys that the kernel refuses', () => {
    const { spendPublicKey } = aHolder('a')
    for (const viewPublicKey of [`01${'00'.repeat(31)}`, '00'.repeat(32), 'zz', '']) {
      expect(() => encodeMainnetAddress({ spendPublicKey, viewPublicKey })).toThrow(
        expect.objectContaining({ code: 'protocol.address' }),
      )
    }
  })

  it('know the storage account', () => {
    expect(mainnetAddressFromSeed('01'.repeat(64))).toBe(STORAGE_ADDRESS)
    expect(decodeMixAddress(STORAGE_RECIPIENT)).toEqual({ threshold: 64, kind: 'xin', members: [STORAGE_ADDRESS] })
  })
})

describe('group addresses', () => {
  it('come back from text in the order of their members', () => {
    fc.assert(
      fc.property(uuids, fc.nat(), (members, number) => {
        const mix = mixAddressOf(members, (number % members.length) + 1)
        expect(decodeMixAddress(encodeMixAddress(mix))).toEqual({ ...mix, members })
      }),
    )
  })

  it('hold up to sixty-four kernel accounts', () => {
    const members = Array.from({ length: 64 }, (_, at) => xins[at % xins.length] ?? '')
    const mix = mixAddressOf(members, 255)
    expect(decodeMixAddress(encodeMixAddress(mix))).toEqual(mix)
  })

  it('are refused with any one character changed', () => {
    const address = encodeMixAddress(mixAddressOf([crypto.randomUUID(), crypto.randomUUID()], 2))
    for (const changed of neighbours(address)) {
      expect(() => decodeMixAddress(changed), changed).toThrow(expect.objectContaining({ code: 'protocol.address' }))
    }
  })

  it.each<[string, readonly string[], number]>([
    ['no members', [], 1],
    ['a threshold of zero', ['00000000-0000-4000-8000-000000000001'], 0],
    ['more signatures than users', ['00000000-0000-4000-8000-000000000001'], 2],
    ['65 members', Array.from({ length: 65 }, (_, at) => `00000000-0000-4000-8000-0000000000${at + 10}`), 1],
    ['users and accounts mixed', ['00000000-0000-4000-8000-000000000001', xins[0] ?? ''], 1],
    ['a damaged account', [`${xins[0]}1`], 1],
    ['half a threshold', ['00000000-0000-4000-8000-000000000001'], 0.5],
  ])('are not made of %s', (_name, members, threshold) => {
    expect(() => mixAddressOf(members, threshold)).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^protocol\.(address|id)$/) }),
    )
  })

  it('cost nothing to refuse, however long the text is', () => {
    const cost = cpuMsAtBestOf(() => {
      for (const text of [
        `MIX${'z'.repeat(1_000_000)}`,
        `XIN${'z'.repeat(1_000_000)}`,
        `MIX${'1'.repeat(1_000_000)}`,
      ]) {
        expect(() => decodeMixAddress(text)).toThrow(expect.objectContaining({ code: 'protocol.address' }))
        expect(() => decodeMainnetAddress(text)).toThrow(expect.objectContaining({ code: 'protocol.address' }))
      }
    }, 50)
    expect(cost).toBeLessThan(50)
  })
})
