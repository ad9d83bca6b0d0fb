import { cpSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { RequestId, UserId } from '#contract/domain'
import type { Input } from '#contract/ipc'
import { parseAmount } from '#protocol'
import { partId, rowIdsOf } from '../../src/wallet/runs/identity.ts'
import { cosign, newTeam, sees } from '../support/cosigners.ts'
import { faultyLine } from '../support/faults.ts'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import {
  approved,
  approving,
  BTC,
  balanceOf,
  coded,
  fund,
  has,
  newAccount,
  type OpenWallet,
  pay,
  paying,
  sharedNetwork,
  toUser,
} from '../support/wallet.ts'
import { coinsOf } from './living.ts'

/* Who knows the name and the rows of a list can work out the id of its payment, and have something else recorded under it first. */

const network = sharedNetwork()
let mallory: OpenWallet
let thief: UserId
let dora: OpenWallet
let payee: UserId

beforeAll(async () => {
  mallory = await network.open()
  thief = (await newAccount(mallory, 'Mallory')).account
  for (let coin = 0; coin < 8; coin += 1) await fund(mallory, thief, BTC, '1')
  dora = await network.open()
  payee = (await newAccount(dora, 'Dora')).account
})

interface List {
  readonly account: UserId
  readonly holder: Input<'runs.save'>['holder']
}

async function listOf(wallet: OpenWallet, { account, holder }: List): Promise<{ run: RequestId; first: RequestId }> {
  const row = { line: 1, to: payee, typed: '0.1', amount: parseAmount('0.1'), memo: '', label: '' }
  const asked = { account, holder, assetId: BTC, name: 'May', rows: [row] }
  const { runId } = await wallet.calls['runs.save'](asked)
  const wanted = {
    assetId: BTC,
    payee: { kind: 'user', userId: payee } as const,
    amount: parseAmount('0.1'),
    memoHex: '',
  }
  return { run: runId, first: partId(runId, rowIdsOf(runId, [wanted]), 0) }
}

async function payer(options: Parameters<typeof network.open>[0] = {}) {
  const [dir, keychain] = [newFolder(), testKeychain()]
  const wallet = await network.open({ dir, keychain, ...options })
  const { account } = await newAccount(wallet, 'Ana')
  await fund(wallet, account, BTC, '1')
  const list = await listOf(wallet, { account, holder: null })
  return { wallet, account, dir, keychain, ...list }
}

/** Does what pays the row, and waits until it is there: it came once. */
async function arrives(paying: () => Promise<unknown>): Promise<void> {
  const before = await balanceOf(dora, payee, BTC)
  await paying()
  await has(dora, payee, BTC, before + parseAmount('0.1'))
}

const prepare = (wallet: OpenWallet, account: UserId, runId: RequestId) =>
  wallet.calls['runs.prepare']({ account, runId })

const WAYS: readonly (readonly [string, (requestId: RequestId) => Promise<unknown>])[] = [
  ['paid', (requestId) => pay(mallory, paying(thief, BTC, [toUser(thief, '0.01')], { requestId }))],
  [
    'shown to the service',
    (requestId) => mallory.calls['payments.prepare'](paying(thief, BTC, [toUser(thief, '0.01')], { requestId })),
  ],
]

describe.each(WAYS)('a list under whose id somebody else has %s something', (_, take) => {
  it('pays its row under another id, once', async () => {
    const ana = await payer()
    await take(ana.first)
    const review = await prepare(ana.wallet, ana.account, ana.run)
    expect(review.checks.filter(({ id }) => id.startsWith('shown-elsewhere:'))).toEqual([])
    await arrives(() => approved(ana.wallet, ana.account, review))
    const done = await ana.wallet.calls['runs.read']({ account: ana.account, runId: ana.run })
    expect(done.rows.map(({ state }) => state)).toEqual(['paid'])
    await expect(prepare(ana.wallet, ana.account, ana.run)).rejects.toMatchObject(coded('input.invalid'))
    await ana.wallet.close()
  })

  it('pays it once from two computers, each of which finds the id taken', async () => {
    const ana = await payer()
    await ana.wallet.close()
    const copy = newFolder('copy')
    cpSync(ana.dir, copy, { recursive: true })
    await take(ana.first)
    const one = await network.open({ dir: ana.dir, keychain: testKeychain(ana.keychain.entries) })
    await arrives(async () => approved(one, ana.account, await prepare(one, ana.account, ana.run)))
    const other = await network.open({ dir: copy, keychain: testKeychain(ana.keychain.entries) })
    await expect(prepare(other, ana.account, ana.run)).rejects.toMatchObject(coded('input.invalid'))
    await Promise.all([one.close(), other.close()])
  })
})

describe('a row that this account has paid on another computer', () => {
  /** That other computer, closed, and a copy of its files from before. */
  async function paidElsewhere(
    prepared: (wallet: OpenWallet, account: UserId) => Promise<void> = async () => undefined,
  ) {
    const ana = await payer()
    await ana.wallet.close()
    const copy = newFolder('copy')
    cpSync(ana.dir, copy, { recursive: true })
    const one = await network.open({ dir: ana.dir, keychain: testKeychain(ana.keychain.entries) })
    await prepared(one, ana.account)
    await arrives(async () => approved(one, ana.account, await prepare(one, ana.account, ana.run)))
    await one.close()
    return { ...ana, dir: copy, line: faultyLine() }
  }

  it('is not paid again because the service calls somebody else who paid it', async () => {
    const { account, dir, keychain, line, run } = await paidElsewhere()
    line.faults.push(
      { path: /^\/safe\/transactions\/[0-9a-f]{64}$/, act: 'unknown' },
      {
        path: /^\/safe\/transactions\//,
        act: (record: object) => ({ ...record, senders: [thief], senders_hash: 'ab'.repeat(32) }),
      },
    )
    const other = await network.open({ dir, keychain: testKeychain(keychain.entries), fetch: line.fetch })
    await expect(prepare(other, account, run)).rejects.toMatchObject(coded('input.invalid', { field: 'rows' }))
    await other.close()
  })

  it('is not paid again where the service does not list the coin that paid it', async () => {
    const { account, dir, keychain, line, run } = await paidElsewhere(async (wallet, account) => {
      const { rows } = await wallet.calls['coins.list']({ account, holder: null, ...coinsOf(BTC) })
      const outputs = rows.map(({ outputId }) => outputId)
      await wallet.calls['coins.freeze']({ account, holder: null, outputs, reason: '' })
      await fund(wallet, account, BTC, '1')
    })
    line.faults.push({ path: /^\/safe\/(?:outputs|snapshots)/, act: () => [] })
    const other = await network.open({ dir, keychain: testKeychain(keychain.entries), fetch: line.fetch })
    await expect(prepare(other, account, run)).rejects.toMatchObject(coded('input.invalid', { field: 'rows' }))
    await other.close()
  })
})

describe('a list of a group', () => {
  it('pays its row under another id where somebody else has taken its own', async () => {
    const { members, holder } = await newTeam(network, ['Ada', 'Bob'], 2, ['1'])
    const [ada, bob] = members
    const { run, first } = await listOf(ada.wallet, { account: ada.account, holder })
    await WAYS[0]?.[1](first)
    await arrives(async () => {
      const review = await prepare(ada.wallet, ada.account, run)
      await ada.wallet.calls['payments.approve'](approving(ada.account, review))
      await sees(bob, review.paymentId)
      await cosign(bob, review.paymentId)
    })
    for (const { wallet } of members) await wallet.close()
  })

  it('pays its row under another id where the service shows that another group is asked under its own', async () => {
    const others = await newTeam(network, ['Eve', 'Ida'], 2, ['1'])
    const [eve] = others.members
    let theirs: object = {}
    eve.line.faults.push({ path: /^\/safe\/multisigs/, act: (data: object) => keep(data) })
    const keep = (data: object | object[]) => {
      theirs = Array.isArray(data) ? data[0] : data
      return data
    }
    const asked = paying(eve.account, BTC, [toUser(thief, '0.1')], { holder: others.holder })
    await eve.wallet.calls['payments.approve'](
      approving(eve.account, await eve.wallet.calls['payments.prepare'](asked)),
    )
    let taken = ''
    const showing: typeof fetch = async (target, init) => {
      const isTaken = taken !== '' && new URL(String(target)).pathname === `/safe/multisigs/${taken}`
      return isTaken ? Response.json({ data: { ...theirs, request_id: taken } }) : fetch(target, init)
    }
    const { members, holder } = await newTeam(network, ['Ada', 'Bob'], 2, ['1'], [{ fetch: showing }])
    const [ada] = members
    const { run, first } = await listOf(ada.wallet, { account: ada.account, holder })
    taken = first
    const review = await prepare(ada.wallet, ada.account, run)
    expect(review.paymentId).not.toBe(first)
    for (const { wallet } of [...members, ...others.members]) await wallet.close()
  })
})
