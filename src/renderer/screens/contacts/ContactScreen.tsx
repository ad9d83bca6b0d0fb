import {
  ArrowLeft,
  ArrowUpRight,
  Ban,
  MapPin,
  OctagonAlert,
  Pencil,
  Trash2,
  TriangleAlert,
  UserPlus,
} from 'lucide-react'
import { useState } from 'react'
import { say, wording } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { CodeFact, Fact, Facts } from '../../components/Facts.tsx'
import { Figure } from '../../components/figures.tsx'
import { userName } from '../../components/group.tsx'
import { OpenPageButton } from '../../components/OpenPageButton.tsx'
import { Page } from '../../components/Page.tsx'
import { useNow } from '../../lib/hooks.ts'
import { formatShortDay } from '../../lib/time.ts'
import { goSendFilled } from '../../state/prefilled-send.ts'
import { useAction, useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import { EMPTY_FORM } from '../../state/send-form.ts'
import type { UserCard } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { Dialog } from '../../ui/Overlay.tsx'
import { Card, Notice, Skeleton } from '../../ui/Surface.tsx'
import { ContactFields } from './ContactFields.tsx'
import { AddressList } from './Contacts.tsx'
import { EditAddress } from './EditAddress.tsx'
import { Marks } from './marks.tsx'
import { SharedBots } from './SharedBots.tsx'

/** One person as the service and this wallet know them; also one's own profile. */
export function ContactScreen({ userId }: { readonly userId: string }) {
  const { account } = useWallet()
  const card = useQuery('contacts.card', { account: account.account, userId })
  if (card.value !== undefined) return <Shown card={card.value} />
  return (
    <Page title={say('contacts.contact')}>
      {card.error !== null ? (
        <ErrorNotice error={card.error} action={<Button onPress={card.refresh}>{say('common.try-again')}</Button>} />
      ) : (
        <Skeleton className="h-80 w-full rounded-lg" />
      )}
    </Page>
  )
}

type Open = 'edit' | 'block' | 'remove' | 'address'

function Shown({ card }: { readonly card: UserCard }) {
  const { account } = useWallet()
  const { user } = card
  const [open, setOpen] = useState<Open | null>(null)
  const unblock = useAction('contacts.unblock')
  const who = { account: account.account, userId: user.userId }
  const self = user.relationship === 'self'
  const close = () => setOpen(null)
  return (
    <Page
      title={self ? say('contacts.your-profile') : userName(user)}
      actions={
        self ? undefined : (
          <>
            {user.bot && <OpenPageButton bot={user.userId} />}
            {user.relationship === 'blocked' ? (
              <Button pending={unblock.pending} onPress={() => void unblock.run(who)}>
                {say('contacts.unblock')}
              </Button>
            ) : (
              <Button kind="quiet" icon={<Ban className="size-4" />} onPress={() => setOpen('block')}>
                {say('contacts.block')}
              </Button>
            )}
            {user.relationship !== 'blocked' && (
              <Button
                icon={user.relationship === 'friend' ? <Pencil className="size-4" /> : <UserPlus className="size-4" />}
                onPress={() => setOpen('edit')}
              >
                {user.relationship === 'friend' ? say('contacts.edit') : say('contacts.add-to-contacts')}
              </Button>
            )}
            <Button
              kind="primary"
              icon={<ArrowUpRight className="size-4" />}
              onPress={() =>
                goSendFilled({ form: { ...EMPTY_FORM, rows: [{ to: user.userId, amount: '' }] }, view: null })
              }
            >
              {say('contacts.send')}
            </Button>
          </>
        )
      }
    >
      <div className="-mt-4 mb-4">
        <Button
          kind="quiet"
          size="sm"
          className="-ml-3"
          icon={<ArrowLeft className="size-4" />}
          onPress={() => go({ name: 'contacts' })}
        >
          {say('contacts.all-contacts')}
        </Button>
      </div>
      {unblock.error !== null && <ErrorNotice error={unblock.error} className="mb-4" />}
      <Warnings card={card} />
      <div className="grid items-start gap-4 min-[1000px]:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid gap-4">
          <Identity card={card} />
          {!self && (
            <Card label={say('contacts.addresses-on-other-chains')}>
              <div className="flex items-center justify-between gap-4 border-line border-b px-6 py-3 last:border-0">
                <h2 className="font-semibold">{say('contacts.addresses-on-other-chains')}</h2>
                <Button size="sm" icon={<MapPin className="size-4" />} onPress={() => setOpen('address')}>
                  {say('contacts.add-address')}
                </Button>
              </div>
              {card.addresses.length > 0 && <AddressList addresses={card.addresses} />}
            </Card>
          )}
          {user.relationship === 'friend' && (
            <div>
              <Button kind="danger" icon={<Trash2 className="size-4" />} onPress={() => setOpen('remove')}>
                {say('contacts.remove-from-contacts')}
              </Button>
            </div>
          )}
        </div>
        <div className="grid gap-4">
          {!self && <Paid card={card} />}
          <SharedBots userId={user.userId} bot={user.bot ? user : null} />
        </div>
      </div>
      {open === 'edit' && <EditContact card={card} onClose={close} />}
      {open === 'block' && <Confirm card={card} what="block" onClose={close} />}
      {open === 'remove' && <Confirm card={card} what="remove" onClose={close} />}
      {open === 'address' && <EditAddress userId={user.userId} onClose={close} />}
    </Page>
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
              onPress={() => void accept.run({ account: account.account, userId: user.userId })}
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
          {say('contacts.whom-you-know-has-the-number', {
            userName: userName(other),
            identityNumber: other.identityNumber,
          })}
        </Notice>
      ))}
      {accept.error !== null && <ErrorNotice error={accept.error} />}
    </div>
  )
}

