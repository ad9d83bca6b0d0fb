import { useState } from 'react'
import { say } from '#words'
import { HelpLink } from '../../components/HelpLink.tsx'
import { heard } from '../../lib/heard.tsx'
import type { AppState } from '../../state/types.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { Dialog } from '../../ui/Overlay.tsx'

/** What lies of a network on this computer; a window knows of no separator but by the path itself. */
function folderOf({ dataDir, network }: Pick<AppState, 'dataDir' | 'network'>): string {
  return [dataDir, network.name].join(dataDir.includes('\\') ? '\\' : '/')
}

/** For whom the passphrase is gone the lock would be a dead end: what brings the money back, and how to begin anew without deleting anything. */
export function Forgotten({ state }: { readonly state: AppState }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" size="sm" className="mt-3 -mb-2" onPress={() => setOpen(true)}>
        {say('lock.forgotten')}
      </Button>
      {isOpen && <WaysBack folder={folderOf(state)} network={state.network.kind} onClose={() => setOpen(false)} />}
    </>
  )
}

function WaysBack(props: {
  readonly folder: string
  /** On the local one words alone open an account. */
  readonly network: AppState['network']['kind']
  readonly onClose: () => void
}) {
  const { folder, network, onClose } = props
  return (
    <Dialog title={say('lock.forgotten-title')} isOpen onClose={onClose} width="max-w-md">
      <div className="grid gap-3 text-pretty">
        <p>{say('lock.forgotten-nobody')}</p>
        <p>{heard(say('lock.forgotten-back', { network }))}</p>
        <p>{say('lock.forgotten-here')}</p>
        <p className="flex items-center gap-3 rounded-lg bg-sunken px-4 py-3">
          <span className="code min-w-0 flex-1 select-text break-all">{folder}</span>
          <CopyButton text={folder} what={say('lock.forgotten-folder')} />
        </p>
        <p className="text-ink-2">{say('lock.forgotten-keep')}</p>
        <div className="justify-self-start">
          <HelpLink topic="passphrase" />
        </div>
      </div>
    </Dialog>
  )
}
