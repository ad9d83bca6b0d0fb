import { csvLine } from '#contract/csv'
import { formatAmountShort, parseExactAmount, toAmount } from '#protocol/text'
import { isolated, listing, say } from '#words'
import { partyId, partyName } from '../../components/party.tsx'
import { readAmount } from '../../lib/amount-input.ts'
import { formatFigure } from '../../lib/digits.ts'
import { plainLine } from '../../lib/plain-line.ts'
import { EMPTY_FORM } from '../../state/send-form.ts'
import type { Asset, Run, RunRow, SendForm } from '../../state/types.ts'

/* What a run says of its rows. */

const STATES: Readonly<Record<RunRow['state'], string>> = {
  ready: say('runs.ready'),
  to_withdraw: say('runs.to-withdraw'),
  left_out: say('runs.left-out'),
  prepared: say('runs.waits-for-you'),
  pending: say('runs.going'),
  paid: say('runs.paid'),
  refused: say('runs.refused'),
}

/** What a row is called; ready is only what there is money for. */
export const stateName = ({ state, short, asks }: Pick<RunRow, 'state' | 'short' | 'asks'>): string =>
  short ? say('runs.not-enough') : asks === true ? say('runs.asked') : STATES[state]

const WHY: Readonly<Record<NonNullable<RunRow['why']>, string>> = {
  payee: say('runs.why-payee'),
  unregistered: say('runs.why-unregistered'),
  unanswered: say('runs.why-unanswered'),
  amount: say('runs.why-amount'),
  memo: say('runs.why-memo'),
  asset: say('runs.why-asset'),
}

/** What is worth saying of a row besides its state. */
export function reasonOf(row: RunRow): string {
  if (row.why === 'amount') return amountReason(row.typed)
  if (row.why === 'payee' && row.to === '') return say('runs.why-nobody')
  if (row.why !== null) return WHY[row.why]
  if (row.withdrawal?.feeWaits === true) return say('runs.fee-waits')
  if (row.elsewhere) return say('runs.why-elsewhere')
  if (row.state === 'refused')
    return row.problem?.code === 'wallet.put_away' ? say('runs.why-put-away') : say('runs.why-refused')
  return row.sameAs === null ? '' : say('runs.same-as', { line: row.sameAs })
}

/** A withdrawal that is still to be paid, or can be tried again, as the form that pays it; null for any other row. */
export function formOfWithdrawal(row: RunRow, { runId, name }: Pick<Run, 'runId' | 'name'>): SendForm | null {
  const { asset, amount, to, label, party, withdrawal } = row
  const isOpen = row.state === 'to_withdraw' || row.state === 'refused'
  if (!isOpen || withdrawal === undefined || asset === null || amount === null) return null
  const { rowId, tag } = withdrawal
  const saved = party?.kind === 'chain' && asset.tag !== 'none' ? party.tag : ''
  return {
    ...EMPTY_FORM,
    ...{ assetId: asset.assetId, rows: [{ to, amount }], tag: tag === '' ? saved : tag },
    ...{ label: label === '' ? name : label, source: say('runs.the-list', { name }) },
    listed: { runId, rowId, name, to, assetId: asset.assetId, amount, tag },
  }
}

/** How many rows are still to be withdrawn, each by itself. */
export const withdrawalsLeft = ({ rows }: Pick<Run, 'rows'>): number =>
  rows.filter(({ state }) => state === 'to_withdraw').length

/** Whether the run itself has rows to try again. */
export const hasRefused = ({ rows }: Pick<Run, 'rows'>): boolean =>
  rows.some(({ state, withdrawal }) => state === 'refused' && withdrawal === undefined)

/** What the list said of the amount, where that can be said of it alone. */
function amountReason(typed: string): string {
  const reading = readAmount(typed)
  if (reading.kind === 'empty') return say('send.enter-an-amount')
  return reading.kind === 'invalid' ? reading.reason : WHY.amount
}

/** The amount as plain decimal text, also of a line in which only something else is wrong; null where a person typed anything else. */
export function figureOf({ amount, typed }: Pick<RunRow, 'amount' | 'typed'>): string | null {
  return amount ?? (/^\d+(?:\.\d{1,8})?$/.test(typed) ? typed : null)
}

/** Rows still to be paid that an earlier line asks for as well: meant so, or a mistake that nobody sees far down in a list. */
export const repeatedRows = ({ rows }: Pick<Run, 'rows'>): number =>
  rows.filter(({ sameAs, state }) => sameAs !== null && OPEN.has(state)).length

const OPEN: ReadonlySet<RunRow['state']> = new Set<RunRow['state']>(['ready', 'to_withdraw', 'prepared'])

interface Progress {
  readonly asset: Asset
  readonly paid: string
  readonly all: string
}

/** Rows that the list is to pay, whatever has become of each: what waits to be approved and what was refused are as much of it as what is ready. */
const payable = ({ rows }: Pick<Run, 'rows'>) =>
  rows.flatMap(({ state, asset, amount }) =>
    state === 'left_out' || asset === null || amount === null
      ? []
      : [{ state, asset, units: parseExactAmount(amount) }],
  )

