import fc from 'fast-check'
import { parse } from 'papaparse'
import { expect } from 'vitest'
import type { HolderId } from '#contract/domain'
import { parseAmount, parseSignedAmount } from '#protocol'
import { checkStatement } from '#wallet'
import { NIGHTLY } from '../support/nightly.ts'
import { ALL_MOVEMENTS } from '../support/wallet.ts'
import type { Desk, Life } from './living.ts'
import { idOf, listed, type Told } from './living-lists.ts'

/* Each form of a statement says what Activity does, to the last unit, whoever reads it. */

const add = (sums: Map<string, bigint>, key: string, amount: bigint): void => {
  const sum = (sums.get(key) ?? 0n) + amount
  if (sum === 0n) sums.delete(key)
  else sums.set(key, sum)
}
const sorted = (sums: ReadonlyMap<string, bigint>) => [...sums].sort(([a], [b]) => (a < b ? -1 : 1))

async function fileOf(
  { desk, holder }: Told,
  format: 'csv' | 'json' | 'koinly' | 'cointracking',
  filter = ALL_MOVEMENTS,
) {
  const { account, wallet } = desk
  const made = await wallet.calls['statements.file']({ account, holder, others: [], filter, format })
  let text = ''
  for (let part = 0; part < made.parts; part += 1)
    text += (await wallet.calls['statements.part']({ account, file: made.file, part })).text
  return text
}

const tableOf = (text: string): Record<string, string>[] => {
  const { data, errors } = parse<Record<string, string>>(text, {
    header: true,
    delimiter: ',',
    newline: '\r\n',
    skipEmptyLines: true,
  })
  expect(errors).toEqual([])
  return data
}

/** Read back as programs read it, whatever strangers wrote. */
const unquoted = (text: string): string => text.replaceAll("'", '').replace(/\s+/g, ' ').trim()

/** A signed file of which one figure or letter is another one is noticed, wherever that is. */
function needNoticed(json: string, name: string): void {
  if (checkStatement(json).kind !== 'signed') return
  const same = JSON.stringify(JSON.parse(json))
  fc.assert(
    fc.property(fc.nat({ max: json.length - 1 }), fc.constantFrom(...'0123456789abcX-., "'), (at, other) => {
      const changed = json.slice(0, at) + other + json.slice(at + 1)
      const { kind } = checkStatement(changed)
      if (kind === 'signed') expect(JSON.stringify(JSON.parse(changed)), `${name} at ${at}`).toBe(same)
    }),
    { numRuns: 20, ...(NIGHTLY ? {} : { seed: 7 }) },
  )
}

