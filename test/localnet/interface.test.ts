import { beforeAll, describe, expect, it } from 'vitest'
import { verifyByHost } from '#platform'
import { hashMembers, parseAmount, signTransaction } from '#protocol'
import { type Group, groupOf } from '../support/group.ts'
import {
  BTC,
  callAs,
  freshRequest,
  newcomer,
  order,
  type Person,
  refusalOf,
  startTestLocalnet,
  type TestLocalnet,
} from '../support/localnet.ts'

/* The members of the interface's records, word for word; those that it calls optional, or that only some records have, are left out here. */

const USER =
  'type user_id identity_number phone full_name biography avatar_url relationship mute_until created_at is_verified is_scam session_id pin_token_base64 code_id code_url has_pin device_status has_emergency_contact receive_message_source accept_conversation_source accept_search_source fiat_currency transfer_notification_threshold transfer_confirmation_threshold'
const SEQUENCER_USER =
  'user_id identity_number phone full_name biography avatar_url relationship mute_until created_at code_id code_url session_id device_status has_pin receive_message_source accept_conversation_source accept_search_source fiat_currency transfer_notification_threshold transfer_confirmation_threshold pin_token_base64 has_emergency_contact features has_safe salt_base64 tip_key_base64 tip_counter'
const ENTRY = 'type entry_id threshold members destination tag signature chain_id is_primary'
const DEPOSIT =
  'deposit_id destination tag chain_id asset_id asset_key amount transaction_hash output_index block_hash block_number confirmations threshold state created_at updated_at'
const OUTPUT =
  'output_id transaction_hash output_index amount mask keys receivers_hash receivers_threshold receivers extra state sequence created_at updated_at kernel_asset_id'
const COMMON =
  'request_id transaction_hash amount senders_hash senders_threshold senders signers extra raw_transaction created_at updated_at receivers views'
const REQUEST = `${COMMON} asset_id kernel_asset_id`
const SNAPSHOT = 'snapshot_id user_id transaction_hash asset_id kernel_asset_id amount memo created_at'
const COLLECTION = 'type collection_hash supply unit symbol name description icon_url asset_key created_at updated_at'
const ITEM =
  'type inscription_hash collection_hash sequence content_type content_url recipient occupied_by created_at updated_at'
const PAYMENT_CODE = 'type trace_id asset_id amount threshold receivers memo created_at status code_id'
const MULTISIG_CODE =
  'type request_id user_id asset_id amount threshold senders receivers signers memo action state transaction_hash raw_transaction created_at updated_at code_id'
const USER_CODE =
  'type user_id identity_number phone full_name biography avatar_url relationship mute_until created_at is_verified is_scam'

type Members = Readonly<Record<string, unknown>>

/** Members that a record lacks. */
const missing = (members: string, record: unknown): string[] =>
  members.split(' ').filter((name) => (record as Members | undefined)?.[name] === undefined)

const first = (data: unknown): Members => (data as readonly Members[])[0] ?? {}

