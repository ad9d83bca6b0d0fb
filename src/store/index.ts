export { type AccountStore, openAccountStore } from './account.ts'
export type { Coin } from './cache/coins.ts'
export type { DepartureEnd } from './cache/departures.ts'
export type { MissedDeposit } from './cache/deposits.ts'
export { type Doubt, differingFacts, type FactName, type Facts, factsOf } from './cache/facts.ts'
export type { SnapshotFilter } from './cache/history-wanted.ts'
export { memoText } from './cache/search.ts'
export type { SetAside } from './cache/set-aside.ts'
export type { SpendEnd } from './cache/spenders.ts'
export { receiverOf, type TransactionFacts } from './cache/transaction-facts.ts'
export type { Json } from './exact-json.ts'
export { privateFolder, putInPlace } from './files.ts'
export type { ContactAddress } from './intents/contact-addresses.ts'
export type { Finished } from './intents/finished.ts'
export type { Intents } from './intents/intents.ts'
export { calledFirst, frozenBeside, frozenWithout } from './intents/item-names.ts'
export { COUNTED, LEARNED, readLearned } from './intents/learned.ts'
export type { PauseReason } from './intents/pauses.ts'
export type {
  Conflict,
  Hold,
  OutputKeys,
  Payment,
  PaymentDraft,
  PaymentInput,
  PaymentOutput,
  PaymentState,
  PaymentSummary,
  PaymentTransaction,
  Proof,
  Purpose,
  TransactionPlan,
} from './intents/payment.ts'
export { isLive, isOut, isUnsigned, problem as storedProblem } from './intents/payment.ts'
export type { DepositPin } from './intents/pins.ts'
export type { Plan, PlanTime } from './intents/plans.ts'
export type { Audit, Draft, Freeze, Group } from './intents/records.ts'
export type { CosignRequest, RequestState } from './intents/requests.ts'
export type { Notice } from './notices.ts'
export { type Account, openProfileStore, type ProfileStore } from './profile.ts'
export { checkSnapshot } from './snapshot.ts'
export { needStored, readStored, storedAmount, storedObject, storedTime } from './stored.ts'
export {
  makeFolder,
  makeFolderWithin,
  namesIn,
  pathIn,
  readWhole,
  removeWhole,
  stage,
  staged,
  unstage,
  writeWhole,
} from './whole-files.ts'
