import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MultisigRecord, Output } from '#contract/domain'
import { encodeScript, encodeTransaction, OUTPUT, parseAmount } from '#protocol'
import type { AccountStore } from '#store'
import { rivalsOf } from '../../src/wallet/approvals/rivals.ts'
import { holderOf } from '../../src/wallet/shared/holder.ts'
import { aHolder as aPerson } from '../support/coins.ts'
import { ACCOUNT, hashOf, hexText, request, user } from '../support/store.ts'
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
  viewsOf,
} from './group-records.ts'

/* What whoever is asked to sign for a group is warned of and shown, by the bytes, the coins and what the group paid before. */

const coins = [coinNamed('one'), coinNamed('another')]
const [one, another] = coins as [(typeof coins)[number], (typeof coins)[number]]
const id = request('asked')

let store: AccountStore
let parts: ReturnType<typeof approvalsOver>
/** What the service has of the request. */
let said: MultisigRecord

beforeEach(() => {
  store = openGroup()
  have(coins)
})
afterEach(() => store.close())

const have = (of: readonly (typeof one)[], fields: Partial<Output> = {}) =>
  store.cache.outputs.applyPage({ holder: group, outputs: of.map((each) => readOf(each, fields)), cursor: 1 })

function ask(raw: string, fields: Partial<MultisigRecord> = {}): void {
  said = recordOf('asked', raw, { views: viewsOf('me', coins), ...fields })
  parts = approvalsOver(store, { 'multisigs.read': () => said })
  parts.requestStore.keep(said, { source: 'found' })
}
const review = () => parts.cosign.look(id)
const checks = async () => (await review()).checks.map((each) => each.id)

/** Bytes over all coins, of which these scripts and as many keys pay the shop, and give back to the group. */
const bytesOf = ({ paid = [1, 1], back = [2, 3] }: { paid?: [number, number]; back?: [number, number] }, extra = '') =>
  encodeTransaction({
    ...{ version: 5, asset: bitcoin, references: [], extra },
    inputs: coins.map(({ hash, index }) => ({ hash, index })),
    outputs: (
      [
        ['3', paid],
        ['17', back],
      ] as const
    ).map(([amount, [threshold, keys]]) => ({
      ...{ type: OUTPUT.script, amount: parseAmount(amount), script: encodeScript(threshold) },
      keys: Array.from({ length: keys }, (_, at) => aPerson(`${amount} ${at}`).spendPublicKey),
      mask: aPerson(`mask of ${amount}`).spendPublicKey,
    })),
  })

/** A request to the shop of another time, that came this far. */
function earlier(name: string, fields: Partial<MultisigRecord>, isRead = true): void {
  const bytes = rawOf([coinNamed(name)], Buffer.from(name).toString('hex'))
  const signers = [user('ana'), user('ben')]
  parts.requestStore.keep(recordOf(name, bytes, { extra: Buffer.from(name).toString('hex'), signers, ...fields }), {
    source: 'found',
  })
  const kept = parts.requestStore.get(request(name))
  if (isRead) parts.requestStore.put({ ...kept, detail: { ...kept.detail, reviewed: true } })
}
const FINAL = { state: 'spent', snapshot_hash: hashOf('snapshot') }

describe('whom a group has paid before', () => {
  beforeEach(() => ask(rawOf(coins)))

  it('is who was paid by a request that is final and was read here', async () => {
    expect(await checks()).toContain('first:0')
    earlier('old', FINAL)
    expect(await checks()).not.toContain('first:0')
  })

  it.each<[string, Partial<MultisigRecord>, boolean]>([
    ['is not paid yet', {}, true],
    ['was given up', { revoked_by: user('ana') }, true],
    ['nobody has read here', FINAL, false],
  ])('is nobody by a request that %s', async (_, fields, isRead) => {
    earlier('old', fields, isRead)
    expect(await checks()).toContain('first:0')
  })

  it('is another one where it is a group of the same people at another threshold, or of whom one was paid alone', async () => {
    const [shop, both] = [holderOf([user('shop')], 1), holderOf([user('shop'), user('eve')], 2)]
    const to = ({ members, membersHash }: typeof shop, threshold: number) => ({
      ...{ members: [...members], members_hash: membersHash, threshold },
      ...{ destination: '', tag: '', withdrawal_hash: '' },
    })
    const [, back] = said.receivers
    if (back === undefined) throw new Error('it comes back')
    earlier('to both', { ...FINAL, receivers: [to(both, 2), back] })
    expect(await checks()).toContain('first:0')
    store.close()
    store = openGroup()
    have(coins)
    ask(bytesOf({ paid: [2, 2] }), { receivers: [to(both, 2), back] })
    earlier('to one of them', FINAL)
    earlier('to one that is enough', { ...FINAL, receivers: [to(both, 1), back] })
    expect(await checks()).toContain('first:0')
    earlier('to both', { ...FINAL, receivers: [to(both, 2), back] })
    expect(await checks()).not.toContain('first:0')
  })
})

