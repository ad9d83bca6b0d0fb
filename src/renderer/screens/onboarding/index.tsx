import { useCallback, useEffect, useState } from 'react'
import { whenIdle } from '../../lib/idle.ts'
import { part } from '../../lib/lazy.tsx'
import type { OnboardingProps } from './entered.ts'
import { Frame } from './Frame.tsx'
import type { Way } from './model.ts'
import { Welcome } from './Welcome.tsx'

/* The first screen of all, kept free of everything that only the later steps need. */

const Restore = part(async () => (await import('./Restore.tsx')).Restore)
const Steps = part(async () => (await import('./Steps.tsx')).Steps)

export function Onboarding(props: OnboardingProps) {
  const [way, setWay] = useState<Way | 'backup' | null>(
    props.fromBackup ? 'backup' : props.resume === null ? null : 'finish',
  )
  const [phrase, setPhrase] = useState('')
  useEffect(() => whenIdle(() => void Steps.preload().catch(() => undefined)), [])
  // The steps hold what is typed from then on, and let it go when it was sent.
  const forgetPhrase = useCallback(() => setPhrase(''), [])

  if (way === 'backup') {
    return (
      <Frame
        state={props.state}
        steps={[]}
        current={null}
        {...(props.onLeave === undefined ? {} : { onLeave: props.onLeave })}
      >
        <Restore
          state={props.state}
          onBack={() => setWay(null)}
          onKeys={(next, words) => {
            setPhrase(words)
            setWay(next)
          }}
          waiting={null}
          {...(props.onLeave === undefined ? {} : { onLeave: props.onLeave })}
        />
      </Frame>
    )
  }
  if (way !== null) {
    return <Steps {...props} way={way} phrase={phrase} onBegun={forgetPhrase} onBack={() => setWay(null)} />
  }
  return (
    <Welcome
      state={props.state}
      lost={props.lost}
      onChoose={setWay}
      {...(props.onLeave === undefined ? {} : { onLeave: props.onLeave })}
    />
  )
}
