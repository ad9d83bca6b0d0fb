import type { AssetId, Holder, UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import type { Input, Payee, PaymentReview } from '#contract/ipc'
import { encodeInscription, XIN_ASSET_ID } from '#protocol'
import { readyToPay } from '../payments/calls.ts'
import type { PaymentsDesk } from '../payments/desk.ts'
import { halfOf } from '../payments/inscribed.ts'
import type { Runtimes } from '../shared/calls.ts'
import { itemName } from '../shared/item-name.ts'
import { fetchMissingUsers } from '../shared/people.ts'
import type { Contents } from './content.ts'
import { countItems, type Draft, draftCollection, draftInscription, readValidation } from './drafting.ts'
import { collectionOf, factsOf, inscribedOf, isOccupied, tokenOf } from './facts.ts'
import { knownTo } from './known.ts'
import { unitOf } from './views.ts'

/* Everything that can be done with an item or a collection, each prepared as a payment. */

export interface Context {
  readonly runtimes: Runtimes<PaymentsDesk>
  readonly contents: Contents
}

export async function transfer(
  { runtimes }: Context,
  { account, holder, inscription, payee }: Input<'collectibles.transfer'>,
): Promise<PaymentReview> {
  const runtime = runtimes.ready(account)
  await readyToPay(runtime)
  if (payee.kind === 'chain') throw failure('input.payee', 'an item cannot leave for another chain')
  await fetchMissingUsers(runtime, peopleOf(payee))
  const owner = runtime.holder(holder)
  const inscribed = inscribedOf(runtime, owner, inscription)
  const { assetId, name } = await factsOf(runtime, inscribed)
  return runtime.paymentSteps.prepareAct({
    ...{ holder: owner, assetId, rows: [{ payee, amount: inscribed.held.amount }] },
    act: { kind: 'transfer', item: inscription, spends: inscribed.inscribedId, name },
  })
}

export async function release(
  { runtimes }: Context,
  { account, holder, inscription }: Input<'collectibles.release'>,
): Promise<PaymentReview> {
  const runtime = runtimes.ready(account)
  await readyToPay(runtime)
  const owner = runtime.holder(holder)
  const inscribed = inscribedOf(runtime, owner, inscription)
  const half = halfOf(inscribed)
  if (half === 0n) throw failure('wallet.collectible_gone', 'the smallest amount cannot be split')
  const { assetId, name } = await factsOf(runtime, inscribed)
  return runtime.paymentSteps.prepareAct({
    ...{ holder: owner, assetId, rows: [{ payee: ownPayee(owner, account), amount: half }] },
    act: { kind: 'release', item: inscription, spends: inscribed.inscribedId, name },
  })
}

export async function occupy(
  { runtimes }: Context,
  { account, holder, inscription }: Input<'collectibles.occupy'>,
): Promise<PaymentReview> {
  const runtime = runtimes.ready(account)
  await readyToPay(runtime)
  const owner = runtime.holder(holder)
  // Asked now: a moment later somebody may be quicker, but not a moment ago.
  const item = await knownTo(runtime).readItem(inscription)
  if (item === undefined || isOccupied(item)) {
    throw failure('wallet.collectible_gone', 'the item is occupied')
  }
  const collection = await collectionOf(runtime, item.collection_hash)
  const assetId = await tokenOf(runtime, collection.kernel_asset_id)
  return runtime.paymentSteps.prepareAct({
    ...{ holder: owner, assetId, rows: [{ payee: ownPayee(owner, account), amount: unitOf(collection) }] },
    memoHex: encodeInscription({ operation: 'occupy', sequence: item.sequence }),
    references: [inscription],
    act: { kind: 'occupy', item: inscription, name: itemName(inscription, item, collection) },
  })
}

export async function inscribe(context: Context, input: Input<'collectibles.inscribe'>): Promise<PaymentReview> {
  const runtime = context.runtimes.ready(input.account)
  await readyToPay(runtime)
  const draft = await inscriptionOf(context, input)
  const content = refuseUnready(draft)
  return runtime.paymentSteps.prepareAct({
    ...{ holder: runtime.self, assetId: XIN_ASSET_ID as AssetId, rows: [], content }, // a constant of the network
    references: [input.collection],
    act: { kind: 'inscribe', collection: input.collection, name: draft.name },
  })
}

export async function deploy(context: Context, input: Input<'collectibles.deploy'>): Promise<PaymentReview> {
  const runtime = context.runtimes.ready(input.account)
  await readyToPay(runtime)
  const draft = await deploymentOf(context, input)
  const content = refuseUnready(draft)
  return runtime.paymentSteps.prepareAct({
    ...{ holder: runtime.self, assetId: XIN_ASSET_ID as AssetId, rows: [], content }, // a constant of the network
    act: { kind: 'deploy', name: draft.name },
  })
}

export async function inscriptionOf(
  { runtimes, contents }: Context,
  input: Input<'collectibles.inscribe'>,
): Promise<Draft> {
  const runtime = runtimes.ready(input.account)
  const collection = await collectionOf(runtime, input.collection)
  await fetchMissingUsers(runtime, peopleOf(input.recipient))
  const inscribed = await countItems(collection, runtime)
  const validation = await readValidation(input.collection, contents)
  return draftInscription(input, { collection, inscribed, validation }, runtime)
}

export async function deploymentOf({ runtimes }: Context, input: Input<'collectibles.deploy'>): Promise<Draft> {
  const runtime = runtimes.ready(input.account)
  if (input.treasury !== null) await fetchMissingUsers(runtime, peopleOf(input.treasury.recipient))
  return draftCollection(input, runtime)
}

function refuseUnready({ preview, extra }: Draft): string {
  if (extra !== null) return extra
  const reason = preview.checks.find(({ result }) => result === 'stop')?.text ?? null
  throw failure('wallet.inscription_refused', 'a check forbids it', {
    details: { reason },
  })
}

const ownPayee = ({ members, threshold }: Holder, account: UserId): Payee =>
  members.length === 1 ? { kind: 'user', userId: account } : { kind: 'group', members: [...members], threshold }

const peopleOf = (payee: Payee): UserId[] =>
  payee.kind === 'user' ? [payee.userId] : payee.kind === 'group' ? payee.members : []
