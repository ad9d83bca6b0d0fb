import { createStore } from 'zustand/vanilla'
import type { LinkState } from './socket.ts'

/** Whether the window can reach its wallet. In Electron it always can. */
export const link = createStore<{ readonly state: LinkState; readonly retry: () => void }>(() => ({
  state: 'connecting',
  retry: () => undefined,
}))

/** A payment link that the system handed to Coffer. It waits here until the person looks at it; it never acts by itself. */
export const opened = createStore<{ readonly text: string | null }>(() => ({ text: null }))

const LINK_MAX = 2_953

export function keepOpenedLink(payload: unknown): void {
  if (typeof payload !== 'object' || payload === null || !('text' in payload)) return
  if (typeof payload.text === 'string' && payload.text.length <= LINK_MAX) opened.setState({ text: payload.text })
}
