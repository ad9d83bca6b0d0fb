import { Ban, OctagonAlert, Pencil, Trash2, TriangleAlert, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { say } from '#words'
import { DeedDialog } from '../../components/DeedDialog.tsx'
import { EditAddress } from '../../components/EditAddress.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { userName } from '../../components/group.tsx'
import { OpenPageButton } from '../../components/OpenPageButton.tsx'
import { Page } from '../../components/Page.tsx'
import { Unread } from '../../components/Unread.tsx'
import { rich } from '../../lib/rich.tsx'
import { type Action, useAction, useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { UserCard } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Scrolled } from '../../ui/Scrolled.tsx'
import { Notice } from '../../ui/Surface.tsx'
import { Between } from './Between.tsx'
import { ContactFields } from './ContactFields.tsx'
import { Marks } from './marks.tsx'
import { OwnCard } from './OwnCard.tsx'
import { Identity, Pay, PersonRail } from './PersonRail.tsx'
import { SharedBots } from './SharedBots.tsx'

/** One person as the service and this wallet know them; also one's own profile. */
export function ContactScreen({ userId }: { readonly userId: string }) {
  const { account } = useWallet()
  const card = useQuery('contacts.card', { account: account.account, userId })
  if (card.value !== undefined) return <Shown card={card.value} />
  return (
    <Page title={say('contacts.contact')}>
      <Unread of={card} className="h-80" />
    </Page>
  )
}

type Open = 'edit' | 'block' | 'remove' | 'address'

function Shown({ card }: { readonly card: UserCard }) {
  const { account } = useWallet()
  const { user, biography } = card
  const [open, setOpen] = useState<Open | null>(null)
  const unblock = useAction('contacts.unblock')
  const self = user.relationship === 'self'
  const close = () => setOpen(null)
  return (
    <Page
      title={self ? say('contacts.your-profile') : userName(user)}
      under={{ text: say('contacts.contacts'), onPress: () => go({ name: 'contacts' }) }}
      actions={
        self ? undefined : (
          <>
            {user.bot && <OpenPageButton bot={user.userId} />}
            {account.kind !== 'watch' && <Relating user={user} onOpen={setOpen} unblock={unblock} />}
          </>
        )
      }
    >
      <ErrorNotice error={unblock.error} className="mb-4" />
      <Warnings card={card} />
      <div className="grid items-start gap-x-7 gap-y-6 min-[62.5rem]:grid-cols-[minmax(0,1fr)_16.375rem] min-[62.5rem]:grid-rows-[auto_1fr] min-[75rem]:grid-cols-[minmax(0,1fr)_18rem] min-[75rem]:gap-x-11">
        {!self && <Pay card={card} />}
        <div className="min-w-0 min-[62.5rem]:col-start-1 min-[62.5rem]:row-span-2 min-[62.5rem]:row-start-1">
          <div className="flex items-center gap-4">
            <Avatar name={userName(user)} seed={user.userId} size="xl" />
            <div className="min-w-0">
              <p className="break-words text-[1.625rem]/[2rem] font-semibold tracking-[-0.02em]">{userName(user)}</p>
              <p className="mt-0.5 text-ink-2">
                <span className="figure">
                  {say('contacts.mixin-number')} {user.identityNumber}
                </span>
                <Marks user={user} />
              </p>
            </div>
          </div>
          {biography !== '' && (
            <Scrolled label={say('contacts.biography')} className="mt-4 max-h-40 text-ink-2">
              <p className="select-text whitespace-pre-wrap break-words">{biography}</p>
            </Scrolled>
          )}
          {self ? (
            <div className="mt-8 grid gap-8">
              <Identity card={card} />
              <SharedBots userId={user.userId} bot={null} />
            </div>
          ) : (
            <Between card={card} />
          )}
        </div>
        <div className="min-w-0 min-[62.5rem]:col-start-2">
          {self ? <OwnCard /> : <PersonRail card={card} onAddress={() => setOpen('address')} />}
        </div>
      </div>
      {open === 'edit' && <EditContact card={card} onClose={close} />}
      {open === 'block' && <Confirm card={card} what="block" onClose={close} />}
      {open === 'remove' && <Confirm card={card} what="remove" onClose={close} />}
      {open === 'address' && <EditAddress userId={user.userId} onClose={close} />}
    </Page>
  )
}

/** What somebody is to the account, which its owner alone changes. */
function Relating(props: {
  readonly user: UserCard['user']
  readonly onOpen: (dialog: Open) => void
  readonly unblock: Action<'contacts.unblock'>
}) {
  const { user, onOpen, unblock } = props
  const { account } = useWallet()
  const isFriend = user.relationship === 'friend'
  if (user.relationship === 'blocked') {
    const who = { account: account.account, userId: user.userId }
    return (
      <Button pending={unblock.pending} onPress={() => void unblock.run(who)}>
        {say('contacts.unblock')}
      </Button>
    )
  }
  return (
    <>
      <Button kind="quiet" icon={<Ban className="size-4" />} onPress={() => onOpen('block')}>
        {say('contacts.block')}
      </Button>
      {isFriend && (
        <Button kind="quiet" icon={<Trash2 className="size-4" />} onPress={() => onOpen('remove')}>
          {say('contacts.remove-from-contacts')}
        </Button>
      )}
      <Button
        kind="quiet"
        icon={isFriend ? <Pencil className="size-4" /> : <UserPlus className="size-4" />}
        onPress={() => onOpen('edit')}
      >
        {isFriend ? say('contacts.edit') : say('contacts.add-to-contacts')}
      </Button>
    </>
  )
}

/** What is wrong or suspicious, before anything else. */
function Warnings({ card }: { readonly card: UserCard }) {
  const { account } = useWallet()
  const { user, alarm, namesakes } = card
  const accept = useAction('contacts.acceptNumber')
  return (
    <div className="grid gap-3 not-empty:mb-4">
      {alarm !== null && (
        <Notice
          tone="stop"
          icon={<OctagonAlert />}
          live
          title={say('contacts.this-account-had-the-number-and', {
            identityNumber: alarm.identityNumber,
            identityNumber2: user.identityNumber,
          })}
          action={
            <Button
              size="sm"
              pending={accept.pending}
              onPress={() =>
                void accept.run({
                  account: account.account,
                  userId: user.userId,
                  identityNumber: user.identityNumber,
                })
              }
            >
              {say('contacts.it-is-still-the-same-person')}
            </Button>
          }
        >
          {say('contacts.numbers-do-not-change-by-themselves')}
        </Notice>
      )}
      {user.scam && (
        <Notice tone="stop" icon={<OctagonAlert />} title={say('contacts.the-service-marks-this-account-as')}>
          {say('contacts.money-that-was-sent-cannot-be')}
        </Notice>
      )}
      {user.relationship === 'blocked' && (
        <Notice tone="warn" icon={<Ban />} title={say('contacts.you-have-blocked-this-person')}>
          {say('contacts.they-are-not-offered-when-you')}
        </Notice>
      )}
      {namesakes.map((other) => (
        <Notice
          key={other.userId}
          tone="warn"
          icon={<TriangleAlert />}
          title={say('contacts.this-is-not-the-contact-with')}
          action={
            <Button size="sm" onPress={() => go({ name: 'contact', userId: other.userId })}>
              {say('contacts.open-the-contact')}
            </Button>
          }
        >
          {rich('contacts.whom-you-know-has-the-number', {
            userName: userName(other),
            identityNumber: other.identityNumber,
          })}
        </Notice>
      ))}
      <ErrorNotice error={accept.error} />
    </div>
  )
}

function EditContact({ card, onClose }: { readonly card: UserCard; readonly onClose: () => void }) {
  const { account } = useWallet()
  const { user, phone, note, ownName } = card
  const friend = user.relationship === 'friend'
  const [fields, setFields] = useState({ alias: friend ? user.name : '', phone, note })
  const save = useAction('contacts.save')

  const submit = () => save.run({ account: account.account, userId: user.userId, ...fields }, onClose)

  return (
    <DeedDialog
      title={friend ? say('contacts.edit-contact') : say('contacts.add', { userName: userName(user) })}
      onClose={onClose}
      deed={{
        label: friend ? say('common.save') : say('contacts.add-contact'),
        pending: save.pending,
        onPress: () => void submit(),
      }}
      error={save.error}
      isForm
    >
      <ContactFields fields={fields} onChange={setFields} name={ownName ?? user.name} autoFocus />
    </DeedDialog>
  )
}

const CONFIRM = {
  block: {
    verb: say('contacts.block'),
    keep: say('contacts.do-not-block'),
    text: say('contacts.they-are-no-contact-any-more'),
  },
  remove: {
    verb: say('common.remove'),
    keep: say('contacts.keep'),
    text: say('contacts.the-name-you-gave-them-goes'),
  },
} as const

function Confirm(props: { readonly card: UserCard; readonly what: 'block' | 'remove'; readonly onClose: () => void }) {
  const { account } = useWallet()
  const { user } = props.card
  const words = CONFIRM[props.what]
  const act = useAction(props.what === 'block' ? 'contacts.block' : 'contacts.remove')

  const confirm = () => act.run({ account: account.account, userId: user.userId }, props.onClose)

  return (
    <DeedDialog
      title={`${words.verb} ${userName(user)}?`}
      alert={words.text}
      onClose={props.onClose}
      back={words.keep}
      deed={{ label: words.verb, kind: 'danger', pending: act.pending, onPress: () => void confirm() }}
      error={act.error}
    />
  )
}
