import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Hash, MultisigRecord, Output } from '#contract/domain'
import { failure } from '#contract/errors'
import { decodeTransaction, ghostKeyHints } from '#protocol'
import type { AccountStore } from '#store'
import { ACCOUNT, aPayment, aPlan, hashOf, request, time, user } from '../support/store.ts'
import { BTC, coded } from '../support/wallet.ts'
import {
  approvalsOver,
  bitcoin,
  coinNamed,
  group,
  hashIn,
  idOf,
  openGroup,
  rawOf,
  readOf,
  recordOf,
  signedBy,
  viewsOf,
} from './group-records.ts'

/* What this account signs for its group, what it gives up for it, and that nothing is signed or kept once something else has changed. */

const coins = [coinNamed('one'), coinNamed('another')]
const [one, another] = coins as [(typeof coins)[number], (typeof coins)[number]]
const raw = rawOf(coins)
const hash = hashIn(raw)
const id = request('asked')
const byAna = signedBy(raw, coins, 'ana')

let store: AccountStore
let parts: ReturnType<typeof approvalsOver>
/** What the service has of the request, and of each coin. */
let said: Partial<MultisigRecord>
let coinAt: Map<string, Partial<Output>>
let away: boolean

const record = () => recordOf('asked', byAna, { signers: [user('ana')], views: viewsOf('me', coins), ...said })
const answers: Parameters<typeof approvalsOver>[1] = {
  'multisigs.read': () => {
    if (away) throw failure('remote.unreachable', 'no line')
    return record()
  },
  'outputs.read': ({ params }) => {
    const coin = coins.find((each) => idOf(each) === params.id) ?? one
    return readOf(coin, coinAt.get(coin.hash))
  },
}
const over = (more: typeof answers = {}) => {
  parts = approvalsOver(store, { ...answers, ...more })
  parts.requestStore.keep(record(), { source: 'found' })
}

beforeEach(() => {
  ;[said, coinAt, away] = [{}, new Map(), false]
  store = openGroup()
  store.cache.outputs.applyPage({ holder: group, outputs: coins.map((each) => readOf(each)), cursor: 1 })
  over()
})
afterEach(() => store.close())

const review = () => parts.cosign.look(id)
const idsOf = async (result: string) =>
  (await review()).checks.filter((each) => each.result === result).map((each) => each.id)

/** What somebody agrees to who reads the review now, ticking all that it asks for. */
async function agreed(way: 'sign' | 'signOffline' = 'sign', change: object = {}) {
  const { digest, checks } = await review()
  const accepted = checks.filter(({ result }) => result === 'attention').map((each) => each.id)
  return parts.cosign[way]({ account: ACCOUNT, requestId: id, passphrase: null, digest, accepted, ...change })
}
const sign = async (way?: 'sign' | 'signOffline') => (await agreed(way)).act()
const own = () => parts.requestStore.get(id)
const paymentOf = (name: string) => store.intents.payments.get(request(name))

interface Keyed {
  readonly index: number
  readonly hint: string
}
/** What keys are asked for, by whichever rule. */
const keyedIn = (body: unknown): Keyed[] =>
  Array.isArray(body) ? (body as Keyed[]) : (body as { readonly keys: Keyed[] }).keys
const intent = {
  assetId: BTC,
  rows: [],
  memoHex: '',
  references: [],
  fee: null,
  coins: null,
  label: '',
  returnTo: null,
  draftId: null,
}

/** Signed by nobody, nothing on its way, no coin held. */
function expectNothing(): void {
  expect(parts.done.filter((each) => each.startsWith('submit'))).toEqual([])
  expect(own().raw).toBe(byAna)
  expect(store.intents.payments.holds().filter(({ paymentId }) => paymentId === id)).toEqual([])
  expect(paymentOf('asked')?.signedAt ?? null).toBeNull()
}

