import { useState } from 'react'
import { say } from '#words'
import { ColourPick } from '../../../components/ColourPick.tsx'
import { ErrorNotice } from '../../../components/ErrorNotice.tsx'
import { useAction } from '../../../state/query.ts'
import type { Account } from '../../../state/types.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Form } from '../../../ui/Form.tsx'
import { Input } from '../../../ui/Input.tsx'
import { Dialog, DialogFoot } from '../../../ui/Overlay.tsx'

/** The name and the colour by which a person tells their accounts apart. */
export function EditAccount({ account, onClose }: { readonly account: Account; readonly onClose: () => void }) {
  const [name, setName] = useState(account.name)
  const [colour, setColour] = useState(account.colour)
  const rename = useAction('accounts.rename')
  const paint = useAction('accounts.setColour')
  const empty = name.trim() === ''
  const error = rename.error ?? paint.error

  async function save(): Promise<void> {
    if (empty) return
    const named = name.trim() === account.name || (await rename.run({ account: account.account, name: name.trim() }))
    if (named === undefined) return
    const painted = colour === account.colour || (await paint.run({ account: account.account, colour }))
    if (painted !== undefined) onClose()
  }

  return (
    <Dialog title={say('settings.name-and-colour')} isOpen onClose={onClose} width="max-w-md">
      <Form className="flex flex-col gap-5" onSubmit={save}>
        <ErrorNotice error={error} />
        <Input
          label={say('settings.name')}
          large
          autoFocus
          value={name}
          onChange={setName}
          maxLength={64}
          error={empty ? say('settings.enter-a-name') : undefined}
        />
        <ColourPick
          ring="rounded-full"
          colour={colour}
          onPick={setColour}
          sample={(at) => <Avatar name={name.trim() || account.name} seed={account.account} colour={at} />}
        />
        <DialogFoot>
          <Button onPress={onClose}>{say('common.cancel')}</Button>
          <Button kind="primary" type="submit" pending={rename.pending || paint.pending}>
            {say('common.save')}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
