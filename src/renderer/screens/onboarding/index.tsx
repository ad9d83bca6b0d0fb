import { useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { whenIdle } from '../../lib/idle.ts'
import { part } from '../../lib/lazy.tsx'
import { type HelpTopic, screenTopic } from '../../state/help.ts'
import type { OnboardingProps } from './entered.ts'
import { Frame } from './Frame.tsx'
import type { Way } from './model.ts'
import { Welcome } from './Welcome.tsx'

/* The first screen of all, kept free of everything that only the later steps need. */

const Restore = part(async () => (await import('./Restore.tsx')).Restore)
const Steps = part(async () => (await import('./Steps.tsx')).Steps)

/** What the handbook says of each way in; the others are its first steps. */
const TOPICS: Readonly<Partial<Record<Way | 'backup', HelpTopic>>> = {
  backup: 'restore',
  recover: 'phrase',
  watch: 'watching',
  phone: 'phone',
}

export function Onboarding(props: OnboardingProps) {
  const [way, setWay] = useState<Way | 'backup' | null>(
    props.fromBackup ? 'backup' : props.resume === null ? null : 'finish',
  )
  const [phrase, setPhrase] = useState('')
  useEffect(() => whenIdle(() => void Steps.preload().catch(() => undefined)), [])
  const topic = way === null ? null : (TOPICS[way] ?? null)
  useLayoutEffect(() => {
    screenTopic.setState({ topic })
    return () => screenTopic.setState({ topic: null })
  }, [topic])
  // The steps hold what is typed from then on, and let it go when it was sent.
  const forgetPhrase = useCallback(() => setPhrase(''), [])

  if (way === 'backup') {
    return (
      <Frame state={props.state} steps={[]} current={null} onLeave={props.onLeave}>
        <Restore
          state={props.state}
          onBack={() => setWay(null)}
          onKeys={(next, words) => {
            setPhrase(words)
            setWay(next)
          }}
          waiting={null}
          onLeave={props.onLeave}
        />
      </Frame>
    )
  }
  if (way !== null) {
    return <Steps {...props} way={way} phrase={phrase} onBegun={forgetPhrase} onBack={() => setWay(null)} />
  }
  return <Welcome state={props.state} lost={props.lost} onChoose={setWay} onLeave={props.onLeave} />
}
