import { afterAll, describe, expect, it } from 'vitest'
import assets from '#assets' with { type: 'json' }
import type { Hash, Holder, HolderId } from '#contract/domain'
import {
  encodeScript,
  encodeTransaction,
  hashMembers,
  kernelAssetId,
  OUTPUT,
  parseAmount,
  type Transaction,
  toAmount,
  transactionHash,
  ZERO_32,
} from '#protocol'
import { said } from '#words/facts'
import type { Coin, Request, RequestDetail } from '../../src/wallet/approvals/request.ts'
import {
  checksOf,
  digestOfRequest,
  isByRulesAlone,
  itemIn,
  payeeOf,
  proofOf,
  type ReviewContext,
  readActual,
  verdictOf,
} from '../../src/wallet/approvals/review.ts'
import { compareRows } from '../../src/wallet/approvals/rows.ts'
import { createDirectory } from '../../src/wallet/shared/names.ts'
import { newFolder } from '../support/scratch.ts'
import {
  ACCOUNT,
  anAsset,
  anOutput,
  asset,
  hashOf,
  openAccount,
  outputId,
  request,
  time,
  user,
} from '../support/store.ts'
import { BTC, ETH } from '../support/wallet.ts'

/* What a co-signer is stopped by, or has to accept: one thing said wrongly at a time, of a request that is right in all else. */

const holderOf = (members: readonly string[], threshold: number): Holder => {
  const ids = members.map(user).sort()
  const membersHash = hashMembers(ids) as Hash // a formula over ids
  return { id: `${membersHash}:${threshold}` as HolderId, members: ids, membersHash, threshold }
}
const group = holderOf(['me', 'ana', 'ben'], 2)
const shop = holderOf(['shop'], 1)
const bitcoin = kernelAssetId(BTC) as Hash // a formula over an asset id
const ether = kernelAssetId(ETH) as Hash // likewise
const other = hashOf('other') as Hash
const [ten, three, seven] = [parseAmount('10'), parseAmount('3'), parseAmount('7')]

const store = openAccount(newFolder('store'))
afterAll(() => store.close())
const token = asset('KITES')
/** The token of a collection, of which an item is made. */
const kites = kernelAssetId(token) as Hash // likewise
store.cache.assets.put([anAsset('KITES', { kernel_asset_id: kites })])
const directory = createDirectory({
  ...{ table: assets, cache: store.cache, account: ACCOUNT, groups: store.intents.groups },
})

type Outputs = Transaction['outputs']
type Receiver = NonNullable<RequestDetail['record']>['receivers'][number]
type Record = NonNullable<RequestDetail['record']>

const keysOf = (name: string, count: number) => Array.from({ length: count }, (_, at) => hashOf(`${name} ${at}`))
const output = (name: string, amount: Outputs[number]['amount'], of: Holder): Outputs[number] => ({
  ...{ type: OUTPUT.script, amount, keys: keysOf(name, of.members.length), mask: hashOf(`${name} mask`) },
  script: encodeScript(of.threshold),
})
const paid = output('shop', three, shop)
const change = output('change', seven, group)
const leaving: Outputs[number] = {
  ...{ type: OUTPUT.withdrawalSubmit, amount: three, keys: [], mask: ZERO_32, script: '' },
  withdrawal: { address: 'bc1qdestination', tag: 'a tag' },
}
const receiver = ({ members, membersHash, threshold }: Holder): Receiver => ({
  ...{ members, membersHash, threshold, destination: '' },
})
const place = (destination: string, tag: string): Receiver => ({
  ...{ members: [], membersHash: '', threshold: 0, destination, tag },
})
const coin: Coin = {
  ...{ hash: hashOf('coin') as Hash, index: 0, amount: ten, mask: hashOf('coin mask'), keys: keysOf('coin', 3) },
  outputId: outputId('coin'),
  output: anOutput('coin', { holder: group, amount: ten, kernel_asset_id: bitcoin }),
}
const read = (fields: object): Coin => ({ ...coin, output: anOutput('coin', { ...coin.output, ...fields }) })
/** A coin that carries an item. */
const item = read({ kernel_asset_id: kites, inscription_hash: other })
const ofItem = { asset: kites, record: { assetId: token, kernelAssetId: kites } }
/** Another coin, worth nothing. */
const none = (fields: object): Coin => ({ ...read(fields), amount: toAmount(0n) })

