import type { HolderId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { ALL_MOVEMENTS, BTC } from '../support/wallet.ts'
import { coinsOf, type Desk, type Life } from './living.ts'

/* What somebody may have open: each screen is answered, or says why not, whatever is going on, and hears of all that its answer is made of. */

/** What it answers, or nothing where it says why not: it is locked, or the group is not known there any more. Nothing inside may break. */
async function open<Value>(asked: Promise<Value>): Promise<Value | undefined> {
  try {
    return await asked
  } catch (error) {
    if (codeOf(error) === 'internal') throw error
    return undefined
  }
}

/** What there is of the account alone, or of a group of it. */
async function lookAtMoney({ wallet: { calls }, account }: Desk, holder: HolderId | null): Promise<void> {
  const owner = { account, holder }
  const isAll = holder === null
  await open(calls['home.read']({ ...owner, together: isAll, everyone: isAll }))
  await open(calls['balances.read']({ ...owner, assetId: BTC }))
  await open(calls['receive.networks'](owner))
  await open(calls['receive.incoming'](owner))
  await open(calls['receive.asks'](owner))
  const payments = await open(calls['payments.open'](owner))
  for (const { paymentId } of payments ?? []) await open(calls['payments.read']({ account, paymentId }))
  await open(calls['payments.changeAtRisk'](owner))
  await open(calls['payments.frozen'](owner))
  await open(
    calls['payments.max']({ ...owner, ...{ assetId: BTC, feeAssetId: null }, ...{ destination: '', coins: null } }),
  )
  await open(calls['drafts.list'](owner))
  await open(calls['policies.read'](owner))
  const runs = await open(calls['runs.list'](owner))
  for (const { runId } of runs ?? []) await open(calls['runs.read']({ account, runId }))
  const plans = await open(calls['schedule.list'](owner))
  for (const { planId } of plans ?? []) await open(calls['schedule.read']({ account, planId }))
  const moved = await open(calls['activity.list']({ ...owner, filter: ALL_MOVEMENTS, cursor: null, limit: 20 }))
  for (const { id } of moved?.rows ?? []) await open(calls['activity.read']({ ...owner, id }))
  for (const state of [null, 'inscribed', 'held', 'frozen'] as const)
    await open(calls['coins.list']({ ...owner, ...coinsOf(BTC), assetId: null, state }))
  await open(calls['coins.spent']({ ...owner, assetId: null }))
  await open(calls['coins.summary'](owner))
  await open(calls['coins.doubted'](owner))
  await open(calls['coins.plan']({ ...owner, assetId: BTC }))
  const items = await open(calls['collectibles.list']({ ...owner, hidden: false }))
  for (const { inscription } of items?.items ?? []) await open(calls['collectibles.item']({ account, inscription }))
}

/** People, groups, and what waits for somebody. */
async function lookAtPeople({ holder, payees }: Life, { wallet: { calls }, account }: Desk): Promise<void> {
  const asked = await open(calls['approvals.list']({ account, holder: null }))
  for (const { requestId } of asked?.requests ?? []) await open(calls['approvals.review']({ account, requestId }))
  await open(calls['groups.list']({ account }))
  await open(calls['groups.card']({ account, holder }))
  await open(calls['contacts.list']({ account }))
  for (const userId of payees) await open(calls['contacts.between']({ account, userId }))
  await open(calls['contacts.addresses']({ account }))
  await open(calls['schedule.open']({ account }))
  await open(calls['labels.tags']({ account }))
  await open(calls['assets.list']({ account }))
  await open(calls['damage.list']({ account }))
  await open(calls['accounts.permission']({ account }))
  await open(calls['app.connection']({ account }))
  await open(calls['trouble.standing'](null))
  await open(calls['backup.read'](null))
}

export async function lookAround(life: Life, desk: Desk): Promise<void> {
  for (const holder of [null, life.holder]) await lookAtMoney(desk, holder)
  await lookAtPeople(life, desk)
}
