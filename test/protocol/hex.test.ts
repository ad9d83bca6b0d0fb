import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isHex } from '#protocol/text'

/* Short and long texts are looked at in different ways, long ones in pieces: all of them judge as an expression does. */

const EXPRESSION = /^(?:[0-9a-f]{2})*$/
/** Around where a text becomes a long one, and where a piece of it ends. */
const LENGTHS = [0, 2, 64, 254, 256, 258, 8190, 8192, 8194, 16_384, 16_386]
const hexOf = (length: number) => '0123456789abcdef'.repeat(Math.ceil(length / 16)).slice(0, length)
/** Neighbours of digits, capitals, what takes two and three bytes, and halves of a pair. */
const WRONG = ['/', ':', '`', 'g', 'A', 'F', ' ', '\0', '\u00e9', '\u0130', '字', '\ud83d', '\ude00', '😀']

describe('hex', () => {
  it.each(LENGTHS)('of %i digits is hex', (length) => {
    expect(isHex(hexOf(length))).toBe(true)
  })

  it.each(LENGTHS.filter((length) => length > 0))('of %i digits is none with anything else in it', (length) => {
    const places = [0, 1, length >> 1, length - 2, length - 1, 8190, 8191, 8192, 8193]
    for (const at of places.filter((place) => place < length))
      for (const wrong of WRONG) {
        const text = `${hexOf(at)}${wrong}${hexOf(length - at - 1)}`
        expect(isHex(text), `${wrong} at ${at}`).toBe(false)
      }
  })

  it.each([255, 257, 8191, 8193])('of %i digits is not of whole bytes', (length) => {
    expect(isHex(hexOf(length))).toBe(false)
  })

  it('is judged as by an expression, whatever the text', () => {
    const unit = fc.oneof(
      { weight: 400, arbitrary: fc.constantFrom(...hexOf(16)) },
      { weight: 1, arbitrary: fc.string() },
    )
    const text = fc.array(unit, { minLength: 200, maxLength: 600 }).map((units) => units.join(''))
    fc.assert(fc.property(text, (given) => isHex(given) === EXPRESSION.test(given)))
  })
})
