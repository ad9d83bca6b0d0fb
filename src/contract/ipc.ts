import { z } from 'zod'
import { accountMethods } from './account-methods.ts'
import {
  bundleView,
  groupCard,
  groupView,
  intakeCard,
  intakeSource,
  requestReview,
  requestRow,
  requestView,
} from './approval-views.ts'
import { auditMethods } from './audit-methods.ts'
import { backupMethods } from './backup-methods.ts'
import { coinMethods } from './coin-methods.ts'
import { collectibleMethods } from './collectible-methods.ts'
import { contactMethods } from './contact-methods.ts'
import { account, consenting, type Method, method, nothing, owner, passphrase } from './method.ts'
import {
  accountView,
  activityDetail,
  activityFilter,
  activityRow,
  appState,
  assetView,
  balanceView,
  connectionView,
  depositAddress,
  draftView,
  feeOption,
  holderId,
  homeView,
  incomingDeposit,
  partyView,
  passphraseVerdict,
  payee,
  payeeView,
  paymentId,
  paymentReview,
  paymentView,
  preferences,
  receiveNetwork,
  sendForm,
} from './views.ts'
import { webAppMethods } from './web-app-methods.ts'
import { amount, assetId, hash, hex, outputId, requestId, time, userId } from './wire.ts'

const words = z.array(z.string().max(32)).length(24)