interface Told {
  readonly asset?: Hash
  readonly outputs?: Outputs
  readonly extra?: string
  readonly asked?: RequestDetail['asked']
  /** What the service recorded otherwise; null where it has nothing. */
  readonly record?: Partial<Record> | null
  readonly detail?: Partial<RequestDetail>
  readonly coins?: ReviewContext['coins']
  readonly context?: Partial<ReviewContext>
}

/** What is made of a request that pays the shop 3 of 10 and comes back with 7. */
function judged({
  outputs = [paid, change],
  extra = '6869',
  asked = null,
  coins = [coin],
  asset = bitcoin,
  ...told
}: Told) {
  const inputs = coins.map((_, at) => ({ hash: at === 0 ? coin.hash : hashOf(`coin ${at}`), index: 0 }))
  const raw = encodeTransaction({ version: 5, asset, inputs, outputs, references: [], extra })
  const hash = transactionHash(raw) as Hash // a formula over the bytes
  const id = request('asked')
  const record: Record = {
    ...{ requestId: id, hash, assetId: BTC, kernelAssetId: bitcoin, amount: three, extra, signers: [] },
    ...{ sendersHash: group.membersHash, sendersThreshold: group.threshold },
    receivers: [receiver(shop), receiver(group)],
    ...told.record,
  }
  const detail: RequestDetail = {
    ...{ source: 'found', members: group.members, threshold: group.threshold, by: user('ana'), groupCalled: '' },
    ...{ askerNote: '', reviewBy: null, signers: [], coins: [], views: [], spentBy: null, revokedBy: null },
    ...{ otherHash: null, createdAt: time(1), log: [], asked, record: told.record === null ? null : record },
    ...told.detail,
  }
  const of: Request = {
    ...{ id, holder: group.id, hash, state: 'open', raw, detail },
    seenAt: time(1),
    updatedAt: time(1),
  }
  const actual = readActual(of, directory, group, coins)
  const context: ReviewContext = {
    ...{ directory, account: ACCOUNT, network: 'local', group, groupAdded: true, groupName: 'Us', coins },
    ...{ signed: { valid: [], invalid: 0 }, confirmed: () => true, proved: true, provedProblem: null },
    ...{ outstanding: [], doubted: false, frozen: 0, heldBy: [], reviewedHash: hash },
    ...told.context,
  }
  const rows = compareRows(of, actual, context)
  const checks = checksOf(of, actual, rows, context)
  const ids = (result: string) => checks.filter((each) => each.result === result).map((each) => each.id)
  return {
    request: of,
    context,
    hash,
    actual,
    rows,
    checks,
    stops: ids('stop'),
    asks: ids('attention'),
    told: [...ids('ok'), ...ids('note')],
    verdict: verdictOf(checks),
  }
}

const everything: RequestDetail['asked'] = {
  ...{ assetId: BTC, amount: three, memoHex: '6869', memo: 'hi', threshold: 2 },
  ...{ senders: [...group.members].reverse(), receivers: shop.members },
}

const RIGHT = ['rows', 'coins', 'ours', 'vouched']

describe('a request that is right in all that is said of it', () => {
  it.each<[string, Told, string[]]>([
    ['as the service tells it', {}, RIGHT],
    ['and was asked for as it is', { asked: everything }, RIGHT],
    ['and was asked for with the bytes of its memo', { asked: { memo: '6869' } }, RIGHT],
    ['whose record names all that its outputs hold', { record: { amount: ten } }, RIGHT],
    ['whose record does not name its asset', { record: { assetId: null, kernelAssetId: null } }, RIGHT],
    ['of a group that is not added', { context: { groupAdded: false } }, RIGHT],
    ['whose coins nothing proves yet', { context: { proved: null } }, ['rows', 'coins', 'vouched']],
    [
      'whose keys were not compared',
      { context: { confirmed: () => undefined } },
      ['rows', 'coins', 'ours', 'owner:0', 'owner:1'],
    ],
    ['of which the service knows more signers', { record: { signers: [user('ana')] } }, [...RIGHT, 'signers']],
  ])('%s, needs no tick', (_, told, said) => {
    const found = judged(told)
    expect(found).toMatchObject({ stops: [], asks: [], verdict: 'ok' })
    expect([...found.told].sort()).toEqual([...said].sort())
  })

  it('and leaves the network, needs none for what it says', () => {
    const receivers = [place('bc1qdestination', 'a tag'), receiver(group)]
    expect(judged({ outputs: [leaving, change], record: { receivers } })).toMatchObject({ stops: [], asks: [] })
  })

  it('shows line by line what was asked, what the service has and what the bytes do', () => {
    const { rows } = judged({ asked: { ...everything, hash: judged({}).hash } })
    expect(rows.map(({ field, agrees }) => [field.code.replace('check.row.', ''), agrees])).toEqual(
      ['transaction', 'request', 'paying-group', 'asset', 'amount', 'recipient', 'change', 'memo', 'coins'].map(
        (name) => [name, true],
      ),
    )
    expect(rows.filter(({ asked }) => asked !== null)).toHaveLength(6)
    expect(rows.filter(({ record }) => record !== null)).toHaveLength(8)
  })
})

