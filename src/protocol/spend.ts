import { bytesToHex } from './bytes.ts'
import { CofferError } from './error.ts'
import { mapOfInput, type SpentOutput, verifyTransaction } from './sign.ts'
import type { VerifyOptions } from './signature.ts'
import { OUTPUT, type Transaction, type TransactionInput } from './transaction.ts'
import { decodeTransaction } from './transaction-decode.ts'
import { payloadHash } from './transaction-encode.ts'

/** `incomplete`: the bytes that it takes to decide are not there. */
type SpendVerdict = 'valid' | 'invalid' | 'incomplete'

interface SpendOptions extends VerifyOptions {
  /** Judge only what this coin's owners have signed; all inputs are judged without it. */
  readonly coin?: { readonly hash: string; readonly index: number }
}

/** What can be read and what cannot: bytes from outside may be anything. */
function readable(raw: string): Transaction | null {
  try {
    return decodeTransaction(raw)
  } catch (error) {
    if (error instanceof CofferError) return null
    throw error
  }
}

/** Kinds of outputs that can be spent at all. */
const SPENDABLE: readonly number[] = [OUTPUT.script, OUTPUT.nodeRemove]

type Found = SpentOutput | 'missing' | 'impossible'

/** The output that an input names, out of the bytes that made it. */
function outputOf(
  { hash, index, ...rest }: TransactionInput,
  asset: string,
  makers: ReadonlyMap<string, Transaction>,
): Found {
  if (Object.values(rest).some((special) => special !== undefined)) return 'impossible'
  const maker = makers.get(hash)
  if (maker === undefined) return 'missing'
  const output = maker.outputs[index]
  if (output === undefined || maker.asset !== asset || !SPENDABLE.includes(output.type)) return 'impossible'
  return { keys: output.keys, script: output.script }
}

const isFound = (found: Found): found is SpentOutput => typeof found === 'object'

/** By maps alone: the coin's own map, where the transaction has enough signatures for all its inputs. */
function judgeMap(transaction: Transaction, place: number, spent: SpentOutput, { verify }: VerifyOptions): boolean {
  const { inputs, signatures = [] } = transaction
  const count = signatures.reduce((sum, map) => sum + Object.keys(map).length, 0)
  if (signatures.length !== inputs.length || count < inputs.length) return false
  return mapOfInput(signatures[place] ?? {}, spent, payloadHash(transaction), verify).complete
}

/**
 * Judges a spend by bytes alone, taking nobody's word for keys: whether the signatures of a transaction satisfy the script of
 * every output that it spends (or of one, `coin`), under the keys that stand in the transactions which made those outputs.
 *
 * `spend` is the full encoding of the spending transaction in hex, with its signatures. `makers` are the encodings, in hex
 * and in any order, of transactions that made its coins; signed or not, as only payloads are read. Each serves the inputs that
 * name its hash, which is computed here, so bytes of another transaction, or none at all, count as missing.
 *
 * - `valid`: the signatures hold. Whether the transaction is final, in its sums and references right too, is not said.
 * - `invalid`: they never will: bytes that cannot be read, no such input (`coin`) or output, one input twice, another asset, a
 *   bad signature or too few. With `coin`, what is wrong at other inputs is not looked at as long as each input could have its signature.
 * - `incomplete`: a maker is missing. Signature maps take the maker of each judged input; an aggregated signature is one over
 *   the keys of all inputs and takes every maker, also for a single coin.
 *
 * Never throws for what comes from outside.
 */
export function verifySpend(spend: string, makers: Iterable<string>, options: SpendOptions = {}): SpendVerdict {
  const transaction = readable(spend)
  if (transaction === null) return 'invalid'
  const { coin } = options
  const place = transaction.inputs.findIndex(({ hash, index }) => hash === coin?.hash && index === coin.index)
  if (transaction.inputs.length === 0 || (coin !== undefined && place === -1)) return 'invalid'
  if (new Set(transaction.inputs.map(({ hash, index }) => `${hash}:${index}`)).size < transaction.inputs.length)
    return 'invalid'
  const made = new Map<string, Transaction>()
  for (const raw of makers) {
    const maker = readable(raw)
    if (maker !== null) made.set(bytesToHex(payloadHash(maker)), maker)
  }
  const found = transaction.inputs.map((input) => outputOf(input, transaction.asset, made))
  const isAlone = coin !== undefined && transaction.aggregated === undefined
  const judged = isAlone ? found.slice(place, place + 1) : found
  if (judged.includes('impossible')) return 'invalid'
  const spent = judged.filter(isFound)
  if (spent.length < judged.length) return 'incomplete'
  try {
    const [own] = spent
    const holds = isAlone
      ? own !== undefined && judgeMap(transaction, place, own, options)
      : verifyTransaction(transaction, spent, options).complete
    return holds ? 'valid' : 'invalid'
  } catch (error) {
    if (error instanceof CofferError) return 'invalid' // a script that nothing satisfies
    throw error
  }
}
