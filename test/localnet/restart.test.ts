import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { codeOf } from '#contract/errors'
import { formatAmountShort, parseAmount, toAmount } from '#protocol'
import { startNetwork } from '../e2e/support/network.ts'
import { stillClock } from '../support/clock.ts'
import { groupOf } from '../support/group.ts'
import {
  BTC,
  type Built,
  newcomer,
  type Person,
  personOf,
  refusalOf,
  startTestLocalnet,
  type TestLocalnet,
} from '../support/localnet.ts'
import { newFolder } from '../support/scratch.ts'

const freshDir = (): string => newFolder('localnet')

/** So many outputs of 0.01 for somebody. */
async function coinsFor(net: TestLocalnet, person: Person, count: number): Promise<void> {
  const each = parseAmount('0.01')
  await person.fund(BTC, formatAmountShort(toAmount(each * BigInt(count))))
  await person.send(
    await person.build(
      BTC,
      Array.from({ length: count }, () => ({ to: [person.id], amount: each })),
    ),
  )
  await net.blocks(1)
}

describe('a local network that starts again on its folder', () => {
  it('goes on where it was closed: accounts, money, addresses, requests, signatures and names', async () => {
    const dir = freshDir()
    const clock = stillClock()
    const first = await startTestLocalnet({ dir, clock })
    const [ana, ben] = [await newcomer(first, 'Ana'), await newcomer(first, 'Ben')]
    await ana.fund(BTC, '1')
    const group = await groupOf(first, [ana, ben], 2, BTC, '2')
    const request = await group.ask('0.5', ben.id)
    await group.sign(0, request)
    const paid = await ana.pay(ben.id, BTC, '0.25')
    const look = async (net: TestLocalnet, person: Person) => ({
      network: await net.control.call('local.network'),
      state: await net.control.call('local.state'),
      me: await person.remote.call('me.read'),
      outputs: await person.remote.call('outputs.list'),
      entries: await person.remote.call('deposits.entries', { body: { chain_id: BTC } }),
      request: await person.remote.call('multisigs.read', { params: { id: request.request_id } }),
      payment: await person.remote.call('transactions.read', { params: { id: paid.requestId } }),
    })
    const before = await look(first, ana)
    await first.close()
    const second = await startTestLocalnet({ dir, clock })
    const [anaAgain, benAgain] = [ana, ben].map(({ keystore, spendSeed }) => personOf(second, keystore, spendSeed))
    if (anaAgain === undefined || benAgain === undefined) throw new Error('nobody is left')
    expect(await look(second, anaAgain)).toEqual(before)
    await second.blocks(1)
    expect(await benAgain.balance(BTC)).toBe('0.25')
    const again = await groupOf(second, [anaAgain, benAgain], 2, BTC)
    await again.sign(1, request)
    const params = { id: request.request_id }
    expect((await benAgain.remote.call('transactions.read', { params })).state).toBe('signed')
  })

  it('is held by one process at a time', async () => {
    const dir = freshDir()
    const net = await startTestLocalnet({ dir })
    const second = await startTestLocalnet({ dir }).catch(codeOf)
    expect(second).toBe('store.in_use')
    await net.close()
    const third = await startTestLocalnet({ dir })
    await third.close()
  })

  it('is nobody’s where its lock is damaged, which holds nothing', async () => {
    const dir = freshDir()
    writeFileSync(join(dir, 'lock.db'), 'no database'.repeat(100))
    const net = await startTestLocalnet({ dir })
    expect(await startTestLocalnet({ dir }).catch(codeOf)).toBe('store.in_use')
    await net.close()
  })

  it('says what the system says where it cannot be written, and not that somebody holds it', async () => {
    const dir = freshDir()
    mkdirSync(join(dir, 'lock.db'))
    await expect(startTestLocalnet({ dir })).rejects.toMatchObject({ code: expect.stringMatching(/^SQLITE_CANTOPEN/) })
  })

  it.skipIf(process.platform === 'win32').each(['lock.db', 'ledger.db'])(
    'says what the system says where its %s may only be read',
    async (name) => {
      const dir = freshDir()
      const net = await startTestLocalnet({ dir })
      await net.close()
      const isRoot = process.geteuid?.() === 0
      // Root may write everything, so for a moment it is somebody else.
      for (const each of isRoot ? [tmpdir()] : []) chmodSync(each, 0o711)
      chmodSync(dir, 0o777)
      for (const each of readdirSync(dir)) chmodSync(join(dir, each), each === name ? 0o444 : 0o666)
      if (isRoot) process.seteuid?.(65_534)
      const starting = startTestLocalnet({ dir })
      if (isRoot) process.seteuid?.(0)
      await expect(starting).rejects.toMatchObject({ code: expect.stringMatching(/^SQLITE_READONLY/) })
    },
  )

  it('is held by nobody where its ledger could not be opened', async () => {
    const dir = freshDir()
    writeFileSync(join(dir, 'ledger.db'), 'no database')
    const start = () => startTestLocalnet({ dir }).catch((error: Error) => error.message)
    expect([await start(), await start()]).toEqual(Array(2).fill('file is not a database'))
  })

  it('is the same network for the same seed, and refuses the folder of another', async () => {
    const [one, two] = [freshDir(), freshDir()]
    const identity = async (dir: string, seed: string) => {
      const net = await startTestLocalnet({ dir, seed })
      const { app_id } = await net.control.call('local.account', { body: { full_name: 'First' } })
      const network = await net.control.call('local.network')
      await net.close()
      return { app_id, network }
    }
    expect(await identity(one, '7')).toEqual(await identity(two, '7'))
    expect(await startTestLocalnet({ dir: one, seed: '8' }).catch(codeOf)).toBe('store.other_network')
  })

  it.each([2, 11])('has lost nothing that it answered for when it is killed after %i payments', async (count) => {
    const net = await startNetwork(['--manual-blocks'])
    const [ana, ben] = [await newcomer(net, 'Ana'), await newcomer(net, 'Ben')]
    await coinsFor(net, ana, 24)
    const inputs = await ana.outputs(BTC)
    const wish = [{ to: [ben.id], amount: parseAmount('0.01') }]
    const built = await Promise.all(inputs.map((input) => ana.build(BTC, wish, { inputs: [input] })))
    const raws = await ana.sign(...built)
    const send = (person: Person, { requestId }: Built, at: number) =>
      person.remote.call('transactions.send', { body: [{ request_id: requestId, raw: raws[at] ?? '' }] })

    const answered = new Set<number>()
    const outcomes = await Promise.all(
      built.map(async (payment, at) => {
        try {
          await send(ana, payment, at)
          answered.add(at)
          if (answered.size === count) await net.kill()
          return 'answered'
        } catch {
          return 'cut'
        }
      }),
    )
    expect(answered.size).toBeGreaterThanOrEqual(count)
    expect(outcomes).toContain('cut')

    await net.revive()
    for (const at of answered) {
      const record = await ana.remote.call('transactions.read', { params: { id: built[at]?.requestId ?? '' } })
      expect(record).toMatchObject({ state: expect.stringMatching(/^(?:signed|spent)$/), raw_transaction: raws[at] })
    }
    // Whatever was cut off is sent again, byte for byte, and counts once.
    for (const [at, payment] of built.entries()) await send(ana, payment, at)
    await net.blocks(1)
    expect([await ana.balance(BTC), await ben.balance(BTC)]).toEqual(['0', '0.24'])
    const { totals } = await net.control.call('local.state')
    expect(totals).toMatchObject([{ deposited: parseAmount('0.24'), unspent: parseAmount('0.24'), signed: 0n }])
  })

  it('makes blocks and settles by itself when run as a program', async () => {
    const net = await startNetwork(['--block-seconds', '1'])
    const { block_height: height, automatic_blocks } = await net.control.call('local.network')
    expect(automatic_blocks).toBe(true)
    const grown = async () => (await net.control.call('local.network')).block_height > height
    await expect.poll(grown).toBe(true)
    expect(await refusalOf(net.control.call('local.state'))).toBe('no refusal')
  })
})
