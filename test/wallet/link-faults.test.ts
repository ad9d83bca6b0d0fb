import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseLink } from '#protocol'
import { wording } from '#words'
import { glance } from '../../src/wallet/scan/glance.ts'
import { faultOf } from '../../src/wallet/scan/link-faults.ts'

const USER = 'af1beabc-205c-316c-82f2-f0263036bd19'

function fault(text: string): string | null {
  try {
    parseLink(text)
    return null
  } catch (error) {
    const found = faultOf(text, error)
    return found === null ? null : wording(found)
  }
}

describe('a link that is not taken', () => {
  it.each([
    'https://mixin.one.evil.example/pay/1',
    'https://mix1n.one/pay/1',
    'https://rnixin.one/pay/1',
    'https://mixin.0ne/users/1',
    'https://mıxin.one/users/1',
    'https://mixin.one@evil.example/users/1',
    'https://mixinn.one/users/1',
    'https://mіxin.one/users/1',
  ])('is said to look like the service: %s', (text) => {
    expect(fault(text)).toContain('That is not mixin.one')
  })

  it.each(['https://example.com/pay/1', 'https://bank.example/'])('is said to lead elsewhere: %s', (text) => {
    expect(fault(text)).toMatch(/^It leads to (?:example\.com|bank\.example), not to mixin\.one/)
  })

  it('names the host to which it leads, not the one that it shows', () => {
    expect(fault('https://mixin.one@evil.example/users/1')).toContain('It leads to evil.example.')
  })

  it('says which part is wrong', () => {
    expect(fault('https://mixin.one/users/nobody')).toContain('An id in it is damaged')
    expect(fault(`https://mixin.one/pay/${USER}?amount=1`)).toBe('It names an amount but no asset.')
    expect(fault(`https://mixin.one/pay/${USER}?asset=${USER}&amount=-1`)).toBe('Its amount cannot be read.')
    expect(fault(`https://mixin.one/pay/${USER}?memo=a&memo=b`)).toContain('stands in it twice')
    expect(fault('https://mixin.one/nothing/known/at/all')).toContain('Coffer does not know')
  })

  it('is said to have an amount that cannot be read, for another network too', () => {
    const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
    for (const link of [
      `bitcoin:${address}?amount=0,5`,
      `BITCOIN:${address}?amount=0`,
      `ethereum:0x${'1'.repeat(40)}?value=1.5`,
    ])
      expect(wording(glance(link))).toBe('Its amount cannot be read.')
    expect(wording(glance(`bitcoin:${address}?amount=0.5`))).not.toContain('cannot be read')
  })

  it('is judged whatever it holds, without throwing', () => {
    const start = fc.constantFrom('https://', 'mixin://', 'https://mixin.one/', '')
    fc.assert(
      fc.property(start, fc.string({ unit: 'binary' }), (begin, rest) => {
        fault(begin + rest)
        return wording(glance(begin + rest)) !== ''
      }),
    )
  })
})

describe('codes of one picture', () => {
  it('are told apart by what they are for', () => {
    const texts = [
      `https://mixin.one/users/${USER}`,
      `https://mixin.one/pay/${USER}`,
      'https://mixin.one/multisigs/af1beabc-205c-316c-82f2-f0263036bd19',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'hello',
      'https://mix1n.one/pay/1',
    ]
    expect(texts.map((text) => wording(glance(text)))).toEqual([
      'Person or bot',
      'Request to pay',
      'Request for a group’s signatures',
      'Address on a blockchain',
      'Text',
      expect.stringContaining('That is not mixin.one'),
    ])
  })
})
