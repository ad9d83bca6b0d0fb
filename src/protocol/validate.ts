import { isAscending, signersOfInputs, verifyAggregated } from './aggregate.ts'
import { type Amount, parseAmount } from './amount.ts'
import type { VerifyEd25519 } from './arithmetic.ts'
import { bytesToHex, parseHex } from './bytes.ts'
import { ASSET_CAPACITIES, OTHER_CAPACITY, XIN_KERNEL_ASSET_ID } from './constant.ts'
import { depositUniqueKey } from './deposit.ts'
import { CofferError, type ErrorDetails, protocolError } from './error.ts'
import { blake3 } from './hash.ts'
import { kernelAssetId } from './id.ts'
import { isKey } from './key.ts'
import { checkScript, decodeScript } from './script.ts'
import { type VerifyOptions, verifyBytes } from './signature.ts'
import { extraLimit } from './storage.ts'
import {
  INPUT_INDEX_MAX,
  OUTPUT,
  REFERENCES_MAX,
  SLICE_MAX,
  type Transaction,
  type TransactionKind,
  transactionKind,
  ZERO_32,
} from './transaction.ts'
import { decodeTransaction } from './transaction-decode.ts'
import { payloadHash } from './transaction-encode.ts'
import { bytesOfText, type WireText } from './wire-text.ts'

const CLAIM_MIN = parseAmount('0.0001')
const SPACE = '0[9a-d]|20|c285|c2a0|e19a80|e280(?:8[0-9a]|a8|a9|af)|e2819f|e38080'
/** Bytes with space around them as the kernel trims it, whether or not they are text. */
const EDGE_SPACE = new RegExp(`^(?:${SPACE})|(?:${SPACE})$`)

const isTrimmed = (text: WireText): boolean => !EDGE_SPACE.test(bytesToHex(bytesOfText(text)))

/** An output on the ledger. Spent ones stay, locked by their spender. */
export interface LedgerOutput {
  readonly asset: string
  readonly type: number
  readonly amount: Amount
  readonly keys: readonly string[]
  readonly script: string
  /** Hash of the transaction that holds or spent it. */
  readonly lockedBy: string | null
}

export interface LedgerAsset {
  /** Kernel asset id of the chain. */
  readonly chain: string
  readonly assetKey: string
  /** All of it that is on the ledger. */
  readonly balance: Amount
}

/** What a validator must know beyond the transaction. All ids, hashes and keys are hex. */
export interface Ledger {
  utxo(hash: string, index: number): LedgerOutput | null
  isFinalized(hash: string): boolean
  /** Kind of a finalized transaction, for claims of withdrawals. */
  kindOf(hash: string): TransactionKind | null
  /** Hash of the transaction that used a one-time key first. */
  ghostKeyOwner(key: string): string | null
  /** Spend key of the custodian, who signs deposits. */
  custodianKey(): string
  /** Hash of the transaction that holds a deposit, by `depositUniqueKey`. */
  depositOwner(uniqueKey: string): string | null
  asset(kernelAssetId: string): LedgerAsset | null
}

export interface ValidTransaction {
  readonly hash: string
  readonly kind: TransactionKind
  readonly transaction: Transaction
}

interface Context {
  readonly transaction: Transaction
  readonly kind: TransactionKind
  readonly hash: string
  readonly message: Uint8Array
  readonly ledger: Ledger
  readonly verify: VerifyEd25519 | undefined
}

function reject(rule: string, details: ErrorDetails = {}): never {
  throw protocolError('protocol.validation', rule, { ...details, rule })
}

/** Runs a check of scripts under the kernel's name for its failure. */
function script(check: () => void, details: ErrorDetails): void {
  try {
    check()
  } catch (error) {
    const rule = error instanceof CofferError ? error.details['rule'] : undefined
    reject(typeof rule === 'string' ? rule : 'invalid script', details)
  }
}

