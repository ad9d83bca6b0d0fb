import { ArrowDownLeft, Download, Pencil, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { CodeFact, Fact, Facts } from '../../components/Facts.tsx'
import { GroupAvatar, MemberList, SixWords, ThresholdTag } from '../../components/group.tsx'
import { Page } from '../../components/Page.tsx'
import { plural } from '../../lib/digits.ts'
import { isolated } from '../../lib/isolated.ts'
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
    <Page title="Group" narrow>
      {groups.error !== null ? (
        <ErrorNotice error={groups.error} action={<Button onPress={groups.refresh}>Try again</Button>} />
      ) : groups.value === undefined ? (
        <Skeleton className="h-80 w-full rounded-lg" />
      ) : (
        <Card>
          <Empty
            icon={<Users />}
            title="This group is not in your list"
            actions={<Button onPress={() => go({ name: 'new-group' })}>Create a group</Button>}
          >
            It was removed here, or belongs to another account. Its money and requests are where they were.
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
            Rename
          </Button>
          <Button
            icon={<ArrowDownLeft className="size-4" />}
            onPress={() => {
              selectAccount(account.account, group.holder)
              go({ name: 'receive' })
            }}
          >
            Receive
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
                {`${plural(group.threshold, 'signature')} of ${plural(group.members.length, 'member')} for every payment`}
              </p>
            </div>
            <Button size="sm" onPress={() => go({ name: 'approvals' })}>
              {needed === 0 ? 'Requests' : `${plural(needed, 'request')} for you`}
            </Button>
          </Card>
          <Card className="px-6 py-4" label="Members">
            <h2 className="font-semibold">Members</h2>
            <MemberList members={group.members} me={account.account} />
          </Card>
          <Card className="px-6 py-1" label="Identity">
            <Facts>
              <Fact name="To compare">
                <SixWords words={group.words} />
                <p className="mt-1.5 text-ink-2 text-sm">
                  Read these words to the other members. The same words mean the same members and the same number of
                  signatures.
                </p>
              </Fact>
              <CodeFact name="Address" text={group.address} />
              <CodeFact name="Members hash" text={group.membersHash} />
              <Fact name="Added here">
                <Time at={group.createdAt} form="full" />
              </Fact>
            </Facts>
          </Card>
          <div>
            <Button kind="danger" icon={<Trash2 className="size-4" />} onPress={() => setOpen('remove')}>
              Remove from this list
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
    <Card className="flex flex-col items-center p-6" label="Card of the group">
      {card.error !== null && card.value === undefined ? (
        <ErrorNotice error={card.error} />
      ) : card.value === undefined ? (
        <Skeleton className="size-[272px] rounded-lg" />
      ) : (
        <>
          <p className="mb-4 flex items-center gap-2 font-semibold">
            {group.name} <ThresholdTag threshold={group.threshold} members={group.members.length} />
          </p>
          <QrCode text={card.value.link} label={`QR code of the group ${isolated(group.name)}`} size={272} />
          <p className="mt-4 text-pretty text-center text-ink-2 text-sm">
            Members add the group with this card; others pay it. It carries no key.
          </p>
          <div className="mt-4 flex flex-wrap justify-center gap-2">
            <CopyButton text={card.value.link} what="link to the group" label="Copy link" />
            <Button
              size="sm"
              icon={<Download className="size-4" />}
              onPress={() => card.value !== undefined && saveText(card.value.fileName, card.value.text)}
            >
              Save file
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
      title={`Remove ${isolated(group.name)}?`}
      isOpen
      alert
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onPress={onClose}>
            Keep it
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
            Remove
          </Button>
        </>
      }
    >
      <p className="text-ink-2">
        The group disappears from this list. Its money stays where it is, requests go on for the others, and adding the
        same members and number again brings everything back. Keep its card if you may want that.
      </p>
      {remove.error !== null && <ErrorNotice error={remove.error} className="mt-4" />}
    </Dialog>
  )
}
