import { expect } from 'vitest'
import type { UserId } from '#contract/domain'
import { hashMembers, parseAmount } from '#protocol'
import { groupOf } from '../../support/group.ts'
import { BTC, freshId, type Person, refusalOf } from '../../support/localnet.ts'
import type { Cases, Scene } from './scene.ts'

async function payerOf({ someone }: Scene): Promise<Person> {
  const payer = await someone('Payer')
  await payer.fund(BTC, '1')
  return payer
}

/** Somebody who has paid 0.25 BTC to another, with both ends of it final. */
async function paid(scene: Scene) {
  const [payer, payee] = [await payerOf(scene), await scene.someone('Payee')]
  const built = await payer.pay(payee.id, BTC, '0.25')
  await scene.net.blocks(1)
  return { payer, payee, built }
}

async function group(scene: Scene) {
  const members = [await scene.someone('One'), await scene.someone('Two'), await scene.someone('Three')]
  return groupOf(scene.net, members, 2, BTC, '1')
}

export const moneyCases = {
  async 'outputs.list'(scene) {
    const payer = await payerOf(scene)
    const [output] = await payer.remote.call('outputs.list', {
      query: { members: hashMembers([payer.id]) as never, threshold: 1, state: 'unspent', asset: BTC },
    })
    expect(output).toMatchObject({ asset_id: BTC, amount: parseAmount('1'), state: 'unspent', receivers: [payer.id] })
    expect(output?.asset).toBe(output?.kernel_asset_id)
    expect(await payer.remote.call('outputs.list', { query: { offset: output?.sequence ?? 0 } })).toEqual([])
  },

  async 'outputs.read'(scene) {
    const payer = await payerOf(scene)
    const [output] = await payer.outputs()
    const { output_id: id = '', transaction_hash, output_index } = output ?? {}
    expect(await payer.remote.call('outputs.read', { params: { id } })).toEqual(output)
    const place = `${transaction_hash}:${output_index}`
    expect(await payer.remote.call('outputs.read', { params: { id: place } })).toEqual(output)
    expect(await refusalOf(scene.ben.remote.call('outputs.read', { params: { id } }))).toBe(404)
  },

  async 'outputs.deposit'(scene) {
    const payer = await payerOf(scene)
    const output = (await payer.outputs()).find(({ deposit }) => deposit != null)
    const { output_id: id = '', deposit } = output ?? {}
    const found = await payer.remote.call('outputs.deposit', { params: { id } })
    expect(found).toMatchObject({ deposit_hash: deposit?.deposit_hash, deposit_index: deposit?.deposit_index })
    expect([found.sender, found.destination]).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)])
    expect(await refusalOf(scene.ben.remote.call('outputs.deposit', { params: { id } }))).toBe(404)
  },

  async 'outputs.fetch'(scene) {
    const payer = await payerOf(scene)
    const outputs = await payer.outputs()
    const ids = [...outputs.map(({ output_id }) => output_id as string), freshId()]
    expect(await payer.remote.call('outputs.fetch', { body: { user_id: payer.id, ids } })).toEqual(outputs)
    expect(await refusalOf(payer.remote.call('outputs.fetch', { body: { user_id: scene.ben.id, ids } }))).toBe(403)
  },

  async 'legacyOutputs.list'(scene) {
    const payer = await payerOf(scene)
    const [output] = await payer.outputs()
    const listed = await payer.remote.call('legacyOutputs.list', { query: { state: 'unspent', limit: 10 } })
    expect(listed).toMatchObject([{ utxo_id: output?.output_id, amount: parseAmount('1'), threshold: 1 }])
  },

  async 'keys.request'({ ana, ben }) {
    const wanted = { receivers: [ben.id, ana.id], index: 3, hint: freshId() }
    const [keys] = await ana.remote.call('keys.request', { body: [wanted] })
    expect(keys?.keys).toHaveLength(2)
    const again = await ana.remote.call('keys.request', { body: { keys: [wanted], senders: [ana.id] } })
    expect(again).toEqual([keys])
  },

  async 'transactions.verify'(scene) {
    const payer = await payerOf(scene)
    const built = await payer.build(BTC, [{ to: [scene.ben.id], amount: parseAmount('0.25') }])
    const [record] = await payer.remote.call('transactions.verify', {
      body: [{ request_id: built.requestId, raw: built.unsigned }],
    })
    expect(record).toMatchObject({
      request_id: built.requestId,
      transaction_hash: built.hash,
      state: 'unspent',
      amount: parseAmount('0.25'),
      senders: [payer.id],
      views: [expect.stringMatching(/^[0-9a-f]{64}$/)],
      receivers: [
        { members: [scene.ben.id], threshold: 1 },
        { members: [payer.id], threshold: 1 },
      ],
    })
    expect(record?.asset_id).toBe(scene.dialect === 'interface' ? BTC : null)
  },

  async 'transactions.send'(scene) {
    const payer = await payerOf(scene)
    const built = await payer.build(BTC, [{ to: [scene.ben.id], amount: parseAmount('0.25') }])
    const [raw = ''] = await payer.sign(built)
    const [record] = await payer.remote.call('transactions.send', { body: [{ request_id: built.requestId, raw }] })
    expect(record).toMatchObject({ state: 'signed', raw_transaction: raw, signers: [payer.id], views: [] })
  },

  async 'transactions.read'(scene) {
    const { payer, built } = await paid(scene)
    const record = await payer.remote.call('transactions.read', { params: { id: built.requestId } })
    expect(record).toMatchObject({ state: 'spent', transaction_hash: built.hash })
    expect(record.snapshot_at).not.toBeNull()
    expect(await payer.remote.call('transactions.read', { params: { id: built.hash } })).toEqual(record)
  },

  async 'transactions.fetch'(scene) {
    const { payer, built } = await paid(scene)
    const records = await payer.remote.call('transactions.fetch', { body: [freshId(), built.hash, built.requestId] })
    expect(new Set(records.map(({ request_id }) => request_id))).toEqual(new Set([built.requestId]))
  },

  async 'snapshots.list'(scene) {
    const { payer, payee, built } = await paid(scene)
    const sent = await payer.remote.call('snapshots.list', { query: { opponent: payee.id } })
    expect(sent).toMatchObject([
      {
        amount: -parseAmount('0.25'),
        opponent_id: payee.id,
        transaction_hash: built.hash,
        request_id: built.requestId,
      },
    ])
    const received = await payee.remote.call('snapshots.list', { query: { asset: BTC, limit: 1 } })
    expect(received).toMatchObject([{ amount: parseAmount('0.25'), opponent_id: payer.id }])
  },

  async 'snapshots.read'(scene) {
    const { payer, payee } = await paid(scene)
    const [snapshot] = await payee.remote.call('snapshots.list')
    const params = { id: snapshot?.snapshot_id ?? '' }
    expect(await payee.remote.call('snapshots.read', { params })).toEqual(snapshot)
    expect(await refusalOf(payer.remote.call('snapshots.read', { params }))).toBe(404)
  },

  async 'multisigs.create'(scene) {
    const { members, ask } = await group(scene)
    const request = await ask('0.25', scene.ben.id)
    expect(request).toMatchObject({
      senders: members.map(({ id }) => id),
      senders_threshold: 2,
      signers: [],
      asset_id: BTC,
      revoked_by: null,
    })
  },

  async 'multisigs.read'(scene) {
    const { members, ask } = await group(scene)
    const request = await ask('0.25', scene.ben.id)
    for (const id of [request.request_id, request.transaction_hash]) {
      expect(await members[0]?.remote.call('multisigs.read', { params: { id } })).toMatchObject({
        request_id: request.request_id,
        raw_transaction: request.raw_transaction,
      })
    }
  },

  async 'multisigs.sign'(scene) {
    const { members, ask, sign } = await group(scene)
    const request = await ask('0.25', scene.ben.id)
    const signed = await sign(0, request)
    expect(signed.signers).toEqual([members[0]?.id])
    expect((await sign(2, request)).signers).toEqual([members[0]?.id, members[2]?.id])
    const params = { id: request.request_id }
    expect(await members[1]?.remote.call('transactions.read', { params })).toMatchObject({ state: 'signed' })
  },

  async 'multisigs.unlock'(scene) {
    const { members, ask } = await group(scene)
    const request = await ask('0.25', scene.ben.id)
    const by: UserId | undefined = members[1]?.id
    const body =
      scene.dialect === 'interface' ? { request_id: request.request_id, raw: request.raw_transaction } : undefined
    const answer = await members[1]?.remote.call('multisigs.unlock', { params: { id: request.request_id }, body })
    expect(answer?.revoked_by).toBe(by)
  },
} as const satisfies Partial<Cases>
