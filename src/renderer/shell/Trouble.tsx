import { Unplug } from 'lucide-react'
import { useStore } from 'zustand'
import { say } from '#words'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { heard } from '../lib/heard.tsx'
import { link } from '../state/host-connection.ts'
import type { LinkState } from '../state/socket.ts'
import type { Report } from '../state/types.ts'
import { Button } from '../ui/Button.tsx'
import { Empty } from '../ui/Surface.tsx'

/** The ways in which a window of the browser host loses its wallet for good, in words. */
const ENDED: Partial<Record<LinkState, { readonly title: string; readonly text: string }>> = {
  refused: {
    title: say('shell.open-coffer-from-its-link'),
    text: say('shell.a-link-opens-one-window-once'),
  },
  elsewhere: {
    title: say('shell.coffer-is-open-in-another-window'),
    text: say('shell.only-one-window-at-a-time'),
  },
  replaced: {
    title: say('shell.coffer-goes-on-in-another-window'),
    text: say('shell.this-window-was-taken-over-by'),
  },
  broken: {
    title: say('shell.this-window-and-coffer-do-not'),
    text: say('shell.nothing-was-sent-close-the-window'),
  },
  closed: {
    title: say('shell.coffer-was-closed'),
    text: say('shell.what-was-saved-is-saved-a'),
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
        actions={state === 'elsewhere' && <Button onPress={retry}>{say('common.try-again')}</Button>}
      >
        {heard(words?.text)}
      </Empty>
    </main>
  )
}

/** The wallet's state could not be read, so there is nothing else to show. */
export function Unreadable(props: { readonly error: Report; readonly onRetry: () => void }) {
  return (
    <main className="mx-auto max-w-lg p-10">
      <ErrorNotice error={props.error} onRetry={props.onRetry} />
    </main>
  )
}
