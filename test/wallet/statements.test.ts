import { beforeAll, describe, expect, it } from 'vitest'
import type { Nanos, UserId } from '#contract/domain'
import type { Calls, StatementFormat } from '#contract/ipc'
import { parseAmount, parseSignedAmount, verifyStatement } from '#protocol'
import { checkStatement } from '#wallet'
import { digestOf, signedText } from '../../src/wallet/statements/check.ts'
import { recordOf } from '../../src/wallet/statements/forms.ts'
import {
  ALL_MOVEMENTS,
  BTC,
  balanceOf,
  changeIsBack,
  ETH,
  fund,
  newAccount,
  type OpenWallet,
  pay,
  paying,
  sharedNetwork,
} from '../support/wallet.ts'

const network = sharedNetwork()
let wallet: OpenWallet
let ana: UserId
let ben: UserId
let middle: Nanos

type Filter = Parameters<Calls['statements.draw']>[0]['filter']
const wish = (filter: Partial<Filter> = {}, account = ana) => ({
  ...{ account, holder: null, others: [], filter: { ...ALL_MOVEMENTS, ...filter } },
})
const draw = (filter: Partial<Filter> = {}, account = ana) => wallet.calls['statements.draw'](wish(filter, account))
/** A file as the window puts it together. */
async function file(format: StatementFormat, filter: Partial<Filter> = {}) {
  const { file: id, parts, ...made } = await wallet.calls['statements.file']({ ...wish(filter), format })
  const texts: string[] = []
  for (let part = 0; part < parts; part += 1) {
    texts.push((await wallet.calls['statements.part']({ account: ana, file: id, part })).text)
  }
  return { ...made, text: texts.join('') }
}

/** Written on the receipt, before the network had recorded the payment. */
const NOTE = 'Invoice 7'

beforeAll(async () => {
  wallet = await network.open()
  ana = (await newAccount(wallet, 'Ana')).account
  ben = (await newAccount(wallet, 'Ben')).account
  await fund(wallet, ana, BTC, '1')
  await fund(wallet, ana, ETH, '5')
  const list = (account = ana) => wallet.calls['activity.list']({ ...wish({}, account), cursor: null, limit: 50 })
  const count = (wanted: number, account = ana) =>
    wallet.until(
      () => list(account),
      ({ rows }) => rows.length === wanted && rows.every(({ id }) => id.startsWith('s:')),
    )
  await count(2)
  const { rows } = await list()
  middle = ((rows[0]?.at ?? 0n) + 1n) as Nanos
  const to = { kind: 'user', userId: ben } as const
  const { paymentId } = await pay(
    wallet,
    paying(ana, BTC, [{ payee: to, amount: '0.25' }], {
      label: '=1+1, "quoted"',
      memoHex: Buffer.from('first\nline').toString('hex'),
    }),
  )
  await wallet.calls['labels.set']({ account: ana, id: `p:${paymentId}`, label: '=1+1, "quoted"', note: NOTE })
  await wallet.calls['labels.setTags']({ account: ana, id: `p:${paymentId}`, tags: ['Rent', '办公室'] })
  await changeIsBack(wallet, ana, BTC)
  await pay(wallet, paying(ana, ETH, [{ payee: to, amount: '1.5' }]))
  await wallet.until(
    () => balanceOf(wallet, ben, ETH),
    (available) => available > 0n,
  )
  await count(4)
  await count(2, ben)
  await changeIsBack(wallet, ana, ETH)
})

