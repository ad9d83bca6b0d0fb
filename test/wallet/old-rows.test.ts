import { describe, expect, it, onTestFinished } from 'vitest'
import type { RequestId } from '#contract/domain'
import { STORAGE_RECIPIENT, toAmount } from '#protocol'
import type { Audit, CosignRequest, Json } from '#store'
import { said, speak, wording } from '#words'
import { fromJson, jsonOf } from '../../src/store/exact-json.ts'
import { readStored } from '../../src/store/stored.ts'
import { readRequest } from '../../src/wallet/approvals/request.ts'
import { storedPlan } from '../../src/wallet/coins/consolidation-steps.ts'
import { acceptedOf, failureReason, readEvidence } from '../../src/wallet/payments/evidence.ts'
import { readIntent } from '../../src/wallet/payments/intent.ts'
import { targetOf } from '../../src/wallet/payments/target.ts'
import { actTitle, titleOf } from '../../src/wallet/payments/titles.ts'
import { asset, hashOf, outputId, request, time, user, uuidFrom } from '../support/store.ts'

/* JSON of the journal as each version wrote it: the text that lies in the file, read by the code of today. */

const amount = (units: number) => ({ $bigint: String(units) })

/** As the first version that paid wrote it. */
const FIRST = {
  assetId: asset('BTC'),
  rows: [{ payee: { kind: 'user', userId: user('alice') }, amount: amount(5) }],
  memoHex: '7061',
  references: [hashOf('earlier')],
  fee: null,
  coins: null,
  label: 'Rent',
  returnTo: null,
}
const LATER = { ...FIRST, draftId: 'send' }

const TITLE = said('title.send', { what: '1 BTC' })
const ENDS = { ...LATER, voids: request('other'), voidsTitle: TITLE }
const ENDS_ENGLISH = { ...ENDS, voidsTitle: 'Send 1' }

const INTENTS: readonly (readonly [string, object, object])[] = [
  ['before drafts were named', FIRST, { draftId: null, label: 'Rent', references: [hashOf('earlier')] }],
  [
    'a withdrawal with its fee',
    {
      ...LATER,
      rows: [{ payee: { kind: 'chain', destination: 'bc1q', tag: '' }, amount: amount(5) }],
      fee: { assetId: asset('BTC'), amount: amount(1) },
    },
    { fee: { assetId: asset('BTC'), amount: 1n } },
  ],
  [
    'a group and an address of the kernel',
    {
      ...LATER,
      rows: [
        { payee: { kind: 'group', members: [user('alice'), user('bob')], threshold: 2 }, amount: amount(5) },
        { payee: { kind: 'kernel', address: STORAGE_RECIPIENT }, amount: amount(6) },
      ],
      coins: [outputId(1)],
    },
    { coins: [outputId(1)] },
  ],
  ['a stored memo', { ...LATER, memoHex: '', stored: { bytes: 300 } }, { stored: { bytes: 300 } }],
  [
    'a step of a consolidation',
    { ...LATER, step: { planId: request('plan'), at: 1, of: 3, coins: 700, amount: amount(9) } },
    { step: { at: 1, amount: 9n } },
  ],
  ...[
    { kind: 'transfer', item: hashOf('item'), spends: outputId(2), name: 'Fox #1' },
    { kind: 'release', item: hashOf('item'), spends: outputId(2), name: 'Fox #1' },
    { kind: 'occupy', item: hashOf('item'), name: 'Fox #1' },
    { kind: 'inscribe', collection: hashOf('collection'), name: 'Foxes' },
    { kind: 'deploy', name: 'Foxes' },
  ].map((act) => [`an act: ${act.kind}`, { ...LATER, rows: [], act }, { act }] as const),
  ['another try', { ...LATER, again: request('first') }, { again: request('first') }],
  ['one that ends another, before that was named', { ...LATER, voids: request('other') }, { voids: request('other') }],
  ['one that ends another, by its English title', ENDS_ENGLISH, { voidsTitle: 'Send 1' }],
  ['one that ends another', ENDS, { voidsTitle: TITLE }],
  [
    'the fee of a withdrawal of a group',
    { ...LATER, feeOf: { request: request('r'), assetId: asset('BTC'), amount: amount(7) } },
    { feeOf: { request: request('r'), amount: 7n } },
  ],
]

const stored = (value: object): Json => fromJson<Json>(JSON.stringify(value))

