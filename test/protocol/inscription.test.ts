import { describe, expect, it } from 'vitest'
import {
  decodeInscription,
  encodeInscription,
  formatAmount,
  type InscriptionOperation,
  inscriptionItemAmount,
  parseInscriptionContent,
  STORAGE_RECIPIENT,
  storageCapacity,
  storagePrice,
  toAmount,
} from '#protocol'

const deploy = {
  version: 1,
  operation: 'deploy',
  mode: 1,
  unit: '100',
  supply: '1000',
  symbol: 'S',
  name: 'N',
  icon: 'image/webp;base64,AAAA',
} as const
const hex = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('hex')
const refused = expect.objectContaining({ code: 'protocol.inscription' })

describe('inscriptions', () => {
  it.each<[string, unknown]>([
    ['another version', { ...deploy, version: 2 }],
    ['another mode', { ...deploy, mode: 3 }],
    ['no unit', { ...deploy, unit: undefined }],
    ['a unit of zero', { ...deploy, unit: '0' }],
    ['a unit that is a number', { ...deploy, unit: 100 }],
    ['less supply than a unit', { ...deploy, supply: '99' }],
    ['no symbol', { ...deploy, symbol: '' }],
    ['an icon that is no data', { ...deploy, icon: 'https://example.com/icon.png' }],
    ['a treasury of more than everything', { ...deploy, treasury: { ratio: '1.1', recipient: STORAGE_RECIPIENT } }],
    ['a treasury of nobody', { ...deploy, treasury: { ratio: '0.1', recipient: 'bob' } }],
    ['a recipient that is no group', { operation: 'inscribe', recipient: 'bob' }],
    ['content that is no data', { operation: 'inscribe', recipient: STORAGE_RECIPIENT, content: 'hello' }],
    ['a negative sequence', { operation: 'occupy', sequence: -1 }],
    ['half a sequence', { operation: 'distribute', sequence: 0.5 }],
  ])('are refused with %s, both ways', (_name, operation) => {
    expect(() => encodeInscription(operation as InscriptionOperation)).toThrow(refused)
    expect(() => decodeInscription(hex(operation))).toThrow(refused)
  })

  it('are told from other extras', () => {
    for (const extra of [
      '',
      'ff',
      hex('hello'),
      hex('123'),
      hex('[]'),
      hex('{}'),
      hex('null'),
      hex({ operation: 'pay' }),
      hex({ operation: 'toString' }),
      hex({ operation: 1 }),
    ]) {
      expect(decodeInscription(extra)).toBeNull()
    }
  })

  it('are understood where a distribution names itself by its member', () => {
    expect(decodeInscription(hex({ distribute: 'distribute', sequence: 3 }))).toEqual({
      operation: 'distribute',
      sequence: 3,
    })
  })

  it('drop members that nobody knows', () => {
    expect(decodeInscription(hex({ operation: 'occupy', sequence: 3, extra: 'x' }))).toEqual({
      operation: 'occupy',
      sequence: 3,
    })
  })

  it('leave the treasury its share of every item', () => {
    const share = (ratio: string) =>
      inscriptionItemAmount({ unit: '100', treasury: { ratio, recipient: STORAGE_RECIPIENT } })
    expect(formatAmount(inscriptionItemAmount({ unit: '100' }))).toBe('100.00000000')
    expect(formatAmount(share('0.9'))).toBe('10.00000000')
    expect(formatAmount(share('0'))).toBe('100.00000000')
    expect(formatAmount(share('1'))).toBe('0.00000000')
    expect(formatAmount(share('0.00000001'))).toBe('99.99999900')
  })
})

describe('inscription content', () => {
  it('is taken apart into type, parameters and bytes', () => {
    expect(parseInscriptionContent('image/WEBP;trait=one;base64,AQID')).toEqual({
      mediaType: 'image/webp',
      parameters: ['trait=one'],
      bytes: Uint8Array.of(1, 2, 3),
    })
    const text = parseInscriptionContent('text/plain;charset=UTF-8,cedric%20mao,2')
    expect(Buffer.from(text.bytes).toString()).toBe('cedric mao,2')
    expect(text.parameters).toEqual(['charset=UTF-8'])
  })

  it.each(['', 'text/plain', 'data:text/plain,x', 'image/png;base64,***', 'text/plain,%zz', '/,x'])(
    'is refused as %j',
    (content) => {
      expect(() => parseInscriptionContent(content)).toThrow(refused)
    },
  )
})

describe('storage', () => {
  it('never costs less than the kernel asks for', () => {
    for (const size of [0, 1, 256, 257, 1023, 1024, 1025, 2047, 2048, 100_000, 4_194_303, 4_194_304]) {
      expect(storageCapacity(storagePrice(size))).toBeGreaterThanOrEqual(size)
    }
  })

  it('has an end', () => {
    expect(() => storagePrice(4_194_305)).toThrow(expect.objectContaining({ code: 'protocol.storage' }))
    expect(() => storagePrice(-1)).toThrow(expect.objectContaining({ code: 'protocol.storage' }))
    expect(storageCapacity(toAmount(2n ** 200n))).toBe(4_194_304)
  })
})
