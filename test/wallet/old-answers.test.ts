import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { UserId } from '#contract/domain'
import type { Answer, Input } from '#contract/ipc'
import type { QueryName } from '#contract/topics'
import { parseAmount } from '#protocol'
import { createQueryCache } from '../../src/renderer/state/query-cache.ts'
import { heard } from '../contract/heard.ts'
import { asking, fundGroup, newTeam, sees } from '../support/cosigners.ts'
import { faultyLine } from '../support/faults.ts'
import {
  BTC,
  fund,
  has,
  newAccount,
  type OpenWallet,
  pay,
  paying,
  readable,
  sharedNetwork,
  toUser,
} from '../support/wallet.ts'

/* A screen that stays open while something else happens: it asks again only for what is announced, and must say what is so all the same. */

const network = sharedNetwork()
/** Long enough for a screen to have asked again; only one that never does waits so long. */
const WAIT_MS = 60_000

/** What a screen shows of a question, as a window keeps it: as it was answered first, and after each change that concerns it. */
function open<Name extends QueryName>(wallet: OpenWallet, name: Name, input: Input<Name>) {
  const calls = heard(wallet.calls) as unknown as Record<Name, (asked: Input<Name>) => Promise<unknown>> // the same, without their words
  const cache = createQueryCache(() => calls[name](input))
  wallet.subscribe('data.changed', cache.changed)
  cache.watch(name, input)
  const entry = () => cache.store.getState().entries.get(cache.keyOf(name, input))
  return {
    /** What is shown once it has come. */
    shown: async () => {
      await vi.waitUntil(() => entry()?.value !== undefined, { timeout: WAIT_MS })
      return entry()?.value as Answer<Name>
    },
    /** Waits until it shows that. */
    shows: (satisfied: (value: Answer<Name>) => boolean) =>
      vi.waitUntil(() => entry()?.value !== undefined && satisfied(entry()?.value as Answer<Name>), {
        timeout: WAIT_MS,
      }),
  }
}

/** As a person calls another of their own accord. */
const named = (wallet: OpenWallet, account: UserId, userId: UserId) =>
  wallet.calls['contacts.save']({ account, userId, alias: 'Landlady', phone: '', note: '' })

const told = (value: unknown): string => JSON.stringify(value, readable)

describe('a request that is open', () => {
  async function askedOf() {
    const {
      members: [ana, ben],
      holder,
    } = await newTeam(network, ['Ana', 'Ben'], 2, ['1'])
    const cleo = (await newAccount(ana.wallet, 'Cleo')).account
    const requestId = await asking(ana, paying(ana.account, BTC, [toUser(cleo, '0.25')], { holder }))
    await sees(ben, requestId)
    // Read once, and judged for the list: nothing of it changes by itself from here on.
    await ben.wallet.calls['approvals.review']({ account: ben.account, requestId })
    await ben.wallet.until(
      async () => (await ben.wallet.calls['approvals.list']({ account: ben.account, holder })).requests,
      (requests) => requests.some((each) => each.requestId === requestId && each.verdict !== 'waiting'),
    )
    const screen = open(ben.wallet, 'approvals.review', { account: ben.account, requestId })
    await screen.shown()
    return { ...ben, holder, cleo, screen }
  }

  it('says that its coin was frozen here meanwhile, and that it is free again', async () => {
    const { wallet, account, holder, screen } = await askedOf()
    const owner = { account, holder }
    const query = { ...owner, assetId: BTC, state: 'open', search: '', cursor: null, limit: 9 } as const
    const { rows } = await wallet.calls['coins.list'](query)
    const outputs = rows.map(({ outputId }) => outputId)
    const isSaid = ({ checks }: Answer<'approvals.review'>) => checks.some(({ id }) => id.startsWith('frozen'))
    await wallet.calls['coins.freeze']({ ...owner, outputs, reason: 'kept' })
    await screen.shows(isSaid)
    await wallet.calls['coins.unfreeze']({ ...owner, outputs })
    await screen.shows((shown) => !isSaid(shown))
  })

  it('names whom it pays as they are named now', async () => {
    const { wallet, account, cleo, screen } = await askedOf()
    await named(wallet, account, cleo)
    await screen.shows(({ payees }) => told(payees).includes('Landlady'))
  })
})

describe('a list that is open', () => {
  it('says how a request was labelled meanwhile', async () => {
    const {
      members: [ana],
      holder,
    } = await newTeam(network, ['Ana', 'Ben'], 2, ['1'])
    const { wallet, account } = ana
    const payee = (await newAccount(wallet, 'Cleo')).account
    const requestId = await asking(ana, paying(account, BTC, [toUser(payee, '0.25')], { holder }))
    await sees(ana, requestId)
    const screen = open(wallet, 'approvals.list', { account, holder })
    expect((await screen.shown()).requests.map(({ label }) => label)).toEqual([''])
    await wallet.calls['labels.set']({ account, id: `r:${requestId}`, label: 'Rent', note: '' })
    await screen.shows(({ requests }) => requests.every(({ label }) => label === 'Rent'))
  })

  it('says of a group that the money for it came', async () => {
    const {
      members: [ana],
      holder,
    } = await newTeam(network, ['Ana', 'Ben'], 2, ['0.5'])
    const { wallet, account } = ana
    const rows = [{ line: 1, to: account, typed: '0.75', amount: parseAmount('0.75'), memo: '', label: '', asset: BTC }]
    const { runId } = await wallet.calls['runs.save']({ account, holder, assetId: BTC, name: 'May', rows })
    const screen = open(wallet, 'runs.read', { account, runId })
    expect((await screen.shown()).short).toHaveLength(1)
    await fundGroup(ana, holder, '0.5')
    await screen.shows(({ short }) => short.length === 0)
  })
})

