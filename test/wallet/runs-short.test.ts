import { beforeAll, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/domain'
import { parseAmount } from '#protocol'
import { cosign, newTeam, sees } from '../support/cosigners.ts'
import { approved, approving, BTC, ETH, fund, newAccount, type OpenWallet, sharedNetwork } from '../support/wallet.ts'

/* A row of a list is ready where there is money for it. */

const network = sharedNetwork()
let ben: UserId

beforeAll(async () => {
  ben = (await newAccount(await network.open(), 'Ben')).account
})

const rowsOf = (cells: readonly (readonly [string, string])[]) =>
  cells.map(([typed, asset], at) => ({
    ...{ line: at + 1, to: ben, typed, amount: parseAmount(typed), memo: `${at}`, label: '', asset },
  }))

const short = ({ rows, short: assets }: Awaited<ReturnType<OpenWallet['calls']['runs.read']>>) => ({
  rows: rows.map((row) => row.short),
  assets: assets.map(({ asset, needed, has }) => [asset.symbol, needed, has]),
})

describe('a list that needs more than there is', () => {
  it('says so of each asset, and of the rows that the money does not reach', async () => {
    const wallet = await network.open()
    const { account } = await newAccount(wallet, 'Ana')
    await fund(wallet, account, BTC, '1')
    const rows = rowsOf([
      ['0.6', BTC],
      ['2', ETH],
      ['0.6', BTC],
    ])
    const view = await wallet.calls['runs.save']({ account, holder: null, assetId: BTC, name: 'May', rows })
    expect(short(view)).toEqual({
      rows: [false, true, true],
      assets: [
        ['BTC', parseAmount('1.2'), parseAmount('1')],
        ['ETH', parseAmount('2'), 0n],
      ],
    })
    await fund(wallet, account, ETH, '2')
    await fund(wallet, account, BTC, '0.2')
    expect(short(await wallet.calls['runs.read']({ account, runId: view.runId }))).toEqual({
      rows: [false, false, false],
      assets: [],
    })
    await wallet.close()
  })

  it('goes on with what the money reaches, whatever stands before it', async () => {
    const wallet = await network.open()
    const { account } = await newAccount(wallet, 'Ana')
    await fund(wallet, account, BTC, '1')
    const rows = rowsOf([
      ['2', ETH],
      ['5', BTC],
      ['0.3', BTC],
    ])
    const view = await wallet.calls['runs.save']({ account, holder: null, assetId: BTC, name: 'May', rows })
    expect(short(view).rows).toEqual([true, true, false])
    expect(view.next).toMatchObject({ amount: parseAmount('0.3'), rows: 1 })
    const review = await wallet.calls['runs.prepare']({ account, runId: view.runId })
    expect(review.amount).toBe(parseAmount('0.3'))
    await approved(wallet, account, review)
    const after = await wallet.calls['runs.read']({ account, runId: view.runId })
    expect(after.next).toMatchObject({ amount: parseAmount('2') })
    await wallet.close()
  })

  it('calls none of the rows ready that one payment takes together and cannot reach', async () => {
    const wallet = await network.open()
    const { account } = await newAccount(wallet, 'Ana')
    await fund(wallet, account, BTC, '1')
    const rows = rowsOf([
      ['0.5', BTC],
      ['0.75', BTC],
    ]).map((row) => ({ ...row, memo: 'wages' }))
    const view = await wallet.calls['runs.save']({ account, holder: null, assetId: BTC, name: 'May', rows })
    expect(short(view).rows).toEqual([true, true])
    await wallet.close()
  })

  it('counts the change of what it is paying already', async () => {
    const wallet = await network.open()
    const { account } = await newAccount(wallet, 'Ana')
    await fund(wallet, account, BTC, '1')
    const rows = rowsOf([
      ['0.6', BTC],
      ['0.4', BTC],
    ])
    const { runId } = await wallet.calls['runs.save']({ account, holder: null, assetId: BTC, name: 'June', rows })
    const review = await wallet.calls['runs.prepare']({ account, runId })
    const read = () => wallet.calls['runs.read']({ account, runId })
    expect(short(await read())).toEqual({ rows: [false, false], assets: [] })
    await approved(wallet, account, review)
    expect(short(await read())).toEqual({ rows: [false, false], assets: [] })
    await wallet.close()
  })

  it('is measured by what its group has', async () => {
    const team = await newTeam(network, ['Gil', 'Hana'], 2, ['1'])
    const [first, second] = team.members
    if (first === undefined) throw new Error('a team has members')
    const { account, wallet } = first
    await fund(wallet, account, ETH, '5')
    const rows = rowsOf([
      ['0.5', BTC],
      ['1', ETH],
    ])
    const view = await wallet.calls['runs.save']({ account, holder: team.holder, assetId: BTC, name: 'July', rows })
    expect(short(view)).toEqual({ rows: [false, true], assets: [['ETH', parseAmount('1'), 0n]] })
    const { runId } = view
    const review = await wallet.calls['runs.prepare']({ account, runId })
    await wallet.calls['payments.approve'](approving(account, review))
    const asked = await wallet.until(
      () => wallet.calls['runs.read']({ account, runId }),
      ({ rows: [row] }) => row?.state === 'pending',
    )
    expect(asked.rows.map(({ asks }) => asks)).toEqual([true, undefined])
    await sees(second, review.paymentId)
    await cosign(second, review.paymentId)
    const { rows: sent } = await wallet.until(
      () => wallet.calls['runs.read']({ account, runId }),
      ({ rows: [row] }) => row?.state === 'paid',
    )
    expect(sent.map(({ asks }) => asks)).toEqual([undefined, undefined])
    await Promise.all(team.members.map((member) => member.wallet.close()))
  })
})