/** A payment of the group's that holds a coin of the request. */
function holding(
  name: string,
  coin: (typeof coins)[number],
  upTo: 'reserved' | 'signed',
  kind: 'transfer' | 'multisig' = 'multisig',
) {
  const { payments } = store.intents
  const at = request(name)
  const transactions = aPayment(name).transactions.map((each) => ({ ...each, assetId: BTC, kernelAssetId: bitcoin }))
  payments.create(aPayment(name, { holder: group.id, kind, assetId: BTC, transactions, detail: intent }))
  payments.reserve(at, [aPlan(name, [readOf(coin)])])
  if (upTo === 'reserved') return
  const bytes = rawOf([coin], Buffer.from(name).toString('hex'))
  payments.storeRaw(at, [{ requestId: at, raw: bytes, hash: hashIn(bytes) }])
  payments.markVerified(at, [{ requestId: at, record: null }])
  payments.approve(at, hashOf('digest'))
  payments.storeSigned(at, [{ requestId: at, raw: signedBy(bytes, [coin], 'me') }])
  parts.requestStore.keep(recordOf(name, bytes, { signers: [ACCOUNT], user_id: ACCOUNT }), { source: 'made' })
}

describe('a request that is signed', () => {
  it('is in the journal with what was signed, and handed over as fresh', async () => {
    expect(await sign()).toMatchObject({ signedByMe: true, paymentId: id })
    expect(parts.done).toEqual(['sign', 'submit true'])
    const payment = paymentOf('asked')
    expect(payment).toMatchObject({ state: 'signed', kind: 'multisig', holder: group.id })
    expect(payment?.transactions).toMatchObject([{ hash, signedRaw: expect.any(String) }])
    expect(own().raw).toBe(signedBy(raw, coins, 'ana', 'me'))
    expect(own().detail.signers.map(({ userId }) => userId)).toContain(ACCOUNT)
    expect(new Set(store.intents.payments.holds().map(({ outputId }) => outputId))).toEqual(new Set(coins.map(idOf)))
    // It is not held by itself.
    expect((await idsOf('attention')).filter((each) => each.startsWith('held'))).toEqual([])
  })

  it('is worth what leaves by it, and shown as it is when that is asked for', async () => {
    const wish = await agreed()
    expect(wish.worth?.('USD') ?? null).toBeNull()
    said = { revoked_by: user('ana') }
    await expect(typeof wish.shown === 'function' ? wish.shown() : undefined).rejects.toThrow(
      coded('wallet.request_ended'),
    )
  })

  it('needs the service, but where its owner wants to sign without', async () => {
    away = true
    expect(await review()).toMatchObject({ offline: true, canUnlock: false })
    await expect(sign()).rejects.toThrow(coded('remote.unreachable'))
    expectNothing()
    coinAt.set(one.hash, { state: 'signed', signed_by: hashOf('another') })
    expect(await sign('signOffline')).toMatchObject({ signedByMe: true })
  })

  it('is refused with what the service refuses it with, where that is not that it is out of reach', async () => {
    over({
      'multisigs.read': () => {
        throw failure('remote.malformed', 'no record')
      },
    })
    await expect(review()).rejects.toThrow(coded('remote.malformed'))
  })

  it.each<[string, () => unknown, Parameters<typeof coded>]>([
    ['of a group that was not added', () => store.intents.groups.remove(group.id), ['wallet.group_unknown']],
    [
      'that was given up',
      () => {
        said = { revoked_by: user('ana') }
      },
      ['wallet.request_ended', { state: 'revoked' }],
    ],
    [
      'of which nothing of this account is missing',
      () => {
        said = { raw_transaction: signedBy(raw, coins, 'ana', 'me') }
      },
      ['wallet.review_changed'],
    ],
    [
      'that its record says otherwise',
      () => {
        said = { extra: '01' }
      },
      ['wallet.request_differs', { fields: expect.arrayContaining([expect.any(String)]) }],
    ],
  ])('is none %s', async (_, change, error) => {
    change()
    await expect(sign()).rejects.toThrow(coded(...error))
    expect(parts.done).not.toContain('sign')
  })

  it('is none of which another thing was agreed to, or not all', async () => {
    for (const change of [{ digest: hashOf('another') }, { accepted: [] }])
      await expect((await agreed('sign', change)).act()).rejects.toThrow(coded('wallet.review_changed'))
    expectNothing()
  })

  it('is stopped by the rules of its owner as rules, asked about what leaves, and by anything beside them as that', async () => {
    const stop = { id: 'rule:day', result: 'stop', text: { code: 'check.approvals.ours', values: {} } } as const
    parts.faults.checks = () => [stop]
    await expect(sign()).rejects.toThrow(coded('wallet.rules_stop'))
    expect(parts.asked.at(-1)).toMatchObject({
      ...{ id, holder: group.id, digest: (await review()).digest },
      spends: [{ assetId: BTC, amount: 300_000_000n, payee: { kind: 'user', userId: user('shop') }, charge: false }],
    })
    said = { extra: '01' }
    await expect(sign()).rejects.toThrow(coded('wallet.request_differs'))
    parts.asked.length = 0
    said = { revoked_by: user('ana') }
    await review()
    expect(parts.asked).toEqual([])
    expectNothing()
  })

  it('is none while another transaction has a coin of it, and says whose', async () => {
    coinAt.set(another.hash, { state: 'signed', signed_by: hashOf('taker') })
    await expect(sign()).rejects.toThrow(coded('wallet.coin_taken', { by: '', requestId: '' }))
    const taker = rawOf([another], '07')
    coinAt.set(another.hash, { state: 'signed', signed_by: hashIn(taker) })
    parts.requestStore.keep(recordOf('taker', taker), { source: 'found' })
    await expect(sign()).rejects.toThrow(coded('wallet.coin_taken', { requestId: request('taker') }))
    expectNothing()
    // That it is signed for by these very bytes is no obstacle.
    coinAt.set(another.hash, { state: 'signed', signed_by: hash })
    expect(await sign()).toMatchObject({ signedByMe: true })
  })
})

