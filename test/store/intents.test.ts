import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DepositEntry, Nanos } from '#contract/domain'
import type { AccountStore } from '#store'
import { newFolder } from '../support/scratch.ts'
import { ACCOUNT, aHolder, asset, hashOf, openAccount, outputId, time, user, uuidFrom } from '../support/store.ts'

let folder: string
let store: AccountStore
let now = time(0)

beforeEach(() => {
  folder = newFolder('store')
  store = openAccount(folder, { now: () => now })
})
afterEach(() => store.close())
const at = (seconds: number): Nanos => {
  now = time(seconds)
  return now
}
const reopen = () => {
  store.close()
  store = openAccount(folder, { now: () => now })
}

describe('keys', () => {
  const hint = uuidFrom('hint')
  const answer = {
    receivers: [user('alice'), user('bob')],
    index: 1,
    mask: hashOf('m'),
    keys: [hashOf('k1'), hashOf('k2')],
  }

  it('remembers the first answer for a hint and recognises it again', () => {
    expect(store.intents.keys.remember(hint, answer)).toBe('new')
    reopen()
    expect(store.intents.keys.remember(hint, answer)).toBe('same')
    expect(store.intents.keys.remember(hint, { ...answer, receivers: [user('bob'), user('alice')] })).toBe('same')
    expect(store.intents.keys.recall(hint)).toEqual({ index: 1, mask: answer.mask, keys: answer.keys })
  })

  it('tells an answer that differs in anything, and keeps the first', () => {
    store.intents.keys.remember(hint, answer)
    for (const other of [
      { receivers: [user('alice')] },
      { receivers: [user('alice'), user('carol')] },
      { index: 2 },
      { mask: hashOf('other') },
      { keys: [hashOf('k2'), hashOf('k1')] },
      { keys: [hashOf('k1')] },
    ]) {
      expect(store.intents.keys.remember(hint, { ...answer, ...other })).toBe('different')
    }
    expect(store.intents.keys.remember(hint, answer)).toBe('same')
  })

  it('knows masks and keys that were first used for something else', () => {
    store.intents.keys.remember(hint, answer)
    const other = uuidFrom('other hint')
    const keys = [hashOf('fresh'), hashOf('k2'), hashOf('m')]
    expect(store.intents.keys.seenElsewhere(keys, { hint })).toEqual([])
    expect(store.intents.keys.seenElsewhere(keys, { hint: other })).toEqual([hashOf('k2'), hashOf('m')])
    expect(store.intents.keys.seenElsewhere(keys, { transaction: hashOf('t') })).toEqual([hashOf('k2'), hashOf('m')])
  })

  it('knows keys that Coffer derived itself', () => {
    store.intents.keys.rememberDerived(hashOf('t'), [hashOf('derived')])
    expect(store.intents.keys.seenElsewhere([hashOf('derived')], { transaction: hashOf('t') })).toEqual([])
    expect(store.intents.keys.seenElsewhere([hashOf('derived')], { hint })).toEqual([hashOf('derived')])
  })
})

describe('pins', () => {
  const entry: DepositEntry = {
    type: 'deposit_entry',
    entry_id: uuidFrom('entry'),
    threshold: 1,
    members: [ACCOUNT],
    destination: 'bc1q',
    tag: '',
    signature: 'aa',
    chain_id: asset('BTC'),
    is_primary: true,
    minimum: '0.0001',
    maximum: '',
  }

  it('keeps the first deposit entry of a holder and chain until it is removed', () => {
    const holder = aHolder().id
    const pinnedAt = at(1)
    expect(store.intents.depositPins.pin(holder, entry)).toEqual({ chainId: asset('BTC'), entry, pinnedAt })
    at(2)
    expect(store.intents.depositPins.pin(holder, { ...entry, destination: 'thief' })).toEqual({
      chainId: asset('BTC'),
      entry,
      pinnedAt,
    })
    reopen()
    expect(store.intents.depositPins.get(holder, asset('BTC'))?.entry).toEqual(entry)
    expect(store.intents.depositPins.list(holder)).toHaveLength(1)
    expect(store.intents.depositPins.get(aHolder('me', 'alice').id, asset('BTC'))).toBeUndefined()
    expect(store.intents.depositPins.remove(holder, asset('BTC'))).toBe(true)
    expect(store.intents.depositPins.pin(holder, { ...entry, destination: 'new' }).entry.destination).toBe('new')
  })

  it('keeps who a contact was', () => {
    const pinnedAt = at(3)
    const alice = { userId: user('alice'), identityNumber: '37', name: 'Alice', merelyPaid: true }
    store.intents.contactPins.put(alice)
    reopen()
    expect(store.intents.contactPins.get(user('alice'))).toEqual({ ...alice, pinnedAt })
    expect(store.intents.contactPins.beginningLike(user('alice'))).toHaveLength(1)
    expect(store.intents.contactPins.remove(user('alice'))).toBe(true)
    expect(store.intents.contactPins.get(user('alice'))).toBeUndefined()
  })
})

