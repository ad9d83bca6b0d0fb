import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { RequestId, UserId } from '#contract/domain'
import type { Answer, Input } from '#contract/ipc'
import type { QueryName } from '#contract/topics'
import { parseAmount } from '#protocol'
import { createQueryCache } from '../../src/renderer/state/query-cache.ts'
import { EMPTY_FORM } from '../../src/renderer/state/send-form.ts'
import { galleryOf, mint } from '../support/collectibles.ts'
import { asking, fundGroup, type Member, newTeam, sees } from '../support/cosigners.ts'
import { faultyLine } from '../support/faults.ts'
import { authorizationOf } from '../support/permission.ts'
import {
  ALL_MOVEMENTS,
  approving,
  BTC,
  fund,
  has,
  newAccount,
  newPhrase,
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
  const calls = wallet.calls as unknown as Record<Name, (asked: Input<Name>) => Promise<unknown>> // the same, without their words
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
  /** Read once, and judged for the list: nothing of it changes by itself from here on. */
  async function judged(member: Member, requestId: RequestId): Promise<void> {
    const { wallet, account } = member
    await sees(member, requestId)
    await wallet.calls['approvals.review']({ account, requestId })
    await wallet.until(
      async () => (await wallet.calls['approvals.list']({ account, holder: null })).requests,
      (requests) => requests.some((each) => each.requestId === requestId && each.verdict !== 'waiting'),
    )
  }

  async function askedOf() {
    const {
      members: [ana, ben],
      holder,
    } = await newTeam(network, ['Ana', 'Ben'], 2, ['1'])
    const cleo = (await newAccount(ana.wallet, 'Cleo')).account
    const requestId = await asking(ana, paying(ana.account, BTC, [toUser(cleo, '0.25')], { holder }))
    await judged(ben, requestId)
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

  it('names the item that it moves as soon as its record is there, as each list does that it stands in', async () => {
    const { members, holder } = await newTeam(network, ['Ana', 'Ben'], 2, [])
    const [ana, ben] = members
    const { account } = ben
    // Nobody gives the item's own record.
    ben.line.faults.push({ path: /^\/safe\/inscriptions\/items\//, act: 'refused', times: Number.POSITIVE_INFINITY })
    const made = await mint(network, [{ members: members.map((each) => each.account), threshold: 2 }])
    const [{ inscription_hash: inscription } = { inscription_hash: made.collection_hash }] = made.items
    await galleryOf(ana.wallet, ana.account, (all) => all.some(({ collectionName }) => collectionName !== ''))
    const wish = { account: ana.account, holder, inscription, payee: { kind: 'user', userId: account } } as const
    const { paymentId: requestId, ...review } = await ana.wallet.calls['collectibles.transfer'](wish)
    await ana.wallet.calls['payments.approve'](approving(ana.account, { paymentId: requestId, ...review }))
    await judged(ben, requestId)
    await ben.wallet.calls['collectibles.collection']({ account, collection: made.collection_hash })
    const query = { assetId: null, state: 'signed', search: '', cursor: null, limit: 9 } as const
    const screens = [
      open(ben.wallet, 'approvals.review', { account, requestId }),
      open(ben.wallet, 'approvals.list', { account, holder }),
      open(ben.wallet, 'home.read', { account, holder: null }),
      open(ben.wallet, 'coins.list', { account, holder, ...query }),
    ]
    for (const screen of screens) {
      const before = told(await screen.shown())
      expect(before).not.toContain('Kites #0')
      expect(before).toContain(inscription.slice(0, 8))
    }
    await ben.wallet.calls['collectibles.items']({ account, collection: made.collection_hash, after: null })
    for (const screen of screens) await screen.shows((now) => told(now).includes('Kites #0'))
  })

  it('says that the address is the group’s own, which was asked for meanwhile', async () => {
    const {
      members: [ana, ben],
      holder,
    } = await newTeam(network, ['Ana', 'Ben'], 2, ['1'])
    const address = { holder, chainId: BTC, create: true }
    const own = await ana.wallet.calls['receive.address']({ account: ana.account, ...address })
    const payee = { kind: 'chain', destination: own?.destination ?? '', tag: own?.tag ?? '' } as const
    const requestId = await asking(ana, paying(ana.account, BTC, [{ payee, amount: '0.4' }], { holder }))
    await judged(ben, requestId)
    const screen = open(ben.wallet, 'approvals.review', { account: ben.account, requestId })
    expect(told(await screen.shown())).not.toContain('deposit address of your own')
    await ben.wallet.calls['receive.address']({ account: ben.account, ...address })
    await screen.shows((shown) => told(shown).includes('deposit address of your own'))
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

describe('what is open of somebody who is named otherwise meanwhile', () => {
  let wallet: OpenWallet
  beforeAll(async () => {
    wallet = await network.open()
  })

  it('is a draft to that person, and the card of a group', async () => {
    const [ben, { account }] = [await newAccount(wallet, 'Ben'), await newAccount(wallet, 'Ana')]
    const { listed: _, ...empty } = EMPTY_FORM
    const form = {
      ...empty,
      rows: [{ to: ben.account, amount: '' }],
      again: null,
    } as unknown as Input<'drafts.save'>['form'] // without ids, which are branded

    await wallet.calls['drafts.save']({ account, holder: null, draftId: null, form })
    const members = [account, ben.account]
    const { holder } = await wallet.calls['groups.create']({ account, name: 'Pair', members, threshold: 2 })
    const drafts = open(wallet, 'drafts.list', { account, holder: null })
    const card = open(wallet, 'groups.card', { account, holder })
    expect(told([await drafts.shown(), await card.shown()])).not.toContain('Landlady')
    await named(wallet, account, ben.account)
    await drafts.shows((now) => told(now).includes('Landlady'))
    await card.shows((now) => told(now).includes('Landlady'))
  })

  it('is a list to pay a group, and what a phone is asked to pay one', async () => {
    const [ben, { account }] = [await newAccount(wallet, 'Ben'), await newAccount(wallet, 'Ana')]
    const members = [account, ben.account]
    const group = { name: 'Pair', members, threshold: 2 }
    const { holder, address } = await wallet.calls['groups.create']({ account, ...group })
    const amount = parseAmount('0.1')
    const rows = [{ line: 1, to: address, typed: '0.1', amount, memo: '', label: '', asset: BTC }]
    const { runId } = await wallet.calls['runs.save']({ account, holder: null, assetId: BTC, name: 'May', rows })
    const run = open(wallet, 'runs.read', { account, runId })
    expect(told(await run.shown())).toContain('Pair')
    await wallet.calls['groups.update']({ account, holder, name: 'Household', colour: 0 })
    await run.shows((now) => told(now).includes('Household'))

    const watcher = await network.open()
    const { text } = await authorizationOf(network.url, { user: account })
    await watcher.calls['accounts.watch']({ permission: text })
    await watcher.calls['groups.create']({ account, ...group })
    const { requestId } = await watcher.calls['asked.make']({
      ...{ account, assetId: BTC, payee: { kind: 'group', members, threshold: 2 }, amount },
      ...{ memo: '', requestId: null, label: '' },
    })
    const one = open(watcher, 'asked.read', { account, requestId })
    const all = open(watcher, 'asked.list', { account })
    expect(told(await one.shown())).toContain('Pair')
    expect(told(await all.shown())).toContain('Pair')
    await watcher.calls['groups.update']({ account, holder, name: 'Household', colour: 0 })
    await one.shows((now) => told(now).includes('Household'))
    await all.shows((now) => told(now).includes('Household'))
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

  it('draws up anew what moved of several when it moved of one that is not named first', async () => {
    const [{ account }, ben] = [await newAccount(wallet, 'Ana'), await newAccount(wallet, 'Ben')]
    const others = [{ account: ben.account, holder: null }]
    const screen = open(wallet, 'statements.draw', { account, holder: null, others, filter: ALL_MOVEMENTS })
    expect((await screen.shown()).count).toBe(0)
    await fund(wallet, ben.account, BTC, '1')
    await screen.shows(({ count, agrees }) => count === 1 && agrees === true)
  })

  it('calls the asset of a list what it is called once that was read', async () => {
    const { account } = await newAccount(wallet, 'Ana')
    const made = await mint(network, [{ members: [account], threshold: 1 }])
    const { asset } = await wallet.calls['collectibles.collection']({ account, collection: made.collection_hash })
    const line = faultyLine()
    const late = await network.open({ fetch: line.fetch })
    const { account: cleo } = await newAccount(late, 'Cleo')
    const rows = [{ line: 1, to: account, typed: '1', amount: parseAmount('1'), memo: '', label: '' }]
    const wish = { account: cleo, holder: null, assetId: asset?.assetId ?? BTC, name: 'May', rows }
    line.faults.push({ path: /^\/safe\/assets(\/fetch)?$/, act: () => [] })
    const { runId } = await late.calls['runs.save'](wish)
    for (const _ of ['people', 'what they led to']) await late.calls['app.retry']({ account: cleo })
    const screen = open(late, 'runs.read', { account: cleo, runId })
    expect(told((await screen.shown()).asset)).not.toContain('KITE')
    line.faults.length = 0
    // Who shows it asks for its name.
    await late.calls['runs.read']({ account: cleo, runId })
    await screen.shows((shown) => told(shown.asset).includes('KITE'))
  })

  it('sums what went to somebody in a payment to several as soon as its change is listed', async () => {
    const [ben, cas] = [await newAccount(wallet, 'Ben'), await newAccount(wallet, 'Cas')]
    const { account } = await wallet.calls['accounts.createLocal']({ name: 'Ana' })
    const phrase = (await newPhrase(wallet, account)).join(' ')
    await wallet.calls['registration.submit']({ account })
    await fund(wallet, account, BTC, '1')
    const line = faultyLine()
    const other = await network.open({ fetch: line.fetch })
    await other.calls['accounts.recoverLocal']({ phrase })
    await has(other, account, BTC, '1')
    const known = (rows: readonly { readonly amount: string }[]) => rows.filter(({ amount }) => Number(amount) === 1)
    line.faults.push({ path: /^\/safe\/outputs$/, act: known })
    const { hashes } = await pay(wallet, paying(account, BTC, [toUser(ben.account, '0.1'), toUser(cas.account, '0.2')]))
    await other.until(
      async () => other.calls['app.retry']({ account }),
      () => line.passed.some((path) => path.includes(hashes[0] ?? 'none')),
    )
    const screen = open(other, 'contacts.between', { account, userId: ben.account })
    expect((await screen.shown()).out.count).toBe(0)
    line.faults.length = 0
    await other.calls['app.retry']({ account })
    await screen.shows(({ out }) => out.count === 1)
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

describe('what is open and asks the service each time', () => {
  it('asks it no more once it shows what there is, however often the wallet looks', async () => {
    const line = faultyLine()
    const wallet = await network.open({ fetch: line.fetch })
    const payees = await network.open()
    const [{ account }, ben] = [await newAccount(wallet, 'Ana'), await newAccount(payees, 'Ben')]
    const members = [account, ben.account]
    const made = await mint(
      network,
      members.map((one) => ({ members: [one], threshold: 1 })),
    )
    const { collection_hash: collection } = made
    await galleryOf(wallet, account, (all) => all.some(({ collectionName }) => collectionName !== ''))
    const items = open(wallet, 'collectibles.items', { account, collection, after: null })
    const others = [
      open(wallet, 'collectibles.collection', { account, collection }),
      ...made.items.map(({ inscription_hash: inscription }) =>
        open(wallet, 'collectibles.item', { account, inscription }),
      ),
      open(wallet, 'receive.address', { account, holder: null, chainId: BTC, create: true }),
      open(wallet, 'contacts.card', { account, userId: ben.account }),
      open(wallet, 'bots.list', { account, userId: ben.account }),
    ]
    for (const screen of others) await screen.shown()
    // Whoever holds the other item is known by name a round later.
    await items.shows((shown) => told(shown).includes('Ben'))
    const look = async () => {
      for (const _ of ['one', 'another', 'a third']) await wallet.calls['app.retry']({ account })
      return line.passed.filter((path) => /inscriptions|deposit.entries|favorite|users.[0-9a-f-]+$/.test(path))
    }
    const before = await look()
    expect(before.length).toBeGreaterThanOrEqual(others.length)
    expect(await look()).toEqual(before)
  })
})
