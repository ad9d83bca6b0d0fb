import { describe, expect, it } from 'vitest'
import { decodeData, type EndpointAnswer, type EndpointName, endpointOf } from '#contract/http'
import { kernelAssetId } from '#protocol'

/*
 * Answers as the real service and the types of its SDKs have them, where they are poorer than the interface text or write
 * a value in another way. None of these may cost more than itself: a page that is refused stops an account's sync.
 */

const ID = '5d2a1c7e-90f4-4a0b-8c53-0e9b6f3d1a27'
const CHAIN = '43d61dcd-e413-450d-80b8-101d5e903357'
const HASH = '3f'.repeat(32)
const ZERO_TIME = '0001-01-01T00:00:00Z'
const WHEN = '2024-02-06T05:04:03.215678Z'

function read<Name extends EndpointName>(name: Name, data: unknown): EndpointAnswer<Name> {
  const decoded = decodeData(endpointOf(name), data)
  if (!decoded.success) throw new Error(`${name} was refused: ${decoded.error.message}`)
  return decoded.data as EndpointAnswer<Name> // what the schema of this name decodes to
}

const refused = (name: EndpointName, data: unknown): boolean => !decodeData(endpointOf(name), data).success

const output = {
  type: 'kernel_output',
  output_id: ID,
  transaction_hash: HASH,
  output_index: 0,
  amount: '0.01000000',
  mask: HASH,
  keys: [HASH],
  senders_hash: '',
  senders_threshold: 0,
  senders: [],
  receivers_hash: HASH,
  receivers_threshold: 1,
  receivers: [ID],
  extra: '',
  state: 'unspent',
  sequence: 89_745,
  created_at: WHEN,
  updated_at: WHEN,
  signed_by: '',
  signed_at: ZERO_TIME,
  spent_at: ZERO_TIME,
  asset_id: CHAIN,
  signers: null,
  request_id: '',
  kernel_asset_id: HASH,
  asset: HASH,
}

const snapshot = {
  snapshot_id: ID,
  type: 'snapshot',
  asset_id: CHAIN,
  kernel_asset_id: HASH,
  amount: '-0.5',
  user_id: ID,
  opponent_id: '',
  memo: '',
  transaction_hash: HASH,
  created_at: WHEN,
  trace_id: null,
  confirmations: null,
  opening_balance: null,
  closing_balance: null,
  deposit: null,
  withdrawal: null,
}

const asset = {
  type: 'safe_asset',
  asset_id: CHAIN,
  chain_id: CHAIN,
  symbol: 'ETH',
  name: 'Ether',
  icon_url: '',
  price_usd: '0',
  asset_key: '0x0',
  precision: 18,
  dust: '0.0001',
  confirmations: 32,
  kernel_asset_id: HASH,
  price_updated_at: ZERO_TIME,
}

const deposit = {
  deposit_id: ID,
  destination: 'bc1q',
  chain_id: CHAIN,
  asset_id: CHAIN,
  amount: '1',
  transaction_hash: 'ff',
  confirmations: 1,
  threshold: 3,
  state: 'pending',
  created_at: WHEN,
  updated_at: WHEN,
}

