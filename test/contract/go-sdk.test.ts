import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseAmount } from '#protocol'
import { askAsGo, type GoAnswer, type GoRequest, misread } from '../support/go-program.ts'
import { MULTISIG } from '../support/go-types.ts'
import { groupOf } from '../support/group.ts'
import { BTC, FEE_USER, freshId, newcomer, order, type Person, startTestLocalnet } from '../support/localnet.ts'
import { type GoScene, SIGNED, WITHOUT } from './cases/go-calls.ts'

describe('requests as the official Go library writes them', () => {
  let scene: GoScene
  beforeAll(async () => {
    const net = await startTestLocalnet()
    const [ana, ben] = [await newcomer(net, 'Ana', { kind: 'bot' }), await newcomer(net, 'Ben')]
    await ana.fund(BTC, '1')
    const paid = await ana.pay(ben.id, BTC, '0.25')
    await net.blocks(1)
    const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
    const withdrawal = await withdrawn(ana, address)
    await net.blocks(1)
    const group = await groupOf(net, [ana, ben], 2, BTC, '1')
    const request = await group.ask('0.5', ben.id)
    const { code_id: code } = (await order(net, 'codes', {
      ...{ type: 'multisig_request', request_id: request.request_id },
    })) as { code_id: string }
    const made = (await order(net, 'collections', {
      name: 'Kites',
      symbol: 'KITE',
      items: [{ members: [ana.id] }],
    })) as {
      collection_hash: string
      items: { inscription_hash: string }[]
    }
    await net.blocks(1)
    const [entry] = await ana.remote.call('deposits.entries', { body: { chain_id: BTC } })
    const deposit = { destination: entry?.destination ?? '', asset_id: BTC, amount: parseAmount('0.7') }
    await net.control.call('local.deposit', { body: deposit })
    const unsent = await ana.build(BTC, [{ to: [ben.id], amount: parseAmount('0.1') }])
    const waiting = await ana.build(BTC, [{ to: [ben.id], amount: parseAmount('0.2') }])
    const [raw = ''] = await ana.sign(waiting)
    const [output] = await ana.outputs(BTC)
    const [snapshot] = await ana.remote.call('snapshots.list', { query: {} })
    scene = {
      ...{ net, ana, ben, group, request, paid, code, withdrawal },
      unsent: { request_id: unsent.requestId, raw: unsent.unsigned },
      waiting: { request_id: waiting.requestId, raw },
      ...{ output: output?.output_id ?? '', snapshot: snapshot?.snapshot_id ?? '' },
      ...{ collection: made.collection_hash, item: made.items[0]?.inscription_hash ?? '' },
    }
  })
  afterAll(() => scene.net.close())

  async function withdrawn(person: Person, address: string): Promise<string> {
    const [fee] = await person.remote.call('assets.fees', { params: { id: BTC }, query: { destination: address } })
    const built = await person.build(BTC, [
      { address, amount: parseAmount('0.1') },
      { to: [FEE_USER], amount: fee?.amount ?? parseAmount('0') },
    ])
    await person.send(built)
    return built.requestId
  }

  async function asked(request: GoRequest): Promise<GoAnswer> {
    const answer = await askAsGo(scene.net.url, request)
    expect(answer.echoed).toBe(answer.requestId)
    expect(answer.status).toBe(200)
    expect(answer.error).toBeUndefined()
    return answer
  }

  it.each(WITHOUT)('$name, without a token', async ({ method, path, type, said }) => {
    const { data } = await asked({ method, path: path(scene) })
    expect(misread(type, data)).toEqual([])
    expectSaid(data, said(scene))
  })

  it.each(SIGNED)('$name', async ({ method, path, type, said, body }) => {
    const request = { method, path: path(scene), by: scene.ana }
    const { data } = await asked(body === null ? request : { ...request, body: body(scene) })
    expect(misread(type, data)).toEqual([])
    expectSaid(data, said(scene))
  })

  /** Of lists the first ones that are named. */
  function expectSaid(data: unknown, said: unknown): void {
    if (!Array.isArray(said)) expect(data).toMatchObject(said as object)
    else expect((data as unknown[]).slice(0, said.length)).toMatchObject(said)
  }

  it('sign and give up requests of a group', async () => {
    const { group, ana } = scene
    const request = await group.ask('0.25', ana.id)
    const path = `/safe/multisigs/${request.request_id}`
    const place = group.ids.indexOf(ana.id)
    const body = { raw: await group.signedRaw(place, request.request_id) }
    const signed = await asked({ method: 'POST', path: `${path}/sign`, by: ana, body })
    expect(misread(MULTISIG, signed.data)).toEqual([])
    expect(signed.data).toMatchObject({ signers: [ana.id] })
    const unlocked = await asked({ method: 'POST', path: `${path}/unlock`, by: ana })
    expect(misread(MULTISIG, unlocked.data)).toEqual([])
    expect(unlocked.data).toMatchObject({ revoked_by: ana.id })
  })

  it('are told what is missing where the library asks for somebody’s own without a token', async () => {
    for (const path of ['/safe/outputs?limit=1', '/safe/snapshots?limit=1', `/safe/multisigs/${freshId()}`]) {
      const answer = await askAsGo(scene.net.url, { method: 'GET', path })
      expect([answer.status, answer.error?.code]).toEqual([202, 401])
    }
    const unknown = await askAsGo(scene.net.url, { method: 'GET', path: `/safe/transactions/${freshId()}` })
    expect([unknown.status, unknown.error?.code]).toEqual([202, 404])
  })
})
