import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Hash, MultisigRecord, Output, UserId } from '#contract/domain'
import type { AccountStore, PaymentDraft } from '#store'
import type { Asked, Request } from '../../src/wallet/approvals/request.ts'
import type { Origin } from '../../src/wallet/approvals/request-keeping.ts'
import { inTurn } from '../../src/wallet/payments/group-record.ts'
import { holderOf } from '../../src/wallet/shared/holder.ts'
import { ACCOUNT, aPayment, aPlan, hashOf, request, time, user } from '../support/store.ts'
import { BTC, coded } from '../support/wallet.ts'
import {
  approvalsOver,
  bitcoin,
  coinNamed,
  group,
  hashIn,
  openGroup,
  rawOf,
  readOf,
  recordOf,
  signedBy,
} from './group-records.ts'

/* What is taken in of what the service says of a request, and what becomes of one whose coin is gone. */

const coin = coinNamed('one')
const raw = rawOf([coin])
const hash = hashIn(raw)
const id = request('asked')
const [ana, ben] = [user('ana'), user('ben')]
const by = (...names: string[]) => signedBy(raw, [coin], ...names)

let store: AccountStore
let parts: ReturnType<typeof approvalsOver>
const own = () => parts.requestStore.get(id)
const keep = (fields: Partial<MultisigRecord> = {}, origin: Origin = { source: 'found' }, bytes = raw) =>
  parts.requestStore.keep(recordOf('asked', bytes, fields), origin)
const words = () => own().detail.log.map(({ text }) => (typeof text === 'string' ? text : text.code))
const has = (fields: Partial<Output> = {}) =>
  store.cache.outputs.applyPage({ holder: group, outputs: [readOf(coin, fields)], cursor: 1 })
const isNow = (fields: Partial<Output>) => store.cache.outputs.applyReconciled(group, [readOf(coin, fields)])

beforeEach(() => {
  store = openGroup()
  parts = approvalsOver(store, {})
})
afterEach(() => store.close())

/** As it is kept once its file was read. */
function told(more: Partial<Request['detail']> = {}, bytes = raw): Request {
  const { hash: at, index, amount, mask, keys } = coin
  return parts.requestStore.put({
    ...{ id, holder: group.id, hash: hashIn(bytes), state: 'open', raw: bytes },
    detail: {
      ...{ source: 'bundle', members: group.members, threshold: 2, by: null, groupCalled: 'Theirs', askerNote: '' },
      ...{ reviewBy: null, signers: [], record: null, asked: null, views: [], spentBy: null, revokedBy: null },
      ...{ coins: [{ hash: at as Hash, index, amount, mask, keys }], otherHash: null }, // a formula over a name
      ...{ createdAt: time(1), log: [], ...more },
    },
  })
}

/** The payment of the journal that is this request, or another one under its id. */
function journaled(upTo: 'verified' | 'signed', fields: Partial<PaymentDraft> = {}, of = hash): void {
  const { payments } = store.intents
  const transactions = aPayment('asked').transactions.map((each) => ({ ...each, assetId: BTC, kernelAssetId: bitcoin }))
  payments.create(aPayment('asked', { id, holder: group.id, kind: 'multisig', assetId: BTC, transactions, ...fields }))
  payments.reserve(id, [{ ...aPlan('asked', [readOf(coin)]), requestId: id }])
  payments.storeRaw(id, [{ requestId: id, raw, hash: of }])
  payments.markVerified(id, [{ requestId: id, record: null }])
  if (upTo === 'verified') return
  payments.approve(id, hashOf('digest'))
  payments.storeSigned(id, [{ requestId: id, raw: by('me') }])
}
const paymentState = () => store.intents.payments.get(id)?.state

