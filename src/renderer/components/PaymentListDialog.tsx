import { FileUp, ListOrdered } from 'lucide-react'
import { Fragment, useEffect, useState } from 'react'
import { isolated, listing, locale, say } from '#words'
import { cx } from '../lib/cx.ts'
import { heard } from '../lib/heard.tsx'
import {
  type CommaMeans,
  type DecimalMark,
  LABEL_MAX,
  LIST_MAX,
  leftToMend,
  type PaymentList,
  RUN_ROWS_MAX,
  readList,
  rowToSend,
  textOfFile,
  usualMark,
} from '../lib/payment-list.ts'
import { rich } from '../lib/rich.tsx'
import { nextSentence } from '../lib/sentences.ts'
import { keepList, keptList } from '../state/kept-list.ts'
import { useAction, useQuery } from '../state/query.ts'
import { go } from '../state/routes.ts'
import type { Asset, Owner, SendForm } from '../state/types.ts'
import { Button } from '../ui/Button.tsx'
import { Segmented } from '../ui/Choice.tsx'
import { FileButton } from '../ui/FileButton.tsx'
import { onSending } from '../ui/Form.tsx'
import { Input, TextArea } from '../ui/Input.tsx'
import { Dialog } from '../ui/Overlay.tsx'
import { ErrorNotice } from './ErrorNotice.tsx'
import { Figure } from './figures.tsx'
import { Lines, ROWS_SHOWN } from './PaymentListLines.tsx'

/** How a run is called that nobody named: by its month. */
const thisMonth = (): string => new Intl.DateTimeFormat(locale(), { month: 'long', year: 'numeric' }).format(new Date())

/**
 * A list from a spreadsheet or a CSV file, with a verdict for each line. Good rows go into the form, or all of them become a run of
 * payments, in which those that are left out can be mended later.
 */
export function PaymentListDialog(props: {
  readonly owner: Owner
  readonly asset: Asset | undefined
  /** How many rows the form still takes, and where they go; absent where there is no form. */
  readonly form?: { readonly room: number; readonly onRows: (rows: SendForm['rows']) => void }
  /** A run that is mended. */
  readonly run?: { readonly name: string; readonly text: string }
  readonly onClose: () => void
}) {
  const { owner, asset, form } = props
  const isNew = props.run === undefined
  const typed = useListText(owner, props.run?.text)
  const { text, list, isTooLong, take } = typed
  const [name, setName] = useState(props.run?.name ?? thisMonth())
  const save = useAction('runs.save')
  const waitsForComma = list.torn !== null && typed.comma === null
  const good = list.rows.filter(({ why }) => why === null)
  const symbol = asset?.symbol ?? ''
  // A row of another asset is paid by a payment of its own.
  const isOfForm = list.rows.every((row) => row.asset === '' || row.asset === symbol)
  const isKept = list.rows.length > 0 && list.rows.length <= RUN_ROWS_MAX && !list.isUnclear && !waitsForComma
  const lacksAsset = asset === undefined && !list.isUnclear && list.rows.some((row) => row.asset === '')
  const canMake = isKept && !lacksAsset && name.trim() !== ''
  const reason = reasonOf(
    { list, isTooLong, lacksAsset, isNameless: name.trim() === '' },
    form && { room: form.room, isOfForm },
  )

  function addRows(): void {
    form?.onRows(good.map(({ to, amount }) => ({ to, amount: amount ?? '' })))
    if (good.length === list.rows.length) finish()
    else typed.keepWrong()
  }

  function finish(): void {
    typed.drop()
    props.onClose()
  }

  function makeRun(): void {
    const rows = list.rows.map(rowToSend)
    void save.run({ ...owner, name, assetId: asset?.assetId ?? null, rows }, ({ runId }) => {
      finish()
      go({ name: 'runs', runId })
    })
  }

  return (
    <Dialog
      title={isNew ? say('send.paste-a-list') : say('runs.mend-the-list')}
      isOpen
      onClose={props.onClose}
      keepsTyped={isNew}
      width="max-w-3xl"
      footer={
        <>
          <span
            className="mr-auto min-w-0 flex-1 basis-40 text-ink-2 text-sm max-[50rem]:w-full max-[50rem]:flex-none"
            role="status"
          >
            <Counted list={list} good={good.length} symbol={symbol} />
            {reason !== null && (
              <span className={cx('block text-pretty', REASON_INK[reason.tone])}>{heard(reason.text)}</span>
            )}
          </span>
          <Button onPress={finish}>{say('common.cancel')}</Button>
          {form !== undefined && (
            <Button isDisabled={good.length === 0 || good.length > form.room || !isOfForm} onPress={addRows}>
              {good.length === 0 ? say('send.add-rows') : rich('send.add', { good: good.length })}
            </Button>
          )}
          <Button kind="primary" isDisabled={!canMake} pending={save.pending} onPress={makeRun}>
            {isNew ? say('runs.make-a-run') : say('common.save')}
          </Button>
        </>
      }
    >
      <TextArea
        label={say('send.receiver-and-amount-line-by-line')}
        mono
        autoFocus
        rows={list.rows.length > 0 ? 5 : 9}
        value={text}
        onChange={take}
        onKeyDown={onSending(() => canMake && makeRun())}
        placeholder={'7000123451, 0.025\n39012847; 1.5\nMIX4fwusRK88p5Gex…\t12'}
        hint={say('runs.columns')}
        aside={<FromFile onText={typed.takeFile} />}
      />
      <Questions typed={typed} />
      {list.rows.length > 0 && <Lines list={list} symbol={symbol} />}
      {list.rows.length > ROWS_SHOWN && (
        <p role="status" className="mt-2 text-ink-2 text-sm">
          {rich('send.rows-listed', { listed: ROWS_SHOWN, rows: list.rows.length })}
        </p>
      )}
      {list.skipped > 0 && <Headings list={list} />}
      {list.rows.length === 0 && isNew && <EarlierRuns owner={owner} />}
      {list.rows.length > 0 && (
        <Input
          className="mt-4"
          label={say('runs.name-of-the-run')}
          value={name}
          maxLength={80}
          disabled={!isNew}
          onChange={setName}
          hint={[
            say('runs.one-name-pays-once'),
            ...(list.longLabels > 0 ? [say('runs.labels-cut', { count: list.longLabels, most: LABEL_MAX })] : []),
          ].reduce(nextSentence)}
        />
      )}
      <ErrorNotice error={save.error} className="mt-3" />
    </Dialog>
  )
}

