import { ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { NewPassphraseFields, useNewPassphrase } from '../../components/NewPassphrase.tsx'
import { cx } from '../../lib/cx.ts'
import { plural } from '../../lib/digits.ts'
import type { AppState, Report } from '../../state/types.ts'
import { Button } from '../../ui/Button.tsx'
import { Input, TextArea } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Surface.tsx'
import { StepBody } from './Frame.tsx'
import { isWhole, readPhrase, WORD_COUNT } from './model.ts'

export interface EntryProps {
  readonly onBack?: () => void
  readonly pending: boolean
  readonly error: Report | null
}

export function Back({ onBack }: { readonly onBack: (() => void) | undefined }) {
  if (onBack === undefined) return null
  return (
    <Button kind="quiet" size="lg" className="px-4" onPress={onBack}>
      Back
    </Button>
  )
}

export function NameStep(props: EntryProps & { readonly value: string; readonly onNext: (name: string) => void }) {
  const [name, setName] = useState(props.value)
  const [tried, setTried] = useState(false)
  const empty = name.trim() === ''
  return (
    <StepBody
      title="What should this account be called?"
      intro="People on the local network see this name when they pay you. You can change it later."
      toField
      onSubmit={() => (empty ? setTried(true) : props.onNext(name.trim()))}
      actions={
        <>
          <Button kind="primary" size="lg" type="submit" pending={props.pending}>
            Continue
          </Button>
          <Back onBack={props.onBack} />
        </>
      }
    >
      {props.error !== null && <ErrorNotice error={props.error} />}
      <Input
        label="Name"
        large
        autoFocus
        value={name}
        onChange={setName}
        maxLength={64}
        className="max-w-md"
        error={tried && empty ? 'Enter a name.' : undefined}
      />
    </StepBody>
  )
}

/** Whose account it is, the service says; so there is no name to enter and nothing to check but the form. */
export function PermissionStep(
  props: EntryProps & { readonly value: string; readonly onNext: (permission: string) => void },
) {
  const [text, setText] = useState(props.value)
  const [tried, setTried] = useState(false)
  const empty = text.trim() === ''
  return (
    <StepBody
      title="Watch an account"
      intro="Paste what its owner’s agreement gave you: the keys of an authorization as JSON, or an access token. It goes into the sealed store of this computer and nowhere else."
      toField
      onSubmit={() => (empty ? setTried(true) : props.onNext(text))}
      actions={
        <>
          <Button kind="primary" size="lg" type="submit" pending={props.pending}>
            Continue
          </Button>
          <Back onBack={props.onBack} />
        </>
      }
    >
      {props.error !== null && <ErrorNotice error={props.error} />}
      <TextArea
        label="Permission"
        mono
        autoFocus
        rows={6}
        value={text}
        onChange={(next) => setText(next.slice(0, 20_000))}
        error={tried && empty ? 'Paste the permission.' : undefined}
        hint="It has to include PROFILE:READ, ASSETS:READ and SNAPSHOTS:READ."
      />
    </StepBody>
  )
}

const missingText = (count: number): string => `${plural(count, 'word')} ${count === 1 ? 'is' : 'are'} still missing.`

export function PhraseStep(
  props: EntryProps & {
    readonly title: string
    readonly intro: string
    readonly value: string
    readonly onNext: (phrase: string) => void
  },
) {
  const [text, setText] = useState(props.value)
  const phrase = readPhrase(text)
  const whole = isWhole(phrase)
  const [tried, setTried] = useState(false)
  return (
    <StepBody
      title={props.title}
      intro={props.intro}
      toField
      onSubmit={() => (whole ? props.onNext(phrase.words.join(' ')) : setTried(true))}
      actions={
        <>
          <Button kind="primary" size="lg" type="submit" pending={props.pending}>
            Restore
          </Button>
          <Back onBack={props.onBack} />
        </>
      }
    >
      {props.error !== null && <ErrorNotice error={props.error} />}
      <TextArea
        label="Your 24 words, in order"
        autoFocus
        rows={4}
        value={text}
        onChange={setText}
        aside={
          <span className={cx('figure text-sm', whole ? 'text-ok' : 'text-ink-3')}>
            {phrase.words.length} of {WORD_COUNT}
          </span>
        }
        error={phrase.problem ?? (tried && !whole ? missingText(WORD_COUNT - phrase.words.length) : undefined)}
        hint="Separated by spaces or line ends; the numbers of a printed sheet may stay in."
      />
    </StepBody>
  )
}

export function PassphraseStep(
  props: EntryProps & {
    readonly vault: AppState['vault']
    readonly onNext: (passphrase: string) => void
    readonly onSkip: () => void
  },
) {
  const entered = useNewPassphrase()
  const { passphrase, problem } = entered
  const [tried, setTried] = useState(false)
  const required = props.vault.store === 'file'
  return (
    <StepBody
      title="Set a passphrase"
      intro="It seals your key on this computer. Coffer asks for it when it opens and before it signs. Nobody can reset it: your 24 words stay the way back."
      toField
      onSubmit={() => (problem === null ? props.onNext(passphrase) : setTried(true))}
      actions={
        <>
          <Button kind="primary" size="lg" type="submit" pending={props.pending}>
            Set passphrase
          </Button>
          {!required && (
            <Button kind="quiet" size="lg" className="px-4" isDisabled={props.pending} onPress={props.onSkip}>
              Continue without
            </Button>
          )}
          <Back onBack={props.onBack} />
        </>
      }
    >
      {required && (
        <Notice tone="warn" icon={<ShieldAlert />} title="A passphrase is needed on this computer">
          {props.vault.keychainProblem ?? 'No keychain answers.'} So your key is kept in a file that only the passphrase
          opens.
        </Notice>
      )}
      {props.error !== null && <ErrorNotice error={props.error} />}
      <div className="grid max-w-md gap-4">
        <NewPassphraseFields label="Passphrase" entered={entered} tried={tried} autoFocus />
      </div>
      {!required && (
        <p className="max-w-prose text-ink-3 text-sm">
          Without one, whoever uses this computer as you can open Coffer and send. You can set one later in Settings.
        </p>
      )}
    </StepBody>
  )
}
