import { z } from 'zod'
import { amount, assetId, requestId, shownOf, time, userId, uuid } from '../wire.ts'
import { accountMethods, type importResult, keyMethods, type registrationView } from './accounts.ts'
import { type activityDetail, type activityFilter, activityMethods, type activityRow } from './activity.ts'
import {
  accountView,
  appState,
  browserName,
  connectionView,
  moneyPassphrase,
  passphraseVerdict,
  preferences,
} from './app.ts'
import { approvalMethods } from './approvals.ts'
import { auditMethods } from './audit.ts'
import { backupMethods } from './backup.ts'
import { balanceView, homeView } from './balances.ts'
import { coinMethods } from './coins.ts'
import { collectibleMethods } from './collectibles.ts'
import { contactMethods } from './contacts.ts'
import { doctorMethods } from './doctor.ts'
import { lineMethods } from './line.ts'
import { linkMethods } from './links.ts'
import { account, consenting, type Method, method, nothing, owner, passphrase } from './method.ts'
import { networkMethods } from './networks.ts'
import { nodeMethods } from './nodes.ts'
import type { AskedStanding, payee, payeeView } from './payees.ts'
import { type feeOption, paymentMethods, type paymentReview, type paymentView } from './payments.ts'
import { type askedPaymentView, type phoneAppView, phoneMethods, type phoneWatchView } from './phone.ts'
import { policyMethods, type policyView, type rules } from './policies.ts'
import { askView, depositAddress, incomingDeposit, missedDeposit, receiveNetwork } from './receive.ts'
import { runMethods } from './runs.ts'
import { scanMethods } from './scan.ts'
import { scheduleMethods } from './schedule.ts'
import type { draftView, sendForm } from './send-form.ts'
import { assetView, type partyView } from './shared.ts'
import { statementMethods } from './statements.ts'
import { troubleMethods } from './trouble.ts'
import { updateMethods } from './updates.ts'
import { valueMethods } from './value.ts'
import { webAppMethods } from './web-apps.ts'

