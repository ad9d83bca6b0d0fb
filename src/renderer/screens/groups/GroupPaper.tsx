import { say } from '#words'
import { numberBeside, userName } from '../../components/group.tsx'
import { PaperHead, PaperLine } from '../../components/OnPaper.tsx'
import { groupsOfFour } from '../../lib/digits.ts'
import { heard } from '../../lib/heard.tsx'
import { rich } from '../../lib/rich.tsx'
import type { Group } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { QrCode } from '../../ui/Qr.tsx'

/** The card on a sheet of its own: all that a member needs to find the group again, and nothing that could pay. */
export function GroupPaper({ group, link }: { readonly group: Group; readonly link: string }) {
  const { state } = useWallet()
  const { name, threshold, members, words, address, membersHash } = group
  return (
    <article>
      <PaperHead isPlayMoney={state.network.kind === 'local'} />
      <p className="text-ink-2">{say('groups.card-of-the-group')}</p>
      <p className="font-semibold text-[1.75rem] leading-9 tracking-[-0.02em] [overflow-wrap:anywhere]">{name}</p>
      <p className="mb-6 text-ink-2">
        {rich('groups.signature-of-member-for-every-payment', { threshold, members: members.length })}
      </p>
      <QrCode text={link} label={say('groups.qr-code-of-the-group', { group: name })} size={220} />
      <dl className="mt-6 text-sm">
        <PaperLine name={say('groups.to-compare')}>
          <p className="font-medium">{heard(words.join(' · '))}</p>
        </PaperLine>
        {members.map((member) => (
          <PaperLine key={member.userId} name={say('groups.member')}>
            <p className="font-medium">
              {userName(member)}
              {numberBeside(member) !== '' && ` · ${numberBeside(member)}`}
            </p>
            <p className="code text-xs">{member.userId}</p>
          </PaperLine>
        ))}
        <PaperLine name={say('groups.address')}>
          <p className="code text-xs">{groupsOfFour(address).join(' ')}</p>
        </PaperLine>
        <PaperLine name={say('groups.members-hash')}>
          <p className="code text-xs">{groupsOfFour(membersHash).join(' ')}</p>
        </PaperLine>
      </dl>
      <footer className="mt-8 border-line border-t pt-3 text-ink-3 text-xs">
        {say('groups.members-add-the-group-with-this')}
      </footer>
    </article>
  )
}
