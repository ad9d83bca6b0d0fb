import { useCallback, useEffect, useState } from 'react'
import { said } from '#words'
import { shorten } from '../../lib/digits.ts'
import { type Swapped, swappedAmong, unfollow, werePasted } from '../../state/pasted.ts'
import type { Check, SendForm } from '../../state/types.ts'

/** What came since may be a secret of theirs after all. */
const ENDS: Readonly<Record<Swapped['when'], number>> = { pasted: 8, since: 4 }
const ID = 'clipboard:'

/** Both as far as they differ: whoever makes a false address makes its ends alike. */
function toldApart({ when, meant, found }: Swapped): { readonly meant: string; readonly found: string } {
  const [one = '', other = ''] = [meant, found].map((text) => shorten(text, ENDS[when], ENDS[when]))
  return one === other ? { meant, found } : { meant: one, found: other }
}

const checkOf = (swapped: Swapped): Check => ({
  id: `${ID}${swapped.when}:${swapped.found}`,
  result: 'attention',
  text: said('send.pasted-otherwise', { when: swapped.when, ...toldApart(swapped) }),
})

/** The wallet knows nothing of the clipboard: what was ticked of it stays in the window. */
export const isOfClipboard = (id: string): boolean => id.startsWith(ID)

/** What the clipboard says against what was pasted into the form of a payment; looked at as its review opens, and again when that is asked for. */
export function usePastedChecks(form: SendForm | undefined) {
  const [checks, setChecks] = useState<readonly Check[]>([])
  const look = useCallback(async (): Promise<readonly Check[]> => {
    const texts = form === undefined ? [] : [...form.rows.map(({ to }) => to.trim()), form.tag.trim()]
    if (!werePasted(texts)) return []
    const found = (await swappedAmong(texts)).map(checkOf)
    setChecks(found)
    return found
  }, [form])
  useEffect(() => void look(), [look])
  return { checks, look, unfollow }
}