export const METHODS = {
  // The application and its session
  'app.state': method(nothing, appState),
  'app.setPreferences': method(preferences.partial().strict(), preferences),
  'app.setMoneyPassphrase': consenting(
    'money',
    z.strictObject({ rule: moneyPassphrase, passphrase: passphrase.nullable() }),
    nothing,
  ),
  'app.connection': method(z.strictObject(account), connectionView),
  'app.retry': method(z.strictObject(account), nothing),
  /** What ran where, and the log, as text for whoever makes Coffer. Names nobody, and is sent nowhere; also while locked. */
  'app.report': method(z.strictObject({ browser: browserName }), z.object({ text: z.string() })),
  /** What the window has for paper as a file that the person names; false where they would not. Only where the host can. */
  'app.savePdf': method(z.strictObject({ fileName: shownOf(1, 120) }), z.object({ saved: z.boolean() })),
  'session.unlock': method(z.strictObject({ passphrase: passphrase.nullable() }), nothing),
  'session.lock': method(nothing, nothing),
  /** Sent on input by the person, at most every few seconds; keeps the idle lock away. */
  'session.touch': method(nothing, nothing),
  /**
   * Sets a damaged vault aside and begins an empty one, into which keys are brought anew. It asks nobody: what would know the
   * passphrase is what is damaged. Nothing can be taken by it either: it is refused unless the vault opens for nobody, every file
   * and every entry of the keychain stays, and what is brought in afterwards passes the gate as ever.
   */
  'vault.beginAnew': method(nothing, nothing),
  /** The rule by which `vault.setPassphrase` takes or refuses one; nothing is kept. */
  'vault.judgePassphrase': method(z.strictObject({ passphrase }), passphraseVerdict),
  'vault.setPassphrase': consenting(
    'keys',
    z.strictObject({ current: passphrase.nullable(), next: passphrase }),
    nothing,
  ),

  // Accounts, keys and registration
  'accounts.createLocal': method(z.strictObject({ name: z.string().trim().min(1).max(64) }), accountView),
  'accounts.importKeystore': method(z.strictObject({ keystore: z.string().max(200_000) }), accountView),
  /** Refused where the words bring back no account of this network; nothing is kept of them. */
  'accounts.askPhrase': method(z.strictObject({ phrase: z.string().max(400) }), nothing),
  'accounts.recoverLocal': method(z.strictObject({ phrase: z.string().max(400) }), accountView),
  'accounts.rename': method(z.strictObject({ ...account, name: z.string().trim().min(1).max(64) }), accountView),
  'accounts.remove': consenting('keys', z.strictObject({ ...account, passphrase: passphrase.nullable() }), nothing),

  // Balances
  /** `together`: with the account's groups; only where no holder is named. */
  'home.read': method(
    z.strictObject({
      ...owner,
      /** With its groups, and with the other accounts of this person; only where no holder is named. */
      ...{ together: z.boolean().optional(), everyone: z.boolean().optional() },
    }),
    homeView,
  ),
  'balances.read': method(z.strictObject({ ...owner, assetId }), balanceView),
  'assets.list': method(z.strictObject(account), z.array(assetView)),

  // Receiving
  'receive.networks': method(z.strictObject(owner), z.array(receiveNetwork)),
  /** Without `create` an address is only shown if it exists already; creating one may cost money on the real service. */
  'receive.address': method(
    z.strictObject({ ...owner, chainId: assetId, create: z.boolean() }),
    depositAddress.nullable(),
  ),
  'receive.incoming': method(z.strictObject(owner), z.array(incomingDeposit)),
  'receive.missed': method(z.strictObject(owner), z.array(missedDeposit)),
  /** Its owner does not look for it any more. */
  'receive.endMissed': method(z.strictObject({ ...owner, depositId: uuid }), nothing),
  'receive.link': method(
    z.strictObject({ ...owner, assetId: assetId.nullable(), amount: amount.nullable(), memo: z.string().max(255) }),
    z.object({ link: z.string(), address: z.string() }),
  ),
  /** Writes down what is asked for and answers with a link of its own, under which a payer pays once. */
  'receive.ask': method(
    z.strictObject({ ...owner, assetId, amount, memo: z.string().max(255), reviewBy: time.nullable() }),
    askView,
  ),
  /** What is still looked after, newest first. */
  'receive.asks': method(z.strictObject(owner), z.array(askView)),
  'receive.reviewAsk': method(z.strictObject({ ...account, askId: requestId, reviewBy: time.nullable() }), nothing),
  /** Nobody waits for it here any more. Whoever has the link can still pay. */
  'receive.endAsk': method(z.strictObject({ ...account, askId: requestId }), nothing),
  'local.deposit': method(z.strictObject({ ...owner, chainId: assetId, assetId, amount }), incomingDeposit),
  'local.confirm': method(z.strictObject({ blocks: z.number().int().min(1).max(1000) }), nothing),

  ...paymentMethods,
  ...activityMethods,
  ...approvalMethods,
  ...auditMethods,
  ...backupMethods,
  ...contactMethods,
  ...doctorMethods,
  ...lineMethods,
  ...linkMethods,
  ...networkMethods,
  ...nodeMethods,
  ...collectibleMethods,
  ...coinMethods,
  ...accountMethods,
  ...keyMethods,
  ...phoneMethods,
  ...policyMethods,
  ...runMethods,
  ...scanMethods,
  ...scheduleMethods,
  ...statementMethods,
  ...updateMethods,
  ...troubleMethods,
  ...valueMethods,
  ...webAppMethods,
} as const satisfies Record<string, Method>

export type { Consent, Method } from './method.ts'

type Methods = typeof METHODS
export type MethodName = keyof Methods

const ROWS: Readonly<Record<MethodName, Method>> = METHODS

/** A row for code that takes any of them: to a compiler the table's own type is a union of them all, which costs it dear. */
export const methodOf = (name: MethodName): Method => ROWS[name]

/** The methods that do nothing before the person has agreed. */
export type ConsentName = {
  [Name in MethodName]: Methods[Name] extends { readonly consent: string } ? Name : never
}[MethodName]

/** Decoded values and domain values, as the wallet has them. */
export type Input<Name extends MethodName> = z.output<Methods[Name]['input']>
export type Answer<Name extends MethodName> = z.output<Methods[Name]['answer']>

/** The methods that a host answers by itself. */
export type UpdateCalls = Pick<Calls, Extract<MethodName, `updates.${string}`>>
export type NetworkCalls = Pick<Calls, Extract<MethodName, `networks.${string}`>>
export type WalletCalls = Omit<Calls, keyof UpdateCalls | keyof NetworkCalls>

/** Everything behind the table: decoded values in, domain values out. */
export type Calls = { readonly [Name in MethodName]: (input: Input<Name>) => Promise<Answer<Name>> }

/** What the window sends and gets: JSON-safe values, amounts and times as text. */
export type WireInput<Name extends MethodName> = z.input<Methods[Name]['input']>
export type WireAnswer<Name extends MethodName> = z.input<Methods[Name]['answer']>

const TOPIC_NAMES = [
  'app',
  'connection',
  'accounts',
  'balances',
  'activity',
  'deposits',
  'payments',
  'contacts',
  'assets',
  'drafts',
  'labels',
  'groups',
  'approvals',
  'webapps',
  'bots',
  'collectibles',
  'backup',
  'phone',
  'schedule',
  'updates',
] as const

