import { createContext, useContext } from 'react'
import { cx } from '../lib/cx.ts'
import { bucketOf, initialsOf } from '../lib/hue.ts'

/** Grounds for monograms: dark enough for white letters in both themes. */
const HUES = [232, 200, 165, 130, 75, 35, 355, 300]

/** Colours that were chosen, by id: who has one has it wherever the monogram stands. */
export const ChosenColours = createContext<ReadonlyMap<string, number>>(new Map())

/** A monogram made from a name; its colour comes from the id, so that two people of one name differ. */
export function Avatar(props: {
  readonly name: string
  readonly seed: string
  /** One of eight colours, chosen by a person; else made from the seed. */
  readonly colour?: number | undefined
  readonly shape?: 'person' | 'group'
  readonly size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl'
}) {
  const chosen = useContext(ChosenColours).get(props.seed)
  const hue = HUES[props.colour ?? chosen ?? bucketOf(props.seed, HUES.length)] ?? 232
  const size = {
    xs: 'size-5 text-[0.5rem]',
    sm: 'size-6 text-[0.625rem]',
    md: 'size-8 text-xs',
    lg: 'size-10 text-sm',
    xl: 'size-16 text-xl',
  }[props.size ?? 'md']
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid shrink-0 select-none place-items-center overflow-clip whitespace-nowrap font-semibold text-white tracking-normal forced-colors:border',
        size,
        props.shape === 'group' ? 'rounded-[28%]' : 'rounded-full',
      )}
      style={{ backgroundColor: `oklch(0.5 0.085 ${hue})` }}
    >
      {initialsOf(props.name)}
    </span>
  )
}
