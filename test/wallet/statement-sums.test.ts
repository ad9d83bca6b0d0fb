import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AssetId, Hash, Nanos, UserId } from '#contract/domain'
import type { Calls, StatementView } from '#contract/ipc'
import { formatAmount, parseSignedAmount, toAmount } from '#protocol'
import { checkStatement } from '#wallet'
import { galleryOf, mint } from '../support/collectibles.ts'
import {
  ALL_MOVEMENTS,
  approved,
  BTC,
  ETH,
  fund,
  newAccount,
  type OpenWallet,
  pay,
  paying,
  sharedNetwork,
  USDT_ERC20,
} from '../support/wallet.ts'

/* Whatever happened, a statement adds up to what the ledger has: for each account, for all of them, and for every period. */

const BITCOIN = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'
const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const ASSETS = [BTC, ETH, USDT_ERC20] as const
/** Enough for all that a history may spend. */
const BEGIN = 1_000_000_000n
/** No less of a stable coin leaves the network. */
const LEAST = 100_000_000n

type Filter = Parameters<Calls['statements.draw']>[0]['filter']

const network = sharedNetwork()
let wallet: OpenWallet

beforeAll(async () => {
  wallet = await network.open()
})

const deed = fc.record({
  kind: fc.constantFrom('pay', 'share', 'self', 'withdraw', 'deposit', 'collectible'),
  by: fc.constantFrom(0, 1),
  asset: fc.constantFrom(...ASSETS),
  units: fc.bigInt(100_000n, 5_000_000n),
})
type Deed = typeof deed extends fc.Arbitrary<infer Value> ? Value : never

/** What the accounts have by the deeds alone. */
type Books = readonly {
  readonly account: UserId
  readonly has: Map<AssetId, bigint>
  readonly fees: Map<AssetId, bigint>
  readonly items: Hash[]
}[]

async function begin(): Promise<Books> {
  const books: Books[number][] = []
  for (const name of ['Ana', 'Ben']) {
    const { account } = await newAccount(wallet, name)
    for (const asset of ASSETS)
      await fund(wallet, account, asset, formatAmount(toAmount(BEGIN)), asset === BTC ? BTC : ETH)
    const made = await mint(network, [{ members: [account], content_type: 'text/plain' }])
    const items = made.items.map(({ inscription_hash }) => inscription_hash)
    await galleryOf(wallet, account, (all) => all.some(({ inscription }) => items.includes(inscription)))
    books.push({ account, items, fees: new Map(), has: new Map(ASSETS.map((asset) => [asset, BEGIN])) })
  }
  return books
}

/** Waits until what was paid is read, its change among it: what is prepared next stands on it. */
async function read(books: Books): Promise<void> {
  for (const { account, has } of books) {
    for (const [assetId, units] of has) {
      await wallet.until(
        () => wallet.calls['balances.read']({ account, holder: null, assetId }),
        ({ available, held }) => available === units && held === 0n,
      )
    }
    await wallet.until(
      () => draw([{ account }]),
      ({ agrees }) => agrees === true,
    )
  }
}

async function act(books: Books, { kind, by, asset, units }: Deed): Promise<void> {
  const [self, other] = by === 0 ? books : [...books].reverse()
  if (self === undefined || other === undefined) throw new Error('there are two')
  const amount = formatAmount(toAmount(units))
  const add = (of: Books[number], id: AssetId, by: bigint) => void of.has.set(id, (of.has.get(id) ?? 0n) + by)
  const to = { kind: 'user', userId: other.account } as const
  if (kind === 'deposit') {
    await fund(wallet, self.account, asset, amount, asset === BTC ? BTC : ETH)
    add(self, asset, units)
  } else if (kind === 'withdraw') {
    const payee = { kind: 'chain', destination: asset === BTC ? BITCOIN : ETHEREUM, tag: '' } as const
    const feeAssetId = asset === BTC ? BTC : ETH
    const leaving = asset === USDT_ERC20 ? units + LEAST : units
    const row = { payee, amount: formatAmount(toAmount(leaving)) }
    const { fee, state } = await pay(wallet, paying(self.account, asset, [row], { feeAssetId }))
    expect(state).toBe('final')
    add(self, asset, -leaving)
    if (fee !== null) {
      add(self, feeAssetId, -fee.amount)
      self.fees.set(feeAssetId, (self.fees.get(feeAssetId) ?? 0n) + fee.amount)
    }
  } else if (kind === 'collectible') {
    const inscription = self.items.shift()
    if (inscription === undefined) return
    const input = { account: self.account, holder: null, inscription, payee: to }
    await approved(wallet, self.account, await wallet.calls['collectibles.transfer'](input))
    other.items.push(inscription)
    await galleryOf(wallet, other.account, (all) => all.some((item) => item.inscription === inscription))
  } else {
    // What is paid to oneself stays; of several one may be.
    const toSelf = { kind: 'user', userId: self.account } as const
    const payees = { pay: [to], share: [to, toSelf, to], self: [toSelf] }[kind]
    await pay(
      wallet,
      paying(
        self.account,
        asset,
        payees.map((payee) => ({ payee, amount })),
      ),
    )
    const left = units * BigInt(payees.filter((payee) => payee === to).length)
    add(self, asset, -left)
    add(other, asset, left)
  }
  await read(books)
}

