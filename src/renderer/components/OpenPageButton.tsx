import { ExternalLink, Globe } from 'lucide-react'
import { useState } from 'react'
import { say } from '#words'
import { useAction } from '../state/query.ts'
import type { Report, WebApp } from '../state/types.ts'
import { useWallet } from '../state/wallet.tsx'
import { openTab } from '../state/web-app.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Overlay.tsx'
import { DeedDialog } from './DeedDialog.tsx'
import { ErrorNotice } from './ErrorNotice.tsx'
import { OutsideAddress, TAB_WORDS } from './Outside.tsx'

/**
 * Opens the page of a bot from wherever the bot is shown. Where that is a tab, the address and what the tab cannot do are
 * said first; why a page does not open is said over it.
 */
export function OpenPageButton({ bot }: { readonly bot: string }) {
  const { account } = useWallet()
  const open = useAction('webapps.open')
  const [page, setPage] = useState<WebApp | null>(null)
  const [seen, setSeen] = useState<Report | null>(null)

  async function ask(): Promise<void> {
    setSeen(null)
    const found = await open.run({ account: account.account, bot })
    if (found?.opens === 'tab') setPage(found)
  }

  return (
    <>
      <Button icon={<Globe className="size-4" />} pending={open.pending} onPress={() => void ask()}>
        {say('shared.open-its-page')}
      </Button>
      {page !== null && (
        <DeedDialog
          title={say('shared.the-page-of', { bot: page.bot.name })}
          onClose={() => setPage(null)}
          width="max-w-md"
          deed={{
            label: say('shared.open-in-a-tab'),
            icon: <ExternalLink className="size-4" />,
            onPress: () => {
              openTab(page.url)
              setPage(null)
            },
          }}
        >
          <OutsideAddress address={page.url} className="rounded-md bg-sunken px-3 py-2" />
          <p className="mt-3 text-ink-2">{TAB_WORDS}</p>
        </DeedDialog>
      )}
      {open.error !== null && open.error !== seen && (
        <Dialog
          title={say('shared.the-page-is-not-opened')}
          isOpen
          onClose={() => setSeen(open.error)}
          width="max-w-md"
        >
          <ErrorNotice error={open.error} />
        </Dialog>
      )}
    </>
  )
}
