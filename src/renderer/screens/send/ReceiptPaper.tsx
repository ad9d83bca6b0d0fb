import { isolated, say, wording } from '#words'
import { numberBeside } from '../../components/group.tsx'
import { MONEY_WORDS } from '../../components/money-state.tsx'
import { PaperHead, PaperLine } from '../../components/OnPaper.tsx'
import { partyId, partyName } from '../../components/party.tsx'
import { assetDetail } from '../../lib/asset.ts'
import { formatFigure, groupsOfFour } from '../../lib/digits.ts'
import { heard } from '../../lib/heard.tsx'
import { rich } from '../../lib/rich.tsx'
import { formatFull, formatMomentLong } from '../../lib/time.ts'
import type { Party, Payment } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Frame } from '../../ui/Frame.tsx'
import { noFeeHere } from './receipt-model.ts'

/** A receipt on a sheet of its own: nothing is hidden or shortened on it, and of one's own notes nothing is on it. */
export function ReceiptPaper({ payment }: { readonly payment: Payment }) {
  const { state, account, group } = useWallet()
  const { asset, rows, fee, memoText, memoHex, finalAt } = payment
  const sum = `${formatFigure(payment.amount)} ${isolated(asset.symbol)}`
  return (
    <article>
      <PaperHead isPlayMoney={state.network.kind === 'local'} />
      <p className="font-semibold text-[1.75rem] leading-9 tracking-[-0.02em]">{say('send.receipt-title')}</p>
      <p className="mb-6 text-ink-2">
        {finalAt === null ? MONEY_WORDS[payment.money] : rich('send.final-on', { time: formatFull(finalAt) })}
      </p>
      <Frame>
        <p className="text-ink-2 text-sm">{rich('send.paid-by', { name: group?.name ?? account.name })}</p>
        <p className="figure font-semibold text-[2rem] leading-10">
          {payment.item === undefined ? heard(sum) : heard(wording(payment.item))}
        </p>
        <p className="text-ink-2 text-sm">
          {payment.item !== undefined && heard(`${say('send.with-item', { sum })} · `)}
          {assetDetail(asset)}
        </p>
      </Frame>
      <dl className="mt-6 text-sm">
        {rows.map((row, at) => (
          <PaperLine key={at} name={say('send.to')}>
            <Whom party={row.party} />
            {rows.length > 1 && (
              <p className="figure font-semibold">
                {heard(formatFigure(row.amount))} {asset.symbol}
              </p>
            )}
          </PaperLine>
        ))}
        {memoText !== null && (
          <PaperLine name={say('shared.memo')}>
            <p className="whitespace-pre-wrap">{memoText}</p>
          </PaperLine>
        )}
        {memoText === null && memoHex !== '' && <Code name={say('shared.memo-in-hex')} text={memoHex} />}
        <PaperLine name={say('send.network-fee')}>
          <p className="figure">
            {fee === null ? noFeeHere(payment) : heard(`${formatFigure(fee.amount)} ${isolated(fee.asset.symbol)}`)}
          </p>
        </PaperLine>
        {payment.signedAt !== null && (
          <PaperLine name={say('send.signed')}>
            <p>{formatMomentLong(payment.signedAt)}</p>
          </PaperLine>
        )}
        {payment.withdrawalHash !== null && <Code name={say('send.chain-hash')} text={payment.withdrawalHash} />}
        {payment.hashes.map((hash) => (
          <Code key={hash} name={say('send.transaction')} text={hash} />
        ))}
        {payment.requestIds.map((request) => (
          <PaperLine key={request} name={say('send.request-id')}>
            <p className="code text-xs">{request}</p>
          </PaperLine>
        ))}
      </dl>
      <footer className="mt-8 border-line border-t pt-3 text-ink-3 text-xs">{say('send.receipt-foot')}</footer>
    </article>
  )
}

/** Hashes and addresses in fours, as they are compared. */
function Code({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <PaperLine name={name}>
      <p className="code text-xs">{groupsOfFour(text).join(' ')}</p>
    </PaperLine>
  )
}

function Whom({ party }: { readonly party: Party }) {
  const id = partyId(party)
  return (
    <>
      <p className="font-medium">
        {partyName(party)}
        {party.kind === 'user' && numberBeside(party.user) !== '' && ` · ${numberBeside(party.user)}`}
      </p>
      {id !== null && <p className="code text-xs">{party.kind === 'chain' ? groupsOfFour(id).join(' ') : id}</p>}
      {party.kind === 'chain' && party.tag !== '' && <p>{rich('send.tag-3', { tag: party.tag })}</p>}
    </>
  )
}
