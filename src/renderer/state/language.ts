import { useEffect } from 'react'
import { chooseLanguage, isLanguage, type Language, language, speak } from '#words'
import type { Preferences } from './types.ts'

/** Where this page remembers the choice, so that the next start speaks it before the wallet answers. */
const KEY = 'coffer.language'

const ofSystem = (): Language => chooseLanguage(navigator.languages)

function remembered(): Language {
  try {
    const kept = localStorage.getItem(KEY)
    return isLanguage(kept) ? kept : ofSystem()
  } catch {
    return ofSystem()
  }
}

/** Reads the words of this page's language. Nothing can be said before. */
export async function beginToSpeak(): Promise<void> {
  await speak(remembered(), 'page')
  document.documentElement.lang = language()
}

export function useLanguage(chosen: Preferences['language'] | undefined): void {
  useEffect(() => {
    if (chosen !== undefined) followLanguage(chosen)
  }, [chosen])
}

/** Follows the choice of the person: a page in another language is read anew, since its words are all over it. */
function followLanguage(chosen: Preferences['language']): void {
  const wanted = chosen === 'system' ? ofSystem() : chosen
  if (wanted === language()) return
  try {
    localStorage.setItem(KEY, wanted)
  } catch {
    return
  }
  if (remembered() === wanted) location.reload()
}
