import { useEffect, useState } from 'react'
import { useSettled } from '../../lib/hooks.ts'
import { call } from '../../state/bridge.ts'
import type { Owner, Suggestion } from '../../state/types.ts'

export interface Offered {
  readonly offers: readonly Suggestion[]
  /** They are not those of the text yet. */
  readonly isOld: boolean
}

/** Longer text is an address or a link, which nobody is named by. */
export const OFFERED_FOR = 40

export const suggest = (owner: Owner, text: string, assetId: string | null): Promise<readonly Suggestion[]> =>
  call('payees.suggest', { ...owner, text, assetId }).catch(() => [])

/** Whom a text may name, among those one knows or paid; without a text those paid most. */
export function useSuggestions(owner: Owner, text: string, assetId: string | null, wanted: boolean): Offered {
  const [found, setFound] = useState<{ readonly text: string; readonly offers: readonly Suggestion[] } | null>(null)
  const asked = useSettled(text.trim(), 120)
  const ask = wanted && asked.length <= OFFERED_FOR
  useEffect(() => {
    if (!ask) return
    let current = true
    void suggest(owner, asked, assetId).then(
      (offers) => current && setFound({ text: asked, offers: offers.slice(0, 8) }),
    )
    return () => {
      current = false
    }
  }, [ask, asked, assetId, owner])
  // Another text stands there by now: what is shown belongs to the one before, and nobody may be taken from it.
  const isOld = wanted && (ask ? found?.text : asked) !== text.trim()
  return { offers: ask && found !== null ? found.offers : [], isOld }
}
