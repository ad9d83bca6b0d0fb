import type { ReactNode, Ref } from 'react'
import { heard } from '../../../lib/heard.tsx'

/** Two fields of one matter beside each other. */
export const PAIR = 'grid items-start gap-x-4 gap-y-3 min-[47.5rem]:grid-cols-2'

/** The rules about one matter, under its name. */
export function Part(props: {
  readonly title: string
  readonly children: ReactNode
  readonly ref?: Ref<HTMLFieldSetElement>
}) {
  return (
    <fieldset ref={props.ref} className="grid min-w-0 gap-3">
      <legend className="mb-2 text-h2">{heard(props.title)}</legend>
      {props.children}
    </fieldset>
  )
}
