import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { RequestId, UserId } from '#contract/domain'
import { parseAmount } from '#protocol'
import {
  cosign,
  fundGroup,
  groupHas,
  type Member,
  newMember,
  newTeam,
  sees,
  signing,
  type Team,
} from '../support/cosigners.ts'
import { testKeychain } from '../support/keychain.ts'
import { ALL_MOVEMENTS, approving, BTC, coded, paying, settled, sharedNetwork, toUser } from '../support/wallet.ts'

const network = sharedNetwork()
let shop: Member

beforeAll(async () => {
  shop = await newMember(network, 'Shop')
})

const prepare = ({ wallet, account }: Member, { holder }: Team, amount: string, memo = '') =>
  wallet.calls['payments.prepare'](
    paying(account, BTC, [toUser(shop.account, amount)], {
      ...{ holder, memoHex: Buffer.from(memo).toString('hex') },
    }),
  )

async function ask(who: Member, team: Team, amount: string, memo = ''): Promise<RequestId> {
  const review = await prepare(who, team, amount, memo)
  await who.wallet.calls['payments.approve'](approving(who.account, review))
  return review.paymentId
}

describe('a group of more people than an address can name', () => {
  it('is refused, and leaves those that are there', async () => {
    const { wallet, account, line } = await newMember(network, 'Ana')
    const members = Array.from({ length: 64 }, () => randomUUID() as UserId)
    const most = members.slice(1)
    line.faults.push({
      path: /^\/users\/fetch$/,
      act: ([one]: object[]) => [account, ...most].map((id) => ({ ...one, user_id: id })),
    })
    const many = { account, name: 'Everybody', threshold: 2 }
    await expect(wallet.calls['groups.create']({ ...many, members })).rejects.toThrow(coded('input.group'))
    expect(await wallet.calls['groups.list']({ account })).toEqual([])
    const { holder } = await wallet.calls['groups.create']({ ...many, members: most })
    expect(await wallet.calls['groups.list']({ account })).toMatchObject([{ holder, name: 'Everybody' }])
    await wallet.close()
  })
})

describe('a group that was taken off the list', () => {
  it('keeps what it paid to be looked at, and keeps nothing else from being told', async () => {
    const team = await newTeam(network, ['Ana', 'Ben'], 1, ['1'])
    const [ana] = team.members
    const { account, wallet } = ana
    const dora = await newMember(network, 'Dora')
    const rows = [toUser(shop.account, '0.1'), toUser(dora.account, '0.2')]
    const review = await wallet.calls['payments.prepare'](paying(account, BTC, rows, { holder: team.holder }))
    await wallet.calls['payments.approve'](approving(account, review))
    const { paymentId } = review
    await settled(wallet, account, paymentId)
    await wallet.calls['groups.remove']({ account, holder: team.holder })
    const read = await wallet.calls['payments.read']({ account, paymentId })
    expect(read).toMatchObject({ state: 'final', cosigning: { needed: 1 } })
    for (const person of [shop, dora])
      expect(await wallet.calls['contacts.card']({ account, userId: person.account })).toMatchObject({ paid: [{}] })
    const filter = { ...ALL_MOVEMENTS, search: 'Dora' }
    expect(
      await wallet.calls['activity.list']({ account, holder: null, filter, cursor: null, limit: 50 }),
    ).toBeDefined()
  })
})

