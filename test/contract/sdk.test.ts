import * as sdk from '@mixin.dev/mixin-node-sdk'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Keystore, UserId } from '#contract/domain'
import { parseAmount, publicKeyFromSeed, signWithSeed } from '#protocol'
import { BTC, ETH, FEE_USER, freshId, freshSeed, startTestLocalnet, type TestLocalnet } from '../support/localnet.ts'

type Client = ReturnType<typeof sdk.MixinApi>

/** Somebody who knows nothing of Coffer: every byte that reaches the network is made by the official SDK. */
interface Stranger {
  readonly id: UserId
  readonly keystore: Keystore
  readonly spendSeed: string
  readonly client: Client
}

async function newStranger(net: TestLocalnet, name: string): Promise<Stranger> {
  const keystore = await net.control.call('local.account', { body: { full_name: name, kind: 'bot' } })
  const { app_id, session_id, session_private_key, server_public_key } = keystore
  const client = sdk.MixinApi({
    keystore: { app_id, session_id, session_private_key, server_public_key },
    requestConfig: { baseURL: net.url, retry: 1 },
  })
  return { id: app_id, keystore, spendSeed: freshSeed(), client }
}

async function registered(net: TestLocalnet, name: string): Promise<Stranger> {
  const person = await newStranger(net, name)
  await person.client.pin.updateTipPin('', publicKeyFromSeed(person.spendSeed), 1)
  await person.client.safe.register(person.id, person.spendSeed, Buffer.from(person.spendSeed, 'hex'))
  return person
}

async function deposited(
  net: TestLocalnet,
  { client }: Stranger,
  group: { readonly members: UserId[]; readonly threshold: number },
  amount: string,
): Promise<void> {
  const [entry] = await client.safe.depositEntries({ ...group, chain_id: BTC })
  if (entry === undefined) throw new Error('no deposit entry came back')
  const { threshold } = await net.control.call('local.deposit', {
    body: { destination: entry.destination, asset_id: BTC, amount: parseAmount(amount) },
  })
  await net.blocks(threshold)
}

type Recipient = sdk.SafeTransactionRecipient

/** As the SDK's own examples: choose outputs, add the rest, ask for keys, build. */
async function built(
  { client, spendSeed }: Stranger,
  holder: { readonly members: UserId[]; readonly threshold: number },
  wishes: readonly Recipient[],
  requestId: string,
  references: string[] = [],
) {
  const outputs = await client.utxo.safeOutputs({ ...holder, asset: BTC, state: 'unspent' })
  const { utxos, change } = sdk.getUnspentOutputsForRecipients(outputs, [...wishes])
  const recipients = [...wishes]
  if (!change.isZero()) {
    recipients.push(sdk.buildSafeTransactionRecipient(holder.members, holder.threshold, change.toString()))
  }
  const ghosts = await client.utxo.ghostKey(recipients, requestId, spendSeed)
  return sdk.buildSafeTransaction(utxos, recipients, ghosts, Buffer.from('by the SDK'), references)
}

const codeOf = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'no refusal',
    (error: { code?: unknown }) => error.code,
  )