describe('what is given up for a request', () => {
  it('is each payment of this account that has a coin of it, named before', async () => {
    holding('unsigned', one, 'reserved')
    holding('signed', another, 'signed')
    holding('elsewhere', coinNamed('free'), 'reserved')
    const unlocked: string[] = []
    over({
      'multisigs.unlock': ({ params }) => {
        expect(paymentOf('unsigned')?.state).toBe('reserved')
        unlocked.push(params.id)
        return recordOf('signed', rawOf([another], Buffer.from('signed').toString('hex')), { revoked_by: ACCOUNT })
      },
    })
    expect(await idsOf('attention')).toEqual(
      expect.arrayContaining([`held:${request('unsigned')}`, `held:${request('signed')}:signed`]),
    )
    coinAt.set(another.hash, { state: 'signed', signed_by: paymentOf('signed')?.transactions[0]?.hash ?? null })
    await sign()
    expect(unlocked).toEqual([request('signed')])
    expect(['unsigned', 'signed', 'elsewhere'].map((name) => paymentOf(name)?.state)).toEqual([
      'cancelled',
      'failed',
      'reserved',
    ])
    expect(paymentOf('signed')?.problem?.code).toBe('wallet.request_revoked')
    expect(paymentOf('asked')?.state).toBe('signed')
  })

  it('stays, all of it, where the service will not give up what was signed', async () => {
    holding('unsigned', one, 'reserved')
    holding('signed', another, 'signed')
    over({
      'multisigs.unlock': () => {
        throw failure('remote.forbidden', 'too late')
      },
    })
    coinAt.set(another.hash, { state: 'signed', signed_by: paymentOf('signed')?.transactions[0]?.hash ?? null })
    await expect(sign()).rejects.toThrow(coded('remote.forbidden'))
    expect(['unsigned', 'signed'].map((name) => paymentOf(name)?.state)).toEqual(['reserved', 'signed'])
    expectNothing()
  })

  it.each([1, 2])('stays where rules forbid it in between: %s', async (time) => {
    holding('unsigned', one, 'reserved')
    let asked = 0
    parts.faults.rules = () => {
      asked += 1
      if (asked === time) throw failure('wallet.rules_stop', 'another has counted meanwhile')
    }
    await expect(sign()).rejects.toThrow(coded('wallet.rules_stop'))
    expect(paymentOf('unsigned')?.state).toBe(time === 1 ? 'reserved' : 'cancelled')
    expect(parts.done).not.toContain('sign')
    expectNothing()
  })
})

