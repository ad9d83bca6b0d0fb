import { Globe } from 'lucide-react'
import { useState } from 'react'
import type { Report } from '../app/types.ts'
import { useWallet } from '../app/wallet.tsx'
import { useOpenWebApp } from '../app/web-app.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Overlay.tsx'
import { ErrorNotice } from './ErrorNotice.tsx'

/** Opens the page of a bot from wherever the bot is shown; why it does not open is said over it. */
export function OpenPageButton({ bot }: { readonly bot: string }) {
  const { account } = useWallet()
  const open = useOpenWebApp()
  const [seen, setSeen] = useState<Report | null>(null)
  return (
    <>
      <Button
        icon={<Globe className="size-4" />}
        pending={open.pending}
        onPress={() => {
          setSeen(null)
          void open.run(account.account, bot)
        }}
      >
        Open its page
      </Button>
      {open.error !== null && open.error !== seen && (
        <Dialog title="The page is not opened" isOpen onClose={() => setSeen(open.error)} width="max-w-md">
          <ErrorNotice error={open.error} />
        </Dialog>
      )}
    </>
  )
}
