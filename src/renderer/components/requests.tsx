import { say, wording } from '#words'
import { heard } from '../lib/heard.tsx'
import { rich } from '../lib/rich.tsx'
import type { SignatureRequest } from '../state/types.ts'
import { useWallet } from '../state/wallet.tsx'
import { Fact } from './Facts.tsx'
import { Figure } from './figures.tsx'
import { userName } from './group.tsx'
import { partyName, recipientsIn } from './party.tsx'

/** What a request pays to whom, in one line. */
export function Paying({ request, plain = false }: { readonly request: SignatureRequest; readonly plain?: boolean }) {
  const look = plain ? '' : 'font-semibold text-ink'
  const amount =
    request.item === undefined ? (
      <Figure value={request.amount} symbol={request.asset.symbol} className={look} />
    ) : (
      <span className={look}>{heard(wording(request.item))}</span>
    )
  const people = recipientsIn(request.rows)
  return people > 1
    ? rich('approvals.amount-to-people', { amount, people })
    : rich('approvals.amount-to', { amount, whom: partyName(request.party) })
}

/** Who said no to it, and why: nobody else can be told of that but by a file or codes. */
export function SaidNo({ request: { refusals } }: { readonly request: Pick<SignatureRequest, 'refusals'> }) {
  if (refusals.length === 0) return null
  return (
    <Fact name={say('approvals.said-no')}>
      {refusals.map(({ user, reason }) => (
        <p key={user.userId} className="select-text break-words">
          {userName(user)}
          {reason !== '' && <span className="block text-ink-2">{heard(reason)}</span>}
        </p>
      ))}
    </Fact>
  )
}

/** What a member wrote into a file of the request, under the name of whoever made that file. */
export function MembersNote({ request: { askerNote, noteBy } }: { readonly request: SignatureRequest }) {
  const { account } = useWallet()
  if (askerNote === '') return null
  const named = (): string => {
    if (noteBy === null) return say('approvals.their-note')
    return noteBy.userId === account.account
      ? say('approvals.note-for-the-others')
      : say('approvals.wrote', { userName: userName(noteBy) })
  }
  return (
    <Fact name={named()}>
      <p className="select-text whitespace-pre-wrap break-words">{askerNote}</p>
    </Fact>
  )
}