describe('what is open of one account', () => {
  let wallet: OpenWallet
  beforeAll(async () => {
    wallet = await network.open()
  })

  it('says of a deposit that it is on its way, where the balance stands', async () => {
    const { account } = await newAccount(wallet, 'Ana')
    await wallet.calls['app.retry']({ account })
    const screen = open(wallet, 'balances.read', { account, holder: null, assetId: BTC })
    expect((await screen.shown()).arriving).toBe(0n)
    await wallet.calls['local.deposit']({ account, holder: null, chainId: BTC, assetId: BTC, amount: parseAmount('1') })
    await screen.shows(({ arriving }) => arriving === parseAmount('1'))
  })

  it('does not say of a deposit that it comes which is there, also while it is listed as coming', async () => {
    const line = faultyLine()
    const late = await network.open({ fetch: line.fetch })
    const { account } = await newAccount(late, 'Ana')
    const owner = { account, holder: null }
    const amount = parseAmount('0.5')
    const { threshold } = await late.calls['local.deposit']({ ...owner, chainId: BTC, assetId: BTC, amount })
    let listed: unknown[] = []
    const keep = (now: unknown[]) => {
      listed = listed.length > 0 ? listed : now
      return listed
    }
    line.faults.push({ path: /^\/safe\/deposits$/, act: keep })
    await late.calls['app.retry']({ account })
    const screen = open(late, 'receive.incoming', owner)
    expect(await screen.shown()).toHaveLength(1)
    await late.calls['local.confirm']({ blocks: threshold })
    await has(late, account, BTC, amount)
    await screen.shows((coming) => coming.length === 0)
  })

  it('names who paid a coin as they are named now', async () => {
    const [payer, ana] = [await newAccount(wallet, 'Payer'), await newAccount(wallet, 'Ana')]
    await fund(wallet, payer.account, BTC, '1')
    await pay(wallet, paying(payer.account, BTC, [toUser(ana.account, '0.25')]))
    await has(wallet, ana.account, BTC, '0.25')
    const query = { account: ana.account, holder: null, assetId: BTC, state: 'open', search: '' } as const
    const screen = open(wallet, 'coins.list', { ...query, cursor: null, limit: 9 })
    expect(told(await screen.shown())).not.toContain('Landlady')
    await named(wallet, ana.account, payer.account)
    await screen.shows((shown) => told(shown).includes('Landlady'))
  })

  it('is worth what it is in the currency that was chosen since', async () => {
    const { account } = await newAccount(wallet, 'Ana')
    await fund(wallet, account, BTC, '1')
    const owner = { account, holder: null }
    const filter = { assetId: null, direction: null, kind: null, opponent: null, from: null, to: null, search: '' }
    const { rows } = await wallet.calls['activity.list']({ ...owner, filter, cursor: null, limit: 9 })
    const screens = [
      open(wallet, 'balances.read', { ...owner, assetId: BTC }),
      open(wallet, 'activity.list', { ...owner, filter, cursor: null, limit: 9 }),
      open(wallet, 'activity.read', { ...owner, id: rows[0]?.id ?? '' }),
    ]
    const worth = (shown: unknown) => /"fiat":"([^"]+)"/.exec(told(shown))?.[1]
    const before = await Promise.all(screens.map(async (screen) => worth(await screen.shown())))
    expect(before).not.toContain(undefined)
    await wallet.calls['app.setPreferences']({ currency: 'CNY' })
    for (const [at, screen] of screens.entries()) await screen.shows((shown) => worth(shown) !== before[at])
    await wallet.calls['app.setPreferences']({ currency: 'USD' })
    for (const [at, screen] of screens.entries()) await screen.shows((shown) => worth(shown) === before[at])
  })

  it('says with the name of now to whom a payment goes that waits to be signed', async () => {
    const [ben, ana] = [await newAccount(wallet, 'Ben'), await newAccount(wallet, 'Ana')]
    await fund(wallet, ana.account, BTC, '1')
    await wallet.calls['payments.prepare'](paying(ana.account, BTC, [toUser(ben.account, '0.25')]))
    const owner = { account: ana.account, holder: null }
    const screens = [open(wallet, 'home.read', owner), open(wallet, 'payments.open', owner)]
    for (const screen of screens) expect(told(await screen.shown())).toContain('to Ben')
    await named(wallet, ana.account, ben.account)
    for (const screen of screens) await screen.shows((shown) => told(shown).includes('to Landlady'))
  })
})
