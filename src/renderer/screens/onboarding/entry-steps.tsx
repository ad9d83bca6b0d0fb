import { ArrowLeft, ShieldAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { NewPassphraseFields, useNewPassphrase } from '../../components/NewPassphrase.tsx'
import { cx } from '../../lib/cx.ts'
import { rich } from '../../lib/rich.tsx'
import type { AppState, Report } from '../../state/types.ts'
import { Button } from '../../ui/Button.tsx'
import { Input, TextArea } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Surface.tsx'
import { StepBody } from './Frame.tsx'
import { isWhole, permissionProblem, readPhrase, WORD_COUNT } from './model.ts'

export interface EntryProps {
  readonly onBack?: (() => void) | undefined
  readonly pending: boolean
  readonly error: Report | null
}

export function Back(props: { readonly onBack: (() => void) | undefined; readonly children?: string }) {
  if (props.onBack === undefined) return null
  return (
    <Button
      kind="quiet"
      size="lg"
      className="-ml-3 mr-auto"
      icon={<ArrowLeft className="size-4" />}
      onPress={props.onBack}
    >
      {props.children ?? say('common.back')}
    </Button>
  )
}

/** A step that one submits, with what kept it from being taken above its fields. */
export function EntryStep(
  props: EntryProps & {
    readonly title: string
    readonly intro: ReactNode
    readonly onSubmit: () => void
    /** What its button says. */
    readonly next: string
    readonly children: ReactNode
  },
) {
  const { next, onBack, pending, error, children, ...step } = props
  return (
    <StepBody
      {...step}
      toField
      actions={
        <>
          <Button kind="primary" size="lg" type="submit" pending={pending}>
            {next}
          </Button>
          <Back onBack={onBack} />
        </>
      }
    >
      <ErrorNotice error={error} />
      {children}
    </StepBody>
  )
}

export function NameStep(props: EntryProps & { readonly value: string; readonly onNext: (name: string) => void }) {
  const [name, setName] = useState(props.value)
  const [tried, setTried] = useState(false)
  const empty = name.trim() === ''
  return (
    <EntryStep
      title={say('onboarding.what-should-this-account-be-called')}
      intro={say('onboarding.people-on-the-local-network-see')}
      onSubmit={() => (empty ? setTried(true) : props.onNext(name.trim()))}
      next={say('common.continue')}
      onBack={props.onBack}
      pending={props.pending}
      error={props.error}
    >
      <Input
        label={say('onboarding.name')}
        large
        autoFocus
        value={name}
        onChange={setName}
        maxLength={64}
        className="max-w-md"
        error={tried && empty ? say('onboarding.enter-a-name') : undefined}
      />
    </EntryStep>
  )
}

/** Whose account it is, the service says; so there is no name to enter and nothing to check but the form. */
export function PermissionStep(
  props: EntryProps & { readonly value: string; readonly onNext: (permission: string) => void },
) {
  const [text, setText] = useState(props.value)
  const [tried, setTried] = useState(false)
  const problem = permissionProblem(text)
  return (
    <EntryStep
      title={say('onboarding.watch-an-account')}
      intro={say('onboarding.paste-what-its-owners-agreement-gave')}
      onSubmit={() => (problem === null ? props.onNext(text) : setTried(true))}
      next={say('common.continue')}
      onBack={props.onBack}
      pending={props.pending}
      error={props.error}
    >
      <TextArea
        label={say('onboarding.permission')}
        mono
        autoFocus
        rows={6}
        value={text}
        onChange={setText}
        maxLength={20_000}
        error={tried && problem !== null ? problem : undefined}
        hint={say('onboarding.it-has-to-include-profile-read')}
      />
    </EntryStep>
  )
}

const missingText = (count: number): string => say('onboarding.word-is-still-missing', { count })

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
    <EntryStep
      title={props.title}
      intro={props.intro}
      onSubmit={() => (whole ? props.onNext(phrase.words.join(' ')) : setTried(true))}
      next={say('onboarding.restore')}
      onBack={props.onBack}
      pending={props.pending}
      error={props.error}
    >
      <TextArea
        label={say('onboarding.your-24-words-in-order')}
        autoFocus
        rows={4}
        value={text}
        onChange={setText}
        aside={
          <span className={cx('figure text-sm', whole ? 'text-ok' : 'text-ink-3')}>
            {rich('onboarding.of', { words: phrase.words.length, wordCount: WORD_COUNT })}
          </span>
        }
        error={phrase.problem ?? (tried && !whole ? missingText(WORD_COUNT - phrase.words.length) : undefined)}
        hint={say('onboarding.separated-by-spaces-or-line-ends')}
      />
    </EntryStep>
  )
}

const SEALS = {
  permission: say('onboarding.it-seals-the-permission'),
  brought: say('onboarding.it-seals-the-key-brought'),
  words: say('onboarding.it-seals-your-key-on-this'),
} as const

export function PassphraseStep(
  props: EntryProps & {
    readonly vault: AppState['vault']
    /** A permission in place of a key, a key that came from elsewhere and may have no words, or one with words. */
    readonly seals: 'permission' | 'brought' | 'words'
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
      title={say('onboarding.set-a-passphrase')}
      intro={SEALS[props.seals]}
      toField
      onSubmit={() => (problem === null ? props.onNext(passphrase) : setTried(true))}
      actions={
        <>
          <Button kind="primary" size="lg" type="submit" pending={props.pending}>
            {say('onboarding.set-passphrase')}
          </Button>
          {!required && (
            <Button kind="quiet" size="lg" isDisabled={props.pending} onPress={props.onSkip}>
              {say('onboarding.continue-without')}
            </Button>
          )}
          <Back onBack={props.onBack} />
        </>
      }
    >
      {required && (
        <Notice tone="warn" icon={<ShieldAlert />} title={say('onboarding.a-passphrase-is-needed-on-this')}>
          {rich('onboarding.so-your-key-is-kept-in', {
            keychainProblem: props.vault.keychainProblem ?? say('onboarding.no-keychain-answers'),
            seals: props.seals === 'permission' ? 'permission' : 'other',
          })}
        </Notice>
      )}
      <ErrorNotice error={props.error} />
      <div className="grid max-w-md gap-4">
        <NewPassphraseFields label={say('onboarding.passphrase')} entered={entered} tried={tried} autoFocus />
      </div>
      {!required && (
        <p className="max-w-prose text-ink-3 text-sm">{say('onboarding.without-one-whoever-uses-this-computer')}</p>
      )}
    </StepBody>
  )
}