describe('an answer of the real service', () => {
  it('with an output that nobody has touched yet is read', () => {
    const [first] = read('outputs.list', [output])
    expect(first).toMatchObject({ signers: [], request_id: null, signed_by: null, spent_at: null, amount: 1_000_000n })
  })

  it('with a record that was never changed says so by the zero time', () => {
    const [first] = read('outputs.list', [{ ...output, updated_at: ZERO_TIME }])
    expect(first?.updated_at).toBe(0n)
    expect(read('deposits.list', [{ ...deposit, updated_at: ZERO_TIME }])[0]?.updated_at).toBe(0n)
  })

  it.each(['outputs.list', 'snapshots.list', 'deposits.list', 'friends.list', 'relationships.blocked'] as const)(
    'of %s may be null when there is nothing',
    (name) => {
      expect(read(name, null)).toEqual([])
    },
  )

  it('is refused when a list is missing, or when one of its outputs or snapshots cannot be read', () => {
    expect(refused('outputs.list', undefined)).toBe(true)
    expect(refused('outputs.list', [output, { ...output, amount: '1e3' }])).toBe(true)
    expect(refused('snapshots.list', [snapshot, { ...snapshot, amount: '' }])).toBe(true)
    expect(refused('assets.fees', null)).toBe(true)
  })

  it('with a snapshot that does not name its kernel asset has it from the uuid', () => {
    const { kernel_asset_id: _left, ...poorer } = snapshot
    expect(read('snapshots.list', [poorer])[0]?.kernel_asset_id).toBe(kernelAssetId(CHAIN))
    expect(read('snapshots.list', [snapshot])[0]?.kernel_asset_id).toBe(HASH)
    expect(refused('snapshots.list', [{ ...poorer, asset_id: 'BTC' }])).toBe(true)
  })

  it('with balances that are none keeps its snapshots', () => {
    const page = read('snapshots.list', [{ ...snapshot, opening_balance: '-1', closing_balance: 'n/a' }])
    expect(page[0]).toMatchObject({ opening_balance: null, closing_balance: null, amount: -50_000_000n })
  })

  it('names the urgency of a fee by word or by number', () => {
    const fee = { type: 'withdrawal_fee', asset_id: CHAIN, amount: '0.001' }
    expect(read('assets.fees', [{ ...fee, priority: 1 }, { ...fee, priority: 'fast' }, fee])).toMatchObject([
      { amount: 100_000n, priority: '' },
      { amount: 100_000n, priority: 'fast' },
      { amount: 100_000n, priority: '' },
    ])
  })

  it('with a chain whose heights are text, as one SDK types them, or that has no symbol, is read', () => {
    const chain = { type: 'chain', chain_id: CHAIN, name: 'Ethereum', threshold: 16, withdrawal_pending_count: '3' }
    expect(read('chains.list', [{ ...chain, deposit_block_height: '1', is_synchronized: 'true' }])).toMatchObject([
      { name: 'Ethereum', symbol: '', threshold: 16 },
    ])
  })

  it.each(['2026-02-30T00:00:00Z', '2026-02-29T23:59:59Z', '2026-04-31T00:00:00+08:00', '2026-11-21T24:00:00Z'])(
    'is not of the day after where it is of one that was not: %s',
    (created_at) => {
      expect(refused('outputs.list', [{ ...output, created_at }])).toBe(true)
      expect(refused('snapshots.list', [{ ...snapshot, created_at }])).toBe(true)
    },
  )

  it('is of the leap days that were, and of any zone', () => {
    for (const created_at of ['2024-02-29T23:59:59Z', '2000-02-29T00:00:00+08:00', '2026-12-31T23:59:59.5-12:00'])
      expect(refused('outputs.list', [{ ...output, created_at }])).toBe(false)
  })

  it('loses only the asset, the person or the rate that cannot be read', () => {
    const odd = { ...asset, dust: '0.000000000001', level: -1 }
    expect(read('assets.list', [asset, { ...asset, kernel_asset_id: '' }, odd])).toHaveLength(2)
    for (const name of ['users.fetch', 'friends.list', 'relationships.blocked'] as const)
      expect(read(name, [{ user_id: ID }, { user_id: '' }]).map(({ user_id }) => user_id)).toEqual([ID])
    expect(read('relationships.blocked', { user_id: ID })).toHaveLength(1)
    expect(
      read('fiats.list', [
        { code: 'EUR', rate: 0.9 },
        { code: 'ZWD', rate: 0 },
      ]),
    ).toHaveLength(1)
  })

  it('tells of a deposit on its way in the units of its chain, of which the ledger keeps eight decimals', () => {
    const page = read('deposits.list', [{ ...deposit, amount: '1.234567891234567891' }])
    expect(page.map(({ amount }) => amount)).toEqual([123_456_789n])
  })

  it('in a state of a deposit that nobody knows is still on its way', () => {
    expect(read('deposits.list', [{ ...deposit, state: 'confirming' }])[0]?.state).toBe('pending')
  })

  it('with the older outputs calls their ids and memos by two names', () => {
    const common = { transaction_hash: HASH, amount: '1', state: 'unspent', created_at: WHEN, updated_at: WHEN }
    const page = read('legacyOutputs.list', [
      { ...common, type: 'multisig_utxo', utxo_id: ID, asset_id: CHAIN, members: [ID], threshold: 1, memo: 'hi' },
      { ...common, type: 'non_fungible_output', output_id: ID, token_id: ID, receivers: [ID], extra: '00' },
    ])
    expect(page.map(({ utxo_id, output_id }) => [utxo_id, output_id])).toEqual([
      [ID, null],
      [null, ID],
    ])
  })

  it('for a verified payment carries no asset uuid, and times that are not yet', () => {
    const record = {
      ...{ type: 'kernel_transaction_request', request_id: ID, transaction_hash: HASH, asset: HASH, amount: '0.00001' },
      ...{ extra: '', state: 'unspent', raw_transaction: '77770005', created_at: WHEN, updated_at: ZERO_TIME },
      ...{ snapshot_hash: '', snapshot_at: ZERO_TIME, snapshot_id: '', senders: [ID], senders_hash: HASH },
      ...{ senders_threshold: 1, signers: [], views: [HASH], user_id: ID },
      receivers: [{ members: [ID], members_hash: HASH, threshold: 1, destination: '', tag: '', withdrawal_hash: '' }],
    }
    const [first] = read('transactions.verify', [record])
    expect(first).toMatchObject({ asset: HASH, kernel_asset_id: null, asset_id: null, snapshot_hash: null })
  })
})