type Owners = readonly { readonly account: UserId }[]
function wish([first, ...others]: Owners, filter: Partial<Filter> = {}) {
  if (first === undefined) throw new Error('nobody')
  return {
    ...{ account: first.account, holder: null, filter: { ...ALL_MOVEMENTS, ...filter } },
    others: others.map(({ account }) => ({ account, holder: null })),
  }
}
const draw = (owners: Owners, filter: Partial<Filter> = {}) => wallet.calls['statements.draw'](wish(owners, filter))

async function text(owners: Owners, format: 'csv' | 'json', filter: Partial<Filter>): Promise<string> {
  const { file, parts } = await wallet.calls['statements.file']({ ...wish(owners, filter), format })
  const texts: string[] = []
  for (let part = 0; part < parts; part += 1) {
    texts.push(
      (await wallet.calls['statements.part']({ account: owners[0]?.account ?? ('' as UserId), file, part })).text,
    )
  }
  return texts.join('')
}

const sumsOf = ({ assets }: StatementView, of: (each: StatementView['assets'][number]) => bigint) =>
  Object.fromEntries(assets.flatMap((each) => (of(each) === 0n ? [] : [[each.asset.assetId, of(each)]])))

/** Sums of the column of amounts, by the column of asset ids. */
function sumsOfTable(csv: string): Record<string, bigint> {
  const [head = '', ...lines] = csv.trimEnd().split('\r\n')
  const at = (name: string): number => head.split(',').indexOf(name)
  const sums = new Map<string, bigint>()
  for (const line of lines) {
    const cells = line.split(',')
    const id = cells[at('asset_id')] ?? ''
    sums.set(id, (sums.get(id) ?? 0n) + parseSignedAmount(cells[at('amount')] ?? ''))
  }
  return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0n))
}

/** What the kernel's nodes hold of these assets. */
async function ledgerOf({ account }: Owners[number]): Promise<Record<string, bigint>> {
  const { assets } = await wallet.calls['coins.compare']({ account, holder: null })
  const own = assets.filter(({ asset }) => ASSETS.some((id) => id === asset.assetId))
  return Object.fromEntries(own.map(({ asset, ledger }) => [asset.assetId, ledger?.amount ?? 0n]))
}

describe('the sums of an export', () => {
  it('are those of the ledger after any history, and of every part of it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 5, maxLength: 6 }), async (deeds) => {
        const books = await begin()
        for (const each of deeds) await act(books, each)
        for (const book of books) {
          const whole = await draw([book])
          const ledger = await ledgerOf(book)
          expect(sumsOf(whole, ({ closing }) => closing)).toEqual(ledger)
          expect(sumsOfTable(await text([book], 'csv', {}))).toEqual(ledger)
          expect(sumsOf(whole, ({ fees }) => fees)).toEqual(Object.fromEntries(book.fees))
          expect(ledger).toEqual(Object.fromEntries(book.has))
        }
        await everyPart(books)
      }),
      { numRuns: 2, interruptAfterTimeLimit: 200_000, endOnFailure: true },
    )
  })
})

/** Cut anywhere, and for any of the accounts: each part begins where the one before it ended, and proves its own sums. */
async function everyPart(books: Books): Promise<void> {
  const times = (await draw(books)).rows.map(({ at }) => at)
  const cut = fc.constantFrom(...times, ...times.map((at) => (at + 1n) as Nanos))
  const some = fc.constantFrom<Owners[]>(books, books.slice(0, 1), books.slice(1), [...books].reverse())
  await fc.assert(
    fc.asyncProperty(cut, cut, some, async (one, other, owners) => {
      const [from, to] = one < other ? [one, other] : [other, one]
      const [before, part, after] = [
        await draw(owners, { to: from }),
        await draw(owners, { from, to }),
        await draw(owners, { from: to }),
      ]
      for (const { assets } of [before, part, after]) {
        for (const each of assets) expect(each.opening + each.in - each.out - each.fees).toBe(each.closing)
      }
      const [opening, closing] = [
        (each: { opening: bigint }) => each.opening,
        (each: { closing: bigint }) => each.closing,
      ]
      expect(sumsOf(part, opening)).toEqual(sumsOf(before, closing))
      expect(sumsOf(after, opening)).toEqual(sumsOf(part, closing))
      expect(checkStatement(await text(owners, 'json', { from, to })).kind).toBe('signed')
      const whole = await draw(owners)
      expect(before.count + part.count + after.count).toBe(whole.count)
    }),
    { numRuns: 12 },
  )
}
