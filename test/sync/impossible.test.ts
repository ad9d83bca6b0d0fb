import { describe, expect, it } from 'vitest'
import type { AssetId, Hash, Output } from '#contract/domain'
import { ASSET_CAPACITIES, kernelAssetId, outputId, parseAmount, publicKeyFromSeed, toAmount } from '#protocol'
import { impossibleFacts } from '../../src/sync/impossible.ts'
import { anOutput, hashOf } from '../support/store.ts'

const BTC = 'c6d0c728-2624-429b-8e0d-d9d19b6592fa' as AssetId
const XIN = 'c94ac88f-4671-3976-b60a-09064f1811e8' as AssetId
const kernelOf = (id: AssetId): Hash => kernelAssetId(id) as Hash
const keyOf = (byte: number): string => publicKeyFromSeed(new Uint8Array(32).fill(byte))
const NO_POINT = 'ff'.repeat(32)
/** A hundred times what the kernel lets exist of it. */
const MOST = parseAmount(ASSET_CAPACITIES[BTC] ?? '0') * 100n

const made = hashOf('transaction 1')
const record = (fields: Partial<Output> = {}): Output =>
  anOutput(1, {
    ...{ output_id: outputId(made, 0) as Output['output_id'], transaction_hash: made, output_index: 0 },
    ...{ asset_id: BTC, asset: kernelOf(BTC), kernel_asset_id: kernelOf(BTC), mask: keyOf(1), keys: [keyOf(2)] },
    ...fields,
  })

describe('a record of an output', () => {
  it.each<[string, Partial<Output>, string[]]>([
    ['as it should be', {}, []],
    ['of as much as there can be', { amount: toAmount(MOST) }, []],
    ['of more than there can be', { amount: toAmount(MOST + 1n) }, ['amount']],
    ['of nothing', { amount: toAmount(0n) }, ['amount']],
    ['of less than nothing', { amount: toAmount(-1n) }, ['amount']],
    ['of another place', { output_index: 1 }, ['hash', 'index']],
    ['of an asset that its own id is not', { asset_id: XIN }, ['asset']],
    ['of two assets', { asset: kernelOf(XIN) }, ['asset']],
    ['without keys', { keys: [] }, ['keys']],
    ['with a key that is no point', { keys: [keyOf(2), NO_POINT] }, ['keys']],
    ['with a mask that is no point', { mask: NO_POINT }, ['mask']],
    ['with keys that are no points, and spent', { mask: NO_POINT, keys: [NO_POINT], state: 'spent' }, []],
  ])('%s is believed but for what cannot be true of it', (_, fields, wrong) => {
    expect(impossibleFacts(record(fields), () => undefined)).toEqual(wrong)
  })

  it('has its keys looked at when it first counts', () => {
    const broken = record({ keys: [NO_POINT] })
    const known = (state: Output['state']) => impossibleFacts(broken, () => record({ state }))
    expect([known('spent'), known('unspent'), known('signed')]).toEqual([['keys'], [], []])
  })
})
