import { FileText, FileUp, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { say } from '#words'
import { cx } from '../../lib/cx.ts'
import { heard } from '../../lib/heard.tsx'
import { droppedFiles, filesOf, type PickedFile, pickFiles } from '../../lib/picked-files.ts'
import { rich } from '../../lib/rich.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { TextArea } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Surface.tsx'
import { type EntryProps, EntryStep } from './entry-steps.tsx'
import { type Chosen, FILES_MAX, type FoundLine, type Looked, lookAtSources, withFiles } from './model.ts'

/** What a person gave: text in the field, and files beside it. */
export interface Given {
  readonly text: string
  /** Whether the text came from the clipboard, where it still lies. */
  readonly pasted: boolean
  readonly files: readonly PickedFile[]
}

export const NOTHING_GIVEN: Given = { text: '', pasted: false, files: [] }

export const textsOf = ({ text, files }: Given): string[] =>
  [text, ...files.map((file) => file.text)].filter((one) => one.trim() !== '')

const isSame = (one: Given, other: Given): boolean => textsOf(one).join('\n') === textsOf(other).join('\n')

export function KeystoreStep(
  props: EntryProps & { readonly value: Given; readonly onNext: (given: Given, kind: 'one' | 'several') => void },
) {
  // One state: of files that come while others are still read, none is lost.
  const [given, setGiven] = useState<Given & Chosen<PickedFile>>({ ...props.value, left: [] })
  const [tried, setTried] = useState(false)
  const [isOver, setOver] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const looked = lookAtSources(textsOf(given))

  function add(files: readonly PickedFile[]): void {
    if (files.length === 0) return
    setTried(true)
    setGiven((before) => ({ ...before, ...withFiles(before, files) }))
  }

  async function choose(): Promise<void> {
    const files = await pickFiles()
    if (files === null) field.current?.click()
    else add(files)
  }

  return (
    <EntryStep
      title={say('onboarding.import-a-keystore')}
      intro={say('onboarding.paste-what-the-dashboard-gave-you')}
      onSubmit={() => {
        setTried(true)
        if (looked !== null && looked.kind !== 'none') props.onNext(given, looked.kind)
      }}
      next={
        looked?.kind === 'several' && looked.accounts > 1
          ? say('onboarding.import-accounts', { accounts: looked.accounts })
          : say('common.continue')
      }
      onBack={props.onBack}
      pending={props.pending}
      // What was refused is not what is there by now.
      error={isSame(given, props.value) ? props.error : null}
    >
      {/* Dropping is a second way; the button in this group, which the keyboard reaches, is the first. */}
      <fieldset
        aria-label={say('onboarding.keystore-as-text-or-files')}
        className={cx('min-w-0 rounded-lg', isOver && 'bg-accent-soft outline-2 outline-focus outline-dashed')}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          void droppedFiles(event.dataTransfer).then(add)
        }}
        onPaste={() => setGiven((before) => ({ ...before, pasted: true }))}
      >
        <TextArea
          label={say('onboarding.keystore')}
          mono
          autoFocus
          className={given.files.length === 0 ? 'low:[&_textarea]:h-28' : ''}
          rows={given.files.length === 0 ? 8 : 3}
          value={given.text}
          onChange={(text) => setGiven((before) => ({ ...before, text }))}
          maxLength={20_000}
          placeholder={given.files.length === 0 ? EXAMPLE : ''}
          aside={
            <Button
              kind="quiet"
              size="sm"
              icon={<FileUp className="size-4" aria-hidden="true" />}
              onPress={() => void choose()}
            >
              {say('onboarding.choose-files')}
            </Button>
          }
          error={errorOf(looked, tried, given)}
          hint={looked?.kind === 'one' && given.files.length === 0 ? <OneFound looked={looked} /> : undefined}
        />
        <input
          ref={field}
          type="file"
          multiple
          hidden
          aria-label={say('onboarding.keystore-files')}
          onChange={(event) => {
            const { files } = event.currentTarget
            if (files !== null) void filesOf(files).then(add)
            event.currentTarget.value = ''
          }}
        />
      </fieldset>
      {given.files.length > 0 && (
        <FileList
          given={given}
          lines={looked?.lines ?? []}
          onRemove={(at) => setGiven((before) => ({ ...before, files: before.files.toSpliced(at, 1) }))}
        />
      )}
      {given.left.length > 0 && <NotRead names={given.left} onChoose={() => void choose()} />}
      {looked?.kind === 'one' && given.files.length > 0 && (
        <p className="text-sm">
          <OneFound looked={looked} />
        </p>
      )}
      {looked?.kind === 'one' && looked.look.form === 'mtg' && (
        <Notice tone="warn" icon={<TriangleAlert />} title={say('onboarding.this-keystore-belongs-to-an-mtg')}>
          {say('onboarding.while-the-node-runs-it-spends')}
        </Notice>
      )}
    </EntryStep>
  )
}

