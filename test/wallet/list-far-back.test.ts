import { cpSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Hash, Nanos } from '#contract/domain'
import { hashMembers, kernelAssetId, parseAmount } from '#protocol'
import { parseSignedAmount } from '#protocol/text'
import { openAccountStore } from '#store'
import { lastGone } from '../../src/wallet/runs/gone.ts'
import type { Run } from '../../src/wallet/runs/records.ts'
import { systemClock } from '../support/clock.ts'
import { newTeam } from '../support/cosigners.ts'
import { faultyLine } from '../support/faults.ts'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import { aHolder, anOutput, aSnapshot, hashOf, openAccount, request, spent, time, user } from '../support/store.ts'
import { approved, BTC, ETH, fund, has, newAccount, sharedNetwork } from '../support/wallet.ts'

const network = sharedNetwork()

/** More than there is looked at whatever it seems to pay. */
const MUCH = 2_600

it.each([
  { of: 'another asset', assetId: ETH },
  { of: 'its asset', assetId: BTC },
])('a changed list pays no row again that another computer paid before very much else of $of', async ({ assetId }) => {
  const dora = (await newAccount(await network.open(), 'Dora')).account
  const [dir, copy, keychain] = [newFolder(), newFolder('copy'), testKeychain()]
  const wallet = await network.open({ dir, keychain })
  const { account } = await newAccount(wallet, 'Ana')
  await fund(wallet, account, BTC, '1')
  const rows = (second: string) =>
    ['0.1', second].map((amount, at) => ({
      ...{ line: at + 1, to: dora, typed: amount, amount: parseAmount(amount), memo: '', label: '' },
    }))
  const list = { account, holder: null, assetId: BTC, name: 'July' }
  const { runId } = await wallet.calls['runs.save']({ ...list, rows: rows('0.2') })
  await wallet.close()
  cpSync(dir, copy, { recursive: true })

  const other = await network.open({ dir: copy, keychain: testKeychain(keychain.entries) })
  const { paymentId } = await other.calls['runs.prepare']({ account, runId })
  await approved(other, account, await other.calls['payments.review']({ account, paymentId }))
  await other.close()

  // The coins do not tell of it, as where many were spent since.
  const line = faultyLine()
  const unsaid = (output: object) => ({ ...output, signed_by: '' })
  line.faults.push({ path: /^\/safe\/outputs$/, act: (outputs: object[]) => outputs.map(unsaid) })
  line.faults.push({ path: /^\/safe\/outputs\/[0-9a-f-]+$/, act: unsaid })
  const before = await network.open({ dir, keychain, fetch: line.fetch })
  await has(before, account, BTC, '0.7')
  await before.close()
  const store = openAccountStore({ dir, network: 'local', account, clock: systemClock })
  const now = systemClock.now()
  const since = Array.from({ length: MUCH }, (_, at) =>
    aSnapshot(`since ${at}`, {
      ...{ user_id: account, asset_id: assetId, kernel_asset_id: kernelAssetId(assetId) as Hash },
      ...{ amount: parseSignedAmount('-0.9'), created_at: (now + BigInt(at)) as Nanos },
    }),
  )
  store.cache.snapshots.applyPage({ snapshots: since, cursor: store.cache.snapshots.cursor() ?? '' })
  store.close()

  const again = await network.open({ dir, keychain, fetch: line.fetch })
  await has(again, account, BTC, '0.7')
  await again.calls['runs.save']({ ...list, rows: rows('0.4') })
  const next = await again.calls['runs.prepare']({ account, runId })
  expect(next.amount).toBe(parseAmount('0.4'))
  await again.close()
})

it('a changed list of a group pays no row again that another member paid before very much else', async () => {
  const [dir, keychain] = [newFolder(), testKeychain()]
  const team = await newTeam(network, ['Ana', 'Cleo'], 1, ['1'], [{ dir, keychain }])
  const { holder } = team
  const [ana, cleo] = team.members
  const members = [ana.account, cleo.account]
  const row = (line: number, amount: string) => ({
    ...{ line, to: cleo.account, typed: amount, amount: parseAmount(amount), memo: '', label: '' },
  })
  const list = { holder, assetId: BTC, name: 'July' }
  const { account } = cleo
  const { runId } = await cleo.wallet.calls['runs.save']({ ...list, account, rows: [row(1, '0.1')] })
  const { paymentId } = await cleo.wallet.calls['runs.prepare']({ account, runId })
  await approved(cleo.wallet, account, await cleo.wallet.calls['payments.review']({ account, paymentId }))
  await has(ana.wallet, ana.account, BTC, '0.9', holder)
  await ana.wallet.close()

  const store = openAccountStore({ dir, network: 'local', account: ana.account, clock: systemClock })
  const id = { id: holder, members: [...members].sort(), membersHash: hashMembers(members) as Hash, threshold: 1 }
  const since = Array.from({ length: 600 }, (_, at) => {
    const output = anOutput(`since ${at}`, { holder: id, sequence: 1_000_000 + at, asset_id: BTC })
    return spent(
      { ...output, asset: kernelAssetId(BTC) as Hash, kernel_asset_id: kernelAssetId(BTC) as Hash },
      `by ${at}`,
    )
  })
  store.cache.outputs.applyPage({ holder: id, outputs: since, cursor: store.cache.outputs.cursor(holder) })
  store.close()

  const wallet = await network.open({ dir, keychain })
  await has(wallet, ana.account, BTC, '0.9', holder)
  const rows = [row(1, '0.1'), row(2, '0.2')]
  await wallet.calls['runs.save']({ ...list, account: ana.account, rows })
  const next = await wallet.calls['runs.prepare']({ account: ana.account, runId })
  expect(next.amount).toBe(parseAmount('0.2'))
})

it('what may have paid a row is looked at also once it is among the newest no more', () => {
  const store = openAccount(newFolder('store'))
  const row = { line: 1, to: '', typed: '0.2', amount: parseAmount('0.2'), memoHex: '', label: '', leftOut: null }
  const payee = { kind: 'user', userId: user('dora') } as const
  const run: Run = {
    ...{ id: request('run'), holder: aHolder('me').id, name: 'July', assetId: BTC, savedAt: time(0) },
    rows: [{ ...row, payee }],
  }
  const leave = (from: number, to: number) =>
    store.cache.snapshots.applyPage({
      snapshots: Array.from({ length: to - from }, (_, at) =>
        aSnapshot(from + at, {
          ...{ asset_id: BTC, kernel_asset_id: kernelAssetId(BTC) as Hash },
          amount: parseSignedAmount(from + at === 0 ? '-0.2' : '-0.9'),
        }),
      ),
      cursor: '',
    })
  const isFound = () => lastGone({ store }, run).includes(hashOf('transaction 0'))
  for (const [from, to] of [
    [0, 1_990],
    [1_990, 2_010],
    [2_010, 3_990],
    [3_990, 4_500],
  ] as const) {
    leave(from, to)
    expect(isFound()).toBe(true)
  }
  store.close()
})
