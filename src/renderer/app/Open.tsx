import { FigureLook } from '../parts/figures.tsx'
import { useConnectionStaleness } from './connection.ts'
import { Shell } from './Shell.tsx'
import type { Account, AppState } from './types.ts'
import { Words } from './Words.tsx'
import { WalletProvider } from './wallet.tsx'

/** The wallet, unlocked and with an account that is ready. */
export function Open({ state, account }: { readonly state: AppState; readonly account: Account }) {
  const stale = useConnectionStaleness(account.account)
  return (
    <Words>
      <WalletProvider state={state} account={account}>
        <FigureLook hidden={state.preferences.hideAmounts} currency={state.preferences.currency} stale={stale}>
          <Shell />
        </FigureLook>
      </WalletProvider>
    </Words>
  )
}