interface Reason {
  readonly tone: 'stop' | 'warn' | 'plain'
  readonly text: string
}

const REASON_INK: Readonly<Record<Reason['tone'], string>> = { stop: 'text-stop', warn: 'text-warn', plain: '' }

/** What keeps a button from being pressed, or what the form would leave out: beside the buttons, where it is in sight whatever the list is like. */
function reasonOf(
  of: {
    readonly list: PaymentList
    readonly isTooLong: boolean
    readonly lacksAsset: boolean
    readonly isNameless: boolean
  },
  form: { readonly room: number; readonly isOfForm: boolean } | undefined,
): Reason | null {
  const { rows, hasOwnWords } = of.list
  if (of.isTooLong) return { tone: 'stop', text: say('runs.list-too-long') }
  if (rows.length === 0) return null
  if (rows.length > RUN_ROWS_MAX)
    return { tone: 'stop', text: say('runs.too-many-rows', { rows: rows.length, most: String(RUN_ROWS_MAX) }) }
  if (of.lacksAsset) return { tone: 'warn', text: say('runs.choose-an-asset-first') }
  if (of.isNameless) return { tone: 'warn', text: say('runs.name-the-run') }
  if (form === undefined) return null
  if (!form.isOfForm) return { tone: 'plain', text: say('runs.the-form-has-one-asset') }
  const good = rows.filter(({ why }) => why === null).length
  if (good > form.room) return { tone: 'plain', text: say('runs.the-form-has-room', { room: form.room }) }
  return hasOwnWords ? { tone: 'plain', text: say('runs.the-form-has-one-memo') } : null
}

/** What became of the first line. A column that nobody reads may be the one without which the money is lost, as a memo that a payee asks for. */
function Headings({ list: { unread } }: { readonly list: PaymentList }) {
  return (
    <p className="mt-2 text-ink-3 text-sm">
      {say('send.the-first-line-was-taken-for')}
      {unread.length > 0 && (
        <span className="block text-warn">
          {rich('runs.columns-unread', { count: unread.length, names: listing(unread) })}
        </span>
      )}
    </p>
  )
}

