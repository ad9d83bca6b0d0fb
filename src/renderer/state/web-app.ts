import type { WireInput } from '#contract/ipc'
import { useAction } from './query.ts'

/** A tab of this browser. It gets no way back to this window and nothing of the wallet. */
export function openTab(url: string): void {
  window.open(url, '_blank', 'noopener,noreferrer')
}

/** What the wallet opened nowhere itself is for a tab. */
function follow(page: { readonly url: string; readonly opens: string } | undefined): void {
  if (page?.opens === 'tab') openTab(page.url)
}

/** Does it, and follows where it leads. */
function useOpening<Name extends 'webapps.open' | 'payments.openReturn' | 'asked.open'>(name: Name) {
  const { run, pending, error } = useAction(name)
  return { pending, error, run: async (input: WireInput<Name>): Promise<void> => follow(await run(input)) }
}

/** Opens a bot's page: in a window of the wallet where there is one, else in a tab of this browser. */
export const useOpenWebApp = () => useOpening('webapps.open')

/** Opens where the link of a payment leads back to: in the person's own browser where the host can, else in a tab of this one. */
export const useOpenReturn = () => useOpening('payments.openReturn')

/** Opens the link of a payment for a phone, which Messenger on this computer may answer to as well. */
export const useOpenAsked = () => useOpening('asked.open')
