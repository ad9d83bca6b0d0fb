import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { OutputId, RequestId, UserId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { faultyLine } from '../support/faults.ts'
import { testKeychain } from '../support/keychain.ts'
import { JONAS, MAYA } from '../support/residents.ts'
import { newFolder } from '../support/scratch.ts'
import {
  approving,
  BTC,
  fund,
  newAccount,
  type OpenWallet,
  pay,
  paying,
  playNetwork,
  toUser,
} from '../support/wallet.ts'

/* Only what spends a coin of which the service said that it is not there is put away, and only while nobody has taken the payment. */

async function begin(pace: { finalityMs?: number } = { finalityMs: 3_600_000 }) {
  const network = await playNetwork(pace)
  onTestFinished(() => network.close())
  const [line, dir, keychain] = [faultyLine(), newFolder(), testKeychain()]
  const open = () => network.open({ dir, keychain: testKeychain(keychain.entries), fetch: line.fetch })
  const wallet = await network.open({ dir, keychain, fetch: line.fetch })
  const { account } = await newAccount(wallet, 'Ana')
  await fund(wallet, account, BTC, '1')
  return { wallet, account, line, dir, open }
}

async function send(wallet: OpenWallet, account: UserId): Promise<RequestId> {
  const review = await wallet.calls['payments.prepare'](paying(account, BTC, [toUser(MAYA, '0.4')]))
  await wallet.calls['payments.approve'](approving(account, review))
  return review.paymentId
}

/** From here on the service says that there is no such coin. */
function hide(line: ReturnType<typeof faultyLine>, coin: OutputId | undefined): void {
  const without = (outputs: { output_id: OutputId }[]) => outputs.filter(({ output_id: id }) => id !== coin)
  line.faults.push({ path: /^\/safe\/outputs(?:\/fetch)?$/, act: without })
  line.faults.push({ path: new RegExp(`^/safe/outputs/${coin}$`), act: 'unknown' })
}

const read = (wallet: OpenWallet, account: UserId, paymentId: RequestId) =>
  wallet.calls['payments.read']({ account, paymentId })

it('a payment whose coins were not read yet is not called one whose coin is not there', async () => {
  const { wallet, account, line, dir, open } = await begin()
  line.faults.push({ path: /^\/safe\/transaction$/, act: 'refused' })
  const paymentId = await send(wallet, account)
  await wallet.until(
    () => read(wallet, account, paymentId),
    ({ problem }) => problem !== null,
  )
  await wallet.close()
  for (const end of ['', '-wal', '-shm']) rmSync(join(dir, 'local', account, `cache.db${end}`), { force: true })
  line.faults.push({ path: /./, act: 'refused' })
  const again = await open()
  const shown = await read(again, account, paymentId)
  expect(shown.money).toBe('unknown_checking')
  expect(shown.canPutAway).toBeUndefined()
  line.faults.length = 0
})

it('a payment that the network has taken is not put away, whatever is said of its coin', async () => {
  const { wallet, account, line } = await begin()
  const query = { account, holder: null, assetId: BTC, state: 'open', search: '', cursor: null, limit: 5 } as const
  const [coin] = (await wallet.calls['coins.list'](query)).rows
  const paymentId = await send(wallet, account)
  await wallet.until(
    () => read(wallet, account, paymentId),
    ({ state }) => state === 'accepted',
  )
  hide(line, coin?.outputId)
  await wallet.until(
    async () => {
      await wallet.calls['app.retry']({ account })
      return wallet.calls['coins.doubted']({ account, holder: null })
    },
    (coins) => coins.length > 0,
  )
  expect((await read(wallet, account, paymentId)).canPutAway).toBeUndefined()
  const away = wallet.calls['payments.putAway']({ account, paymentId, passphrase: null })
  expect(await away.catch(codeOf)).toBe('wallet.payment_state')
})

it('a payment that the network has taken without a word that was heard is not put away either', async () => {
  const { wallet, account, line } = await begin()
  const query = { account, holder: null, assetId: BTC, state: 'open', search: '', cursor: null, limit: 5 } as const
  const [coin] = (await wallet.calls['coins.list'](query)).rows
  const asked = { path: /^\/safe\/transactions\//, act: 'refused' } as const
  line.faults.push({ path: /^\/safe\/transaction$/, act: () => 'none' })
  const paymentId = await send(wallet, account)
  line.faults.push(asked)
  await wallet.until(
    () => read(wallet, account, paymentId),
    ({ problem }) => problem !== null,
  )
  hide(line, coin?.outputId)
  await wallet.until(
    async () => {
      await wallet.calls['app.retry']({ account }).catch(() => undefined)
      return read(wallet, account, paymentId)
    },
    ({ canPutAway }) => canPutAway === true,
  )
  line.faults.splice(line.faults.indexOf(asked), 1)
  const away = wallet.calls['payments.putAway']({ account, paymentId, passphrase: null })
  expect(await away.catch(codeOf)).toBe('wallet.payment_state')
  expect((await read(wallet, account, paymentId)).state).not.toBe('failed')
})

it('a payment that was put away is named where the same is paid by hand, which nothing ties to it, and not where it is paid again', async () => {
  const { wallet, account, line } = await begin()
  const query = { account, holder: null, assetId: BTC, state: 'open', search: '', cursor: null, limit: 5 } as const
  const [coin] = (await wallet.calls['coins.list'](query)).rows
  line.faults.push({ path: /^\/safe\/transaction$/, act: 'refused' })
  const paymentId = await send(wallet, account)
  hide(line, coin?.outputId)
  await wallet.until(
    async () => {
      await wallet.calls['app.retry']({ account }).catch(() => undefined)
      return read(wallet, account, paymentId)
    },
    ({ canPutAway }) => canPutAway === true,
  )
  await wallet.calls['payments.putAway']({ account, paymentId, passphrase: null })
  await fund(wallet, account, BTC, '1')
  const named = async (whom: UserId, more: { again?: RequestId } = {}) => {
    const input = paying(account, BTC, [toUser(whom, '0.3')], more)
    const { checks, paymentId: prepared } = await wallet.calls['payments.prepare'](input)
    await wallet.calls['payments.cancel']({ account, paymentId: prepared })
    return checks.filter(({ id }) => id === `put-away:${paymentId}`)
  }
  expect(await named(MAYA)).toMatchObject([{ result: 'attention' }])
  expect(await named(JONAS)).toEqual([])
  expect(await named(MAYA, { again: paymentId })).toEqual([])
})

it('a payment that was put away and that another one’s bytes prove dead since is said to be that', async () => {
  const { wallet, account, line } = await begin({})
  const query = { account, holder: null, assetId: BTC, state: 'open', search: '', cursor: null, limit: 5 } as const
  const [coin] = (await wallet.calls['coins.list'](query)).rows
  line.faults.push({ path: /^\/safe\/transaction$/, act: 'refused' })
  const paymentId = await send(wallet, account)
  hide(line, coin?.outputId)
  const again = () => wallet.calls['app.retry']({ account }).catch(() => undefined)
  const payment = async () => {
    await again()
    return read(wallet, account, paymentId)
  }
  await wallet.until(payment, ({ canPutAway }) => canPutAway === true)
  await wallet.calls['payments.putAway']({ account, paymentId, passphrase: null })
  line.faults.length = 0
  const free = async () => {
    await again()
    return (await wallet.calls['coins.list']({ ...query, state: 'available' })).rows
  }
  await wallet.until(free, ([row]) => row?.outputId === coin?.outputId)
  await pay(wallet, paying(account, BTC, [toUser(JONAS, '0.2')]))
  const shown = await wallet.until(payment, ({ problem }) => problem?.code !== 'wallet.put_away')
  expect(shown).toMatchObject({ state: 'failed', money: 'cannot_complete', problem: { code: 'wallet.conflict' } })
})