describe('what the service says of a request', () => {
  it('adds good signatures to the very same bytes, until there are enough', () => {
    has()
    expect(keep({}, undefined, by())).toMatchObject({ state: 'open', raw, hash })
    const first = keep({ signers: [ana] }, undefined, by('ana'))
    expect(first).toMatchObject({
      state: 'open',
      raw: by('ana'),
      detail: { signers: [{ userId: ana, offline: false }] },
    })
    const damaged = by('ana', 'ben').slice(0, -2)
    expect(keep({ signers: [ana] }, undefined, `${damaged}${by('ana', 'ben').endsWith('00') ? '01' : '00'}`).raw).toBe(
      by('ana'),
    )
    expect(parts.done).toEqual([])
    expect(keep({ signers: [ana, ben] }, undefined, by('ana', 'ben'))).toMatchObject({
      state: 'complete',
      raw: by('ana', 'ben'),
    })
    expect(parts.done).toEqual(['bell'])
    expect(words()).toEqual(['check.log.found', 'check.log.complete'])
    // Whom it names that is no member has not signed.
    expect(keep({ signers: [ana, user('shop')] }).state).toBe('open')
  })

  it('is written once, however often it is said', () => {
    has()
    const heard: Request[] = []
    parts.requestStore.onKept((each) => heard.push(each))
    const first = keep({ signers: [ana] }, undefined, by('ana'))
    expect(keep({ signers: [ana] }, undefined, by('ana'))).toEqual(first)
    expect(heard).toHaveLength(1)
    // A signature that its own record does not tell of is taken all the same.
    keep({ signers: [ana] }, undefined, by('ana', 'ben'))
    expect(own().raw).toBe(by('ana', 'ben'))
    expect(heard).toHaveLength(2)
  })

  it('that a member has signed comes before the signature does', () => {
    has()
    keep({ signers: [ana, ben] }, undefined, by('ana'))
    expect(keep({ signers: [ana, ben] }, undefined, by('ana', 'ben')).raw).toBe(by('ana', 'ben'))
    expect(own().raw).toBe(by('ana', 'ben'))
  })

  it('changes no bytes under a known id, and says so until it is right again', () => {
    keep()
    const other = rawOf([coin], '01')
    keep({ signers: [ana, ben] }, undefined, other)
    expect(own()).toMatchObject({
      hash,
      raw,
      state: 'open',
      detail: { otherHash: hashIn(other), record: { hash: hashIn(other) } },
    })
    keep()
    expect(own().detail).toMatchObject({ otherHash: null, record: { hash } })
  })

  it('keeps what it said before where it says nothing of it any more', () => {
    keep({ views: ['11'.repeat(32)], user_id: ana, created_at: time(5) })
    keep({ views: [], user_id: ben, created_at: time(6) })
    expect(own().detail).toMatchObject({ views: ['11'.repeat(32)], by: ana, createdAt: time(5) })
  })

  it('learns later who asked, where nobody was named at first', () => {
    keep({ user_id: null })
    keep({ user_id: ben })
    expect(own().detail.by).toBe(ben)
  })

  it('is of the group whose coins are spent, whoever it names', () => {
    // Listed before: the same people at another threshold, and others at the same.
    for (const [members, threshold] of [
      [group.members, 1],
      [[user('shop'), ACCOUNT], 2],
    ] as const)
      store.intents.groups.put({ ...holderOf(members, threshold), name: '', colour: 1, order: 0, createdAt: time(-1) })
    has()
    const lie = { senders: [ana, ben], senders_threshold: 1 }
    expect(keep(lie)).toMatchObject({ holder: group.id, detail: { members: group.members, threshold: 2 } })
    const unread = recordOf('unread', rawOf([coinNamed('another')]), lie)
    expect(parts.requestStore.keep(unread, { source: 'found' }).detail).toMatchObject({
      members: [ana, ben].sort(),
      threshold: 1,
    })
    const none = recordOf('none', rawOf([coinNamed('another')]), { senders: [ana], senders_threshold: 2 })
    expect(() => parts.requestStore.keep(none, { source: 'found' })).toThrow(coded('remote.malformed'))
  })

  it.each<[string, Partial<MultisigRecord>, Partial<Output>, Partial<MultisigRecord>, Request['state']]>([
    ['given up', { revoked_by: ana }, {}, {}, 'open'],
    ['given up, its coin spent', { revoked_by: ana }, { state: 'spent', signed_by: hash }, {}, 'open'],
    [
      'given up and completed',
      { revoked_by: ana },
      {},
      { revoked_by: ana, snapshot_hash: hashOf('snapshot') },
      'final',
    ],
    ['final, its coin still there', { state: 'spent' }, {}, {}, 'open'],
    [
      'final, its coin spent by it',
      { state: 'spent' },
      { state: 'spent', signed_by: hash },
      { revoked_by: ana },
      'final',
    ],
    ['final before it was given up', { state: 'spent' }, {}, { revoked_by: ana }, 'revoked'],
  ])('is believed for good once its coins show it: %s', (_, first, at, then, state) => {
    has()
    keep(first)
    isNow(at)
    expect(keep(then).state).toBe(state)
  })

  it('leaves one impossible whose coin another transaction has', () => {
    has()
    keep()
    isNow({ state: 'spent', signed_by: hashOf('another') })
    parts.requestStore.endIfSpent(own())
    expect(keep({ signers: [ana, ben] }).state).toBe('dead')
    // It is not, where the coin is there after all.
    isNow({})
    expect(keep({ signers: [ana, ben] }).state).toBe('complete')
  })

  it('is compared with what was asked, by whom it came or by what this account made', () => {
    const asked: Asked = { memoHex: '01' }
    expect(keep({}, { source: 'code', asked }).detail).toMatchObject({ source: 'code', asked })
    expect(keep({ signers: [ana] }, { source: 'found', asked: { memoHex: '02' } }).detail.asked).toEqual(asked)
  })

  it('under the id of a payment of this account has to be that one, and says why it was asked for', () => {
    const said = {
      assetId: BTC,
      rows: [],
      memoHex: '',
      references: [],
      fee: null,
      coins: null,
      label: '',
      returnTo: null,
    }
    journaled('verified', { detail: { ...said, draftId: null, reason: 'rent' } })
    expect(keep().detail).toMatchObject({ asked: { hash }, askerNote: 'rent', noteBy: ACCOUNT })
    const other = rawOf([coin], '01')
    // Other bytes under that id are compared with it, and are asked for by nobody here.
    store.intents.requests.remove([id])
    expect(keep({}, undefined, other).detail).toMatchObject({ asked: { hash }, askerNote: '' })
    parts.requestStore.keep(recordOf('another', other), { source: 'found' })
    expect(parts.requestStore.get(request('another')).detail).toMatchObject({ asked: null, askerNote: '' })
  })

  it('of one that nothing is kept of is heard by nobody, and what cannot be read stops nothing', () => {
    parts.requestStore.heard(recordOf('asked', raw))
    expect(parts.requestStore.find(id)).toBeUndefined()
    keep({ signers: [] }, { source: 'link' })
    parts.requestStore.heard(recordOf('asked', raw, { raw_transaction: 'no bytes' }))
    parts.requestStore.heard(recordOf('asked', raw, { signers: [ana] }))
    expect(own().detail).toMatchObject({ source: 'link', record: { signers: [ana] } })
  })
})

