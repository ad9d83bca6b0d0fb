export { createSystemKeychain, type Keychain } from './keychain.ts'
export { permissionBearer } from './permission.ts'
export type { Signer } from './signer.ts'
export {
  type Credentials,
  openVault,
  PASSPHRASE_MIN,
  type PermissionFacts,
  type Vault,
  type VaultAccounts,
  type VaultDeps,
  type VaultStatus,
} from './vault.ts'
