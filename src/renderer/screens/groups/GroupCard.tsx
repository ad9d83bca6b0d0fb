import { Download } from 'lucide-react'
import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { GroupName } from '../../components/group.tsx'
import { OnPaper, PaperButtons, usePaper } from '../../components/OnPaper.tsx'
import { rich } from '../../lib/rich.tsx'
import { saveText } from '../../lib/save.ts'
import { useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { Group } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { Frame } from '../../ui/Frame.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { QrCode } from '../../ui/Qr.tsx'
import { Skeleton } from '../../ui/Surface.tsx'
import { GroupPaper } from './GroupPaper.tsx'

/** By what a group is found again: to hand to its members and to whoever pays it, and to keep, since no words bring it back. */
export function GroupCard({ group }: { readonly group: Group }) {
  const { account } = useWallet()
  const card = useQuery('groups.card', { account: account.account, holder: group.holder })
  const paper = usePaper([say('groups.card-of-the-group'), group.name].join(' '))
  return (
    <section aria-label={say('groups.card-of-the-group')}>
      <Frame inner="!p-4 flex flex-col items-center">
        {card.error !== null && card.value === undefined ? (
          <ErrorNotice error={card.error} onRetry={card.refresh} />
        ) : card.value === undefined ? (
          <Skeleton className="size-49 rounded-lg" />
        ) : (
          <>
            <QrCode
              text={card.value.link}
              label={say('groups.qr-code-of-the-group', { group: group.name })}
              size={196}
            />
            <p className="mt-3.5 flex min-w-0 max-w-full items-center gap-2">
              <GroupName
                whole
                name={group.name}
                threshold={group.threshold}
                members={group.members.length}
                className="font-[550]"
              />
            </p>
          </>
        )}
      </Frame>
      {card.value !== undefined && (
        <>
          <div className="mt-3 flex flex-wrap gap-2 *:flex-1">
            <CopyButton text={card.value.link} what={say('groups.link-to-the-group')} label={say('groups.copy-link')} />
            <Button
              size="sm"
              icon={<Download className="size-4" />}
              onPress={() => card.value !== undefined && saveText(card.value.fileName, card.value.text)}
            >
              {say('groups.save-file')}
            </Button>
            <PaperButtons paper={paper} size="sm" />
          </div>
          <OnPaper name={[say('groups.card-of-the-group'), group.name].join(' · ')}>
            <GroupPaper group={group} link={card.value.link} />
          </OnPaper>
        </>
      )}
      <ErrorNotice error={paper.error} className="mt-3" />
      <p className="mt-2.5 text-ink-2 text-sm">{say('groups.members-add-the-group-with-this')}</p>
      {account.kind !== 'watch' && <Kept spelled={account.spelled} />}
    </section>
  )
}

/** The network knows a group by a hash of its members alone: without a card or a backup, who they are is gone with this computer. */
function Kept({ spelled }: { readonly spelled: boolean }) {
  const backup = useQuery('backup.read', null).value
  if (backup === undefined) return null
  if (backup.folder !== null) return <p className="mt-2 text-ink-2 text-sm">{say('groups.kept-in-backups')}</p>
  return (
    <p className="mt-2 text-sm text-warn">
      {rich('groups.words-do-not-bring-it', { spelled })}{' '}
      <LinkButton onPress={() => go({ name: 'settings', section: 'backup' })}>
        {say('settings.set-up-backups')}
      </LinkButton>
    </p>
  )
}
