import { useEffect, useState } from 'react'
import { useSettled } from '../../lib/hooks.ts'
import { call } from '../../state/bridge.ts'
import type { Owner, Suggestion } from '../../state/types.ts'

/** Whom a text may name, among those one knows or paid; without a text those paid most. */
export function useSuggestions(
  owner: Owner,
  text: string,
  assetId: string | null,
  wanted: boolean,
): readonly Suggestion[] {
  const [found, setFound] = useState<{ readonly text: string; readonly offers: readonly Suggestion[] } | null>(null)
  const asked = useSettled(text.trim(), 120)
  // Long text is an address or a link, which nobody is named by.
  const ask = wanted && asked.length <= 40
  useEffect(() => {
    if (!ask) return
    let current = true
    call('payees.suggest', { ...owner, text: asked, assetId }).then(
      (offers) => current && setFound({ text: asked, offers: offers.slice(0, 8) }),
      () => current && setFound(null),
    )
    return () => {
      current = false
    }
  }, [ask, asked, assetId, owner])
  return ask && found !== null ? found.offers : []
}