describe('the digest of a statement', () => {
  it('is the same on paper, in the table and of the signed file', async () => {
    const { digest } = await draw()
    expect(digest).toMatch(/^[0-9a-f]{64}$/)
    const [, ...rows] = (await file('csv')).text.trimEnd().split('\r\n')
    expect(new Set(rows.map((row) => row.split(',').at(-1)))).toEqual(new Set([digest]))
    expect(checkStatement((await file('json')).text)).toMatchObject({ digest })
  })

  it('is another one for any other movement, word or period', async () => {
    const view = await draw()
    const record = recordOf(view)
    const [first] = view.rows
    if (first === undefined) throw new Error('no movement')
    const others = [
      { ...view, rows: view.rows.slice(1) },
      { ...view, rows: view.rows.with(0, { ...first, note: 'another' }) },
      { ...view, rows: view.rows.with(0, { ...first, amount: parseSignedAmount('1.00000001') }) },
      { ...view, from: first.at },
    ]
    const digests = others.map((each) => digestOf(recordOf(each)))
    expect(new Set([...digests, digestOf(record)]).size).toBe(5)
  })

  it('does not hang on the moment and the prices of it', async () => {
    const view = await draw()
    const later = { ...view, drawnAt: (view.drawnAt + 1_000_000_000n) as Nanos, agrees: null, currency: 'EUR' }
    const dearer = { ...later, assets: later.assets.map((each) => ({ ...each, closingFiat: '7' })) }
    expect(digestOf(recordOf(dearer))).toBe(view.digest)
  })
})

