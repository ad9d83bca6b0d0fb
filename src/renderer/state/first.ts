import { firstQuestions } from '#contract/topics'
import { queries } from './query.ts'
import type { AppState } from './types.ts'

/** The wallet's state as soon as there is one; null where it cannot be had. */
export function firstState(): Promise<AppState | null> {
  const key = queries.keyOf('app.state', null)
  return new Promise((resolve) => {
    const look = ({ entries }: ReturnType<typeof queries.store.getState>): boolean => {
      const entry = entries.get(key)
      if (entry === undefined || (entry.value === undefined && entry.error === null)) return false
      resolve((entry.value ?? null) as AppState | null) // what is kept under the key of that question
      return true
    }
    if (look(queries.store.getState())) return
    const stop = queries.store.subscribe((state) => {
      if (look(state)) stop()
    })
  })
}

/** Asks what the first screen will ask as soon as it is known which screen that is, while the program of the screen is still read. */
export async function askFirst(): Promise<void> {
  const state = await firstState()
  if (state === null) return
  for (const { name, input } of firstQuestions(state)) queries.fetch(name, input)
}