describe('a file’s word', () => {
  it('of a stranger is replaced by what the service has, of the very same bytes too', () => {
    told({ log: [{ at: time(1), text: 'before' }], asked: { memoHex: '01' }, heard: { [ana]: time(3) } })
    keep({}, { source: 'code' })
    expect(own().detail.source).toBe('code')
    store.intents.requests.remove([id])
    told({ log: [{ at: time(1), text: 'before' }], asked: { memoHex: '01' }, heard: { [ana]: time(3) } })
    keep({}, { source: 'bundle' })
    // Looked at again, it is not what the file brought.
    expect(own().detail).toMatchObject({
      source: 'found',
      asked: null,
      by: ana,
      groupCalled: '',
      heard: { [ana]: time(3) },
    })
    expect(words()).toEqual(['before'])
  })

  it('of a member stays beside what the service has of the same bytes, but what another one asked', () => {
    const asked: Asked = { memoHex: '01' }
    told({ by: ben, asked })
    keep({ user_id: ben })
    expect(own().detail).toMatchObject({ source: 'bundle', groupCalled: 'Theirs', asked, by: ben, createdAt: time(10) })
    told({ by: ben, asked })
    keep({ user_id: ana })
    expect(own().detail).toMatchObject({ source: 'bundle', groupCalled: 'Theirs', asked: null, by: ana })
    told({ by: ben, asked })
    keep({ user_id: null })
    expect(own().detail.asked).toEqual(asked)
  })

  it('of other bytes gives way, and its signatures with it, be it of a member or not', () => {
    has()
    for (const author of [null, ben]) {
      told({ by: author, signers: [{ userId: ben, at: null, offline: true }] }, rawOf([coin], '01'))
      keep()
      expect(own()).toMatchObject({ hash, raw, detail: { signers: [], otherHash: null } })
      expect(words()).toEqual(['check.log.set-aside'])
      store.intents.requests.remove([id])
    }
  })

  it('keeps those of its signatures that are good by the true coins', () => {
    has()
    told({ coins: [] }, by('ben'))
    expect(parts.requestStore.isHearsay(own())).toBe(true)
    keep()
    expect(own()).toMatchObject({ raw: by('ben'), detail: { signers: [{ userId: ben, offline: true }] } })
  })

  const toldSigned = (...signed: UserId[]) =>
    told({ signers: signed.map((userId) => ({ userId, at: null, offline: true })) })
  const revoke = () => store.intents.payments.revoke(id, { code: 'wallet.request_revoked', details: {} })
  it.each<[string, () => unknown, boolean]>([
    ['that nobody else has said', () => told(), true],
    ['that another member has signed', () => [has(), toldSigned(ben)], true],
    ['that this account has signed', () => [has(), toldSigned(ACCOUNT, ben)], false],
    ['that says so of this account, of coins nobody has read', () => toldSigned(ACCOUNT), true],
    ['under the id of a payment of it that lives', () => [journaled('verified'), told()], false],
    ['under the id of one that was signed and ended', () => [journaled('signed'), revoke(), told()], false],
    [
      'under the id of one that was given up unsigned',
      () => [journaled('verified'), store.intents.payments.cancel(id), told()],
      true,
    ],
    ['under the id of a payment of other bytes', () => [journaled('verified', {}, hashOf('others')), told()], true],
    ['that the service has confirmed', () => [told({ by: ben }), keep({ user_id: ben })], false],
    ['no more, as it was found', () => told({ source: 'found' }), false],
  ])('is one and no more: %s', (_, make, is) => {
    make()
    expect(parts.requestStore.isHearsay(own())).toBe(is)
  })
})

