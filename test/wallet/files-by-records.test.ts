import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Hash, Nanos, UserId } from '#contract/domain'
import { formatAmount, toAmount } from '#protocol'
import type { AccountStore } from '#store'
import { type Bundle, isBundle, readBundle, writeBundle } from '../../src/wallet/approvals/bundle.ts'
import { takeBundle } from '../../src/wallet/approvals/bundle-taking.ts'
import type { Request } from '../../src/wallet/approvals/request.ts'
import { ACCOUNT, hashOf, request, time, user } from '../support/store.ts'
import { BTC, coded } from '../support/wallet.ts'
import {
  approvalsOver,
  attest,
  coinNamed,
  group,
  hashIn,
  openGroup,
  rawOf,
  readOf,
  recordOf,
  signedBy,
  viewsOf,
} from './group-records.ts'

/* What is believed of a file: what it is refused for, whose word it is, and what of it changes a request that is known. */

const coins = [coinNamed('one'), coinNamed('another')]
const raw = rawOf(coins)
const id = request('asked')
const [ana, ben] = [user('ana'), user('ben')]
const by = (...names: string[]) => signedBy(raw, coins, ...names)

let store: AccountStore
let parts: ReturnType<typeof approvalsOver>
let now: Nanos
const own = () => parts.requestStore.get(id)
const words = () => own().detail.log.map(({ text }) => (typeof text === 'string' ? text : text.code))

beforeEach(() => {
  now = time(1000)
  store = openGroup()
  parts = approvalsOver(store, {})
})
afterEach(() => store.close())

const facts = coins.map(({ hash, index, amount, mask, keys }) => ({ hash: hash as Hash, index, amount, mask, keys })) // a formula over a name