export const METHODS = {
  // The application and its session
  'app.state': method(nothing, appState),
  'app.setPreferences': method(preferences.partial(), preferences),
  'app.connection': method(z.object(account), connectionView),
  'app.retry': method(z.object(account), nothing),
  'session.unlock': method(z.object({ passphrase: passphrase.nullable() }), nothing),
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
  'vault.judgePassphrase': method(z.object({ passphrase }), passphraseVerdict),
  'vault.setPassphrase': consenting('keys', z.object({ current: passphrase.nullable(), next: passphrase }), nothing),

  // Accounts, keys and registration
  'accounts.createLocal': method(z.object({ name: z.string().trim().min(1).max(64) }), accountView),
  'accounts.importKeystore': method(z.object({ keystore: z.string().max(20_000) }), accountView),
  'accounts.recoverLocal': method(z.object({ phrase: z.string().max(400) }), accountView),
  'accounts.rename': method(z.object({ ...account, name: z.string().trim().min(1).max(64) }), accountView),
  'accounts.remove': consenting('keys', z.object({ ...account, passphrase: passphrase.nullable() }), nothing),
  'keys.create': method(z.object(account), z.object({ words })),
  /** Positions (0 to 23) that the quiz asks for; chosen by the wallet. */
  'keys.quiz': method(z.object(account), z.object({ positions: z.array(z.number().int().min(0).max(23)) })),
  'keys.answerQuiz': method(z.object({ ...account, words: z.array(z.string().max(32)).min(1).max(24) }), accountView),
  'keys.restore': method(z.object({ ...account, phrase: z.string().max(400) }), accountView),
  /** Takes in a spend key in whatever spelling. Throws `input.spend_key`, `vault.key_mismatch`. */
  'keys.bring': method(z.object({ ...account, key: z.string().max(2_000) }), accountView),
  /** Goes on without a key: the account is looked at, nothing can be signed, and a key can be brought later. */
  'keys.look': method(z.object(account), accountView),
  /** The key as 64 characters, with eight more by which a mistake in writing it down is noticed. */
  'keys.revealKey': consenting(
    'keys',
    z.object({ ...account, passphrase }),
    z.object({ key: z.string(), check: z.string() }),
  ),
  'keys.reveal': consenting('keys', z.object({ ...account, passphrase }), z.object({ words })),
  'registration.explain': method(
    z.object(account),
    z.object({ userId, publicKey: z.string(), signedText: z.string(), registered: z.boolean() }),
  ),
  'registration.submit': method(z.object(account), accountView),

  // Balances
  'home.read': method(z.object(owner), homeView),
  'balances.read': method(z.object({ ...owner, assetId }), balanceView),
  'assets.list': method(z.object(account), z.array(assetView)),

  // Receiving
  'receive.networks': method(z.object(owner), z.array(receiveNetwork)),
  /** Without `create` an address is only shown if it exists already; creating one may cost money on the real service. */
  'receive.address': method(z.object({ ...owner, chainId: assetId, create: z.boolean() }), depositAddress.nullable()),
  'receive.incoming': method(z.object(owner), z.array(incomingDeposit)),
  'receive.link': method(
    z.object({ ...owner, assetId: assetId.nullable(), amount: amount.nullable(), memo: z.string().max(255) }),
    z.object({ link: z.string(), address: z.string() }),
  ),
  'local.deposit': method(z.object({ ...owner, chainId: assetId, assetId, amount }), incomingDeposit),
  'local.confirm': method(z.object({ blocks: z.number().int().min(1).max(1000) }), nothing),

  // Paying
  'payees.resolve': method(z.object({ ...owner, text: z.string().max(8000), assetId: assetId.nullable() }), payeeView),
  'payees.suggest': method(
    z.object({ ...owner, text: z.string().max(200), assetId: assetId.nullable().optional() }),
    z.array(z.object({ payee, party: partyView, times: z.number() })),
  ),
  'payments.fees': method(
    z.object({ ...owner, assetId, destination: z.string().min(1).max(512), tag: z.string().max(512) }),
    z.array(feeOption),
  ),
  'payments.max': method(
    z.object({
      ...owner,
      assetId,
      feeAssetId: assetId.nullable(),
      destination: z.string().max(512),
      coins: z.array(outputId).nullable(),
    }),
    /** `inOne` is the most that fits into one transaction of 256 inputs, after a fee in the same asset. */
    z.object({ available: amount, inOne: amount, coins: z.number() }),
  ),
  'payments.prepare': method(
    z.object({
      ...owner,
      assetId,
      rows: z.array(z.object({ payee, amount })).min(1).max(255),
      memoHex: hex,
      /** Whether a memo beyond 255 bytes may be stored as an object, which costs XIN; it is refused otherwise. */
      storeMemo: z.boolean().optional(),
      feeAssetId: assetId.nullable(),
      coins: z.array(outputId).min(1).max(256).nullable(),
      references: z.array(hash).max(16),
      /** The trace id of a link; the wallet makes one otherwise. */
      requestId: requestId.nullable(),
      /** The signed payment, ended as impossible, that this is another try of: the two are tied so that only one can be paid. */
      again: paymentId.nullable().optional(),
      draftId: z.string().max(64).nullable(),
      label: z.string().max(200),
      returnTo: z.string().max(2000).nullable(),
    }),
    paymentReview,
  ),
  /** A payment to oneself over a coin of an undecided one: the ledger takes one of the two only. */
  'payments.prepareVoid': method(z.object({ ...account, paymentId }), paymentReview),
  /** Sends what was signed long ago, or before this computer missed something. */
  'payments.sendNow': consenting(
    'money',
    z.object({ ...account, paymentId, passphrase: passphrase.nullable() }),
    paymentView,
  ),
  /** Change that was not proved yet, and how much of each asset its owner accepts at a time. */
  'payments.changeAtRisk': method(
    z.object(owner),
    z.object({
      payments: z.array(paymentId),
      sums: z.array(z.object({ asset: assetView, amount })),
      bounds: z.array(z.object({ asset: assetView, amount })),
    }),
  ),
  'payments.setChangeBound': consenting(
    'money',
    z.object({ ...account, assetId, amount: amount.nullable(), passphrase: passphrase.nullable() }),
    nothing,
  ),
  'payments.review': method(z.object({ ...account, paymentId }), paymentReview),
  'payments.approve': consenting(
    'money',
    z.object({
      ...account,
      paymentId,
      digest: hash,
      passphrase: passphrase.nullable(),
      /** Ids of the checks with result `attention` that the person ticked. */
      accepted: z.array(z.string().max(64)).max(50),
    }),
    paymentView,
  ),
  'payments.cancel': method(z.object({ ...account, paymentId }), paymentView),
  'payments.read': method(z.object({ ...account, paymentId }), paymentView),
  /**
   * Opens where the link of a payment leads back to, once that was sent: asked about and opened in the person's own browser
   * where the host can, else by the window that asked, in a tab. Throws `wallet.no_return`.
   */
  'payments.openReturn': method(
    z.object({ ...account, paymentId }),
    z.object({ url: z.string(), opens: z.enum(['browser', 'tab']) }),
  ),
  /** Sending goes on although change did not come back: the person has read what happened. */
  'payments.unfreeze': consenting('money', z.object({ ...account, passphrase: passphrase.nullable() }), nothing),
  'payments.open': method(z.object(owner), z.array(paymentView)),
  'drafts.list': method(z.object(owner), z.array(draftView)),
  'drafts.save': method(z.object({ ...owner, draftId: z.string().max(64).nullable(), form: sendForm }), draftView),
  'drafts.remove': method(z.object({ ...owner, draftId: z.string().max(64) }), nothing),

  // Activity
  'activity.list': method(
    z.object({
      ...owner,
      filter: activityFilter,
      cursor: z.string().max(200).nullable(),
      limit: z.number().int().min(1).max(200),
    }),
    z.object({ rows: z.array(activityRow), cursor: z.string().nullable() }),
  ),
  'activity.read': method(z.object({ ...owner, id: z.string().max(100) }), activityDetail),
  'labels.set': method(
    z.object({ ...account, id: z.string().max(100), label: z.string().max(200), note: z.string().max(4000) }),
    nothing,
  ),

  // Groups
  'groups.list': method(z.object(account), z.array(groupView)),
  /** The account itself is always a member; naming it or not makes no difference. */
  'groups.create': method(
    z.object({
      ...account,
      name: z.string().trim().min(1).max(64),
      members: z.array(userId).min(1).max(64),
      threshold: z.number().int().min(1).max(64),
    }),
    groupView,
  ),
  'groups.update': method(
    z.object({
      account: userId,
      holder: holderId,
      name: z.string().trim().min(1).max(64),
      colour: z.number().int().min(0).max(7),
    }),
    groupView,
  ),
  /** Forgets the group here; money and requests stay as they are, and adding it again brings them back. */
  'groups.remove': method(z.object({ account: userId, holder: holderId }), nothing),
  'groups.card': method(
    z.object({ account: userId, holder: holderId }),
    z.object({ card: groupCard, link: z.string(), fileName: z.string(), text: z.string() }),
  ),

  // Requests for signatures
  'approvals.list': method(z.object({ ...account, holder: holderId.nullable() }), z.array(requestRow)),
  /** Fetches a request by its id or hash and keeps it. */
  'approvals.open': method(z.object({ ...account, id: z.string().min(32).max(64) }), requestView),
  'approvals.review': method(z.object({ ...account, requestId }), requestReview),
  'approvals.sign': consenting(
    'money',
    z.object({
      ...account,
      requestId,
      digest: hash,
      passphrase: passphrase.nullable(),
      accepted: z.array(z.string().max(100)).max(50),
    }),
    requestView,
  ),
  'approvals.unlock': consenting(
    'money',
    z.object({ ...account, requestId, passphrase: passphrase.nullable() }),
    requestView,
  ),
  /** Label, note and date of one's own; nobody else sees them. */
  'approvals.note': method(
    z.object({
      ...{ ...account, requestId, reviewBy: time.nullable() },
      ...{ label: z.string().max(200), note: z.string().max(4000) },
    }),
    requestView,
  ),
  /** A new form like a request that can never complete. */
  'approvals.again': method(z.object({ ...account, requestId }), z.object({ holder: holderId, form: sendForm })),
  /**
   * Prepares the fee of a final withdrawal of a group: an ordinary payment of this account that refers to it. Asked again, it
   * answers the same payment while that is not signed. Throws `wallet.no_fee_due`, `wallet.fee_unknown`, and as preparing does.
   */
  'approvals.payFee': method(z.object({ ...account, requestId }), paymentReview),
  'approvals.link': method(z.object({ ...account, requestId }), z.object({ link: z.string() })),
  'approvals.bundle': method(z.object({ ...account, requestId, note: z.string().max(2000) }), bundleView),
  /** Signs a reviewed request into its bundle without asking the service, which may be out of reach. */
  'approvals.signOffline': consenting(
    'money',
    z.object({
      ...account,
      requestId,
      digest: hash,
      passphrase: passphrase.nullable(),
      accepted: z.array(z.string().max(100)).max(50),
    }),
    requestView,
  ),

  ...auditMethods,
  ...backupMethods,
  ...contactMethods,
  ...collectibleMethods,
  ...coinMethods,
  ...accountMethods,
  ...webAppMethods,

  // Codes, links and pictures
  'intake.read': method(z.object({ ...account, text: z.string().max(1_000_000), source: intakeSource }), intakeCard),
} as const satisfies Record<string, Method>

