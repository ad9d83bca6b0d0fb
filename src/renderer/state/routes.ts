import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { ActivityFilter } from './types.ts'

/*
 * Where the window is. Routes live in memory and in the history's state, never in the address, so that neither an
 * address bar nor a history file learns what a person looked at.
 */

export type Route =
  | { readonly name: 'home' }
  | {
      readonly name: 'send'
      readonly draftId?: string
      readonly assetId?: string
      /** A payment to fill the form from. */
      readonly repeat?: string
      /** That payment was given up to be written anew, so that it is no earlier one to its person. */
      readonly anew?: true
      /** The form that another screen has filled; the number tells one filling from the next. */
      readonly filled?: number
    }
  | { readonly name: 'asset'; readonly assetId: string }
  | { readonly name: 'drafts' }
  /** Many payments from one list: one run of them, or all runs. */
  | { readonly name: 'runs'; readonly runId?: string }
  /** Payments that come at their times: one plan of them, or all. */
  | { readonly name: 'scheduled'; readonly planId?: string }
  | { readonly name: 'payment'; readonly paymentId: string }
  /** A payment that a phone was asked to make. */
  | { readonly name: 'asked'; readonly requestId: string }
  | { readonly name: 'receive'; readonly tab?: 'chain' | 'inside' | 'incoming'; readonly assetId?: string }
  | {
      readonly name: 'activity'
      readonly assetId?: string
      readonly row?: string
      /** Narrows it to what passed with somebody. */
      readonly person?: { readonly userId: string; readonly name: string }
    }
  /** A statement of what a filter lets through. */
  | { readonly name: 'statement'; readonly filter: ActivityFilter }
  | { readonly name: 'approvals'; readonly tab?: 'needs_you' | 'waiting' | 'done' }
  | { readonly name: 'request'; readonly requestId: string }
  | {
      readonly name: 'new-group'
      /** The group whose members it begins with. */
      readonly from?: string
    }
  /** All money of a group to another one. */
  | { readonly name: 'move-group'; readonly from: string; readonly to: string }
  | { readonly name: 'group'; readonly holder: string }
  | { readonly name: 'contacts'; readonly tab?: 'people' | 'addresses' | 'blocked' }
  | { readonly name: 'contact'; readonly userId: string }
  | { readonly name: 'coins'; readonly assetId?: string }
  /** What is counted beside what the service lists and the ledger holds. */
  | { readonly name: 'compare' }
  /** Whether the service is what this version takes it to be. */
  | { readonly name: 'doctor' }
  | { readonly name: 'collectibles'; readonly hidden?: boolean }
  | { readonly name: 'collectible'; readonly inscription: string }
  | { readonly name: 'collection'; readonly collection: string }
  | { readonly name: 'inscribe'; readonly collection: string }
  | { readonly name: 'new-collection' }
  | {
      readonly name: 'settings'
      readonly section?: SettingsSection
      /** The setting that was looked for, by its name. */
      readonly at?: string
    }
  | { readonly name: 'legacy-outputs' }
  | {
      readonly name: 'add-account'
      /** One that is here, and is to be given its key. */
      readonly account?: string
      /** Goes straight to where a backup file is restored. */
      readonly from?: 'backup'
    }

export type SettingsSection =
  | 'security'
  | 'backup'
  | 'appearance'
  | 'network'
  | 'rules'
  | 'accounts'
  | 'web-apps'
  | 'stopped'
  | 'about'
export type RouteName = Route['name']

interface Place {
  readonly route: Route
  /** Grows with every step, so that going to the same place again is still a step. */
  readonly step: number
}

const HOME: Route = { name: 'home' }

/** What the history remembers of a window that was loaded anew. It is this program's own writing. */
function kept(): Place {
  const state = typeof history === 'undefined' ? null : (history.state as Place | null)
  return typeof state?.route?.name === 'string' ? { route: state.route, step: state.step } : { route: HOME, step: 0 }
}

export const routes = createStore<Place>(kept)

/** Whose screens they are. */
export interface Whose {
  readonly account: string
  readonly holder: string | null
}

/** Notes in the window's history whose screen this is, for when the page is loaded anew. */
export function noteWhose(whose: Whose): void {
  if (typeof history !== 'undefined') history.replaceState({ ...routes.getState(), whose }, '')
}

/** What the window's history says of that; null in a window that was not anywhere yet. */
export function notedWhose(): Whose | null {
  const state = typeof history === 'undefined' ? null : (history.state as (Place & { whose?: Whose }) | null)
  return state?.whose ?? null
}

export function go(route: Route, how: 'push' | 'replace' = 'push'): void {
  const step = routes.getState().step + (how === 'push' ? 1 : 0)
  if (typeof history !== 'undefined') {
    if (how === 'push') history.pushState({ route, step }, '')
    else history.replaceState({ route, step }, '')
  }
  routes.setState({ route, step })
}

export function goBack(): void {
  if (routes.getState().step > 0 && typeof history !== 'undefined') history.back()
  else go(HOME, 'replace')
}

/** Follows the back and forward buttons of the window or the mouse. Returns the way to stop. */
export function followHistory(target: Window): () => void {
  const listen = (event: PopStateEvent) => {
    const place = event.state as Place | null
    routes.setState(place === null ? { route: HOME, step: 0 } : { route: place.route, step: place.step })
  }
  target.addEventListener('popstate', listen)
  return () => target.removeEventListener('popstate', listen)
}

/** Marks where the window is; what it gives back says later whether it is still there. */
export function markPlace(): () => boolean {
  const marked = routes.getState()
  return () => {
    const { route, step } = routes.getState()
    return step === marked.step && JSON.stringify(route) === JSON.stringify(marked.route)
  }
}

export function useRoute(): Route {
  return useStore(routes, (state) => state.route)
}
