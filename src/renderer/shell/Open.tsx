import { FigureLook } from '../components/figures.tsx'
import { Words } from '../components/Words.tsx'
import { useConnectionStaleness } from '../state/connection.ts'
import type { Account, AppState } from '../state/types.ts'
import { WalletProvider } from '../state/wallet.tsx'
import { Shell } from './Shell.tsx'

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