export type { Consent, Method } from './method.ts'
export type Methods = typeof METHODS
export type MethodName = keyof Methods
/** The methods that do nothing before the person has agreed. */
export type ConsentName = {
  [Name in MethodName]: Methods[Name] extends { readonly consent: string } ? Name : never
}[MethodName]

/** What the wallet implements: decoded values in, domain values out. */
export type Calls = {
  readonly [Name in MethodName]: (input: z.output<Methods[Name]['input']>) => Promise<z.output<Methods[Name]['answer']>>
}

/** What the window sends and gets: JSON-safe values, amounts and times as text. */
export type WireInput<Name extends MethodName> = z.input<Methods[Name]['input']>
export type WireAnswer<Name extends MethodName> = z.input<Methods[Name]['answer']>

export const TOPIC_NAMES = [
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
export type Events = typeof EVENTS
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
  IntakeCard,
  IntakeSource,
  RequestReview,
  RequestRow,
  RequestView,
} from './approval-views.ts'
export type { FailedAudit } from './audit-methods.ts'
export type { BackupContents, BackupState, DamageView, FoundBackup } from './backup-methods.ts'
export type {
  CoinState,
  CoinSummary,
  CoinView,
  ConsolidationView,
  LabelImport,
  StoredObject,
} from './coin-views.ts'
export type {
  CollectibleDetail,
  CollectibleView,
  CollectionItemView,
  CollectionView,
  ContentView,
  GalleryView,
  InscriptionPreview,
} from './collectible-views.ts'
export { type ActReview, type WindowAsk, type WireActReview, windowAsk } from './consent-views.ts'
export type {
  ContactAddressView,
  ContactView,
  ImportPreview,
  SharedBotsView,
  UserCard,
} from './contact-views.ts'
export type AccountView = z.output<typeof accountView>
export type ActivityFilter = z.output<typeof activityFilter>
export type ActivityRow = z.output<typeof activityRow>
export type ActivityDetail = z.output<typeof activityDetail>
export type AppState = z.output<typeof appState>
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
export type Preferences = z.output<typeof preferences>
export type ReceiveNetwork = z.output<typeof receiveNetwork>
export type SendForm = z.output<typeof sendForm>