describe('a request is stopped', () => {
  const strangers = holderOf(['me', 'ana', 'eve'], 2)
  const asking = (asked: NonNullable<RequestDetail['asked']>): Told => ({ asked })
  const toShop = (more: Partial<Receiver>): Told => ({
    record: { receivers: [{ ...receiver(shop), ...more }, receiver(group)] },
  })
  const away = (named: Receiver): Told => ({
    outputs: [leaving, change],
    record: { receivers: [named, receiver(group)] },
  })

  it.each<[string, Told, string[]]>([
    ['other bytes were asked for', asking({ hash: other }), ['row:transaction']],
    ['the record is of other bytes', { record: { hash: other } }, ['row:transaction']],
    ['the service has named other bytes since', { detail: { otherHash: other } }, ['row:transaction']],
    ['other bytes were reviewed', { context: { reviewedHash: other } }, ['row:transaction']],
    ['the record is of another request', { record: { requestId: request('other') } }, ['row:request']],
    ['others were to pay', asking({ senders: strangers.members }), ['row:paying-group']],
    ['more were to sign', asking({ threshold: 3 }), ['row:paying-group']],
    ['the record has others pay', { record: { sendersHash: strangers.membersHash } }, ['row:paying-group']],
    ['the record has fewer sign', { record: { sendersThreshold: 1 } }, ['row:paying-group']],
    ['a coin is of others', { coins: [read({ receivers_hash: strangers.membersHash })] }, ['row:paying-group']],
    ['money is called an item', { coins: [read({ inscription_hash: other })] }, ['inscribed']],
    ['a coin takes fewer signatures', { coins: [read({ receivers_threshold: 1 })] }, ['row:paying-group']],
    [
      'one of its coins is of others',
      { coins: [coin, none({ receivers_hash: strangers.membersHash })] },
      ['row:paying-group'],
    ],
    ['one of its coins is of another asset', { coins: [coin, none({ kernel_asset_id: ether })] }, ['row:asset']],
    ['one of its coins is not known', { coins: [coin, undefined] }, ['row:coins', 'coins']],
    [
      'an amount was asked for that nothing in it comes to',
      { record: null, asked: { amount: toAmount(1n) } },
      ['row:amount'],
    ],
    ['another asset was asked for', asking({ assetId: ETH }), ['row:asset']],
    ['the record is of another asset', { record: { assetId: ETH } }, ['row:asset']],
    ['the record is of another asset of the kernel', { record: { kernelAssetId: ether } }, ['row:asset']],
    ['a coin is of another asset', { coins: [read({ kernel_asset_id: ether })] }, ['row:asset']],
    ['another amount was asked for', asking({ amount: seven }), ['row:amount']],
    ['the record has another amount', { record: { amount: seven } }, ['row:amount']],
    ['somebody else was to be paid', asking({ receivers: [user('eve')] }), ['row:recipient:1']],
    ['the record hides whom it names', toShop({ membersHash: strangers.membersHash }), ['row:recipient:1']],
    [
      'the record has more own an output than it has keys',
      toShop(receiver(holderOf(['shop', 'eve'], 1))),
      ['row:recipient:1'],
    ],
    ['the record has more needed for an output', toShop({ threshold: 2 }), ['row:recipient:1']],
    ['the record has an output leave that stays', toShop({ destination: 'bc1qdestination' }), ['row:recipient:1']],
    ['the record gives an output that stays a tag', toShop({ tag: 'a tag' }), ['row:recipient:1']],
    ['the record has another place', away(place('bc1qother', 'a tag')), ['row:recipient:1']],
    ['the record has another tag', away(place('bc1qdestination', '')), ['row:recipient:1']],
    [
      'the record has somebody own what leaves',
      away({ ...place('bc1qdestination', 'a tag'), members: shop.members }),
      ['row:recipient:1'],
    ],
    ['another memo was asked for', asking({ memoHex: '686a' }), ['row:memo']],
    ['other words were asked for', asking({ memo: 'no' }), ['row:memo']],
    ['the record has another memo', { record: { extra: '686a' } }, ['row:memo']],
    ['a coin is not known', { coins: [undefined] }, ['row:coins', 'coins']],
    ['a coin was described differently', { context: { doubted: true } }, ['facts']],
    [
      'a coin was described differently and is not counted',
      { coins: [undefined], context: { doubted: true } },
      ['row:coins', 'facts'],
    ],
    [
      'an output is of a kind that is not paid with',
      {
        outputs: [{ ...paid, type: OUTPUT.nodePledge }, change],
      },
      ['type:0'],
    ],
    ['it makes more than it spends', { coins: [{ ...coin, amount: three }] }, ['row:coins']],
    ['no coin of it opens by the own key', { context: { proved: false } }, ['ours']],
    [
      'nobody can spend an output',
      {
        outputs: [{ ...paid, script: encodeScript(2) }, change],
        record: { receivers: [{ ...receiver(shop), threshold: 2 }, receiver(group)] },
      },
      ['script:0'],
    ],
    [
      'anybody can spend an output',
      {
        outputs: [{ ...paid, script: encodeScript(0) }, change],
        record: { receivers: [{ ...receiver(shop), threshold: 0 }, receiver(group)] },
      },
      ['script:0'],
    ],
    ['a key stands in it twice', { outputs: [{ ...paid, mask: change.mask }, change] }, ['keys']],
    [
      'what leaves does not come first',
      { outputs: [change, leaving], record: { receivers: [receiver(group), place('bc1qdestination', 'a tag')] } },
      ['type:1'],
    ],
  ])('where %s', (_, told, stops) => {
    const found = judged(told)
    expect(found).toMatchObject({ stops, verdict: 'stop' })
    expect(found.told.includes('rows')).toBe(!stops.some((id) => id.startsWith('row:')))
  })

  it('where the record has more or fewer outputs than the bytes', () => {
    for (const receivers of [[receiver(shop)], [receiver(shop), receiver(group), receiver(group)]])
      expect(judged({ record: { receivers, amount: ten } }).stops).toEqual(['row:outputs'])
  })
})

