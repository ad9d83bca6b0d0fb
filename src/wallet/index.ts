export { examineByKeystore, sessionOf } from './doctor/by-keystore.ts'
export type { WalletDeps, WebAppPage } from './shared/deps.ts'
export { checkStatement } from './statements/check.ts'
export { createWallet, type Wallet } from './wallet.ts'
