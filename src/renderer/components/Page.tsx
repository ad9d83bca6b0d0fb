import { ChevronRight, CircleHelp } from 'lucide-react'
import { type ReactNode, useLayoutEffect } from 'react'
import { say } from '#words'
import { cx } from '../lib/cx.ts'
import { heard } from '../lib/heard.tsx'
import { type HelpTopic, openHelp, screenTopic, topicOf } from '../state/help.ts'
import { type RouteName, useRoute } from '../state/routes.ts'
import { screenTitle } from '../state/title.ts'
import { useWallet } from '../state/wallet.tsx'
import { IconButton } from '../ui/Button.tsx'
import { ScreenTitle } from '../ui/Heading.tsx'
import { GroupName } from './group.tsx'

/**
 * The frame of every screen: one title at the left edge of the sheet, its actions at the right, and the content: as wide as the sheet, or a
 * column in its middle (`narrow`) for what is read rather than compared. What decides stands in a foot that never scrolls away.
 */
export function Page(props: {
  readonly title: string
  readonly actions?: ReactNode
  readonly note?: ReactNode
  readonly children: ReactNode
  readonly narrow?: boolean
  /** A column in the middle that is a little wider than what is read, for an address beside its code. */
  readonly column?: 'wide'
  /** The content says by itself what it is; the title is there to be heard. */
  readonly bare?: boolean
  /** It is not about the group that is shown. */
  readonly untagged?: boolean
  /** Where the title belongs, e.g. "Send" before "Review": pressed, it leads there. Its entry is named where the route alone does not tell. */
  readonly under?: { readonly text: string; readonly onPress: () => void; readonly entry?: RouteName }
  readonly foot?: ReactNode
  /** What one chooses among on this screen, in a column of its own below the title. */
  readonly side?: ReactNode
  /** What the handbook says of this, where the screen alone does not tell. */
  readonly help?: HelpTopic
}) {
  const { title, under } = props
  const middle = props.column === 'wide' ? WIDE : props.narrow === true && READING
  const entry = under?.entry ?? null
  useLayoutEffect(() => {
    screenTitle.setState({ text: title, entry })
    return () => screenTitle.setState({ text: '', entry: null })
  }, [title, entry])
  const topic = props.help ?? null
  useLayoutEffect(() => {
    screenTopic.setState({ topic })
    return () => screenTopic.setState({ topic: null })
  }, [topic])
  const head = (
    <header
      className={cx(
        'flex flex-wrap items-center justify-between gap-x-6 gap-y-2 max-[62.5rem]:gap-x-3',
        props.bare === true ? 'pt-2' : 'mb-5 min-h-9 max-[62.5rem]:mb-2 max-[62.5rem]:min-h-0',
      )}
    >
      <div className="flex min-w-0 flex-wrap items-center gap-3">
        {under !== undefined && (
          <span className="-mr-1 flex items-center gap-2 max-[62.5rem]:hidden">
            <button type="button" className="rounded-sm text-ink-2 hover:text-ink" onClick={under.onPress}>
              {heard(under.text)}
            </button>
            <ChevronRight className="size-4 text-ink-3" aria-hidden="true" />
          </span>
        )}
        {/* The bar of a narrow window shows it. */}
        <ScreenTitle
          className={cx(
            'min-w-0 break-words',
            under !== undefined && 'text-base',
            props.bare === true ? 'sr-only' : 'max-[62.5rem]:sr-only',
          )}
        >
          {heard(title)}
        </ScreenTitle>
        {props.side === undefined && props.bare !== true && (
          <>
            {props.untagged !== true && <HolderTag title={props.title} />}
            <WatchTag />
          </>
        )}
        {heard(props.note)}
      </div>
      <div className="ml-auto flex min-w-0 flex-wrap items-center justify-end gap-2">
        {props.actions}
        {props.bare !== true && (
          // The bar of a narrow window has it.
          <span className="flex max-[62.5rem]:hidden">
            <HelpButton />
          </span>
        )}
      </div>
    </header>
  )
  if (props.side !== undefined) {
    return (
      <div className="grid shrink-0 grow content-start min-[47.5rem]:grid-cols-[12.5rem_minmax(0,1fr)] min-[47.5rem]:content-stretch min-[75rem]:grid-cols-[16rem_minmax(0,1fr)]">
        <div className="border-line min-[47.5rem]:border-r">
          {/* Where one is, and the ways on, stay in sight however far down one reads, where the window is tall enough for all of them. */}
          <div className="px-3 pt-4 pb-3 min-[75rem]:pt-5 [@media(min-width:47.5rem)_and_(min-height:37.5rem)]:sticky [@media(min-width:47.5rem)_and_(min-height:37.5rem)]:top-0">
            <div className="px-3 max-[47.5rem]:sr-only">
              {head}
              <div className="-mt-2 mb-4 flex empty:hidden">
                <HolderTag title={props.title} />
              </div>
            </div>
            {props.side}
          </div>
        </div>
        <div className="min-w-0 max-w-215 px-6 pt-4 pb-14 min-[75rem]:px-10 min-[75rem]:pt-5">{props.children}</div>
      </div>
    )
  }
  return (
    <div className="flex shrink-0 grow flex-col">
      <div className={cx(COLUMN, 'flex-1 pt-4 pb-14 min-[75rem]:pt-5 low:pt-1.5')}>
        {head}
        <div className={cx(middle)}>{props.children}</div>
      </div>
      {props.foot !== undefined && (
        <footer className="shade-more-below sticky bottom-0 z-10 rounded-b-sheet border-line border-t bg-surface">
          <div className={cx(COLUMN, 'py-3.5 low:py-2')}>
            <div className={cx(middle)}>{props.foot}</div>
          </div>
        </footer>
      )}
    </div>
  )
}

const COLUMN = 'mx-auto w-full max-w-310 px-6 min-[75rem]:px-9'
const WIDE = 'mx-auto max-w-217'
const READING = 'mx-auto max-w-201'

/** Opens the handbook at what it says of this screen. */
export function HelpButton() {
  const route = useRoute()
  return (
    <IconButton label={say('help.with-this')} hint={say('help.key')} onPress={() => openHelp(topicOf(route))}>
      <CircleHelp className="size-4.5" />
    </IconButton>
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
export function WatchTag() {
  const { account } = useWallet()
  if (account.kind !== 'watch') return null
  return <span className="rounded-full bg-accent-soft px-2.5 py-0.5 text-xs">{say('shared.watch-only')}</span>
}
