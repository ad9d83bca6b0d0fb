import { expect } from 'vitest'
import type { Hash } from '#contract/domain'
import { decodeTransaction, kernelAssetId, parseAmount, transactionHash } from '#protocol'
import { BTC, freshSeed, type Person } from '../../support/localnet.ts'
import type { Cases, Scene } from './scene.ts'

const UNKNOWN = 'ab'.repeat(32) as Hash

async function payerOf({ someone }: Scene): Promise<Person> {
  const payer = await someone('Payer')
  await payer.fund(BTC, '1')
  return payer
}

async function coinOf(payer: Person) {
  const [coin] = await payer.outputs()
  if (coin === undefined) throw new Error('nothing was credited')
  return coin
}

export const kernelCases = {
  async 'kernel.transaction'(scene) {
    const payer = await payerOf(scene)
    const { transaction_hash: hash, keys, output_index: index } = await coinOf(payer)
    const found = await payer.remote.call('kernel.transaction', { body: { method: 'gettransaction', params: [hash] } })
    expect(found).toMatchObject({ hash, snapshot: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(transactionHash(found?.hex ?? '')).toBe(hash)
    expect(decodeTransaction(found?.hex ?? '').outputs[index]?.keys).toEqual(keys)

    expect(
      await payer.remote.call('kernel.transaction', { body: { method: 'gettransaction', params: [UNKNOWN] } }),
    ).toBeNull()
  },

  async 'kernel.output'(scene) {
    const payer = await payerOf(scene)
    const { transaction_hash: hash, keys, output_index: index, mask } = await coinOf(payer)
    const found = await payer.remote.call('kernel.output', { body: { method: 'getutxo', params: [hash, index] } })
    expect(found).toMatchObject({ hash, index, keys, mask, amount: parseAmount('1'), script: 'fffe01', lock: null })
    expect(
      await payer.remote.call('kernel.output', { body: { method: 'getutxo', params: [hash, index + 1] } }),
    ).toBeNull()
  },

  async 'kernel.key'(scene) {
    const payer = await payerOf(scene)
    const { transaction_hash: hash, keys } = await coinOf(payer)
    const ask = (key: string) => payer.remote.call('kernel.key', { body: { method: 'getkey', params: [key] } })
    expect(await ask(keys[0] ?? '')).toMatchObject({ transaction: hash })
    expect(await ask(freshSeed())).toBeNull()
  },

  async 'kernel.asset'(scene) {
    const payer = await payerOf(scene)
    const id = kernelAssetId(BTC) as Hash
    const found = await payer.remote.call('kernel.asset', { body: { method: 'getasset', params: [id] } })
    expect(found).toMatchObject({ id, chain: id })
    expect(found?.balance).toBeGreaterThanOrEqual(parseAmount('1'))
    expect(await payer.remote.call('kernel.asset', { body: { method: 'getasset', params: [UNKNOWN] } })).toBeNull()
  },

  async 'kernel.info'({ ana, net }) {
    const { network_id: network } = await net.control.call('local.network')
    expect(await ana.remote.call('kernel.info', { body: { method: 'getinfo', params: [] } })).toMatchObject({ network })
  },

  async 'kernel.send'(scene) {
    const payer = await payerOf(scene)
    const built = await payer.build(BTC, [{ to: [scene.ben.id], amount: parseAmount('0.25') }])
    const [raw = ''] = await payer.sign(built)
    const sent = await payer.remote.call('kernel.send', { body: { method: 'sendrawtransaction', params: [raw] } })
    expect(sent).toMatchObject({ hash: built.hash })
    const record = await payer.remote.call('transactions.read', { params: { id: built.requestId } })
    expect(record).toMatchObject({ state: 'signed', raw_transaction: raw, signers: [payer.id] })
  },
} as const satisfies Partial<Cases>
