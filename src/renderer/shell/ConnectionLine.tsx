import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useStore } from 'zustand'
import { doctorLine } from '#contract/errors'
import { say } from '#words'
import { DoctorLine, ErrorLines } from '../components/ErrorNotice.tsx'
import { cx } from '../lib/cx.ts'
import { groupDigits } from '../lib/digits.ts'
import { heard } from '../lib/heard.tsx'
import { useNow } from '../lib/hooks.ts'
import { rich } from '../lib/rich.tsx'
import { clockIsOff, connectionWords } from '../state/connection.ts'
import { link } from '../state/host-connection.ts'
import { useAction, useQuery } from '../state/query.ts'
import { go } from '../state/routes.ts'
import type { Connection, Report } from '../state/types.ts'
import { useWallet } from '../state/wallet.tsx'
import { Button as UiButton } from '../ui/Button.tsx'
import { PopoverPanel } from '../ui/Overlay.tsx'
import { Time } from '../ui/Time.tsx'
import { NetworkSign, useNetworkName, useNetworkPlace } from './NetworkSign.tsx'

const TONES: Readonly<Record<Connection['state'], string>> = {
  live: 'text-ok',
  updating: 'text-accent-ink',
  stale: 'text-warn',
  offline: 'text-stop',
  locked: 'text-ink-3',
  none: 'text-ink-3',
}

const UNREACHED = {
  word: say('shell.no-answer'),
  meaning: say('shell.coffers-own-program-does-not-answer'),
} as const

/** How the account's connection stands; null until that is known. */
function useConnection() {
  const { account } = useWallet()
  const { value } = useQuery('app.connection', { account: account.account })
  const now = useNow()
  const reaches = useStore(link, (state) => state.state === 'open')
  if (value === undefined) return null
  // Without its own program the window knows nothing about the network, whatever was last heard of it.
  const state = reaches ? value.state : 'offline'
  return { value, reaches, state, ...(reaches ? connectionWords(value, now) : UNREACHED) }
}

/** For the ear: that the connection is gone, and that it is back. What goes well all the time is not told. */
export function ConnectionTold() {
  const connection = useConnection()
  const [told, setTold] = useState('')
  const state = connection?.state
  const isNews = state === 'stale' || state === 'offline' || (state === 'live' && told !== '')
  const meaning = connection?.meaning ?? ''
  if (isNews && told !== meaning) setTold(meaning)
  return (
    <p role="status" className="sr-only">
      {heard(told)}
    </p>
  )
}

const isWrong = (state: Connection['state']): boolean => state === 'stale' || state === 'offline'

/** The network's sign where there is no room for the line: what is wrong with the connection stands in its name's place. */
export function ConnectionSign() {
  const network = useNetworkName()
  const connection = useConnection()
  if (connection === null || !isWrong(connection.state)) return <NetworkSign />
  return (
    <span className="flex items-center gap-2 text-sm text-warn">
      <NetworkSign alone />
      <span className="sr-only">{network}</span>
      <span className="max-[30rem]:max-w-18 max-[30rem]:text-xs">{connection.word}</span>
    </span>
  )
}

/** Whether what is on screen is current, and on a click what that means. */
export function ConnectionLine() {
  const { account, state: app } = useWallet()
  const network = useNetworkName()
  const place = useNetworkPlace()
  const retry = useAction('app.retry')
  const connection = useConnection()
  if (connection === null) return <span className="h-11 flex-1" />
  const { value, reaches, state, word, meaning } = connection
  // What is wrong takes longer words, and is more than where.
  const stands = place === null ? word : say('shell.network-at-state', { word, at: place })
  const isNamed = app.network.kind === 'local' && (state === 'live' || state === 'updating')
  return (
    <PopoverPanel
      label={say('shell.connection')}
      placement="top start"
      trigger={
        <Button className="flex min-h-11 min-w-0 flex-1 items-center gap-2.5 rounded-md px-1.5 py-1 text-left hover:bg-hover expanded:bg-hover">
          <NetworkSign alone />
          <span className="sr-only">{rich('shell.connection-of', { word: stands, network })}</span>
          <span className="min-w-0 flex-1" aria-hidden="true">
            <span dir="auto" className="block truncate font-semibold text-sm leading-[1.125rem]">
              {network}
            </span>
            <span className={cx('block truncate text-xs leading-4', isWrong(state) ? 'text-warn' : 'text-ink-3')}>
              <span className={cx(isNamed && 'min-[75rem]:hidden')}>{isNamed ? (place ?? word) : word}</span>
              {isNamed && (
                <span className="max-[75rem]:hidden">
                  {place === null ? (
                    rich('shell.local-network-state', { word })
                  ) : (
                    // Two networks are told apart by the end of the address: it stands whole, and what it is doing where there is room.
                    <span className="flex h-[1lh] flex-wrap overflow-hidden">
                      <span className="max-w-full truncate">{place}</span>
                      <span className="whitespace-pre">{` · ${word}`}</span>
                    </span>
                  )}
                </span>
              )}
            </span>
          </span>
        </Button>
      }
    >
      {(close) => (
        <div className="p-4">
          <p className="flex items-center gap-2 font-semibold">
            <Dot state={state} /> {word}
          </p>
          <p className="mt-1 text-ink-2">{heard(meaning)}</p>
          {value.problem !== null && <Problem problem={value.problem} onLeave={close} />}
          <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
            <dt className="text-ink-3">{say('shell.last-confirmed')}</dt>
            <dd className="text-right">
              {value.lastSuccess === null ? say('shell.never') : <Time at={value.lastSuccess} form="age" />}
            </dd>
            <dt className="text-ink-3">{say('shell.checked-to-sequence')}</dt>
            <dd className="figure text-right">{heard(groupDigits(String(value.checkedToSequence)))}</dd>
            {Math.abs(value.clockSkewSeconds) >= 5 && (
              <>
                <dt className="text-ink-3">{say('shell.clock-of-this-computer')}</dt>
                <dd className="figure text-right">{clockIsOff(value.clockSkewSeconds)}</dd>
              </>
            )}
          </dl>
          {reaches && (
            <UiButton
              size="sm"
              className="mt-3 w-full"
              onPress={() => {
                close()
                go({ name: 'compare' })
              }}
            >
              {say('compare.compare-with-service')}
            </UiButton>
          )}
          {reaches && isWrong(value.state) && (
            <UiButton
              size="sm"
              className="mt-3 w-full"
              pending={retry.pending}
              onPress={() => void retry.run({ account: account.account })}
            >
              {say('shell.try-again-now')}
            </UiButton>
          )}
        </div>
      )}
    </PopoverPanel>
  )
}

function Problem({ problem, onLeave }: { readonly problem: Report; readonly onLeave: () => void }) {
  const line = doctorLine(problem.code, problem.details)
  if (line !== null) return <DoctorLine line={line} onLeave={onLeave} />
  // What the state means says it already.
  if (problem.code === 'remote.clock') return null
  return (
    <p className="mt-2 text-ink-2">
      <ErrorLines error={problem} />
    </p>
  )
}

function Dot({ state }: { readonly state: Connection['state'] }) {
  const hollow = state === 'offline' || state === 'none' || state === 'locked'
  return (
    <svg
      viewBox="0 0 8 8"
      className={cx('size-2 shrink-0', TONES[state], state === 'updating' && 'animate-breathe')}
      aria-hidden="true"
    >
      <circle cx="4" cy="4" r="3.2" fill={hollow ? 'none' : 'currentColor'} stroke="currentColor" strokeWidth="1.4" />
    </svg>
  )
}