describe('whoever is asked to sign', () => {
  it('is warned of a memo that is not what is read of it', async () => {
    const seen = hexText('rent')
    ask(rawOf(coins, seen), { extra: seen })
    expect(await checks()).not.toContain('memo-unseen')
    store.close()
    store = openGroup()
    have(coins)
    const unseen = hexText('re\u200bnt')
    ask(rawOf(coins, unseen), { extra: unseen })
    expect(await checks()).toContain('memo-unseen')
  })

  it('is warned of nothing that only signing decides once it is over', async () => {
    const unseen = hexText('re\u200bnt')
    ask(rawOf(coins, unseen), { extra: unseen, ...FINAL, signers: [user('ana'), user('ben')] })
    const found = await checks()
    expect(found).not.toContain('first:0')
    expect(found).not.toContain('memo-unseen')
  })

  it('is no member of a group whose request it only reads', async () => {
    ask(rawOf(coins))
    const others = holderOf(['ana', 'ben', 'shop'].map(user), 2)
    store.intents.groups.put({ ...others, name: 'They', colour: 1, order: 1, createdAt: said.created_at })
    const kept = parts.requestStore.get(id)
    parts.requestStore.put({ ...kept, holder: others.id, detail: { ...kept.detail, members: others.members } })
    said = { ...said, senders: [...others.members], senders_hash: others.membersHash }
    expect(others.members).not.toContain(ACCOUNT)
    expect(await review()).toMatchObject({ canSign: false, cannotSign: { code: 'check.why.no-member' } })
  })
})

describe('what is left for a group', () => {
  it.each<[string, Partial<Output>]>([
    ['free', {}],
    ['signed for already', { state: 'signed', signed_by: hashIn(rawOf(coins)) }],
  ])('is all that it has but what leaves, its coins being %s', async (_, fields) => {
    have([coinNamed('third')])
    store.cache.outputs.applyReconciled(
      group,
      coins.map((each) => readOf(each, fields)),
    )
    ask(rawOf(coins))
    expect((await review()).left).toBe(parseAmount('27'))
  })

  it('is not said while a coin was not read', async () => {
    store.close()
    store = openGroup()
    have([one, coinNamed('third')])
    ask(rawOf(coins))
    expect((await review()).left).toBeNull()
  })

  it('is not said where nobody knows which output is change', async () => {
    ask(rawOf(coins), { receivers: [] })
    expect((await review()).left).toBeNull()
  })
})

describe('an output', () => {
  it('comes back to the group only where as many of its members have to sign for it', async () => {
    ask(bytesOf({}))
    expect((await review()).change).toMatchObject([{ amount: parseAmount('17') }])
    for (const back of [
      [1, 3],
      [2, 2],
    ] as [number, number][]) {
      store.close()
      store = openGroup()
      have(coins)
      ask(bytesOf({ back }))
      expect((await review()).change).toEqual([])
    }
  })

  it('is for nobody that is known where the service does not name whom each is for', async () => {
    ask(rawOf(coins))
    const [, back] = said.receivers
    if (back === undefined) throw new Error('it comes back')
    ask(rawOf(coins), { receivers: [back] })
    expect((await review()).payees.map(({ party }) => party.kind)).toEqual(['unknown', 'unknown'])
  })

  it.each<[string, [number, number], boolean]>([
    ['one of one', [1, 1], false],
    ['two of two', [2, 2], false],
    ['two of one', [2, 1], true],
    ['none of one', [0, 1], true],
  ])('stops it where nobody could ever spend it: %s', async (_, paid, stops) => {
    ask(bytesOf({ paid }))
    const script = (await review()).checks.filter((each) => each.id === 'script:0')
    expect(script.map(({ result }) => result)).toEqual(stops ? ['stop'] : [])
  })
})

describe('requests for the same coin', () => {
  /** Requests as they are listed, of these coins. */
  function kept(name: string, of: readonly (typeof one)[], fields: Partial<MultisigRecord> = {}) {
    const bytes = rawOf(of, Buffer.from(name).toString('hex'))
    parts.requestStore.keep(recordOf(name, bytes, { extra: Buffer.from(name).toString('hex'), ...fields }), {
      source: 'found',
    })
    return parts.requestStore.get(request(name))
  }
  beforeEach(() => ask(rawOf(coins)))

  it('name each other, and none that spends other coins', () => {
    const [first, second, third] = [kept('first', [one]), kept('second', [one, another]), kept('third', [another])]
    const rivals = rivalsOf([first, second, third])
    expect([first, second, third].map(rivals)).toEqual([
      [second.id],
      expect.arrayContaining([first.id, third.id]),
      [second.id],
    ])
    expect(rivals(second)).toHaveLength(2)
  })

  it('are none by the same bytes under another id, nor by themselves', () => {
    const first = kept('first', [one])
    const named = { ...first, id: request('another name') }
    const rivals = rivalsOf([first, named])
    expect([rivals(first), rivals(named)]).toEqual([[], []])
  })

  it.each<[string, Partial<MultisigRecord>]>([
    ['given up', { revoked_by: user('ana') }],
    ['final', { ...FINAL, signers: [user('ana'), user('ben')] }],
  ])('are none where one was %s', (_, fields) => {
    const [first, ended] = [kept('first', [one]), kept('ended', [one], fields)]
    const rivals = rivalsOf([first, ended])
    expect([rivals(first), rivals(ended)]).toEqual([[], []])
  })
})