describe('a file that is read', () => {
  const honest = {
    ...{ kind: 'coffer-bundle', version: 1, network: 'local', request: id, raw: by('ana'), members: group.members },
    ...{
      threshold: 2,
      note: 'rent',
      label: 'Ours',
      asked: { assetId: BTC as string | null, amount: '3', memo: '6869' },
    },
    author: { user: ana as string, key: '', at: '5' },
    views: { [ana]: viewsOf('ana', coins), [ACCOUNT]: viewsOf('me', coins) } as Record<string, string[]>,
    coins: facts.map((fact) => ({ ...fact, amount: formatAmount(fact.amount) })),
  }
  const [first, second] = honest.coins as [(typeof honest.coins)[number], (typeof honest.coins)[number]]
  const textOf = async (change: object = {}, as = 'ana') => {
    const { publicKey: key } = await attest(as)('')
    const body = { ...honest, author: { ...honest.author, key }, ...change }
    return JSON.stringify({ body, signature: (await attest(as)(JSON.stringify(body))).signature })
  }
  const isRead = (read = coins.map((each) => readOf(each))) =>
    read.length > 0 && store.cache.outputs.applyPage({ holder: group, outputs: read, cursor: 1 })
  const read = async (change?: object, as?: string): Promise<Bundle> =>
    readBundle(await textOf(change, as), ACCOUNT, 'local', parts.requestStore)

  it('has all that its author wrote, and whose word it is', async () => {
    isRead()
    expect(await read()).toMatchObject({
      ...{ request: id, hash: hashIn(raw), raw: by('ana'), threshold: 2, coins: facts, views: viewsOf('me', coins) },
      ...{ asked: { assetId: BTC, amount: 300_000_000n, memoHex: '6869', senders: group.members, threshold: 2 } },
      ...{ note: 'rent', label: 'Ours', refusal: null, asks: false, author: ana, at: 5n },
    })
    expect(await read({ refusal: 'too much', asks: true })).toMatchObject({ refusal: 'too much', asks: true })
    expect((await read({ asked: { ...honest.asked, assetId: null } })).asked).not.toHaveProperty('assetId')
    // Where one member is enough, that is a group, too.
    const alone = { members: [...group.members], threshold: 1, raw }
    await expect(read(alone)).rejects.toThrow(coded('input.bundle', { section: 'coins' }))
  })

  it('is of nobody known while its first coin was not read, or where it does not prove a key of that', async () => {
    expect((await read()).author).toBeNull()
    isRead()
    expect((await read({ views: {} })).author).toBeNull()
    expect((await read({ views: { [ana]: viewsOf('ben', coins) } })).author).toBeNull()
    expect(
      (
        await read({
          author: { user: ben, key: (await attest('ana')('')).publicKey, at: '5' },
          views: { [ben]: viewsOf('ana', coins) },
        })
      ).author,
    ).toBeNull()
    expect((await read({}, 'shop')).author).toBeNull()
  })

  it('is looked at by its own word while its coins were not read, and has to fit all the same', async () => {
    expect((await read({ threshold: 3, raw })).threshold).toBe(3)
    for (const change of [
      { mask: 'ff'.repeat(32) },
      { keys: first.keys.slice(1) },
      { keys: [...second.keys, first.mask] },
    ])
      await expect(read({ coins: [first, { ...second, ...change }], raw })).rejects.toThrow(
        coded('input.bundle', { section: 'coins' }),
      )
  })

  it('is known by its beginning', async () => {
    const frame = 'coffer:bundle/1234/0/1/abcd'
    const is = [await textOf(), ` ${await textOf()}`, frame, `\n${frame}`].map(isBundle)
    const isNot = ['{"kind":"another"}', 'coffer-bundle', `see ${frame}`].map(isBundle)
    expect([is, isNot]).toEqual([
      [true, true, true, true],
      [false, false, false],
    ])
  })

  it('gives no scalars of this account that are not for each of the coins', async () => {
    expect((await read({ views: { [ACCOUNT]: viewsOf('me', coins).slice(1) } })).views).toEqual([])
  })

  it.each<[string, () => object, string]>([
    ['of another version', () => ({ version: 2 }), 'version'],
    ['of bytes that are none', () => ({ raw: 'zz' }), 'transaction'],
    ['of a member twice', () => ({ members: [ana, ana, ben] }), 'members'],
    ['of a member that is no id', () => ({ members: [ana, ben, 'Cas'] }), 'members'],
    ['of another network', () => ({ network: 'mainnet' }), 'network'],
    ['of coins in another order', () => ({ coins: [second, first] }), 'coins'],
    [
      'of another coin at the same place',
      () => ({ coins: [first, { ...second, hash: hashOf('x'), index: second.index }] }),
      'coins',
    ],
    ['of another place of a coin', () => ({ coins: [first, { ...second, index: second.index + 1 }] }), 'coins'],
    ['of a coin too many', () => ({ coins: [first, second, second] }), 'coins'],
    ['of one coin that is worth something else', () => ({ coins: [first, { ...second, amount: '11' }] }), 'coins'],
    ['of one coin with another mask', () => ({ coins: [first, { ...second, mask: first.mask }] }), 'coins'],
    ['of one coin with other keys', () => ({ coins: [first, { ...second, keys: first.keys }], raw }), 'coins'],
    ['of a threshold of none', () => ({ threshold: 0 }), 'members'],
    ['of an asset that is no id', () => ({ asked: { ...honest.asked, assetId: 'bitcoin' } }), 'asked'],
    ['of a request that is no id', () => ({ request: 'bitcoin' }), 'request'],
    ['of a sum that is none', () => ({ asked: { ...honest.asked, amount: 'all' } }), 'asked'],
  ])('is refused: %s', async (_, change, section) => {
    isRead()
    await expect(read(change())).rejects.toThrow(coded('input.bundle', { section }))
  })

  it.each([{ receivers_threshold: 1 }, { receivers_hash: hashOf('others') }])(
    'is refused where one of its coins is not of that group: %o',
    async (of) => {
      const text = await textOf()
      const coinAt = (at: Hash) =>
        coins.filter(({ hash }, place) => hash === at && place === 1).map((each) => readOf(each, of))[0]
      const { count } = parts.requestStore
      const read = () => readBundle(text, ACCOUNT, 'local', { coinAt, count })
      expect(read).toThrow(coded('input.bundle', { section: 'coins' }))
    },
  )

  it.each<[string, (text: string) => string, string]>([
    ['no text of ours', () => 'rent', 'file'],
    ['nothing', () => '{"body":null,"signature":""}', 'file'],
    ['a number', () => '{"body":5,"signature":""}', 'file'],
    ['another kind', (text) => text.replace('coffer-bundle', 'another'), 'file'],
    ['of a signature that is no text', (text) => text.replace(/"signature":"[0-9a-f]+"/, '"signature":5'), 'signature'],
    ['changed since it was signed', (text) => text.replace('"rent"', '"rant"'), 'author'],
    ['too large', (text) => text.padEnd(1_000_001), 'file'],
  ])('is refused that is %s', async (_, change, section) => {
    const text = change(await textOf())
    expect(() => readBundle(text, ACCOUNT, 'local', parts.requestStore)).toThrow(coded('input.bundle', { section }))
  })

  it('says that its author asked only where that is so, and a no and scalars where there are', async () => {
    const write = async (asker: UserId, fields: { refusal: string | null; views: readonly string[] }) => {
      parts.requestStore.keep(recordOf('asked', raw, { user_id: asker }), { source: 'found' })
      const { text } = await writeBundle({
        ...{ request: own(), coins: [], asked: honest.asked, note: '', label: '', ...fields },
        ...{ account: ACCOUNT, network: 'local', now, signer: { attest: attest('me') } as never },
      })
      store.intents.requests.remove([id])
      return (JSON.parse(text) as { body: Record<string, unknown> }).body
    }
    const asker = await write(ACCOUNT, { refusal: null, views: [] })
    expect(asker).toMatchObject({ asks: true, views: { [ACCOUNT]: [] } })
    expect(asker).not.toHaveProperty('refusal')
    const other = await write(ana, { refusal: 'no', views: ['11'.repeat(32)] })
    expect(other).toMatchObject({ refusal: 'no', views: {} })
    expect(other).not.toHaveProperty('asks')
  })
})

