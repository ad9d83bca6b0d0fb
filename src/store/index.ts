export { type AccountStore, openAccountStore, type ResyncReason } from './account.ts'
export type { Balance } from './cache/balances.ts'
export type { Cache } from './cache/cache.ts'
export type { Coin, Coins } from './cache/coins.ts'
export { type Doubt, differingFacts, type FactName, type Facts, factsOf } from './cache/facts.ts'
export type { SnapshotFilter, SnapshotPage } from './cache/history.ts'
export type { OutputChanges } from './cache/output-books.ts'
export { memoText } from './cache/search.ts'
export type { SetAside } from './cache/set-aside.ts'
export type { SnapshotChanges } from './cache/snapshots.ts'
export type { Json } from './exact-json.ts'
export type { ContactAddress } from './intents/contact-addresses.ts'
export type { Finished } from './intents/finished.ts'
export type { Intents } from './intents/intents.ts'
export type { KeyOrigin } from './intents/keys.ts'
export type { Label } from './intents/labels.ts'
export type { Pause, PauseReason } from './intents/pauses.ts'
export type {
  Conflict,
  HeldAsset,
  Hold,
  OutputKeys,
  OutputRole,
  Payment,
  PaymentDraft,
  PaymentEvent,
  PaymentInput,
  PaymentKind,
  PaymentOutput,
  PaymentState,
  PaymentSummary,
  PaymentTransaction,
  PlannedOutput,
  Problem,
  Proof,
  Purpose,
  Reservation,
  TransactionDraft,
  TransactionPlan,
} from './intents/payment.ts'
export { isLive, isOut, isUnsigned, problem as storedProblem } from './intents/payment.ts'
export type { ContactPin, DepositPin } from './intents/pins.ts'
export type { Audit, AuditResult, Draft, Freeze, Group } from './intents/records.ts'
export type { CosignRequest, RequestState } from './intents/requests.ts'
export type { Notice } from './notices.ts'
export { type Account, type AccountKind, openProfileStore, type ProfileStore } from './profile.ts'
export type { Merged } from './rebuild.ts'
export { checkSnapshot, type SnapshotFacts } from './snapshot.ts'
export { needStored, readStored, storedAmount, storedObject, storedTime } from './stored.ts'
export { makeFolder, namesIn, readWhole, removeWhole, stage, staged, unstage, writeWhole } from './whole-files.ts'