describe('a request is to be ticked', () => {
  const whole: Told = {
    ...{ ...ofItem, coins: [item], outputs: [output('shop', ten, shop)] },
    record: { ...ofItem.record, amount: ten, receivers: [receiver(shop)] },
  }
  const [bundled, held] = [
    { ...coin, output: null },
    { title: said('title.a-payment'), paymentId: request('own') },
  ]
  it.each<[string, Told, string[]]>([
    ['of which the service has no record', { record: null }, ['record', 'change', 'owner:0', 'owner:1']],
    [
      'of which the service does not say whom it pays',
      { record: { receivers: [{ ...receiver(shop), members: [] }, receiver(group)] } },
      ['owner:0'],
    ],
    ['whose coins only a file describes', { coins: [bundled] }, ['coins']],
    [
      'whose coins are not read, of a group that is not added',
      { coins: [undefined], context: { groupAdded: false } },
      ['coins'],
    ],
    ['that hands over an item whole, for its token alone', whole, ['asset']],
    ['that takes an item apart', { ...ofItem, coins: [item] }, ['inscribed', 'asset']],
    ['whose keys the service does not confirm', { context: { confirmed: () => false } }, ['owner:0', 'owner:1']],
    [
      'that gives up a payment of one’s own',
      { context: { heldBy: [{ ...held, signed: false }] } },
      [`held:${request('own')}`],
    ],
    [
      'that gives up one that was signed',
      { context: { heldBy: [{ ...held, signed: true }] } },
      [`held:${request('own')}:signed`],
    ],
    [
      'of an asset that nobody has named',
      { asset: other, coins: [read({ kernel_asset_id: other })], record: { assetId: null, kernelAssetId: other } },
      ['asset'],
    ],
    ['of whose coins a file describes one', { coins: [coin, { ...bundled, amount: toAmount(0n) }] }, ['coins']],
    [
      'that leaves an item beside other coins',
      { ...ofItem, coins: [item, none({ kernel_asset_id: kites })] },
      ['inscribed', 'asset'],
    ],
    [
      'that may be paid besides another',
      { context: { outstanding: [{ id: 'outstanding', result: 'attention', text: said('title.a-payment') }] } },
      ['outstanding'],
    ],
    ['whose memo is very long', { extra: '61'.repeat(50_001) }, ['memo']],
  ])('%s', (_, told, asks) => {
    expect(judged(told)).toMatchObject({ stops: [], asks, verdict: 'attention' })
  })

  it.each<[string, Partial<ReviewContext>]>([
    ['frozen', { frozen: 1 }],
    ['signatures', { signed: { valid: [], invalid: 1 } }],
  ])('by what it says of %s', (name, context) => {
    expect(judged({ context }).asks).toEqual([expect.stringMatching(new RegExp(`^${name}:`))])
  })
})

