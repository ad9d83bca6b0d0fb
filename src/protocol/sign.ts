import { signersOfInputs, verifyAggregated } from './aggregate.ts'
import type { VerifyEd25519 } from './arithmetic.ts'
import { bytesToHex, parseHex, withBytes } from './bytes.ts'
import { curve, readKey } from './curve.ts'
import { protocolError } from './error.ts'
import { isZero, readKeyScalar, type SpendSecret, spendScalar } from './scalar.ts'
import { decodeScript } from './script.ts'
import { forgetKeys, publicKeys, signAll, signingKeys, type VerifyOptions, verifyBytes } from './signature.ts'
import type { AggregatedSignature, SignatureMap, Transaction, TransactionInput } from './transaction.ts'
import { decodeTransaction } from './transaction-decode.ts'
import { encodeTransaction, payloadHash } from './transaction-encode.ts'

/** What a signer knows of the output that an input spends. */
export interface SpentKeys {
  /** One-time keys of the output, in its order. */
  readonly keys: readonly string[]
}

export interface SignRequest extends VerifyOptions {
  /** Unsigned, or with the signatures of others, which are kept. */
  readonly raw: string
  /** Bytes are only read; the caller overwrites them. */
  readonly spendSeed: SpendSecret
  /** One per input, in order. */
  readonly inputs: readonly SpentKeys[]
  /** View scalars that the service computed for this signer, one per input, in order. */
  readonly views: readonly string[]
}

interface SignedTransaction {
  readonly raw: string
  readonly hash: string
  /** Position of our key in each input's output, which is the index of our signature. */
  readonly indexes: readonly number[]
}

function isOrdinary({ deposit, mint, genesis }: TransactionInput): boolean {
  return deposit === undefined && mint === undefined && genesis === undefined
}

function oneTimeScalar(view: unknown, spend: Uint8Array, input: number): Uint8Array {
  const scalar = withBytes(readKeyScalar(view, `view scalar of input ${input}`, { input }), (own) =>
    curve().addScalars(own, spend),
  )
  if (isZero(scalar)) throw protocolError('protocol.scalar', `private key of input ${input} is zero`, { input })
  return scalar
}

function positionOf(publicKey: Uint8Array, keys: readonly string[] | undefined, input: number): number {
  const index = keys?.indexOf(bytesToHex(publicKey)) ?? -1
  if (index === -1) throw protocolError('protocol.not_ours', `input ${input} is not spendable with this key`, { input })
  return index
}

/** Lends the private keys of inputs, and overwrites them afterwards. */
function withOneTimeScalars<Value>(
  {
    views,
    spendSeed,
    count,
  }: { readonly views: readonly unknown[]; readonly spendSeed: SpendSecret; readonly count: number },
  use: (scalars: readonly Uint8Array[]) => Value,
): Value {
  const scalars: Uint8Array[] = []
  try {
    withBytes(spendScalar(spendSeed), (spend) => {
      for (let input = 0; input < count; input += 1) scalars.push(oneTimeScalar(views[input], spend, input))
    })
    return use(scalars)
  } finally {
    for (const scalar of scalars) scalar.fill(0)
  }
}

/**
 * The proof that every input is ours: view scalar + spend scalar must give a key of its output. Answers at which position.
 * Throws `protocol.not_ours`, naming the input.
 */
function proveAll(publicKeys: readonly Uint8Array[], inputs: readonly SpentKeys[]): number[] {
  return publicKeys.map((publicKey, input) => positionOf(publicKey, inputs[input]?.keys, input))
}

/**
 * Whether an output is ours and at which position its key stands. This is the only proof of ownership there is, so it
 * also serves to audit an output without spending it. Throws `protocol.scalar` for a view that is no usable scalar and
 * `protocol.not_ours` otherwise.
 */
export function proveInput(view: string, spendSeed: SpendSecret, keys: readonly string[]): number {
  const [publicKey] = withOneTimeScalars({ views: [view], spendSeed, count: 1 }, publicKeys)
  return publicKey === undefined ? -1 : positionOf(publicKey, keys, 0)
}

/**
 * The same proof from the public spend key alone, B + x·G, for an audit while the vault is locked and for any member of a
 * group whose view scalar is known. Throws as `proveInput`, and `protocol.key`.
 */
export function proveMember(view: string, spendPublicKey: string, keys: readonly string[]): number {
  const step = withBytes(readKeyScalar(view, 'view scalar', { input: 0 }), curve().multiplyBase)
  return positionOf(curve().add(readKey(spendPublicKey, 'spend key'), step), keys, 0)
}

/**
 * Signs every input of a transaction for one member. The payload hash is computed from the bytes here, public keys from the
 * scalars here; all inputs are proved ours before the first is signed; every signature is verified before any is returned.
 * Throws `protocol.transaction`, `protocol.scalar`, `protocol.not_ours`, `protocol.signature`.
 */
