import * as sdk from '@mixin.dev/mixin-node-sdk'
import { ed25519 } from '@noble/curves/ed25519.js'
import { installHostCurve } from '#platform'
import {
  decodeTransaction,
  deriveGhostPublicKey,
  encodePayload,
  encodeTransaction,
  formatAmount,
  publicKeyFromScalar,
  signTransaction,
  signWithScalar,
  type Transaction,
  toAmount,
  verifySignature,
} from '#protocol'
import { aHash, aHolder, aPayment, aScalar, manyCoins } from '../support/coins.ts'
import { type BenchRow, compare } from './measure.ts'

const payer = aHolder('payer')

/** A transaction of so many inputs and outputs, as a wallet would make it; `name` has other keys in it. */
function aTransaction(size: number, name = ''): Transaction {
  const coins = manyCoins(size, payer)
  const [output] = aPayment(coins).outputs
  if (output === undefined) throw new Error('a payment has an output')
  return aPayment(coins, {
    outputs: Array.from({ length: size }, (_, at) => ({
      ...output,
      amount: toAmount(123_456_789n + BigInt(at)),
      keys: [aHash(`key ${name}${at}`)],
      mask: aHash(`mask ${name}${at}`),
    })),
    extra: '68656c6c6f',
  })
}

/** The same in the SDK's own form. */
function forSdk({ outputs, inputs, references, extra, ...rest }: Transaction) {
  return {
    ...rest,
    inputs: inputs.map(({ hash, index }) => ({ hash, index })),
    outputs: outputs.map(({ withdrawal: _, ...output }) => ({
      ...output,
      keys: [...output.keys],
      amount: formatAmount(output.amount),
    })),
    references: [...references],
    extra: Buffer.from(extra, 'hex'),
  }
}

/** Transactions that are decoded in turn. */
const OTHERS = 64

function codecRows(size: number): BenchRow[] {
  const transaction = aTransaction(size)
  const theirs = forSdk(transaction)
  // As answers bring them: in one piece, and each another one, since a processor learns by heart how a text goes that is read again and again.
  const made = Array.from({ length: OTHERS }, (_, at) => encodePayload(aTransaction(size, `${at} `)))
  const raws: string[] = JSON.parse(JSON.stringify(made))
  let [read, own] = [0, 0]
  const next = (at: number) => raws[at % OTHERS] ?? ''
  const raw = encodePayload(transaction)
  if (sdk.encodeSafeTransaction(theirs) !== raw) throw new Error('peer and we encode different bytes')
  return [
    compare({
      name: `encode, ${size} in and out`,
      peer: () => sdk.encodeSafeTransaction(theirs),
      ours: () => encodeTransaction(transaction),
      ratioMax: 0.06,
    }),
    compare({
      name: `decode, ${size} in and out`,
      peer: () => sdk.decodeSafeTransaction(next(read++)),
      ours: () => decodeTransaction(next(own++)),
      ratioMax: 0.15,
    }),
  ]
}

const SIGN = [
  [1, 0.25],
  [16, 0.22],
  [256, 0.2],
] as const

function signRow([size, budget]: readonly [inputs: number, ratio: number]): BenchRow {
  const coins = manyCoins(size, payer)
  const payment = aPayment(coins)
  const theirs = forSdk(payment)
  const views = coins.map((coin) => coin.views[0] ?? '')
  const request = { raw: encodePayload(payment), spendSeed: payer.seed, inputs: coins, views }
  if (sdk.signSafeTransaction(theirs, views, payer.seed) !== signTransaction(request).raw) {
    throw new Error('peer and we sign different bytes')
  }
  return compare({
    name: `sign per input, proof and check included, ${size} in`,
    peer: () => sdk.signSafeTransaction(theirs, views, payer.seed),
    ours: () => signTransaction(request),
    operations: size,
    ratioMax: budget,
  })
}

function ghostRow(): BenchRow {
  const receivers = Array.from({ length: 64 }, (_, at) => ({ ...aHolder(`receiver ${at}`), r: aScalar(`r ${at}`) }))
  let [theirs, own] = [0, 0]
  return compare({
    name: 'one-time key per receiver',
    peer: () => {
      const { r, viewPublicKey, spendPublicKey } = receivers[theirs++ % 64] ?? payerWithR
      const [scalar, view, spend] = [r, viewPublicKey, spendPublicKey].map((hex) => Buffer.from(hex, 'hex'))
      if (scalar === undefined || view === undefined || spend === undefined) throw new Error('three keys')
      return sdk.deriveGhostPublicKey(scalar, view, spend, 1)
    },
    ours: () => {
      const { r, viewPublicKey, spendPublicKey } = receivers[own++ % 64] ?? payerWithR
      return deriveGhostPublicKey(r, viewPublicKey, spendPublicKey, 1)
    },
    ratioMax: 0.12,
  })
}

const payerWithR = { ...payer, r: aScalar('r') }

/** Signatures under keys that were never met, so that nothing is remembered from one to the next. */
function verifyRows(): BenchRow[] {
  const message = aHash('a message')
  const made = Array.from({ length: 6000 }, (_, at) => {
    const scalar = aScalar(`signer ${at}`)
    return { key: publicKeyFromScalar(scalar), signature: signWithScalar(scalar, message) }
  })
  // As an answer brings them: a text that was put together is made whole by whoever reads it first.
  const signed: typeof made = JSON.parse(JSON.stringify(made))
  const [known = { key: '', signature: '' }] = signed
  let [theirs, own] = [0, 0]
  const next = (at: number) => signed[at % signed.length] ?? known
  const peer = () => {
    const { key, signature } = next(theirs++)
    return ed25519.verify(Buffer.from(signature, 'hex'), Buffer.from(message, 'hex'), Buffer.from(key, 'hex'), {
      zip215: false,
    })
  }
  return [
    compare({
      name: 'verify per signature, new key, kernel rules',
      peer,
      ours: () => {
        const { key, signature } = next(own++)
        return verifySignature(key, message, signature)
      },
      ratioMax: 0.1,
    }),
    compare({
      name: 'verify per signature, key met before',
      peer,
      ours: () => verifySignature(known.key, message, known.signature),
      ratioMax: 0.1,
    }),
  ]
}

/** Protocol against the official npm SDK, and noble for verification, which the SDK does not do. */
export async function benchProtocol(): Promise<BenchRow[]> {
  await installHostCurve()
  return [...[1, 16, 256].flatMap(codecRows), ...SIGN.map(signRow), ghostRow(), ...verifyRows()]
}
