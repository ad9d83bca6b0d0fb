import { useAction } from './query.ts'

/** A tab of this browser. It gets no way back to this window and nothing of the wallet. */
export function openTab(url: string): void {
  window.open(url, '_blank', 'noopener,noreferrer')
}

/** What the wallet opened nowhere itself is for a tab. */
function follow(page: { readonly url: string; readonly opens: string } | undefined): void {
  if (page?.opens === 'tab') openTab(page.url)
}

/** Opens a bot's page: in a window of the wallet where there is one, else in a tab of this browser. */
export function useOpenWebApp() {
  const open = useAction('webapps.open')
  return {
    pending: open.pending,
    error: open.error,
    async run(account: string, bot: string): Promise<void> {
      follow(await open.run({ account, bot }))
    },
  }
}

/** Opens where the link of a payment leads back to: in the person's own browser where the host can, else in a tab of this one. */
export function useOpenReturn() {
  const open = useAction('payments.openReturn')
  return {
    pending: open.pending,
    error: open.error,
    async run(account: string, paymentId: string): Promise<void> {
      follow(await open.run({ account, paymentId }))
    },
  }
}

/** Opens the link of a payment for a phone, which Messenger on this computer may answer to as well. */
export function useOpenAsked() {
  const open = useAction('asked.open')
  return {
    pending: open.pending,
    error: open.error,
    async run(account: string, requestId: string): Promise<void> {
      follow(await open.run({ account, requestId }))
    },
  }
}