describe('a stored intent', () => {
  it.each(INTENTS)('is read: %s', (_what, written, read) => {
    expect(readIntent(stored(written))).toMatchObject(read)
  })

  it('is called what it was called, whether that was written as a fact or in English', () => {
    const titleOfVoid = (detail: object) =>
      wording(titleOf({ kind: 'transfer', detail: stored(detail) }, [], toAmount(0n), 'BTC'))
    expect(titleOfVoid(ENDS)).toBe('Make impossible: Send 1 BTC')
    expect(titleOfVoid(ENDS_ENGLISH)).toBe('Make impossible: Send 1')
  })

  it.each([
    ['Collectible 0123abcd', '释放收藏品 0123abcd'],
    ['Collection without a name #7', '释放没有名称的合集 #7'],
    [said('shared.item-by-hash', { hash: '0123abcd' }), '释放收藏品 0123abcd'],
    ['Fox #1', '释放 Fox #1'],
  ])('has no English where its item had no name: %j', async (name, words) => {
    onTestFinished(() => speak('en'))
    const act = { kind: 'release', item: hashOf('item'), spends: outputId(2), name }
    const intent = readIntent(stored({ ...LATER, rows: [], act }))
    if (intent?.act === undefined) throw new Error('the act cannot be read')
    await speak('zh-CN')
    expect(wording(actTitle(intent.act)).replace(/\s/g, ' ')).toBe(words)
  })

  it('keeps what a newer version wrote into it', () => {
    const intent = readIntent(stored({ ...LATER, mood: 'good', rows: [{ ...FIRST.rows[0], mood: 'fair' }] }))
    expect(fromJson(jsonOf(intent))).toMatchObject({ mood: 'good', rows: [{ mood: 'fair', amount: 5n }] })
  })

  it.each([
    ['no rows', { ...LATER, rows: undefined }],
    ['an amount that is no bigint', { ...LATER, rows: [{ ...FIRST.rows[0], amount: '5' }] }],
    ['a payee of another kind', { ...LATER, rows: [{ payee: { kind: 'star' }, amount: amount(1) }] }],
    [
      'an address that is none',
      { ...LATER, rows: [{ payee: { kind: 'kernel', address: 'XINx' }, amount: amount(1) }] },
    ],
    ['an asset that is no id', { ...LATER, assetId: 'BTC' }],
  ])('is not read with %s', (_what, written) => {
    expect(readIntent(stored(written))).toBeUndefined()
  })
})

describe('a stored payee', () => {
  it.each([
    { kind: 'self' },
    { kind: 'fee', userId: user('fees') },
    { kind: 'unknown' },
    { kind: 'user', userId: user('alice') },
    { kind: 'group', members: [user('alice')], threshold: 1 },
    { kind: 'kernel', address: STORAGE_RECIPIENT },
    { kind: 'chain', destination: 'bc1q', tag: '' },
  ])('is read: $kind', (payee) => {
    expect(targetOf({ payee, role: 'payment' })).toEqual(payee)
  })

  it('that cannot be read is ours where it is change, and nobody that is known elsewhere', () => {
    expect(targetOf({ payee: null, role: 'change' })).toEqual({ kind: 'self' })
    expect(targetOf({ payee: { kind: 'star' }, role: 'payment' })).toEqual({ kind: 'unknown' })
  })
})

const at = { $bigint: String(time(1)) }
const MEMBERS = [user('alice'), user('me')]
const RECORD = {
  ...{ requestId: request('r'), hash: hashOf('r'), assetId: null, kernelAssetId: hashOf('BTC'), amount: amount(5) },
  ...{ sendersHash: hashOf('group'), sendersThreshold: 2, extra: '', signers: [user('alice')] },
  receivers: [{ members: [user('bob')], membersHash: hashOf('bob'), threshold: 1, destination: '' }],
}
/** As the first version that signed together wrote it. */
const FIRST_REQUEST = {
  ...{ source: 'found', members: MEMBERS, threshold: 2, by: user('alice'), note: 'mine', askerNote: '' },
  ...{ reviewBy: null, signers: [{ userId: user('alice'), at, offline: false }], record: RECORD, asked: null },
  ...{
    coins: [],
    views: [],
    spentBy: null,
    revokedBy: null,
    otherHash: null,
    createdAt: at,
    log: [{ at, text: 'Found' }],
  },
}
const { note: _note, ...WITHOUT_NOTE } = FIRST_REQUEST
const LATER_REQUEST = { ...WITHOUT_NOTE, groupCalled: 'Family' }
const PROPOSAL = {
  ...{ id: 'p', name: 'Vault', address: '0x1' },
  operation: {
    transaction: { asset_id: null, recipients: [{ address: '0x2', amount: '1.5' }], note: 'rent' },
    recovery: null,
  },
}

