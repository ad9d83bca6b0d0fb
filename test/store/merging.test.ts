import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AssetId, DepositEntry, Hash, Nanos, Output, RequestId } from '#contract/domain'
import { type AccountStore, calledFirst, type Json, readLearned } from '#store'
import { newFolder } from '../support/scratch.ts'
import {
  aHolder,
  anOutput,
  aPayment,
  aPlan,
  asset,
  hashOf,
  openAccount,
  request,
  spendOf,
  time,
  user,
  uuidFrom,
} from '../support/store.ts'

/* What a copy of another computer, whose clock runs a month ahead, takes the place of here. */

const AHEAD = 30n * 86_400n * 1_000_000_000n

let here: AccountStore
let there: AccountStore
let now: Nanos
const clock = (ahead: bigint) => ({
  now: () => {
    now = (now + 1_000_000n) as Nanos
    return (now + ahead) as Nanos
  },
})

beforeEach(() => {
  now = time(0)
  here = openAccount(newFolder('store'), clock(0n))
  there = openAccount(newFolder('store'), clock(AHEAD))
})
afterEach(() => {
  here.close()
  there.close()
})

const absorb = () => here.absorb(there.snapshot())
const holder = aHolder().id
const bitcoin = asset('BTC')

const entry = (destination: string): DepositEntry => ({
  type: 'deposit_entry',
  entry_id: '',
  threshold: 1,
  members: [user('me')],
  destination,
  tag: '',
  signature: '',
  chain_id: bitcoin,
  is_primary: true,
  minimum: '',
  maximum: '',
})

/** A payment that spends these coins, as far as it holds them. */
function reserved({ intents: { payments } }: AccountStore, name: string, ...coins: Output[]): void {
  payments.create(aPayment(name))
  expect(payments.reserve(request(name), [aPlan(name, coins)]).ok).toBe(true)
}
function verify({ intents: { payments } }: AccountStore, name: string, parts: readonly string[] = [name]): void {
  const ids = parts.map(request)
  payments.storeRaw(
    request(name),
    ids.map((requestId) => ({ requestId, raw: '77770005aa', hash: hashOf(requestId) })),
  )
  payments.markVerified(
    request(name),
    ids.map((requestId) => ({ requestId, record: null })),
  )
}
function sign(store: AccountStore, name: string, { parts = [name], raw = '77770005bb' } = {}): void {
  verify(store, name, parts)
  const { payments } = store.intents
  payments.approve(request(name), hashOf('digest'))
  payments.storeSigned(
    request(name),
    parts.map((part) => ({ requestId: request(part), raw })),
  )
}
/** A payment of two transactions, the second under an id of its own. */
function reservedTwo({ intents: { payments } }: AccountStore, name: string, coins: readonly Output[], fee: Output) {
  const { transactions } = aPayment(name)
  const second = transactions.map((each) => ({ ...each, requestId: request('fee'), purpose: 'fee' as const }))
  payments.create(aPayment(name, { transactions: [...transactions, ...second] }))
  expect(payments.reserve(request(name), [aPlan(name, coins), aPlan('fee', [fee])]).ok).toBe(true)
}
function signed(store: AccountStore, name: string, ...coins: Output[]): void {
  reserved(store, name, ...coins)
  sign(store, name)
}
const stateOf = (name: string) => here.intents.payments.summary(request(name))?.state