describe('of a request', () => {
  it('is not said that lines agree where nobody described one', () => {
    const rowsIn = (told: Told) => judged(told).checks.find(({ id }) => id === 'rows')
    expect(rowsIn({ record: null })).toMatchObject({ result: 'note', text: { code: 'check.approvals.nothing-said' } })
    expect(rowsIn({ record: null, asked: { amount: ten } })).toMatchObject({
      result: 'ok',
      text: { values: { lines: 1 } },
    })
  })

  const unrecorded = ['record', 'change', 'owner:0', 'owner:1']
  it.each([three, seven, ten])('without a record, what was asked may be any output, or all of them: %s', (amount) => {
    expect(judged({ record: null, asked: { amount, receivers: shop.members } })).toMatchObject({
      stops: [],
      asks: unrecorded,
    })
  })

  it('of several people, the first is compared with whom it was asked for', () => {
    const [more, eve] = [output('eve', toAmount(1n), shop), receiver(holderOf(['eve'], 1))]
    const outputs = [paid, more, { ...change, amount: toAmount(seven - 1n) }]
    const record = { receivers: [receiver(shop), eve, receiver(group)] }
    expect(judged({ outputs, record, asked: { receivers: shop.members } }).stops).toEqual([])
    expect(judged({ outputs, record, asked: { receivers: eve.members } }).stops).toEqual(['row:recipient:1'])
  })

  it('that leaves the network, a record of before says no tag, and none can say what is no text', () => {
    const { tag: _, ...before } = place('bc1qdestination', '')
    const bytes = { ...leaving, withdrawal: { address: { hex: 'ff00fe' }, tag: 'a tag' } }
    const stops = (out: Outputs[number], named: Receiver) =>
      judged({ outputs: [out, change], record: { receivers: [named, receiver(group)] } }).stops
    expect([stops(leaving, before), stops(bytes, place('?', 'a tag')), stops(bytes, place('?', 'another'))]).toEqual([
      ...[[], []],
      ['row:recipient:1'],
    ])
    expect(judged({ outputs: [leaving, change], record: null }).stops).toEqual([])
  })
})

describe('what comes back to a group', () => {
  const back = (named: Partial<Receiver>, made: Partial<Outputs[number]> = {}) =>
    judged({
      outputs: [paid, { ...change, ...made }],
      record: { receivers: [receiver(shop), { ...receiver(group), ...named }] },
    }).actual

  it('is what the service names the group for and what the bytes can be for it', () => {
    expect(back({})).toMatchObject({ amount: three, spent: ten, outputs: [{ change: false }, { change: true }] })
  })

  it.each<[string, Partial<Receiver>, Partial<Outputs[number]>]>([
    ['is named for others', { membersHash: other }, {}],
    ['is named with another threshold', { threshold: 1 }, {}],
    ['takes fewer signatures', {}, { script: encodeScript(1) }],
    ['has fewer keys', {}, { keys: keysOf('change', 2) }],
  ])('counts as paid where it %s', (_, named, made) => {
    expect(back(named, made)).toMatchObject({ amount: ten, outputs: [{ change: false }, { change: false }] })
  })

  it('is not known where nobody tells, or tells of other outputs', () => {
    expect(judged({ record: null }).actual.amount).toBe(ten)
    expect(judged({ record: { receivers: [receiver(group)] } }).actual.amount).toBe(ten)
  })
})

