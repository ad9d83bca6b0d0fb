import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { DAY, type Hash, MINUTE, type Nanos, type UserId } from '#contract/domain'
import { parseAmount } from '#protocol'
import { hear } from '../../src/wallet/nodes/judge.ts'
import { createNodes } from '../../src/wallet/nodes/nodes.ts'
import { systemClock } from '../support/clock.ts'
import { faultyLine } from '../support/faults.ts'
import { freshBytes } from '../support/localnet.ts'
import { newFolder } from '../support/scratch.ts'
import { aHolder, anOutput, openAccount } from '../support/store.ts'
import {
  BTC,
  coded,
  ETH,
  fund,
  newAccount,
  type OpenWallet,
  pay,
  paying,
  sharedNetwork,
  toUser,
} from '../support/wallet.ts'
import { type Answering, startNode } from './false-node.ts'

/* What nodes of the kernel say beside the service, and what comes of it. */

const network = sharedNetwork()
const line = faultyLine()
let wallet: OpenWallet
let ana: UserId
let ben: UserId
let one: Awaited<ReturnType<typeof startNode>>
let two: Awaited<ReturnType<typeof startNode>>

const truly: Answering = (_, data) => data
const silent: Answering = () => undefined
const set = (...nodes: string[]) => wallet.calls['nodes.set']({ nodes, from: null, passphrase: null })
const owner = () => ({ account: ana, holder: null })

/** A coin that has just come in. */
async function coin(assetId: typeof BTC, amount: string) {
  await fund(wallet, ana, assetId, amount)
  return coinOf(parseAmount(amount))
}

async function coinOf(amount: bigint) {
  const query = { assetId: null, state: 'open', search: '', cursor: null, limit: 50 } as const
  const { rows } = await wallet.calls['coins.list']({ ...owner(), ...query })
  const found = rows.find((each) => each.amount === amount)
  if (found === undefined) throw new Error('no such coin')
  return found
}

/** Coins of which Home says that a node says otherwise. */
const contradicted = async () =>
  (await wallet.calls['home.read'](owner())).attention.flatMap((each) =>
    each.kind === 'contradicted' ? [each.coins] : [],
  )[0] ?? 0

const ask = async ({ hash, index }: { readonly hash: Hash; readonly index: number }) =>
  (await wallet.calls['nodes.ask']({ account: ana, hash, index }))?.nodes.map(({ says }) => says)

beforeAll(async () => {
  wallet = await network.open({ fetch: line.fetch })
  ana = (await newAccount(wallet, 'Ana')).account
  ben = (await newAccount(wallet, 'Ben')).account
  one = await startNode(network.url)
  two = await startNode(network.url)
}, 300_000)

afterAll(async () => {
  await one.close()
  await two.close()
})

beforeEach(() => {
  for (const node of [one, two]) Object.assign(node, { answering: truly, asked: [] })
})

describe('which nodes are asked', () => {
  it('is nobody, until somebody names some', async () => {
    expect(await wallet.calls['nodes.read'](null)).toEqual({ nodes: [], from: null })
    const { hash, index } = await coin(BTC, '0.5')
    expect(await wallet.calls['nodes.ask']({ account: ana, hash, index })).toBeNull()
    expect([...one.asked, ...two.asked]).toEqual([])
  })

  it('are those that answered and are of the same network', async () => {
    expect(await set(one.url, network.url)).toEqual({ nodes: [one.url, network.url], from: null })
    expect(one.asked).toEqual(['getinfo'])
    // One that is kept is not asked again for another's sake.
    await set(one.url)
    expect(one.asked).toEqual(['getinfo'])
    await set()
  })

  it.each([
    ['of another network', (data: object) => ({ ...data, network: 'ab'.repeat(32) }), 'network'],
    ['that does not answer', () => undefined, 'silent'],
    ['that answers something else', () => ({ network: 'mainnet' }), 'silent'],
  ] as const)('are none %s', async (_, answer, reason) => {
    one.answering = (__, data) => answer(data as object)
    await expect(set(two.url, one.url)).rejects.toThrow(coded('input.node', { reason, node: one.url }))
    expect((await wallet.calls['nodes.read'](null)).nodes).toEqual([])
  })

  it.each([
    ['http://node.example', 'line'],
    ['https://node.example/rpc', 'form'],
    ['https://me:secret@node.example', 'form'],
    ['https://node.example/?who=me', 'form'],
    ['ftp://node.example', 'form'],
    ['no address', 'form'],
  ])('are none at %s, and nothing is asked there', async (address, reason) => {
    await expect(set(address)).rejects.toThrow(coded('input.node', { reason }))
  })

  it('are each named once', async () => {
    await expect(set(one.url, `${one.url}/`)).rejects.toThrow(coded('input.node', { reason: 'twice' }))
  })

  it('can be tested, each by itself', async () => {
    await set(one.url, two.url)
    two.answering = (_, data) => ({ ...(data as object), network: 'ab'.repeat(32) })
    expect(await wallet.calls['nodes.test'](null)).toEqual([
      { node: one.url, is: 'ours' },
      { node: two.url, is: 'network' },
    ])
    two.answering = silent
    expect(await wallet.calls['nodes.test'](null)).toMatchObject([{ is: 'ours' }, { is: 'silent' }])
  })
})