const fileOf = (fields: Partial<Bundle> = {}): Bundle => ({
  ...{ request: id, hash: hashIn(raw), raw, members: group.members, threshold: 2, holder: group, coins: facts },
  ...{
    views: [],
    asked: { amount: toAmount(1n) },
    note: '',
    label: '',
    refusal: null,
    asks: false,
    author: ana,
    at: time(10),
  },
  ...fields,
})
const take = (fields: Partial<Bundle> = {}) => {
  const { directory } = parts
  // Seven others go to make room.
  const requestStore = { ...parts.requestStore, makeRoom: () => 7 }
  const runtime = {
    requestStore,
    directory,
    account: ACCOUNT,
    now: () => now,
    cosign: { view: (each: Request) => each },
  }
  return takeBundle(fileOf(fields), runtime as unknown as Parameters<typeof takeBundle>[1]) // what is used of a desk
}
const keep = (fields = {}) => parts.requestStore.keep(recordOf('asked', raw, fields), { source: 'found' })

describe('a file that is taken in', () => {
  it('brings a request as its author’s word, with the signatures that are good', () => {
    expect(take({ raw: by('ana', 'ben') })).toMatchObject({ added: 2, left: 7 })
    expect(own()).toMatchObject({
      ...{ state: 'open', raw: by('ana', 'ben'), holder: group.id },
      detail: { source: 'bundle', by: ana, coins: facts, asked: { amount: 1n }, record: null },
    })
    expect(
      own()
        .detail.signers.map(({ userId, offline }) => [userId, offline])
        .sort(),
    ).toEqual(
      [
        [ana, true],
        [ben, true],
      ].sort(),
    )
    expect(take({ raw: by('ana', 'ben') })).toMatchObject({ added: 0, left: 0 })
    expect(words()).toEqual(['check.log.imported-member', 'check.log.imported-member'])
  })

  it('adds none that the service has told of before', () => {
    store.cache.outputs.applyPage({ holder: group, outputs: coins.map((each) => readOf(each)), cursor: 1 })
    keep({ signers: [ana] })
    expect(take({ raw: by('ana', 'ben'), author: ben }).added).toBe(1)
    expect(own().detail.signers.find(({ userId }) => userId === ana)).toMatchObject({ offline: false })
  })

  it.each<[string, () => unknown, Partial<Bundle>, boolean]>([
    ['a member’s, what a member’s said', () => take({ author: ben }), {}, false],
    ['a stranger’s, what a stranger’s said', () => take({ author: null }), { author: null }, true],
    ['a member’s, what a stranger’s said', () => take({ author: null }), {}, true],
    ['a stranger’s, what the service has', () => keep(), { author: null }, false],
    ['a stranger’s, what the service has of nobody', () => keep({ user_id: null }), { author: null }, false],
  ])('takes with other bytes the place of, or not: %s', (_, before, fields, gives) => {
    before()
    const other = rawOf(coins, '01')
    const work = () => take({ ...fields, raw: other, hash: hashIn(other) })
    if (!gives) expect(work).toThrow(coded('wallet.request_differs', { fields: ['transaction'] }))
    else expect(work().request).toMatchObject({ raw: other, detail: { signers: [] } })
    expect(own().hash).toBe(hashIn(gives ? other : raw))
  })

  it('of a member takes the place of a stranger’s of the same bytes, whose is none beside it', () => {
    take({ author: null, asked: { amount: toAmount(7n) }, label: 'Theirs', note: 'pay' })
    expect(own().detail).toMatchObject({ by: null, asked: { amount: 7n }, groupCalled: '', askerNote: '' })
    take({ author: null, asked: { amount: toAmount(8n) } })
    expect(own().detail.asked).toMatchObject({ amount: 7n })
    take({ label: 'Ours' })
    expect(own().detail).toMatchObject({ by: ana, asked: { amount: 1n }, groupCalled: 'Ours' })
    take({ author: null, asked: { amount: toAmount(9n) }, label: 'Theirs' })
    expect(own().detail).toMatchObject({ by: ana, asked: { amount: 1n }, groupCalled: 'Ours' })
    expect(words()).toEqual([
      'check.log.stranger',
      'check.log.stranger',
      'check.log.imported-member',
      'check.log.stranger',
    ])
    take({ label: 'x'.repeat(65) })
    expect(own().detail.groupCalled).toBe(`${'x'.repeat(63)}…`)
    take({ label: 'x'.repeat(64) })
    expect(own().detail.groupCalled).toBe('x'.repeat(64))
  })

  it.each<[string, object, UserId | null, boolean]>([
    ['the member who asked', { user_id: ana }, ana, true],
    ['another member', { user_id: ben }, ana, false],
    ['a member, where nobody is named', { user_id: null }, ana, true],
    ['a stranger', { user_id: null }, null, false],
  ])('says of what the service has what was asked, as the word of %s', (_, record, author, says) => {
    keep(record)
    take({ author })
    expect(own().detail.asked).toEqual(says ? { amount: 1n } : null)
    take({ author, asked: { amount: toAmount(2n) } })
    expect(own().detail.asked).toEqual(says ? { amount: 1n } : null)
  })

  it('gives this account scalars where the service gave none', () => {
    keep({ views: ['11'.repeat(32)] })
    take({ views: ['22'.repeat(32)] })
    expect(own().detail).toMatchObject({ views: ['11'.repeat(32)], coins: facts })
    store.intents.requests.remove([id])
    keep()
    take({ views: ['22'.repeat(32)] })
    take({ views: [] })
    expect(own().detail.views).toEqual(['22'.repeat(32)])
    store.intents.requests.remove([id])
    take({ views: ['11'.repeat(32)] })
    take({ views: ['22'.repeat(32)], coins: [] })
    expect(own().detail).toMatchObject({ views: ['22'.repeat(32)], coins: facts })
  })
})