describe('a group', () => {
  it('is offered and paid by the name that it has here', async () => {
    const [ana, ben] = [await newMember(network, 'Ana'), await newMember(network, 'Ben')]
    const { account } = ana
    const members = [account, ben.account]
    await ana.wallet.calls['groups.create']({ account, name: 'Sailing Boat Fund', members, threshold: 2 })
    const payee = { kind: 'group', threshold: 2 }
    const offers = await ana.wallet.calls['payees.suggest']({ account, holder: null, text: 'boat' })
    expect(offers).toMatchObject([{ payee, party: { kind: 'group', name: 'Sailing Boat Fund' } }])
    const text = ' sailing boat fund'
    const view = await ana.wallet.calls['payees.resolve']({ account, holder: null, text, assetId: BTC })
    expect(view).toMatchObject({ payee, party: { name: 'Sailing Boat Fund' }, problem: null })
  })

  it('is called by its name wherever another of its owner’s groups pays it', async () => {
    const team = await newTeam(network, ['Ana', 'Ben'], 2, ['1'])
    const [ana] = team.members
    const { calls } = ana.wallet
    const members = [ana.account, shop.account]
    await calls['groups.create']({ account: ana.account, name: 'Harbour', members, threshold: 2 })
    const rows = [{ payee: { kind: 'group', members, threshold: 2 } as const, amount: '0.1' }]
    const review = await calls['payments.prepare'](paying(ana.account, BTC, rows, { holder: team.holder }))
    expect(review).toMatchObject({ payees: [{ party: { name: 'Harbour' } }], title: 'Send 0.1 BTC to Harbour' })
    await calls['payments.approve'](approving(ana.account, review))
    const { requests: inbox } = await calls['approvals.list']({ account: ana.account, holder: null })
    expect(inbox.map(({ title }) => title)).toContain('Send 0.1 BTC to Harbour')
  })

  it('is its members and threshold, whatever the order they are named in', async () => {
    const [ana, ben, cas] = [
      await newMember(network, 'Ana'),
      await newMember(network, 'Ben'),
      await newMember(network, 'Cas'),
    ]
    const ids = [ana, ben, cas].map(({ account }) => account)
    const one = await ana.wallet.calls['groups.create']({
      account: ana.account,
      name: 'One',
      members: ids,
      threshold: 2,
    })
    const two = await ben.wallet.calls['groups.create']({
      ...{ account: ben.account, name: 'Two', members: [...ids].reverse(), threshold: 2 },
    })
    expect([two.holder, two.address, two.words]).toEqual([one.holder, one.address, one.words])
    const other = await ana.wallet.calls['groups.create']({
      ...{ account: ana.account, name: 'Other', members: ids, threshold: 3 },
    })
    expect(other.words).not.toEqual(one.words)
    expect((await ana.wallet.calls['groups.list']({ account: ana.account })).map(({ name }) => name)).toEqual([
      ...['One', 'Other'],
    ])
  })

  it.each([
    ['more signatures than members', 3, 'input.group'],
    ['no other member', 1, 'input.group'],
  ] as const)('with %s is refused', async (name, threshold, code) => {
    const [ana, ben] = [await newMember(network, 'Ana'), await newMember(network, 'Ben')]
    const members = name === 'no other member' ? [ana.account] : [ben.account]
    await expect(
      ana.wallet.calls['groups.create']({ account: ana.account, name: 'Bad', members, threshold }),
    ).rejects.toThrow(coded(code))
  })

  it('takes another name and colour, which it keeps and its requests bear', async () => {
    const team = await newTeam(network, ['Ana', 'Ben'], 2, ['1'])
    const [ana] = team.members
    const { calls } = ana.wallet
    const named = { account: ana.account, holder: team.holder }
    const id = await ask(ana, team, '0.25')
    const told: unknown[] = []
    ana.wallet.subscribe('data.changed', (payload) => told.push(payload))
    const updated = await calls['groups.update']({ ...named, name: 'Harbour fund', colour: 6 })
    expect(told).toContainEqual({ account: ana.account, topics: expect.arrayContaining(['groups', 'approvals']) })
    expect(updated).toMatchObject({ holder: team.holder, name: 'Harbour fund', colour: 6, threshold: 2 })
    expect(await calls['groups.list']({ account: ana.account })).toEqual([updated])
    const { requestId, group } = await sees(ana, id)
    expect([requestId, group.name]).toEqual([id, 'Harbour fund'])
    const card = await calls['groups.card'](named)
    expect(card.card.name).toBe('Harbour fund')
  })

  it('that is not known here cannot be renamed', async () => {
    const team = await newTeam(network, ['Ana', 'Ben'], 2, [])
    const cas = await newMember(network, 'Cas')
    await expect(
      cas.wallet.calls['groups.update']({ account: cas.account, holder: team.holder, name: 'Mine', colour: 1 }),
    ).rejects.toThrow(coded('wallet.group_unknown'))
  })

  it('goes to another member as a card, by link or file, which adds nothing by being read', async () => {
    const team = await newTeam(network, ['Ana', 'Ben'], 2, [])
    const [ana] = team.members
    const ben = await newMember(network, 'Dan')
    const { link, text } = await ana.wallet.calls['groups.card']({ account: ana.account, holder: team.holder })
    for (const content of [link, text]) {
      const card = await ben.wallet.calls['scan.read']({ account: ben.account, text: content, source: 'file' })
      expect(card).toMatchObject({
        kind: 'group',
        card: { name: 'Treasury', threshold: 2, member: false, added: false },
      })
    }
    expect(await ben.wallet.calls['groups.list']({ account: ben.account })).toEqual([])
  })

  it('keeps the name it has here, whatever the card of a stranger calls it', async () => {
    const team = await newTeam(network, ['Ana', 'Ben'], 2, [])
    const [ana] = team.members
    const cas = await newMember(network, 'Cas')
    const { card, link } = await ana.wallet.calls['groups.card']({ account: ana.account, holder: team.holder })
    const forged = link.replace(/name=[^&]*/, 'name=Escrow%20of%20Ben')
    const file = JSON.stringify({ kind: 'coffer-group', version: 1, name: 'Escrow of Ben', address: card.address })
    for (const text of [forged, file]) {
      const seen = await ana.wallet.calls['scan.read']({ account: ana.account, text, source: 'file' })
      expect(seen).toMatchObject({ kind: 'group', card: { name: 'Treasury', added: true } })
      const strange = await cas.wallet.calls['scan.read']({ account: cas.account, text, source: 'file' })
      expect(strange).toMatchObject({ kind: 'group', card: { name: 'Escrow of Ben', added: false } })
    }
    expect((await ana.wallet.calls['groups.list']({ account: ana.account }))[0]?.name).toBe('Treasury')
  })

  it('is called by a card without characters that are not seen', async () => {
    const team = await newTeam(network, ['Ana', 'Ben'], 2, [])
    const [ana] = team.members
    const cas = await newMember(network, 'Cas')
    const { card } = await ana.wallet.calls['groups.card']({ account: ana.account, holder: team.holder })
    const text = JSON.stringify({
      kind: 'coffer-group',
      version: 1,
      name: 'Pay\u202eroll\u200b',
      address: card.address,
    })
    const seen = await cas.wallet.calls['scan.read']({ account: cas.account, text, source: 'file' })
    expect(seen).toMatchObject({ kind: 'group', card: { name: 'Payroll' } })
  })

  it('has a history of its own, told by its coins', async () => {
    const team = await newTeam(network, ['Ana', 'Ben'], 2, ['1', '0.5'])
    const [ana] = team.members
    const id = await ask(ana, team, '0.7', 'rent')
    for (const each of team.members.slice(1)) {
      await sees(each, id)
      await cosign(each, id)
    }
    await groupHas(ana, team.holder, parseAmount('0.8'))
    const { rows } = await ana.wallet.until(
      () =>
        ana.wallet.calls['activity.list']({
          ...{ account: ana.account, holder: team.holder, cursor: null, limit: 10 },
          filter: ALL_MOVEMENTS,
        }),
      (page) => page.rows[0]?.money === 'final' && page.rows.length === 3,
    )
    expect(rows.map(({ direction, kind, amount, memoText }) => [direction, kind, amount, memoText])).toEqual([
      ['out', 'transfer', -parseAmount('0.7'), 'rent'],
      ['in', 'deposit', parseAmount('0.5'), null],
      ['in', 'deposit', parseAmount('1'), null],
    ])
    const detail = await ana.wallet.calls['activity.read']({
      ...{ account: ana.account, holder: team.holder, id: rows[0]?.id ?? '' },
    })
    expect(detail).toMatchObject({ requestId: id, row: { party: { kind: 'user', user: { name: 'Shop' } } } })
  })

  it('has what was written about a payment whose request was not known at the request, once it is', async () => {
    const team = await newTeam(network, ['Ana', 'Ben'], 2, ['1'])
    const [ana, ben] = team.members
    if (ben === undefined) throw new Error('two members')
    const id = await ask(ana, team, '0.7', 'rent')
    await sees(ben, id)
    await cosign(ben, id)
    await groupHas(ana, team.holder, parseAmount('0.3'))
    const owner = { account: ana.account, holder: team.holder }
    const list = () =>
      ana.wallet.calls['activity.list']({
        ...owner,
        cursor: null,
        limit: 1,
        filter: { ...ALL_MOVEMENTS, direction: 'out' },
      })
    const [paid] = (await ana.wallet.until(list, ({ rows }) => rows[0]?.money === 'final')).rows
    // As another computer wrote it down that had read the coins and not yet the request.
    const head = (await ana.wallet.calls['labels.export']({ account: ana.account })).text.split('\n')[0]
    const line = JSON.stringify({ subject: `t:${paid?.hash}`, label: 'Flat', note: 'of June', tags: ['Home'] })
    await ana.wallet.calls['labels.import']({ account: ana.account, text: `${head}\n${line}\n`, replace: false })
    const { rows } = await ana.wallet.until(list, (page) => page.rows[0]?.label !== '')
    expect(rows).toMatchObject([{ id: `r:${id}`, label: 'Flat', tags: ['Home'] }])
    expect(await ana.wallet.calls['activity.read']({ ...owner, id: `r:${id}` })).toMatchObject({ note: 'of June' })
  })

  it('says of a deposit where on its chain it is', async () => {
    const team = await newTeam(network, ['Ana', 'Ben'], 2, [])
    const [ana] = team.members
    const owner = { account: ana.account, holder: team.holder }
    const amount = parseAmount('0.5')
    const seen = await ana.wallet.calls['local.deposit']({ ...owner, chainId: BTC, assetId: BTC, amount })
    const read = () => ana.wallet.calls['activity.read']({ ...owner, id: `d:${seen.depositId}` })
    const { deposit } = await ana.wallet.until(read, ({ row }) => row.money === 'arriving')
    await ana.wallet.calls['local.confirm']({ blocks: seen.threshold })
    const come = await ana.wallet.until(read, ({ row }) => row.money === 'final')
    expect(come.row.id).toMatch(/^o:/)
    expect(come.deposit).toMatchObject({ hash: deposit?.hash, index: deposit?.index })
  })

  it('finds what moved by what was noted of it', async () => {
    const team = await newTeam(network, ['Ana', 'Ben'], 2, ['1'])
    const [ana] = team.members
    const owner = { account: ana.account, holder: team.holder }
    const list = (search: string) =>
      ana.wallet.calls['activity.list']({ ...owner, cursor: null, limit: 9, filter: { ...ALL_MOVEMENTS, search } })
    const [came] = (
      await ana.wallet.until(
        () => list(''),
        ({ rows }) => rows[0]?.money === 'final',
      )
    ).rows
    await ana.wallet.calls['labels.set']({
      account: ana.account,
      id: came?.id ?? '',
      label: '',
      note: 'from the bakery of Édith',
    })
    expect((await list('edith')).rows.map(({ id }) => id)).toEqual([came?.id])
    expect((await list('bakery')).rows.map(({ id }) => id)).toEqual([came?.id])
    expect((await list('butcher')).rows).toEqual([])
  })

  it('of five signs with three of them, in any order', async () => {
    const team = await newTeam(network, ['Ana', 'Ben', 'Cas', 'Dee', 'Eli'], 3, ['2'])
    const [ana, , cas, , eli] = team.members
    if (ana === undefined || cas === undefined || eli === undefined) throw new Error('five members')
    const id = await ask(ana, team, '1.2')
    await sees(eli, id)
    expect(await cosign(eli, id)).toMatchObject({ signedByMe: true, state: 'open' })
    await sees(cas, id, ({ signers }) => signers.length === 2)
    // Whoever has not read it while it was open never lists it.
    for (const each of team.members) await sees(each, id)
    await cosign(cas, id)
    for (const each of team.members) await sees(each, id, ({ state }) => state === 'final')
    await groupHas(ana, team.holder, parseAmount('0.8'))
  })
})