function checkShape({ transaction, kind, ledger }: Context): void {
  const { inputs, outputs, signatures = [], references, extra } = transaction
  if (transaction.version !== 5) reject('invalid tx version')
  if (kind === 'unknown') reject('invalid tx type')
  if (inputs.length < 1 || outputs.length < 1) reject('invalid tx inputs or outputs')
  if (inputs.length > SLICE_MAX || outputs.length > SLICE_MAX) reject('invalid tx inputs or outputs')
  inputs.forEach(({ index }, input) => {
    if (index > INPUT_INDEX_MAX) reject('invalid input index', { input })
  })
  if (extra.length / 2 > extraLimit(transaction)) reject('invalid extra size')
  const { aggregated } = transaction
  if (aggregated === undefined) {
    if (signatures.length !== inputs.length) reject('invalid tx signature number')
  } else {
    if (transaction.signatures !== undefined) reject('invalid signatures map')
    if (!isAscending(aggregated.signers)) reject('invalid aggregated signer order')
  }
  if (references.length > REFERENCES_MAX) reject('too many references')
  for (const reference of references) if (!ledger.isFinalized(reference)) reject('reference not found', { reference })
}

interface Spent {
  readonly total: bigint
  readonly outputs: readonly LedgerOutput[]
}

/** Places of an output's keys that sign for it, by its own map or among the aggregated ones. `before` are the outputs of earlier inputs. */
function placesOf(output: LedgerOutput, before: readonly LedgerOutput[], { aggregated, signatures }: Transaction) {
  if (aggregated !== undefined) return signersOfInputs(aggregated, [...before, output])[before.length] ?? []
  return Object.keys(signatures?.[before.length] ?? {}).map(Number)
}

function checkSpent(output: LedgerOutput, before: readonly LedgerOutput[], { transaction, hash }: Context): void {
  const input = before.length
  if (output.asset !== transaction.asset) reject('invalid input asset', { input })
  if (output.lockedBy !== null && output.lockedBy !== hash) {
    reject('input locked for transaction', { input, transaction: output.lockedBy })
  }
  const places = placesOf(output, before, transaction)
  if (places.some((place) => place >= output.keys.length)) reject('invalid signature map index', { input })
  script(() => checkScript(output.script, places.length), { input })
  if (output.type !== OUTPUT.script && output.type !== OUTPUT.nodeRemove) reject('invalid input type', { input })
}

function checkAggregated(spent: readonly LedgerOutput[], { transaction, message, verify }: Context): void {
  const { aggregated } = transaction
  if (aggregated === undefined) return
  const keys = spent.flatMap((output) => output.keys)
  const counted = aggregated.signers.filter((signer) => signer < keys.length)
  if (counted.length < transaction.inputs.length) reject('batch verification not ready')
  if (!verifyAggregated(aggregated, keys, message, verify)) reject('aggregate verification failure')
}

function checkMaps(spent: readonly LedgerOutput[], { transaction, message, verify }: Context): void {
  const signed = spent.flatMap(({ keys }, input) =>
    Object.entries(transaction.signatures?.[input] ?? {}).map(([place, signature]) => ({
      input,
      key: keys[Number(place)] ?? '',
      signature,
    })),
  )
  if (signed.length < transaction.inputs.length) reject('batch verification not ready')
  for (const { input, key, signature } of signed) {
    const good = verifyBytes(parseHex(key, undefined, 'key'), message, parseHex(signature), verify)
    if (!good) reject('batch verification failure', { input })
  }
}

