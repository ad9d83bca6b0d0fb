import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../../components/ErrorNotice.tsx'
import { Fact, Facts } from '../../../components/Facts.tsx'
import { isolated } from '../../../lib/isolated.ts'
import { useAction, useQuery } from '../../../state/query.ts'
import type { Account } from '../../../state/types.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextArea } from '../../../ui/Input.tsx'
import { Dialog } from '../../../ui/Overlay.tsx'
import { Notice } from '../../../ui/Surface.tsx'
import { Time } from '../../../ui/Time.tsx'
import { CANNOT, FORMS, scopeWords } from './words.ts'

/** What a watched account may be looked at with, and a new permission for it. */
export function PermissionDialog({ account, onClose }: { readonly account: Account; readonly onClose: () => void }) {
  const { value, error } = useQuery('accounts.permission', { account: account.account })
  const [text, setText] = useState('')
  const watch = useAction('accounts.watch')
  const ended = value?.state === 'ended'

  async function renew(): Promise<void> {
    if (text.trim() === '') return
    const done = await watch.run({ permission: text })
    if (done !== undefined) onClose()
  }

  return (
    <Dialog title={`Permission to watch ${isolated(account.name)}`} isOpen onClose={onClose} width="max-w-xl">
      <div className="grid gap-5">
        {error !== null && <ErrorNotice error={error} />}
        {value !== undefined && value !== null && (
          <>
            {ended ? (
              <Notice tone="warn" icon={<EyeOff />} title="This permission has ended">
                It expired, or it was taken back. You see what was read before; ask for a new one.
              </Notice>
            ) : (
              <Notice tone="info" icon={<Eye />} title="You can look at this account">
                {CANNOT}
              </Notice>
            )}
            <Facts>
              <Fact name="It allows">
                {value.scopes === null ? (
                  'The token does not say. Coffer found that it can read the account, its coins and its history.'
                ) : (
                  <ul className="grid gap-0.5">
                    {value.scopes.map((scope) => (
                      <li key={scope} className="flex flex-wrap gap-x-3">
                        <span className="code">{scope}</span>
                        <span className="text-ink-2">{scopeWords(scope)}</span>
                      </li>
                    ))}
                  </ul>
                )}
              </Fact>
              <Fact name="Form">{FORMS[value.kind]}</Fact>
              <Fact name="Until">
                {value.expiresAt !== null ? (
                  <Time at={value.expiresAt} />
                ) : value.kind === 'authorization' ? (
                  'A year from when it was given, unless it is taken back'
                ) : (
                  'The token does not say'
                )}
              </Fact>
              {value.appId !== null && (
                <Fact name="Given to">
                  <span className="code break-all">{value.appId}</span>
                </Fact>
              )}
            </Facts>
          </>
        )}
        <form
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            void renew()
          }}
        >
          <TextArea
            label="A new permission"
            mono
            rows={4}
            value={text}
            onChange={setText}
            hint="Keys of an authorization as JSON, or an access token, of this same account."
          />
          {watch.error !== null && <ErrorNotice error={watch.error} />}
          <div className="flex justify-end gap-2">
            <Button onPress={onClose}>Close</Button>
            <Button kind="primary" type="submit" pending={watch.pending} isDisabled={text.trim() === ''}>
              Use it from now on
            </Button>
          </div>
        </form>
      </div>
    </Dialog>
  )
}
