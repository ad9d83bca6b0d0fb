import { cpSync } from 'node:fs'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RequestId, UserId } from '#contract/domain'
import { type FaultyLine, faultyLine } from '../support/faults.ts'
import { testKeychain } from '../support/keychain.ts'
import {
  approving,
  BTC,
  coded,
  fund,
  newAccount,
  newFolder,
  type OpenWallet,
  openWallet,
  type PlayNetwork,
  paying,
  playNetwork,
  settled,
} from '../support/wallet.ts'

let network: PlayNetwork
let line: FaultyLine
let wallet: OpenWallet
let ana: UserId
let ben: UserId
let dir: string
const keychain = testKeychain()

beforeAll(async () => {
  network = await playNetwork()
  return () => network.close()
})
beforeEach(async () => {
  dir = newFolder()
  line = faultyLine()
  await start()
  ana = (await newAccount(wallet, 'Ana')).account
  ben = (await newAccount(wallet, 'Ben')).account
  await fund(wallet, ana, BTC, '1')
  await fund(wallet, ana, BTC, '0.4')
})
afterEach(() => wallet.close())

async function start(): Promise<void> {
  wallet = await openWallet({ dir, baseUrl: network.url, fetch: line.fetch, keychain, syncMs: 150 })
}

const toBen = (amount: string) => paying(ana, BTC, [{ payee: { kind: 'user', userId: ben }, amount }])

async function approve(paymentId: RequestId): Promise<RequestId> {
  const review = await wallet.calls['payments.review']({ account: ana, paymentId })
  await wallet.calls['payments.approve'](approving(ana, review))
  return paymentId
}

async function pay(amount: string): Promise<RequestId> {
  const { paymentId } = await wallet.calls['payments.prepare'](toBen(amount))
  return approve(paymentId)
}

/** Goes on with the files as they are now, as after a power cut, once `after` was done with them. */
async function cutOffBefore(after: () => Promise<RequestId>): Promise<void> {
  const copy = newFolder('copy')
  cpSync(dir, copy, { recursive: true })
  expect((await settled(wallet, ana, await after())).state).toBe('final')
  await wallet.close()
  dir = copy
  await start()
}

const listsOfOutputs = { path: /^\/safe\/outputs$/, act: 'before', times: Number.POSITIVE_INFINITY } as const

describe('after a use that was cut off, before all coins are compared', () => {
  it('pays with coins that are compared first, and not with those that were spent elsewhere', async () => {
    line.faults.push(listsOfOutputs)
    await cutOffBefore(() => pay('0.3'))
    const again = await pay('0.3')
    expect((await settled(wallet, ana, again)).state).toBe('final')
  })

  it('signs nothing for a coin that was spent since it was reviewed', async () => {
    const { paymentId } = await wallet.calls['payments.prepare'](toBen('0.7'))
    line.faults.push(listsOfOutputs)
    await cutOffBefore(async () => {
      await wallet.calls['payments.cancel']({ account: ana, paymentId })
      return pay('0.7')
    })
    await expect(approve(paymentId)).rejects.toThrow(coded('wallet.review_changed'))
    const { state } = await wallet.calls['payments.read']({ account: ana, paymentId })
    expect(state).toBe('verified')
  })
})
