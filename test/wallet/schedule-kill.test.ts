import { spawn } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseAmount } from '#protocol'
import { testKeychain } from '../support/keychain.ts'
import { programOf } from '../support/programs.ts'
import {
  approving,
  BTC,
  balanceOf,
  fund,
  newAccount,
  newFolder,
  type OpenWallet,
  openWallet,
  type PlayNetwork,
  playNetwork,
} from '../support/wallet.ts'
import type { KillPoint } from '../support/wallet-killed.ts'

let network: PlayNetwork
let payees: OpenWallet

beforeAll(async () => {
  network = await playNetwork()
  payees = await openWallet({ dir: newFolder(), baseUrl: network.url })
})
afterAll(async () => {
  await payees.close()
  await network.close()
})

const POINTS: readonly [KillPoint, string][] = [
  ['P02', 'after the intent was written'],
  ['P04', 'before the one-time keys were read'],
  ['P07', 'before its bytes were written'],
  ['P12', 'while it waited for approval'],
  ['P13', 'after it was approved'],
  ['P16', 'after the signature was written'],
  ['P19', 'after the network took it'],
]

describe('a program killed while a plan pays', () => {
  it.each(POINTS)('%s %s: the time is paid once, after one approval', async (point) => {
    const keychain = testKeychain()
    const dir = newFolder()
    const wallet = await openWallet({ dir, baseUrl: network.url, keychain })
    const { account } = await newAccount(wallet, 'Ana')
    await fund(wallet, account, BTC, '1')
    await wallet.close()
    const payee = (await newAccount(payees, 'Dora')).account
    const script = programOf('test/support/wallet-killed.ts')
    const order = { dir, baseUrl: network.url, account, payee, point, entries: [...keychain.entries], isPlanned: true }
    const child = spawn(process.execPath, [script], { stdio: ['pipe', 'ignore', 'pipe'] })
    let complaints = ''
    child.stderr.on('data', (text: Buffer) => {
      complaints += text.toString()
    })
    child.stdin.end(JSON.stringify(order))
    const signal = await new Promise((resolve) => child.on('close', (_code, ended) => resolve(ended)))
    expect(signal, complaints).toBe('SIGKILL')

    const reopened = await openWallet({ dir, baseUrl: network.url, keychain: testKeychain(keychain.entries) })
    const [plan, ...others] = await reopened.calls['schedule.list']({ account, holder: null })
    if (plan === undefined) throw new Error('the plan is gone')
    expect(others).toEqual([])
    const read = () => reopened.calls['schedule.read']({ account, planId: plan.planId })
    const { history } = await reopened.until(read, (one) => ['waiting', 'paid'].includes(one.history[0]?.state ?? ''))
    const [time, ...more] = history
    expect(more).toEqual([])
    if (time?.state === 'waiting' && time.paymentId !== null) {
      const review = await reopened.calls['payments.review']({ account, paymentId: time.paymentId })
      await reopened.calls['payments.approve'](approving(account, review))
      await reopened.until(read, (one) => one.history[0]?.state === 'paid')
    }
    await payees.until(
      () => balanceOf(payees, payee, BTC),
      (sum) => sum === parseAmount('0.1'),
    )
    const rows = await reopened.calls['payments.open']({ account, holder: null })
    expect(rows).toEqual([])
    await reopened.close()
  })
})