describe('by the interface', () => {
  let net: TestLocalnet
  let ana: Person
  let ben: Person
  let group: Group
  beforeAll(async () => {
    net = await startTestLocalnet()
    ana = await newcomer(net, 'Ana')
    ben = await newcomer(net, 'Ben')
    await ana.fund(BTC, '1')
    group = await groupOf(net, [ana, ben], 2, BTC, '1')
  })

  const get = (uri: string, by = ana) => callAs(net, by, { uri })
  const post = (uri: string, body?: unknown, by = ana) =>
    callAs(net, by, { method: 'POST', uri, body: body === undefined ? '' : JSON.stringify(body) })
  const coded = async (body: object): Promise<unknown> => {
    const { code_id } = (await order(net, 'codes', body)) as { code_id: string }
    return ((await (await fetch(`${net.url}/codes/${code_id}`)).json()) as { data: unknown }).data
  }

  it('people are told with all members, with those values that are listed as observed', async () => {
    const record = (await post('/relationships', { user_id: ben.id, action: 'BLOCK' })) as Members
    expect(missing(USER, record)).toEqual([])
    expect(record).toMatchObject({
      ...{ type: 'user', device_status: 'ACTIVE', fiat_currency: 'USD', has_pin: true, pin_token_base64: '' },
      ...{
        receive_message_source: 'CONTACTS',
        accept_conversation_source: 'CONTACTS',
        accept_search_source: 'CONTACTS',
      },
    })
    expect(missing(USER, first(await get('/blocking_users')))).toEqual([])
    expect(missing(SEQUENCER_USER, await get('/safe/me'))).toEqual([])
    const { code_id } = (await get('/safe/me')) as { code_id: string }
    const { data } = (await (await fetch(`${net.url}/codes/${code_id}`)).json()) as { data: unknown }
    expect(missing(USER_CODE, data)).toEqual([])
    await post('/relationships', { user_id: ben.id, action: 'UNBLOCK' })
  })

  it('deposits, outputs and snapshots have all members', async () => {
    const entry = (await post('/safe/deposit/entries', {
      ...{ members: [ana.id], threshold: 1, chain_id: BTC },
    })) as Members
    expect(missing(ENTRY, entry)).toEqual([])
    const destination = String(entry['destination'])
    await net.control.call('local.deposit', { body: { destination, asset_id: BTC, amount: parseAmount('0.5') } })
    const offset = encodeURIComponent('2020-01-01T00:00:00.000000000Z')
    const pending = await get(`/safe/deposits?asset=${BTC}&destination=${destination}&tag=&offset=${offset}&limit=500`)
    expect(missing(DEPOSIT, first(pending))).toEqual([])
    const members = hashMembers([ana.id])
    const outputs = await get(`/safe/outputs?members=${members}&threshold=1&offset=0&limit=10&state=unspent&order=ASC`)
    expect(missing(OUTPUT, first(outputs))).toEqual([])
    const [deposit] = (await get(`/safe/snapshots?limit=500&offset=${offset}`)) as Members[]
    expect(missing(SNAPSHOT, deposit)).toEqual([])
    expect(missing('deposit_hash deposit_index sender destination tag', deposit?.['deposit'])).toEqual([])
    await net.blocks(3)
  })

  it('a payment names its asset by uuid and hash, and its state by hash alone', async () => {
    const built = await ana.build(BTC, [{ to: [ben.id], amount: parseAmount('0.1') }])
    const request = { request_id: built.requestId, raw: built.unsigned }
    const verified = first(await post('/safe/transaction/requests', [request]))
    expect(missing(`${REQUEST} state`, verified)).toEqual([])
    const [raw = ''] = await ana.sign(built)
    const sent = first(await post('/safe/transaction', [{ ...request, raw }]))
    expect(missing(`${REQUEST} state`, sent)).toEqual([])
    expect(missing('members members_hash threshold', first(sent['receivers']))).toEqual([])
    await net.blocks(1)
    const status = (await get(`/safe/transactions/${built.requestId}`)) as Members
    expect(missing(`${COMMON} asset state snapshot_hash snapshot_at`, status)).toEqual([])
    expect(missing('asset_id kernel_asset_id inscription_hash', status)).toHaveLength(3)
  })

  it('a request of a group names neither a state nor an item', async () => {
    const built = await group.build('0.25', ben.id)
    const made = first(await post('/safe/multisigs', [{ request_id: built.requestId, raw: built.unsigned }]))
    const read = (await get(`/safe/multisigs/${built.requestId}`)) as Members
    for (const record of [made, read]) {
      expect(missing(REQUEST, record)).toEqual([])
      expect(missing('state inscription_hash', record)).toHaveLength(2)
    }
    const code = await coded({ type: 'multisig_request', request_id: built.requestId })
    expect(missing(MULTISIG_CODE, code)).toEqual([])
  })

  it('a request is neither signed nor given up with bytes of another one', async () => {
    const [one, two] = [await group.ask('0.1', ben.id), await group.ask('0.2', ben.id)]
    const uri = `/safe/multisigs/${one.request_id}`
    for (const verb of ['sign', 'unlock']) {
      const other = { request_id: one.request_id, raw: two.raw_transaction }
      expect(await refusalOf(post(`${uri}/${verb}`, other)), verb).toBe(10002)
    }
    expect(await post(`${uri}/unlock`, { request_id: one.request_id, raw: one.raw_transaction })).toMatchObject({
      revoked_by: ana.id,
    })
  })

  it('collections, items and codes of payments have all members', async () => {
    const made = (await order(net, 'collections', {
      name: 'Kites',
      symbol: 'KITE',
      items: [{ members: [ana.id] }],
    })) as {
      readonly collection_hash: string
      readonly items: readonly { readonly inscription_hash: string }[]
    }
    await net.blocks(1)
    expect(missing(COLLECTION, first(await get(`/safe/inscriptions/collections/${made.collection_hash}`)))).toEqual([])
    const item = made.items[0]?.inscription_hash ?? ''
    expect(missing(ITEM, first(await get(`/safe/inscriptions/items/${item}`)))).toEqual([])
    const payment = await coded({ type: 'payment', asset_id: BTC, amount: '0.5', receivers: [ben.id] })
    expect(missing(PAYMENT_CODE, payment)).toEqual([])
  })

  it('what went to the kernel past the service is on the ledger and in no history', async () => {
    const [payer, payee] = [await newcomer(net, 'Payer'), await newcomer(net, 'Payee')]
    await payer.fund(BTC, '1')
    // Scalars depend on coins alone, so that those of a request which is never sent open them for other bytes.
    const asked = await payer.build(BTC, [{ to: [payee.id], amount: parseAmount('0.1') }])
    const [record] = await payer.remote.call('transactions.verify', {
      body: [{ request_id: freshRequest(), raw: asked.unsigned }],
    })
    const { unsigned: raw, inputs, hash } = await payer.build(BTC, [{ to: [payee.id], amount: parseAmount('0.25') }])
    const { spendSeed } = payer
    const signed = signTransaction({ raw, spendSeed, inputs, views: record?.views ?? [], verify: verifyByHost })
    await payer.remote.call('kernel.send', { body: { method: 'sendrawtransaction', params: [signed.raw] } })
    await net.blocks(1)
    expect([await payer.balance(BTC), await payee.balance(BTC)]).toEqual(['0.75', '0.25'])
    expect(await refusalOf(get(`/safe/transactions/${hash}`, payer))).toBe(404)
    const history = async (person: Person) =>
      (await person.remote.call('snapshots.list', { query: {} })).map(({ transaction_hash }) => transaction_hash)
    expect([...(await history(payer)), ...(await history(payee))]).not.toContain(hash)
    // The same bytes by way of the service are in both.
    const paid = await payer.pay(payee.id, BTC, '0.1')
    await net.blocks(1)
    expect(await history(payer)).toContain(paid.hash)
    expect(await history(payee)).toContain(paid.hash)
  })
})
