import { cx } from '../lib/cx.ts'
import { CopyButton } from '../ui/Copy.tsx'
import { Fact } from './Facts.tsx'

/** Of every tab that the browser host opens: the browser that Coffer starts itself reaches this computer alone. */
export const TAB_WORDS =
  'It opens in a tab of its own, without Coffer’s bridge. If the tab stays empty, copy the address into your own browser.'

/** An address in full, as text and to be copied; never a link. */
export function OutsideAddress({ address, className }: { readonly address: string; readonly className?: string }) {
  return (
    <span className={cx('flex items-start justify-between gap-2', className)}>
      <span className="code min-w-0 select-text break-all">{address}</span>
      <span className="-my-1 shrink-0">
        <CopyButton text={address} what="address" />
      </span>
    </span>
  )
}

/** Where a link leads back to, before anything is paid. */
export function ReturnFact({ address }: { readonly address: string }) {
  return (
    <Fact name="Afterwards">
      <OutsideAddress address={address} />
      <p className="mt-1 text-ink-3 text-sm">
        Coffer opens nothing by itself. Once this is paid, its receipt can open an https address.
      </p>
    </Fact>
  )
}
