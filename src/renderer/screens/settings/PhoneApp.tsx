import { useState } from 'react'
import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { readAppId } from '../../lib/app-id.ts'
import { useAction, useQuery } from '../../state/query.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { Group } from './rows.tsx'

const FROM = {
  setting: say('settings.that-one-is-yours'),
  network: say('settings.that-one-is-the-local-networks'),
  nowhere: say('settings.none-is-named-coffer-has-none'),
} as const

/** In whose name a phone is asked to let its account be watched. */
export function PhoneApp() {
  const app = useQuery('phone.app', null)
  const keep = useAction('phone.setApp')
  const [typed, setTyped] = useState<string | null>(null)
  const [tried, setTried] = useState(false)
  const text = typed ?? app.value?.appId ?? ''
  const read = readAppId(text)

  async function save(appId: string | null): Promise<void> {
    if ((await keep.run({ appId })) === undefined) return
    setTyped(null)
    setTried(false)
  }

  const error = keep.error ?? app.error
  return (
    <Group title={say('settings.asking-phones')} text={say('settings.a-phone-lets-its-account-be')}>
      <Form
        className="grid gap-3 py-4"
        onSubmit={() => {
          if ('problem' in read) setTried(true)
          else void save(read.appId)
        }}
      >
        <Input
          label={say('settings.app-id')}
          mono
          value={text}
          onChange={setTyped}
          error={tried && 'problem' in read ? read.problem : undefined}
          hint={app.value === undefined ? undefined : FROM[app.value.from]}
        />
        <div className="flex gap-2">
          <Button type="submit" pending={keep.pending} isDisabled={text === (app.value?.appId ?? '')}>
            {say('common.save')}
          </Button>
          {app.value?.from === 'setting' && (
            <Button kind="quiet" onPress={() => void save(null)}>
              {say('settings.use-none-of-mine')}
            </Button>
          )}
        </div>
        <ErrorNotice error={error} />
      </Form>
    </Group>
  )
}
