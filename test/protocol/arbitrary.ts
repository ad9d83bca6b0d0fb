import fc from 'fast-check'
import {
  OUTPUT,
  type Transaction,
  type TransactionInput,
  type TransactionOutput,
  toAmount,
  type WireText,
} from '#protocol'

/** Lower-case hex of exactly `size` bytes, or of up to `sizeMax`. */
export const hexOf = (size: number, sizeMax = size): fc.Arbitrary<string> =>
  fc
    .uint8Array({ minLength: size, maxLength: sizeMax })
    .map((bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex'))

export const anAmount = fc.bigInt({ min: 0n, max: 2n ** 220n }).map(toAmount)
/** Text, or bytes that are none: nothing of UTF-8 begins with ff. */
const text: fc.Arbitrary<WireText> = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 1, arbitrary: hexOf(0, 20).map((hex) => ({ hex: `ff${hex}` })) },
)
const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })

const input: fc.Arbitrary<TransactionInput> = fc.record(
  {
    hash: hexOf(32),
    index: fc.integer({ min: 0, max: 1024 }),
    genesis: hexOf(1, 40),
    deposit: fc.record({ chain: hexOf(32), assetKey: text, transaction: text, index: u64, amount: anAmount }),
    mint: fc.record({ group: text, batch: u64, amount: anAmount }),
  },
  { requiredKeys: ['hash', 'index'] },
)

const output: fc.Arbitrary<TransactionOutput> = fc.record(
  {
    type: fc.oneof(fc.constantFrom(...Object.values(OUTPUT)), fc.integer({ min: 0, max: 255 })),
    amount: anAmount,
    keys: fc.array(hexOf(32), { maxLength: 5 }),
    mask: hexOf(32),
    script: hexOf(0, 5),
    withdrawal: fc.record({ address: text, tag: text }),
  },
  { requiredKeys: ['type', 'amount', 'keys', 'mask', 'script'] },
)

const signatureMap = fc.dictionary(fc.integer({ min: 0, max: 65_535 }).map(String), hexOf(64), { maxKeys: 4 })

const signatureBlock = fc.oneof(
  fc.constant({}),
  fc.record({ signatures: fc.array(signatureMap, { minLength: 1, maxLength: 4 }) }),
  fc.record({
    aggregated: fc.record({
      signature: hexOf(64),
      signers: fc
        .uniqueArray(fc.integer({ min: 0, max: 700 }), { maxLength: 20 })
        .map((signers) => signers.sort((a, b) => a - b)),
    }),
  }),
)

/** Anything that the format can say, sensible or not. */
export const aTransaction: fc.Arbitrary<Transaction> = fc
  .tuple(
    fc.record({
      version: fc.constant(5 as const),
      asset: hexOf(32),
      inputs: fc.array(input, { maxLength: 4 }),
      outputs: fc.array(output, { maxLength: 4 }),
      references: fc.array(hexOf(32), { maxLength: 4 }),
      extra: hexOf(0, 300),
    }),
    signatureBlock,
  )
  .map(([unsigned, block]) => ({ ...unsigned, ...block }))
