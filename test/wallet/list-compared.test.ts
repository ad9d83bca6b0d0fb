import { cpSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { hashMembers, mainnetAddressFromSeed, parseAmount } from '#protocol'
import { systemClock } from '../support/clock.ts'
import { newTeam } from '../support/cosigners.ts'
import { faultyLine } from '../support/faults.ts'
import { testKeychain } from '../support/keychain.ts'
import { freshBytes } from '../support/localnet.ts'
import { newFolder } from '../support/scratch.ts'
import {
  approved,
  approving,
  BTC,
  coded,
  fund,
  has,
  newAccount,
  playNetwork,
  sharedNetwork,
} from '../support/wallet.ts'

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

const UNTOLD = [
  ['the service is not reached', 'before', 'remote.unreachable'],
  ['what it answers cannot be read', () => 'none', 'remote.malformed'],
] as const

it.each(UNTOLD)(
  'is not paid where %s as it is asked what has left, and then without the rows that another computer has paid',
  async (_, act, code) => {
    const line = faultyLine()
    const [dir, copy, keychain] = [newFolder(), newFolder('copy'), testKeychain()]
    const [wallet, payees] = [await network.open({ dir, keychain }), await network.open()]
    const { account } = await newAccount(wallet, 'Ana')
    const { account: dora } = await newAccount(payees, 'Dora')
    for (const amount of ['1', '1', '1']) await fund(wallet, account, BTC, amount)
    const list = { account, holder: null, assetId: BTC, name: 'August' }
    const { runId } = await wallet.calls['runs.save']({ ...list, rows: [row(1, dora, '0.1'), row(2, dora, '0.2')] })
    await wallet.close()
    cpSync(dir, copy, { recursive: true })
    const again = () => testKeychain(keychain.entries)
    const one = await network.open({ dir, keychain: again(), fetch: line.fetch, syncMs: HOUR_MS })
    await has(one, account, BTC, '3')
    await one.calls['runs.save']({ ...list, rows: [row(1, dora, '0.1'), row(2, dora, '0.4')] })
    line.faults.push({ path: /^\/safe\/snapshots$/, act })
    const other = await network.open({ dir: copy, keychain: again() })
    const { paymentId } = await other.calls['runs.prepare']({ account, runId })
    await approved(other, account, await other.calls['payments.review']({ account, paymentId }))
    const prepare = () => one.calls['runs.prepare']({ account, runId })
    await expect(prepare()).rejects.toMatchObject(coded(code))
    expect(await one.calls['payments.open']({ account, holder: null })).toEqual([])
    line.faults.length = 0
    expect((await prepare()).amount).toBe(parseAmount('0.4'))
  },
)

/**
 * A payment of two rows that was given up here once the list had other ones, and that waits on another computer; and one of today's rows that waits
 * here. Whom the row was for that is gone nobody but the list said.
 */
async function givenUpHere(net: typeof network) {
  const [dir, copy, keychain] = [newFolder(), newFolder('copy'), testKeychain()]
  const [wallet, payees] = [await net.open({ dir, keychain }), await net.open()]
  const { account } = await newAccount(wallet, 'Ana')
  const { account: dora } = await newAccount(payees, 'Dora')
  for (const amount of ['1', '1', '1']) await fund(wallet, account, BTC, amount)
  const list = { account, holder: null, assetId: BTC, name: 'September' }
  const address = mainnetAddressFromSeed(freshBytes(64))
  const { runId } = await wallet.calls['runs.save']({ ...list, rows: [row(1, dora, '0.1'), row(2, address, '0.2')] })
  const { paymentId } = await wallet.calls['runs.prepare']({ account, runId })
  await wallet.close()
  cpSync(dir, copy, { recursive: true })
  const again = () => testKeychain(keychain.entries)
  const here = await net.open({ dir, keychain: again() })
  const there = await net.open({ dir: copy, keychain: again() })
  await here.calls['runs.save']({ ...list, rows: [row(1, dora, '0.1'), row(2, dora, '0.4')] })
  const prepare = () => here.calls['runs.prepare']({ account, runId })
  const waiting = await prepare()
  expect(waiting.amount).toBe(parseAmount('0.5'))
  const elsewhere = await there.calls['payments.review']({ account, paymentId })
  /** With all that the review warns of by now. */
  const approve = async () => {
    await here.calls['app.retry']({ account })
    const review = await here.calls['payments.review']({ account, paymentId: waiting.paymentId })
    await here.calls['payments.approve'](approving(account, review))
  }
  const giveUp = () => here.calls['payments.cancel']({ account, paymentId: waiting.paymentId })
  return { account, runId, here, there, elsewhere, approve, giveUp, prepare }
}

it('pays no row again that another computer has sent in a payment which was given up here', async () => {
  const slow = await playNetwork({ finalityMs: HOUR_MS })
  onTestFinished(() => slow.close())
  const { account, there, elsewhere, approve, giveUp, prepare } = await givenUpHere(slow)
  await there.calls['payments.approve'](approving(account, elsewhere))
  await there.until(
    () => there.calls['payments.read']({ account, paymentId: elsewhere.paymentId }),
    ({ state }) => state === 'accepted',
  )
  await expect(approve()).rejects.toMatchObject(coded('wallet.already_sent'))
  await giveUp()
  await expect(prepare()).rejects.toMatchObject(coded('wallet.already_sent'))
})

it('pays no row again of a payment that was given up here and has been found paid since', async () => {
  const { account, runId, here, there, elsewhere, approve, giveUp, prepare } = await givenUpHere(network)
  await approved(there, account, elsewhere)
  await here.until(
    () => here.calls['runs.read']({ account, runId }),
    ({ rows }) => rows[0]?.state === 'paid',
  )
  await expect(approve()).rejects.toMatchObject(coded('wallet.already_sent'))
  await giveUp()
  expect((await prepare()).amount).toBe(parseAmount('0.4'))
})

/** The same list on two computers, of which one has prepared its payment before the other is opened. */
async function preparedThere(name: string) {
  const line = faultyLine()
  const [dir, copy, keychain] = [newFolder(), newFolder('copy'), testKeychain()]
  const [wallet, payees] = [await network.open({ dir, keychain }), await network.open()]
  const { account } = await newAccount(wallet, 'Ana')
  const { account: dora } = await newAccount(payees, 'Dora')
  for (const amount of ['0.1', '1']) await fund(wallet, account, BTC, amount)
  const save = (by: typeof wallet, ...more: ReturnType<typeof row>[]) => {
    const rows = [row(1, dora, '0.1'), ...more]
    return by.calls['runs.save']({ account, holder: null, assetId: BTC, name, rows })
  }
  const { runId } = await save(wallet)
  await wallet.close()
  cpSync(dir, copy, { recursive: true })
  const again = () => testKeychain(keychain.entries)
  const there = await network.open({ dir: copy, keychain: again() })
  const review = await there.calls['runs.prepare']({ account, runId })
  const open = () => network.open({ dir, keychain: again(), fetch: line.fetch })
  return { account, dora, runId, there, review, open, line, save }
}

it('is not told to be paid by the word of the service alone', async () => {
  const { account, runId, review, open, line } = await preparedThere('October')
  const here = await open()
  const act = (record: object) => ({ ...record, state: 'spent' })
  line.faults.push({ path: new RegExp(`^/safe/transactions/${review.paymentId}$`), act })
  await expect(here.calls['runs.prepare']({ account, runId })).rejects.toMatchObject(coded('wallet.already_sent'))
  const told = await here.calls['runs.read']({ account, runId })
  expect(told).toMatchObject({ paid: { rows: 0 }, rows: [{ state: 'ready', elsewhere: false }] })
})

it('is not signed where another computer has paid a row of it in another payment since', async () => {
  const { account, dora, runId, there, review, open, save } = await preparedThere('December')
  const here = await open()
  await save(here, row(2, dora, '0.4'))
  const { paymentId, amount } = await here.calls['runs.prepare']({ account, runId })
  expect(amount).toBe(parseAmount('0.5'))
  await approved(there, account, review)
  const approve = async () => {
    await here.calls['app.retry']({ account })
    const warned = await here.calls['payments.review']({ account, paymentId })
    await here.calls['payments.approve'](approving(account, warned))
  }
  await expect(approve()).rejects.toMatchObject(coded('wallet.already_sent'))
})

it('pays no row again that only the id of its payment tells to be paid', async () => {
  const { account, runId, there, review, open, line } = await preparedThere('November')
  await approved(there, account, review)
  line.faults.push({ path: /^\/safe\/transactions\/[0-9a-f]{64}$/, act: 'unknown' })
  const here = await open()
  await expect(here.calls['runs.prepare']({ account, runId })).rejects.toMatchObject(coded('input.invalid'))
  const told = await here.calls['runs.read']({ account, runId })
  expect(told).toMatchObject({ paid: { rows: 1 }, rows: [{ state: 'paid', elsewhere: true }] })
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