export async function needTrueFiles(told: Told, name: string, filter = ALL_MOVEMENTS): Promise<void> {
  const { desk, holder } = told
  const { account, wallet } = desk
  const view = await wallet.calls['statements.draw']({ account, holder, others: [], filter })
  const final = (await listed(told, filter)).filter(
    ({ id, money: state, inscription, amount }) =>
      state === 'final' && inscription === null && amount !== 0n && !id.startsWith('p:'),
  )
  // What came of an item here has a line of its own in lists, as the payment that it is.
  const isTurned = ({ id }: { readonly id: string }) => id.startsWith('i:')
  const money = final.filter((row) => !isTurned(row))
  const ids = view.rows.filter((row) => !isTurned(row)).map(({ id }) => id)
  expect(ids.sort(), name).toEqual(money.map(idOf).sort())
  expect(view.rows.map(({ id }) => id)).toEqual(expect.arrayContaining(final.filter(isTurned).map(idOf)))

  const csv = tableOf(await fileOf(told, 'csv', filter))
  expect(
    csv.map(({ id, amount, asset_id, balance, fee }) => ({
      id,
      amount: parseSignedAmount(amount ?? ''),
      asset_id,
      balance: balance === '' ? null : parseSignedAmount(balance ?? ''),
      fee: fee === '' ? null : parseAmount(fee ?? ''),
    })),
    name,
  ).toEqual(
    view.rows.map(({ id, amount, asset, balance, fee }) => ({ id, amount, asset_id: asset.assetId, balance, fee })),
  )
  for (const [at, row] of view.rows.entries()) {
    const line = csv[at]
    expect(
      [unquoted(line?.['label'] ?? ''), unquoted(line?.['note'] ?? ''), line?.['tags']?.replaceAll("'", '')],
      name,
    ).toEqual([unquoted(row.label), unquoted(row.note), row.tags.join(', ').replaceAll("'", '')])
    expect(BigInt(Date.parse(line?.['date'] ?? '')), name).toBe((row.at / 1_000_000_000n) * 1_000n)
  }

  const json = await fileOf(told, 'json', filter)
  expect(checkStatement(json).kind, name).toMatch(/^(un)?signed$/)
  needNoticed(json, name)
  const { statement } = JSON.parse(json)
  expect(
    statement.movements.map((row: Record<string, string>) => [
      row['id'],
      row['asset'],
      parseSignedAmount(row['amount'] ?? ''),
      row['label'],
      row['note'],
      row['tags'],
    ]),
    name,
  ).toEqual(view.rows.map(({ id, asset, amount, label, note, tags }) => [id, asset.assetId, amount, label, note, tags]))

  const symbols = new Map<string, bigint>()
  for (const row of view.rows) add(symbols, row.asset.symbol, row.amount)
  const koinly = new Map<string, bigint>()
  for (const line of tableOf(await fileOf(told, 'koinly', filter))) {
    const amount = (name: string) => parseAmount(line[name] === '' ? '0' : (line[name] ?? ''))
    add(koinly, line['Received Currency'] || 'none', amount('Received Amount'))
    add(koinly, line['Sent Currency'] || 'none', -amount('Sent Amount'))
    add(koinly, line['Fee Currency'] || 'none', -amount('Fee Amount'))
  }
  const tracking = new Map<string, bigint>()
  for (const line of tableOf(await fileOf(told, 'cointracking', filter))) {
    const amount = (name: string) => parseAmount(line[name] === '' ? '0' : (line[name] ?? ''))
    add(tracking, line['Buy Currency'] || 'none', amount('Buy Amount'))
    add(tracking, line['Sell Currency'] || 'none', -amount('Sell Amount'))
  }
  expect(sorted(koinly), `${name} koinly`).toEqual(sorted(symbols))
  expect(sorted(tracking), `${name} cointracking`).toEqual(sorted(symbols))
}

/** An account and its group drawn up as one, and told as one, are both. */
export async function needTrueTogether({ holder }: Life, desk: Desk): Promise<void> {
  const { account, name, wallet } = desk
  const draw = (one: HolderId | null, others: readonly (HolderId | null)[]) =>
    wallet.calls['statements.draw']({
      account,
      holder: one,
      others: others.map((each) => ({ account, holder: each })),
      filter: ALL_MOVEMENTS,
    })
  const [own, shared, both] = [await draw(null, []), await draw(holder, []), await draw(null, [holder, holder])]
  expect(both.count, name).toBe(own.count + shared.count)
  const closings = (views: readonly (typeof own)[]) => {
    const sums = new Map<string, bigint>()
    for (const { assets } of views) for (const { asset, closing } of assets) add(sums, asset.assetId, closing)
    return sorted(sums)
  }
  expect(closings([both]), name).toEqual(closings([own, shared]))
  expect(both.agrees, name).toBe(true)
  const asked = { account, holder: null, everyone: false }
  for (const together of [false, true]) {
    const home = await wallet.calls['home.read']({ ...asked, together })
    const chart = await wallet.calls['value.read']({ ...asked, together, assetId: null, of: 'value', range: 'week' })
    expect(chart.total, name).toBe(home.fiat?.total)
  }
}