describe('a request for a group that was not added', () => {
  it('is shown, and can be signed only after adding the group', async () => {
    const [ana, ben] = [await newMember(network, 'Ana'), await newMember(network, 'Ben')]
    const { holder } = await ana.wallet.calls['groups.create']({
      ...{ account: ana.account, name: 'Pair', members: [ben.account], threshold: 2 },
    })
    await fundGroup(ana, holder, '1')
    await groupHas(ana, holder, parseAmount('1'))
    const id = await ask(ana, { members: [ana], holder }, '0.5')
    await sees(ana, id, ({ signers }) => signers.length === 1)
    const found = await ben.wallet.calls['approvals.open']({ account: ben.account, id })
    expect(found).toMatchObject({ groupAdded: false, group: { threshold: 2 } })
    expect(await ben.wallet.calls['approvals.review']({ account: ben.account, requestId: id })).toMatchObject({
      canSign: false,
    })
    await ben.wallet.calls['groups.create']({
      ...{ account: ben.account, name: 'Pair', members: found.group.members.map(({ userId }) => userId), threshold: 2 },
    })
    await groupHas(ben, holder, 0n)
    await ben.wallet.until(
      () => ben.wallet.calls['approvals.review']({ account: ben.account, requestId: id }),
      ({ canSign }) => canSign,
    )
    await cosign(ben, id)
    await sees(ana, id, ({ state }) => state === 'final')
  })
})

