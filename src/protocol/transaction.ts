import type { Amount } from './amount.ts'
import { protocolError } from './error.ts'
import type { WireText } from './wire-text.ts'

/** Limits of the kernel's decoder. */
export const TRANSACTION_SIZE_MAX = 4_194_304

export const SLICE_MAX = 256

export const INPUT_INDEX_MAX = 1024

export const EXTRA_SIZE_MAX = 4_194_304

/** Most references of a valid transaction; the decoder takes 256. */
export const REFERENCES_MAX = 16

/** Types of outputs ("kernel: output types"). Wallets make the first two only. */
export const OUTPUT = {
  script: 0x00,
  withdrawalSubmit: 0xa1,
  nodePledge: 0xa3,
  nodeAccept: 0xa4,
  nodeRemove: 0xa6,
  withdrawalClaim: 0xa9,
  nodeCancel: 0xaa,
  custodianUpdate: 0xb1,
  custodianSlash: 0xb2,
} as const

export const ZERO_32 = '00'.repeat(32)

export interface DepositData {
  /** Kernel asset id of the chain's own coin. */
  readonly chain: string
  readonly assetKey: WireText
  /** Id of the transaction on that chain. */
  readonly transaction: WireText
  readonly index: bigint
  readonly amount: Amount
}

interface MintData {
  readonly group: WireText
  readonly batch: bigint
  readonly amount: Amount
}

/** Hash and index name the output that is spent; both are zero for genesis, deposit and mint inputs. */
export interface TransactionInput {
  readonly hash: string
  readonly index: number
  /** Hex. */
  readonly genesis?: string
  readonly deposit?: DepositData
  readonly mint?: MintData
}

export interface TransactionOutput {
  /** One of `OUTPUT`, or a byte that only newer kernels know. */
  readonly type: number
  readonly amount: Amount
  /** One-time keys, one per member. */
  readonly keys: readonly string[]
  /** 32 zero bytes where there are no keys. */
  readonly mask: string
  readonly script: string
  readonly withdrawal?: { readonly address: WireText; readonly tag: WireText }
}

/** Signatures of one input: position of the key in the spent output -> 64 bytes. */
export type SignatureMap = Readonly<Record<number, string>>

export interface AggregatedSignature {
  readonly signature: string
  /** Ascending positions over the concatenated keys of all inputs. */
  readonly signers: readonly number[]
}

/** A transaction of format 5. All bytes are lower-case hex. */
export interface Transaction {
  readonly version: 5
  /** Kernel asset id. */
  readonly asset: string
  readonly inputs: readonly TransactionInput[]
  readonly outputs: readonly TransactionOutput[]
  readonly references: readonly string[]
  readonly extra: string
  /** One map per input; absent while unsigned. */
  readonly signatures?: readonly SignatureMap[]
  readonly aggregated?: AggregatedSignature
}

export type TransactionKind =
  | 'script'
  | 'mint'
  | 'deposit'
  | 'withdrawal_submit'
  | 'withdrawal_claim'
  | 'node_pledge'
  | 'node_accept'
  | 'node_remove'
  | 'node_cancel'
  | 'custodian_update'
  | 'custodian_slash'
  | 'unknown'

export const CODE = 'protocol.transaction'

export const MARK = 0x7777

export const AGGREGATED_MAPS = 0xffff

export const AGGREGATED_PREFIX = 0xff01

export const MASK_ORDINARY = 0

export const MASK_SPARSE = 1

export function refuse(rule: string): never {
  throw protocolError(CODE, rule, { rule })
}

const KIND_OF_OUTPUT: Readonly<Record<number, TransactionKind>> = {
  [OUTPUT.withdrawalSubmit]: 'withdrawal_submit',
  [OUTPUT.withdrawalClaim]: 'withdrawal_claim',
  [OUTPUT.nodePledge]: 'node_pledge',
  [OUTPUT.nodeAccept]: 'node_accept',
  [OUTPUT.nodeRemove]: 'node_remove',
  [OUTPUT.nodeCancel]: 'node_cancel',
  [OUTPUT.custodianUpdate]: 'custodian_update',
  [OUTPUT.custodianSlash]: 'custodian_slash',
}

/** What a transaction is, by its inputs first and its outputs in order ("kernel: transaction type"). */
export function transactionKind({ inputs, outputs }: Pick<Transaction, 'inputs' | 'outputs'>): TransactionKind {
  for (const input of inputs) {
    if (input.mint !== undefined) return 'mint'
    if (input.deposit !== undefined) return 'deposit'
    if (input.genesis !== undefined) return 'unknown'
  }
  for (const { type } of outputs) {
    const kind = KIND_OF_OUTPUT[type]
    if (kind !== undefined) return kind
  }
  return outputs.every(({ type }) => type === OUTPUT.script) ? 'script' : 'unknown'
}