describe('an item', () => {
  const item = read({ inscription_hash: other })
  const whole = output('shop', ten, shop)
  it.each<[string, ReviewContext['coins'], Outputs, Hash | null]>([
    ['is handed over by one coin and one output', [item], [whole], other],
    ['is not by a coin that carries none', [coin], [whole], null],
    ['is not where something stays behind', [item], [paid, change], null],
    ['is not where less arrives', [item], [paid], null],
    ['is not beside another coin', [item, coin], [whole], null],
    ['is not where somebody else is paid too', [item], [whole, change], null],
  ])('%s', (_, coins, outputs, found) => {
    expect(itemIn(coins, judged({ coins, outputs }).actual)).toBe(found)
  })
})

describe('whom an output pays', () => {
  const two = holderOf(['shop', 'eve'], 1)
  const first = (told: Told) => {
    const { actual, context } = judged(told)
    const [only] = actual.outputs
    return only === undefined ? undefined : [payeeOf(only), proofOf(only, context)]
  }
  const named = (of: Holder): Told => ({
    outputs: [output('shop', three, of), change],
    record: { receivers: [receiver(of), receiver(group)] },
  })
  const members = { kind: 'group', members: two.members, threshold: 1 }

  it.each<[string, Told, unknown]>([
    ['a person, as the service says and confirms', {}, [{ kind: 'user', userId: user('shop') }, 'claimed']],
    [
      'a person, of which nothing is confirmed',
      { context: { confirmed: () => false } },
      [{ kind: 'user', userId: user('shop') }, 'unknown'],
    ],
    ['several people', named(two), [members, 'claimed']],
    [
      'one person, who has to sign twice',
      named(holderOf(['shop'], 2)),
      [{ ...members, members: shop.members, threshold: 2 }, 'claimed'],
    ],
    ['nobody that is named', { record: null }, [undefined, 'unknown']],
    [
      'a place of the bytes',
      { outputs: [leaving, change], record: null },
      [{ kind: 'chain', destination: 'bc1qdestination', tag: 'a tag' }, 'proved'],
    ],
  ])('is %s', (_, told, found) => {
    expect(first(told)).toEqual(found)
  })
})

describe('the digest that is agreed to', () => {
  const digest = (told: Told, change: Partial<Request> = {}, network = 'local', account = ACCOUNT) => {
    const { request: of, actual } = judged(told)
    return digestOfRequest({ ...of, ...change }, actual, network, account)
  }
  const toShop = (of: Holder, more: Partial<Receiver> = {}): Told => ({
    record: { receivers: [{ ...receiver(of), ...more }, receiver(group)] },
  })
  const safe = {
    id: 'x',
    name: 'Cold',
    address: 'bc1q',
    role: 'member',
    operation: { transaction: null, recovery: null },
  }

  it('is of all that is shown: another one for each of them that differs', () => {
    const all = [
      digest({}),
      digest({}, { id: request('other') }),
      digest({}, { hash: other }),
      digest({}, { holder: shop.id }),
      digest({}, {}, 'main'),
      digest({}, {}, 'local', user('ana')),
      digest({ extra: '' }),
      digest(toShop(holderOf(['eve'], 1))),
      digest({ ...toShop(shop), outputs: [{ ...paid, script: encodeScript(2) }, change] }),
      digest({ record: { receivers: [receiver(shop), { ...receiver(group), threshold: 1 }] } }),
      digest({ detail: { proposal: safe as never } }),
    ]
    expect(new Set(all).size).toBe(all.length)
  })

  it('is the same in whichever order people are named, and whoever has signed', () => {
    const reversed = { ...receiver(group), members: [...group.members].reverse() }
    expect(digest({ record: { receivers: [receiver(shop), reversed], signers: [user('ana')] } })).toBe(digest({}))
  })
})

describe('a verdict', () => {
  const check = (id: string, result: 'ok' | 'stop' | 'attention') => ({ id, result, text: said('title.a-payment') })
  it.each([
    [['rule:day'], true],
    [['rule:day', 'row:amount'], false],
    [[], false],
  ] as [string[], boolean][])('of what is stopped by %s is by rules alone: %s', (stops, alone) => {
    const checks = [check('rows', 'ok'), check('memo', 'attention'), ...stops.map((id) => check(id, 'stop'))]
    expect(isByRulesAlone({ verdict: verdictOf(checks), checks })).toBe(alone)
  })
})
