import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { cx } from '../../lib/cx.ts'
import { heard } from '../../lib/heard.tsx'
import { useRoute } from '../../state/routes.ts'
import { Switch } from '../../ui/Choice.tsx'
import { SectionTitle } from '../../ui/Heading.tsx'

const FOUND = '-mx-3 rounded-field bg-accent-soft px-3'

/** The setting that was looked for by this name comes into sight, and is marked until one goes on. */
function useFound(name: ReactNode): { readonly ref: RefObject<HTMLDivElement | null>; readonly mark: string } {
  const ref = useRef<HTMLDivElement>(null)
  const route = useRoute()
  const isFound = route.name === 'settings' && route.at !== undefined && route.at === name
  useEffect(() => {
    if (isFound) ref.current?.scrollIntoView({ block: 'center' })
  }, [isFound])
  return { ref, mark: isFound ? FOUND : '' }
}

/** A group of settings: a heading, what it is about, and its rows. */
export function Group(props: {
  /** Left out where the section's own title says it. */
  readonly title?: string
  readonly text?: ReactNode
  readonly actions?: ReactNode
  readonly children?: ReactNode
}) {
  const { ref, mark } = useFound(props.title)
  return (
    <section>
      {(props.title ?? props.text ?? props.actions) !== undefined && (
        <header
          className={cx(
            'flex min-h-8 flex-wrap justify-between gap-x-4 gap-y-2 border-line border-b pb-2',
            props.title === undefined ? 'items-center' : 'items-end',
          )}
        >
          {/* Several buttons go below words rather than squeeze them. */}
          <div ref={ref} className={cx('min-w-0 flex-[1_1_16rem]', mark)}>
            {props.title !== undefined && <SectionTitle>{heard(props.title)}</SectionTitle>}
            {props.text !== undefined && <p className="text-ink-2 text-sm">{heard(props.text)}</p>}
          </div>
          {props.actions !== undefined && (
            <div className="ml-auto flex flex-wrap justify-end gap-2">{props.actions}</div>
          )}
        </header>
      )}
      <div>{props.children}</div>
    </section>
  )
}

/** One setting: its name and effect at the left, its control at the right. */
export function Setting(props: {
  readonly label: ReactNode
  readonly text?: ReactNode
  readonly children?: ReactNode
}) {
  const { ref, mark } = useFound(props.label)
  return (
    <div
      ref={ref}
      className={cx(
        'flex min-h-14 flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-b py-2',
        mark,
      )}
    >
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="text-row">{heard(props.label)}</p>
        {props.text !== undefined && <p className="text-pretty text-ink-2 text-sm">{heard(props.text)}</p>}
      </div>
      {props.children !== undefined && <div className="flex shrink-0 items-center gap-2">{props.children}</div>}
    </div>
  )
}

/** A setting that is on or off. */
export function SwitchSetting(props: {
  readonly label: string
  readonly text: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}) {
  const { ref, mark } = useFound(props.label)
  return (
    <div ref={ref} className={cx('border-line border-b py-2.5', mark)}>
      <Switch {...props} />
    </div>
  )
}
