import { type ReactNode, useLayoutEffect } from 'react'
import { say } from '#words'
import { cx } from '../lib/cx.ts'
import { screenTitle } from '../state/title.ts'
import { useWallet } from '../state/wallet.tsx'
import { ScreenTitle } from '../ui/Heading.tsx'
import { GroupName } from './group.tsx'

/**
 * The frame of every screen: one title, its actions at the right, one column of content. All columns begin at the same
 * edge, so that a title does not jump from screen to screen; `narrow` ends earlier, for what is read rather than compared.
 */
export function Page(props: {
  readonly title: string
  readonly actions?: ReactNode
  readonly note?: ReactNode
  readonly children: ReactNode
  readonly narrow?: boolean
  /** The content says by itself what it is; the title is there to be heard. */
  readonly bare?: boolean
}) {
  const { title } = props
  useLayoutEffect(() => {
    screenTitle.setState({ text: title })
    return () => screenTitle.setState({ text: '' })
  }, [title])
  return (
    <div className="mx-auto w-full max-w-[1240px] px-6 pt-4 pb-14 min-[1200px]:px-9 min-[1200px]:pt-5">
      <div className={cx(props.narrow === true && 'max-w-[820px]')}>
        <header
          className={cx(
            'flex flex-wrap items-center justify-between gap-x-6 gap-y-2',
            props.bare === true ? 'pt-2' : 'mb-5 min-h-9',
          )}
        >
          <div className="flex min-w-0 flex-wrap items-center gap-3">
            {/* The bar of a narrow window shows it. */}
            <ScreenTitle className={props.bare === true ? 'sr-only' : 'max-[999px]:sr-only'}>{title}</ScreenTitle>
            <HolderTag title={props.title} />
            <WatchTag />
            {props.note}
          </div>
          {props.actions !== undefined && <div className="ml-auto flex items-center gap-2">{props.actions}</div>}
        </header>
        {props.children}
      </div>
    </div>
  )
}

/** Whose money this is, where it is not the account's own. */
function HolderTag({ title }: { readonly title: string }) {
  const { group } = useWallet()
  if (group === null || group.name === title) return null
  return (
    <span className="flex min-w-0 items-center gap-2 rounded-full bg-accent-soft px-2.5 py-0.5 text-sm">
      <GroupName name={group.name} threshold={group.threshold} members={group.members.length} className="max-w-56" />
    </span>
  )
}

/** An account that can only be looked at says so on every screen. */
function WatchTag() {
  const { account } = useWallet()
  if (account.kind !== 'watch') return null
  return <span className="rounded-full bg-accent-soft px-2.5 py-0.5 text-xs">{say('shared.watch-only')}</span>
}
