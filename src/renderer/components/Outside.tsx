import { say } from '#words'
import { cx } from '../lib/cx.ts'
import { CopyButton } from '../ui/Copy.tsx'
import { Fact } from './Facts.tsx'

/** Of every tab that the browser host opens: the browser that Coffer starts itself reaches this computer alone. */
export const TAB_WORDS = say('shared.it-opens-in-a-tab-of')

/** An address in full, as text and to be copied; never a link. */
export function OutsideAddress({ address, className }: { readonly address: string; readonly className?: string }) {
  return (
    <span className={cx('flex items-start justify-between gap-2', className)}>
      <span className="code min-w-0 select-text break-all">{address}</span>
      <span className="-my-1 shrink-0">
        <CopyButton text={address} what={say('shared.address')} />
      </span>
    </span>
  )
}

/** Where a link leads back to, before anything is paid. */
export function ReturnFact({ address }: { readonly address: string }) {
  return (
    <Fact name={say('shared.afterwards')}>
      <OutsideAddress address={address} />
      <p className="mt-1 text-ink-3 text-sm">{say('shared.coffer-opens-nothing-by-itself-once')}</p>
    </Fact>
  )
}
