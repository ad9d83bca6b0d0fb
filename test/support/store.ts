import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type {
  Asset,
  AssetId,
  Hash,
  Holder,
  HolderId,
  Nanos,
  Output,
  OutputId,
  RequestId,
  Snapshot,
  SnapshotId,
  User,
  UserId,
} from '#contract/domain'
import { encodeTransaction, OUTPUT, toAmount, transactionHash } from '#protocol'
import { openAccountStore, type PaymentDraft, type TransactionPlan } from '#store'
import { asset as readAsset } from '../../src/contract/http/assets.ts'
import { user as readUser } from '../../src/contract/http/users.ts'

/** Ids and hashes made from a readable name, so that a test can name what it means. */
export const hashOf = (name: string | number): Hash => createHash('sha256').update(`${name}`).digest('hex') as Hash
export function uuidFrom<Id extends string>(name: string | number): Id {
  const hex = hashOf(name)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}` as Id
}
export const user = (name: string | number): UserId => uuidFrom(`user ${name}`)
export const asset = (name: string | number): AssetId => uuidFrom(`asset ${name}`)
export const kernel = (name: string | number): Hash => hashOf(`kernel ${name}`)
export const request = (name: string | number): RequestId => uuidFrom(`request ${name}`)
export const outputId = (name: string | number): OutputId => uuidFrom(`output ${name}`)
export const time = (seconds: number, nanos = 0): Nanos =>
  (BigInt(1_790_000_000 + seconds) * 1_000_000_000n + BigInt(nanos)) as Nanos

export const ACCOUNT = user('me')
const START = new Date(1_790_000_000_000).toISOString()

export function aHolder(...members: readonly string[]): Holder {
  const ids = (members.length === 0 ? ['me'] : members).map(user).sort()
  const membersHash = hashOf(ids.join(''))
  return { id: `${membersHash}:1` as HolderId, members: ids, membersHash, threshold: 1 }
}

export function anOutput(name: string | number, fields: Partial<Output> & { holder?: Holder } = {}): Output {
  const { holder = aHolder(), ...rest } = fields
  const sequence = rest.sequence ?? (typeof name === 'number' ? name : 1)
  const kernelAsset = rest.kernel_asset_id ?? kernel('BTC')
  return {
    ...{
      type: 'kernel_output',
      output_id: outputId(name),
      transaction_hash: hashOf(`transaction ${name}`),
      output_index: 0,
    },
    ...{ asset_id: asset('BTC'), asset: kernelAsset, kernel_asset_id: kernelAsset, amount: toAmount(100_000_000n) },
    ...{ mask: hashOf(`mask ${name}`), keys: [hashOf(`key ${name}`)], extra: '', state: 'unspent' as const, sequence },
    ...{ receivers_hash: holder.membersHash, receivers_threshold: holder.threshold, receivers: [...holder.members] },
    ...{ created_at: time(sequence), updated_at: time(sequence), signers: [], inscription_hash: null, deposit: null },
    ...{ request_id: null, signed_by: null, signed_at: null, spent_at: null },
    ...{ senders_hash: null, senders_threshold: 0, senders: [] },
    ...rest,
  }
}

/** The same output after a transaction of somebody spent it. */
export function spent(output: Output, by: string | number = output.output_id): Output {
  const at = (output.created_at + 60_000_000_123n) as Nanos
  return {
    ...output,
    state: 'spent',
    signed_by: hashOf(`transaction ${by}`),
    request_id: request(by),
    signers: [ACCOUNT],
    signed_at: at,
    spent_at: (at + 2_000_000_456n) as Nanos,
    updated_at: (at + 2_000_000_456n) as Nanos,
  }
}

export const aSnapshot = (name: string | number, fields: Partial<Snapshot> = {}): Snapshot => ({
  ...{ type: 'snapshot', snapshot_id: uuidFrom<SnapshotId>(`snapshot ${name}`), user_id: ACCOUNT, memo: '' },
  ...{ opponent_id: user('alice'), transaction_hash: hashOf(`transaction ${name}`), output_index: 0 },
  ...{ asset_id: asset('BTC'), kernel_asset_id: kernel('BTC'), amount: toAmount(100_000_000n), inscription_hash: null },
  ...{ request_id: null, trace_id: null, created_at: time(typeof name === 'number' ? name : 0), deposit: null },
  ...{ withdrawal: null, opening_balance: null, closing_balance: null },
  ...fields,
})

/** As the service says them where it says no more. */
const SOMEBODY = readUser.parse({ user_id: ACCOUNT, identity_number: '7000', full_name: '', created_at: START })
const ASSET = readAsset.parse({
  ...{
    asset_id: asset('BTC'),
    chain_id: asset('BTC'),
    kernel_asset_id: kernel('BTC'),
    symbol: '',
    name: '',
    level: 12,
  },
  ...{ price_usd: '1.5', dust: '0.00000001', confirmations: 3, price_updated_at: START },
})

export const aUser = (name: string, fields: Partial<User> = {}): User => ({
  ...{ ...SOMEBODY, user_id: user(name), full_name: name, has_safe: true },
  ...fields,
})

export const anAsset = (symbol: string, fields: Partial<Asset> = {}): Asset => ({
  ...{ ...ASSET, asset_id: asset(symbol), chain_id: asset(symbol), kernel_asset_id: kernel(symbol) },
  ...{ symbol, name: symbol, ...fields },
})

export const hexText = (text: string): string => Buffer.from(text, 'utf8').toString('hex')

/** A payment of one transaction, whose request id is the payment's id. */
export const aPayment = (name: string | number, fields: Partial<PaymentDraft> = {}): PaymentDraft => ({
  ...{ id: request(name), holder: aHolder().id, kind: 'transfer', assetId: asset('BTC'), detail: { memo: 'rent' } },
  amount: toAmount(60_000_000n),
  transactions: [
    {
      ...{ requestId: request(name), purpose: 'payment', assetId: asset('BTC'), kernelAssetId: kernel('BTC') },
      ...{ extra: hexText('rent'), references: [] },
    },
  ],
  ...fields,
})

/** A plan that spends these outputs, with one payee and change. */
export function aPlan(name: string | number, inputs: readonly Output[]): TransactionPlan {
  const hint = (index: number) => uuidFrom<string>(`hint ${name} ${index}`)
  return {
    requestId: request(name),
    inputs: inputs.map(({ output_id, transaction_hash, output_index, amount, mask, keys }) => ({
      ...{ outputId: output_id, hash: transaction_hash, index: output_index, amount, mask, keys },
    })),
    outputs: [
      { role: 'payment', payee: { user: user('alice') }, amount: toAmount(60_000_000n), threshold: 1, hint: hint(0) },
      { role: 'change', payee: { user: ACCOUNT }, amount: toAmount(40_000_000n), threshold: 1, hint: hint(1) },
    ],
  }
}

/** Bytes of a transaction that spends an output, and its hash: what proves that another one can never be final. */
export function spendOf({ transaction_hash: hash, output_index: index }: Output): { spentBy: Hash; raw: string } {
  const keys = { keys: [hashOf('another wallet')], mask: hashOf('its mask'), script: 'fffe01' }
  const outputs = [{ type: OUTPUT.script, amount: toAmount(1n), ...keys }]
  const payload = { asset: hashOf('asset'), inputs: [{ hash, index }], outputs, references: [], extra: '' }
  const raw = encodeTransaction({ version: 5, ...payload })
  return { spentBy: transactionHash(raw) as Hash, raw } // a formula over the bytes
}

/** A clock that moves by a millisecond at each look. */
export function tickingClock(): { now(): Nanos } {
  let at = time(1_000_000)
  return {
    now: () => {
      at = (at + 1_000_000n) as Nanos
      return at
    },
  }
}

export const accountFolder = (dir: string): string => join(dir, 'local', ACCOUNT)

export const openAccount = (dir: string, clock: { now(): Nanos } = tickingClock()) =>
  openAccountStore({ dir, network: 'local', account: ACCOUNT, clock })
