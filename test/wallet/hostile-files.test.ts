import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { RequestId } from '#contract/domain'
import { decodeTransaction, encodeTransaction, type Transaction } from '#protocol'
import { asking, type Member, newMember, newTeam, sees, type Team } from '../support/cosigners.ts'
import { BTC, paying, sharedNetwork, toUser } from '../support/wallet.ts'
import type { ScanCard } from '../support/worded.ts'

/* A member's own file of a request, with one thing in it otherwise and signed by that member again. */

const network = sharedNetwork()
let team: Team<[Member, Member, Member]>
let ana: Member
let ben: Member
let shop: Member
let requestId: RequestId
let honest: Body

interface Body {
  readonly raw: string
  readonly members: readonly string[]
  readonly coins: readonly { readonly keys: readonly string[]; readonly mask: string }[]
  readonly asked: object
  readonly author: { readonly user: string; readonly key: string; readonly at: string }
  readonly [member: string]: unknown
}

beforeAll(async () => {
  // What is paid takes both coins.
  team = await newTeam(network, ['Ana', 'Ben', 'Cas'], 2, ['1', '1'])
  ;[ana, ben] = team.members
  shop = await newMember(network, 'Shop')
  requestId = await asking(ana, paying(ana.account, BTC, [toUser(shop.account, '1.5')], { holder: team.holder }))
  await sees(ben, requestId, ({ signers }) => signers.length === 1)
  const { text } = await ana.wallet.calls['approvals.bundle']({ account: ana.account, requestId, note: '' })
  honest = (JSON.parse(text) as { body: Body }).body
})

async function fileOf(who: Member, body: object): Promise<string> {
  const { signature } = await who.wallet.vault.signer(who.account).attest(JSON.stringify(body))
  return JSON.stringify({ body, signature })
}

const take = ({ wallet, account }: Member, text: string): Promise<ScanCard> =>
  wallet.calls['scan.read']({ account, text, source: 'file' })

const standing = async ({ wallet, account }: Member) =>
  (await wallet.calls['approvals.list']({ account, holder: null })).requests

/** The signatures of the file, done otherwise. */
const signedOtherwise =
  (change: (maps: NonNullable<Transaction['signatures']>) => NonNullable<Transaction['signatures']>) =>
  (body: Body): object => {
    const transaction = decodeTransaction(body.raw)
    return { raw: encodeTransaction({ ...transaction, signatures: change(transaction.signatures ?? []) }) }
  }