describe('a statement', () => {
  it('leads for each asset from opening over in, out and fees to closing, which is what the ledger has', async () => {
    const { assets, agrees, rows, isPlayMoney } = await draw()
    expect([agrees, isPlayMoney]).toEqual([true, true])
    // A month ends later than the day on which it is looked at.
    const later = (at: Nanos) => (at + 86_400_000_000_000n) as Nanos
    expect((await draw({ to: later((await draw()).drawnAt) })).agrees).toBe(true)
    expect(rows.map(({ amount }) => amount)).toEqual([
      ...[parseAmount('1'), parseAmount('5')],
      ...[parseSignedAmount('-0.25'), parseSignedAmount('-1.5')],
    ])
    for (const { asset, opening, in: came, out, fees, closing } of assets) {
      expect(opening + came - out - fees).toBe(closing)
      const { total } = await wallet.calls['balances.read']({ account: ana, holder: null, assetId: asset.assetId })
      expect(closing).toBe(total)
    }
  })

  it('adds up to what all accounts of the network have together', async () => {
    const parts = await Promise.all([draw(), draw({}, ben)])
    const of = (assetId: string): bigint =>
      parts.reduce(
        (sum, { assets }) => sum + (assets.find(({ asset }) => asset.assetId === assetId)?.closing ?? 0n),
        0n,
      )
    const answer = await fetch(`${network.url}/localnet/state`)
    const { data } = (await answer.json()) as {
      data: { totals: { asset_id: string; unspent: string; signed: string }[] }
    }
    for (const assetId of [BTC, ETH]) {
      const found = data.totals.find(({ asset_id }) => asset_id === assetId)
      expect(of(assetId)).toBe(parseAmount(found?.unspent ?? '0') + parseAmount(found?.signed ?? '0'))
    }
  })

  it('begins with what there was before its period', async () => {
    const { assets, rows } = await draw({ from: middle })
    expect(rows).toHaveLength(2)
    const of = (assetId: string) => assets.find(({ asset }) => asset.assetId === assetId)
    expect([of(BTC)?.opening, of(BTC)?.out, of(BTC)?.closing]).toEqual(['1', '0.25', '0.75'].map(parseAmount))
    expect(rows.at(-1)?.balance).toBe(parseAmount('3.5'))
    const before = await draw({ to: middle })
    expect(before.assets.map(({ closing }) => closing)).toEqual(assets.map(({ opening }) => opening))
    expect([before.agrees, before.rows.length]).toEqual([null, 2])
  })

  it('has what was noted on the receipt of a payment', async () => {
    const { rows } = await draw()
    expect(rows.map(({ note }) => note)).toEqual(['', '', NOTE, ''])
  })

  it('draws what the money was worth at its end as its last point', async () => {
    const { values, assets } = await draw()
    const cents = (text: string | null): bigint => BigInt((text ?? '').replace('.', ''))
    const closing = assets.reduce((sum, { closingFiat }) => sum + cents(closingFiat), 0n)
    expect(cents(values.at(-1)?.value ?? null)).toBe(closing)
    expect((await draw({ direction: 'out' })).values).toEqual([])
  })

  it('draws what there was from the beginning of its period to its end, in whatever minute of an hour these are', async () => {
    const cents = (text: string | null): bigint => BigInt((text ?? '').replace('.', ''))
    const before = await draw({ to: middle })
    const closing = before.assets.reduce((sum, { closingFiat }) => sum + cents(closingFiat), 0n)
    const end = before.values.at(-1)
    expect([end?.at, cents(end?.value ?? null)]).toEqual([middle, closing])
    const after = await draw({ from: middle })
    const opening = after.assets.reduce((sum, { openingFiat }) => sum + cents(openingFiat), 0n)
    const [first] = after.values
    expect([first?.at, cents(first?.value ?? null)]).toEqual([middle, opening])
  })

  it('of several accounts has what they have together, and says whose each movement is', async () => {
    const others = [{ account: ben, holder: null }]
    const together = await wallet.calls['statements.draw']({ ...wish(), others: [...others, ...others.slice(1)] })
    const of = (assetId: string) => together.assets.find(({ asset }) => asset.assetId === assetId)
    expect([of(BTC)?.closing, of(ETH)?.closing]).toEqual(['1', '5'].map(parseAmount))
    expect([together.agrees, together.others.map(({ name }) => name)]).toEqual([true, ['Ben']])
    const whose = (name: string) => together.rows.filter((row) => row.whose === name)
    expect([whose('Ana').length, whose('Ben').length]).toEqual([4, 2])
    const times = together.rows.map(({ at }) => at)
    expect(times).toEqual([...times].sort((a, b) => (a < b ? -1 : 1)))
    expect(new Set(together.rows.map(({ id }) => id)).size).toBe(6)
    expect(together.rows.at(-1)?.balance).toBe(parseAmount('5'))
  })

  it('has the tags of a payment, by which it is narrowed to them and to no others', async () => {
    expect((await draw()).rows.map(({ tags }) => tags)).toEqual([[], [], ['Rent', '办公室'], []])
    const found = async (search: string) => (await draw({ search })).rows.length
    expect(await Promise.all(['tag:rent', 'tag:办公室', 'rent', 'tag:rent tag:办公室'].map(found))).toEqual([
      1, 1, 1, 1,
    ])
    expect(await Promise.all(['tag:ren', 'tag:rental', 'tag:办公', 'tag:"rent 办公室"'].map(found))).toEqual([
      0, 0, 0, 0,
    ])
    expect((await file('csv')).text).toContain(',"Rent, 办公室",')
  })

  it('shows a tag that was taken from a movement nowhere any more', async () => {
    const tagged = async () => (await draw({ search: 'tag:rent' })).rows
    const [row] = await tagged()
    await wallet.calls['labels.setTags']({ account: ana, id: row?.id ?? '', tags: ['Flat'] })
    expect([await tagged(), (await draw({ search: 'tag:flat' })).rows.length]).toEqual([[], 1])
    await wallet.calls['labels.setTags']({ account: ana, id: row?.id ?? '', tags: ['Rent', '办公室'] })
    expect(await tagged()).toHaveLength(1)
  })

  it('has no balances where a filter leaves movements out', async () => {
    for (const filter of [{ direction: 'out' }, { kind: 'transfer' }, { opponent: ben }, { search: 'ben' }] as const) {
      const { isWhole, rows, agrees, values } = await draw(filter)
      expect([filter, isWhole, agrees, rows.length > 0, values]).toEqual([filter, false, null, true, []])
      expect(rows.every(({ balance }) => balance === null)).toBe(true)
    }
    expect((await draw({ direction: 'out' })).rows).toHaveLength(2)
    expect((await draw({ search: '  ' })).isWhole).toBe(true)
  })
})

