import { beforeAll, describe, expect, it } from 'vitest'
import type { AssetId, Hash, HolderId, Nanos, UserId } from '#contract/domain'
import { checkStatement } from '#wallet'
import { galleryOf, mint } from '../support/collectibles.ts'
import { cosign, type Member, newTeam, sees, type Team } from '../support/cosigners.ts'
import { authorizationOf } from '../support/permission.ts'
import {
  ALL_MOVEMENTS,
  approved,
  approving,
  BTC,
  fund,
  newPhrase,
  type OpenWallet,
  sharedNetwork,
} from '../support/wallet.ts'
import type { PaymentReview } from '../support/worded.ts'

/* Items are no money: neither what comes with them nor what goes is. What an item gave back is. */

const network = sharedNetwork()
let team: Team<[Member, Member]>
let ana: Member
let ben: Member

beforeAll(async () => {
  team = await newTeam(network, ['Ana', 'Ben'], 2, ['1'])
  ;[ana, ben] = team.members
})

async function minted(members: readonly Member[], to: readonly UserId[], threshold: number): Promise<Hash> {
  const [item] = (await mint(network, [{ members: [...to], threshold }])).items
  if (item === undefined) throw new Error('nothing was minted')
  for (const { wallet, account } of members)
    await galleryOf(wallet, account, (all) =>
      all.some((one) => one.inscription === item.inscription_hash && one.collectionName !== ''),
    )
  return item.inscription_hash
}

const drawn = ({ wallet, account }: Member, holder: HolderId) =>
  wallet.calls['statements.draw']({ account, holder, others: [], filter: ALL_MOVEMENTS })

/** What a statement says has moved, once all of it comes to the coins that are there. */
async function moved(member: Member, holder: HolderId) {
  const view = await member.wallet.until(
    () => drawn(member, holder),
    ({ agrees }) => agrees === true,
  )
  return view.assets.map(({ asset, in: came, out }) => [asset.symbol, came, out])
}

async function bothSign(review: PaymentReview): Promise<void> {
  await ana.wallet.calls['payments.approve'](approving(ana.account, review))
  await sees(ben, review.paymentId)
  await cosign(ben, review.paymentId)
  await sees(ana, review.paymentId, ({ state }) => state === 'final')
}

describe('a statement of a group', () => {
  const members = () => team.members.map(({ account }) => account)

  it('has no money that left where an item was sent', async () => {
    const inscription = await minted(team.members, members(), 2)
    const before = await moved(ana, team.holder)
    expect(before.map(([symbol]) => symbol)).toEqual(['BTC'])
    const payee = { kind: 'user', userId: ben.account } as const
    const input = { account: ana.account, holder: team.holder, inscription, payee }
    await bothSign(await ana.wallet.calls['collectibles.transfer'](input))
    await galleryOf(ana.wallet, ana.account, (all) => all.every((one) => one.inscription !== inscription))
    expect(await moved(ana, team.holder)).toEqual(before)
  })

  it('has what an item gave back as what came in', async () => {
    const inscription = await minted(team.members, members(), 2)
    const before = await moved(ana, team.holder)
    const input = { account: ana.account, holder: team.holder, inscription }
    await bothSign(await ana.wallet.calls['collectibles.release'](input))
    await galleryOf(ana.wallet, ana.account, (all) => all.every((one) => one.inscription !== inscription))
    const after = await ana.wallet.until(
      () => moved(ana, team.holder),
      (all) => all.length > before.length,
    )
    expect(after.length).toBe(before.length + 1)
    expect(after.find(([symbol]) => symbol === 'KITE')).toEqual(['KITE', 200_000_000n, 0n])
  })

  it('calls what an item gave back and what one took what it was', async () => {
    const freed = await minted(team.members, members(), 2)
    const before = (await drawn(ana, team.holder)).drawnAt
    const input = { account: ana.account, holder: team.holder, inscription: freed }
    const holds = (isHeld: boolean) =>
      galleryOf(ana.wallet, ana.account, (all) => all.some((one) => one.inscription === freed) === isHeld)
    await bothSign(await ana.wallet.calls['collectibles.release'](input))
    await holds(false)
    await moved(ana, team.holder)
    const { rows: released } = await ana.wallet.until(
      () => drawn(ana, team.holder),
      ({ rows }) => rows.some(({ kind, at }) => kind === 'release' && at > before),
    )
    const row = released.findLast(({ kind }) => kind === 'release')
    const kite = row?.asset.assetId
    await bothSign(await ana.wallet.calls['collectibles.occupy'](input))
    await holds(true)
    for (const member of team.members) {
      const { rows } = await member.wallet.until(
        () => drawn(member, team.holder),
        ({ agrees, rows }) =>
          agrees === true && rows.some(({ kind, asset }) => kind === 'occupy' && asset.assetId === kite),
      )
      const kinds = rows.flatMap(({ kind, amount, asset }) => (asset.assetId === kite ? [[kind, amount]] : []))
      expect(kinds).toEqual([
        ['release', 200_000_000n],
        ['occupy', -200_000_000n],
      ])
    }
  })
})

