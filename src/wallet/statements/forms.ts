import { csvLine, inOneCell } from '#contract/csv'
import { msOf, type Nanos } from '#contract/domain'
import type { AssetView, PartyView, StatementRow } from '#contract/ipc'
import { type Amount, formatAmountShort, toAmount } from '#protocol'
import { isSaid } from '#words/facts'
import { digestOf } from './check.ts'
import type { Drawn } from './draw.ts'

/* The forms of a statement that programs read. Their words are those that such programs know, in whatever language the window speaks. */

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, ...rows].map(csvLine).join('')

const decimal = formatAmountShort

/** `2026-11-23T04:05:06Z`: seconds are what accounts are kept in. */
const iso = (at: Nanos): string => `${new Date(msOf(at)).toISOString().slice(0, 19)}Z`

const plain = (text: string | { readonly code: string }): string => (isSaid(text) ? '' : String(text))

/** Who was on the other side, as name and as the id that says which of that name. */
function partyText(party: PartyView): readonly [name: string, id: string] {
  switch (party.kind) {
    case 'user':
      return [party.user.name, party.user.identityNumber || party.user.userId]
    case 'group':
      return [party.name ?? '', party.address]
    case 'kernel':
      return ['', party.address]
    case 'chain':
      return [
        party.label ?? plain(party.chainName),
        party.tag === '' ? party.destination : `${party.destination}:${party.tag}`,
      ]
    default:
      return ['', '']
  }
}

/** The same of a movement. Of a payment to several all are named, in its order. */
function otherSide({ party, receivers }: StatementRow): readonly [names: string, ids: string] {
  if (receivers.length === 0) return partyText(party)
  const texts = receivers.map((each) => partyText(each.party))
  const named = texts.flatMap(([name]) => (name === '' ? [] : name))
  return [inOneCell(named), inOneCell(texts.map(([, id]) => id))]
}

/** In the one field that there is for it: the words for a movement, and who was on the other side. */
const aboutOf = (row: StatementRow): string =>
  [row.label || row.memoText || '', otherSide(row)[0]].filter((text) => text !== '').join(': ')

export function csvOf(view: Drawn): string {
  const { rows, others, currency } = view
  const digest = digestOf(recordOf(view))
  const isOfSeveral = others.length > 0
  const head = [
    ...(isOfSeveral ? ['account'] : []),
    ...['date', 'type', 'asset', 'asset_id', 'network', 'amount', 'fee', 'balance', 'value_then', 'currency'],
    ...['counterparty', 'counterparty_id', 'memo', 'label', 'note', 'tags', 'transaction', 'id', 'statement'],
  ]
  return table(
    head,
    rows.map((row) => [
      ...(isOfSeveral ? [row.whose] : []),
      ...[iso(row.at), row.kind, row.asset.symbol, row.asset.assetId, plain(row.asset.chainName)],
      ...[
        decimal(row.amount),
        row.fee === null ? '' : decimal(row.fee),
        row.balance === null ? '' : decimal(row.balance),
        row.fiatThen ?? '',
        currency,
      ],
      ...otherSide(row),
      ...[row.memoText ?? '', row.label, row.note, row.tags.join(', '), row.hash ?? '', row.id, digest],
    ]),
  )
}

/** What whoever was paid got of it. */
const sentIn = ({ amount, fee }: StatementRow): Amount => toAmount(amount + (fee ?? 0n))

