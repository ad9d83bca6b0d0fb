import { FileUp, Tag } from 'lucide-react'
import { useState } from 'react'
import { isolated, type Said, say } from '#words'
import { AssetIcon } from '../../components/AssetIcon.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Figure } from '../../components/figures.tsx'
import { formatFigure, groupDigits } from '../../lib/digits.ts'
import { heard } from '../../lib/heard.tsx'
import { bytesHex, MEMO_BYTES, memoText, readMemo, STORED_BYTES } from '../../lib/memo.ts'
import { rich } from '../../lib/rich.tsx'
import type { FeeOption, Report, SendForm } from '../../state/types.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox, RadioCards, Segmented } from '../../ui/Choice.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import { Input, TextArea } from '../../ui/Input.tsx'
import { Card, Disclosure, Skeleton } from '../../ui/Surface.tsx'
import type { StoragePrice } from './model.ts'

type Change = (next: (before: SendForm) => SendForm) => void

/** A memo goes to the receiver in the open; it is typed as text, or as the bytes themselves. */
export function MemoField(props: {
  readonly form: SendForm
  readonly change: Change
  readonly error?: string | undefined
  readonly storage: StoragePrice | undefined
}) {
  const { form, change, error, storage } = props
  const memo = readMemo(form.memo, form.memoForm, STORED_BYTES)
  const stores = memo.bytes > MEMO_BYTES
  return (
    <div>
      <TextArea
        label={say('send.memo')}
        optional
        rows={stores ? 6 : form.memo.includes('\n') ? 3 : 1}
        mono={form.memoForm === 'hex'}
        value={form.memo}
        onChange={(text) => change((before) => ({ ...before, memo: text }))}
        error={memo.problem ?? error}
        hint={say('send.the-receiver-and-everybody-who-sees')}
        aside={
          <span className="figure text-ink-3 text-sm">
            {stores
              ? rich('send.bytes', { bytes: groupDigits(String(memo.bytes)) })
              : rich('send.bytes-2', { bytes: memo.bytes, memoBytes: MEMO_BYTES })}
          </span>
        }
      />
      <p role="status" className="text-ink-2 text-sm not-empty:mt-2">
        {stores &&
          memo.problem === null &&
          (storage === undefined
            ? say('send.too-long-for-a-memo-so')
            : rich('send.too-long-for-a-memo-so-2', {
                amount: formatFigure(storage.amount),
                symbol: storage.asset.symbol,
              }))}
      </p>
    </div>
  )
}

/** The memo as its bytes, typed or from a file. */
export function MemoBytes({ form, change }: { readonly form: SendForm; readonly change: Change }) {
  const memo = readMemo(form.memo, form.memoForm, STORED_BYTES)
  const stores = memo.bytes > MEMO_BYTES
  const other = form.memoForm === 'text' ? memo.hex : memo.hex === null ? null : memoText(memo.hex)
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="flex items-center gap-3">
          <span className="font-medium text-sm">{say('send.memo-as')}</span>
          <Segmented
            label={say('send.memo-as')}
            small
            value={form.memoForm}
            onChange={(memoForm) => change((before) => ({ ...before, memoForm, memo: converted(before, memoForm) }))}
            options={[
              { value: 'text', label: say('send.text') },
              { value: 'hex', label: say('send.hex') },
            ]}
          />
        </span>
        <MemoFile change={change} />
      </div>
      {form.memo !== '' && memo.problem === null && !stores && (
        <Disclosure
          title={form.memoForm === 'text' ? say('send.the-bytes-in-hex') : say('send.the-bytes-as-text')}
          className="mt-1"
        >
          <p className="code select-text break-all rounded-md bg-sunken px-3 py-2 text-ink-2">
            {other ?? say('send.these-bytes-are-not-text')}
          </p>
        </Disclosure>
      )}
    </div>
  )
}