describe('a copy of another computer', () => {
  it('leaves the deposit address that was pinned here', () => {
    here.intents.depositPins.pin(holder, entry('ours'))
    there.intents.depositPins.pin(holder, entry('another'))
    absorb()
    expect(here.intents.depositPins.get(holder, bitcoin)?.entry.destination).toBe('ours')
  })

  it('leaves the number by which somebody is known here, so that another one stays an alarm', () => {
    const known = { userId: user('bob'), name: 'Bob', merelyPaid: false }
    here.intents.contactPins.put({ ...known, identityNumber: '7001' })
    there.intents.contactPins.put({ ...known, identityNumber: '9999' })
    absorb()
    expect(here.intents.contactPins.get(user('bob'))?.identityNumber).toBe('7001')
  })

  it.each([
    ['from now on where limits are counted here, by no clock that was set back since', true],
    ['since when it was there where nothing is counted here', false],
  ])('has whom it brings saved %s', (_, counts) => {
    const known = { userId: user('bob'), name: 'Bob', merelyPaid: false, identityNumber: '7001' }
    there.intents.contactPins.put(known, time(-9_000))
    const place = { userId: null, label: 'Exchange', chainId: bitcoin, tag: '', destination: 'bc1q' }
    there.intents.contactAddresses.save({ ...place, id: uuidFrom<string>('address') }, time(-9_000))
    const group = { ...aHolder('me', 'you'), name: 'Us', colour: 1, order: 0 }
    there.intents.groups.put({ ...group, createdAt: time(-9_000) })
    const seen = time(500_000)
    if (counts) here.intents.settings.set('rules.kept', { seen, signed: [], waits: [], looks: [] })
    absorb()
    const { contactPins, contactAddresses, groups } = here.intents
    expect([
      contactPins.get(user('bob'))?.pinnedAt,
      contactAddresses.list()[0]?.savedAt,
      groups.get(group.id)?.createdAt,
    ]).toEqual(Array(3).fill(counts ? seen : time(-9_000)))
  })

  it('brings back no address that was corrected here', () => {
    const saved = { id: uuidFrom<string>('address'), userId: null, label: 'Exchange', chainId: bitcoin, tag: '' }
    there.intents.contactAddresses.save({ ...saved, destination: 'bc1qold' })
    here.intents.contactAddresses.save({ ...saved, destination: 'bc1qnew' })
    absorb()
    expect(here.intents.contactAddresses.list().map(({ destination }) => destination)).toEqual(['bc1qnew'])
  })

  it('forgets no change that did not come back', () => {
    const id = uuidFrom<never>('change')
    here.intents.audits.set(id, 'failed', { reason: 'missing' })
    there.intents.audits.set(id, 'proved', { reason: 'proved' })
    absorb()
    expect(here.intents.audits.get(id)?.result).toBe('failed')
  })

  it('keeps an item apart that lost its name there, however it is frozen here', () => {
    const [coin, item] = [anOutput(1), hashOf('item')]
    here.intents.freezes.set(coin.output_id, 'A present')
    const list = { holder: aHolder(), cursor: 1 }
    there.cache.outputs.applyPage({ ...list, outputs: [{ ...coin, inscription_hash: item }] })
    there.cache.outputs.applyPage({ ...list, outputs: [coin] })
    absorb()
    const { reason = '' } = here.intents.freezes.get(coin.output_id) ?? {}
    expect([calledFirst(reason), reason.endsWith(' A present')]).toEqual([item, true])
    absorb()
    expect(here.intents.freezes.get(coin.output_id)).toMatchObject({ reason })
  })

  it('lets nothing be sent that waits for its owner here', () => {
    here.intents.pauses.set(request('waiting'), 'spent_elsewhere')
    for (const name of ['waiting', 'allowed there']) {
      there.intents.pauses.set(request(name), 'old')
      there.intents.pauses.allow(request(name))
    }
    there.intents.pauses.set(request('waits there'), 'old')
    absorb()
    expect(here.intents.pauses.get(request('waiting'))).toMatchObject({ reason: 'spent_elsewhere', allowedAt: null })
    expect(here.intents.pauses.get(request('allowed there'))).toBeUndefined()
    expect(here.intents.pauses.get(request('waits there'))).toMatchObject({ allowedAt: null })
  })

  it('takes no signature off a request, and brings those that are missing here', () => {
    const base = { holder, hash: hashOf('bytes'), state: 'open', detail: {} } as const
    for (const [store, name, raw] of [
      [here, 'more here', '777788'],
      [there, 'more here', '7777'],
      [here, 'more there', '7777'],
      [there, 'more there', '777788'],
      [here, 'as many', '777788'],
      [there, 'as many', '777799'],
    ] as const)
      store.intents.requests.put({ ...base, id: request(name), raw })
    const other: Hash = hashOf('other bytes')
    here.intents.requests.put({ ...base, id: request('other bytes'), raw: '7777' })
    there.intents.requests.put({ ...base, id: request('other bytes'), hash: other, raw: '777788' })
    absorb()
    const names = ['more here', 'more there', 'as many', 'other bytes']
    const raws = names.map((name) => here.intents.requests.get(request(name))?.raw)
    expect(raws).toEqual(['777788', '777788', '777788', '7777'])
  })

  it('brings back no form that was paid here since', () => {
    const { payments, drafts } = here.intents
    const id = request('paid')
    for (const draft of ['paid', 'not paid']) there.intents.drafts.save({ id: draft, holder, form: {} })
    payments.create(aPayment('paid', { detail: { draftId: 'paid' } }))
    payments.reserve(id, [aPlan('paid', [anOutput('coin')])])
    payments.storeRaw(id, [{ requestId: id, raw: '7777', hash: hashOf('paid') }])
    payments.markVerified(id, [{ requestId: id, record: null }])
    payments.approve(id, hashOf('digest'))
    payments.storeSigned(id, [{ requestId: id, raw: '777788' }])
    absorb()
    expect(drafts.list(holder).map((draft) => draft.id)).toEqual(['not paid'])
  })

  it('gives a coin to what is signed, wherever it was prepared, and gives up what is not', () => {
    const [one, two] = [anOutput(1), anOutput(2)]
    reserved(here, 'first', one)
    reserved(here, 'other', two)
    signed(there, 'second', one)
    absorb()
    expect(['first', 'second', 'other'].map(stateOf)).toEqual(['cancelled', 'signed', 'reserved'])
    expect(here.intents.payments.holds().map(({ outputId, paymentId }) => [outputId, paymentId])).toEqual(
      expect.arrayContaining([
        [one.output_id, request('second')],
        [two.output_id, request('other')],
      ]),
    )
  })

  it('gives no coin away that one holds here which was to make impossible what has ended otherwise', () => {
    const [one, two] = [anOutput(1), anOutput(2)]
    const { payments } = here.intents
    signed(here, 'ended', one, two)
    payments.create({ ...aPayment('void'), voids: request('ended') })
    payments.reserve(request('void'), [aPlan('void', [one])])
    sign(here, 'void')
    const proof = { requestId: request('ended'), outputId: two.output_id, ...spendOf(two) }
    payments.fail(request('ended'), { code: 'wallet.conflict', details: {} }, [proof])
    reserved(there, 'another', one)
    absorb()
    expect(['ended', 'void', 'another'].map(stateOf)).toEqual(['failed', 'signed', 'cancelled'])
    expect(payments.holds().map(({ paymentId }) => paymentId)).toEqual([request('void')])
  })

  it('calls nothing off that was signed, though another one that was signed has its coin', () => {
    const coin = anOutput(1)
    signed(here, 'one', coin)
    signed(there, 'two', coin)
    absorb()
    expect(['one', 'two'].map(stateOf)).toEqual(['signed', 'signed'])
    expect(here.intents.payments.holds()).toMatchObject([{ paymentId: request('one') }])
  })

  it('gives up all of what is not signed where one coin of it is taken, and its id is free again', () => {
    const [one, two, three] = [anOutput(1), anOutput(2), anOutput(3)]
    reservedTwo(here, 'first', [one, two], three)
    signed(there, 'second', two)
    absorb()
    expect(stateOf('first')).toBe('cancelled')
    expect(here.intents.payments.holds()).toMatchObject([{ paymentId: request('second') }])
    expect(here.intents.payments.create(aPayment('first')).state).toBe('draft')
  })

  it('holds no coin again that a part of a payment has spent for good', () => {
    const [one, two] = [anOutput(1), anOutput(2)]
    reservedTwo(here, 'partly', [one], two)
    sign(here, 'partly', { parts: ['partly', 'fee'] })
    here.intents.payments.markFinal(request('partly'), [request('partly')])
    reserved(there, 'other', anOutput(3))
    absorb()
    const coins = here.intents.payments.holds(holder).map(({ outputId }) => outputId)
    expect(new Set(coins)).toEqual(new Set([two.output_id, anOutput(3).output_id]))
  })

  it('has a payment as far as it came, of two that are not signed the later, and of two that are the one that is here', () => {
    const coin = (name: string) => anOutput(`coin of ${name}`)
    for (const name of ['further there', 'final there']) reserved(here, name, coin(name))
    for (const name of ['further there', 'further here']) {
      reserved(there, name, coin(name))
      verify(there, name)
    }
    sign(here, 'final there')
    signed(there, 'final there', coin('final there'))
    there.intents.payments.markFinal(request('final there'))
    reserved(here, 'signed in both', coin('signed in both'))
    sign(here, 'signed in both', { raw: '77770005cc' })
    signed(there, 'signed in both', coin('signed in both'))
    now = (now + 2n * AHEAD) as Nanos
    reserved(here, 'further here', coin('further here'))
    absorb()
    expect(['further there', 'further here', 'final there'].map(stateOf)).toEqual(['verified', 'reserved', 'final'])
    const { transactions } = here.intents.payments.get(request('signed in both')) ?? { transactions: [] }
    expect(transactions.map(({ signedRaw }) => signedRaw)).toEqual(['77770005cc'])
  })

  it('brings no payment one of whose ids another one has here, nor a part of it', () => {
    const [one, two, three] = [anOutput(1), anOutput(2), anOutput(3)]
    reserved(here, 'fee', one)
    reservedTwo(there, 'both', [two], three)
    absorb()
    expect(here.intents.payments.list().map(({ id }) => id)).toEqual([request('fee')])
    expect(here.intents.payments.holds()).toMatchObject([{ outputId: one.output_id }])
  })

  it('brings a payment one of whose ids is free again here', () => {
    reserved(here, 'fee', anOutput(1))
    here.intents.payments.cancel(request('fee'))
    const [two, three] = [anOutput(2), anOutput(3)]
    reservedTwo(there, 'both', [two], three)
    sign(there, 'both', { parts: ['both', 'fee'] })
    absorb()
    expect(['fee', 'both'].map(stateOf)).toEqual(['cancelled', 'signed'])
    expect(new Set(here.intents.payments.holds().map(({ outputId }) => outputId))).toEqual(
      new Set([two.output_id, three.output_id]),
    )
  })

  it('brings what was given up there, also where another one has its id here', () => {
    reserved(here, 'fee', anOutput(1))
    reservedTwo(there, 'both', [anOutput(2)], anOutput(3))
    there.intents.payments.cancel(request('both'))
    absorb()
    expect(['fee', 'both'].map(stateOf)).toEqual(['reserved', 'cancelled'])
  })

  describe('tells what counts limits of a day', () => {
    const learned = () => new Set(readLearned(here.intents.settings).map(({ id }) => id))

    it('of all that is signed where nothing counted before, each once, however often copies come', () => {
      signed(here, 'here', anOutput(1))
      reserved(here, 'only prepared', anOutput(2))
      signed(there, 'there', anOutput(3))
      absorb()
      absorb()
      expect(learned()).toEqual(new Set([request('here'), request('there')]))
      expect(readLearned(here.intents.settings)).toHaveLength(2)
    })

    it('of what each of several copies brought, until that is counted', () => {
      here.intents.settings.set('rules.kept', {})
      const third = openAccount(newFolder('store'), clock(0n))
      signed(there, 'there', anOutput(1))
      signed(third, 'third', anOutput(2))
      absorb()
      here.absorb(third.snapshot())
      third.close()
      expect(learned()).toEqual(new Set([request('there'), request('third')]))
    })

    it('of what was signed long ago and may still leave, and not of what left then', () => {
      here.intents.settings.set('rules.kept', {})
      for (const [at, name] of ['out', 'final'].entries()) signed(there, name, anOutput(at))
      there.intents.payments.markFinal(request('final'))
      now = (now + 2n * AHEAD) as Nanos
      absorb()
      expect(learned()).toEqual(new Set([request('out')]))
    })
  })

  it('marks what was signed there and is only prepared here', () => {
    const coin = anOutput(1)
    reserved(here, 'both', coin)
    signed(there, 'both', coin)
    expect(absorb().missed).toBe(1)
    expect(stateOf('both')).toBe('signed')
    expect(here.intents.pauses.get(request('both'))).toMatchObject({ reason: 'restored', allowedAt: null })
  })

  it('marks what may have gone on there since, and lets that be sent once its owner has said so alone', () => {
    const { payments, pauses } = there.intents
    const names = ['out', 'failed', 'final', 'given up', 'unsigned in both']
    const coins = new Map(names.map((name) => [name, anOutput(`coin of ${name}`)]))
    for (const [name, coin] of coins) reserved(name === 'unsigned in both' ? here : there, name, coin)
    reserved(there, 'unsigned in both', anOutput('coin of unsigned in both'))
    for (const name of ['out', 'failed', 'final']) sign(there, name)
    pauses.allow(request('out'))
    const coin = coins.get('failed') ?? anOutput(0)
    const proof = { requestId: request('failed'), outputId: coin.output_id, ...spendOf(coin) }
    payments.fail(request('failed'), { code: 'wallet.conflict', details: {} }, [proof])
    payments.cancel(request('given up'))
    payments.markFinal(request('final'))
    expect(absorb().missed).toBe(2)
    const missed = names.map((name) =>
      here.intents.payments.events(request(name)).filter(({ what }) => what === 'missed'),
    )
    expect(missed.map(({ length }) => length)).toEqual([1, 1, 0, 0, 0])
    // The copy knows of nothing after the last of its payments.
    const since = payments.get(request('final'))?.updatedAt
    expect(missed[0]).toMatchObject([{ at: since }])
    expect(here.intents.pauses.get(request('out'))).toEqual({ reason: 'restored', at: since, allowedAt: null })
    expect(here.intents.pauses.get(request('final'))).toBeUndefined()
  })

  it('tells what happened to a payment on both once, in the order of the times', () => {
    const coin = anOutput(1)
    signed(there, 'both', coin)
    now = (now + 2n * AHEAD) as Nanos
    signed(here, 'both', coin)
    const events = (store: AccountStore) => store.intents.payments.events(request('both'))
    const all = [...events(there), ...events(here)]
    for (const _ of ['once', 'again']) {
      absorb()
      expect(events(here)).toEqual(all)
    }
  })

  it('has the later words of a label', () => {
    here.intents.labels.set('u:1', 'before', '')
    there.intents.labels.set('u:1', 'after', '')
    absorb()
    expect(here.intents.labels.get('u:1')?.label).toBe('after')
  })
})

