import { Unplug } from 'lucide-react'
import { useStore } from 'zustand'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { link } from '../state/host-connection.ts'
import type { LinkState } from '../state/socket.ts'
import type { Report } from '../state/types.ts'
import { Button } from '../ui/Button.tsx'
import { Empty } from '../ui/Surface.tsx'

/** The ways in which a window of the browser host loses its wallet for good, in words. */
const ENDED: Partial<Record<LinkState, { readonly title: string; readonly text: string }>> = {
  refused: {
    title: 'Open Coffer from its link',
    text: 'A link opens one window, once. Open the newest link that Coffer printed, or start Coffer again.',
  },
  elsewhere: {
    title: 'Coffer is open in another window',
    text: 'Only one window at a time can reach the wallet. Close the other one, then try again here.',
  },
  replaced: {
    title: 'Coffer goes on in another window',
    text: 'This window was taken over by a newer one. You can close it.',
  },
  broken: {
    title: 'This window and Coffer do not understand each other',
    text: 'Nothing was sent. Close the window and start Coffer again.',
  },
  closed: {
    title: 'Coffer was closed',
    text: 'What was saved is saved. A payment that was under way is checked, not repeated, when you start Coffer again.',
  },
}

export function Ended({ state }: { readonly state: LinkState }) {
  const retry = useStore(link, (value) => value.retry)
  const words = ENDED[state]
  return (
    <main className="grid h-full place-items-center">
      <Empty
        icon={<Unplug />}
        title={words?.title ?? ''}
        heading
        actions={state === 'elsewhere' && <Button onPress={retry}>Try again</Button>}
      >
        {words?.text}
      </Empty>
    </main>
  )
}

/** The wallet's state could not be read, so there is nothing else to show. */
export function Unreadable(props: { readonly error: Report; readonly onRetry: () => void }) {
  return (
    <main className="mx-auto max-w-lg p-10">
      <ErrorNotice error={props.error} action={<Button onPress={props.onRetry}>Try again</Button>} />
    </main>
  )
}