const topic = z.enum(TOPIC_NAMES)

/** What the wallet announces by itself. */
export const EVENTS = {
  /** Some answers may be different now; queries that depend on these topics are asked again. */
  'data.changed': z.object({ account: userId.nullable(), topics: z.array(topic) }),
  /** Locked or unlocked: the window drops what it holds and starts anew. */
  'session.changed': z.object({ locked: z.boolean() }),
} as const satisfies Record<string, z.ZodType>

export type Topic = z.output<typeof topic>
type Events = typeof EVENTS
export type EventName = keyof Events
export type EventPayload<Name extends EventName> = z.output<Events[Name]>
export type WireEvent<Name extends EventName> = z.input<Events[Name]>

/** The whole surface between a window and its host, whichever carries it. */
export interface Bridge {
  invoke(name: string, input: unknown): Promise<unknown>
  subscribe(name: string, listener: (payload: unknown) => void): () => void
}

export type {
  BundleView,
  CheckRow,
  GroupCard,
  GroupView,
  RequestReview,
  RequestRow,
  RequestView,
} from './approvals.ts'
export type { FailedAudit } from './audit.ts'
export { BACKUP_RHYTHMS, type BackupContents, type BackupState, type DamageView, type FoundBackup } from './backup.ts'
export type {
  CoinState,
  CoinSummary,
  CoinView,
  Comparison,
  ConsolidationView,
  LabelImport,
  StoredObject,
} from './coins.ts'
export type {
  CollectibleDetail,
  CollectibleView,
  CollectionItemView,
  CollectionView,
  ContentView,
  GalleryView,
  InscriptionPreview,
} from './collectibles.ts'
export {
  type ActReview,
  type WindowAnswer,
  type WindowAsk,
  type WireActReview,
  type WireWindowAsk,
  windowAnswer,
  windowAsk,
} from './consent.ts'
export type {
  Between,
  ContactAddressView,
  ContactView,
  ImportPreview,
  SharedBotsView,
  UserCard,
} from './contacts.ts'
export type { ScanCard, ScanSource } from './scan.ts'
export type { AskedStanding }
export type ImportResult = z.output<typeof importResult>
export type RegistrationView = z.output<typeof registrationView>
export type AccountView = z.output<typeof accountView>
export type ActivityFilter = z.output<typeof activityFilter>
export type ActivityRow = z.output<typeof activityRow>
export type ActivityDetail = z.output<typeof activityDetail>
export type AskView = z.output<typeof askView>
export type AppState = z.output<typeof appState>
export type AskedPaymentView = z.output<typeof askedPaymentView>
export type AssetView = z.output<typeof assetView>
export type BalanceView = z.output<typeof balanceView>
export type ConnectionView = z.output<typeof connectionView>
export type DepositAddress = z.output<typeof depositAddress>
export type DraftView = z.output<typeof draftView>
export type FeeOption = z.output<typeof feeOption>
export type HomeView = z.output<typeof homeView>
export type IncomingDeposit = z.output<typeof incomingDeposit>
export type PassphraseVerdict = z.output<typeof passphraseVerdict>
export type PartyView = z.output<typeof partyView>
export type Payee = z.output<typeof payee>
export type PayeeView = z.output<typeof payeeView>
export type PaymentReview = z.output<typeof paymentReview>
export type PaymentView = z.output<typeof paymentView>
export type PhoneAppView = z.output<typeof phoneAppView>
export type PhoneWatchView = z.output<typeof phoneWatchView>
export type Preferences = z.output<typeof preferences>
export type MoneyPassphrase = z.output<typeof moneyPassphrase>
export type ReceiveNetwork = z.output<typeof receiveNetwork>
export type SendForm = z.output<typeof sendForm>
export type PolicyRules = z.output<typeof rules>
export type ListedPayee = Extract<PolicyRules['payees'], { kind: 'listed' }>['payees'][number]
export type PolicyView = z.output<typeof policyView>
export { moneyPassphrase, preferences } from './app.ts'
export type { DoctorReport, Finding, Verdict } from './doctor.ts'
export type { Authority, LineView, OutgoingProxy } from './line.ts'
export { networkFile } from './networks.ts'
export { NODES_MOST, type NodesView, type NodeWord, nodesFrom, type Opinion } from './nodes.ts'
export { CHANGE_HOURS, LOST_RULES, storedRules } from './policies.ts'
export { sendForm } from './send-form.ts'
export type { StatementFormat, StatementRow, StatementView } from './statements.ts'
export type { LogLine } from './trouble.ts'
export { UPDATE_CHOICES, type UpdatesView } from './updates.ts'
export type { ValueMove, ValueRange, ValueView } from './value.ts'
