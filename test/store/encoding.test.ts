import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { uuidBytes, uuidOf } from '../../src/store/encoding.ts'

describe('bytes of a uuid', () => {
  it('are its digits, and give it back', () => {
    fc.assert(
      fc.property(fc.uuid(), (uuid) => {
        const bytes = uuidBytes(uuid)
        expect(bytes.toString('hex')).toBe(uuid.replaceAll('-', ''))
        expect(uuidOf(bytes)).toBe(uuid)
      }),
    )
  })

  it('are never sixteen where one of its digits is none', () => {
    const places = [...Array.from({ length: 36 }).keys()].filter((at) => ![8, 13, 18, 23].includes(at))
    const other = fc.constantFrom('g', ' ', '-', '\0', 'é', 'Ā', '\u{1f600}', '')
    fc.assert(
      fc.property(fc.uuid(), fc.constantFrom(...places), other, (uuid, at, sign) => {
        expect(uuidBytes(uuid.slice(0, at) + sign + uuid.slice(at + 1))).not.toHaveLength(16)
      }),
    )
  })
})