function checkInputs(context: Context): Spent {
  const { transaction, ledger } = context
  const seen = new Set<string>()
  const outputs: LedgerOutput[] = []
  for (const [input, { hash, index, genesis, deposit, mint }] of transaction.inputs.entries()) {
    if (genesis !== undefined) reject('invalid genesis', { input })
    if (mint !== undefined) return { total: mint.amount, outputs }
    if (deposit !== undefined) return { total: deposit.amount, outputs }
    const place = `${hash}:${index}`
    if (seen.has(place)) reject('invalid input', { input })
    seen.add(place)
    const output = ledger.utxo(hash, index)
    if (output === null) reject('input not found', { input })
    checkSpent(output, outputs, context)
    outputs.push(output)
  }
  if (transaction.aggregated === undefined) checkMaps(outputs, context)
  else checkAggregated(outputs, context)
  return { total: outputs.reduce((sum, { amount }) => sum + amount, 0n), outputs }
}

const KEYLESS: readonly number[] = [
  OUTPUT.withdrawalSubmit,
  OUTPUT.withdrawalClaim,
  OUTPUT.nodePledge,
  OUTPUT.nodeAccept,
  OUTPUT.nodeCancel,
]

function checkOutputs({ transaction }: Context): bigint {
  const seen = new Set<string>()
  let total = 0n
  for (const [output, { type, amount, keys, mask, script: code, withdrawal }] of transaction.outputs.entries()) {
    if (keys.length > SLICE_MAX) reject('invalid output keys count', { output })
    if (amount <= 0n) reject('invalid output amount', { output })
    for (const key of keys) {
      if (seen.has(key)) reject('invalid output key', { output, key })
      seen.add(key)
      if (!isKey(key)) reject('invalid output key format', { output, key })
    }
    if (KEYLESS.includes(type)) {
      if (keys.length > 0) reject('invalid output keys count', { output })
      if (code !== '') reject('invalid output script', { output })
      if (mask !== ZERO_32) reject('invalid output empty mask', { output })
    } else {
      script(() => decodeScript(code), { output })
      if (mask === ZERO_32) reject('invalid script output empty mask', { output })
      if (!isKey(mask)) reject('invalid output mask format', { output })
      if (withdrawal !== undefined) reject('invalid script output with withdrawal', { output })
    }
    total += amount
  }
  return total
}

function checkGhostKeys({ transaction, hash, ledger }: Context): void {
  for (const [output, { keys }] of transaction.outputs.entries()) {
    for (const key of keys) {
      const owner = ledger.ghostKeyOwner(key)
      if (owner !== null && owner !== hash) {
        reject('ghost key locked for transaction', { output, key, transaction: owner })
      }
    }
  }
}

function checkWithdrawal({ transaction }: Context, spent: Spent): void {
  if (spent.outputs.some(({ type }) => type !== OUTPUT.script)) reject('invalid utxo type')
  const [submit, ...change] = transaction.outputs
  change.forEach(({ type }, at) => {
    if (type !== OUTPUT.script) reject('invalid change type', { output: at + 1 })
  })
  if (submit?.type !== OUTPUT.withdrawalSubmit) reject('invalid output type', { output: 0 })
  if (submit.withdrawal === undefined) reject('invalid withdrawal submit data', { output: 0 })
}

/** How much of an asset the kernel lets in. Deposits must keep its balance below this. */
function capacityOf(asset: string): Amount {
  const known = Object.entries(ASSET_CAPACITIES).find(([id]) => kernelAssetId(id) === asset)
  return parseAmount(known?.[1] ?? OTHER_CAPACITY)
}

