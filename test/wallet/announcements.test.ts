import { beforeAll, describe, expect, it } from 'vitest'
import type { EventPayload, Topic } from '#contract/ipc'
import { QUERY_TOPICS } from '#contract/topics'
import { parseAmount } from '#protocol'
import { systemClock } from '../support/clock.ts'
import { asking, newTeam } from '../support/cosigners.ts'
import {
  ALL_MOVEMENTS,
  BTC,
  fund,
  newAccount,
  type OpenWallet,
  pay,
  paying,
  sharedNetwork,
  toUser,
} from '../support/wallet.ts'

/* What a wallet announces, in the whole: windows ask again for what a change names, and for nothing else. */

type Change = EventPayload<'data.changed'>

const network = sharedNetwork()
let wallet: OpenWallet
const heard: Change[] = []

beforeAll(async () => {
  wallet = await network.open()
  wallet.subscribe('data.changed', (change) => heard.push(change))
})

const topicsOf = (changes: readonly Change[]): Topic[] => [...new Set(changes.flatMap(({ topics }) => topics))].sort()

const isOneOf = (topics: readonly Topic[], topic: Topic): boolean => topics.includes(topic)

/** Lets so many rounds of sync of every account begin and end. */
async function rounds(count: number, { calls }: OpenWallet = wallet): Promise<void> {
  for (let left = count; left > 0; left -= 1) {
    for (const { account } of (await calls['app.state'](null)).accounts) await calls['app.retry']({ account })
  }
  await systemClock.sleep(10)
}

describe('a wallet', () => {
  it('announces its connection alone while nothing happens', async () => {
    const { account } = await newAccount(wallet, 'Ana')
    await fund(wallet, account, BTC, '1')
    await rounds(3)
    heard.length = 0
    await rounds(3)
    expect(topicsOf(heard)).toEqual(['connection'])
  })

  it('announces its connection alone also while something waits for a member, for blocks and for oneself', async () => {
    const { members, holder } = await newTeam(network, ['Ana', 'Ben'], 2, ['1'])
    const [{ wallet: hers, account, ...ana }, ben] = members
    const part = [toUser(ben.account, '0.25')]
    await asking({ wallet: hers, account, ...ana }, paying(account, BTC, part, { holder }))
    await fund(hers, account, BTC, '1')
    await hers.calls['payments.prepare'](paying(account, BTC, part))
    const deposit = { account, holder: null, chainId: BTC, assetId: BTC, amount: parseAmount('1') }
    await hers.calls['local.deposit'](deposit)
    await rounds(3, hers)
    const topics: Topic[][] = []
    hers.subscribe('data.changed', (change) => topics.push(change.topics))
    await rounds(3, hers)
    expect(new Set(topics.flat())).toEqual(new Set(['connection']))
  })

  it('announces a payment to the account that pays, and its arrival to the one that receives', async () => {
    const [ana, ben] = [await newAccount(wallet, 'Payer'), await newAccount(wallet, 'Ben')]
    await fund(wallet, ana.account, BTC, '1')
    await rounds(2)
    heard.length = 0
    await pay(wallet, paying(ana.account, BTC, [toUser(ben.account, '0.25')]))
    await rounds(2)
    const to = (account: string) => topicsOf(heard.filter((change) => change.account === account))
    expect(to(ana.account)).toEqual(expect.arrayContaining(['activity', 'balances', 'payments']))
    expect(to(ben.account)).toEqual(expect.arrayContaining(['activity', 'balances']))
    expect(to(ben.account)).not.toContain('payments')
  })

  it('announces money that came to a group as news of its history, which its coins tell', async () => {
    const [payer, ana, ben] = [
      await newAccount(wallet, 'Giver'),
      await newAccount(wallet, 'Ana'),
      await newAccount(wallet, 'Ben'),
    ]
    await fund(wallet, payer.account, BTC, '1')
    const members = [ana.account, ben.account]
    const group = { name: 'Pair', members, threshold: 2 }
    const { holder } = await wallet.calls['groups.create']({ account: ana.account, ...group })
    const payee = { kind: 'group', members, threshold: 2 } as const
    const query = { account: ana.account, holder, filter: ALL_MOVEMENTS, cursor: null, limit: 9 }
    const listed = async () => (await wallet.calls['activity.list'](query)).rows.length
    // The first makes everybody known.
    for (const times of [1, 2]) {
      await rounds(2)
      heard.length = 0
      await pay(wallet, paying(payer.account, BTC, [{ payee, amount: '0.25' }]))
      await wallet.until(listed, (count) => count === times)
      await rounds(2)
    }
    const topics = topicsOf(heard.filter((change) => change.account === ana.account))
    for (const name of ['activity.list', 'activity.read', 'statements.draw'] as const)
      expect({ name, news: topics.filter((topic) => isOneOf(QUERY_TOPICS[name], topic)) }).not.toEqual({
        name,
        news: [],
      })
  })

  it('announces what a person writes down to that account alone', async () => {
    const [ana] = (await wallet.calls['app.state'](null)).accounts
    if (ana === undefined) throw new Error('no account')
    await rounds(2)
    const query = { account: ana.account, holder: null, filter: ALL_MOVEMENTS, cursor: null, limit: 1 }
    const [deposit] = (await wallet.calls['activity.list'](query)).rows
    if (deposit === undefined) throw new Error('no deposit')
    heard.length = 0
    await wallet.calls['labels.set']({ account: ana.account, id: deposit.id, label: 'Landlady', note: '' })
    await systemClock.sleep(10)
    const labels = heard.filter(({ topics }) => topics.includes('labels'))
    expect(labels.map(({ account }) => account)).toEqual([ana.account])
  })
})
