import { useAction } from './query.ts'

/**
 * Opens a bot's page: in a window of the wallet where there is one, else in a tab of this browser. The tab gets no way back
 * to this window and nothing of the wallet.
 */
export function useOpenWebApp() {
  const open = useAction('webapps.open')
  return {
    pending: open.pending,
    error: open.error,
    async run(account: string, bot: string): Promise<void> {
      const page = await open.run({ account, bot })
      if (page?.opens === 'tab') window.open(page.url, '_blank', 'noopener,noreferrer')
    },
  }
}
