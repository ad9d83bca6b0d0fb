import { Fragment } from 'react'
import { cx } from '../lib/cx.ts'
import { groupsOfFour } from '../lib/digits.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * An id or address in full, in groups of four. The gaps are margins, not characters: what is selected and copied is
 * the exact text.
 */
export function GroupedCode(props: {
  readonly text: string
  readonly className?: string
  readonly strongEnds?: boolean
  /** Groups in turn strong and quiet, so that the eye walks through all of them: what copies an address copies its ends. */
  readonly walk?: boolean
}) {
  // A uuid is in groups already; where it takes two lines, it parts between them.
  if (UUID.test(props.text)) {
    const [first = '', ...others] = props.text.split('-')
    return (
      <span className={cx('code select-text', props.className)}>
        {first}
        {others.map((part, at) => (
          <Fragment key={at}>
            -<wbr />
            {part}
          </Fragment>
        ))}
      </span>
    )
  }
  const groups = groupsOfFour(props.text)
  return (
    <span className={cx('code select-text', props.className)}>
      {groups.map((group, at) => (
        <span
          key={at}
          className={cx(
            'mr-[0.55ch] inline-block last:mr-0',
            props.walk === true && (at % 2 === 0 ? 'font-[560]' : 'text-ink-2'),
            props.strongEnds === true && at > 0 && at < groups.length - 1 && 'text-ink-2',
          )}
        >
          {group}
        </span>
      ))}
    </span>
  )
}
