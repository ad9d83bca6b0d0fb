export {
  decodeMainnetAddress,
  decodeMixAddress,
  encodeMainnetAddress,
  encodeMixAddress,
  MIX_MEMBERS_MAX,
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
  sumOf,
  toAmount,
} from './amount.ts'
export { type Curve, nobleCurve, type VerifyEd25519 } from './arithmetic.ts'
export { attestedMessage, statementMessage, statementSeed, verifyAttested, verifyStatement } from './attest.ts'
export { chainOfAddress, isForeignAddress } from './chain-address.ts'
export {
  ASSET_CAPACITIES,
  FEE_USER_ID,
  OTHER_CAPACITY,
  STORAGE_ADDRESS,
  STORAGE_RECIPIENT,
  XIN_ASSET_ID,
  XIN_KERNEL_ASSET_ID,
} from './constant.ts'
export type { Credential, SessionCredential } from './credential/forms.ts'
export { lookOf } from './credential/look.ts'
export { readCredentials } from './credential/read.ts'
export { curve, installCurve } from './curve.ts'
export { depositEntryDigest, depositUniqueKey, signDepositEntry, verifyDepositEntry } from './deposit.ts'
export { CofferError } from './error.ts'
export { isExternalScheme, resolveExternalAmount } from './external-link.ts'
export {
  deriveGhostKeys,
  deriveGhostPrivateKey,
  deriveGhostPublicKey,
  deriveViewedGhostKeys,
  type GhostKeys,
  privateKeyHint,
  spendKeyOfGhostKey,
  traceScalar,
  viewScalar,
} from './ghost.ts'
export { blake3Hash, installMd5, sha3Hash, sha256Hash, sha512Hash } from './hash.ts'
export {
  assetIdFromContract,
  conversationId,
  feeRequestId,
  ghostKeyHint,
  ghostKeyHints,
  groupConversationId,
  hashMembers,
  isUuid,
  kernelAssetId,
  outputId,
  uniqueObjectId,
} from './id.ts'
export {
  type DeployInscription,
  decodeInscription,
  encodeInscription,
  type InscribeInscription,
  type InscriptionContent,
  type InscriptionFault,
  type InscriptionOperation,
  inscriptionItemAmount,
  parseInscriptionContent,
} from './inscription.ts'
export { decodeInvoice, encodeInvoice, type Invoice, type InvoiceEntry, isStorageEntry } from './invoice.ts'
export {
  addScalars,
  checkKey,
  checkScalar,
  isKey,
  kernelKeysFromSeed,
  multiplyKey,
  publicKeyFromScalar,
  publicKeyFromSeed,
  publicKeyOfSpend,
  publicViewKey,
  readingsOfKey,
  scalarFromSeed,
  scalarFromUniform,
  whichKey,
} from './key.ts'
export { legacyKeystore, parseKeystore, type SessionKeystore } from './keystore.ts'
export { formatPaymentLink, type LinkDestination, type ParsedLink, parseLink } from './link.ts'
export { isMembers, type Members, readMembers } from './members.ts'
export { type Permission, parsePermission, scopesOf } from './permission.ts'
export {
  decryptPin,
  encryptPin,
  montgomeryKey,
  type PinContent,
  sharedPinKey,
  signTip,
  TIP,
  tipBody,
  tipPinUpdate,
  tipVerifyBody,
} from './pin.ts'
export { appRegistration, registrationBody, registrationRequest, verifyRegistration } from './registration.ts'
export type { SpendSecret } from './scalar.ts'
export { checkScript, decodeScript, encodeScript, THRESHOLD_MAX } from './script.ts'
export { selectOutputs } from './selection.ts'
export {
  mergeSignatures,
  proveInput,
  proveMember,
  type SignRequest,
  type SpentKeys,
  signTransaction,
  type TransactionSignatures,
  verifyTransaction,
} from './sign.ts'
export { signBySpend, signWithScalar, signWithSeed, verifySignature } from './signature.ts'
export { verifySpend } from './spend.ts'
export { BURN_SCRIPT, EXTRA_SIZE_FREE, storageCapacity, storagePrice } from './storage.ts'
export {
  type AccessTokenClaims,
  pkceChallenge,
  pkceVerifier,
  requestDigest,
  signAccessToken,
  signIntegrityToken,
  signToken,
  type TokenCheck,
  type TokenClaims,
  type TokenIssuer,
  verifyAccessToken,
  verifyIntegrityToken,
} from './token.ts'
export {
  type AggregatedSignature,
  type DepositData,
  EXTRA_SIZE_MAX,
  OUTPUT,
  REFERENCES_MAX,
  type SignatureMap,
  type Transaction,
  type TransactionInput,
  type TransactionKind,
  type TransactionOutput,
  transactionKind,
  ZERO_32,
} from './transaction.ts'
export { decodeTransaction, transactionHash } from './transaction-decode.ts'
export { encodePayload, encodeTransaction, extraRoom } from './transaction-encode.ts'
export {
  type Ledger,
  type LedgerAsset,
  type LedgerOutput,
  type ValidTransaction,
  validateTransaction,
} from './validate.ts'
export { shownText, type WireText } from './wire-text.ts'
