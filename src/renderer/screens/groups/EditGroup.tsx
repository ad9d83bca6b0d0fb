import { useState } from 'react'
import { say } from '#words'
import { ColourPick } from '../../components/ColourPick.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { GroupAvatar } from '../../components/group.tsx'
import { useAction } from '../../state/query.ts'
import type { Group } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Input } from '../../ui/Input.tsx'
import { Dialog } from '../../ui/Overlay.tsx'

/** Name and colour: the only things about a group that are one's own. */
export function EditGroup({ group, onClose }: { readonly group: Group; readonly onClose: () => void }) {
  const { account } = useWallet()
  const [name, setName] = useState(group.name)
  const [colour, setColour] = useState(group.colour)
  const update = useAction('groups.update')
  const empty = name.trim() === ''

  async function save(): Promise<void> {
    if (empty) return
    const done = await update.run({ account: account.account, holder: group.holder, name: name.trim(), colour })
    if (done !== undefined) onClose()
  }

  return (
    <Dialog
      title={say('groups.name-and-colour')}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onPress={onClose}>
            {say('common.cancel')}
          </Button>
          <Button kind="primary" pending={update.pending} onPress={() => void save()}>
            {say('common.save')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Input
          label={say('groups.name')}
          value={name}
          maxLength={64}
          autoFocus
          onChange={setName}
          error={empty ? say('groups.give-the-group-a-name') : undefined}
        />
        <div className="mt-5">
          <ColourPick
            ring="rounded-xl"
            colour={colour}
            onPick={setColour}
            sample={(at) => <GroupAvatar group={{ ...group, name: name.trim() || group.name, colour: at }} />}
          />
        </div>
      </form>
      {update.error !== null && <ErrorNotice error={update.error} className="mt-4" />}
    </Dialog>
  )
}