/** The content of a file as the memo: as text where it is text, else as its bytes. */
function MemoFile({ change }: { readonly change: Change }) {
  const [problem, setProblem] = useState<string | null>(null)
  async function take(file: File): Promise<void> {
    if (file.size > STORED_BYTES) {
      setProblem(
        say('send.has-bytes-is-the-most', {
          file: file.name,
          file2: groupDigits(String(file.size)),
          storedBytes: groupDigits(String(STORED_BYTES)),
        }),
      )
      return
    }
    setProblem(null)
    const hex = bytesHex(new Uint8Array(await file.arrayBuffer()))
    const text = memoText(hex)
    change((before) => ({ ...before, memo: text ?? hex, memoForm: text === null ? 'hex' : 'text' }))
  }
  return (
    <div className="grid justify-items-end gap-1">
      <FileButton kind="quiet" size="sm" className="-mr-2" icon={<FileUp className="size-4" />} onFile={take}>
        {say('send.from-a-file')}
      </FileButton>
      {problem !== null && (
        <p role="alert" className="text-sm text-stop">
          {heard(problem)}
        </p>
      )}
    </div>
  )
}

/** The same bytes in the other form, where they have one; else the text stays as it was typed. */
function converted(form: SendForm, to: SendForm['memoForm']): string {
  if (form.memo === '' || form.memoForm === to) return form.memo
  const { hex } = readMemo(form.memo, form.memoForm, STORED_BYTES)
  if (hex === null) return form.memo
  return to === 'hex' ? hex : (memoText(hex) ?? form.memo)
}

/** As necessary as the address where a chain uses one, so it gets a card of the same rank. */
export function TagCard(props: {
  readonly form: SendForm
  readonly change: Change
  readonly chainName: string | Said
  readonly needed: boolean
  readonly noTag: boolean
  readonly onNoTag: (none: boolean) => void
  readonly error?: string | undefined
}) {
  return (
    <Card className="px-6 py-5" label={say('send.tag')}>
      <div className="mb-3 flex items-center gap-2.5">
        <Tag className="size-4.5 text-ink-3" aria-hidden="true" />
        <h2 className="font-semibold">{say('send.tag-or-memo-of-the-receiver')}</h2>
        {props.needed && (
          <span className="rounded-sm bg-warn-soft px-2 py-0.5 font-medium text-sm text-warn">
            {say('send.usually-required')}
          </span>
        )}
      </div>
      <Input
        label={say('send.tag-2', { chainName: props.chainName })}
        mono
        value={props.form.tag}
        disabled={props.noTag}
        onChange={(tag) => props.change((before) => ({ ...before, tag }))}
        error={props.error}
        hint={say('send.exchanges-give-you-an-address-and')}
      />
      <Checkbox className="mt-3" checked={props.noTag} disabled={props.form.tag !== ''} onChange={props.onNoTag}>
        {say('send.the-receiver-needs-no-tag')}
      </Checkbox>
    </Card>
  )
}

/** What the other network charges, in this asset or in another. */
export function FeeCard(props: {
  readonly fees: readonly FeeOption[] | undefined
  readonly error: Report | null
  readonly onRetry: () => void
  readonly chosen: FeeOption | null
  readonly onChoose: (assetId: string) => void
  readonly problem?: string | undefined
}) {
  const { fees } = props
  return (
    <Card className="px-6 py-5" label={say('send.network-fee')}>
      <h2 className="font-semibold">{say('send.network-fee')}</h2>
      <p className="mb-3 text-ink-2 text-sm">{say('send.paid-to-the-service-which-sends')}</p>
      {props.error !== null && fees === undefined ? (
        <ErrorNotice
          error={props.error}
          action={
            <Button size="sm" onPress={props.onRetry}>
              {say('common.ask-again')}
            </Button>
          }
        />
      ) : fees === undefined ? (
        <Skeleton className="h-15 w-full rounded-lg" />
      ) : fees.length === 0 ? (
        <p>{say('send.this-withdrawal-is-free')}</p>
      ) : (
        <RadioCards
          label={say('send.network-fee')}
          columns="sm:grid-cols-2"
          value={props.chosen?.asset.assetId ?? null}
          onChange={props.onChoose}
          options={fees.map((fee) => ({
            value: fee.asset.assetId,
            title: `${fee.amount} ${isolated(fee.asset.symbol)}`,
            icon: <AssetIcon asset={fee.asset} size="sm" />,
            text: fee.sufficient ? (
              rich('send.you-have', { figure: <Figure value={fee.available} symbol={fee.asset.symbol} /> })
            ) : (
              <span className="text-stop">
                {rich('send.not-enough', { figure: <Figure value={fee.available} symbol={fee.asset.symbol} /> })}
              </span>
            ),
          }))}
        />
      )}
      {props.problem !== undefined && <p className="mt-2 text-sm text-stop">{heard(props.problem)}</p>}
    </Card>
  )
}
