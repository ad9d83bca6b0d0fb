import { useState } from 'react'
import { say } from '#words'
import { ColourPick } from '../../components/ColourPick.tsx'
import { DeedDialog } from '../../components/DeedDialog.tsx'
import { GroupAvatar } from '../../components/group.tsx'
import { useAction } from '../../state/query.ts'
import type { Group } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Input } from '../../ui/Input.tsx'

/** Name and colour: the only things about a group that are one's own. */
export function EditGroup({ group, onClose }: { readonly group: Group; readonly onClose: () => void }) {
  const { account } = useWallet()
  const [name, setName] = useState(group.name)
  const [colour, setColour] = useState(group.colour)
  const update = useAction('groups.update')
  const empty = name.trim() === ''

  async function save(): Promise<void> {
    if (empty) return
    await update.run({ account: account.account, holder: group.holder, name: name.trim(), colour }, onClose)
  }

  return (
    <DeedDialog
      title={say('groups.name-and-colour')}
      onClose={onClose}
      deed={{ label: say('common.save'), pending: update.pending, onPress: () => void save() }}
      error={update.error}
      isForm
    >
      <Input
        label={say('groups.name')}
        value={name}
        maxLength={64}
        autoFocus
        onChange={setName}
        error={empty ? say('groups.give-the-group-a-name') : undefined}
      />
      <ColourPick
        ring="rounded-xl"
        colour={colour}
        onPick={setColour}
        sample={(at) => <GroupAvatar group={{ ...group, name: name.trim() || group.name, colour: at }} />}
      />
    </DeedDialog>
  )
}
