import { createStore } from 'zustand/vanilla'

/** What the screen that is shown calls itself, for the bar of a narrow window. */
export const screenTitle = createStore<{ readonly text: string }>(() => ({ text: '' }))