function Identity({ card }: { readonly card: UserCard }) {
  const { user, biography, ownName, phone, note } = card
  return (
    <Card label={say('contacts.identity')} className="px-6 py-5">
      <div className="flex items-center gap-4">
        <Avatar name={userName(user)} seed={user.userId} size="lg" />
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold">{userName(user)}</p>
          <Marks user={user} />
        </div>
      </div>
      {biography !== '' && (
        <p className="mt-3 max-h-40 select-text overflow-y-auto whitespace-pre-wrap break-words text-ink-2">
          {biography}
        </p>
      )}
      <Facts className="mt-2">
        {ownName !== null && <Fact name={say('contacts.own-name')}>{ownName}</Fact>}
        <Fact name={say('contacts.mixin-number')}>
          <span className="flex items-start justify-between gap-2">
            <span className="figure select-text">{user.identityNumber}</span>
            <span className="-my-1 shrink-0">
              <CopyButton text={user.identityNumber} what={say('contacts.mixin-number')} />
            </span>
          </span>
        </Fact>
        <CodeFact name={say('contacts.user-id')} text={user.userId} />
        <Fact name={say('contacts.registered')}>
          {user.registered === null
            ? say('contacts.not-known')
            : user.registered
              ? say('contacts.yes-can-be-paid')
              : say('contacts.no-cannot-be-paid-yet')}
        </Fact>
        {phone !== '' && <Fact name={say('contacts.phone')}>{phone}</Fact>}
        {note !== '' && (
          <Fact name={say('contacts.note')}>
            <span className="select-text whitespace-pre-wrap break-words">{note}</span>
          </Fact>
        )}
      </Facts>
    </Card>
  )
}

function Paid({ card }: { readonly card: UserCard }) {
  const now = useNow()
  const { paidBefore, paid } = card
  return (
    <Card label={say('contacts.paid-by-you')} className="px-6 py-5">
      <h2 className="font-semibold">{say('contacts.paid-by-you')}</h2>
      {paidBefore === null ? (
        <p className="mt-1 text-ink-2">{say('contacts.never-from-this-wallet-the-first')}</p>
      ) : (
        <>
          <p className="mt-1 text-ink-2">
            {say('contacts.time-last', { times: paidBefore.times, last: formatShortDay(paidBefore.last, now) })}
          </p>
          <ul className="mt-2 grid gap-1">
            {paid.map(({ asset, amount }) => (
              <li key={asset.assetId} className="flex items-baseline justify-between gap-3">
                <span className="truncate text-ink-3 text-sm">{wording(asset.chainName)}</span>
                <Figure value={amount} symbol={asset.symbol} className="font-medium" />
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

function EditContact({ card, onClose }: { readonly card: UserCard; readonly onClose: () => void }) {
  const { account } = useWallet()
  const { user, phone, note, ownName } = card
  const friend = user.relationship === 'friend'
  const [fields, setFields] = useState({ alias: friend ? user.name : '', phone, note })
  const save = useAction('contacts.save')

  async function submit(): Promise<void> {
    const done = await save.run({ account: account.account, userId: user.userId, ...fields })
    if (done !== undefined) onClose()
  }

  return (
    <Dialog
      title={friend ? say('contacts.edit-contact') : say('contacts.add', { userName: userName(user) })}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onPress={onClose}>
            {say('common.cancel')}
          </Button>
          <Button kind="primary" pending={save.pending} onPress={() => void submit()}>
            {friend ? say('common.save') : say('contacts.add-contact')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <ContactFields fields={fields} onChange={setFields} name={ownName ?? user.name} />
        <button type="submit" hidden>
          {say('common.save')}
        </button>
      </form>
      {save.error !== null && <ErrorNotice error={save.error} className="mt-4" />}
    </Dialog>
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
  return (
    <Dialog
      title={`${words.verb} ${userName(user)}?`}
      isOpen
      alert
      onClose={props.onClose}
      footer={
        <>
          <Button kind="quiet" onPress={props.onClose}>
            {words.keep}
          </Button>
          <Button
            kind="danger"
            pending={act.pending}
            onPress={() =>
              void act.run({ account: account.account, userId: user.userId }).then((done) => {
                if (done !== undefined) props.onClose()
              })
            }
          >
            {words.verb}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">{words.text}</p>
      {act.error !== null && <ErrorNotice error={act.error} className="mt-4" />}
    </Dialog>
  )
}