describe('labels', () => {
  it('keeps labels and notes of any subject, listed in a fixed order', () => {
    const updatedAt = at(4)
    store.intents.labels.set('u:bob', 'Bob', '')
    store.intents.labels.set('s:1', 'Rent', 'July')
    reopen()
    expect(store.intents.labels.list()).toEqual([
      { subject: 's:1', label: 'Rent', note: 'July', tags: [], updatedAt },
      { subject: 'u:bob', label: 'Bob', note: '', tags: [], updatedAt },
    ])
    store.intents.labels.set('u:bob', '', '')
    expect(store.intents.labels.get('u:bob')).toBeUndefined()
    expect(store.intents.labels.list().map((label) => label.subject)).toEqual(['s:1'])
  })

  it('keeps tags beside label and note, each apart from the others', () => {
    store.intents.labels.setTags('s:1', ['rent', 'Büro 2'])
    store.intents.labels.set('s:1', 'Rent', '')
    reopen()
    expect(store.intents.labels.get('s:1')).toMatchObject({ label: 'Rent', note: '', tags: ['rent', 'Büro 2'] })
    store.intents.labels.set('s:1', '', '')
    expect(store.intents.labels.list()).toMatchObject([{ subject: 's:1', label: '', tags: ['rent', 'Büro 2'] }])
    expect(store.intents.labels.tags()).toEqual([['rent', 'Büro 2']])
    store.intents.labels.setTags('s:1', [])
    expect(store.intents.labels.list()).toEqual([])
  })
})

describe('freezes, drafts, groups, settings and audits', () => {
  it('keeps frozen outputs with the reason until they are thawed', () => {
    const when = at(5)
    store.intents.freezes.set(outputId(1), 'dust')
    reopen()
    expect(store.intents.freezes.list()).toEqual([{ outputId: outputId(1), reason: 'dust', at: when }])
    expect(store.intents.freezes.remove(outputId(1))).toBe(true)
    expect(store.intents.freezes.list()).toEqual([])
  })

  it('keeps the newest form of a draft, newest draft first', () => {
    const holder = aHolder().id
    at(1)
    store.intents.drafts.save({ id: 'a', holder, form: { amount: 1n } })
    at(2)
    store.intents.drafts.save({ id: 'b', holder, form: { amount: 2n } })
    at(3)
    const saved = store.intents.drafts.save({ id: 'a', holder, form: { amount: 3n, rows: [{ to: 'x' }] } })
    expect(store.intents.drafts.list(holder).map((draft) => draft.id)).toEqual(['a', 'b'])
    reopen()
    expect(store.intents.drafts.get('a')).toEqual(saved)
    expect(store.intents.drafts.remove('a')).toBe(true)
    expect(store.intents.drafts.get('a')).toBeUndefined()
  })

  it('keeps groups in the order that was chosen', () => {
    const group = (name: string, order: number) => ({
      ...aHolder('me', name),
      name,
      colour: 3,
      order,
      createdAt: time(1),
    })
    const [first, second] = [group('alice', 1), group('bob', 2)]
    store.intents.groups.put(second)
    store.intents.groups.put(first)
    expect(store.intents.groups.list()).toEqual([first, second])
    store.intents.groups.put({ ...first, order: 9, name: 'renamed' })
    expect(store.intents.groups.list().map((each) => each.name)).toEqual(['bob', 'renamed'])
    expect(store.intents.groups.get(second.id)).toEqual(second)
    expect(store.intents.groups.remove(second.id)).toBe(true)
    expect(store.intents.groups.get(second.id)).toBeUndefined()
  })

  it('keeps settings as they were given', () => {
    expect(store.intents.settings.get('frozen')).toBeUndefined()
    store.intents.settings.set('frozen', { since: 5n, why: ['a', null, true] })
    reopen()
    expect(store.intents.settings.get('frozen')).toEqual({ since: 5n, why: ['a', null, true] })
    expect(store.intents.settings.remove('frozen')).toBe(true)
    expect(store.intents.settings.get('frozen')).toBeUndefined()
  })

  it('keeps the newest result of an audit and lists by result', () => {
    at(1)
    store.intents.audits.set(outputId(1), 'pending')
    store.intents.audits.set(outputId(2), 'pending')
    const when = at(2)
    store.intents.audits.set(outputId(1), 'failed', { raw: 'aa' })
    expect(store.intents.audits.list('pending').map((audit) => audit.outputId)).toEqual([outputId(2)])
    expect(store.intents.audits.get(outputId(1))).toEqual({
      outputId: outputId(1),
      result: 'failed',
      evidence: { raw: 'aa' },
      at: when,
    })
  })
})
