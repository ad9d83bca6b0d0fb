import { cx } from '../lib/cx.ts'
import { groupsOfFour } from '../lib/digits.ts'

/**
 * An id or address in full, in groups of four. The gaps are margins, not characters: what is selected and copied is
 * the exact text.
 */
export function GroupedCode(props: {
  readonly text: string
  readonly className?: string
  readonly strongEnds?: boolean
}) {
  const groups = groupsOfFour(props.text)
  return (
    <span className={cx('code select-text', props.className)}>
      {groups.map((group, at) => (
        <span
          key={at}
          className={cx(
            'mr-[0.55ch] inline-block last:mr-0',
            props.strongEnds === true && at > 0 && at < groups.length - 1 && 'text-ink-2',
          )}
        >
          {group}
        </span>
      ))}
    </span>
  )
}
