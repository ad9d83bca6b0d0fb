import { Menu, Search } from 'lucide-react'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useStore } from 'zustand'
import { say } from '#words'
import { GroupAvatar } from '../components/group.tsx'
import { HelpButton } from '../components/Page.tsx'
import { heard } from '../lib/heard.tsx'
import { routes } from '../state/routes.ts'
import { screenTitle } from '../state/title.ts'
import { useWallet } from '../state/wallet.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { IconButton } from '../ui/Button.tsx'
import { ConnectionSign } from './ConnectionLine.tsx'
import { Sidebar, useHere } from './Sidebar.tsx'

/** In place of the sidebar where there is no room for one: what is shown, and a drawer with everything else. */
export function TopBar({ onPalette }: { readonly onPalette: () => void }) {
  const { account, group } = useWallet()
  const step = useStore(routes, (place) => place.step)
  return (
    <header className="flex h-13 shrink-0 items-center gap-2 px-3">
      {/* Whoever went somewhere with it needs it no more. */}
      <Drawer key={`${step} ${account.account} ${group?.holder ?? ''}`} onPalette={onPalette} />
      <ScreenName />
      <ConnectionSign />
      <IconButton label={say('shell.find')} hint={say('shell.ctrl-k')} onPress={onPalette}>
        <Search className="size-4.5" />
      </IconButton>
      <HelpButton />
      {group === null ? <Avatar name={account.name} seed={account.account} /> : <GroupAvatar group={group} />}
    </header>
  )
}

/** Apart from the rest of the bar: a screen says what it calls itself when all of the window is drawn already. */
function ScreenName() {
  const title = useStore(screenTitle, ({ text }) => text)
  const here = useHere()
  return (
    <p dir="auto" className="min-w-0 flex-1 truncate font-semibold text-lg" aria-hidden="true">
      {heard(title) || here}
    </p>
  )
}

function Drawer({ onPalette }: { readonly onPalette: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton label={say('shell.menu')} onPress={() => setOpen(true)}>
        <Menu className="size-4.5" />
      </IconButton>
      <ModalOverlay
        isOpen={open}
        onOpenChange={setOpen}
        isDismissable
        className="fixed inset-0 z-40 flex animate-appear bg-overlay"
      >
        <Modal className="h-full bg-canvas shadow-overlay">
          <Dialog aria-label={say('shell.menu')} className="flex h-full outline-none">
            <Sidebar
              onPalette={() => {
                setOpen(false)
                onPalette()
              }}
              className="w-64"
            />
            <Button slot="close" className="sr-only">
              {say('common.close')}
            </Button>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </>
  )
}
