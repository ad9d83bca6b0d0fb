import { formatAmountShort, parseExactAmount, toAmount } from '#protocol/text'
import { say } from '#words'
import { partyId, partyName } from '../../components/party.tsx'
import { csvLine } from '../../lib/csv.ts'
import type { Run, RunRow } from '../../state/types.ts'

/* What a run says of its rows. */

const STATES: Readonly<Record<RunRow['state'], string>> = {
  ready: say('runs.ready'),
  left_out: say('runs.left-out'),
  prepared: say('runs.waits-for-you'),
  pending: say('runs.going'),
  paid: say('runs.paid'),
  refused: say('runs.refused'),
}

export const stateName = (state: RunRow['state']): string => STATES[state]

const WHY: Readonly<Record<NonNullable<RunRow['why']>, string>> = {
  payee: say('runs.why-payee'),
  amount: say('runs.why-amount'),
  memo: say('runs.why-memo'),
  withdrawal: say('runs.why-withdrawal'),
}

/** What is worth saying of a row besides its state. */
export function reasonOf(row: RunRow): string {
  if (row.why !== null) return WHY[row.why]
  if (row.state === 'refused') return say('runs.why-refused')
  return row.sameAs === null ? '' : say('runs.same-as', { line: row.sameAs })
}

/** All that the run pays, as plain decimal text. */
export const totalOf = ({ paid, going, ready }: Pick<Run, 'paid' | 'going' | 'ready'>): string =>
  formatAmountShort(toAmount([paid, going, ready].reduce((sum, { amount }) => sum + parseExactAmount(amount), 0n)))

/** How far of a bar of so many units was paid and is on its way. A width, never a sum. */
export function barOf(run: Pick<Run, 'paid' | 'going' | 'ready'>, width: number): { paid: number; going: number } {
  const [paid, going, ready] = [run.paid, run.going, run.ready].map(({ amount }) => Number(amount)) as [
    number,
    number,
    number,
  ]
  const all = paid + going + ready
  if (all === 0) return { paid: 0, going: 0 }
  return { paid: (paid / all) * width, going: (going / all) * width }
}

/** A list as it would be typed, to be mended. */
export function textOf({ rows }: Pick<Run, 'rows'>): string {
  const lines = rows.map(({ to, amount, typed, memoText, label }) => csvLine([to, amount ?? typed, memoText, label]))
  return ['to,amount,memo,label\r\n', ...lines].join('')
}

/** What became of each row, for whoever keeps the books. */
export function resultFile({ rows, asset }: Pick<Run, 'rows' | 'asset'>): string {
  const head = ['line', 'to', 'name', 'id', 'amount', 'asset', 'memo', 'label', 'result', 'time', 'request', 'reason']
  const lines = rows.map((row) =>
    csvLine([
      ...[String(row.line), row.to, row.party === null ? '' : partyName(row.party)],
      ...[row.party === null ? '' : (partyId(row.party) ?? ''), row.amount ?? row.typed, asset.symbol],
      ...[row.memoText, row.label, row.state, row.at ?? '', row.paymentId ?? '', row.problem?.code ?? row.why ?? ''],
    ]),
  )
  return [csvLine(head), ...lines].join('')
}
