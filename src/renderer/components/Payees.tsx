import { say } from '#words'
import { cx } from '../lib/cx.ts'
import { useNow } from '../lib/hooks.ts'
import { formatShortDay } from '../lib/time.ts'
import type { Party, Proof, Review } from '../state/types.ts'
import { GroupedCode } from '../ui/Code.tsx'
import { Figure } from './figures.tsx'
import { PartyAvatar, partyDetail, partyId, partyName } from './party.tsx'
import { PROOF_WORDS, proofText } from './review-model.ts'

/** Of a receiver's output, or without one of change. */
export function ProofMark({ proof, party }: { readonly proof: Proof; readonly party?: Party }) {
  const { word } = PROOF_WORDS[proof]
  const text = proofText(proof, party)
  return (
    <span
      title={text}
      className={cx(
        'text-sm',
        proof === 'proved' ? 'text-ok' : proof === 'unknown' ? 'font-semibold text-stop' : 'text-ink-3',
      )}
    >
      {word}
      <span className="sr-only">{`: ${text}`}</span>
    </span>
  )
}

interface Paid {
  readonly party: Party
  readonly amount: string
  /** Left out where nobody has looked it up. */
  readonly paidBefore?: Review['payees'][number]['paidBefore']
  readonly proof: Proof
}

/** Everybody who is paid, each with the full id that decides it. */
export function Payees({ payees, symbol }: { readonly payees: readonly Paid[]; readonly symbol: string }) {
  const now = useNow()
  const many = payees.length > 1
  return (
    <ul
      className={cx(many && '-mx-3 max-h-80 overflow-y-auto rounded-md bg-sunken px-3')}
      tabIndex={many ? 0 : undefined}
    >
      {payees.map((payee, at) => {
        const { party } = payee
        const id = partyId(party)
        return (
          <li key={at} className={cx('flex items-start gap-3', many && 'border-line border-b py-2.5 last:border-0')}>
            <PartyAvatar party={party} size={many ? 'md' : 'lg'} />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-baseline gap-x-2">
                <span className="font-semibold">{partyName(party)}</span>
                <span className="figure text-ink-2 text-sm">{partyDetail(party)}</span>
              </p>
              {id !== null && <GroupedCode text={id} className="block text-ink-2" strongEnds={id.length > 40} />}
              {party.kind === 'chain' && party.tag !== '' && (
                <p className="mt-1">
                  <span className="text-ink-2">{say('shared.tag')} </span>
                  <GroupedCode text={party.tag} />
                </p>
              )}
              {party.kind === 'group' && (
                <p className="mt-1 text-ink-2 text-sm">
                  {party.members.map((member) => member.name || member.identityNumber).join(say('lib.separator'))}
                </p>
              )}
              <p className="mt-1 flex flex-wrap items-center gap-x-2 text-sm">
                {payee.paidBefore !== undefined && party.kind !== 'self' && (
                  <span className={payee.paidBefore === null ? 'text-warn' : 'text-ink-2'}>
                    {payee.paidBefore === null
                      ? say('shared.first-time')
                      : say('shared.paid-time-last', {
                          times: payee.paidBefore.times,
                          last: formatShortDay(payee.paidBefore.last, now),
                        })}
                  </span>
                )}
                <ProofMark proof={payee.proof} party={party} />
              </p>
            </div>
            {many && <Figure value={payee.amount} symbol={symbol} plain className="shrink-0 font-medium" />}
          </li>
        )
      })}
    </ul>
  )
}