describe('a request that changes while it is signed', () => {
  it.each<[string, () => unknown]>([
    ['a coin of it frozen', () => store.intents.freezes.set(idOf(one), 'mine')],
    [
      'all sending stopped',
      () => {
        parts.faults.frozen = () => undefined
      },
    ],
    [
      'given up',
      () => {
        parts.requestStore.keep({ ...record(), revoked_by: user('ana') }, { source: 'found' })
      },
    ],
    [
      'recorded for somebody else',
      () =>
        parts.requestStore.keep(
          {
            ...record(),
            receivers: record().receivers.map((each) => ({
              ...each,
              members: each.members.length === 1 ? [user('ben')] : each.members,
            })),
          },
          { source: 'found' },
        ),
    ],
  ])('is neither kept nor sent: %s', async (_, change) => {
    parts.faults.sign = change
    await expect(sign()).rejects.toThrow(/./)
    expect(parts.done).toEqual(expect.arrayContaining(['sign']))
    expectNothing()
  })

  it('is not signed where a coin of it is found to be another than it was', async () => {
    let asked = 0
    parts.faults.ready = () => {
      asked += 1
      if (asked === 2)
        store.cache.outputs.applyReconciled(group, [readOf(one, { mask: another.mask }), readOf(another)])
    }
    await expect(sign()).rejects.toThrow(coded('wallet.review_changed'))
    expect(parts.done).not.toContain('sign')
    // Nothing is written down for it either.
    expect(paymentOf('asked')).toBeUndefined()
    expectNothing()
  })

  it.each([1, 2, 3])('is not signed where that happens before: at question %s of the rules', async (time) => {
    let asked = 0
    parts.faults.rules = () => {
      asked += 1
      if (asked === time) store.intents.freezes.set(idOf(one), 'mine')
    }
    await expect(sign()).rejects.toThrow(coded('wallet.review_changed'))
    if (time < 3) expect(parts.done).not.toContain('sign')
    expectNothing()
  })

  it('is not signed where rules forbid it at last, and holds nothing', async () => {
    let asked = 0
    parts.faults.rules = () => {
      asked += 1
      if (asked === 3) throw failure('wallet.rules_stop', 'too much')
    }
    await expect(sign()).rejects.toThrow(coded('wallet.rules_stop'))
    expect(parts.done).not.toContain('sign')
    expectNothing()
  })

  it('may lose a coin that was frozen before, which its owner has read', async () => {
    store.intents.freezes.set(idOf(one), 'mine')
    expect(await idsOf('attention')).toEqual(expect.arrayContaining([expect.stringMatching(/^frozen/)]))
    expect(await sign()).toMatchObject({ signedByMe: true })
  })
})

