import type { ReactNode } from 'react'
import { say } from '#words'
import { cx } from '../lib/cx.ts'
import { spoken } from '../lib/spoken.ts'

const COLOURS = [
  say('shared.blue'),
  say('shared.teal'),
  say('shared.green'),
  say('shared.olive'),
  say('shared.amber'),
  say('shared.red'),
  say('shared.pink'),
  say('shared.violet'),
]

/** The colour of an account or a group, picked from how it would look in each. */
export function ColourPick(props: {
  readonly colour: number
  readonly onPick: (colour: number) => void
  readonly sample: (colour: number) => ReactNode
  /** Corners of the ring around the picked one: those of the samples. */
  readonly ring: 'rounded-full' | 'rounded-xl'
}) {
  return (
    <fieldset>
      <legend className="mb-2 font-medium text-sm">{say('shared.colour')}</legend>
      <div className="flex flex-wrap gap-2">
        {COLOURS.map((word, at) => (
          <label
            key={word}
            title={spoken(word)}
            className={cx(
              props.ring,
              'relative p-1 has-checked:shadow-[inset_0_0_0_2px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-focus',
            )}
          >
            <input
              type="radio"
              name="colour"
              checked={props.colour === at}
              onChange={() => props.onPick(at)}
              className="sr-only"
            />
            {props.sample(at)}
            <span className="sr-only">{word}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
