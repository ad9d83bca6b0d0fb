import { ArrowDownLeft, Download, Pencil, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { CodeFact, Fact, Facts } from '../../components/Facts.tsx'
import { GroupAvatar, MemberList, SixWords, ThresholdTag } from '../../components/group.tsx'
import { Page } from '../../components/Page.tsx'
import { saveText } from '../../lib/save.ts'
import { useAction, useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { Group } from '../../state/types.ts'
import { selectAccount, useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { Dialog } from '../../ui/Overlay.tsx'
import { QrCode } from '../../ui/Qr.tsx'
import { Card, Empty, Skeleton } from '../../ui/Surface.tsx'
import { Time } from '../../ui/Time.tsx'
import { EditGroup } from './EditGroup.tsx'

/** Everything that a group is, and the card that lets others find the same one. */
export function GroupScreen({ holder }: { readonly holder: string }) {
  const { account } = useWallet()
  const groups = useQuery('groups.list', { account: account.account })
  const group = groups.value?.find((one) => one.holder === holder)
  if (group !== undefined) return <Shown group={group} />
  return (
    <Page title={say('groups.group')} narrow>
      {groups.error !== null ? (
        <ErrorNotice
          error={groups.error}
          action={<Button onPress={groups.refresh}>{say('common.try-again')}</Button>}
        />
      ) : groups.value === undefined ? (
        <Skeleton className="h-80 w-full rounded-lg" />
      ) : (
        <Card>
          <Empty
            icon={<Users />}
            title={say('groups.this-group-is-not-in-your')}
            actions={<Button onPress={() => go({ name: 'new-group' })}>{say('groups.create-a-group')}</Button>}
          >
            {say('groups.it-was-removed-here-or-belongs')}
          </Empty>
        </Card>
      )}
    </Page>
  )
}

function Shown({ group }: { readonly group: Group }) {
  const { account } = useWallet()
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null)
  const requests = useQuery('approvals.list', { account: account.account, holder: group.holder }).value ?? []
  const needed = requests.filter((one) => one.tab === 'needs_you').length
  return (
    <Page
      title={group.name}
      actions={
        <>
          <Button kind="quiet" icon={<Pencil className="size-4" />} onPress={() => setOpen('edit')}>
            {say('groups.rename')}
          </Button>
          <Button
            icon={<ArrowDownLeft className="size-4" />}
            onPress={() => {
              selectAccount(account.account, group.holder)
              go({ name: 'receive' })
            }}
          >
            {say('groups.receive')}
          </Button>
        </>
      }
    >
      <div className="grid items-start gap-4 min-[1000px]:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid gap-4">
          <Card className="flex items-center gap-4 px-6 py-5">
            <GroupAvatar group={group} size="lg" />
            <div className="min-w-0 flex-1">
              <p className="flex items-center gap-2 font-semibold">
                <span className="truncate">{group.name}</span>
                <ThresholdTag threshold={group.threshold} members={group.members.length} />
              </p>
              <p className="text-ink-2 text-sm">
                {say('groups.signature-of-member-for-every-payment', {
                  threshold: group.threshold,
                  members: group.members.length,
                })}
              </p>
            </div>
            <Button size="sm" onPress={() => go({ name: 'approvals' })}>
              {needed === 0 ? say('groups.requests') : say('groups.request-for-you', { needed })}
            </Button>
          </Card>
          <Card className="px-6 py-4" label={say('groups.members')}>
            <h2 className="font-semibold">{say('groups.members')}</h2>
            <MemberList members={group.members} me={account.account} />
          </Card>
          <Card className="px-6 py-1" label={say('groups.identity')}>
            <Facts>
              <Fact name={say('groups.to-compare')}>
                <SixWords words={group.words} />
                <p className="mt-1.5 text-ink-2 text-sm">{say('groups.read-these-words-to-the-other')}</p>
              </Fact>
              <CodeFact name={say('groups.address')} text={group.address} />
              <CodeFact name={say('groups.members-hash')} text={group.membersHash} />
              <Fact name={say('groups.added-here')}>
                <Time at={group.createdAt} form="full" />
              </Fact>
            </Facts>
          </Card>
          <div>
            <Button kind="danger" icon={<Trash2 className="size-4" />} onPress={() => setOpen('remove')}>
              {say('groups.remove-from-this-list')}
            </Button>
          </div>
        </div>
        <CardCard group={group} />
      </div>
      {open === 'edit' && <EditGroup group={group} onClose={() => setOpen(null)} />}
      {open === 'remove' && <RemoveGroup group={group} onClose={() => setOpen(null)} />}
    </Page>
  )
}

/** The group's card, to hand to its members and to whoever pays it. */
function CardCard({ group }: { readonly group: Group }) {
  const { account } = useWallet()
  const card = useQuery('groups.card', { account: account.account, holder: group.holder })
  return (
    <Card className="flex flex-col items-center p-6" label={say('groups.card-of-the-group')}>
      {card.error !== null && card.value === undefined ? (
        <ErrorNotice error={card.error} />
      ) : card.value === undefined ? (
        <Skeleton className="size-[272px] rounded-lg" />
      ) : (
        <>
          <p className="mb-4 flex items-center gap-2 font-semibold">
            {group.name} <ThresholdTag threshold={group.threshold} members={group.members.length} />
          </p>
          <QrCode text={card.value.link} label={say('groups.qr-code-of-the-group', { group: group.name })} size={272} />
          <p className="mt-4 text-pretty text-center text-ink-2 text-sm">
            {say('groups.members-add-the-group-with-this')}
          </p>
          <div className="mt-4 flex flex-wrap justify-center gap-2">
            <CopyButton text={card.value.link} what={say('groups.link-to-the-group')} label={say('groups.copy-link')} />
            <Button
              size="sm"
              icon={<Download className="size-4" />}
              onPress={() => card.value !== undefined && saveText(card.value.fileName, card.value.text)}
            >
              {say('groups.save-file')}
            </Button>
          </div>
        </>
      )}
    </Card>
  )
}

function RemoveGroup({ group, onClose }: { readonly group: Group; readonly onClose: () => void }) {
  const { account } = useWallet()
  const remove = useAction('groups.remove')
  return (
    <Dialog
      title={say('groups.remove', { group: group.name })}
      isOpen
      alert
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onPress={onClose}>
            {say('groups.keep-it')}
          </Button>
          <Button
            kind="danger"
            pending={remove.pending}
            onPress={() =>
              void remove.run({ account: account.account, holder: group.holder }).then((done) => {
                if (done === undefined) return
                selectAccount(account.account)
                go({ name: 'home' })
              })
            }
          >
            {say('common.remove')}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">{say('groups.the-group-disappears-from-this-list')}</p>
      {remove.error !== null && <ErrorNotice error={remove.error} className="mt-4" />}
    </Dialog>
  )
}