describe('a request whose coin another transaction has', () => {
  const goneTo = (fields: Partial<Output>) => {
    has()
    keep()
    parts.done.length = 0
    isNow(fields)
    return parts.requestStore.endIfSpent(own())
  }
  const gone = { state: 'spent', signed_by: hashOf('another') } as const

  it('is dead by the word of the service, once', () => {
    expect(goneTo(gone)).toMatchObject({ state: 'dead', detail: { spentBy: hashOf('another') } })
    expect(words()).toEqual(['check.log.found', 'check.log.said-dead'])
    expect(parts.requestStore.endIfSpent(own())).toEqual(own())
    expect(words()).toHaveLength(2)
  })

  it.each<[string, Partial<Output>]>([
    ['is only signed for', { state: 'signed', signed_by: hashOf('another') }],
    ['was spent by its own bytes', { state: 'spent', signed_by: hash }],
    ['was spent by nobody knows what', { state: 'spent', signed_by: null }],
  ])('goes on where the coin %s', (_, fields) => {
    expect(goneTo(fields).state).toBe('open')
  })

  it('ends its payment that nobody signed with it', () => {
    journaled('verified')
    expect(goneTo(gone).state).toBe('dead')
    expect(store.intents.payments.get(id)).toMatchObject({
      state: 'failed',
      problem: { code: 'wallet.conflict', details: { by: 'service' } },
    })
    expect(store.intents.payments.holds()).toEqual([])
  })

  it('leaves one that was given up before as it is', () => {
    journaled('verified')
    store.intents.payments.cancel(id)
    expect([goneTo(gone).state, paymentState()]).toEqual(['dead', 'cancelled'])
  })

  it('is left to the care for its payment that was signed, which is worth a look', () => {
    journaled('signed')
    expect(goneTo(gone).state).toBe('open')
    expect([paymentState(), parts.done]).toEqual(['signed', ['bell']])
  })

  it('touches no payment of other bytes under its id', () => {
    journaled('verified', {}, hashOf('others'))
    expect(goneTo(gone).state).toBe('dead')
    expect(paymentState()).toBe('verified')
  })
})