const ofCoins = (change: (coin: Body['coins'][number]) => object) => (body: Body) => ({
  coins: body.coins.map((coin) => ({ ...coin, ...change(coin) })),
})
const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`
const placeOf = (who: () => Member) => [...team.members.map(({ account }) => account)].sort().indexOf(who().account)

describe('a file is refused and changes nothing', () => {
  it.each<[string, (body: Body) => object, string]>([
    [
      'with a signature in the place of another member',
      signedOtherwise((maps) => maps.map((map) => ({ ...map, [placeOf(() => ben)]: map[placeOf(() => ana)] ?? '' }))),
      'signatures',
    ],
    [
      'with a signature in a place that nobody has',
      signedOtherwise((maps) => maps.map((map) => ({ ...map, 7: map[placeOf(() => ana)] ?? '' }))),
      'signatures',
    ],
    ['with the signatures of its inputs exchanged', signedOtherwise((maps) => [...maps].reverse()), 'signatures'],
    [
      'with one signature for all members together',
      (body) => {
        const { signatures: _, ...unsigned } = decodeTransaction(body.raw)
        const aggregated = { signers: [0, 1], signature: '11'.repeat(64) }
        return { raw: encodeTransaction({ ...unsigned, aggregated }) }
      },
      'signatures',
    ],
    ['with bytes after its end', ({ raw }) => ({ raw: `${raw}00` }), 'transaction'],
    ['with bytes of another version', ({ raw }) => ({ raw: raw.replace(/^77770005/, '77770006') }), 'transaction'],
    ['of another version', () => ({ version: 2 }), 'version'],
    ['of a version that is no number', () => ({ version: '1' }), 'version'],
    ['with masks of other coins', (body) => ofCoins(() => ({ mask: body.coins[1]?.keys[0] }))(body), 'coins'],
    ['with a mask that is no key', ofCoins(() => ({ mask: 'ff'.repeat(32) })), 'coins'],
    ['with the keys of a coin in another order', ofCoins(({ keys }) => ({ keys: [...keys].reverse() })), 'coins'],
    ['with one key less', ofCoins(({ keys }) => ({ keys: keys.slice(1) })), 'coins'],
    ['with a coin too many', ({ coins }) => ({ coins: [...coins, ...coins] }), 'coins'],
    ['with no coins', () => ({ coins: [] }), 'coins'],
    ['with another sum in its coins', ofCoins(() => ({ amount: '2' })), 'coins'],
    ['with a sum that is none', ofCoins(() => ({ amount: '1e1' })), 'coins'],
    ['with a place of a coin that cannot be', ofCoins(() => ({ index: -1 })), 'coins'],
    ['with a threshold of none', () => ({ threshold: 0 }), 'members'],
    ['with a threshold of a part', () => ({ threshold: 1.5 }), 'members'],
    ['with a threshold over all members', () => ({ threshold: 4 }), 'members'],
    ['with another threshold than its coins have', () => ({ threshold: 1 }), 'coins'],
    ['with a member twice', ({ members }) => ({ members: [members[0], members[0], members[2]] }), 'members'],
    [
      'with a member twice in other letters',
      ({ members }) => ({ members: [members[0], members[0]?.toUpperCase(), members[2]] }),
      'members',
    ],
    ['with another member', ({ members }) => ({ members: [members[0], members[1], randomUUID()] }), 'coins'],
    ['with a date that cannot be', ({ author }) => ({ author: { ...author, at: '-1' } }), 'author'],
    ['with a date too long', ({ author }) => ({ author: { ...author, at: '9'.repeat(20) } }), 'author'],
    ['with words too long', () => ({ note: 'x'.repeat(4001) }), 'note'],
    ['that is nested without end', () => ({ stray: JSON.parse(deep(100_000)) as unknown }), 'file'],
  ])('%s', async (_what, change, section) => {
    const before = await standing(ben)
    const signed = ben.signed()
    const body = { ...honest, ...change(honest) }
    // Nothing of ours writes what is nested so deep.
    const text =
      section === 'file'
        ? JSON.stringify({ body: { ...honest, stray: 0 }, signature: '00' }).replace(
            '"stray":0',
            `"stray":${deep(100_000)}`,
          )
        : await fileOf(ana, body)
    expect(await take(ben, text)).toMatchObject({
      ...{ kind: 'text', problem: { code: 'input.bundle', details: { section } } },
    })
    expect(await standing(ben)).toEqual(before)
    expect(ben.signed()).toBe(signed)
  })
})

describe('a file says no more than its bytes do', () => {
  it('where it is signed for a part of its coins', async () => {
    const part = signedOtherwise((maps) => maps.map((map, at) => (at === 0 ? map : {})))
    const uma = await newMember(network, 'Uma')
    expect(await take(uma, await fileOf(ana, { ...honest, ...part(honest) }))).toMatchObject({
      ...{ kind: 'bundle', added: 0, request: { signers: [] } },
    })
    await uma.wallet.close()
  })

  it('where one is of the same coins under another name as well', async () => {
    const other = randomUUID() as RequestId
    const { signatures: _, ...unsigned } = decodeTransaction(honest.raw)
    const raw = encodeTransaction({ ...unsigned, extra: '01' })
    const asked = { ...honest.asked, memo: '01' }
    expect(await take(ben, await fileOf(ana, { ...honest, request: other, raw, asked }))).toMatchObject({
      kind: 'bundle',
      request: { requestId: other, signers: [] },
    })
    const rivals = new Map((await standing(ben)).map((row) => [row.requestId, row.rivals]))
    expect([rivals.get(other), rivals.get(requestId)]).toEqual([[requestId], [other]])
    const review = await ben.wallet.calls['approvals.review']({ account: ben.account, requestId: other }).catch(
      (error: unknown) => error,
    )
    expect(review).toMatchObject({ code: 'wallet.request_unknown' })
  })

  it('of a group of more people than there can be is listed nowhere', async () => {
    const many = Array.from({ length: 300 }, () => randomUUID())
    const uma = await newMember(network, 'Uma')
    const key = honest.coins[0]?.keys[0]
    const coins = honest.coins.map((coin) => ({ ...coin, keys: many.map(() => key) }))
    const { signatures: _, ...unsigned } = decodeTransaction(honest.raw)
    const body = { ...honest, members: many, coins, raw: encodeTransaction(unsigned), request: randomUUID() }
    await take(uma, await fileOf(ana, body)).catch(() => undefined)
    expect(await standing(uma)).toEqual([])
    await uma.wallet.calls['home.read']({ account: uma.account, holder: null })
    await uma.wallet.close()
  })

  it('where its memo is another than it says', async () => {
    const asked = { ...honest.asked, memo: Buffer.from('rent').toString('hex') }
    const card = await take(ben, await fileOf(ana, { ...honest, asked }))
    expect(card).toMatchObject({ kind: 'bundle', request: { memoText: null } })
    const review = await ben.wallet.calls['approvals.review']({ account: ben.account, requestId })
    expect(review).toMatchObject({ verdict: 'stop', canSign: false })
    expect(review.rows.filter(({ agrees }) => !agrees).map(({ field }) => field)).toEqual(['Memo'])
  })
})