describe('the keys and coins of a request', () => {
  it('are proved by what the service gives this account, or what it gave before, and stop it where they are not its own', async () => {
    expect(await idsOf('ok')).toContain('ours')
    said = { views: [] }
    expect(await idsOf('ok')).toContain('ours')
    away = true
    expect(await idsOf('ok')).toContain('ours')
    ;[away, said] = [false, { views: viewsOf('me', [one, one]) }]
    expect((await review()).checks).toContainEqual(expect.objectContaining({ id: 'ours', result: 'stop' }))
    await expect(sign()).rejects.toThrow(coded('wallet.request_differs', { fields: expect.arrayContaining(['ours']) }))
    expectNothing()
  })

  it.each<[string, () => Error, string]>([
    [
      'which of its coins is none',
      () => failure('vault.key_mismatch', 'no', { details: { input: 1 } }),
      'check.approvals.coin-not-ours',
    ],
    ['that some are none', () => new TypeError('no'), 'check.approvals.some-coin-not-ours'],
  ])('say %s', async (_, error, code) => {
    parts.faults.prove = () => {
      throw error()
    }
    const found = (await review()).checks.find((each) => each.id === 'ours')
    expect(found).toMatchObject({ result: 'stop', text: { code } })
    if (code.includes('some')) return
    expect(found).toMatchObject({ text: { values: { coin: 2 } } })
  })

  it('are not proved where one was not read, or where nobody gave what proves them', async () => {
    said = { views: [] }
    store.intents.requests.remove([id])
    over()
    expect(await review()).toMatchObject({ canSign: false, cannotSign: { code: 'check.why.no-views' } })
    expect((await review()).checks.some((each) => each.id === 'ours')).toBe(false)
    store.close()
    said = {}
    store = openGroup()
    store.cache.outputs.applyPage({ holder: group, outputs: [readOf(one)], cursor: 1 })
    over()
    expect((await review()).checks.some((each) => each.id === 'ours')).toBe(false)
    expect(await idsOf('stop')).toContain('coins')
  })

  it('are beside what was signed before and given up, which can still be paid', async () => {
    store.cache.outputs.applyPage({ holder: group, outputs: [readOf(coinNamed('free'))], cursor: 2 })
    holding('old', coinNamed('free'), 'signed')
    store.intents.payments.revoke(request('old'), { code: 'wallet.request_revoked', details: {} })
    expect(await idsOf('attention')).toContain(`outstanding:${request('old')}`)
  })

  it('of an asset that nobody has named are signed for by nobody, and nothing is given up', async () => {
    const unknown = hashOf('unknown') as Hash
    store.close()
    store = openGroup()
    const named = { asset: unknown, kernel_asset_id: unknown, asset_id: null as never }
    store.cache.outputs.applyPage({ holder: group, outputs: [readOf(one, named)], cursor: 1 })
    over()
    holding('unsigned', one, 'reserved')
    const bytes = rawOf([one], '', 'paid', unknown)
    said = {
      ...{ raw_transaction: signedBy(bytes, [one], 'ana'), transaction_hash: hashIn(bytes), asset_id: null },
      ...{ kernel_asset_id: unknown, asset: unknown, views: viewsOf('me', [one]) },
    }
    store.intents.requests.remove([id])
    over()
    parts.requestStore.put({ ...own(), detail: { ...own().detail, record: null } })
    away = true
    expect(await idsOf('attention')).toContain('asset')
    // What has no known worth asks for the passphrase.
    expect((await agreed('signOffline')).worth?.('EUR')).toBeNull()
    await expect(sign('signOffline')).rejects.toThrow(coded('wallet.asset_mismatch'))
    expect([paymentOf('unsigned')?.state, paymentOf('asked'), parts.done]).toEqual(['reserved', undefined, []])
  })

  it('say nothing while the key is locked, or not here', async () => {
    parts.faults.hasKey = () => false
    const { checks, canSign } = await review()
    expect([checks.some((each) => each.id === 'ours'), canSign]).toEqual([false, false])
    delete parts.faults.hasKey
    parts.faults.prove = () => {
      throw failure('vault.locked', 'locked')
    }
    await expect(review()).rejects.toThrow(coded('vault.locked'))
  })

  it('are those that the service gives for this request, or for another try of it', async () => {
    const [earlier, stranger] = [request('earlier'), request('stranger')]
    const givenFor = new Set<string>()
    const hinted: string[] = []
    const { outputs } = decodeTransaction(raw)
    const given = ({ body }: { readonly body: unknown }) =>
      keyedIn(body).map(({ index, hint }) => {
        hinted.push(hint)
        const isGiven = [...givenFor].some((each) => hint === ghostKeyHints(each, index).mobile)
        return { type: 'ghost_key', mask: isGiven ? outputs[index]?.mask : bitcoin, keys: outputs[index]?.keys ?? [] }
      })
    over({ 'keys.request': given })
    expect(await idsOf('attention')).toEqual(expect.arrayContaining(['owner:0', 'owner:1']))
    givenFor.add(id)
    expect(await idsOf('attention')).not.toContain('owner:0')
    expect(await idsOf('note')).toContain('vouched')
    givenFor.clear()
    for (const each of [earlier, stranger]) givenFor.add(each)
    parts.requestStore.keep(recordOf('stranger', rawOf([another], '01', 'others')), { source: 'found' })
    expect(await idsOf('attention')).toContain('owner:0')
    parts.requestStore.keep(recordOf('earlier', rawOf(coins, '02')), { source: 'found' })
    expect(await idsOf('attention')).not.toContain('owner:0')
    expect(hinted).not.toContain(ghostKeyHints(stranger, 0).mobile)
  })

  it('are counted where they are frozen, and stop it where the facts of one came back different', async () => {
    for (const coin of [another, coinNamed('free')]) store.intents.freezes.set(idOf(coin), 'mine')
    const frozen = (await review()).checks.find((each) => each.id.startsWith('frozen'))
    expect(frozen).toMatchObject({ text: { values: { coins: 1 } } })
    store.cache.outputs.applyReconciled(group, [readOf(one, { mask: another.mask }), readOf(another)])
    expect(await idsOf('stop')).toContain('facts')
  })
})

