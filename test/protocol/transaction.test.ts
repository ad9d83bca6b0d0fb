import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CofferError,
  decodeTransaction,
  encodePayload,
  encodeTransaction,
  extraRoom,
  OUTPUT,
  shownText,
  type Transaction,
  toAmount,
  transactionHash,
  transactionKind,
  type WireText,
  ZERO_32,
} from '#protocol'
import { aHolder, aPayment, manyCoins } from '../support/coins.ts'
import { aTransaction, hexOf } from './arbitrary.ts'
import { cpuGrowthOf, cpuMsAtBestOf } from './timing.ts'

const { groups } = JSON.parse(readFileSync(new URL('../vectors/kernel.json', import.meta.url), 'utf8')) as {
  groups: Record<string, { cases: { in: { raw: string }; out: { signed_raw: string } }[] }>
}
const SIGNED = (groups['transaction']?.cases ?? []).map(({ out }) => out.signed_raw)
const REAL = (groups['transactionRaw']?.cases ?? []).map(({ in: { raw } }) => raw)
/** One of each form: withdrawal, two of three, mint, aggregated, deposit, genesis. */
const SAMPLES = [3, 11].map((at) => SIGNED[at] ?? '').concat([1, 5, 6].map((at) => REAL[at] ?? ''))

const SLOW_MS = 50

/** Decodes, and checks that it either comes back byte for byte or is refused by our own error, and quickly. */
function survives(raw: string): 'decoded' | 'refused' {
  const outcome = (): 'decoded' | 'refused' => {
    try {
      expect(encodeTransaction(decodeTransaction(raw))).toBe(raw)
      return 'decoded'
    } catch (error) {
      if (error instanceof CofferError && error.code.startsWith('protocol.')) return 'refused'
      throw error
    }
  }
  let first: 'decoded' | 'refused' = 'refused'
  const cost = cpuMsAtBestOf(() => {
    first = outcome()
  }, SLOW_MS)
  expect(cost).toBeLessThan(SLOW_MS)
  return first
}

function flipped(raw: string, bit: number): string {
  const bytes = Buffer.from(raw, 'hex')
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return bytes.toString('hex')
}

