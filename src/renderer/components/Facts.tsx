import type { ReactNode } from 'react'
import { say } from '#words'
import { cx } from '../lib/cx.ts'
import { heard } from '../lib/heard.tsx'
import { rich } from '../lib/rich.tsx'
import { GroupedCode } from '../ui/Code.tsx'
import { CopyButton } from '../ui/Copy.tsx'

/** Names at the left, what they are at the right. */
export function Facts({ children, className }: { readonly children: ReactNode; readonly className?: string }) {
  return <dl className={cx('grid', className)}>{children}</dl>
}

export function Fact(props: {
  readonly name: string
  readonly children: ReactNode
  readonly narrow?: boolean | undefined
}) {
  return (
    <div
      className={cx(
        'border-line border-b last:border-0',
        props.narrow === true
          ? 'grid gap-0.5 py-3'
          : 'grid grid-cols-[8.25rem_minmax(0,1fr)] gap-4 py-[0.8125rem] max-[30rem]:grid-cols-1 max-[30rem]:gap-0.5 max-[30rem]:py-3 min-[62.5rem]:grid-cols-[9.375rem_minmax(0,1fr)]',
      )}
    >
      <dt className={cx('text-ink-2', props.narrow === true ? 'text-sm' : 'max-[30rem]:text-sm')}>{props.name}</dt>
      <dd className="min-w-0">{props.children}</dd>
    </div>
  )
}

/** An id in full, grouped for the eye and copied exactly. */
export function CodeFact(props: {
  readonly name: string
  readonly text: string
  readonly narrow?: boolean | undefined
}) {
  return (
    <Fact name={props.name} narrow={props.narrow}>
      <span className="flex items-start justify-between gap-2">
        <GroupedCode text={props.text} className="min-w-0" />
        <span className="-my-1 shrink-0">
          <CopyButton text={props.text} what={props.name.toLowerCase()} />
        </span>
      </span>
    </Fact>
  )
}

/** A memo in one line with its size; its bytes stand among what is technical. Bytes that are no text are shown as they are. */
export function MemoLine({ text, hex }: { readonly text: string | null; readonly hex: string }) {
  return (
    <Fact name={say('shared.memo')}>
      {hex === '' ? (
        <span className="text-ink-3">{say('shared.none')}</span>
      ) : (
        <span className="flex items-baseline justify-between gap-x-4 max-[25rem]:flex-wrap">
          {text === null ? (
            <span className="code min-w-0 select-text break-all">{hex}</span>
          ) : (
            <span className="min-w-0 select-text whitespace-pre-wrap break-words">{heard(text)}</span>
          )}
          <span className="text-ink-3 text-sm min-[25rem]:shrink-0">
            {rich('shared.memo-bytes', { bytes: hex.length / 2 })}
          </span>
        </span>
      )}
    </Fact>
  )
}