function checkDeposit({ transaction, hash, message, ledger, verify }: Context): void {
  const { inputs, outputs, signatures = [] } = transaction
  if (inputs.length !== 1) reject('invalid inputs count')
  if (outputs.length !== 1) reject('invalid outputs count')
  if (outputs[0]?.type !== OUTPUT.script) reject('invalid deposit output type')
  const [map = {}] = signatures
  if (signatures.length !== 1 || Object.keys(map).length !== 1) reject('invalid signatures count')
  const deposit = inputs[0]?.deposit ?? reject('invalid input')
  if (deposit.chain === ZERO_32) reject('invalid asset chain')
  if (deposit.assetKey === '' || !isTrimmed(deposit.assetKey)) reject('invalid asset key')
  if (deposit.transaction === '' || !isTrimmed(deposit.transaction)) reject('invalid transaction hash')
  const known = ledger.asset(transaction.asset)
  if (known !== null) {
    if (known.balance + deposit.amount >= capacityOf(transaction.asset)) reject('invalid deposit capacity')
    if (known.chain !== deposit.chain || known.assetKey !== deposit.assetKey) reject('invalid asset info')
  }
  const signature = map[0]
  if (signature === undefined) reject('invalid custodian signature index')
  if (!verifyBytes(parseHex(ledger.custodianKey(), 32), message, parseHex(signature), verify)) {
    reject('invalid custodian signature for deposit')
  }
  const owner = ledger.depositOwner(depositUniqueKey(deposit))
  if (owner !== null && owner !== hash) reject('invalid lock', { transaction: owner })
}

function checkClaim({ transaction, ledger, verify }: Context, spent: Spent): void {
  const [claim, ...change] = transaction.outputs
  if (spent.outputs.some(({ type }) => type !== OUTPUT.script)) reject('invalid utxo type')
  if (transaction.asset !== XIN_KERNEL_ASSET_ID) reject('invalid asset')
  if (change.some(({ type }) => type !== OUTPUT.script)) reject('invalid change type')
  const [submit] = transaction.references
  if (transaction.references.length !== 1 || submit === undefined) reject('invalid references count')
  if (claim?.type !== OUTPUT.withdrawalClaim) reject('invalid output type', { output: 0 })
  if (claim.amount < CLAIM_MIN) reject('invalid output amount', { output: 0 })
  if (ledger.kindOf(submit) !== 'withdrawal_submit') reject('invalid withdrawal submit data')
  const extra = parseHex(transaction.extra)
  if (extra.length < 64) reject('invalid withdrawal claim information')
  const key = parseHex(ledger.custodianKey(), 32)
  if (!verifyBytes(key, blake3(extra.subarray(64)), extra.subarray(0, 64), verify)) {
    reject('invalid custodian signature for withdrawal claim')
  }
}

function checkKind(context: Context, spent: Spent): void {
  switch (context.kind) {
    case 'script': {
      const spendable: readonly number[] = [OUTPUT.script, OUTPUT.nodeRemove]
      if (spent.outputs.some(({ type }) => !spendable.includes(type))) reject('invalid utxo type')
      return
    }
    case 'withdrawal_submit':
      checkWithdrawal(context, spent)
      return
    case 'deposit':
      checkDeposit(context)
      return
    case 'withdrawal_claim':
      checkClaim(context, spent)
      return
    default:
      // Mints, nodes and custodians are the business of kernel nodes, not of a network of wallets.
      reject('invalid tx type')
  }
}

/**
 * Judges a transaction against a ledger as the kernel does, check by check in its order. Answers what it is, or throws
 * `protocol.validation` whose `details.rule` begins as the kernel's message does, with `input` or `output` where one is to
 * blame; raw hex that cannot be decoded throws `protocol.transaction`. Nothing is changed: whoever accepts the transaction
 * then locks its inputs, keys and deposit.
 */
export function validateTransaction(
  raw: string | Transaction,
  ledger: Ledger,
  { verify }: VerifyOptions = {},
): ValidTransaction {
  const transaction = typeof raw === 'string' ? decodeTransaction(raw) : raw
  const message = payloadHash(transaction)
  const kind = transactionKind(transaction)
  const hash = bytesToHex(message)
  const context: Context = { transaction, kind, hash, message, ledger, verify }
  checkShape(context)
  const spent = checkInputs(context)
  if (spent.total <= 0n) reject('invalid input amount')
  const paid = checkOutputs(context)
  if (paid !== spent.total) reject('invalid input output amount')
  checkGhostKeys(context)
  checkKind(context, spent)
  return { hash, kind, transaction }
}
