import { useEffect, useState } from 'react'
import { part } from '../../app/part.tsx'
import type { Account, AppState } from '../../app/types.ts'
import { whenIdle } from '../../lib/idle.ts'
import { Frame } from './Frame.tsx'
import type { Way } from './model.ts'
import { Welcome } from './Welcome.tsx'

/* The first screen of all, kept free of everything that only the later steps need. */

export interface OnboardingProps {
  readonly state: AppState
  /** An account that was begun before, to go on with. */
  readonly resume: Account | null
  /** An account that is known, and whose keys have to be brought in anew. */
  readonly lost: Account | null
  /** Begins where a backup file is restored. */
  readonly fromBackup: boolean
  readonly onDone: (account: string) => void
  readonly onLeave?: () => void
}

const Restore = part(async () => (await import('./Restore.tsx')).Restore)
const Steps = part(async () => (await import('./Steps.tsx')).Steps)

export function Onboarding(props: OnboardingProps) {
  const [way, setWay] = useState<Way | 'backup' | null>(
    props.fromBackup ? 'backup' : props.resume === null ? null : 'finish',
  )
  useEffect(() => whenIdle(() => void Steps.preload().catch(() => undefined)), [])
  if (way === 'backup') {
    return (
      <Frame
        state={props.state}
        steps={[]}
        current={null}
        {...(props.onLeave === undefined ? {} : { onLeave: props.onLeave })}
      >
        <Restore
          local={props.state.network.kind === 'local'}
          onBack={() => setWay(null)}
          onKeys={setWay}
          waiting={null}
          {...(props.onLeave === undefined ? {} : { onLeave: props.onLeave })}
        />
      </Frame>
    )
  }
  if (way !== null) return <Steps {...props} way={way} onBack={() => setWay(null)} />
  return (
    <Frame
      state={props.state}
      steps={[]}
      current={null}
      {...(props.onLeave === undefined ? {} : { onLeave: props.onLeave })}
    >
      <Welcome state={props.state} lost={props.lost} onChoose={setWay} />
    </Frame>
  )
}
