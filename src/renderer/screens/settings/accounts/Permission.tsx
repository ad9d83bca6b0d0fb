import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { say } from '#words'
import { ErrorNotice } from '../../../components/ErrorNotice.tsx'
import { Fact, Facts } from '../../../components/Facts.tsx'
import { scopeWords } from '../../../components/scopes.ts'
import { heard } from '../../../lib/heard.tsx'
import { useAction, useQuery } from '../../../state/query.ts'
import type { Account } from '../../../state/types.ts'
import { Button } from '../../../ui/Button.tsx'
import { Form } from '../../../ui/Form.tsx'
import { TextArea } from '../../../ui/Input.tsx'
import { Dialog, DialogFoot } from '../../../ui/Overlay.tsx'
import { Notice } from '../../../ui/Surface.tsx'
import { Time } from '../../../ui/Time.tsx'
import { CANNOT, FORMS } from './words.ts'

/** What a watched account may be looked at with, and a new permission for it. */
export function PermissionDialog({ account, onClose }: { readonly account: Account; readonly onClose: () => void }) {
  const { value, error } = useQuery('accounts.permission', { account: account.account })
  const [text, setText] = useState('')
  const watch = useAction('accounts.watch')
  const ended = value?.state === 'ended'

  async function renew(): Promise<void> {
    if (text.trim() !== '') await watch.run({ permission: text }, onClose)
  }

  return (
    <Dialog
      title={say('settings.permission-to-watch', { account: account.name })}
      isOpen
      onClose={onClose}
      width="max-w-xl"
    >
      {/* One form, so that its foot stays in sight however much stands above the field. */}
      <Form className="flex flex-col gap-4" onSubmit={renew}>
        <ErrorNotice error={error} />
        {value !== undefined && value !== null && (
          <>
            {ended ? (
              <Notice tone="warn" icon={<EyeOff />} title={say('settings.this-permission-has-ended')}>
                {say('settings.it-expired-or-it-was-taken')}
              </Notice>
            ) : (
              <Notice tone="info" icon={<Eye />} title={say('settings.you-can-look-at-this-account')}>
                {CANNOT}
              </Notice>
            )}
            <Facts>
              <Fact name={say('settings.it-allows')}>
                {value.scopes === null ? (
                  say('settings.the-token-does-not-say-coffer')
                ) : (
                  <ul className="grid gap-0.5">
                    {value.scopes.map((scope) => (
                      <li key={scope} className="flex flex-wrap gap-x-3">
                        <span className="code">{scope}</span>
                        <span className="text-ink-2">{heard(scopeWords(scope))}</span>
                      </li>
                    ))}
                  </ul>
                )}
              </Fact>
              <Fact name={say('settings.form')}>{FORMS[value.kind]}</Fact>
              <Fact name={say('settings.until')}>
                {value.expiresAt !== null ? (
                  <Time at={value.expiresAt} />
                ) : value.kind === 'authorization' ? (
                  say('settings.a-year-from-when-it-was')
                ) : (
                  say('settings.the-token-does-not-say')
                )}
              </Fact>
              {value.appId !== null && (
                <Fact name={say('settings.given-to')}>
                  <span className="code break-all">{value.appId}</span>
                </Fact>
              )}
            </Facts>
          </>
        )}
        <TextArea
          label={say('settings.a-new-permission')}
          mono
          rows={4}
          value={text}
          onChange={setText}
          hint={say('settings.keys-of-an-authorization-as-json')}
        />
        <ErrorNotice error={watch.error} />
        <DialogFoot>
          <Button onPress={onClose}>{say('common.close')}</Button>
          <Button kind="primary" type="submit" pending={watch.pending} isDisabled={text.trim() === ''}>
            {say('settings.use-it-from-now-on')}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
