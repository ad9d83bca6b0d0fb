import { ChevronRight, CircleAlert, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { say } from '#words'
import { cx } from '../lib/cx.ts'
import { heard } from '../lib/heard.tsx'
import { rich } from '../lib/rich.tsx'
import { useAction, useQuery } from '../state/query.ts'
import { go } from '../state/routes.ts'
import type { Updates } from '../state/types.ts'
import { Button } from '../ui/Button.tsx'

/** Beside the money, and never in its way: what came in, whether Coffer may look for new versions, asked once; then only that there is one. */
export function NewVersions() {
  const { value } = useQuery('updates.read', null)
  if (value === undefined) return null
  if (value.updatedTo !== null) return <Updated updates={value} version={value.updatedTo} />
  if (value.service === null) return null
  if (value.choice === null) return <Asking service={value.service} installs={value.installs} />
  // Who asks nobody knows that news grow old.
  if (value.choice === 'off') return null
  if (value.release?.state === 'expired') {
    return <Line warn icon={<CircleAlert />} title={say('updates.expired')} text={say('updates.look-into')} />
  }
  if (value.release?.state !== 'newer') return null
  const title = say('updates.newer', { version: value.release.version })
  return <Line icon={<Download />} title={title} text={say('updates.see')} />
}

function Updated({ updates, version }: { readonly updates: Updates; readonly version: string }) {
  const seen = useAction('updates.seen')
  const { release } = updates
  const hasNotes = release?.version === version && release.notes.en !== ''
  return (
    <Boxed>
      <p className="text-pretty font-medium">{rich('updates.updated', { version })}</p>
      <div className="mt-2.5 flex flex-wrap gap-2">
        {hasNotes && (
          <Button
            size="sm"
            isDisabled={seen.pending}
            onPress={() => {
              void seen.run(null)
              go({ name: 'settings', section: 'about' })
            }}
          >
            {say('updates.see')}
          </Button>
        )}
        <Button size="sm" isDisabled={seen.pending} onPress={() => void seen.run(null)}>
          {say('common.hide')}
        </Button>
      </div>
    </Boxed>
  )
}

function Asking({ service, installs }: { readonly service: string; readonly installs: boolean }) {
  const choose = useAction('updates.choose')
  const answer = (choice: NonNullable<Updates['choice']>, label: string) => (
    <Button size="sm" isDisabled={choose.pending} onPress={() => void choose.run({ choice })}>
      {heard(label)}
    </Button>
  )
  return (
    <Boxed>
      <p className="text-pretty text-ink-2 text-sm">{rich('updates.may-ask', { service })}</p>
      {installs && <p className="mt-1 text-pretty text-ink-2 text-sm">{say('updates.install-means')}</p>}
      <div className="mt-2.5 flex flex-wrap gap-2">
        {answer('notify', say('updates.notify'))}
        {installs && answer('install', say('updates.install'))}
        {answer('off', say('updates.off'))}
      </div>
    </Boxed>
  )
}

const Boxed = ({ children }: { readonly children: ReactNode }) => (
  <section aria-labelledby="new-versions" className="mb-7">
    <Heading />
    <div className="rounded-lg bg-sunken px-3.5 py-3">{children}</div>
  </section>
)

const Heading = () => (
  <h2 id="new-versions" className="mb-2.5 text-[0.9375rem] font-semibold leading-[1.375rem]">
    {say('updates.title')}
  </h2>
)

function Line(props: {
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
  readonly warn?: boolean
}) {
  return (
    <section aria-labelledby="new-versions" className="mb-7">
      <Heading />
      <button
        type="button"
        onClick={() => go({ name: 'settings', section: 'about' })}
        className="flex w-full items-center gap-3 rounded-lg bg-sunken px-3.5 py-2.5 text-left transition-colors duration-120 hover:bg-hover"
      >
        <span
          className={cx('shrink-0 [&_svg]:size-5', props.warn === true ? 'text-warn' : 'text-accent-ink')}
          aria-hidden="true"
        >
          {props.icon}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block text-pretty font-medium leading-[1.1875rem]">{heard(props.title)}</span>
          <span className="mt-0.5 block text-pretty text-ink-2 text-xs">{heard(props.text)}</span>
        </span>
        <ChevronRight className="size-4 shrink-0 text-ink-3" aria-hidden="true" />
      </button>
    </section>
  )
}
