import { randomUUID } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RequestId } from '#contract/domain'
import { failure } from '#contract/errors'
import { decodeTransaction, encodeTransaction, parseAmount, publicKeyFromSeed, signTransaction } from '#protocol'
import { bindMethods } from '../../src/main/binder.ts'
import { systemClock } from '../support/clock.ts'
import {
  asking,
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
import { freshBytes, freshSeed } from '../support/localnet.ts'
import {
  ALL_MOVEMENTS,
  approved,
  approving,
  BTC,
  coded,
  fund,
  pay,
  paying,
  settled,
  sharedNetwork,
  toUser,
} from '../support/wallet.ts'
import type { ScanCard } from '../support/worded.ts'

/*
 * What a co-signer, a stranger or the service can send to a member of a group: it may be refused, but it must neither be believed nor
 * stand in the way of everything else.
 */

const network = sharedNetwork()
let team: Team<[Member, Member]>
let ana: Member
let ben: Member
let shop: Member

beforeAll(async () => {
  team = await newTeam(network, ['Ana', 'Ben'], 2, Array<string>(13).fill('1'))
  ;[ana, ben] = team.members
  shop = await newMember(network, 'Shop')
})
beforeEach(() => {
  for (const { line } of [ana, ben]) line.faults.length = 0
})

const toShop = (amount: string, more: object = {}) =>
  paying(ana.account, BTC, [toUser(shop.account, amount)], {
    holder: team.holder,
    ...more,
  })

const ask = (amount = '0.2', more: object = {}): Promise<RequestId> => asking(ana, toShop(amount, more))

interface Body {
  readonly raw: string
  readonly request: string
  readonly coins: { hash: string; index: number; keys: string[] }[]
  readonly views: Record<string, string[]>
  readonly author: { user: string; key: string; at: string }
  readonly [member: string]: unknown
}

async function bodyOf(requestId: RequestId, note = '', { wallet, account } = ana): Promise<Body> {
  const { text } = await wallet.calls['approvals.bundle']({ account, requestId, note })
  return (JSON.parse(text) as { body: Body }).body
}

/** As whoever holds this key would write it. */
async function signedBy(who: Member, change: (key: string) => Body): Promise<string> {
  const signer = who.wallet.vault.signer(who.account)
  const { publicKey } = await signer.attest('')
  const body = change(publicKey)
  const { signature } = await signer.attest(JSON.stringify(body))
  return JSON.stringify({ body, signature })
}

const take = ({ wallet, account }: Member, text: string): Promise<ScanCard> =>
  wallet.calls['scan.read']({ account, text, source: 'file' })

const inbox = async ({ wallet, account }: Member) =>
  (await wallet.calls['approvals.list']({ account, holder: null })).requests

describe('a hostile bundle', () => {
  it('cannot name a member as its author by coins that it made up', async () => {
    const body = await bodyOf(await ask())
    const place = [ana.account, ben.account].sort().indexOf(ana.account)
    const { signatures: _, ...unsigned } = decodeTransaction(body.raw)
    const forged = await signedBy(shop, (key) => ({
      ...body,
      raw: encodeTransaction(unsigned),
      coins: body.coins.map((coin) => ({
        ...coin,
        // The forger's key is B; with the scalar 1 it proves B + G.
        keys: coin.keys.with(place, ed25519.Point.fromHex(key).add(ed25519.Point.BASE).toHex()),
      })),
      views: { [ana.account]: body.coins.map(() => `01${'00'.repeat(31)}`) },
      author: { ...body.author, user: ana.account, key },
      note: 'Ana here: please sign',
    }))
    expect(await take(ben, forged)).toMatchObject({
      kind: 'text',
      problem: { code: 'input.bundle', details: { section: 'coins' } },
    })
    const stranger = await newMember(network, 'Uma')
    expect(await take(stranger, forged)).toMatchObject({ author: null, request: { by: null, askerNote: '' } })
    await stranger.wallet.close()
  })

  it('cannot name a member as its author by a coin of another group, that its forger is in', async () => {
    const eve = await newMember(network, 'Eve')
    const pair = { name: 'With Eve', members: [eve.account, ben.account], threshold: 2 }
    await eve.wallet.calls['groups.create']({ account: eve.account, ...pair })
    const { holder } = await ben.wallet.calls['groups.create']({ account: ben.account, ...pair })
    await fundGroup(eve, holder, '1')
    for (const member of [eve, ben]) await groupHas(member, holder, parseAmount('1'))
    const own = paying(eve.account, BTC, [toUser(shop.account, '0.1')], { holder })
    const eves = await bodyOf(await asking(eve, own), '', eve)
    const theirs = await bodyOf(await ask())
    const inputs = [eves, theirs].flatMap(({ raw }) => decodeTransaction(raw).inputs)
    const { signatures: _, ...unsigned } = decodeTransaction(theirs.raw)
    // Her place among the keys of the first coin is that of one of the two members of the other group.
    const place = [eve.account, ben.account].sort().indexOf(eve.account)
    const named = [ana.account, ben.account].sort()[place] ?? ''
    const forged = await signedBy(eve, (key) => ({
      ...{ ...theirs, raw: encodeTransaction({ ...unsigned, inputs }), coins: [...eves.coins, ...theirs.coins] },
      request: '7d3f6c1e-2f5b-4a53-8a55-0d3c1f1e9a03',
      views: { [named]: [...(eves.views[eve.account] ?? []), ...theirs.coins.map(() => `01${'00'.repeat(31)}`)] },
      author: { ...theirs.author, user: named, key },
    }))
    expect(await take(ben, forged)).toMatchObject({
      ...{ kind: 'text', problem: { code: 'input.bundle', details: { section: 'coins' } } },
    })
    await eve.wallet.close()
  })

  it('has nobody signed by keys that it made up, and does not stand in the way of the true request', async () => {
    const uma = await newMember(network, 'Uma')
    const { wallet, account } = uma
    const pair = { name: 'Forged pair', members: [ana.account, account], threshold: 2 }
    const { holder } = await ana.wallet.calls['groups.create']({ account: ana.account, ...pair })
    await fundGroup(ana, holder, '1')
    await groupHas(ana, holder, parseAmount('1'))
    const requestId = await ask('0.17', { holder })
    const body = await bodyOf(requestId)
    const spendSeed = freshSeed()
    const base = ed25519.Point.fromHex(publicKeyFromSeed(spendSeed))
    const scalars = [1n, 2n]
    const keys = scalars.map((scalar) => base.add(ed25519.Point.BASE.multiply(scalar)).toHex())
    const { signatures: _, ...unsigned } = decodeTransaction(body.raw)
    const forgery = scalars.reduce((raw, scalar) => {
      const views = body.coins.map(() => `0${scalar}${'00'.repeat(31)}`)
      return signTransaction({ raw, spendSeed, inputs: body.coins.map(() => ({ keys })), views }).raw
    }, encodeTransaction(unsigned))
    const forged = await signedBy(shop, (key) => ({
      ...{ ...body, raw: forgery, coins: body.coins.map((coin) => ({ ...coin, keys })), views: {} },
      author: { user: shop.account, key, at: '1' },
    }))
    const card = await take(uma, forged)
    expect(card).toMatchObject({ kind: 'bundle', author: null, request: { requestId, signedByMe: false } })
    await wallet.calls['groups.create']({ account, ...pair })
    await wallet.until(
      () => wallet.calls['approvals.review']({ account, requestId }),
      ({ canSign }) => canSign,
    )
    const { signers } = await sees(uma, requestId)
    expect(signers.map(({ user }) => user.name)).toEqual(['Ana'])
    await cosign(uma, requestId)
    await sees(ana, requestId, ({ state }) => state === 'complete' || state === 'final')
    await wallet.close()
  })

  it('that names a request otherwise before it is heard of does not hide that the group has paid', async () => {
    ben.line.faults.push({ path: /^\/safe\/multisigs/, act: 'before', times: Number.POSITIVE_INFINITY })
    const requestId = await ask('0.0321')
    const body = await bodyOf(requestId)
    const named = await signedBy(ana, () => ({ ...body, request: randomUUID() }))
    expect(await take(ben, named)).toMatchObject({ kind: 'bundle', author: { name: 'Ana' } })
    ben.line.faults.length = 0
    await sees(ben, requestId)
    await cosign(ben, requestId)
    await sees(ben, requestId, ({ state }) => state === 'final')
    const { wallet, account } = ben
    const paid = await wallet.until(
      async () => {
        const of = { account, holder: team.holder, filter: ALL_MOVEMENTS, cursor: null, limit: 50 }
        const { rows } = await wallet.calls['activity.list'](of)
        return rows.filter(({ amount }) => amount === parseAmount('0.0321') * -1n)
      },
      (rows) => rows.length > 0,
    )
    expect(paid).toMatchObject([{ id: `r:${requestId}`, party: { kind: 'user' } }])
  })

  it('does not take away what the service gave to sign with', async () => {
    const requestId = await ask('0.19')
    await sees(ben, requestId, ({ signers }) => signers.length === 1)
    const { wallet, account } = ben
    const review = () => wallet.calls['approvals.review']({ account, requestId })
    expect(await review()).toMatchObject({ canSign: true })
    const body = await bodyOf(requestId)
    const poisoned = await signedBy(shop, (key) => ({
      ...{ ...body, author: { user: shop.account, key, at: '1' } },
      views: { [account]: body.coins.map(() => `01${'00'.repeat(31)}`) },
    }))
    expect(await take(ben, poisoned)).toMatchObject({ kind: 'bundle', author: null })
    ben.line.faults.push({ path: /^\/safe\/multisigs/, act: 'before', times: Number.POSITIVE_INFINITY })
    expect(await review()).toMatchObject({ offline: true, canSign: true })
  })

  it('leaves nothing behind but what a coin is', async () => {
    const body = await bodyOf(await ask())
    const poisoned = await signedBy(shop, (key) => ({
      ...body,
      request: '7d3f6c1e-2f5b-4a53-8a55-0d3c1f1e9a01',
      coins: body.coins.map((coin) => ({ ...coin, $bigint: 'x', stray: { $bigint: 'x' } })),
      views: {},
      author: { user: shop.account, key, at: '1' },
    }))
    expect(await take(ben, poisoned)).toMatchObject({ kind: 'bundle', author: null })
    const { wallet, account } = ben
    expect((await inbox(ben)).map(({ requestId }) => requestId)).toContain('7d3f6c1e-2f5b-4a53-8a55-0d3c1f1e9a01')
    await wallet.calls['app.retry']({ account })
    await wallet.calls['home.read']({ account, holder: null })
  })
})

describe('hostile bundles by the hundred', () => {
  it('that say as much as they may leave the list of requests to be read', async () => {
    const uma = await newMember(network, 'Uma')
    const { wallet, account } = uma
    const pair = { name: 'Many', members: [ana.account, account], threshold: 2 }
    await wallet.calls['groups.create']({ account, ...pair })
    const { holder } = await ana.wallet.calls['groups.create']({ account: ana.account, ...pair })
    await fundGroup(ana, holder, '1')
    for (const member of [ana, uma]) await groupHas(member, holder, parseAmount('1'))
    const requestId = await ask('0.18', { holder })
    await sees(uma, requestId)
    const body = await bodyOf(requestId)
    const long = '長'.repeat(4000)
    for (let made = 0; made < 360; made += 1) {
      const request = randomUUID()
      const text = await signedBy(ana, () => ({ ...body, request, note: long, refusal: long }))
      expect((await take(uma, text)).kind).toBe('bundle')
    }
    const logged: string[] = []
    const invoke = bindMethods(wallet.bare.calls, {
      ...{ clock: systemClock, random: freshBytes, log: (_level, event) => void logged.push(event) },
    })
    const reply = await invoke('approvals.list', { account, holder: null })
    expect(logged).toEqual([])
    // The same bytes under other names are no rivals of it.
    const listed = expect.arrayContaining([expect.objectContaining({ requestId, rivals: [] })])
    expect(reply).toMatchObject({ ok: true, value: { requests: listed } })
    await wallet.close()
  })
})

describe('an honest bundle', () => {
  it('carries the name of the group, and no note or label that its author kept private', async () => {
    const requestId = await ask()
    const { wallet, account } = ana
    await wallet.calls['approvals.note']({
      ...{ account, requestId, label: 'Secret label', note: 'I do not trust Ben', reviewBy: null },
    })
    expect((await inbox(ana)).find((each) => each.requestId === requestId)).toMatchObject({
      ...{ label: 'Secret label', note: 'I do not trust Ben' },
    })
    const { text } = await wallet.calls['approvals.bundle']({ account, requestId, note: 'For the rent' })
    expect(text).toContain('For the rent')
    expect(text).not.toMatch(/Secret label|I do not trust Ben/)
    expect(await take(ben, text)).toMatchObject({
      author: { name: 'Ana' },
      request: { group: { called: 'Treasury' } },
    })
    const exported = await wallet.calls['labels.export']({ account })
    expect(exported.text).toContain('I do not trust Ben')
  })

  it('of a request that was never met is reviewed offline without a false alarm, and signed after one connection', async () => {
    const nobody = { path: /^\/safe\/multisigs/, act: 'before' as const }
    ben.line.faults.push(nobody)
    const requestId = await ask('0.25')
    const { text } = await ana.wallet.calls['approvals.bundle']({
      ...{ account: ana.account, requestId, note: '' },
    })
    expect(await take(ben, text)).toMatchObject({ kind: 'bundle' })
    const { wallet, account } = ben
    const review = await wallet.calls['approvals.review']({ account, requestId })
    expect(review.rows.filter(({ agrees }) => !agrees)).toEqual([])
    expect(review).toMatchObject({ offline: true, verdict: 'attention', canSign: false, left: null })
    expect(review.cannotSign).toMatch(/Connect once/)
    expect(review.checks.map(({ id }) => id)).toEqual(expect.arrayContaining(['record', 'change']))
    ben.line.faults.length = 0
    await cosign(ben, requestId)
    await sees(ana, requestId, ({ state }) => state === 'final')
  })

  it('of another amount than its bytes move is a false one, also offline', async () => {
    ben.line.faults.push({ path: /^\/safe\/multisigs/, act: 'before' })
    const requestId = await ask('0.3')
    const body = await bodyOf(requestId)
    const text = await signedBy(ana, () => ({ ...body, asked: { ...(body['asked'] as object), amount: '0.1' } }))
    expect(await take(ben, text)).toMatchObject({ kind: 'bundle' })
    const { wallet, account } = ben
    const review = await wallet.calls['approvals.review']({ account, requestId })
    expect(review.rows.filter(({ agrees }) => !agrees).map(({ field }) => field)).toEqual(['Amount'])
  })
})

describe('a hostile answer', () => {
  it('to one request does not hide another', async () => {
    ben.line.faults.push({
      path: /^\/safe\/multisigs\/[0-9a-f-]+$/,
      act: (record: { amount: string }) => (Number(record.amount) === 0.11 ? { ...record, amount: 'much' } : record),
    })
    const first = await ask('0.11')
    const second = await ask('0.12')
    await sees(ben, second)
    expect((await inbox(ben)).some(({ requestId }) => requestId === first)).toBe(false)
  })

  it('that names a group which cannot be is refused, and the list stays readable', async () => {
    const uma = await newMember(network, 'Uma')
    const members = [ana.account, uma.account]
    const asker = ana
    const pair = await asker.wallet.calls['groups.create']({
      ...{ account: asker.account, name: 'Pair', members, threshold: 2 },
    })
    await fundGroup(asker, pair.holder, '1')
    await groupHas(asker, pair.holder, parseAmount('1'))
    const requestId = await ask('0.13', { holder: pair.holder })
    uma.line.faults.push({
      path: /^\/safe\/multisigs\//,
      act: (record: object) => ({ ...record, senders_threshold: 100 }),
    })
    const { wallet, account } = uma
    await expect(wallet.calls['approvals.open']({ account, id: requestId })).rejects.toThrow(coded('remote.malformed'))
    expect(await inbox(uma)).toEqual([])
    await wallet.close()
  })

  it('that names nobody for the change of what is final is followed by another question', async () => {
    const requestId = await ask('0.15')
    await sees(ben, requestId)
    ana.line.faults.push({ path: /^\/safe\/multisigs\//, act: (record: object) => ({ ...record, receivers: [] }) })
    await cosign(ben, requestId)
    await sees(ana, requestId, ({ state, amount }) => state === 'final' && amount > parseAmount('0.15'))
    ana.line.faults.length = 0
    const { party } = await sees(ana, requestId, ({ amount }) => amount === parseAmount('0.15'))
    expect(party).toMatchObject({ kind: 'user', user: { userId: shop.account } })
  })

  it('to a new request is not filed as made here before it was compared', async () => {
    const { wallet, account, line } = ana
    const held = async () => (await wallet.calls['balances.read']({ account, holder: team.holder, assetId: BTC })).held
    const before = await held()
    const unlocked = line.passed.filter((path) => /^POST .*\/unlock$/.test(path)).length
    const others = (await inbox(ana)).map(({ requestId }) => requestId)
    line.faults.push({
      path: /^\/safe\/multisigs$/,
      act: (records: { raw_transaction: string }[]) =>
        records.map((record) => ({
          ...record,
          raw_transaction: record.raw_transaction.replace(/0000$/, '0100000000'),
        })),
    })
    await expect(wallet.calls['payments.prepare'](toShop('0.14'))).rejects.toThrow(coded('wallet.record_differs'))
    line.faults.length = 0
    const fresh = (await inbox(ana)).filter(({ requestId }) => !others.includes(requestId))
    expect(fresh.filter(({ source, state }) => source === 'made' && state === 'open')).toEqual([])
    // What nobody stands behind is given up, so that it does not wait for others either.
    await wallet.until(
      async () => line.passed.filter((path) => /^POST .*\/unlock$/.test(path)).length,
      (count) => count === unlocked + 1,
    )
    await wallet.until(held, (now) => now <= before)
  })
})

describe('a request that was given up after it was signed', () => {
  const coinsOfTeam = async () => {
    const { wallet, account } = ana
    const { rows } = await wallet.calls['coins.list']({
      ...{ account, holder: team.holder, assetId: BTC, state: 'available', search: '', cursor: null, limit: 100 },
    })
    return rows
  }

  it('is spent first by the next payment; one that does not is paid only by somebody who has read why', async () => {
    const { wallet, account } = ana
    const [tied, other] = await coinsOfTeam()
    if (tied === undefined || other === undefined) throw new Error('the team has coins')
    const requestId = await ask('0.5', { coins: [tied.outputId] })
    await wallet.calls['approvals.unlock']({ account, requestId, passphrase: null })
    await wallet.until(
      () => wallet.calls['payments.read']({ account, paymentId: requestId }),
      ({ state }) => state === 'failed',
    )
    const loose = await wallet.calls['payments.prepare'](toShop('0.5', { coins: [other.outputId] }))
    const warned = loose.checks.find(({ id }) => id === `outstanding:${requestId}`)
    expect(warned).toMatchObject({ result: 'attention', text: expect.stringMatching(/0\.5 BTC/) })
    await expect(wallet.calls['payments.approve']({ ...approving(account, loose), accepted: [] })).rejects.toThrow(
      coded('wallet.review_changed', { warning: 'new' }),
    )
    await wallet.calls['payments.cancel']({ account, paymentId: loose.paymentId })

    const next = await wallet.calls['payments.prepare'](toShop('0.5'))
    expect(next.transactions[0]?.inputs.map(({ outputId }) => outputId)).toEqual([tied.outputId])
    expect(next.checks.find(({ id }) => id === `outstanding:${requestId}`)).toMatchObject({ result: 'ok' })
    await wallet.calls['payments.approve'](approving(account, next))
    await sees(ben, next.paymentId)
    await cosign(ben, next.paymentId)
    await sees(ana, next.paymentId, ({ state }) => state === 'final')
    await settled(wallet, account, next.paymentId)
    const later = await wallet.calls['payments.prepare'](toShop('0.1'))
    expect(later.checks.some(({ id }) => id.startsWith('outstanding:'))).toBe(false)
    await wallet.calls['payments.cancel']({ account, paymentId: later.paymentId })
  })
})

describe('a request that other members complete after it was given up', () => {
  const act = (change: (output: { output_id: string }) => object) => [
    { path: /^\/safe\/outputs$/, act: (outputs: { output_id: string }[]) => outputs.map(change) },
    { path: /^\/safe\/outputs\//, act: change },
  ]

  it('is final, not failed: the signature was out', async () => {
    const { wallet, account, line } = ana
    const review = await wallet.calls['payments.prepare'](toShop('0.31'))
    await wallet.calls['payments.approve'](approving(account, review))
    const { paymentId } = review
    await sees(ana, paymentId, ({ signedByMe }) => signedByMe)
    await wallet.calls['approvals.unlock']({ account, requestId: paymentId, passphrase: null })
    const given = await settled(wallet, account, paymentId)
    expect(given).toMatchObject({ state: 'failed', problem: { code: 'wallet.request_revoked' } })
    const inputs = review.transactions.flatMap((each) => each.inputs.map(({ outputId }) => String(outputId)))
    const hash = given.hashes[0]
    line.faults.push(
      ...act((output) => (inputs.includes(output.output_id) ? { ...output, state: 'spent', signed_by: hash } : output)),
    )
    await wallet.calls['app.retry']({ account })
    expect(await wallet.calls['payments.read']({ account, paymentId })).toMatchObject({
      ...{ state: 'final', money: 'final', problem: null },
    })
    expect(await sees(ana, paymentId)).toMatchObject({ state: 'final', tab: 'done' })
  })

  it('is final where the service says both in one answer', async () => {
    const { wallet, line } = ana
    line.faults.push({
      path: /^\/safe\/multisigs\/[0-9a-f-]+$/,
      act: (record: object) => ({ ...record, state: 'spent', revoked_by: ben.account }),
    })
    expect(await pay(wallet, toShop('0.32'))).toMatchObject({ state: 'final' })
  })
})

describe('a request of another member', () => {
  it('that spends a frozen coin says so, and is signed only by somebody who has read it', async () => {
    const { wallet, account } = ben
    const { holder } = team
    const requestId = await ask('0.33')
    await sees(ben, requestId)
    const before = await wallet.calls['approvals.review']({ account, requestId })
    const outputs = before.transaction.inputs.map(({ outputId }) => outputId)
    await wallet.calls['coins.freeze']({ account, holder, outputs, reason: 'kept' })
    const review = await wallet.calls['approvals.review']({ account, requestId })
    expect(review.checks.find(({ id }) => id.startsWith('frozen:'))).toMatchObject({ result: 'attention' })
    await expect(wallet.calls['approvals.sign']({ ...signing(account, review), accepted: [] })).rejects.toThrow(
      coded('wallet.review_changed', { warning: 'new' }),
    )
    await wallet.calls['coins.unfreeze']({ account, holder, outputs })
  })

  it('that spends a coin which a payment of ours holds is not signed without giving that up', async () => {
    const { wallet, account } = ben
    const { holder } = team
    await fundGroup(ana, holder, '0.77')
    const [coin] = await Promise.all(
      [ana, ben].map(async ({ wallet: each, account: whose }) => {
        const { rows } = await each.until(
          () =>
            each.calls['coins.list']({
              ...{ account: whose, holder, assetId: BTC, state: 'available', search: '', cursor: null, limit: 100 },
            }),
          (page) => page.rows.some(({ amount }) => amount === parseAmount('0.77')),
        )
        return rows.find(({ amount }) => amount === parseAmount('0.77'))
      }),
    )
    if (coin === undefined) throw new Error('the team has the coin')
    const coins = [coin.outputId]
    const own = await wallet.calls['payments.prepare']({ ...toShop('0.36', { coins }), account })
    const requestId = await ask('0.35', { coins })
    await sees(ben, requestId)
    const review = await wallet.calls['approvals.review']({ account, requestId })
    expect(review.checks.find(({ id }) => id === `held:${own.paymentId}`)).toMatchObject({
      result: 'attention',
      text: expect.stringContaining('“Send 0.36 BTC to Shop”'),
    })
    const before = ben.signed()
    const unticked = { ...signing(account, review), accepted: [] }
    await expect(wallet.calls['approvals.sign'](unticked)).rejects.toThrow(coded('wallet.review_changed'))
    // Who agreed to give up another one, or this one before it was signed, did not agree to this.
    const agreed = signing(account, review)
    for (const otherwise of ['held', `held:${requestId}`, `held:${own.paymentId}:signed`]) {
      const accepted = agreed.accepted.map((id) => (id === `held:${own.paymentId}` ? otherwise : id))
      await expect(wallet.calls['approvals.sign']({ ...agreed, accepted })).rejects.toThrow(
        coded('wallet.review_changed', { warning: 'new' }),
      )
    }
    expect(ben.signed()).toBe(before)
    await wallet.calls['payments.cancel']({ account, paymentId: own.paymentId })
  })

  it('that spends a coin of another group of the same people is not taken', async () => {
    const [asker, reader] = [ana, ben]
    const other = { name: 'Each alone', members: [asker.account, reader.account], threshold: 1 }
    await asker.wallet.calls['groups.create']({ account: asker.account, ...other })
    const { holder } = await reader.wallet.calls['groups.create']({ account: reader.account, ...other })
    await fundGroup(asker, holder, '1')
    for (const member of [asker, reader]) await groupHas(member, holder, parseAmount('1'))
    const { paymentId } = await asker.wallet.calls['payments.prepare'](toShop('0.37', { holder }))
    const body = await bodyOf(paymentId)
    const mixed = await signedBy(asker, () => ({
      ...{ ...body, threshold: 2 },
      request: '7d3f6c1e-2f5b-4a53-8a55-0d3c1f1e9a02',
    }))
    // The coin is known here, and it is not theirs: nothing of the bundle is kept.
    expect(await take(reader, mixed)).toMatchObject({ kind: 'text' })
    expect((await inbox(reader)).map(({ requestId }) => requestId)).not.toContain(
      '7d3f6c1e-2f5b-4a53-8a55-0d3c1f1e9a02',
    )
  })

  it('under the id of one’s own payment signs nothing in its name', async () => {
    const { wallet, account, line, signed } = ben
    await fund(wallet, account, BTC, '1')
    const id = randomUUID() as RequestId
    line.faults.push({
      path: /^\/safe\/multisigs\//,
      // Others that could not be read before are asked for too.
      act: (record: { amount: string }) => (Number(record.amount) === 0.16 ? { ...record, request_id: id } : record),
    })
    await ask('0.16')
    await sees(ben, id)
    const own = await wallet.calls['payments.prepare'](
      paying(account, BTC, [{ payee: { kind: 'user', userId: shop.account }, amount: '1' }], { requestId: id }),
    )
    line.faults.splice(0, 1, { path: /^\/safe\/multisigs/, act: 'before' })
    const review = await wallet.calls['approvals.review']({ account, requestId: id })
    expect(review).toMatchObject({ cannotSign: null, canSign: true, request: { amount: parseAmount('0.16') } })
    const before = signed()
    await expect(wallet.calls['approvals.signOffline'](signing(account, review))).rejects.toThrow(
      coded('wallet.payment_state'),
    )
    expect(signed()).toBe(before)
    expect(await wallet.calls['payments.read']({ account, paymentId: id })).toMatchObject({ state: 'verified' })
    line.faults.length = 0
    expect((await approved(wallet, account, own)).state).toBe('final')
  })

  it('that could not be signed holds no coins, and nothing here gives it up for the others', async () => {
    let failing = true
    const uma = await newMember(network, 'Uma', {
      wrapVault: (vault) => ({
        ...vault,
        signer: (id) => {
          const signer = vault.signer(id)
          const sign: typeof signer.sign = async (request) => {
            if (failing) throw failure('vault.locked', 'locked meanwhile')
            return signer.sign(request)
          }
          return { ...signer, sign }
        },
      }),
    })
    const asker = ana
    const pair = { name: 'Other pair', members: [asker.account, uma.account], threshold: 2 }
    await asker.wallet.calls['groups.create']({ account: asker.account, ...pair })
    const { holder } = await uma.wallet.calls['groups.create']({ account: uma.account, ...pair })
    await fundGroup(asker, holder, '1')
    for (const member of [asker, uma]) await groupHas(member, holder, parseAmount('1'))
    const requestId = await ask('0.34', { holder })
    await sees(uma, requestId, ({ signers }) => signers.length === 1)
    await expect(cosign(uma, requestId)).rejects.toThrow(coded('vault.locked'))
    const { wallet, account } = uma
    expect(await wallet.calls['payments.open']({ account, holder })).toEqual([])
    expect(await sees(uma, requestId)).toMatchObject({ state: 'open', tab: 'needs_you' })
    failing = false
    await cosign(uma, requestId)
    await sees(asker, requestId, ({ state }) => state === 'complete' || state === 'final')
    await wallet.close()
  })
})

describe('an account whose change did not come back', () => {
  it('signs for its groups neither online nor offline', async () => {
    const { wallet, account, line } = ben
    await fund(wallet, account, BTC, '1')
    line.faults.push({
      path: /^\/safe\/outputs$/,
      act: (outputs: { amount: string; keys: string[] }[]) =>
        outputs.map((output) => (Number(output.amount) === 0.93 ? { ...output, mask: output.keys[0] } : output)),
    })
    await pay(wallet, paying(account, BTC, [toUser(shop.account, '0.07')]))
    await wallet.until(
      () => wallet.calls['home.read']({ account, holder: null }),
      ({ attention }) => attention.some(({ kind }) => kind === 'frozen'),
    )
    const requestId = await ask('0.15')
    await sees(ben, requestId)
    const review = await wallet.calls['approvals.review']({ account, requestId })
    const before = ben.signed()
    for (const how of ['approvals.sign', 'approvals.signOffline'] as const) {
      await expect(wallet.calls[how](signing(account, review))).rejects.toThrow(coded('wallet.sending_frozen'))
    }
    expect(ben.signed()).toBe(before)
  })
})
