import { cpSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { hashMembers, parseAmount } from '#protocol'
import { systemClock } from '../support/clock.ts'
import { newTeam } from '../support/cosigners.ts'
import { faultyLine } from '../support/faults.ts'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import { approved, approving, BTC, fund, has, newAccount, playNetwork, sharedNetwork } from '../support/wallet.ts'

/* Before a list is paid all that tells what was paid of it is read anew, and nothing else has to be. */

const network = sharedNetwork()
const HOUR_MS = 3_600_000

const row = (line: number, to: string, amount: string) => ({
  ...{ line, to, typed: amount, amount: parseAmount(amount), memo: '', label: '' },
})

it('is paid while something is unreadable that says nothing of what was paid', async () => {
  const line = faultyLine()
  const [wallet, payees] = [await network.open({ fetch: line.fetch }), await network.open()]
  const { account } = await newAccount(wallet, 'Ana')
  const { account: dora } = await newAccount(payees, 'Dora')
  await fund(wallet, account, BTC, '1')
  await wallet.calls['receive.address']({ account, holder: null, chainId: BTC, create: true })
  const list = { account, holder: null, assetId: BTC, name: 'May' }
  const { runId } = await wallet.calls['runs.save']({ ...list, rows: [row(1, dora, '0.1')] })
  line.faults.push({ path: /^\/safe\/deposits$/, act: () => 'none' })
  const { paymentId } = await wallet.calls['runs.prepare']({ account, runId })
  await approved(wallet, account, await wallet.calls['payments.review']({ account, paymentId }))
  await has(payees, dora, BTC, '0.1')
})

it('pays no row again that another computer alone has sent and the network has yet to settle', async () => {
  const slow = await playNetwork({ finalityMs: HOUR_MS })
  onTestFinished(() => slow.close())
  const [dir, copy, keychain] = [newFolder(), newFolder('copy'), testKeychain()]
  const [wallet, payees] = [await slow.open({ dir, keychain }), await slow.open()]
  const { account } = await newAccount(wallet, 'Ana')
  const { account: dora } = await newAccount(payees, 'Dora')
  for (const amount of ['1', '1', '1']) await fund(wallet, account, BTC, amount)
  const list = { account, holder: null, assetId: BTC, name: 'July' }
  const { runId } = await wallet.calls['runs.save']({ ...list, rows: [row(1, dora, '0.1'), row(2, dora, '0.2')] })
  await wallet.close()
  cpSync(dir, copy, { recursive: true })
  const again = () => testKeychain(keychain.entries)
  const one = await slow.open({ dir, keychain: again(), syncMs: HOUR_MS })
  const other = await slow.open({ dir: copy, keychain: again() })
  await has(one, account, BTC, '3')
  await one.calls['runs.save']({ ...list, rows: [row(1, dora, '0.1'), row(2, dora, '0.4')] })
  const { paymentId } = await other.calls['runs.prepare']({ account, runId })
  const review = await other.calls['payments.review']({ account, paymentId })
  await other.calls['payments.approve'](approving(account, review))
  await other.until(
    () => other.calls['payments.read']({ account, paymentId }),
    ({ state }) => state === 'accepted',
  )
  expect((await one.calls['runs.prepare']({ account, runId })).amount).toBe(parseAmount('0.4'))
})

it('of a group is compared with the coins of that group, and not with those of everybody', async () => {
  const asked: string[] = []
  const listening: typeof fetch = (target, init) => {
    const { pathname, searchParams } = new URL(String(target))
    const isOpen = searchParams.get('state') === 'unspent'
    if (pathname === '/safe/outputs' && isOpen) asked.push(searchParams.get('members') ?? '')
    return fetch(target, init)
  }
  // No round that comes in its time compares everything meanwhile.
  const clock = { ...systemClock, monotonicMs: () => 0 }
  const { members, holder } = await newTeam(network, ['Ana', 'Cleo'], 2, ['1'], [{ fetch: listening, clock }])
  const [{ account, wallet }, cleo] = members
  await fund(wallet, account, BTC, '1')
  const others = { account, name: 'Others', members: [account, cleo.account], threshold: 1 }
  await wallet.calls['groups.create'](others)
  const list = { account, holder, assetId: BTC, name: 'June', rows: [row(1, cleo.account, '0.1')] }
  const { runId } = await wallet.calls['runs.save'](list)
  await wallet.calls['app.retry']({ account })
  asked.length = 0
  await wallet.calls['runs.prepare']({ account, runId })
  expect(asked).toEqual([hashMembers([account, cleo.account])])
})