describe('a statement of an account', () => {
  const KITE = 200_000_000n
  let cas: OpenWallet
  let words: readonly string[]
  let account: UserId
  let kite: AssetId
  /** Between what was released and what was occupied again. */
  let middle: Nanos

  type Filter = Partial<typeof ALL_MOVEMENTS>
  const wish = (filter: Filter = {}) => ({
    ...{ account, holder: null, others: [] },
    filter: { ...ALL_MOVEMENTS, ...filter },
  })
  const drawnBy = (wallet: OpenWallet, filter: Filter = {}) => wallet.calls['statements.draw'](wish(filter))
  /** Once all of it comes to the coins that are there, so many movements of the token among it. */
  const wholeBy = (wallet: OpenWallet, filter: Filter = {}, count = 3) =>
    wallet.until(
      () => drawnBy(wallet, filter),
      ({ agrees, rows }) => agrees === true && rows.filter(({ asset }) => asset.assetId === kite).length === count,
    )
  const kitesIn = ({ rows }: Awaited<ReturnType<typeof drawnBy>>) => rows.filter(({ asset }) => asset.assetId === kite)
  const sumsIn = ({ assets }: Awaited<ReturnType<typeof drawnBy>>) => {
    const sums = assets.find(({ asset }) => asset.assetId === kite)
    return [sums?.opening, sums?.in, sums?.out, sums?.fees, sums?.closing]
  }
  const act = async (what: 'release' | 'occupy', inscription: Hash) => {
    const review = await cas.calls[`collectibles.${what}`]({ account, holder: null, inscription })
    const { state } = await approved(cas, account, review)
    expect(state).toBe('final')
  }

  beforeAll(async () => {
    cas = await network.open()
    account = (await cas.calls['accounts.createLocal']({ name: 'Cas' })).account
    words = await newPhrase(cas, account)
    await cas.calls['registration.submit']({ account })
    await fund(cas, account, BTC, '1')
    const made = await mint(network, [{ members: [account] }, { members: [account] }])
    const items = made.items.map(({ inscription_hash: hash }) => hash)
    const [one, two] = items as [Hash, Hash] // two were minted
    const has = (...wanted: Hash[]) =>
      galleryOf(cas, account, (all) => {
        const held = all.filter(
          ({ inscription, collectionName }) => items.includes(inscription) && collectionName !== '',
        )
        return (
          held.length === wanted.length && wanted.every((each) => held.some(({ inscription }) => inscription === each))
        )
      })
    await has(one, two)
    await act('release', one)
    await has(two)
    const collection = { account, collection: made.collection_hash }
    kite = (await cas.calls['collectibles.collection'](collection)).asset?.assetId ?? BTC
    const released = await wholeBy(cas, {}, 1)
    middle = ((released.rows.at(-1)?.at ?? 0n) + 1n) as Nanos
    await act('occupy', one)
    await has(one, two)
    await act('release', two)
    await has(one)
  })

  it('has what an item gave back as what came in, and what one took as what went', async () => {
    const whole = await wholeBy(cas)
    expect(kitesIn(whole).map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual([
      ['release', KITE, KITE],
      ['occupy', -KITE, 0n],
      ['release', KITE, KITE],
    ])
    expect(sumsIn(whole)).toEqual([0n, 2n * KITE, KITE, 0n, KITE])
  })

  it('begins and ends with what there was, wherever it is cut', async () => {
    await wholeBy(cas)
    const [before, after] = [await drawnBy(cas, { to: middle }), await drawnBy(cas, { from: middle })]
    expect([sumsIn(before), before.agrees]).toEqual([[0n, KITE, 0n, 0n, KITE], null])
    expect([sumsIn(after), after.agrees]).toEqual([[KITE, KITE, KITE, 0n, KITE], true])
    const ofKite = await wholeBy(cas, { assetId: kite, from: middle }, 2)
    expect(ofKite.rows).toEqual(kitesIn(after))
    expect((await wholeBy(cas, { assetId: BTC }, 0)).count).toBe(1)
  })

  it('is a signed file whose sums are those of its movements, and a table that names what happened', async () => {
    await wholeBy(cas)
    const textOf = async (format: 'json' | 'csv') => {
      const { file } = await cas.calls['statements.file']({ ...wish(), format })
      return (await cas.calls['statements.part']({ account, file, part: 0 })).text
    }
    const json = await textOf('json')
    expect(checkStatement(json)).toMatchObject({ kind: 'signed' })
    expect(JSON.parse(json)).toMatchObject({ statement: { agrees: 'yes' } })
    expect((await textOf('csv')).match(/,(release|occupy),KITE,/g)).toHaveLength(3)
  })

  it('has no movement of an item where only others are wanted', async () => {
    await wholeBy(cas)
    for (const filter of [{ kind: 'deposit' }, { search: 'nothing' }, { opponent: ana.account }] as const)
      expect(kitesIn(await drawnBy(cas, filter))).toEqual([])
    expect(kitesIn(await drawnBy(cas, { direction: 'out' }))).toHaveLength(1)
  })

  it('has what its owner noted of the release on its receipt', async () => {
    const [row] = kitesIn(await wholeBy(cas))
    const { rows } = await cas.calls['activity.list']({ ...wish(), cursor: null, limit: 50 })
    const id = rows.find(({ hash }) => hash === row?.hash)?.id ?? ''
    await cas.calls['labels.set']({ account, id, label: 'Sold', note: 'To Dan' })
    expect(kitesIn(await drawnBy(cas))[0]).toMatchObject({ label: 'Sold', note: 'To Dan' })
    await cas.calls['labels.set']({ account, id, label: '', note: '' })
  })

  it('is the same on a computer that did none of it, and where the account is only watched', async () => {
    const told = (view: Awaited<ReturnType<typeof drawnBy>>) =>
      kitesIn(view).map(({ fiatThen, asset, ...row }) => ({ ...row, assetId: asset.assetId }))
    const here = told(await wholeBy(cas))
    const [restored, watching] = [await network.open(), await network.open()]
    await restored.calls['accounts.recoverLocal']({ phrase: words.join(' ') })
    expect(told(await wholeBy(restored))).toEqual(here)
    const { text } = await authorizationOf(network.url, { user: account })
    await watching.calls['accounts.watch']({ permission: text })
    expect(told(await wholeBy(watching))).toEqual(here)
    for (const { calls } of [restored, watching]) {
      const rows = async () =>
        (await calls['activity.list']({ ...wish(), cursor: null, limit: 50 })).rows.filter(
          ({ asset, inscription }) => asset.assetId === kite && inscription === null,
        )
      expect((await rows()).map(({ kind, amount }) => [kind, amount])).toEqual([
        ['release', KITE],
        ['occupy', -KITE],
        ['release', KITE],
      ])
      for (const { id, ...row } of await rows()) {
        await calls['labels.set']({ account, id, label: 'Kites', note: 'Back' })
        const read = await calls['activity.read']({ account, holder: null, id })
        expect(read).toMatchObject({ row: { ...row, label: 'Kites' }, note: 'Back' })
      }
    }
    for (const row of kitesIn(await drawnBy(restored))) expect(row).toMatchObject({ label: 'Kites', note: 'Back' })
  })
})