describe('transaction codec', () => {
  it('decodes what it encodes', () => {
    fc.assert(
      fc.property(aTransaction, (transaction) => {
        const raw = encodeTransaction(transaction)
        expect(decodeTransaction(raw)).toEqual(transaction)
        expect(encodeTransaction(decodeTransaction(raw))).toBe(raw)
      }),
      { numRuns: 300 },
    )
  })

  it('keeps the hash whatever the signatures are', () => {
    fc.assert(
      fc.property(aTransaction, (transaction) => {
        const { signatures: _, aggregated: __, ...unsigned } = transaction
        expect(transactionHash(transaction)).toBe(transactionHash(unsigned))
        expect(transactionHash(encodeTransaction(transaction))).toBe(transactionHash(unsigned))
        expect(encodePayload(transaction)).toBe(encodeTransaction(unsigned))
      }),
      { numRuns: 100 },
    )
  })

  it('refuses every proper prefix of every golden transaction', () => {
    for (const raw of [...SIGNED, ...REAL]) {
      for (let end = 0; end < raw.length; end += 2) expect(survives(raw.slice(0, end))).toBe('refused')
    }
  })

  it('refuses half a byte at the end', () => {
    for (const raw of SAMPLES) expect(survives(raw.slice(0, -1))).toBe('refused')
  })

  it('survives every single flipped bit of the samples', () => {
    const outcomes = { decoded: 0, refused: 0 }
    for (const raw of SAMPLES) {
      for (let bit = 0; bit < raw.length * 4; bit++) outcomes[survives(flipped(raw, bit))] += 1
    }
    expect(outcomes.decoded).toBeGreaterThan(1000)
    expect(outcomes.refused).toBeGreaterThan(1000)
  })

  it('survives random bytes, bare and behind a good header', () => {
    fc.assert(
      fc.property(hexOf(0, 300), fc.boolean(), (bytes, headed) => {
        survives(headed ? `77770005${bytes}` : bytes)
      }),
      { numRuns: 10_000, seed: 17 },
    )
  })

  it('survives bytes put in, taken out and repeated', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SAMPLES), fc.nat(), fc.nat(40), hexOf(0, 8), (raw, place, gone, added) => {
        const at = (place % (raw.length / 2)) * 2
        survives(raw.slice(0, at) + added + raw.slice(at + gone * 2))
      }),
      { numRuns: 3000, seed: 19 },
    )
  })

  it('refuses upper case, so that one transaction has one text', () => {
    const raw = SIGNED[0] ?? ''
    expect(survives(raw.toUpperCase())).toBe('refused')
  })

  const leaving = (address: WireText, tag: WireText = ''): Transaction => ({
    ...aPayment([]),
    outputs: [
      {
        ...{ type: OUTPUT.withdrawalSubmit, amount: toAmount(1n), keys: [], mask: ZERO_32, script: '' },
        withdrawal: { address, tag },
      },
    ],
  })

  it('reads bytes that are no text where text belongs, and shows them as what they are', () => {
    const raw = encodeTransaction(leaving('abc')).replace('616263', '61ff63')
    const transaction = decodeTransaction(raw)
    expect(transaction.outputs[0]?.withdrawal).toEqual({ address: { hex: '61ff63' }, tag: '' })
    expect(encodeTransaction(transaction)).toBe(raw)
    expect(shownText(transaction.outputs[0]?.withdrawal?.address ?? '')).toBe('hex 61ff63 (no valid text)')
    expect(shownText('abc')).toBe('abc')
  })

  it('gives back any bytes of an address and a tag as they were', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.uint8Array({ maxLength: 10 }), (address, tag) => {
        const [one, two] = [address, tag].map((bytes) => Buffer.from(bytes).toString('hex'))
        const raw = encodeTransaction(leaving({ hex: one ?? '' }, { hex: two ?? '' }))
        const { withdrawal } = decodeTransaction(raw).outputs[0] ?? {}
        expect(encodeTransaction(decodeTransaction(raw))).toBe(raw)
        for (const [text, hex] of [[withdrawal?.address, one] as const, [withdrawal?.tag, two] as const]) {
          if (typeof text === 'string') expect(Buffer.from(text, 'utf8').toString('hex')).toBe(hex)
          else expect(text?.hex).toBe(hex)
        }
      }),
    )
  })

  it('keeps a byte order mark and every other character of a text', () => {
    for (const address of ['\ufeffabc', 'a\u0000b', '金 🪙', '\u202eabc']) {
      const withdrawal = { address, tag: address }
      const transaction: Transaction = {
        ...aPayment([]),
        outputs: [
          { type: OUTPUT.withdrawalSubmit, amount: toAmount(1n), keys: [], mask: ZERO_32, script: '', withdrawal },
        ],
      }
      expect(decodeTransaction(encodeTransaction(transaction)).outputs[0]?.withdrawal).toEqual(withdrawal)
    }
  })

  it.each<[string, Partial<Transaction>]>([
    ['an asset of 31 bytes', { asset: '00'.repeat(31) }],
    ['an asset in upper case', { asset: 'AA'.repeat(32) }],
    ['an odd extra', { extra: '123' }],
    ['a negative amount', { outputs: [{ type: 0, amount: toAmount(-1n), keys: [], mask: ZERO_32, script: '' }] }],
    ['an input index above 1024', { inputs: [{ hash: ZERO_32, index: 1025 }] }],
    ['an input index that is no integer', { inputs: [{ hash: ZERO_32, index: 1.5 }] }],
    ['257 inputs', { inputs: Array.from({ length: 257 }, () => ({ hash: ZERO_32, index: 0 })) }],
    ['a short signature', { signatures: [{ 0: '00'.repeat(63) }] }],
    ['signers out of order', { aggregated: { signature: '00'.repeat(64), signers: [1, 1] } }],
    ['two kinds of signatures', { signatures: [{}], aggregated: { signature: '00'.repeat(64), signers: [] } }],
    [
      'a lone surrogate',
      {
        outputs: [
          {
            type: 0xa1,
            amount: toAmount(1n),
            keys: [],
            mask: ZERO_32,
            script: '',
            withdrawal: { address: '\ud800', tag: '' },
          },
        ],
      },
    ],
  ])('does not encode %s', (_name, change) => {
    expect(() => encodeTransaction({ ...aPayment([]), ...change })).toThrow(
      expect.objectContaining({ code: 'protocol.transaction' }),
    )
  })

  it('costs at most 40 times as much for 256 inputs as for 16', () => {
    const [few, many] = [16, 256].map((count) => aPayment(manyCoins(count, aHolder('payer'))))
    if (few === undefined || many === undefined) throw new Error('two sizes')
    const [rawFew, rawMany] = [encodeTransaction(few), encodeTransaction(many)]
    expect(
      cpuGrowthOf(
        16,
        () => encodeTransaction(few),
        () => encodeTransaction(many),
      ),
    ).toBeLessThan(40)
    expect(
      cpuGrowthOf(
        16,
        () => decodeTransaction(rawFew),
        () => decodeTransaction(rawMany),
      ),
    ).toBeLessThan(40)
  })

  it('decodes the largest transaction in time', () => {
    const raw = encodeTransaction({ ...aPayment([]), extra: '5a'.repeat(4_193_000) })
    expect(cpuMsAtBestOf(() => decodeTransaction(raw), 2000)).toBeLessThan(2000)
    expect(decodeTransaction(raw).extra).toHaveLength(8_386_000)
    expect(() => decodeTransaction(`${raw}${'00'.repeat(2000)}`)).toThrow('transaction too large')
  })
})

