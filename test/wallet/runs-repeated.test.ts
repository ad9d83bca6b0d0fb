import { cpSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parseAmount } from '#protocol'
import { testKeychain } from '../support/keychain.ts'
import { startMeter } from '../support/meter.ts'
import { newFolder } from '../support/scratch.ts'
import { approved, BTC, fund, has, newAccount, sharedNetwork } from '../support/wallet.ts'

/* The same rows in another list: what the first one has paid is said, wherever it was paid. */

const network = sharedNetwork()

const row = (line: number, to: string, amount: string) => ({
  ...{ line, to, typed: amount, amount: parseAmount(amount), memo: '', label: '' },
})

it('is said of rows that another list has paid from another computer', async () => {
  const [dir, copy, keychain] = [newFolder(), newFolder('copy'), testKeychain()]
  const [wallet, payees] = [await network.open({ dir, keychain }), await network.open()]
  const { account } = await newAccount(wallet, 'Ana')
  const { account: dora } = await newAccount(payees, 'Dora')
  await fund(wallet, account, BTC, '1')
  const rows = [row(1, dora, '0.1'), row(2, dora, '0.2')]
  const may = { account, holder: null, assetId: BTC, name: 'May', rows }
  const { runId } = await wallet.calls['runs.save'](may)
  await wallet.close()
  cpSync(dir, copy, { recursive: true })
  const again = () => testKeychain(keychain.entries)
  const one = await network.open({ dir, keychain: again() })
  const { paymentId } = await one.calls['runs.prepare']({ account, runId })
  await approved(one, account, await one.calls['payments.review']({ account, paymentId }))
  await has(payees, dora, BTC, '0.3')
  const other = await network.open({ dir: copy, keychain: again() })
  await has(other, account, BTC, '0.7')
  await other.until(
    () => other.calls['runs.read']({ account, runId }),
    ({ paid }) => paid.rows === 2,
  )
  const next = { ...may, name: 'May once more', rows: [...rows.slice(1), row(3, dora, '0.4')] }
  const told = [await one.calls['runs.save'](next), await other.calls['runs.save'](next)]
  expect(told.map(({ repeats }) => repeats)).toEqual([
    [{ runId, name: 'May', rows: 1 }],
    [{ runId, name: 'May', rows: 1 }],
  ])
})

it('is said of as many rows as the other list pays, until that is given up', async () => {
  const [wallet, payees] = [await network.open(), await network.open()]
  const { account } = await newAccount(wallet, 'Ana')
  const { account: dora } = await newAccount(payees, 'Dora')
  await fund(wallet, account, BTC, '2')
  const save = (name: string, amounts: readonly string[]) => {
    const rows = amounts.map((amount, at) => row(at + 1, dora, amount))
    return wallet.calls['runs.save']({ account, holder: null, assetId: BTC, name, rows })
  }
  const june = await save('June', ['0.1', '0.1', '0.2'])
  const { paymentId } = await wallet.calls['runs.prepare']({ account, runId: june.runId })
  const { runId, repeats } = await save('June once more', ['0.1', '0.1', '0.1', '0.4'])
  expect(repeats).toEqual([{ runId: june.runId, name: 'June', rows: 2 }])
  await wallet.calls['payments.cancel']({ account, paymentId })
  expect((await wallet.calls['runs.read']({ account, runId })).repeats).toEqual([])
})

it('is said however many lists were read since, and costs what those are whose payments changed', async () => {
  const dir = newFolder()
  const [wallet, payees] = [await network.open({ dir }), await network.open()]
  const { account } = await newAccount(wallet, 'Ana')
  const { account: dora } = await newAccount(payees, 'Dora')
  await fund(wallet, account, BTC, '1')
  const save = (name: string, rows: ReturnType<typeof row>[]) =>
    wallet.calls['runs.save']({ account, holder: null, assetId: BTC, name, rows })
  const first = await save('January', [row(1, dora, '0.1')])
  await approved(wallet, account, await wallet.calls['runs.prepare']({ account, runId: first.runId }))
  const meter = startMeter(dir)
  const costOf = async (runId: typeof first.runId): Promise<number> => {
    const before = meter.counts().statements
    await wallet.calls['runs.read']({ account, runId })
    return meter.counts().statements - before
  }
  const others = async (from: number, to: number) => {
    for (let at = from; at < to; at += 1) await save(`Another ${at}`, [row(1, dora, `0.000${at}`)])
  }
  await others(0, 10)
  const again = await save('January once more', [row(1, dora, '0.1'), row(2, dora, '0.2')])
  await costOf(again.runId)
  const few = await costOf(again.runId)
  await others(10, 30)
  const { repeats } = await wallet.calls['runs.read']({ account, runId: again.runId })
  expect(repeats).toEqual([{ runId: first.runId, name: 'January', rows: 1 }])
  // No payment changed: of each other list no more is asked than what it says.
  expect((await costOf(again.runId)) - few).toBeLessThanOrEqual(20 * 2)
  meter.stop()
})