describe('the official SDK, pointed at a local network', () => {
  let net: TestLocalnet
  let ana: Stranger
  let ben: Stranger
  let cat: Stranger
  beforeAll(async () => {
    net = await startTestLocalnet()
    ana = await registered(net, 'Ana')
    ben = await registered(net, 'Ben')
    cat = await registered(net, 'Cat')
  })

  const alone = ({ id }: Stranger) => ({ members: [id], threshold: 1 })
  const balance = async (holder: { members: UserId[]; threshold: number }, { client }: Stranger) =>
    client.utxo.safeAssetBalance({ ...holder, asset: BTC })

  it('sets a TIP PIN, registers and verifies the PIN', async () => {
    const newcomer = await newStranger(net, 'Dan')
    expect(await newcomer.client.safe.checkRegisteration()).toMatchObject({ user_id: newcomer.id, has_safe: false })
    await newcomer.client.pin.updateTipPin('', publicKeyFromSeed(newcomer.spendSeed), 1)
    await newcomer.client.safe.register(newcomer.id, newcomer.spendSeed, Buffer.from(newcomer.spendSeed, 'hex'))
    expect(await newcomer.client.safe.checkRegisteration()).toMatchObject({
      has_safe: true,
      spend_public_key: publicKeyFromSeed(newcomer.spendSeed),
      tip_counter: 1,
    })
    await newcomer.client.pin.verifyTipPin(newcomer.spendSeed)
    expect(await codeOf(newcomer.client.pin.verifyTipPin(freshSeed()))).toBe(20119)
  })

  it('does what the dashboard does for an app: registers it, makes its session anew and reads what it costs', async () => {
    const { id, client, spendSeed, keystore } = await newStranger(net, 'Till')
    const digest = sdk.newHash(Buffer.from(id)).toString('hex')
    const answer = await client.app.registerSafe(id, {
      spend_public_key: publicKeyFromSeed(spendSeed),
      signature_base64: Buffer.from(signWithSeed(spendSeed, digest), 'hex').toString('base64url'),
    })
    expect(answer).toEqual({ spend_public_key: publicKeyFromSeed(spendSeed) })
    expect(await client.safe.checkRegisteration()).toMatchObject({ has_safe: true, tip_counter: 1 })
    await client.pin.verifyTipPin(spendSeed)
    expect(await client.app.billing(id)).toMatchObject({ app_id: id, cost: { users: expect.any(String) } })

    const seed = freshSeed()
    const session = await client.app.updateSafeSession(id, { session_public_key: publicKeyFromSeed(seed) })
    expect(await codeOf(client.user.profile())).toBe(401)
    const renewed = sdk.MixinApi({
      keystore: { app_id: id, ...session, session_private_key: seed },
      requestConfig: { baseURL: net.url, retry: 1 },
    })
    expect(session.server_public_key).toBe(keystore.server_public_key)
    expect((await renewed.user.profile()).user_id).toBe(id)
    await renewed.pin.verifyTipPin(spendSeed)
  })

  it('reads assets, fees, chains and prices', async () => {
    const asset = await ana.client.safe.fetchAsset(BTC)
    expect(asset).toMatchObject({
      asset_id: BTC,
      chain_id: BTC,
      symbol: 'BTC',
      kernel_asset_id: sdk.newHash(Buffer.from(BTC)).toString('hex'),
    })
    expect((await ana.client.safe.fetchAssets([BTC, ETH])).map(({ symbol }) => symbol)).toEqual(['BTC', 'ETH'])
    expect((await ana.client.safe.assets()).length).toBeGreaterThan(20)
    const [fee] = await ana.client.safe.fetchFee(BTC, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')
    expect(fee).toMatchObject({ asset_id: BTC, amount: expect.stringMatching(/^0\.\d+$/) })
    expect(await ana.client.network.searchAssets('ETH')).toContainEqual(expect.objectContaining({ asset_id: ETH }))
    expect((await ana.client.external.exchangeRates()).map(({ code }) => code)).toContain('EUR')
  })

  it('deposits, sees the confirmations and lists the output', async () => {
    const newcomer = await registered(net, 'Eve')
    const [entry] = await newcomer.client.safe.createDeposit(BTC)
    const { threshold } = await net.control.call('local.deposit', {
      body: { destination: entry?.destination ?? '', asset_id: BTC, amount: parseAmount('0.25') },
    })
    await net.blocks(2)
    const pending = await newcomer.client.safe.pendingDeposits({
      asset: BTC,
      destination: entry?.destination ?? '',
      tag: '',
    })
    expect(pending).toMatchObject([{ amount: '0.25', confirmations: 2, threshold, state: 'pending' }])
    await net.blocks(threshold - 2)
    const outputs = await newcomer.client.utxo.safeOutputs({ state: 'unspent' })
    expect(outputs).toMatchObject([{ amount: '0.25', asset_id: BTC, state: 'unspent', receivers: [newcomer.id] }])
  })

  it('pays: keys, verification, signature, broadcast, state and snapshots on both sides', async () => {
    await deposited(net, ana, alone(ana), '1')
    const requestId = freshId()
    const tx = await built(ana, alone(ana), [sdk.buildSafeTransactionRecipient([ben.id], 1, '0.4')], requestId)
    const [verified] = await ana.client.utxo.verifyTransaction([
      { request_id: requestId, raw: sdk.encodeSafeTransaction(tx) },
    ])
    expect(verified).toMatchObject({ request_id: requestId, state: 'unspent', amount: '0.4' })
    const raw = sdk.signSafeTransaction(tx, verified?.views ?? [], ana.spendSeed)
    expect(verified?.transaction_hash).toBe(
      sdk.blake3Hash(Buffer.from(verified?.raw_transaction ?? '', 'hex')).toString('hex'),
    )
    const [sent] = await ana.client.utxo.sendTransactions([{ request_id: requestId, raw }])
    expect(sent).toMatchObject({ state: 'signed', raw_transaction: raw, signers: [ana.id] })
    await net.blocks(1)
    const spent = await ana.client.utxo.fetchTransaction(requestId)
    expect(spent).toMatchObject({ state: 'spent', transaction_hash: verified?.transaction_hash })
    expect(await balance(alone(ana), ana)).toBe('0.6')
    expect(await balance(alone(ben), ben)).toBe('0.4')
    const paid = (await ana.client.safe.fetchSafeSnapshots({ asset: BTC, limit: 10 })).at(-1)
    expect(paid).toMatchObject({ snapshot_id: spent.snapshot_id, amount: '-0.4', opponent_id: ben.id })
    const [received] = await ben.client.safe.fetchSafeSnapshots({})
    expect(received).toMatchObject({
      amount: '0.4',
      opponent_id: ana.id,
      memo: Buffer.from('by the SDK').toString('hex'),
    })
    expect(await ben.client.safe.fetchSafeSnapshot(received?.snapshot_id ?? '')).toEqual(received)
  })

  it('withdraws with the fee in the same asset', async () => {
    const dan = await registered(net, 'Dan')
    await deposited(net, dan, alone(dan), '1')
    const destination = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
    const [fee] = await dan.client.safe.fetchFee(BTC, destination)
    const requestId = freshId()
    const recipients = [
      { amount: '0.5', destination, tag: '' },
      sdk.buildSafeTransactionRecipient([FEE_USER], 1, fee?.amount ?? ''),
    ]
    const tx = await built(dan, alone(dan), recipients, requestId)
    const [verified] = await dan.client.utxo.verifyTransaction([
      { request_id: requestId, raw: sdk.encodeSafeTransaction(tx) },
    ])
    const raw = sdk.signSafeTransaction(tx, verified?.views ?? [], dan.spendSeed)
    await dan.client.utxo.sendTransactions([{ request_id: requestId, raw }])
    await net.blocks(4)
    const snapshot = (await dan.client.safe.fetchSafeSnapshots({})).at(-1)
    expect(snapshot).toMatchObject({
      type: 'withdrawal',
      withdrawal: { withdrawal_hash: expect.stringMatching(/^[0-9a-f]{64}$/), receiver: destination },
    })
  })

  it('saves addresses by its PIN, reads them in each way and deletes one', async () => {
    const destination = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
    const { address } = ana.client
    const made = await address.create(ana.spendSeed, { asset_id: BTC, destination, label: 'Cold' })
    expect(made).toMatchObject({ type: 'address', asset_id: BTC, chain_id: BTC, destination, label: 'Cold', tag: '' })
    expect(await address.fetch(made.address_id)).toEqual(made)
    expect(await address.fetchList(BTC)).toEqual([made])
    expect(await address.fetchListOfChain(BTC)).toEqual([made])
    expect(await codeOf(address.delete(freshSeed(), made.address_id))).toBe(20119)
    await address.delete(ana.spendSeed, made.address_id)
    expect(await address.fetchListOfChain(BTC)).toEqual([])
    expect(await ana.client.user.logs({ category: 'PIN_INCORRECT', limit: 10 })).toMatchObject([
      { code: 'DELETE_ADDRESS', log_id: expect.any(String), ip_address: '127.0.0.1' },
    ])
  })

  it('has its code made anew, and asks for the code of a payment to a group', async () => {
    const before = await ben.client.user.profile()
    const after = await ben.client.user.rotateCode()
    expect(after.code_id).not.toBe(before.code_id)
    expect(await codeOf(ben.client.code.fetch(before.code_id))).toBe(404)
    const code = await ben.client.payment.payment({
      ...{ asset_id: BTC, amount: '0.5', trace_id: freshId(), memo: 'rent' },
      opponent_multisig: { receivers: [ana.id, cat.id], threshold: 2 },
    })
    expect(code).toMatchObject({ type: 'payment', amount: '0.5', threshold: 2, status: 'pending' })
    const to = { asset_id: BTC, amount: '0.5', opponent_id: ana.id, trace_id: freshId() }
    expect(await ben.client.payment.payment(to)).toMatchObject({ recipient: { user_id: ana.id }, status: 'pending' })
  })

  it('is told the code of a refusal', async () => {
    const unregistered = await newStranger(net, 'Fay')
    expect(await codeOf(unregistered.client.utxo.safeOutputs({}))).toBe(10404)
    const recipient = sdk.buildSafeTransactionRecipient([unregistered.id], 1, '1')
    expect(await codeOf(ana.client.utxo.ghostKey([recipient], freshId(), ana.spendSeed))).toBe(10404)
    const raw = '77770005'
    expect(await codeOf(ana.client.utxo.verifyTransaction([{ request_id: freshId(), raw }]))).toBe(10002)
    expect(await codeOf(ana.client.safe.fetchInscriptionItem('ab'.repeat(32)))).toBe(404)
  })

  describe('in a group of three of whom two must sign', () => {
    const group = () => ({ members: [ana.id, ben.id, cat.id].sort(), threshold: 2 })

    async function asked(amount: string) {
      await deposited(net, ana, group(), '1')
      const requestId = freshId()
      const tx = await built(ana, group(), [sdk.buildSafeTransactionRecipient([cat.id], 1, amount)], requestId)
      const raw = sdk.encodeSafeTransaction(tx)
      const [request] = await ana.client.multisig.createSafeMultisigs([{ request_id: requestId, raw }])
      if (request === undefined) throw new Error('no request came back')
      return request
    }

    async function sign(member: Stranger, requestId: string): Promise<sdk.SafeMultisigsResponse> {
      const { senders, views, raw_transaction } = await member.client.multisig.fetchSafeMultisigs(requestId)
      const tx = sdk.decodeSafeTransaction(raw_transaction)
      const raw = sdk.signSafeTransaction(tx, views, member.spendSeed, senders.indexOf(member.id))
      return member.client.multisig.signSafeMultisigs(requestId, raw)
    }

    it('creates a request, signs it twice and sees it spent', async () => {
      const { request_id } = await asked('0.3')
      expect((await sign(cat, request_id)).signers).toEqual([cat.id])
      const before = await balance(alone(cat), cat)
      const done = await sign(ana, request_id)
      expect(done.signers.toSorted()).toEqual([ana.id, cat.id].sort())
      await net.blocks(1)
      expect(await cat.client.utxo.fetchTransaction(request_id)).toMatchObject({ state: 'spent' })
      expect(Number(await balance(alone(cat), cat)) - Number(before)).toBeCloseTo(0.3, 8)
    })

    it('unlocks a request that one has signed, and gives the money back', async () => {
      const { request_id } = await asked('0.3')
      const whole = await balance(group(), ana)
      await sign(ben, request_id)
      expect(Number(await balance(group(), ana))).toBeLessThan(Number(whole))
      await ana.client.multisig.unlockSafeMultisigs(request_id)
      expect(await balance(group(), ana)).toBe(whole)
      expect((await cat.client.multisig.fetchSafeMultisigs(request_id)).views).toEqual([])
    })

    it('cannot unlock what two have signed', async () => {
      const { request_id } = await asked('0.3')
      await sign(ana, request_id)
      await sign(ben, request_id)
      expect(await codeOf(cat.client.multisig.unlockSafeMultisigs(request_id))).toBe(403)
    })
  })
})