describe('extraRoom', () => {
  it('leaves exactly the bytes that the signatures take', () => {
    const payment = aPayment(manyCoins(3, aHolder('Ana')))
    const { inputs } = payment
    const signatures = inputs.map(() => ({ 0: '11'.repeat(64), 1: '22'.repeat(64) }))
    const room = extraRoom(payment, 2 * inputs.length)
    const signed = (bytes: number) => encodeTransaction({ ...payment, extra: '5a'.repeat(bytes), signatures })
    expect(signed(room)).toHaveLength(2 * 4_194_304)
    expect(() => signed(room + 1)).toThrow('transaction too large')
  })
})

describe('transactionKind', () => {
  const output = (type: number) => ({ type, amount: toAmount(1n), keys: [], mask: ZERO_32, script: '' })
  const deposit = { chain: ZERO_32, assetKey: 'a', transaction: 'b', index: 0n, amount: toAmount(1n) }
  const mint = { group: 'UNIVERSAL', batch: 1n, amount: toAmount(1n) }

  it.each([
    ['script', [{}], [OUTPUT.script, OUTPUT.script]],
    ['withdrawal_submit', [{}], [OUTPUT.script, OUTPUT.withdrawalSubmit]],
    ['withdrawal_claim', [{}], [OUTPUT.withdrawalClaim, OUTPUT.withdrawalSubmit]],
    ['node_pledge', [{}], [OUTPUT.nodePledge]],
    ['custodian_slash', [{}], [OUTPUT.custodianSlash]],
    ['unknown', [{}], [OUTPUT.script, 0x77]],
    ['deposit', [{}, { deposit }], [OUTPUT.withdrawalSubmit]],
    ['mint', [{ mint }], [OUTPUT.script]],
    ['unknown', [{ genesis: '00' }], [OUTPUT.script]],
  ])('is %s', (kind, inputs, types) => {
    const transaction = {
      inputs: inputs.map((extra) => ({ hash: ZERO_32, index: 0, ...extra })),
      outputs: types.map(output),
    }
    expect(transactionKind(transaction)).toBe(kind)
  })
})