export function signTransaction({ raw, spendSeed, inputs, views, verify }: SignRequest): SignedTransaction {
  const transaction = decodeTransaction(raw)
  const count = transaction.inputs.length
  const existing = transaction.signatures ?? transaction.inputs.map((): SignatureMap => ({}))
  if (count === 0 || !transaction.inputs.every(isOrdinary)) {
    throw protocolError('protocol.transaction', 'only ordinary inputs are signed here', { rule: 'invalid input' })
  }
  if (transaction.aggregated !== undefined || existing.length !== count) {
    throw protocolError('protocol.transaction', 'the transaction carries other signatures', {
      rule: 'invalid tx signature number',
    })
  }
  if (!Array.isArray(views) || views.length !== count || inputs.length !== count) {
    const input = Math.min(Array.isArray(views) ? views.length : 0, inputs.length, count)
    throw protocolError('protocol.scalar', `there must be one view scalar and one output for each of ${count} inputs`, {
      input,
      what: 'views',
    })
  }
  const message = payloadHash(transaction)
  const { indexes, signatures } = withOneTimeScalars({ views, spendSeed, count }, (scalars) => {
    const keys = signingKeys(scalars, message)
    try {
      const indexes = proveAll(
        keys.map(({ publicKey }) => publicKey),
        inputs,
      )
      return { indexes, signatures: signAll(keys, message, verify).map(bytesToHex) }
    } finally {
      forgetKeys(keys)
    }
  })
  const signed: Transaction = {
    ...transaction,
    signatures: existing.map((map, at) => ({ ...map, [indexes[at] ?? -1]: signatures[at] ?? '' })),
  }
  return { raw: encodeTransaction(signed), hash: bytesToHex(message), indexes }
}

/**
 * Joins the signatures of two copies of one transaction, as the service joins what members post. Where both have one at
 * the same place the first stays. Throws `protocol.transaction` if their payloads differ.
 */
export function mergeSignatures(raw: string, other: string): string {
  const [first, second] = [decodeTransaction(raw), decodeTransaction(other)]
  if (bytesToHex(payloadHash(first)) !== bytesToHex(payloadHash(second))) {
    throw protocolError('protocol.transaction', 'these are two different transactions', { rule: 'other payload' })
  }
  if (first.aggregated !== undefined || second.aggregated !== undefined) {
    throw protocolError('protocol.transaction', 'an aggregated signature cannot be joined', { rule: 'aggregated' })
  }
  const maps = first.inputs.map((_, at) => ({ ...second.signatures?.[at], ...first.signatures?.[at] }))
  const signed = maps.some((map) => Object.keys(map).length > 0)
  return signed ? encodeTransaction({ ...first, signatures: maps }) : raw
}

export interface SpentOutput extends SpentKeys {
  readonly script: string
}

interface InputSignatures {
  /** Positions whose signature is good, ascending. */
  readonly valid: readonly number[]
  /** Positions whose signature is bad, or beyond the keys. One of these spoils the whole transaction. */
  readonly invalid: readonly number[]
  readonly threshold: number
  readonly complete: boolean
}

export interface TransactionSignatures {
  readonly hash: string
  readonly inputs: readonly InputSignatures[]
  /** Every input has its threshold of good signatures, and there is no bad one anywhere. */
  readonly complete: boolean
}

/** What the map of one input is worth under the keys and the script of the output that it spends. Throws `protocol.script`. */
export function mapOfInput(
  map: SignatureMap,
  { keys, script }: SpentOutput,
  message: Uint8Array,
  verify: VerifyEd25519 | undefined,
): InputSignatures {
  const valid: number[] = []
  const invalid: number[] = []
  for (const [place, signature] of Object.entries(map)) {
    const index = Number(place)
    const key = keys[index]
    const good = key !== undefined && verifyBytes(parseHex(key, 32), message, parseHex(signature, 64), verify)
    ;(good ? valid : invalid).push(index)
  }
  const threshold = decodeScript(script)
  return { valid, invalid, threshold, complete: invalid.length === 0 && valid.length >= threshold }
}

/** What an aggregated signature says for each input: all that signed are good, or none is. */
function aggregatedInputs(
  aggregated: AggregatedSignature,
  spent: readonly SpentOutput[],
  message: Uint8Array,
  verify: VerifyEd25519 | undefined,
): InputSignatures[] {
  const keys = spent.flatMap((output) => output.keys)
  const good = verifyAggregated(aggregated, keys, message, verify)
  return signersOfInputs(aggregated, spent).map((places, input) => {
    const threshold = decodeScript(spent[input]?.script ?? '')
    const complete = good && places.length >= threshold
    return { valid: good ? places : [], invalid: good ? [] : places, threshold, complete }
  })
}

/**
 * Which signatures a transaction carries and which of them are good, by the kernel's rule, given the outputs it spends in
 * order; an aggregated one counts for each position that it names. Throws `protocol.transaction` if it cannot be read, and
 * `protocol.script` for an output with another script.
 */
export function verifyTransaction(
  transaction: Transaction | string,
  spent: readonly SpentOutput[],
  { verify }: VerifyOptions = {},
): TransactionSignatures {
  const {
    signatures = [],
    aggregated,
    ...unsigned
  } = typeof transaction === 'string' ? decodeTransaction(transaction) : transaction
  if (spent.length !== unsigned.inputs.length) {
    throw protocolError('protocol.transaction', 'there must be one spent output for each input', {
      rule: 'input not found',
    })
  }
  if (aggregated !== undefined && signatures.length > 0) {
    throw protocolError('protocol.transaction', 'there are two kinds of signatures', { rule: 'invalid signatures map' })
  }
  const message = payloadHash(unsigned)
  const inputs =
    aggregated === undefined
      ? spent.map((output, input) => mapOfInput(signatures[input] ?? {}, output, message, verify))
      : aggregatedInputs(aggregated, spent, message, verify)
  const total = inputs.reduce((sum, { valid }) => sum + valid.length, 0)
  const isWhole = aggregated !== undefined || signatures.length === spent.length
  return {
    hash: bytesToHex(message),
    inputs,
    complete: isWhole && total >= spent.length && inputs.every(({ complete }) => complete),
  }
}
