import { useState } from 'react'
import { say } from '#words'
import { ErrorNotice } from '../../../components/ErrorNotice.tsx'
import { heard } from '../../../lib/heard.tsx'
import { useAction } from '../../../state/query.ts'
import type { Account } from '../../../state/types.ts'
import { Button } from '../../../ui/Button.tsx'
import { Segmented } from '../../../ui/Choice.tsx'
import { CopyButton } from '../../../ui/Copy.tsx'
import { Dialog, DialogFoot } from '../../../ui/Overlay.tsx'

const FORMS = [
  { value: 'authorization', label: say('settings.keys') },
  { value: 'token', label: say('settings.access-token') },
] as const

/** On the local network there is no page on which one agrees to be watched; this stands in for it. */
export function GivePermission({ account, onClose }: { readonly account: Account; readonly onClose: () => void }) {
  const [kind, setKind] = useState<(typeof FORMS)[number]['value']>('authorization')
  const give = useAction('accounts.localPermission')
  /** What was made, and of which form. */
  const [made, setMade] = useState<{ readonly kind: typeof kind; readonly text: string } | null>(null)
  const text = made?.kind === kind ? made.text : null

  const make = () =>
    give.run({ account: account.account, kind }, ({ permission }) => setMade({ kind, text: permission }))

  return (
    <Dialog title={say('settings.let-be-watched', { account: account.name })} isOpen onClose={onClose} width="max-w-lg">
      <div className="flex flex-col gap-4">
        <p className="text-ink-2">{say('settings.whoever-has-this-text-can-see')}</p>
        <ErrorNotice error={give.error} />
        <div className="flex items-center justify-between gap-4">
          <Segmented label={say('settings.form-of-the-permission')} options={FORMS} value={kind} onChange={setKind} />
          <Button pending={give.pending} onPress={() => void make()}>
            {say('settings.make-a-permission')}
          </Button>
        </div>
        {text !== null && (
          <div className="flex items-start justify-between gap-3 rounded-lg bg-pressed px-4 py-3">
            <pre className="code min-w-0 flex-1 select-text whitespace-pre-wrap break-all">{heard(text)}</pre>
            <CopyButton text={text} what={say('settings.permission')} />
          </div>
        )}
        <DialogFoot>
          <Button onPress={onClose}>{say('common.close')}</Button>
        </DialogFoot>
      </div>
    </Dialog>
  )
}