describe('a request of another one that is given up', () => {
  const revoked = () => recordOf('asked', byAna, { revoked_by: ACCOUNT, signers: [user('ana')] })

  it('is asked about by its name, and ends its payment with it', async () => {
    over({ 'multisigs.unlock': revoked })
    await sign()
    const wish = await parts.cosign.unlock(id, null)
    expect(wish.shown).toMatchObject({
      lines: [{ code: 'check.approvals.unlock' }, { code: 'check.approvals.unlock-signed' }],
    })
    expect(await wish.act()).toMatchObject({ state: 'revoked' })
    expect(paymentOf('asked')).toMatchObject({ state: 'failed', problem: { code: 'wallet.request_revoked' } })
  })

  it('goes on where the service has not given it up', async () => {
    over({ 'multisigs.unlock': record })
    await sign()
    expect(await (await parts.cosign.unlock(id, null)).act()).toMatchObject({ state: 'open' })
    expect(paymentOf('asked')?.state).toBe('signed')
  })

  it('has no payment that ended before ended again', async () => {
    over({ 'multisigs.unlock': revoked })
    await sign()
    store.intents.payments.markFinal(id)
    await (await parts.cosign.unlock(id, null)).act()
    expect(paymentOf('asked')?.state).toBe('final')
  })

  it('is not handed on, as one whose coin is gone is not', async () => {
    expect(await parts.cosign.toShare(id)).toMatchObject({ confirmed: true, request: { state: 'open' } })
    away = true
    expect(await parts.cosign.toShare(id)).toMatchObject({ confirmed: false, request: { state: 'open' } })
    away = false
    said = { revoked_by: user('ana') }
    await expect(parts.cosign.toShare(id)).rejects.toThrow(coded('wallet.request_ended', { state: 'revoked' }))
    said = {}
    store.cache.outputs.applyReconciled(group, [
      readOf(one, { state: 'spent', signed_by: hashOf('another') }),
      readOf(another),
    ])
    await expect(parts.cosign.toShare(id)).rejects.toThrow(coded('wallet.request_ended', { state: 'dead' }))
  })
})

describe('what was about to be signed when the program ended', () => {
  it('holds nothing where it is a request of others, and stays where it was made here', () => {
    for (const [name, coin, source] of [
      ['theirs', one, 'found'],
      ['own', another, 'made'],
    ] as const) {
      holding(name, coin, 'reserved')
      const bytes = rawOf([coin], Buffer.from(name).toString('hex'))
      store.intents.payments.storeRaw(request(name), [{ requestId: request(name), raw: bytes, hash: hashIn(bytes) }])
      parts.requestStore.keep(recordOf(name, bytes), { source })
    }
    holding('signed', coinNamed('free'), 'signed')
    parts.requestStore.put({
      ...parts.requestStore.get(request('signed')),
      detail: { ...parts.requestStore.get(request('signed')).detail, source: 'found' },
    })
    const isDraft = (name: string) => parts.cosign.isDraft(parts.requestStore.get(request(name)))
    expect(['theirs', 'own', 'signed'].map(isDraft)).toEqual([false, true, false])
    parts.cosign.resume()
    expect(['theirs', 'own', 'signed'].map((name) => paymentOf(name)?.state)).toEqual(['cancelled', 'built', 'signed'])
  })
})