describe('what was signed here', () => {
  it('is kept with the request, as what the service has not seen', () => {
    has()
    keep()
    parts.requestStore.signed(id, by('me'))
    expect(own()).toMatchObject({ raw: by('me'), detail: { signers: [{ userId: ACCOUNT, offline: true }] } })
    expect(words()).toEqual(['check.log.found', 'check.log.signed'])
    keep({ signers: [ACCOUNT] }, undefined, by('me'))
    expect(own().detail.signers).toMatchObject([{ userId: ACCOUNT, offline: false }])
    parts.requestStore.signed(request('nothing'), by('me'))
    expect(parts.requestStore.find(request('nothing'))).toBeUndefined()
  })

  it('is final once its own bytes have spent its coins, though it was given up', () => {
    keep({ revoked_by: ana })
    parts.requestStore.completed(id)
    parts.requestStore.completed(request('nothing'))
    expect(own()).toMatchObject({ state: 'final', detail: { finalAt: expect.any(BigInt) } })
    expect(words().at(-1)).toBe('check.log.final')
  })
})

describe('an answer that comes after what was asked later', () => {
  /** What was asked before, and is answered once all that is done here has been heard. */
  const late = (did: boolean, fields: Partial<MultisigRecord>, meanwhile: () => unknown, bytes = raw) =>
    inTurn(did, async () => {
      meanwhile()
      return recordOf('asked', bytes, fields)
    })
  const take = (record: MultisigRecord) => parts.requestStore.keep(record, { source: 'found' })

  it('opens nothing again that was given up meanwhile, whether it did something or not', async () => {
    has()
    keep({ signers: [ana] }, undefined, by('ana'))
    for (const did of [false, true]) {
      const answer = await late(did, { signers: [ana] }, () => keep({ signers: [], revoked_by: ana }), by('ana'))
      expect(take(answer).state).toBe('revoked')
    }
  })

  it('is taken in where it did what it tells of', async () => {
    has()
    const answer = await late(true, { signers: [ana, ben] }, () => keep({ signers: [ana] }), by('ana', 'ben'))
    expect(take(answer).state).toBe('complete')
  })

  it('is not where it only looked', async () => {
    has()
    const answer = await late(false, { signers: [] }, () => keep({ signers: [ana] }), raw)
    expect(take(answer).detail.signers.map(({ userId }) => userId)).toEqual([ana])
  })

  it('is taken in where it says that it is final', async () => {
    has()
    const final = { state: 'spent' as const, signers: [ana, ben], snapshot_hash: hashOf('s') }
    const answer = await late(false, final, () => keep({ signers: [ana] }), by('ana', 'ben'))
    expect(take(answer).state).toBe('final')
  })

  it('opens nothing again that the journal knows to be final', () => {
    has()
    keep({ signers: [ana] }, undefined, by('ana'))
    journaled('signed')
    store.intents.payments.markFinal(id)
    expect(keep({ signers: [ana] }, undefined, by('ana')).state).toBe('final')
  })
})

describe('a signature of a file that is bad by the true keys', () => {
  it('is as if it had never been there once the coins are read', () => {
    const bad = `${by('ben').slice(0, -2)}${by('ben').endsWith('00') ? '01' : '00'}`
    told({ by: ana, signers: [{ userId: ben, at: time(2), offline: true }] }, bad)
    has()
    expect(keep({ signers: [ana] }, undefined, by('ana')).raw).toBe(by('ana'))
    expect(own().detail.signers.map(({ userId }) => userId)).toEqual([ana])
    expect(keep({ signers: [ana, ben] }, undefined, by('ana', 'ben')).state).toBe('complete')
  })
})
