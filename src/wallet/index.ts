export type { WalletDeps } from './deps.ts'
export { createWallet, type Wallet } from './wallet.ts'
export type { WebAppPage } from './web-apps.ts'