const REQUESTS: readonly (readonly [string, object, object])[] = [
  ['before groups were named', FIRST_REQUEST, { groupCalled: '', note: 'mine', createdAt: time(1) }],
  ['after notes went to the labels', LATER_REQUEST, { groupCalled: 'Family' }],
  [
    'from a bundle',
    {
      ...LATER_REQUEST,
      ...{ source: 'bundle', record: null, by: null, views: ['ab'] },
      asked: { assetId: asset('BTC'), amount: amount(5), memoHex: '', senders: MEMBERS, threshold: 2 },
      coins: [{ hash: hashOf('c'), index: 0, amount: amount(5), mask: hashOf('m'), keys: [hashOf('k')] }],
    },
    { asked: { amount: 5n }, coins: [{ amount: 5n }] },
  ],
  [
    'after groups withdrew',
    {
      ...LATER_REQUEST,
      ...{ reviewed: true, feePaidBy: user('alice') },
      record: { ...RECORD, receivers: [{ ...RECORD.receivers[0], tag: '7', chainHash: '0x3' }] },
    },
    { reviewed: true, record: { receivers: [{ tag: '7', chainHash: '0x3' }] } },
  ],
  ['of a vault', { ...LATER_REQUEST, proposal: PROPOSAL, proposalChanged: false }, { proposal: PROPOSAL }],
  [
    'with a history in facts',
    { ...LATER_REQUEST, log: [{ at, text: said('check.log.found') }] },
    { log: [{ text: { code: 'check.log.found' } }] },
  ],
  ['with a history in English', LATER_REQUEST, { log: [{ text: 'Found' }] }],
  ['of no vault', { ...LATER_REQUEST, proposal: null }, { proposal: null }],
]

const aRequest = (detail: object): CosignRequest => ({
  ...{ id: request('r'), holder: `${hashOf('group')}:2` as CosignRequest['holder'], hash: hashOf('r'), state: 'open' },
  ...{ raw: '7777', detail: stored(detail), seenAt: time(1), updatedAt: time(1) },
})

describe('a stored request', () => {
  it.each(REQUESTS)('is read: %s', (_what, written, read) => {
    expect(readRequest(aRequest(written))?.detail).toMatchObject(read)
  })

  it('keeps what a newer version wrote into it', () => {
    const read = readRequest(aRequest({ ...LATER_REQUEST, mood: 'good', record: { ...RECORD, mood: 'fair' } }))
    expect(read?.detail).toMatchObject({ mood: 'good', record: { mood: 'fair' } })
  })

  it('is not read with members that are none', () => {
    expect(readRequest(aRequest({ ...LATER_REQUEST, members: ['alice'] }))).toBeUndefined()
  })
})

/** As the first version that audited wrote it. */
const AWAITED = {
  ...{ payment: request('p'), holder: `${hashOf('me')}:1`, assetId: asset('BTC'), hash: hashOf('t'), index: 1 },
  ...{ mask: hashOf('m'), amount: '0.50000000', keys: [hashOf('k')] },
}
const anAudit = (evidence: object): Audit => ({
  ...{ outputId: outputId(1), result: 'failed', evidence: stored(evidence), at: time(9) },
})

describe('stored evidence of an audit', () => {
  it('is read while nothing is found, and once something is', () => {
    expect(readEvidence(anAudit(AWAITED))).toMatchObject({ reason: null, awaited: { amount: 50_000_000n, index: 1 } })
    expect(readEvidence(anAudit({ ...AWAITED, reason: 'not ours' }))).toMatchObject({ reason: 'not ours' })
  })

  it('says when it was found what was accepted', () => {
    const accepted = anAudit({ ...AWAITED, reason: 'differs', accepted: { foundAt: String(time(3)) } })
    expect(acceptedOf(accepted)).toEqual({ foundAt: time(3) })
    expect(acceptedOf(anAudit({ ...AWAITED, reason: 'differs' }))).toBeNull()
  })

  it('of the first versions is accepted by its reason', () => {
    const audit = anAudit({ ...AWAITED, reason: 'accepted' })
    const read = readEvidence(audit)
    expect(acceptedOf(audit)).toEqual({ foundAt: time(9) })
    expect(read === undefined ? null : failureReason(read)).toBe('missing')
  })
})

const PLAN = {
  ...{ id: request('plan'), holder: `${hashOf('me')}:1`, assetId: asset('BTC'), state: 'paused', left: 3, at: 1 },
  ...{ steps: [[outputId(1), outputId(2)], [outputId(3)]], amounts: [amount(5), amount(6)], attempt: 0 },
  ...{ done: [uuidFrom<RequestId>('step')], problem: { code: 'wallet.conflict', details: { spentBy: '' } } },
}

describe('a stored plan', () => {
  it('is read, also with a problem of a code that is not known', () => {
    expect(readStored(storedPlan, stored(PLAN))).toMatchObject({ amounts: [5n, 6n], problem: PLAN.problem })
    const newer = { ...PLAN, problem: { code: 'wallet.moon', details: {} } }
    expect(readStored(storedPlan, stored(newer))).toMatchObject({ at: 1, problem: null })
  })
})
