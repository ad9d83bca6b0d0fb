import { beforeAll, describe, expect, it } from 'vitest'
import type { Calls } from '#contract/ipc'
import { parseAmount, parseSignedAmount } from '#protocol'
import { groupHas, type Member, newTeam, type Team } from '../support/cosigners.ts'
import { ALL_MOVEMENTS, approving, BTC, fund, has, paying, sharedNetwork } from '../support/wallet.ts'

/* One statement of a person's own account and of a group that the person is in: what goes from one to the other is in neither's way. */

const network = sharedNetwork()
let team: Team<[Member, Member]>
let ana: Member

beforeAll(async () => {
  team = await newTeam(network, ['Ana', 'Ben'], 1, ['1'])
  ;[ana] = team.members
  await fund(ana.wallet, ana.account, BTC, '0.5')
  const payee = { kind: 'user', userId: ana.account } as const
  const order = paying(ana.account, BTC, [{ payee, amount: '0.3' }], { holder: team.holder })
  const review = await ana.wallet.calls['payments.prepare'](order)
  await ana.wallet.calls['payments.approve'](approving(ana.account, review))
  await groupHas(ana, team.holder, parseAmount('0.7'))
  await has(ana.wallet, ana.account, BTC, '0.8')
})

type Wish = Parameters<Calls['statements.draw']>[0]
const filter: Wish['filter'] = ALL_MOVEMENTS
const both = (): Wish => ({
  ...{ account: ana.account, holder: null, filter },
  others: [{ account: ana.account, holder: team.holder }],
})
const drawn = () =>
  ana.wallet.until(
    () => ana.wallet.calls['statements.draw'](both()),
    ({ agrees }) => agrees === true,
  )

describe('a statement of an account together with a group', () => {
  it('has what both have together, and says whose each movement is', async () => {
    const { assets, rows, others } = await drawn()
    // A group has no number of its own, and is not called by that of a member.
    expect(others.map(({ name, number, id }) => [name, number, id])).toEqual([['Treasury', '', team.holder]])
    const [btc] = assets.filter(({ asset }) => asset.assetId === BTC)
    expect([btc?.in, btc?.out, btc?.closing]).toEqual(['1.8', '0.3', '1.5'].map(parseAmount))
    expect(rows.map(({ whose, amount }) => `${whose} ${amount}`).sort()).toEqual(
      [
        `Ana ${parseAmount('0.3')}`,
        `Ana ${parseAmount('0.5')}`,
        `Treasury ${parseSignedAmount('-0.3')}`,
        `Treasury ${parseAmount('1')}`,
      ].sort(),
    )
  })

  it('is a file whose sums are those of both', async () => {
    await drawn()
    const { file } = await ana.wallet.calls['statements.file']({ ...both(), format: 'csv' })
    const { text } = await ana.wallet.calls['statements.part']({ account: ana.account, file, part: 0 })
    const [head = '', ...lines] = text.trimEnd().split('\r\n')
    const at = head.split(',').indexOf('amount')
    const sum = (of: string): bigint =>
      lines
        .filter((line) => line.startsWith(of))
        .reduce((all, line) => all + parseSignedAmount(line.split(',')[at] ?? ''), 0n)
    expect([sum('Ana,'), sum('Treasury,'), sum('')]).toEqual(['0.8', '0.7', '1.5'].map(parseAmount))
  })
})

describe('a group of the same people with another threshold', () => {
  it('is another one: what it pays the first came in there, and is no change', async () => {
    const { wallet, account } = ana
    const members = team.members.map((member) => member.account)
    const { holder } = await wallet.calls['groups.create']({ account, name: 'Strict', members, threshold: 2 })
    const payee = { kind: 'group', members, threshold: 2 } as const
    const review = await wallet.calls['payments.prepare'](
      paying(account, BTC, [{ payee, amount: '0.2' }], { holder: team.holder }),
    )
    await wallet.calls['payments.approve'](approving(account, review))
    await groupHas(ana, holder, parseAmount('0.2'))
    const page = { filter: ALL_MOVEMENTS, cursor: null, limit: 10 }
    const { rows } = await wallet.calls['activity.list']({ account, holder, ...page })
    expect(rows).toMatchObject([{ direction: 'in', amount: parseAmount('0.2') }])
    const asked = { state: null, assetId: BTC, search: '', cursor: null, limit: 10 }
    const coins = await wallet.calls['coins.list']({ account, holder, ...asked })
    expect(coins.rows).toMatchObject([{ origin: 'received' }])
  })
})
