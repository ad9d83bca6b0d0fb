import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { say } from '#words'
import { useCountdown, waitOf } from '../lib/hooks.ts'
import type { Report } from '../state/types.ts'
import { PassphraseInput } from '../ui/Input.tsx'
import { ErrorLines } from './ErrorNotice.tsx'

/** The passphrase that an act asks for where `asks`: what is typed, and what came of the last try. */
export function usePassphrase(asks: boolean, error: Report | null) {
  const [text, setText] = useState('')
  /** The failure after which something was typed anew. */
  const [answered, setAnswered] = useState<Report | null>(null)
  const [tried, setTried] = useState(false)
  const wait = useCountdown(waitOf(error?.details), error)
  const isWrong = error?.code === 'vault.wrong_passphrase'
  return {
    ...{ asks, text },
    setText(typed: string): void {
      setText(typed)
      setAnswered(error)
    },
    /** Seconds until the next try. */
    wait,
    isMissing: asks && text === '',
    /** The act was tried without it, which is said at its field. */
    isMissed: asks && text === '' && tried,
    /** Whether the act can be done now; where it lacks this, the form leads to its field. */
    isReady(): boolean {
      setTried(true)
      return wait === 0 && !(asks && text === '')
    },
    /** What the act is given. */
    given: asks ? text : null,
    /** The refusal of a wrong one; said at the field until something is typed. */
    refusal: isWrong && answered !== error ? error : null,
    /** What else kept the act from being done. */
    failure: isWrong ? null : error,
    clear(): void {
      setText('')
      setTried(false)
    },
  }
}

export type EnteredPassphrase = ReturnType<typeof usePassphrase>

/** Its field, where it is asked for. */
export function AskedPassphrase({
  of: { asks, text, setText, wait, refusal, isMissed = false },
  label = say('shared.your-passphrase'),
  missing = say('shared.enter-your-passphrase'),
  ...rest
}: Omit<ComponentProps<typeof PassphraseInput>, 'label' | 'value' | 'onChange' | 'error'> & {
  readonly of: Pick<EnteredPassphrase, 'asks' | 'text' | 'setText' | 'wait' | 'refusal'> & {
    readonly isMissed?: boolean
  }
  readonly label?: string
  readonly missing?: string
}) {
  const field = useRef<HTMLInputElement>(null)
  // It is typed again; a foot may cover what is said below it.
  useEffect(() => {
    if (refusal === null) return
    field.current?.focus({ preventScroll: true })
    // What is typed now takes the place of the wrong one.
    field.current?.select()
    field.current?.scrollIntoView({ block: 'center' })
  }, [refusal])
  if (!asks) return null
  const said =
    refusal === null ? (
      isMissed ? (
        missing
      ) : undefined
    ) : wait > 0 ? (
      say('shared.that-is-not-it-wait-s', { wait })
    ) : (
      <ErrorLines error={refusal} waited />
    )
  return <PassphraseInput {...rest} ref={field} label={label} value={text} onChange={setText} error={said} />
}
