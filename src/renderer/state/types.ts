import type { ErrorCode, ErrorDetails } from '#contract/errors'
import type { MethodName, WireAnswer, WireInput, WireWindowAsk } from '#contract/ipc'

/* Short names for what arrives over the bridge: amounts are decimal text, times RFC 3339 text. */

type Answer<Name extends MethodName> = WireAnswer<Name>

export type AppState = Answer<'app.state'>
export type PassphraseVerdict = Answer<'vault.judgePassphrase'>
export type Account = AppState['accounts'][number]
export type ImportResult = Answer<'accounts.importAll'>['results'][number]
export type Registration = Answer<'registration.explain'>
export type Permission = NonNullable<Answer<'accounts.permission'>>
export type LegacyOutput = Answer<'legacy.outputs'>['outputs'][number]
export type Coin = Answer<'coins.list'>['rows'][number]
export type CollectionItem = Answer<'collectibles.items'>['items'][number]
export type SubUserRow = Answer<'subusers.activity'>['rows'][number]
export type WebApp = Answer<'webapps.read'>
export type WebSite = Answer<'webapps.sites'>[number]
export type Updates = Answer<'updates.read'>
export type Preferences = AppState['preferences']
export type Connection = Answer<'app.connection'>
/** An error as it arrives: a code of the table, its details, at most a line of the service's own text. */
export interface Report {
  readonly code: ErrorCode
  readonly details: ErrorDetails
  readonly serviceText?: string | undefined
}
export type Asset = Answer<'assets.list'>[number]
export type Home = Answer<'home.read'>
export type Value = Answer<'value.read'>
export type Quote = Answer<'value.quote'>
export type Statement = Answer<'statements.draw'>
export type Balance = Home['balances'][number]
export type Hold = Home['holds'][number]
export type Attention = Home['attention'][number]
export type ReceiveNetwork = Answer<'receive.networks'>[number]
export type DepositAddress = NonNullable<Answer<'receive.address'>>
export type IncomingDeposit = Answer<'receive.incoming'>[number]
export type MissedDeposit = Answer<'receive.missed'>[number]
/** What was asked for under a link of its own. */
export type Ask = Answer<'receive.asks'>[number]
export type PayeeView = Answer<'payees.resolve'>
export type Payee = NonNullable<PayeeView['payee']>
export type Party = PayeeView['party']
export type Suggestion = Answer<'payees.suggest'>[number]
export type User = Extract<Party, { kind: 'user' }>['user']
export type FeeOption = Answer<'payments.fees'>[number]
export type Review = Answer<'payments.prepare'>
/** What the window of its own asks about: a payment, or something else. */
export type AskedInWindow = WireWindowAsk
export type MoneyPassphrase = AppState['moneyPassphrase']
export type Check = Review['checks'][number]
export type Proof = Review['payees'][number]['proof']
export type Payment = Answer<'payments.read'>
export type MoneyState = Payment['money']
/** Change that did not come back as it should. */
export type FailedAudit = Answer<'payments.frozen'>[number]
/** A payment that a phone was asked to make. */
export type AskedPayment = Answer<'asked.list'>[number]
type Draft = Answer<'drafts.list'>[number]
export type SendForm = Draft['form']
export type ActivityFilter = WireInput<'activity.list'>['filter']
export type ActivityRow = Answer<'activity.list'>['rows'][number]
export type ActivityDetail = Answer<'activity.read'>
export type Group = Answer<'groups.list'>[number]
/** A request for signatures. */
export type RequestRow = Answer<'approvals.list'>['requests'][number]
export type SignatureRequest = Answer<'approvals.open'>
export type RequestReview = Answer<'approvals.review'>
export type CheckRow = RequestReview['rows'][number]
export type Bundle = Answer<'approvals.bundle'>
export type ScanCard = Answer<'scan.read'>
export type ScanSource = WireInput<'scan.read'>['source']
export type Contact = Answer<'contacts.list'>['contacts'][number]
export type UserCard = Answer<'contacts.card'>
export type Between = Answer<'contacts.between'>
export type SavedAddress = Answer<'contacts.addresses'>[number]
export type ImportPreview = Answer<'contacts.previewImport'>
/** An account, and whose outputs: null for the account itself. */
export interface Owner {
  readonly account: string
  readonly holder: string | null
}
export type Policy = Answer<'policies.read'>
export type PolicyRules = NonNullable<Policy['rules']>
export type Run = Answer<'runs.read'>
export type RunRow = Run['rows'][number]
/** A plan in the list of them, and one of its times. */
export type PlanRow = Answer<'schedule.list'>[number]
export type Plan = Answer<'schedule.read'>
export type PlanTime = Plan['history'][number]
export type OpenTime = Answer<'schedule.open'>[number]
export type When = WireInput<'schedule.dates'>['when']
