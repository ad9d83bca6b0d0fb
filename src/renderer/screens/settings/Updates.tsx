import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { language, say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { heard } from '../../lib/heard.tsx'
import { rich } from '../../lib/rich.tsx'
import { useAction, useQuery } from '../../state/query.ts'
import type { Updates as UpdatesState } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Segmented } from '../../ui/Choice.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { Disclosure, Notice, Skeleton } from '../../ui/Surface.tsx'
import { Time } from '../../ui/Time.tsx'
import { Group, Setting } from './rows.tsx'

/** Whether Coffer looks for new versions, what it found, and what can be done with that. */
export function Updates() {
  const { state } = useWallet()
  const { value, error } = useQuery('updates.read', null)
  if (error !== null) return <ErrorNotice error={error} />
  if (value === undefined) return <Skeleton className="h-24 w-full rounded-lg" />
  const { service, release } = value
  if (service === null) return <Group title={say('updates.title')} text={say('updates.none-here')} />
  return (
    <Group title={say('updates.title')}>
      <Choosing updates={value} service={service} />
      <Standing updates={value} />
      {release?.state === 'newer' && <Newer updates={value} release={release} />}
      {release?.state === 'current' && release.version === state.version && <Notes notes={release.notes} />}
      <ErrorNotice error={value.problem} className="mt-3" />
    </Group>
  )
}

function Choosing({ updates, service }: { readonly updates: UpdatesState; readonly service: string }) {
  const { choice, installs } = updates
  const choose = useAction('updates.choose')
  const options = [
    { value: 'off', label: say('updates.off') },
    { value: 'notify', label: say('updates.notify') },
    ...(installs ? [{ value: 'install', label: say('updates.install') } as const] : []),
  ] as const
  const how = choice === 'install' && installs ? ` ${say('updates.install-means')}` : ''
  return (
    <>
      <Setting
        label={say('updates.look-for')}
        text={choice === null ? say('updates.not-chosen') : `${say('updates.how', { service })}${how}`}
      >
        <Segmented
          label={say('updates.look-for')}
          options={options}
          value={choice === 'install' && !installs ? 'notify' : (choice ?? 'off')}
          onChange={(chosen) => void choose.run({ choice: chosen })}
        />
      </Setting>
      <ErrorNotice error={choose.error} className="mt-3" />
    </>
  )
}

function words({ release }: UpdatesState): string {
  switch (release?.state) {
    case 'current':
      return say('updates.current')
    case 'newer':
      return say('updates.newer', { version: release.version })
    case 'later':
      return say('updates.later', { version: release.version })
    case 'expired':
      return say('updates.expired')
    case undefined:
      return say('updates.not-looked')
  }
}

function Standing({ updates }: { readonly updates: UpdatesState }) {
  const { choice, release, lookedAt } = updates
  const look = useAction('updates.look')
  return (
    <>
      <Setting
        label={<span role="status">{words(updates)}</span>}
        text={
          lookedAt === null ? undefined : (
            <>
              {release?.state === 'later' && `${say('updates.later-means')} `}
              {rich('updates.looked', { time: <Time at={lookedAt} form="age" /> })}
            </>
          )
        }
      >
        <Button pending={look.pending || updates.looking} onPress={() => void look.run(null)}>
          {say('updates.look-now')}
        </Button>
      </Setting>
      {release?.state === 'expired' && choice !== 'off' && (
        <Notice tone="warn" icon={<CircleAlert />} className="mt-3">
          {rich('updates.expired-means', { time: <Time at={release.until} form="moment" /> })}
        </Notice>
      )}
    </>
  )
}

const megabytes = (bytes: number): number => Math.ceil(bytes / 100_000) / 10

type Release = NonNullable<UpdatesState['release']>

function Notes({ notes }: Pick<Release, 'notes'>) {
  const text = notes[language()] ?? notes.en
  return (
    <div className="border-line border-b py-1">
      <Disclosure title={say('updates.whats-new')}>
        <p className="select-text whitespace-pre-line pb-3 pl-6 text-ink-2 [overflow-wrap:anywhere]">
          {text === '' ? say('updates.no-notes') : heard(text)}
        </p>
      </Disclosure>
    </div>
  )
}

function Newer({ updates, release }: { readonly updates: UpdatesState; readonly release: Release }) {
  return (
    <>
      <Notes notes={release.notes} />
      {updates.installs ? <Bringing updates={updates} size={release.size} /> : <ByHand home={updates.home} />}
    </>
  )
}

function ByHand({ home }: { readonly home: string | null }) {
  if (home === null) return <Setting label={say('updates.by-hand')} />
  return (
    <Setting label={say('updates.by-hand-at', { home })}>
      <CopyButton text={home} what={say('updates.address')} />
    </Setting>
  )
}

const DONE = {
  opened: say('updates.opened'),
  replaced: say('updates.replaced'),
  at_end: say('updates.at-end'),
} as const

/** Installing, and what became of it. */
function useInstall() {
  const { run, pending, error } = useAction('updates.install')
  const [done, setDone] = useState<keyof typeof DONE | null>(null)
  return {
    ...{ pending, error, words: done === null ? undefined : DONE[done] },
    async run() {
      const answer = await run(null)
      if (answer !== undefined) setDone(answer.done === 'declined' ? null : answer.done)
    },
  }
}

function Bringing({ updates, size }: { readonly updates: UpdatesState; readonly size: number | null }) {
  const fetching = useAction('updates.fetch')
  const install = useInstall()
  const { state, got } = updates.download
  if (size === null) return <Setting label={say('updates.no-file')} />
  const text = say('updates.fetching', { got: megabytes(got), size: megabytes(size) })
  const error = fetching.error ?? install.error
  return (
    <>
      {state === 'running' && (
        <div className="grid gap-2 border-line border-b py-3.5">
          <p className="text-row">{heard(text)}</p>
          <Progress label={say('updates.title')} value={got} of={size} text={text} />
        </div>
      )}
      {state === 'none' && (
        <div className="py-3">
          <Button pending={fetching.pending} onPress={() => void fetching.run(null)}>
            {rich('updates.fetch', { size: megabytes(size) })}
          </Button>
        </div>
      )}
      {state === 'ready' && (
        <Setting label={say('updates.checked')} text={install.words}>
          <Button kind="primary" pending={install.pending} onPress={() => void install.run()}>
            {say('updates.install-it')}
          </Button>
        </Setting>
      )}
      <ErrorNotice error={error} className="mt-3" />
    </>
  )
}