describe('who asked, by files', () => {
  const asked = (amount: bigint) => ({ asked: { amount: toAmount(amount) } })

  it('is who says so, with what was asked in the same file', () => {
    take({ author: ben, ...asked(1n) })
    expect(own().detail).not.toHaveProperty('asks')
    take({ author: ben, asks: true, ...asked(9n) })
    expect(own().detail).toMatchObject({ by: ben, asks: true, asked: { amount: 1n } })
    store.intents.requests.remove([id])
    take({ author: ben, ...asked(1n) })
    take({ author: ana, asks: true, ...asked(2n) })
    expect(own().detail).toMatchObject({ by: ana, asks: true, asked: { amount: 2n } })
    take({ author: ana, asks: true, ...asked(3n) })
    expect(own().detail).toMatchObject({ by: ana, asks: true, asked: { amount: 2n } })
    expect(own().detail).not.toHaveProperty('asksToo')
  })

  it('is nobody where two say so, whoever comes after', () => {
    take({ author: ana, asks: true, ...asked(1n) })
    take({ author: ben, asks: true, ...asked(2n) })
    expect(own().detail).toMatchObject({ by: ana, asksToo: ben, asked: { amount: 1n } })
    take({ author: ACCOUNT, asks: true, ...asked(3n) })
    expect(own().detail).toMatchObject({ by: ana, asksToo: ben, asked: { amount: 1n } })
  })

  it('is no stranger, and nobody else than the service says', () => {
    take({ author: null, asks: true })
    expect(own().detail).not.toHaveProperty('asks')
    keep({ user_id: ben })
    take({ author: ana, asks: true })
    expect(own().detail).toMatchObject({ by: ben })
    expect(own().detail).not.toHaveProperty('asks')
  })
})

