import { firstQuestions } from '#contract/topics'
import { queries } from './query.ts'
import type { AppState } from './types.ts'

const entry = () => queries.store.getState().entries[queries.keyOf('app.state', null)]

/** The wallet's state as it was heard last; undefined where it was not. */
export const knownState = (): AppState | undefined => entry()?.value as AppState | undefined // what is kept under the key of that question

/** The wallet's state as soon as there is one; null where it cannot be had. */
export function firstState(): Promise<AppState | null> {
  const isTold = (): boolean => knownState() !== undefined || (entry()?.error ?? null) !== null
  if (isTold()) return Promise.resolve(knownState() ?? null)
  return new Promise((resolve) => {
    const stop = queries.store.subscribe(() => {
      if (!isTold()) return
      stop()
      resolve(knownState() ?? null)
    })
  })
}

/** Asks what the first screen will ask as soon as it is known which screen that is, while the program of the screen is still read. */
export async function askFirst(): Promise<void> {
  const state = await firstState()
  if (state === null) return
  for (const { name, input } of firstQuestions(state)) queries.fetch(name, input)
}
