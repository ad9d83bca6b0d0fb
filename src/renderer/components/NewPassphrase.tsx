import { useEffect, useState } from 'react'
import { inOneLine, weakFacts } from '#contract/errors'
import { say, wording } from '#words'
import { type PassphraseProblem, passphraseProblem } from '../lib/passphrase.ts'
import { call } from '../state/bridge.ts'
import type { PassphraseVerdict } from '../state/types.ts'
import { PassphraseInput } from '../ui/Input.tsx'
import { Progress } from '../ui/Progress.tsx'

/** A pause in typing after which the wallet is asked. */
const PAUSE_MS = 200
const STRENGTH = [
  say('shared.guessed-at-once'),
  say('shared.very-weak'),
  say('shared.weak'),
  say('shared.almost'),
  say('shared.strong'),
] as const

export interface NewPassphrase {
  readonly passphrase: string
  readonly repeated: string
  readonly setPassphrase: (text: string) => void
  readonly setRepeated: (text: string) => void
  /** null until the wallet has looked at what stands there. */
  readonly verdict: PassphraseVerdict | null
  /** What still keeps it from being set, as far as is known. */
  readonly problem: PassphraseProblem | null
}

/** A passphrase on its way to being set. The wallet judges it, by the rule by which it will take or refuse it. */
export function useNewPassphrase(): NewPassphrase {
  const [passphrase, setPassphrase] = useState('')
  const [repeated, setRepeated] = useState('')
  const [judged, setJudged] = useState<{ text: string; verdict: PassphraseVerdict } | null>(null)
  useEffect(() => {
    if (passphrase === '') return
    let wanted = true
    const timer = setTimeout(() => {
      // Without an answer nothing is said here; setting it asks again.
      call('vault.judgePassphrase', { passphrase }).then(
        (verdict) => wanted && setJudged({ text: passphrase, verdict }),
        () => undefined,
      )
    }, PAUSE_MS)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [passphrase])
  const verdict = judged?.text === passphrase ? judged.verdict : null
  const problem = passphraseProblem(passphrase, repeated, verdict)
  return { passphrase, repeated, setPassphrase, setRepeated, verdict, problem }
}

export function NewPassphraseFields(props: {
  readonly label: string
  readonly entered: NewPassphrase
  /** Whether it was tried to set it: only then are fields marked. */
  readonly tried: boolean
  readonly autoFocus?: boolean
}) {
  const { entered, tried } = props
  const { passphrase, verdict, problem } = entered
  const weak = verdict?.weak ?? null
  return (
    <>
      <PassphraseInput
        label={props.label}
        large
        {...(props.autoFocus === true ? { autoFocus: true } : {})}
        value={passphrase}
        onChange={entered.setPassphrase}
        error={tried && problem?.field === 'passphrase' ? problem.text : undefined}
        hint={
          weak === null || weak === 'short'
            ? say('shared.at-least-10-characters-four-random')
            : wording(inOneLine(weakFacts(weak)))
        }
      />
      {verdict !== null && (
        <div className="-mt-2 flex items-center gap-3">
          <div className="flex-1">
            <Progress
              label={say('shared.strength')}
              value={verdict.score}
              of={4}
              text={STRENGTH[verdict.score] ?? ''}
            />
          </div>
          <span className="text-ink-2 text-sm" aria-hidden="true">
            {STRENGTH[verdict.score]}
          </span>
        </div>
      )}
      <PassphraseInput
        label={say('shared.the-same-again')}
        large
        value={entered.repeated}
        onChange={entered.setRepeated}
        error={tried && problem?.field === 'repeated' ? problem.text : undefined}
      />
    </>
  )
}
