import { useState } from 'react'
import { ErrorNotice } from '../../../components/ErrorNotice.tsx'
import { isolated } from '../../../lib/isolated.ts'
import { useAction } from '../../../state/query.ts'
import type { Account } from '../../../state/types.ts'
import { Button } from '../../../ui/Button.tsx'
import { Segmented } from '../../../ui/Choice.tsx'
import { CopyButton } from '../../../ui/Copy.tsx'
import { Dialog } from '../../../ui/Overlay.tsx'

const FORMS = [
  { value: 'authorization', label: 'Keys' },
  { value: 'token', label: 'Access token' },
] as const

/** On the local network there is no page on which one agrees to be watched; this stands in for it. */
export function GivePermission({ account, onClose }: { readonly account: Account; readonly onClose: () => void }) {
  const [kind, setKind] = useState<(typeof FORMS)[number]['value']>('authorization')
  const give = useAction('accounts.localPermission')
  const [text, setText] = useState<string | null>(null)

  async function make(): Promise<void> {
    const made = await give.run({ account: account.account, kind })
    if (made !== undefined) setText(made.permission)
  }

  return (
    <Dialog title={`Let ${isolated(account.name)} be watched`} isOpen onClose={onClose} width="max-w-lg">
      <div className="grid gap-4">
        <p className="text-ink-2">
          Whoever has this text can see the balances and the history of this account, and can do nothing else. On the
          real network a person agrees to this on a page of the service; the local network has none.
        </p>
        {give.error !== null && <ErrorNotice error={give.error} />}
        <div className="flex items-center justify-between gap-4">
          <Segmented
            label="Form of the permission"
            options={FORMS}
            value={kind}
            onChange={(next) => {
              setKind(next)
              setText(null)
            }}
          />
          <Button pending={give.pending} onPress={() => void make()}>
            Make a permission
          </Button>
        </div>
        {text !== null && (
          <div className="flex items-start justify-between gap-3 rounded-lg bg-pressed px-4 py-3">
            <pre className="code min-w-0 flex-1 select-text whitespace-pre-wrap break-all">{text}</pre>
            <CopyButton text={text} what="permission" />
          </div>
        )}
        <div className="flex justify-end">
          <Button onPress={onClose}>Close</Button>
        </div>
      </div>
    </Dialog>
  )
}