describe('a request whose coin is spent by another', () => {
  it('by the service’s word alone is not said to be impossible', async () => {
    const team = await newTeam(network, ['Ana', 'Ben'], 2, ['1'])
    const [ana, ben] = team.members
    const asked = await prepare(ana, team, '0.3')
    await ana.wallet.calls['payments.approve'](approving(ana.account, asked))
    await sees(ben, asked.paymentId)
    const lie = (output: { state: string }) =>
      output.state === 'signed' ? { ...output, state: 'spent', signed_by: 'ab'.repeat(32) } : output
    ben.line.faults.push(
      { path: /^\/safe\/outputs$/, act: (outputs: { state: string }[]) => outputs.map(lie), times: 1000 },
      { path: /^\/safe\/outputs\//, act: lie, times: 1000 },
    )
    await ben.wallet.calls['app.retry']({ account: ben.account })
    expect(await sees(ben, asked.paymentId, ({ state }) => state === 'dead')).toMatchObject({ provedDead: false })
    const { account } = ben
    const review = await ben.wallet.calls['approvals.review']({ account, requestId: asked.paymentId })
    expect(review.cannotSign).toMatch(/^The service says/)
    expect(review.log.at(-1)?.text).toMatch(/^The service said/)
    ben.line.faults.length = 0
  })

  it('says so, frees what it held, and can be made again', async () => {
    const team = await newTeam(network, ['Ana', 'Ben', 'Cas'], 2, ['1'])
    const [ana, ben, cas] = team.members
    const [fromAna, fromBen] = [await prepare(ana, team, '0.3'), await prepare(ben, team, '0.4', 'für uns')]
    await ana.wallet.calls['payments.approve'](approving(ana.account, fromAna))
    await sees(cas, fromAna.paymentId)
    // Ben's coin looks free to him: he asks at the same moment.
    ben.line.faults.push({
      path: /^\/safe\/outputs\/[^/]+$/,
      act: (output: object) => ({ ...output, state: 'unspent', signed_by: null }),
      times: Number.POSITIVE_INFINITY,
    })
    await ben.wallet.calls['payments.approve'](approving(ben.account, fromBen))
    await sees(ben, fromBen.paymentId)
    ben.line.faults.length = 0
    await cas.wallet.calls['approvals.open']({ account: cas.account, id: fromBen.paymentId })
    await cosign(cas, fromAna.paymentId)
    await sees(ana, fromAna.paymentId, ({ state }) => state === 'final')
    const dead = await sees(ben, fromBen.paymentId, ({ state }) => state === 'dead')
    expect(dead).toMatchObject({ spentBy: (await sees(ben, fromAna.paymentId)).hash, provedDead: true })
    // Also for a member who never signed it, and has no payment of it.
    await sees(cas, fromBen.paymentId, ({ state, provedDead }) => state === 'dead' && provedDead)
    const payment = await settled(ben.wallet, ben.account, fromBen.paymentId)
    expect(payment).toMatchObject({ state: 'failed', problem: { code: 'wallet.conflict' } })
    await groupHas(ben, team.holder, parseAmount('0.7'))
    const again = await ben.wallet.calls['approvals.again']({ account: ben.account, requestId: fromBen.paymentId })
    expect(again).toMatchObject({
      holder: team.holder,
      form: {
        assetId: BTC,
        rows: [{ to: shop.account, amount: '0.4' }],
        memo: 'für uns',
        memoForm: 'text',
        trace: null,
      },
    })
  })
})

describe('a coin of a group', () => {
  it('is said to be held by the request that would spend it, and by none that made it', async () => {
    const team = await newTeam(network, ['Ana', 'Ben'], 2, ['1'])
    const [ana, ben] = team.members
    const coinOf = async ({ wallet, account }: Member) => {
      const asked = { assetId: BTC, state: 'open', search: '', cursor: null, limit: 10 } as const
      const { rows } = await wallet.calls['coins.list']({ account, holder: team.holder, ...asked })
      return rows[0]
    }
    const made = await ask(ana, team, '0.1')
    await sees(ben, made)
    await cosign(ben, made)
    for (const member of team.members) await groupHas(member, team.holder, parseAmount('0.9'))
    for (const member of team.members) expect(await coinOf(member)).toMatchObject({ state: 'available', heldFor: null })
    const wanted = await ask(ana, team, '0.2')
    await sees(ben, wanted)
    const held = await ben.wallet.until(
      () => coinOf(ben),
      (coin) => coin?.state === 'signed',
    )
    expect(held?.heldFor).toMatchObject({ kind: 'request', id: wanted })
  })
})

describe('coins that another member put into a request since this one looked', () => {
  it('are left out of the next request, which takes others', async () => {
    const keychain = testKeychain()
    const team = await newTeam(network, ['Ana', 'Ben'], 2, ['1', '1', '1'], [{}, { keychain }])
    const [ana, { account, wallet }] = team.members
    await wallet.close()
    const late = await network.open({ dir: wallet.dir, keychain, syncMs: 3_600_000 })
    await groupHas({ ...team.members[1], wallet: late }, team.holder, parseAmount('3'))
    const first = await ask(ana, team, '0.1')
    await sees(ana, first, ({ signedByMe }) => signedByMe)
    const second = await ask({ ...team.members[1], wallet: late }, team, '0.2')
    await sees(ana, second)
    await cosign(ana, second)
    await late.until(
      async () => {
        await late.calls['app.retry']({ account })
        return late.calls['payments.read']({ account, paymentId: second })
      },
      ({ state }) => state === 'final',
    )
    expect(await sees(ana, first)).toMatchObject({ state: 'open' })
  })
})

describe('a request that this account has signed since its review', () => {
  it('is to be reviewed again, and is not called ended', async () => {
    const team = await newTeam(network, ['Ana', 'Ben', 'Cas'], 3, ['1'])
    const [ana, { account, wallet }] = team.members
    const requestId = await ask(ana, team, '0.1')
    await sees(team.members[1], requestId)
    const review = await wallet.calls['approvals.review']({ account, requestId })
    await wallet.calls['approvals.sign'](signing(account, review))
    await sees(team.members[1], requestId, ({ signedByMe }) => signedByMe)
    await expect(wallet.calls['approvals.sign'](signing(account, review))).rejects.toMatchObject(
      coded('wallet.review_changed'),
    )
  })
})
