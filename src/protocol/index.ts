export {
  decodeMainnetAddress,
  decodeMixAddress,
  encodeMainnetAddress,
  encodeMixAddress,
  MIX_MEMBERS_MAX,
  type MixAddress,
  mainnetAddressFromSeed,
  mainnetAddressHash,
  mixAddressOf,
} from './address.ts'
export {
  type Amount,
  formatAmount,
  formatAmountShort,
  parseAmount,
  parseExactAmount,
  parsePositiveAmount,
  parseSignedAmount,
  toAmount,
} from './amount.ts'
export { attestedMessage, verifyAttested } from './attest.ts'
export type { Secret } from './bytes.ts'
export {
  ASSET_CAPACITIES,
  FEE_USER_ID,
  MAINNET_DEPOSIT_KEYS,
  OTHER_CAPACITY,
  STORAGE_ADDRESS,
  STORAGE_RECIPIENT,
  XIN_ASSET_ID,
  XIN_KERNEL_ASSET_ID,
} from './constant.ts'
export type {
  Credential,
  KeystoreForm,
  OAuthKeystore,
  RefusedCredential,
  SessionCredential,
} from './credential/forms.ts'
export { type CredentialLook, lookOf } from './credential/look.ts'
export { readCredentials } from './credential/read.ts'
export {
  depositEntryDigest,
  depositUniqueKey,
  type SignedDepositEntry,
  signDepositEntry,
  verifyDepositEntry,
} from './deposit.ts'
export { CofferError, type ErrorDetails, type ProtocolErrorCode } from './error.ts'
export { type ExternalLink, resolveExternalAmount } from './external-link.ts'
export {
  deriveGhostKeys,
  deriveGhostPrivateKey,
  deriveGhostPublicKey,
  deriveViewedGhostKeys,
  type GhostKeys,
  type KernelReceiver,
  privateKeyHint,
  spendKeyOfGhostKey,
  traceScalar,
  type ViewedReceiver,
  viewScalar,
} from './ghost.ts'
export { blake3Hash, sha3Hash, sha256Hash, sha512Hash } from './hash.ts'
export {
  assetIdFromContract,
  conversationId,
  feeRequestId,
  type GhostKeyHints,
  ghostKeyHint,
  ghostKeyHints,
  groupConversationId,
  hashMembers,
  isUuid,
  kernelAssetId,
  outputId,
  parseUuid,
  uniqueObjectId,
} from './id.ts'
export {
  type DeployInscription,
  decodeInscription,
  encodeInscription,
  type InscribeInscription,
  type InscriptionContent,
  type InscriptionOperation,
  type InscriptionTreasury,
  inscriptionItemAmount,
  parseInscriptionContent,
  type SequenceInscription,
} from './inscription.ts'
export {
  decodeInvoice,
  encodeInvoice,
  type Invoice,
  type InvoiceEntry,
  type InvoiceReference,
  isStorageEntry,
} from './invoice.ts'
export {
  addScalars,
  checkKey,
  checkScalar,
  isKey,
  type KernelKeys,
  type KeyReadings,
  kernelKeysFromSeed,
  multiplyKey,
  publicKeyFromScalar,
  publicKeyFromSeed,
  publicKeyOfSpend,
  publicViewKey,
  readingsOfKey,
  scalarFromSeed,
  scalarFromUniform,
  type ViewKeyPair,
  whichKey,
} from './key.ts'
export { type Keystore, legacyKeystore, parseKeystore, type SessionKeystore } from './keystore.ts'
export {
  formatPaymentLink,
  type LinkDestination,
  type ParsedLink,
  type PaymentLink,
  type PaymentLinkParts,
  type PaymentRequest,
  parseLink,
} from './link.ts'
export { type BearerToken, type Permission, type PermissionProblem, parsePermission, scopesOf } from './permission.ts'
export {
  decryptPin,
  encryptPin,
  montgomeryKey,
  type PinContent,
  type PinDecryption,
  type PinEncryption,
  sharedPinKey,
  signTip,
  TIP,
  tipBody,
  tipPinUpdate,
  tipVerifyBody,
} from './pin.ts'
export {
  appRegistration,
  type Registration,
  type RegistrationDialect,
  registrationBody,
  registrationRequest,
  verifyRegistration,
} from './registration.ts'
export type { SpendSecret } from './scalar.ts'
export { checkScript, decodeScript, encodeScript, THRESHOLD_MAX } from './script.ts'
export { type SelectableOutput, type Selection, selectOutputs } from './selection.ts'
export {
  type InputSignatures,
  mergeSignatures,
  proveInput,
  proveMember,
  type SignedTransaction,
  type SignRequest,
  type SpentKeys,
  type SpentOutput,
  signTransaction,
  type TransactionSignatures,
  verifyTransaction,
} from './sign.ts'
export {
  signBySpend,
  signWithScalar,
  signWithSeed,
  type VerifyEd25519,
  type VerifyOptions,
  verifySignature,
} from './signature.ts'
export { type SpendOptions, type SpendVerdict, verifySpend } from './spend.ts'
export { EXTRA_SIZE_FREE, extraLimit, storageCapacity, storagePrice } from './storage.ts'
export {
  type AccessTokenClaims,
  type AccessTokenRequest,
  type IntegrityCheck,
  pkceChallenge,
  pkceVerifier,
  requestDigest,
  type SignedRequest,
  signAccessToken,
  signIntegrityToken,
  signToken,
  TOKEN_SKEW_SECONDS,
  type TokenCheck,
  type TokenClaims,
  type TokenIssuer,
  type TokenTimes,
  verifyAccessToken,
  verifyIntegrityToken,
} from './token.ts'
export {
  type AggregatedSignature,
  type DepositData,
  EXTRA_SIZE_MAX,
  INPUT_INDEX_MAX,
  type MintData,
  OUTPUT,
  REFERENCES_MAX,
  type SignatureMap,
  SLICE_MAX,
  type Transaction,
  type TransactionInput,
  type TransactionKind,
  type TransactionOutput,
  transactionKind,
  ZERO_32,
} from './transaction.ts'
export { decodeTransaction, transactionHash } from './transaction-decode.ts'
export { encodePayload, encodeTransaction } from './transaction-encode.ts'
export {
  type Ledger,
  type LedgerAsset,
  type LedgerOutput,
  type ValidTransaction,
  validateTransaction,
} from './validate.ts'
export { shownText, type WireText } from './wire-text.ts'