describe('a list among the settings of a copy', () => {
  const set = (store: AccountStore, key: string, value: Json) => store.intents.settings.set(key, value)

  it.each(['runs', 'runs.elsewhere:one', 'asked-of-phone', 'asks', 'consolidation', 'contacts.former'])(
    'adds what it has to the one that is here (%s)',
    (key) => {
      set(here, key, ['both', { id: 'here' }])
      set(there, key, [{ id: 'there' }, 'both'])
      absorb()
      expect(here.intents.settings.get(key)).toEqual(['both', { id: 'here' }, { id: 'there' }])
      absorb()
      expect(here.intents.settings.get(key)).toEqual(['both', { id: 'here' }, { id: 'there' }])
    },
  )

  it('comes where there is none here, and nothing of another form does', () => {
    set(there, 'runs', ['there'])
    set(here, 'consolidation', {})
    set(there, 'consolidation', ['there'])
    absorb()
    expect(here.intents.settings.get('runs')).toEqual(['there'])
    expect(here.intents.settings.get('consolidation')).toEqual({})
  })

  it('has a payment that was found elsewhere once, final where either has found it so', () => {
    const [one, two, three] = [request('one'), request('two'), request('three')]
    const found = (id: RequestId, final: boolean) => ({ request: id, hash: hashOf(id), final })
    set(here, 'runs.elsewhere:one', [found(one, false), found(two, true), found(three, false)])
    set(there, 'runs.elsewhere:one', [
      found(two, false),
      found(one, true),
      { ...found(three, false), hash: hashOf('x') },
    ])
    absorb()
    const once = [found(one, true), found(two, true), found(three, false)]
    expect(here.intents.settings.get('runs.elsewhere:one')).toEqual(once)
    absorb()
    expect(here.intents.settings.get('runs.elsewhere:one')).toEqual(once)
  })

  it.each([
    ['waits for a word where it runs there, as it may have been given up here since', 'running', 'paused'],
    ['asks for approval where it does there', 'approval', 'approval'],
    ['stays done', 'done', 'done'],
  ])('of plans to put coins together brings one that %s', (_, known, brought) => {
    const plan = (state: string) => ({ id: request('plan'), state, steps: [[]], at: 1 })
    set(there, 'consolidation', [request('plan')])
    set(there, `consolidation:${request('plan')}`, plan(known))
    absorb()
    expect(here.intents.settings.get('consolidation')).toEqual([request('plan')])
    expect(here.intents.settings.get(`consolidation:${request('plan')}`)).toEqual(plan(brought))
  })

  it('stays as it is where what the copy has is none', () => {
    set(here, 'runs', ['here'])
    set(there, 'runs', {})
    absorb()
    expect(here.intents.settings.get('runs')).toEqual(['here'])
  })

  it('allows nothing that was not allowed here', () => {
    set(here, 'web sites', ['here'])
    set(there, 'web sites', ['there'])
    absorb()
    expect(here.intents.settings.get('web sites')).toEqual(['here'])
  })
})

