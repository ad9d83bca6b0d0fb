import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { speakWhole } from '#words'
import { whenPainted } from './idle.ts'
import { pageFrame } from './page-frame.ts'

/** A file of the page did not come, or what it begins with failed: the engine keeps that for as long as this page stands. */
export class NotRead extends Error {}

/** A component from a file of its own, which can be read before it is needed. */
export interface Part<Props> {
  (props: Props & { readonly waiting?: ReactNode }): ReactNode
  preload(): Promise<void>
}

/**
 * Like React.lazy with two differences: what was read before appears in the same frame, and nothing is held back after
 * a fallback was shown (React keeps content 300 ms away from its fallback, which is longer than reading it takes).
 */
export const part = <Props extends object>(read: () => Promise<ComponentType<Props>>): Part<Props> =>
  firstPart(async () => {
    // Where it is written what it says comes before it.
    await speakWhole()
    return await read()
  })

/** A part of the first screens, which say nothing but what was read before them (`build/first-words.ts`). */
export function firstPart<Props extends object>(read: () => Promise<ComponentType<Props>>): Part<Props> {
  let found: ComponentType<Props> | null = null
  let reading: Promise<void> | null = null

  function preload(): Promise<void> {
    reading ??= read().then(
      (component) => {
        found = component
      },
      (error: unknown) => {
        reading = null
        throw new NotRead('a part of the page was not read', { cause: error })
      },
    )
    return reading
  }

  function Reading(props: Props & { readonly waiting?: ReactNode }) {
    const [problem, setProblem] = useState<{ readonly error: unknown } | null>(null)
    const [, setRead] = useState(found !== null)
    // What the window's first screen is drawn without does not keep its first frame waiting.
    const [isOfFirst] = useState(() => pageFrame() !== null)
    useEffect(() => {
      if (found !== null) return
      let here = true
      const begin = () =>
        void preload().then(
          () => here && setRead(true),
          (error: unknown) => here && setProblem({ error }),
        )
      const callOff = isOfFirst ? whenPainted(begin) : begin()
      return () => {
        here = false
        callOff?.()
      }
    }, [isOfFirst])
    if (problem !== null) throw problem.error
    if (found === null) return props.waiting
    const Found = found
    return <Found {...props} />
  }

  return Object.assign(Reading, { preload })
}