describe('what they say of a coin', () => {
  beforeAll(() => set(one.url, two.url))

  it('is the same where they are true, with two questions each', async () => {
    expect(await ask(await coin(BTC, '0.25'))).toEqual(['same', 'same'])
    expect(one.asked).toEqual(['gettransaction', 'getutxo'])
  })

  it('is asked for with the proof that it is ours, and kept', async () => {
    const { outputId, hash, index } = await coin(BTC, '0.125')
    await wallet.calls['coins.prove']({ ...owner(), outputId })
    expect((await coinOf(parseAmount('0.125'))).audit).toBe('proved')
    const kept = await wallet.until(
      () => wallet.calls['nodes.opinion']({ account: ana, hash, index }),
      (each) => each !== null,
    )
    expect(kept?.nodes).toMatchObject([
      { node: one.url, says: 'same', unheard: false },
      { node: two.url, says: 'same', unheard: false },
    ])
  })

  it.each([
    ['silent', 'does not answer', silent],
    ['waiting', 'has it without a snapshot', (_: string, data: unknown) => ({ ...(data as object), snapshot: null })],
    ['waiting', 'knows nothing of what is new', () => null],
    ['false', 'gives bytes of something else', (_: string, data: unknown) => ({ ...(data as object), hex: '7777' })],
    [
      'false',
      'contradicts the bytes',
      (method: string, data: unknown) => (method === 'getutxo' ? { ...(data as object), amount: '7' } : data),
    ],
    [
      'spent',
      'names another that took it',
      (method: string, data: unknown) => (method === 'getutxo' ? { ...(data as object), lock: 'ab'.repeat(32) } : data),
    ],
  ] as const)('is "%s" of one that %s, and the coin stays free', async (says, _, answering) => {
    const found = await coinOf(parseAmount('0.5'))
    two.answering = answering
    expect(await ask(found)).toEqual(['same', says])
    expect(await coinOf(parseAmount('0.5'))).toMatchObject({ state: 'available', frozen: null })
  })

  it('stays what it was where a node cannot be reached any more', async () => {
    const { hash, index } = await coin(ETH, '2')
    await ask({ hash, index })
    two.answering = silent
    await ask({ hash, index })
    expect((await wallet.calls['nodes.opinion']({ account: ana, hash, index }))?.nodes).toMatchObject([
      { says: 'same', unheard: false },
      { says: 'same', unheard: true },
    ])
  })

  it('is asked once where somebody asks while it is asked, so that no older word comes after a newer one', async () => {
    const { hash, index } = await coin(ETH, '4')
    const held = Promise.withResolvers<void>()
    two.answering = (_, data) => held.promise.then(() => data)
    const asked = ask({ hash, index })
    await expect.poll(() => two.asked).toEqual(['gettransaction'])
    const again = ask({ hash, index })
    held.resolve()
    expect(await Promise.all([asked, again])).toEqual([
      ['same', 'same'],
      ['same', 'same'],
    ])
    expect(one.asked).toEqual(['gettransaction', 'getutxo'])
  })

  it('freezes a coin of which bytes of that name prove that it is another, until its owner frees it', async () => {
    const lie = (outputs: readonly { amount: string }[]) =>
      outputs.map((output) => (output.amount === '3' ? { ...output, amount: '30' } : output))
    line.faults.push({ path: /^\/safe\/outputs$/, act: lie as never })
    await wallet.calls['local.deposit']({ ...owner(), chainId: ETH, assetId: ETH, amount: parseAmount('3') })
    await wallet.calls['local.confirm']({ blocks: 50 })
    const claimed = await wallet.until(
      () => coinOf(parseAmount('30')).catch(() => undefined),
      (each) => each !== undefined,
    )
    if (claimed === undefined) throw new Error('it was listed')
    two.answering = silent
    const before = await contradicted()
    expect(await ask(claimed)).toEqual(['differs', 'silent'])
    const frozen = await coinOf(parseAmount('30'))
    expect(frozen).toMatchObject({ state: 'frozen', frozen: { reason: expect.stringContaining('something else') } })
    const told = await contradicted()
    expect(told).toBe(before + 1)
    // Who is not asked any more is not believed either.
    await set(two.url)
    expect(await contradicted()).toBeLessThan(told)
    await set(one.url, two.url)
    await wallet.calls['coins.unfreeze']({ ...owner(), outputs: [claimed.outputId] })
    expect(await ask(claimed)).toEqual(['differs', 'silent'])
    expect(await coinOf(parseAmount('30'))).toMatchObject({ state: 'available' })
    line.faults.splice(0)
  })

  it('is not told of what is nothing of the account', async () => {
    const asked = wallet.calls['nodes.ask']({ account: ana, hash: 'ab'.repeat(32) as Hash, index: null })
    await expect(asked).rejects.toThrow(coded('input.invalid'))
  })
})