describe('the words of members in files', () => {
  const note = (text: string, at: number, author: UserId | null = ana) => {
    take({ note: text, at: time(at), author })
    return own().detail.askerNote
  }

  it('are the newest, whoever’s, but a stranger’s', () => {
    expect(note('first', 10)).toBe('first')
    expect(own().detail).toMatchObject({ noteBy: ana, noteAt: time(10) })
    expect(note('of a stranger', 30, null)).toBe('first')
    expect(note('older', 9, ben)).toBe('first')
    expect(note('', 11)).toBe('first')
    expect(note('newer', 12, ben)).toBe('newer')
    expect(own().detail).toMatchObject({ noteBy: ben, noteAt: time(12) })
    expect(note('of the same time', 12)).toBe('newer')
    expect(own().detail).not.toHaveProperty('ahead')
    // The same again is still the word of whom it was.
    expect(note('newer', 13, ana)).toBe('newer')
    expect(own().detail.noteBy).toBe(ben)
  })

  it('that are dated ahead count as said when they were read', () => {
    expect(note('ahead', 5000)).toBe('ahead')
    expect(own().detail).toMatchObject({
      noteAt: time(1000),
      heard: { [ana]: time(1000) },
      ahead: { [ana]: [time(5000)] },
    })
    // Less far ahead it was written before, and the same file again says nothing, then or later.
    expect(note('before', 4000)).toBe('ahead')
    take({ refusal: 'no', at: time(4000) })
    take({ refusal: 'no', at: time(5000) })
    expect(own().detail).not.toHaveProperty('refusals')
    now = time(6000)
    expect(note('again', 5000)).toBe('ahead')
    expect(note('rightly dated', 5500)).toBe('rightly dated')
    for (let at = 0; at < 10; at += 1) note(`ahead ${at}`, 7000 + at)
    expect(own().detail.ahead?.[ana]).toHaveLength(8)
    expect(own().detail.ahead?.[ana]?.at(-1)).toBe(time(7009))
  })

  it('say no, and take it back, each for themselves', () => {
    const no = (author: UserId | null, reason: string | null, at: number) => {
      take({ author, refusal: reason, at: time(at) })
      return (own().detail.refusals ?? []).map((each) => [each.userId, each.reason])
    }
    expect(no(null, 'no', 10)).toEqual([])
    expect(no(ACCOUNT, 'no', 10)).toEqual([])
    expect(no(ana, null, 10)).toEqual([])
    expect(no(ana, 'no', 11)).toEqual([[ana, 'no']])
    expect(no(ben, null, 11)).toEqual([[ana, 'no']])
    expect(no(ana, null, 11)).toEqual([[ana, 'no']])
    expect(no(ana, 'no', 12)).toEqual([[ana, 'no']])
    expect(no(ana, null, 13)).toEqual([])
    expect(no(ana, 'no', 12)).toEqual([])
    expect(words().filter((each) => each !== 'check.log.imported-member')).toEqual([
      ...['check.log.stranger', 'check.log.refused', 'check.log.no-taken-back'],
    ])
  })
})
