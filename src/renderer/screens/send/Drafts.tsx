import { FilePen, SquarePen, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { isolated, say } from '#words'
import { AssetIcon } from '../../components/AssetIcon.tsx'
import { DeedDialog } from '../../components/DeedDialog.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Page } from '../../components/Page.tsx'
import { Unread } from '../../components/Unread.tsx'
import { heard } from '../../lib/heard.tsx'
import { useFocusInRows } from '../../lib/hooks.ts'
import { rich } from '../../lib/rich.tsx'
import { useAction, useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Surface.tsx'
import { Time } from '../../ui/Time.tsx'
import { draftTitle } from './draft-title.ts'
import { keepForm, kept } from './store.ts'

export function Drafts() {
  const { owner } = useWallet()
  const drafts = useQuery('drafts.list', owner)
  const assets = useQuery('assets.list', { account: owner.account }).value
  const remove = useAction('drafts.remove')
  const list = useFocusInRows<HTMLUListElement>()
  const [removing, setRemoving] = useState<{ readonly draftId: string; readonly title: string } | null>(null)
  const removeIt = (draftId: string) => {
    setRemoving(null)
    if (kept.getState().form?.draftId === draftId) keepForm(null)
    void remove.run({ ...owner, draftId })
  }
  return (
    <Page
      title={say('send.drafts')}
      under={{ text: say('send.send'), onPress: () => go({ name: 'send' }) }}
      actions={
        <Button kind="quiet" icon={<SquarePen className="size-4" />} onPress={() => go({ name: 'send' })}>
          {say('send.new-payment')}
        </Button>
      }
    >
      <ErrorNotice error={remove.error} className="mb-4" />
      <Unread of={drafts} rows={say('send.drafts')} />
      {drafts.value !== undefined &&
        (drafts.value.length === 0 ? (
          <Empty
            icon={<FilePen />}
            title={say('send.no-drafts')}
            actions={<Button onPress={() => go({ name: 'send' })}>{say('send.write-a-payment')}</Button>}
          >
            {say('send.a-payment-that-you-begin-is')}
          </Empty>
        ) : (
          <ul ref={list}>
            {drafts.value.map((draft) => {
              const asset = assets?.find((one) => one.assetId === draft.form.assetId)
              const title = draftTitle(draft.form, asset, draft.party ?? null)
              return (
                <li key={draft.draftId} className="flex items-center gap-2 border-line border-b last:border-0">
                  <button
                    type="button"
                    onClick={() => go({ name: 'send', draftId: draft.draftId })}
                    className="-ml-3 flex min-h-[3.375rem] min-w-0 flex-1 items-center gap-3.5 rounded-field px-3 py-1.5 text-left outline-offset-[-2px] hover:bg-hover"
                  >
                    {asset === undefined ? (
                      <span className="grid size-8 place-items-center rounded-full bg-pressed text-ink-3">
                        <FilePen className="size-4" aria-hidden="true" />
                      </span>
                    ) : (
                      <AssetIcon asset={asset} />
                    )}
                    <span className="min-w-0 flex-1">
                      <span className="figure block truncate text-row">{heard(title)}</span>
                      <span className="block truncate text-ink-3 text-xs">
                        {draft.form.label !== '' && `${isolated(draft.form.label)} · `}
                        {rich('send.saved', { time: <Time at={draft.savedAt} form="age" /> })}
                      </span>
                    </span>
                  </button>
                  <IconButton
                    label={say('send.remove-draft', { title })}
                    onPress={() => setRemoving({ draftId: draft.draftId, title })}
                  >
                    <Trash2 className="size-4" />
                  </IconButton>
                </li>
              )
            })}
          </ul>
        ))}
      {removing !== null && (
        <DeedDialog
          title={say('send.remove-draft', { title: removing.title })}
          alert={say('send.draft-goes')}
          onClose={() => setRemoving(null)}
          back={say('shared.keep-it')}
          deed={{ label: say('common.remove'), kind: 'danger', onPress: () => removeIt(removing.draftId) }}
        />
      )}
    </Page>
  )
}