describe('what they say of a payment', () => {
  it('is that it is final there as well, for one question', async () => {
    await set(one.url, two.url)
    const { hashes } = await pay(wallet, paying(ana, BTC, [toUser(ben, '0.1')]))
    const [hash] = hashes
    if (hash === undefined) throw new Error('it was sent')
    const asked = () => wallet.calls['nodes.ask']({ account: ana, hash, index: null })
    expect((await asked())?.nodes).toMatchObject([{ says: 'same' }, { says: 'same' }])
    expect(new Set(one.asked)).toEqual(new Set(['gettransaction']))
  })
})

describe('what is asked by itself', () => {
  const opinionOf = (hash: Hash, index: number | null) => wallet.calls['nodes.opinion']({ account: ana, hash, index })

  it('is each own payment once the service calls it final', async () => {
    await set(one.url)
    const { hashes } = await pay(wallet, paying(ana, BTC, [toUser(ben, '0.01')]))
    const [hash] = hashes
    if (hash === undefined) throw new Error('it was sent')
    const found = await wallet.until(
      () => opinionOf(hash, null),
      (each) => each !== null,
    )
    expect(found?.nodes).toMatchObject([{ says: 'same' }])
  })

  it('is what came in from a worth on, and nothing below', async () => {
    await wallet.calls['nodes.set']({
      ...{ nodes: [one.url], from: { limit: parseAmount('1000'), currency: 'USD' }, passphrase: null },
    })
    const [small, large] = [await coin(ETH, '0.001'), await coin(ETH, '50')]
    const found = await wallet.until(
      () => opinionOf(large.hash, large.index),
      (each) => each !== null,
    )
    expect(found?.nodes).toMatchObject([{ says: 'same' }])
    await wallet.calls['app.retry']({ account: ana })
    expect(await opinionOf(small.hash, small.index)).toBeNull()
  })

  it('is what came in however long ago the service says that was', async () => {
    const dated = (rows: { amount: string }[]) =>
      rows.map((row) => (Number(row.amount) === 70 ? { ...row, created_at: '2026-01-02T03:04:05Z' } : row))
    line.faults.push({ path: /^\/safe\/outputs$/, act: dated })
    onTestFinished(() => void line.faults.splice(0))
    const old = await coin(ETH, '70')
    const found = await wallet.until(
      () => opinionOf(old.hash, old.index),
      (each) => each !== null,
    )
    expect(found?.nodes).toMatchObject([{ says: 'same' }])
  })

  it('is asked only once where the node has said all', async () => {
    const large = await coinOf(parseAmount('50'))
    const before = await opinionOf(large.hash, large.index)
    const { hashes } = await pay(wallet, paying(ana, BTC, [toUser(ben, '0.01')]))
    await wallet.until(
      () => opinionOf(hashes[0] as Hash, null),
      (each) => each !== null,
    )
    expect(await opinionOf(large.hash, large.index)).toEqual(before)
  })
})

describe('the doctor', () => {
  const line = async () => {
    const { findings } = await wallet.calls['doctor.run']({ account: ana, makesKeys: false })
    return findings.find(({ check }) => check === 'nodes')
  }

  it('says how the nodes stand, on none of which money depends', async () => {
    await set(one.url, two.url)
    expect(await line()).toMatchObject({ verdict: 'assumed', money: false, detail: '2' })
    two.answering = silent
    expect(await line()).toMatchObject({ verdict: 'unanswered', detail: '1 of 2' })
    two.answering = (_, data) => ({ ...(data as object), network: 'ab'.repeat(32) })
    expect(await line()).toMatchObject({ verdict: 'differs', detail: 'another network' })
  })
})

describe('a node that has nothing', () => {
  const dates = [
    ['dates into the time to come', (now: Nanos) => now + 1_000n * DAY],
    ['dates anew each time', (now: Nanos) => now - MINUTE],
  ] as const
  it.each(dates)('says something after a while also of what the service %s', async (_, dateAt) => {
    const store = openAccount(newFolder('store'))
    onTestFinished(store.close)
    let now = systemClock.now()
    const clock = { ...systemClock, now: () => now }
    const fake = anOutput(1)
    store.cache.outputs.applyPage({ holder: aHolder(), outputs: [fake], cursor: 1 })
    const desk = { store, clock, random: freshBytes, log: () => undefined }
    const nodes = createNodes(desk, { fetch }, () => ({ nodes: [one.url], from: null }))
    one.answering = () => null
    const place = { hash: fake.transaction_hash, index: fake.output_index }
    const asked = () => nodes.ask(place, dateAt(now) as Nanos)
    expect(await asked()).toMatchObject({ nodes: [{ says: 'waiting' }] })
    now = (now + 6n * MINUTE) as Nanos
    expect(await asked()).toMatchObject({ nodes: [{ says: 'absent' }] })
  })

  it('may be behind for a while, and says something after that', async () => {
    const nothing = { transaction: async () => null, output: async () => null }
    const about = { hash: 'ab'.repeat(32) as Hash, coin: null }
    expect(await hear(nothing, { ...about, isOld: false })).toBe('waiting')
    expect(await hear(nothing, { ...about, isOld: true })).toBe('absent')
  })
})