describe('a statement as a file', () => {
  it('is a table whose texts are quoted and never a formula, with the sums of the ledger', async () => {
    const { text, fileName, signed } = await file('csv')
    expect([fileName.endsWith('.csv'), signed]).toEqual([true, false])
    const lines = text.trimEnd().split('\r\n')
    expect(lines).toHaveLength(5)
    expect(text).toContain(`"'=1+1, ""quoted"""`)
    expect(text).toContain('"first\nline"')
    const btc = lines
      .filter((line) => line.includes(',BTC,'))
      .map((line) => parseSignedAmount(line.split(',')[5] ?? ''))
    expect(btc.reduce((sum, amount) => sum + amount, 0n)).toBe(parseAmount('0.75'))
  })

  it('is taken once, in parts that are there until the last of them was', async () => {
    const { file: id, parts } = await wallet.calls['statements.file']({ ...wish(), format: 'csv' })
    expect(parts).toBe(1)
    await wallet.calls['statements.part']({ account: ana, file: id, part: 0 })
    await expect(wallet.calls['statements.part']({ account: ana, file: id, part: 0 })).rejects.toMatchObject({
      code: 'input.invalid',
    })
  })

  it('has the columns that accounting programs take', async () => {
    const koinly = (await file('koinly')).text.split('\r\n')
    expect(koinly[0]?.split(',').slice(0, 5)).toEqual(
      'Date,Sent Amount,Sent Currency,Received Amount,Received Currency'.split(','),
    )
    expect(koinly[1]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC,,,1,BTC,/)
    const tracking = (await file('cointracking')).text.split('\r\n')
    expect(tracking[1]).toMatch(/^Deposit,1,BTC,,,,,Coffer,/)
  })

  it('is signed as JSON by a key of its own, which anybody can check without a network', async () => {
    const { text, signed } = await file('json')
    const key = await wallet.calls['statements.key']({ account: ana })
    const account = (await wallet.calls['app.state'](null)).accounts.find((one) => one.account === ana)
    expect(signed).toBe(true)
    expect(key?.publicKey).not.toBe(account?.publicKey)
    expect(checkStatement(text)).toEqual({ kind: 'signed', key: key?.publicKey, digest: (await draw()).digest })
    const { statement, signature } = JSON.parse(text) as { statement: object; signature: string }
    expect(verifyStatement(account?.publicKey ?? '', signedText(statement), signature)).toBe(false)
  })

  it('is known as changed when a single figure is another one', async () => {
    const { text } = await file('json')
    expect(checkStatement(text.replace('"0.75"', '"0.76"'))).toEqual({ kind: 'changed' })
    expect(checkStatement(text.replace(/"key": "[^"]+"/, `"key": "${'0'.repeat(64)}"`)).kind).toBe('changed')
    expect(checkStatement('{}').kind).toBe('unreadable')
  })

  it('is known as changed where it says beside what was signed what was not', async () => {
    const { text } = await file('json')
    const other = '"statement": {"account": {"name": "Ana"}, "assets": [{"symbol": "BTC", "closing": "100"}]},'
    expect(checkStatement(text.replace('"statement": {', `${other} "statement": {`)).kind).toBe('changed')
    expect(checkStatement(text.replace('"whole": "yes"', '"whole": "no", "whole": "yes"')).kind).toBe('changed')
    expect(checkStatement(text.replace('"statement": {', '"closing": "100 BTC", "statement": {')).kind).toBe('changed')
    expect(checkStatement(JSON.stringify(JSON.parse(text))).kind).toBe('signed')
  })

  it('says of one without a signature that nothing shows a change, and still adds it up', async () => {
    const { text } = await file('json')
    const bare = text.replace(/"key": "[^"]+"/, '"key": null').replace(/"signature": "[^"]+"/, '"signature": null')
    expect(checkStatement(bare)).toMatchObject({ kind: 'unsigned' })
    expect(checkStatement(bare.replace('"0.75"', '"0.76"'))).toEqual({ kind: 'sums', symbol: 'BTC' })
  })

  it('does not add up where an asset that moved has no sums, or two of them', async () => {
    const { text } = await file('json')
    const { statement } = JSON.parse(text) as { statement: { assets: object[]; movements: { asset: string }[] } }
    const [btc] = statement.assets
    const checked = (assets: (object | undefined)[]) =>
      checkStatement(
        JSON.stringify({ ...JSON.parse(text), key: null, signature: null, statement: { ...statement, assets } }),
      )
    expect(checked(statement.assets)).toMatchObject({ kind: 'unsigned' })
    expect(checked([btc, ...statement.assets])).toEqual({ kind: 'sums', symbol: 'BTC' })
    expect(checked([])).toEqual({ kind: 'sums', symbol: statement.movements[0]?.asset })
  })
})