/** Runs are made here, so this is where they are looked for. */
function EarlierRuns({ owner }: { readonly owner: Owner }) {
  const runs = useQuery('runs.list', owner).value?.length ?? 0
  if (runs === 0) return null
  return (
    <Button
      kind="quiet"
      className="-ml-2.5 mt-3"
      icon={<ListOrdered className="size-4" />}
      onPress={() => go({ name: 'runs' })}
    >
      {rich('runs.earlier-runs', { runs })}
    </Button>
  )
}

/** The list as text, and what was said of it where it can be read in more than one way. */
function useListText(owner: Owner, first: string | undefined) {
  const isNew = first === undefined
  const [text, setText] = useState(first ?? keptList(owner))
  useEffect(() => {
    if (isNew) keepList(owner, text)
  }, [isNew, owner, text])
  const [isTooLong, setTooLong] = useState(false)
  const [mark, setMark] = useState<DecimalMark | null>(null)
  const [comma, setComma] = useState<CommaMeans | null>(null)

  function take(next: string): void {
    setTooLong(next.length > LIST_MAX)
    if (next.length <= LIST_MAX) setText(next)
    // What was said of one list is not said of the next.
    if (next.trim() === '') forget()
  }

  function forget(): void {
    setMark(null)
    setComma(null)
  }

  function takeFile(next: string): void {
    forget()
    take(next)
  }

  /** What was used, or is not wanted, does not come back. */
  const drop = (): void => {
    if (isNew) keepList(owner, '')
  }

  // What is wrong stays to be mended; what was taken is gone.
  const keepWrong = (): void => setText(leftToMend(text, mark, comma))

  const list = readList(text, mark, comma)
  return { text, isTooLong, mark, setMark, comma, setComma, list, take, takeFile, keepWrong, drop }
}

function FromFile({ onText }: { readonly onText: (text: string) => void }) {
  return (
    <FileButton
      kind="quiet"
      size="sm"
      className="-mr-2"
      icon={<FileUp className="size-4" />}
      accept={['text/csv', 'text/plain', '.csv', '.tsv', '.txt']}
      onFile={(file) => void file.arrayBuffer().then((read) => onText(textOfFile(new Uint8Array(read))))}
    >
      {say('send.choose-a-file')}
    </FileButton>
  )
}

/** What the list does not say by itself. */
function Questions({ typed }: { readonly typed: ReturnType<typeof useListText> }) {
  const { list, mark, setMark, comma, setComma } = typed
  return (
    <>
      {list.torn !== null && (
        <Question
          asked={say('runs.which-comma', { torn: isolated(list.torn) })}
          options={[
            { value: 'amount', label: say('runs.comma-one-amount') },
            { value: 'cells', label: say('runs.comma-two-columns') },
          ]}
          value={comma}
          onChange={setComma}
        />
      )}
      {(list.asksMark || mark !== null) && (
        <Question asked={say('runs.which-decimal-mark')} options={marks()} value={mark} onChange={setMark} />
      )}
    </>
  )
}

/** One about the whole list. No answer is in force before one was chosen. */
function Question<Answer extends string>(props: {
  readonly asked: string
  readonly options: readonly { readonly value: Answer; readonly label: string }[]
  readonly value: Answer | null
  readonly onChange: (answer: Answer) => void
}) {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3 rounded-lg bg-warn-soft px-4 py-2.5">
      <span className="font-medium">{heard(props.asked)}</span>
      <Segmented
        label={props.asked}
        small
        options={props.options}
        value={props.value ?? ('' as Answer)} // none of them
        onChange={props.onChange}
      />
    </div>
  )
}

function marks(): readonly { readonly value: DecimalMark; readonly label: string }[] {
  const options = [
    { value: '.' as const, label: say('runs.dot') },
    { value: ',' as const, label: say('runs.comma') },
  ]
  return usualMark(navigator.language) === ',' ? options.reverse() : options
}

function Counted(props: { readonly list: PaymentList; readonly good: number; readonly symbol: string }) {
  const { list, good } = props
  if (list.rows.length === 0) return say('send.one-recipient-per-line')
  const wrong = list.rows.length - good
  return (
    <>
      {good > 0 && rich('send.row-together', { good })}
      {list.totals.map(({ asset, amount }, at) => (
        <Fragment key={asset}>
          {at > 0 && ' + '}
          <Figure value={amount} symbol={asset === '' ? props.symbol : asset} plain />
        </Fragment>
      ))}
      {good > 0 && wrong > 0 && ' · '}
      {wrong > 0 && <span className="text-stop">{rich('send.row-to-correct', { wrong })}</span>}
    </>
  )
}