export const rowsToPay = (run: Pick<Run, 'rows'>): number => payable(run).length

/** Of each asset that the run pays: what was paid of all of it, as plain decimal text. */
export function progressOf(run: Pick<Run, 'rows'>): Progress[] {
  const found = new Map<string, { asset: Asset; paid: bigint; all: bigint }>()
  for (const { state, asset, units } of payable(run)) {
    const before = found.get(asset.assetId) ?? { asset, paid: 0n, all: 0n }
    const paid = before.paid + (state === 'paid' ? units : 0n)
    found.set(asset.assetId, { asset, paid, all: before.all + units })
  }
  const text = (units: bigint): string => formatAmountShort(toAmount(units))
  return [...found.values()].map((each) => ({ asset: each.asset, paid: text(each.paid), all: text(each.all) }))
}

/** What is still needed of each asset that there is too little of. */
export const missingFor = ({ short }: Pick<Run, 'short'>): Run['paid']['amounts'] =>
  short.map(({ asset, needed, has }) => ({
    asset,
    amount: formatAmountShort(toAmount(parseExactAmount(needed) - parseExactAmount(has))),
  }))

/** Sums of several assets in one line. */
export const sumsText = (amounts: Run['paid']['amounts']): string =>
  listing(amounts.map(({ asset, amount }) => `${formatFigure(amount)} ${isolated(asset.symbol)}`))

/** How far of a bar of so many units was paid and is on its way; rows of several assets count alike. A width, never a sum. */
export function barOf(run: Pick<Run, 'rows'>, width: number): { paid: number; going: number } {
  const rows = payable(run)
  const isOne = new Set(rows.map(({ asset }) => asset.assetId)).size === 1
  const weight = (part: typeof rows): number => part.reduce((sum, { units }) => sum + (isOne ? Number(units) : 1), 0)
  const all = weight(rows)
  if (all === 0) return { paid: 0, going: 0 }
  const share = (wanted: RunRow['state']): number =>
    (weight(rows.filter(({ state }) => state === wanted)) / all) * width
  return { paid: share('paid'), going: share('pending') }
}

const CUTS_MAX = 40
const CUT_GAP = 4

/**
 * The bar cut by rows, each as wide as its share of the sum; null where there are too many to be seen or one is too small, or several
 * assets, whose sums cannot be compared.
 */
export function cutsOf(
  run: Pick<Run, 'rows'>,
  width: number,
): { readonly at: number; readonly width: number; readonly fill: 'paid' | 'going' | 'ahead' }[] | null {
  const rows = run.rows.filter(({ state, amount }) => state !== 'left_out' && amount !== null)
  if (rows.length < 2 || rows.length > CUTS_MAX || progressOf(run).length !== 1) return null
  const all = rows.reduce((sum, { amount }) => sum + Number(amount), 0)
  const free = width - CUT_GAP * (rows.length - 1)
  let at = 0
  const cuts = rows.map(({ amount, state }) => {
    const cut = { at, width: (Number(amount) / all) * free, fill: fillOf(state) }
    at += cut.width + CUT_GAP
    return cut
  })
  return cuts.every((cut) => cut.width >= CUT_GAP) ? cuts : null
}

const fillOf = (state: RunRow['state']): 'paid' | 'going' | 'ahead' =>
  state === 'paid' ? 'paid' : state === 'pending' ? 'going' : 'ahead'

/** A list as it would be typed, to be mended: a cell that came out different would be another row, which is paid again. */
export function textOf(run: {
  readonly rows: readonly Pick<RunRow, 'to' | 'amount' | 'typed' | 'memoText' | 'label' | 'written'>[]
}): string {
  const lines = run.rows.map(({ to, amount, typed, memoText, label, written }) =>
    plainLine([to, amount ?? typed, memoText, label, written], 2),
  )
  return ['to,amount,memo,label,asset\n', ...lines].join('')
}

/** What became of each row, and what was paid for rows that the list has no more, for whoever keeps the books. */
export function resultFile({ rows, gone }: Pick<Run, 'rows' | 'gone'>): string {
  const head = 'line,to,name,id,amount,asset,memo,label,result,time,request,reason,asset_id'
  const lines = rows.map(({ party, asset, ...row }) =>
    csvLine([
      ...[String(row.line), row.to, party === null ? '' : partyName(party)],
      ...[party === null ? '' : (partyId(party) ?? ''), row.amount ?? row.typed, asset?.symbol ?? row.written],
      ...[row.memoText, row.label, row.state, row.at ?? '', row.paymentId ?? ''],
      ...[row.problem?.code ?? row.why ?? shortfallOf(row), asset?.assetId ?? ''],
    ]),
  )
  const others = gone.amounts.map(({ asset, amount }) =>
    csvLine(['', '', '', '', amount, asset.symbol, '', '', 'gone_from_list', '', '', '', asset.assetId]),
  )
  return [csvLine(head.split(',')), ...lines, ...others].join('')
}

/** What there is too little of, or what has still to be paid for it. */
const shortfallOf = ({ short, withdrawal }: Pick<RunRow, 'short' | 'withdrawal'>): string =>
  short ? 'not_enough' : withdrawal?.feeWaits === true ? 'fee_waits' : ''