describe('a plan in a copy of another computer', () => {
  const id: RequestId = request('plan')
  const term = (pays: string, from: number, until: number | null) => ({
    ...{ from: time(from), until: until === null ? null : time(until) },
    ...{ when: { repeats: 'monthly' }, pays: { assetId: bitcoin satisfies AssetId, amount: pays } },
  })
  const saved = (store: AccountStore, state: 'on' | 'paused' | 'ended', ...terms: ReturnType<typeof term>[]) =>
    store.intents.plans.save({ id, holder, detail: { state, terms } satisfies Json })
  const stateHere = () => {
    const detail = here.intents.plans.get(id)?.detail as { state: string; terms: unknown[] } | undefined
    return detail === undefined ? 'removed' : `${detail.state} ${detail.terms.length}`
  }

  it('does not go on where it was paused here since', () => {
    saved(here, 'paused', term('1', 0, 5))
    saved(there, 'on', term('1', 0, null))
    absorb()
    expect(stateHere()).toBe('paused 1')
  })

  it('pays no older amount than what was changed here since', () => {
    saved(here, 'on', term('1', 0, 5), term('2', 5, null))
    saved(there, 'on', term('1', 0, null))
    absorb()
    expect(stateHere()).toBe('on 2')
  })

  it('has what was changed there since, although its clock is behind', () => {
    now = (now + 2n * AHEAD) as Nanos
    saved(here, 'on', term('1', 0, null))
    now = time(0)
    saved(there, 'paused', term('1', 0, 5), term('2', 5, 9))
    absorb()
    expect(stateHere()).toBe('paused 2')
  })

  it('pays what it was changed to there since, where it goes on in both', () => {
    saved(here, 'on', term('1', 0, null))
    saved(there, 'on', term('1', 0, 5), term('2', 5, null))
    absorb()
    expect(stateHere()).toBe('on 2')
  })

  it('stays as it is where either is in a form that is not known', () => {
    const save = (store: AccountStore, detail: Json) => store.intents.plans.save({ id, holder, detail })
    const newer = { state: 'asleep', terms: [] }
    saved(here, 'on', term('1', 0, null))
    save(there, newer)
    absorb()
    expect(stateHere()).toBe('on 1')
    save(here, newer)
    saved(there, 'on', term('1', 0, null))
    absorb()
    expect(stateHere()).toBe('asleep 0')
  })

  it('does not begin again that has ended here, though it was changed and paused there', () => {
    saved(here, 'ended', term('1', 0, 5), term('2', 5, 6))
    saved(there, 'paused', term('1', 0, 5), term('3', 5, 6))
    absorb()
    expect(stateHere()).toBe('ended 2')
  })

  it('stands still where it was paused there and changed here', () => {
    saved(here, 'on', term('1', 0, 5), term('2', 5, null))
    saved(there, 'paused', term('1', 0, 7))
    absorb()
    expect(stateHere()).toBe('paused 1')
  })

  it('stands still where both changed what it pays and it was paused there', () => {
    saved(here, 'on', term('1', 0, 5), term('2', 5, null))
    saved(there, 'paused', term('1', 0, 5), term('3', 5, null))
    absorb()
    expect(stateHere()).toBe('paused 2')
  })

  it('pays what it does here where both changed it and it goes on in both', () => {
    saved(here, 'on', term('1', 0, 5), term('2', 5, null))
    saved(there, 'on', term('1', 0, 5), term('3', 5, null))
    absorb()
    expect(here.intents.plans.get(id)?.detail).toMatchObject({ terms: [term('1', 0, 5), term('2', 5, null)] })
  })

  it('stays paused where the same goes on there', () => {
    saved(here, 'paused', term('1', 0, null))
    saved(there, 'on', term('1', 0, null))
    absorb()
    expect(stateHere()).toBe('paused 1')
  })

  it('goes on where it was changed here since it ended', () => {
    saved(here, 'on', term('1', 0, 5), term('2', 5, null))
    saved(there, 'ended', term('1', 0, 5))
    absorb()
    expect(stateHere()).toBe('on 2')
  })

  it('has ended where either says so', () => {
    saved(here, 'paused', term('1', 0, 5))
    saved(there, 'ended', term('1', 0, 5))
    absorb()
    expect(stateHere()).toBe('ended 1')
    saved(there, 'paused', term('1', 0, 5))
    absorb()
    expect(stateHere()).toBe('ended 1')
  })

  it('stays removed, wherever it was', () => {
    saved(here, 'on', term('1', 0, null))
    saved(there, 'on', term('1', 0, null))
    here.intents.plans.remove(id)
    absorb()
    expect(stateHere()).toBe('removed')
    now = (now + 2n * AHEAD) as Nanos
    saved(here, 'on', term('1', 0, null))
    now = time(0)
    there.intents.plans.remove(id)
    absorb()
    expect(stateHere()).toBe('removed')
  })

  it('asks for no time again that was skipped here', () => {
    here.intents.plans.setTime(id, { day: '2026-12-01', state: 'skipped', problem: null })
    there.intents.plans.setTime(id, { day: '2026-12-01', state: 'failed', problem: null })
    here.intents.plans.setTime(id, { day: '2027-01-01', state: 'prepared', problem: null })
    there.intents.plans.setTime(id, { day: '2027-01-01', state: 'skipped', problem: null })
    here.intents.plans.setTime(id, { day: '2027-02-01', state: 'prepared', problem: null })
    there.intents.plans.setTime(id, { day: '2027-02-01', state: 'failed', problem: null })
    absorb()
    expect(here.intents.plans.times(id).map(({ state }) => state)).toEqual(['skipped', 'skipped', 'prepared'])
  })
})
