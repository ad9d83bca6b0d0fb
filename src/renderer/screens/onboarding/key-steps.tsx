import { Eye, FileUp, KeyRound, Printer, ScrollText, Sparkles } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { listing, say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { CoveredWords, PhraseSheet, WordGrid } from '../../components/WordGrid.tsx'
import { cx } from '../../lib/cx.ts'
import { filesOf, type PickedFile, pickFiles } from '../../lib/picked-files.ts'
import { rich } from '../../lib/rich.tsx'
import type { Account } from '../../state/types.ts'
import { Button } from '../../ui/Button.tsx'
import { RadioCards } from '../../ui/Choice.tsx'
import { GroupedCode } from '../../ui/Code.tsx'
import { CONTROL } from '../../ui/Field.tsx'
import { TextArea } from '../../ui/Input.tsx'
import { Back, type EntryProps, EntryStep } from './entry-steps.tsx'
import { StepBody } from './Frame.tsx'
import { quizAnswer } from './model.ts'

export type KeyWay = 'key' | 'restore' | 'look' | 'new'

const WAYS: readonly {
  readonly value: KeyWay
  readonly title: string
  readonly text: string
  readonly icon: ReactNode
}[] = [
  {
    value: 'key',
    title: say('onboarding.i-have-the-spend-key'),
    text: say('onboarding.the-64-characters-that-the-dashboard'),
    icon: <KeyRound className="size-5 shrink-0 text-ink-3" aria-hidden="true" />,
  },
  {
    value: 'restore',
    title: say('onboarding.i-have-24-words'),
    text: say('onboarding.for-a-key-that-coffer-made'),
    icon: <ScrollText className="size-5 shrink-0 text-ink-3" aria-hidden="true" />,
  },
  {
    value: 'look',
    title: say('onboarding.only-look-for-now'),
    text: say('onboarding.balances-and-history-nothing-can-be'),
    icon: <Eye className="size-5 shrink-0 text-ink-3" aria-hidden="true" />,
  },
  {
    value: 'new',
    title: say('onboarding.make-a-new-phrase'),
    text: say('onboarding.for-an-account-that-has-never'),
    icon: <Sparkles className="size-5 shrink-0 text-ink-3" aria-hidden="true" />,
  },
]

/** A key is brought along or made. What is registered has its key already: none is made, and it can be looked at without. */
function waysFor(account: Pick<Account, 'registered' | 'kind'>): KeyWay[] {
  const registered = account.registered === true
  return [
    'key',
    'restore',
    ...(registered && account.kind !== 'watch' ? (['look'] as const) : []),
    ...(registered ? [] : (['new'] as const)),
  ]
}

export function KeyStep(props: EntryProps & { readonly account: Account; readonly onNext: (way: KeyWay) => void }) {
  const { account } = props
  const [way, setWay] = useState<KeyWay | null>(null)
  const ways = waysFor(account)
  return (
    <StepBody
      title={say('onboarding.the-spend-key')}
      intro={
        account.registered === true
          ? say('onboarding.the-network-already-knows-a-spend')
          : say('onboarding.money-of-this-account-moves-only')
      }
      onSubmit={() => way !== null && props.onNext(way)}
      actions={
        <>
          <Button kind="primary" size="lg" type="submit" isDisabled={way === null} pending={props.pending}>
            {say('common.continue')}
          </Button>
          {way === null && <span className="text-ink-3 text-sm">{say('onboarding.choose-one')}</span>}
          <Back onBack={props.onBack} />
        </>
      }
    >
      <ErrorNotice error={props.error} />
      <RadioCards
        label={say('onboarding.spend-key')}
        value={way}
        onChange={setWay}
        options={WAYS.filter(({ value }) => ways.includes(value))}
      />
    </StepBody>
  )
}

/** A key as it was given, and whether it still lies on the clipboard. */
export interface GivenKey {
  readonly text: string
  readonly pasted: boolean
}

/** The key in whatever spelling: the wallet compares it with the one that the network knows before it keeps it. */
export function SpendKeyStep(
  props: EntryProps & {
    readonly account: Account
    readonly onNext: (key: GivenKey, file: PickedFile | null) => void
  },
) {
  const [key, setKey] = useState<GivenKey>({ text: '', pasted: false })
  const [file, setFile] = useState<PickedFile | null>(null)
  const [tried, setTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const empty = key.text.trim() === '' && file === null
  const { publicKey } = props.account

  async function choose(): Promise<void> {
    const files = await pickFiles()
    if (files === null) field.current?.click()
    else setFile(files[0] ?? file)
  }

  return (
    <EntryStep
      title={say('onboarding.bring-the-spend-key')}
      intro={
        publicKey === null
          ? say('onboarding.coffer-tries-it-on-a-coin')
          : say('onboarding.coffer-compares-it-with-the-key')
      }
      onSubmit={() => {
        setTried(true)
        if (empty) return
        props.onNext(file === null ? key : { text: file.text, pasted: false }, file)
        setKey({ text: '', pasted: false })
        setFile(null)
      }}
      next={say('common.continue')}
      onBack={props.onBack}
      pending={props.pending}
      error={props.error}
    >
      <div onPaste={() => setKey((before) => ({ ...before, pasted: true }))}>
        <TextArea
          label={say('onboarding.spend-key')}
          mono
          autoFocus
          rows={3}
          value={file === null ? key.text : ''}
          disabled={file !== null}
          onChange={(text) => setKey((before) => ({ ...before, text }))}
          maxLength={2_000}
          error={tried && empty && props.error === null && !props.pending ? say('onboarding.paste-the-key') : undefined}
          aside={
            <Button
              kind="quiet"
              size="sm"
              icon={<FileUp className="size-4" aria-hidden="true" />}
              onPress={() => (file === null ? void choose() : setFile(null))}
            >
              {file === null ? say('onboarding.choose-a-file') : rich('onboarding.leave-out', { file: file.name })}
            </Button>
          }
          hint={
            file === null
              ? say('onboarding.64-or-128-characters-from-0')
              : say('onboarding.the-key-is-read-from', { file: file.name })
          }
        />
        <input
          ref={field}
          type="file"
          hidden
          aria-label={say('onboarding.spend-key-file')}
          onChange={(event) => {
            const { files } = event.currentTarget
            if (files !== null) void filesOf(files).then(([first]) => setFile(first ?? null))
            event.currentTarget.value = ''
          }}
        />
      </div>
      {publicKey !== null && (
        <div>
          <p className="text-ink-3 text-sm">{say('onboarding.its-public-key-has-to-be')}</p>
          <GroupedCode text={publicKey} />
        </div>
      )}
    </EntryStep>
  )
}

/** The words are shown once, to be written or printed. There is no way to the clipboard. */
export function WordsStep(
  props: EntryProps & { readonly account: Account; readonly words: readonly string[]; readonly onNext: () => void },
) {
  const [shown, setShown] = useState(false)
  return (
    <StepBody
      title={say('onboarding.write-down-these-24-words')}
      intro={say('onboarding.they-are-the-only-way-back')}
      onSubmit={() => (shown ? props.onNext() : setShown(true))}
      actions={
        <>
          <Button kind="primary" size="lg" type="submit" pending={props.pending}>
            {shown ? say('onboarding.i-have-written-them-down') : say('onboarding.show-the-words')}
          </Button>
          {shown && (
            <Button size="lg" icon={<Printer className="size-4" />} onPress={() => window.print()}>
              {say('onboarding.print-a-sheet')}
            </Button>
          )}
          <Back onBack={props.onBack} />
        </>
      }
    >
      <CoveredWords words={props.words} shown={shown} />
      {shown && <PhraseSheet words={props.words} name={props.account.name} id={props.account.account} />}
    </StepBody>
  )
}

export function QuizStep(
  props: EntryProps & { readonly positions: readonly number[]; readonly onNext: (words: string[]) => void },
) {
  const [typed, setTyped] = useState<readonly string[]>(() => props.positions.map(() => ''))
  const [tried, setTried] = useState(false)
  const missing = typed.some((word) => word.trim() === '')
  return (
    <StepBody
      title={say('onboarding.check-what-you-wrote')}
      intro={
        props.error?.code === 'wallet.quiz_wrong'
          ? say('onboarding.look-at-your-paper-not-at-2')
          : say('onboarding.type-the-words', { words: listing(props.positions.map((at) => String(at + 1))) })
      }
      toField
      onSubmit={() => (missing ? setTried(true) : props.onNext(quizAnswer(typed)))}
      actions={
        <>
          <Button kind="primary" size="lg" type="submit" pending={props.pending}>
            {say('onboarding.check')}
          </Button>
          <Back onBack={props.onBack}>{say('onboarding.show-the-words-again')}</Back>
        </>
      }
    >
      <ErrorNotice error={props.error} />
      <WordGrid
        words={null}
        asked={(position) => {
          const at = props.positions.indexOf(position)
          return at === -1 ? null : (
            <AskedWord
              position={position}
              first={at === 0}
              value={typed[at] ?? ''}
              onChange={(word) => setTyped(typed.map((before, index) => (index === at ? word : before)))}
              wrong={tried && (typed[at] ?? '').trim() === ''}
            />
          )
        }}
      />
      <p aria-live="polite" className="text-sm text-stop empty:hidden">
        {tried && missing && say('onboarding.enter-these-words')}
      </p>
    </StepBody>
  )
}

/** The place of a word that has to be typed, among those that stay covered. */
function AskedWord(props: {
  readonly position: number
  readonly first: boolean
  readonly value: string
  readonly onChange: (word: string) => void
  readonly wrong: boolean
}) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <span className="-mx-2.5 relative block h-full flex-1">
      <label htmlFor={id} className="absolute inset-y-0 left-2.5 flex w-5 items-center justify-end text-sm">
        <span className="sr-only">{rich('onboarding.word', { position: props.position + 1 })}</span>
        <span className="figure font-semibold" aria-hidden="true">
          {props.position + 1}
        </span>
      </label>
      <input
        id={id}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        ref={props.first ? field : undefined}
        aria-invalid={props.wrong || undefined}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
        className={cx(CONTROL, 'h-full pr-2 pl-10 font-medium text-row')}
      />
    </span>
  )
}
