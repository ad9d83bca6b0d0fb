import { createStore } from 'zustand/vanilla'
import type { RouteName } from './routes.ts'

/** What the screen that is shown calls itself, for the bar of a narrow window, and below which entry it stands, where its route alone does not tell. */
export const screenTitle = createStore<{ readonly text: string; readonly entry: RouteName | null }>(() => ({
  text: '',
  entry: null,
}))
