export type { WalletDeps, WebAppPage } from './shared/deps.ts'
export { createWallet, type Wallet } from './wallet.ts'