const EXAMPLE =
  '{\n  "app_id": "…",\n  "session_id": "…",\n  "session_private_key": "…",\n  "server_public_key": "…"\n}'

function errorOf(looked: Looked | null, tried: boolean, given: Given): string | undefined {
  if (looked === null) return tried ? say('onboarding.paste-the-keystore-or-choose-its') : undefined
  // What is wrong with a file stands beside the file.
  return looked.kind === 'none' && given.files.length === 0 ? looked.problem : undefined
}

function OneFound({ looked }: { readonly looked: Extract<Looked, { kind: 'one' }> }) {
  const { appId, hasSpendKey, ignored } = looked.look
  return (
    <span className="text-ok">
      {ignored.length === 0
        ? rich('onboarding.account-with-its-spend-key', { span: <span className="code">{appId}</span>, hasSpendKey })
        : rich('onboarding.account-with-its-spend-key-not', {
            span: <span className="code">{appId}</span>,
            hasSpendKey,
            ignored: ignored.join(say('lib.separator')),
          })}
    </span>
  )
}

/** Files that no room was left for. */
function NotRead(props: { readonly names: readonly string[]; readonly onChoose: () => void }) {
  return (
    <Notice
      tone="warn"
      icon={<TriangleAlert />}
      title={say('onboarding.files-not-read', { count: props.names.length })}
      live
    >
      <p>{rich('onboarding.import-these-first', { most: FILES_MAX })}</p>
      <Button size="sm" className="mt-2" onPress={props.onChoose}>
        {say('onboarding.choose-them-again')}
      </Button>
      <ul className="mt-2 text-sm">
        {props.names.map((name, at) => (
          <li key={at} className="break-words py-0.5">
            {name}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function FileList(props: {
  readonly given: Given
  readonly lines: readonly FoundLine[]
  readonly onRemove: (at: number) => void
}) {
  const { text, files } = props.given
  const texts = textsOf(props.given)
  const before = text.trim() === '' ? 0 : 1
  const list = useRef<HTMLUListElement>(null)
  const { length } = files
  // What was found in those that just came is told here, and may lie behind the foot.
  useEffect(() => {
    if (length > 0) list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' })
  }, [length])
  return (
    <ul
      ref={list}
      aria-label={say('onboarding.chosen-files')}
      className="grid gap-px overflow-hidden rounded-lg bg-line shadow-card"
    >
      {files.map((file, at) => {
        const source = file.text.trim() === '' ? -1 : before + files.slice(0, at).filter(isFilled).length
        const found = props.lines.filter((line) => line.source === source && source < texts.length)
        return (
          <li key={at} className="flex items-start gap-3 bg-surface px-4 py-3">
            <FileText className="mt-0.5 size-5 shrink-0 text-ink-3" aria-hidden="true" />
            <div className="min-w-0 flex-1">
              <p dir="auto" className="truncate font-medium">
                {file.name}
              </p>
              {found.length === 0 ? (
                <p className="text-ink-3 text-sm">
                  {file.isUnread === true ? say('shared.file-cannot-be-read') : say('onboarding.the-file-is-empty')}
                </p>
              ) : (
                found.map((line) => (
                  <p key={line.text} className={cx('text-sm', line.good ? 'text-ink-2' : 'text-stop')}>
                    {heard(line.text)}
                  </p>
                ))
              )}
            </div>
            <IconButton label={say('onboarding.leave-out', { file: file.name })} onPress={() => props.onRemove(at)}>
              <X className="size-4" />
            </IconButton>
          </li>
        )
      })}
    </ul>
  )
}

const isFilled = (file: PickedFile): boolean => file.text.trim() !== ''