/** What of its value then was not the fee in its sum, which has a value of its own wherever it stands beside it. */
function worthSent({ amount, fee }: StatementRow, fiatThen: string): string {
  const worth = fiatThen.replace('-', '')
  if (fee === null || amount === 0n) return worth
  const decimals = worth.split('.')[1]?.length ?? 0
  const whole = amount < 0n ? -amount : amount
  const units = (BigInt(worth.replace('.', '')) * (whole - fee) * 2n + whole) / (whole * 2n)
  const digits = `${units}`.padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

const size = (amount: Amount): string => decimal(toAmount(amount < 0n ? -amount : amount))

/**
 * What programs know an asset by, which is its symbol alone. Anybody can make one with the symbol of another: that one has its id beside it,
 * or it would count as the other's money. Of two that Coffer does not know nobody can say which is the other's.
 */
function symbolIn(known: readonly AssetView[]): (asset: AssetView) => string {
  const plainly = ({ symbol }: AssetView): string => symbol.normalize('NFKC').trim().toUpperCase()
  const bearers = Map.groupBy(known, plainly)
  return (asset) => {
    const { symbol, assetId, trust } = asset
    const isTaken = bearers.get(plainly(asset))?.some((other) => other.assetId !== assetId) === true
    return trust === 'listed' || !isTaken ? symbol : `${symbol} ${assetId.slice(0, 8)}`
  }
}

/** Koinly's universal form. */
export function koinlyOf({ rows, currency }: Drawn, known: readonly AssetView[]): string {
  const symbolOf = symbolIn(known)
  const head = [
    ...['Date', 'Sent Amount', 'Sent Currency', 'Received Amount', 'Received Currency', 'Fee Amount', 'Fee Currency'],
    ...['Net Worth Amount', 'Net Worth Currency', 'Label', 'Description', 'TxHash'],
  ]
  return table(
    head,
    rows.map((row) => {
      const symbol = symbolOf(row.asset)
      const [isIn, isFee] = [row.amount > 0n, row.kind === 'fee']
      return [
        `${iso(row.at).replace('T', ' ').replace('Z', '')} UTC`,
        ...(isIn ? ['', ''] : [size(sentIn(row)), symbol]),
        ...(isIn ? [size(row.amount), symbol] : ['', '']),
        ...(row.fee === null ? ['', ''] : [decimal(row.fee), symbol]),
        ...(row.fiatThen === null ? ['', ''] : [worthSent(row, row.fiatThen), currency]),
        isFee ? 'cost' : '',
        aboutOf(row),
        row.hash ?? row.id,
      ]
    }),
  )
}

/** CoinTracking's form of its CSV import. */
export function coinTrackingOf({ rows, name }: Drawn, known: readonly AssetView[]): string {
  const symbolOf = symbolIn(known)
  const head = [
    ...['Type', 'Buy Amount', 'Buy Currency', 'Sell Amount', 'Sell Currency', 'Fee', 'Fee Currency', 'Exchange'],
    ...['Trade-Group', 'Comment', 'Date', 'Tx-ID'],
  ]
  return table(
    head,
    rows.map((row) => {
      const symbol = symbolOf(row.asset)
      const isIn = row.amount > 0n
      return [
        row.kind === 'fee' ? 'Other Fee' : isIn ? 'Deposit' : 'Withdrawal',
        ...(isIn ? [size(row.amount), symbol] : ['', '']),
        ...(isIn ? ['', ''] : [size(row.amount), symbol]),
        // Whatever its programs count of it is in the sum already.
        ...(row.fee === null ? ['', ''] : [decimal(row.fee), symbol]),
        ...[
          'Coffer',
          row.whose || name,
          aboutOf(row),
          iso(row.at).replace('T', ' ').replace('Z', ''),
          row.hash ?? row.id,
        ],
      ]
    }),
  )
}

/** The statement as what is signed: only texts, so that it reads back exactly as it was. */
export function recordOf(view: Drawn): object {
  return {
    account: { name: view.name, number: view.number, id: view.id, network: view.network },
    ...(view.others.length === 0 ? {} : { others: view.others.map(({ name, number, id }) => ({ name, number, id })) }),
    period: { from: view.from === null ? null : iso(view.from), to: view.to === null ? null : iso(view.to) },
    drawn: iso(view.drawnAt),
    currency: view.currency,
    ...(view.only === null ? {} : { only: { symbol: view.only.symbol, id: view.only.assetId } }),
    whole: view.isWhole ? 'yes' : 'no',
    ...(view.agrees === null ? {} : { agrees: view.agrees ? 'yes' : 'no' }),
    assets: view.assets.map((each) => ({
      symbol: each.asset.symbol,
      id: each.asset.assetId,
      opening: decimal(each.opening),
      in: decimal(each.in),
      out: decimal(each.out),
      fees: decimal(each.fees),
      closing: decimal(each.closing),
      openingValue: each.openingFiat,
      closingValue: each.closingFiat,
    })),
    movements: view.rows.map((row) => {
      const [counterparty, counterpartyId] = partyText(row.party)
      const receivers = row.receivers.map(({ party, amount }) => {
        const [name, id] = partyText(party)
        return { counterparty: name, counterpartyId: id, amount: decimal(amount) }
      })
      return {
        at: iso(row.at),
        ...(view.others.length === 0 ? {} : { of: row.whose }),
        type: row.kind,
        asset: row.asset.assetId,
        amount: decimal(row.amount),
        fee: row.fee === null ? null : decimal(row.fee),
        value: row.fiatThen,
        ...(receivers.length === 0 ? {} : { receivers }),
        ...{ counterparty, counterpartyId, memo: row.memoText ?? '', label: row.label, note: row.note },
        tags: row.tags,
        ...{ transaction: row.hash ?? '', id: row.id },
      }
    }),
  }
}
