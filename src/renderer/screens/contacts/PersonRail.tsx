import { ArrowUpRight, ChevronRight, MapPin } from 'lucide-react'
import { say } from '#words'
import { GroupAvatar } from '../../components/group.tsx'
import { useFocusInRows } from '../../lib/hooks.ts'
import { goSendFilled } from '../../state/prefilled-send.ts'
import { go } from '../../state/routes.ts'
import { EMPTY_FORM } from '../../state/send-form.ts'
import type { UserCard } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { GroupedCode } from '../../ui/Code.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { SectionTitle } from '../../ui/Heading.tsx'
import { LinkRow } from '../../ui/LinkRow.tsx'
import { AddressList } from './Addresses.tsx'
import { SharedBots } from './SharedBots.tsx'

/** What one mostly comes for: of a narrow window it stands before all that is read. */
export function Pay({ card: { user } }: { readonly card: UserCard }) {
  return (
    <div className="grid min-[62.5rem]:col-start-2">
      <Button
        kind="primary"
        icon={<ArrowUpRight className="size-4" />}
        onPress={() => goSendFilled({ form: { ...EMPTY_FORM, rows: [{ to: user.userId, amount: '' }] }, view: null })}
      >
        {say('contacts.send')}
      </Button>
    </div>
  )
}

/** The id of somebody, and other addresses of another person. */
export function Identity({ card, onAddress }: { readonly card: UserCard; readonly onAddress?: () => void }) {
  const { user } = card
  const rows = useFocusInRows<HTMLDivElement>()
  return (
    <section aria-label={say('contacts.identity')}>
      <SectionTitle>
        {onAddress === undefined ? say('contacts.identity') : say('contacts.where-they-are-paid')}
      </SectionTitle>
      <p className="mt-2 flex items-center justify-between gap-2">
        <span className="font-[550]">{say('contacts.user-id')}</span>
        <CopyButton text={user.userId} what={say('contacts.user-id')} />
      </p>
      <GroupedCode text={user.userId} className="block text-[0.8438rem] leading-5" />
      <p className="mt-0.5 text-ink-2 text-xs">
        {user.registered === null
          ? say('contacts.not-known')
          : user.registered
            ? say('contacts.yes-can-be-paid')
            : say('contacts.no-cannot-be-paid-yet')}
      </p>
      {onAddress !== undefined && (
        <div ref={rows} className="mt-3 border-line border-t pt-1">
          {card.addresses.length > 0 && <AddressList addresses={card.addresses} />}
          <Button size="sm" kind="quiet" className="-ml-2" icon={<MapPin className="size-4" />} onPress={onAddress}>
            {say('contacts.add-address')}
          </Button>
        </div>
      )}
    </section>
  )
}

/** Where somebody is paid, what one shares with them, and what one wrote down. */
export function PersonRail({ card, onAddress }: { readonly card: UserCard; readonly onAddress: () => void }) {
  const { user, ownName, phone, note } = card
  return (
    <div className="grid min-w-0 gap-6">
      <Identity card={card} onAddress={onAddress} />
      <Together userId={user.userId} />
      <SharedBots userId={user.userId} bot={user.bot ? user : null} />
      {(note !== '' || phone !== '' || ownName !== null) && (
        <section aria-label={say('contacts.note')}>
          <SectionTitle>{say('contacts.only-for-you')}</SectionTitle>
          <div className="mt-2 grid gap-1.5 rounded-lg bg-sunken px-3.5 py-2.5">
            {ownName !== null && (
              <p>
                <span className="text-ink-2">{say('contacts.own-name')}</span> {ownName}
              </p>
            )}
            {phone !== '' && (
              <p>
                <span className="text-ink-2">{say('contacts.phone')}</span> {phone}
              </p>
            )}
            {note !== '' && <p className="select-text whitespace-pre-wrap break-words">{note}</p>}
          </div>
        </section>
      )}
    </div>
  )
}

/** Groups of this account in which that person signs, too. */
function Together({ userId }: { readonly userId: string }) {
  const { groups } = useWallet()
  const shared = groups.filter(({ members }) => members.some((member) => member.userId === userId))
  if (shared.length === 0) return null
  return (
    <section aria-label={say('contacts.you-share')}>
      <SectionTitle>{say('contacts.you-share')}</SectionTitle>
      <ul className="mt-1">
        {shared.map((group) => (
          <LinkRow
            key={group.holder}
            icon={<GroupAvatar group={group} />}
            title={group.name}
            under={say('shared.group-of-2', { threshold: group.threshold, members: group.members.length })}
            end={<ChevronRight className="size-4 shrink-0 text-ink-3" aria-hidden="true" />}
            onPress={() => go({ name: 'group', holder: group.holder })}
          />
        ))}
      </ul>
    </section>
  )
}
