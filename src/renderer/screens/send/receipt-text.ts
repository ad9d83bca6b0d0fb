import { say, withoutMarks, wording } from '#words'
import { MONEY_WORDS } from '../../components/money-state.tsx'
import { partyId, partyName } from '../../components/party.tsx'
import type { Payment } from '../../state/types.ts'

/* A receipt to be handed on, whole or of one row: of a payment to several people each may have what concerns nobody else. */

/** The payment as far as one of its rows goes; whole without a row. */
export function ofRow(payment: Payment, row: number | null): Payment {
  const only = row === null || payment.rows.length < 2 ? undefined : payment.rows[row]
  return only === undefined ? payment : { ...payment, rows: [only], party: only.party, amount: only.amount }
}

/** Each row with its own sum where there are several; an address with the tag that belongs to it. */
function receiverLines({ rows, asset }: Payment): string[] {
  return rows.map(({ party, amount }) => {
    const id = partyId(party)
    const tag =
      party.kind === 'chain' && party.tag !== '' ? say('lib.comma') + say('send.tag-3', { tag: party.tag }) : ''
    const whom = { partyName: partyName(party), detail: id === null ? '' : say('lib.comma') + id + tag }
    return rows.length === 1 ? say('send.to-4', whom) : say('send.to-each', { ...whom, amount, symbol: asset.symbol })
  })
}

/** A receipt as plain text, complete enough to be checked by somebody else. */
export function receiptText(whole: Payment, row: number | null = null): string {
  const payment = ofRow(whole, row)
  const lines = [
    // The title of all tells how many were paid, and how much.
    payment === whole ? wording(payment.title) : say('send.payment'),
    say('send.state', { moneyWords: MONEY_WORDS[payment.money] }),
    say('send.amount-on', {
      amount: payment.amount,
      symbol: payment.asset.symbol,
      asset: payment.asset.name,
      chainName: payment.asset.chainName,
    }),
    ...receiverLines(payment),
    ...(payment.fee === null
      ? []
      : [say('send.fee', { amount: payment.fee.amount, symbol: payment.fee.asset.symbol })]),
    ...(payment.storedBytes === undefined
      ? []
      : [say('send.stored-content-byte', { storedBytes: payment.storedBytes })]),
    ...(payment.memoText === null
      ? payment.memoHex === ''
        ? []
        : [say('send.memo-hex', { memoHex: payment.memoHex })]
      : [say('send.memo-2', { memoText: payment.memoText })]),
    ...payment.hashes.map((hash) => say('send.transaction-2', { hash })),
    ...payment.requestIds.map((request) => say('send.request', { request })),
    ...(payment.withdrawalHash === null
      ? []
      : [say('send.on-the-other-chain', { withdrawalHash: payment.withdrawalHash })]),
    ...(payment.finalAt === null ? [] : [say('send.final-2', { finalAt: payment.finalAt })]),
  ]
  return withoutMarks(lines.join('\n'))
}