describe('a request that this account is about to make', () => {
  const coinTaken = () => coinAt.set(one.hash, { state: 'signed', signed_by: hashOf('taker') })
  const needFree = (name: string) => {
    const payment = paymentOf(name)
    if (payment === undefined) throw new Error('no payment')
    return parts.cosign.needFree(payment)
  }

  it('asks nobody while another transaction has a coin, which is then read anew', async () => {
    holding('new', one, 'reserved')
    await needFree('new')
    expect(parts.done).toEqual([])
    coinTaken()
    await expect(needFree('new')).rejects.toThrow(coded('wallet.coin_taken'))
    expect(parts.done).toEqual([`confirm ${idOf(one)}`, 'soon refresh'])
    // Of anything else the coins are not worth another look.
    parts.done.length = 0
    coinAt.set(one.hash, { mask: another.mask })
    await expect(needFree('new')).rejects.toThrow(coded('wallet.review_changed'))
    expect(parts.done).toEqual([])
  })

  it('is none of the group where it is a payment of another kind', async () => {
    holding('transfer', one, 'reserved', 'transfer')
    coinTaken()
    await needFree('transfer')
  })

  it('may take the coin of what it is to make impossible', async () => {
    holding('first', one, 'signed')
    const transactions = aPayment('void').transactions.map((each) => ({
      ...each,
      assetId: BTC,
      kernelAssetId: bitcoin,
    }))
    store.intents.payments.create(
      aPayment('void', {
        holder: group.id,
        kind: 'multisig',
        assetId: BTC,
        transactions,
        voids: request('first'),
        detail: { ...intent, voids: request('first') },
      }),
    )
    store.intents.payments.reserve(request('void'), [aPlan('void', [readOf(one)])])
    coinAt.set(one.hash, { state: 'signed', signed_by: paymentOf('first')?.transactions[0]?.hash ?? null })
    await needFree('void')
    coinTaken()
    await expect(needFree('void')).rejects.toThrow(coded('wallet.coin_taken'))
  })
})

describe('a list of requests', () => {
  it('has what waits for this account, but what it is still writing itself and what is of no group that it knows', async () => {
    expect(parts.cosign.waits(own())).toBe(true)
    await parts.cosign.review(id)
    expect(own().detail.reviewed).toBe(true)
    holding('own', one, 'reserved')
    const bytes = rawOf([one], '09')
    store.intents.payments.storeRaw(request('own'), [{ requestId: request('own'), raw: bytes, hash: hashIn(bytes) }])
    parts.requestStore.keep(recordOf('own', bytes), { source: 'made' })
    const draft = parts.requestStore.get(request('own'))
    expect([parts.cosign.isDraft(draft), parts.cosign.waits(draft), parts.cosign.isDraft(own())]).toEqual([
      true,
      false,
      false,
    ])
    expect(parts.cosign.place(own())).toMatchObject({ tab: 'needs_you' })
    store.intents.groups.remove(group.id)
    expect(parts.cosign.waits(own())).toBe(false)
    store.intents.groups.put({ ...group, name: 'Us', colour: 1, order: 0, createdAt: time(0) })
    await sign()
    expect(parts.cosign.waits(own())).toBe(false)
  })
})

describe('a request that was about to be signed, and was not', () => {
  it.each(['once', 'twice'])('is signed when nothing forbids it any more: tried %s before', async (times) => {
    for (let tried = 0; tried < (times === 'once' ? 1 : 2); tried += 1) {
      parts.faults.sign = () => {
        throw failure('wallet.rules_stop', 'not now')
      }
      await expect(sign()).rejects.toThrow()
      expectNothing()
    }
    delete parts.faults.sign
    await sign()
    expect(paymentOf('asked')).toMatchObject({ state: 'signed', kind: 'multisig' })
    expect(own().raw).toBe(signedBy(byAna, coins, 'me'))
  })

  it('holds no coins once the program begins anew, also where it ended before there were any bytes', () => {
    holding('begun', one, 'reserved')
    parts.requestStore.keep(recordOf('begun', rawOf([one])), { source: 'found' })
    parts.cosign.resume()
    expect(paymentOf('begun')?.state).toBe('cancelled')
    expect(store.intents.payments.holds()).toEqual([])
  })
})
