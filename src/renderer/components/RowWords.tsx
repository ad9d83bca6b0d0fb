import { Tag } from 'lucide-react'
import { say } from '#words'
import { heard } from '../lib/heard.tsx'
import { spoken } from '../lib/spoken.ts'

/**
 * What is written with a row of a list: its memo, which everybody can read, and its label, which stays here. They are told apart, or one
 * would be taken for the other.
 */
export function RowWords({ memo, label }: { readonly memo: string; readonly label: string }) {
  return (
    // One above the other: side by side each would be cut where rows begin to differ, as numbers of invoices do.
    <span
      className="grid min-w-0 justify-items-start leading-[1.125rem]"
      title={spoken([memo, label].filter((one) => one !== '').join('\n'))}
    >
      {memo !== '' && (
        <span dir="auto" className="min-w-0 max-w-full truncate">
          {memo}
        </span>
      )}
      {label !== '' && (
        <span className="flex min-w-0 max-w-full items-center gap-1 text-ink-3">
          <Tag className="size-3.5 shrink-0" aria-hidden="true" />
          <span className="sr-only">{say('send.label') + say('lib.colon')}</span>
          <span dir="auto" className="min-w-0 truncate">
            {heard(label)}
          </span>
        </span>
      )}
    </span>
  )
}
