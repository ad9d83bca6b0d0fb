import { useEffect } from 'react'
import type { Preferences } from './types.ts'

/** Puts the chosen theme on the document; `system` leaves the choice to the window's colour scheme. */
export function useTheme(theme: Preferences['theme'] | undefined): void {
  useEffect(() => {
    // The host may have put it there already.
    if (theme === undefined) return
    const root = document.documentElement
    if (theme === 'light' || theme === 'dark') root.dataset['theme'] = theme
    else delete root.dataset['theme']
  }, [theme])
}
