import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseEnvelope } from '../../src/remote/response.ts'

/** What the whole text says, or nothing where it is no UTF-8 or cannot be read. */
function whole(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

function read(bytes: Buffer): unknown {
  try {
    return parseEnvelope(bytes, 200)
  } catch {
    return undefined
  }
}

/** Text with what stands between records, and what only looks so. */
const aText = fc.array(fc.constantFrom('},{', '{', '}', '[', ']', '"', '\\', ',', 'é', '\u{1f600}', 'a', '7'), {
  maxLength: 8,
})
const aRecord = fc.record({
  text: aText.map((parts) => parts.join('')),
  list: fc.array(fc.constantFrom<unknown>({ a: 1 }, { a: [{ b: 2 }, { c: '},{' }] }, null, 7, 'x'), { maxLength: 4 }),
})

/** Records that fill several pieces. */
const page = (records: readonly unknown[], sign = 'x'): Buffer =>
  Buffer.from(
    JSON.stringify({ data: Array.from({ length: 60 }, () => [...records, { long: sign.repeat(6000) }]).flat() }),
  )

describe('a long list of records', () => {
  it('is read piece by piece as it is read whole, whatever its texts look like', () => {
    fc.assert(
      fc.property(fc.array(aRecord, { minLength: 1, maxLength: 4 }), fc.constantFrom('x', 'é'), (records, sign) => {
        const bytes = page(records, sign)
        const before = Buffer.from(bytes)
        expect(read(bytes)).toEqual(whole(bytes))
        expect(bytes.equals(before)).toBe(true)
      }),
      { numRuns: 30 },
    )
  })

  it('says the same as the whole, or nothing as it does, when some of its bytes are others', () => {
    const sign = fc.constantFrom(...[...'{}[],:"\\ 0'].map((text) => text.charCodeAt(0)))
    const changes = fc.array(fc.tuple(fc.nat(), sign), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(fc.array(aRecord, { minLength: 1, maxLength: 3 }), changes, (records, changed) => {
        const bytes = page(records)
        // Near the ends of pieces, too, which lie behind each 96 KiB.
        for (const [at, byte] of changed)
          bytes[at % 3 === 0 ? (98_304 + (at % 7000)) % bytes.length : at % bytes.length] = byte
        const before = Buffer.from(bytes)
        const expected = whole(bytes)
        const isObject = typeof expected === 'object' && expected !== null && !Array.isArray(expected)
        expect(read(bytes)).toEqual(isObject ? expected : undefined)
        expect(bytes.equals(before)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('is refused where one of its records nests too deeply, or all have too many values', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(31)}${']'.repeat(31)}`)
    expect(() => parseEnvelope(page([{ deep }]), 200)).toThrow('nests too deeply')
    const many = Array.from({ length: 5000 }, () => 0)
    expect(() => parseEnvelope(page([{ many }]), 200)).toThrow('too many values')
  })
})
