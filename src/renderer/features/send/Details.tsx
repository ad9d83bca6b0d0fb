import { Tag } from 'lucide-react'
import type { FeeOption, Report, SendForm } from '../../app/types.ts'
import { MEMO_BYTES, memoText, readMemo } from '../../lib/memo.ts'
import { AssetIcon } from '../../parts/AssetIcon.tsx'
import { ErrorNotice } from '../../parts/ErrorNotice.tsx'
import { Figure } from '../../parts/figures.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox, RadioCards, Segmented } from '../../ui/Choice.tsx'
import { Input } from '../../ui/Input.tsx'
import { Card, Disclosure, Skeleton } from '../../ui/Surface.tsx'

type Change = (next: (before: SendForm) => SendForm) => void

/** A memo goes to the receiver in the open; it is typed as text, or as the bytes themselves. */
export function MemoField({ form, change, error }: { form: SendForm; change: Change; error?: string | undefined }) {
  const memo = readMemo(form.memo, form.memoForm)
  const other = form.memoForm === 'text' ? memo.hex : memo.hex === null ? null : memoText(memo.hex)
  return (
    <div>
      <Input
        label="Memo"
        optional
        mono={form.memoForm === 'hex'}
        value={form.memo}
        onChange={(text) => change((before) => ({ ...before, memo: text }))}
        error={memo.problem ?? error}
        hint="The receiver and everybody who sees the transaction can read it."
        aside={
          <span className="flex items-center gap-3">
            <span className="figure text-ink-3 text-sm">{`${memo.bytes} / ${MEMO_BYTES} bytes`}</span>
            <Segmented
              label="Memo as"
              small
              value={form.memoForm}
              onChange={(memoForm) => change((before) => ({ ...before, memoForm, memo: converted(before, memoForm) }))}
              options={[
                { value: 'text', label: 'Text' },
                { value: 'hex', label: 'Hex' },
              ]}
            />
          </span>
        }
      />
      {form.memo !== '' && memo.problem === null && (
        <Disclosure title={form.memoForm === 'text' ? 'The bytes in hex' : 'The bytes as text'} className="mt-1">
          <p className="code select-text break-all rounded-md bg-sunken px-3 py-2 text-ink-2">
            {other ?? 'These bytes are not text.'}
          </p>
        </Disclosure>
      )}
    </div>
  )
}

/** The same bytes in the other form, where they have one; else the text stays as it was typed. */
function converted(form: SendForm, to: SendForm['memoForm']): string {
  if (form.memo === '' || form.memoForm === to) return form.memo
  const { hex } = readMemo(form.memo, form.memoForm)
  if (hex === null) return form.memo
  return to === 'hex' ? hex : (memoText(hex) ?? form.memo)
}

/** As necessary as the address where a chain uses one, so it gets a card of the same rank. */
export function TagCard(props: {
  readonly form: SendForm
  readonly change: Change
  readonly chainName: string
  readonly needed: boolean
  readonly noTag: boolean
  readonly onNoTag: (none: boolean) => void
  readonly error?: string | undefined
}) {
  return (
    <Card className="px-6 py-5" label="Tag">
      <div className="mb-3 flex items-center gap-2.5">
        <Tag className="size-[18px] text-ink-3" aria-hidden="true" />
        <h2 className="font-semibold">Tag or memo of the receiver</h2>
        {props.needed && (
          <span className="rounded-sm bg-warn-soft px-2 py-0.5 font-medium text-sm text-warn">Usually required</span>
        )}
      </div>
      <Input
        label={`${props.chainName} tag`}
        mono
        value={props.form.tag}
        disabled={props.noTag}
        onChange={(tag) => props.change((before) => ({ ...before, tag }))}
        error={props.error}
        hint="Exchanges give you an address and a tag. Without the tag they cannot tell whose money it is, and it may be lost."
      />
      <Checkbox className="mt-3" checked={props.noTag} disabled={props.form.tag !== ''} onChange={props.onNoTag}>
        The receiver needs no tag
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
    <Card className="px-6 py-5" label="Network fee">
      <h2 className="font-semibold">Network fee</h2>
      <p className="mb-3 text-ink-2 text-sm">Paid to the service, which sends on the other network for you.</p>
      {props.error !== null && fees === undefined ? (
        <ErrorNotice
          error={props.error}
          action={
            <Button size="sm" onPress={props.onRetry}>
              Ask again
            </Button>
          }
        />
      ) : fees === undefined ? (
        <Skeleton className="h-[60px] w-full rounded-lg" />
      ) : fees.length === 0 ? (
        <p>This withdrawal is free.</p>
      ) : (
        <RadioCards
          label="Network fee"
          columns="sm:grid-cols-2"
          value={props.chosen?.asset.assetId ?? null}
          onChange={props.onChoose}
          options={fees.map((fee) => ({
            value: fee.asset.assetId,
            title: `${fee.amount} ${fee.asset.symbol}`,
            icon: <AssetIcon asset={fee.asset} size="sm" />,
            text: fee.sufficient ? (
              <>
                You have <Figure value={fee.available} symbol={fee.asset.symbol} />
              </>
            ) : (
              <span className="text-stop">
                Not enough: <Figure value={fee.available} symbol={fee.asset.symbol} />
              </span>
            ),
          }))}
        />
      )}
      {props.problem !== undefined && <p className="mt-2 text-sm text-stop">{props.problem}</p>}
    </Card>
  )
}
