import { expect } from 'vitest'
import { DAY, type Nanos, type RequestId, type UserId } from '#contract/domain'
import { type Amount, kernelAssetId } from '#protocol'
import type { TrueLedger } from '../support/true-ledger.ts'
import { ALL_MOVEMENTS, approving, BTC, ETH, readable, USDT_ERC20, XIN } from '../support/wallet.ts'
import {
  attempt,
  coinsOf,
  type Desk,
  type Life,
  look,
  openPayments,
  openRequests,
  requestsIn,
  type SharedList,
  unlock,
} from './living.ts'
import { needSameStory } from './living-restored.ts'
import { needTrueStatements } from './living-statements.ts'

/* How a life ends, and what is so then beside what the wallets say. */

const CONFIRMATIONS = 12
const LIVE: readonly string[] = ['approved', 'signed', 'sent', 'accepted']

/** Of two members who pay a fee, and so to one key, one is too late, and what waits may be paid elsewhere since: its owner ends it. */
async function endTooLate(life: Life, { account, passphrase, wallet }: Desk, paymentId: RequestId): Promise<void> {
  const review = await attempt(life, () => wallet.calls['payments.prepareVoid']({ account, paymentId }))
  if (review === undefined) return
  await attempt(life, () => wallet.calls['payments.approve'](approving(account, review, passphrase)))
}

/** What waits for its owner's word gets it, and nothing goes on by itself. */
async function answerAll(life: Life, desk: Desk): Promise<void> {
  const { account, passphrase, wallet } = desk
  for (const { canVoid, paymentId, problem, voidedBy, waitsFor } of await openPayments(life, desk)) {
    if (waitsFor !== undefined) {
      await attempt(life, () => wallet.calls['payments.sendNow']({ account, paymentId, passphrase }))
      if (life.refused.at(-1) === 'wallet.already_sent') await endTooLate(life, desk, paymentId)
    } else if (problem?.code === 'remote.output_key' && canVoid === true && voidedBy === undefined)
      await endTooLate(life, desk, paymentId)
  }
  for (const holder of [null, life.holder]) {
    const plan = await wallet.calls['coins.plan']({ account, holder, assetId: BTC })
    const planId = plan?.planId
    if (planId != null) await attempt(life, () => wallet.calls['coins.stop']({ account, planId }))
  }
}

/** Or the next time of one would be prepared while nothing more is to happen. */
const plansOf = async ({ holder }: Life, { account, wallet }: Desk) => [
  ...(await wallet.calls['schedule.list']({ account, holder: null })),
  ...(await wallet.calls['schedule.list']({ account, holder })),
]

/** On lines that are good again: until nothing is on its way, and then everything that waits for somebody is given up. */
export async function settle(life: Life): Promise<void> {
  const { desks } = life
  const round = async (): Promise<void> => {
    await life.network.blocks(1)
    for (const desk of desks) await look(desk)
    for (const desk of desks) await answerAll(life, desk)
  }
  const waiting = async () => [
    ...(await Promise.all(desks.map((desk) => openPayments(life, desk))))
      .flat()
      .filter(({ state, cosigning }) => cosigning === null && LIVE.includes(state)),
    // What has its signatures is sent by whoever sees it first.
    ...(await Promise.all(desks.map((desk) => requestsIn('complete', desk)))).flat(),
  ]
  for (const desk of desks) {
    desk.line.faults.length = 0
    desk.clock.set(0)
    await desk.wallet.calls['session.touch'](null)
    await unlock(desk)
  }
  // Deposits of which nobody made the blocks are there before anything is counted.
  await life.network.blocks(CONFIRMATIONS)
  await desks[0]?.wallet.until(
    async () => {
      await round()
      return waiting()
    },
    (open) => open.length === 0,
  )
  for (const desk of desks.filter(({ phrase }) => phrase !== '')) {
    const { account, passphrase, wallet } = desk
    for (const { planId } of await plansOf(life, desk))
      await attempt(life, () => wallet.calls['schedule.set']({ account, planId, state: 'ended' }))
    for (const { requestId } of await openRequests(life, desk))
      await attempt(life, () => wallet.calls['approvals.unlock']({ account, requestId, passphrase }))
    for (const { paymentId } of await openPayments(life, desk))
      await attempt(life, () => wallet.calls['payments.cancel']({ account, paymentId }))
  }
  // Who only looks may have kept coins from being spent, too.
  for (const { account, wallet } of desks) {
    for (const holder of [null, life.holder]) {
      const { rows } = await wallet.calls['coins.list']({ account, holder, ...coinsOf(BTC) })
      const outputs = rows.flatMap(({ frozen, outputId }) => (frozen === null ? [] : outputId))
      if (outputs.length > 0) await wallet.calls['coins.unfreeze']({ account, holder, outputs })
    }
  }
  // Who looked first in the last round has not seen what those after him sent.
  for (const desk of desks) await look(desk)
}

const members = ({ desks }: Life): UserId[] => [...new Set(desks.map(({ account }) => account))]

/** What each wallet says of its money, and what is so. */
async function needTrueBalances(life: Life, ledger: TrueLedger): Promise<void> {
  const { desks, holder, token } = life
  const assets = [BTC, ETH, USDT_ERC20, XIN, token]
  for (const desk of desks) {
    const { account, name, wallet } = desk
    for (const [owner, ids, threshold] of [
      [null, [account], 1],
      [holder, members(life), 2],
    ] as const) {
      const truth = {
        sums: assets.map((asset) => ({ available: ledger.unspent(ids, asset, threshold), held: 0n })),
        items: ledger.items(ids, threshold).sort(),
      }
      const read = async () => {
        await life.network.blocks(1)
        await look(desk)
        const sums: { readonly available: Amount; readonly held: Amount }[] = []
        for (const assetId of assets) {
          const { available, held } = await wallet.calls['balances.read']({ account, holder: owner, assetId })
          sums.push({ available, held })
        }
        const all = await wallet.calls['collectibles.list']({ account, holder: owner, hidden: false })
        const own = all.items.filter((item) => item.state === 'held' && (owner !== null || item.group === null))
        return { sums, items: own.map(({ inscription }) => inscription).sort() }
      }
      const same = (left: unknown) => JSON.stringify(left, readable)
      const found = await wallet.until(read, (now) => same(now) === same(truth)).catch(read)
      expect(found, `${name} ${owner}`).toEqual(truth)
      expect(await wallet.calls['coins.doubted']({ account, holder: owner }), name).toEqual([])
    }
    expect(await wallet.calls['payments.frozen']({ account }), `${name} is told of a theft`).toEqual([])
  }
}

async function needTrueStates({ agreed, begun, desks, spent }: Life, ledger: TrueLedger): Promise<void> {
  for (const { account, name, wallet } of desks) {
    for (const paymentId of begun) {
      const payment = await wallet.calls['payments.read']({ account, paymentId }).catch(() => null)
      if (payment === null) continue
      const { state, hashes } = payment
      const happened = hashes.some((hash) => ledger.has(hash))
      expect(['final', 'failed', 'cancelled'], `${name} ${paymentId}`).toContain(state)
      // What was given up unsigned may have been paid under the same id on another computer, or on this one before older files were gone back to.
      const elsewhere = spent.some((each) => each.account === account && each.paymentId === paymentId)
      const isGivenUp = state === 'cancelled' && elsewhere
      if (!isGivenUp) expect(state === 'final', `${name} ${paymentId} is called ${state}`).toBe(happened)
      if (agreed.get(paymentId)?.name === name) expect(state, `${name} agreed to ${paymentId}`).not.toBe('cancelled')
    }
  }
}

const paidBy = (ledger: TrueLedger, ids: readonly UserId[], threshold: number): bigint[] =>
  ledger.sentBy(ids, threshold).flatMap(({ outputs }) => outputs.map(({ amount }) => amount))

function needPaidOnce(life: Life, ledger: TrueLedger, days: number): void {
  const shared = paidBy(ledger, members(life), 2)
  const own = new Map(members(life).map((each) => [each, paidBy(ledger, [each], 1)]))
  const need = (paid: readonly bigint[], amounts: readonly bigint[], most: number, what: string) => {
    for (const amount of amounts) {
      const count = paid.filter((each) => each === amount).length
      expect(count, `${what} of ${amount}`).toBeLessThanOrEqual(most)
    }
  }
  const paidFor = ({ holder, desks }: SharedList): readonly bigint[] =>
    holder === null ? desks.slice(0, 1).flatMap(({ account }) => own.get(account) ?? []) : shared
  for (const run of life.runs) need(paidFor(run), run.amounts, 1, 'a row')
  for (const plan of life.plans) need(paidFor(plan), plan.amounts, plan.repeats ? days + 1 : 1, 'a plan')
  for (const { amounts } of life.codes) need([...[...own.values()].flat(), ...shared], amounts, 1, 'a code')
}

/** Of a payment and what was tried after it only one can have happened. */
async function needOneTry({ again, desks }: Life, ledger: TrueLedger): Promise<void> {
  for (const { first, next } of again) {
    const happened = new Set<string>()
    for (const { account, wallet } of desks)
      for (const paymentId of [first, next]) {
        const payment = await wallet.calls['payments.read']({ account, paymentId }).catch(() => null)
        if (payment?.hashes.some((hash) => ledger.has(hash)) === true) happened.add(paymentId)
      }
    expect(happened.size, `${first} and again as ${next}`).toBeLessThan(2)
  }
}

/** What one computer agreed to under a limit, with all that it agreed to in the day before. */
async function needLimits({ desks, spent }: Life, ledger: TrueLedger): Promise<void> {
  const left = new Map<string, bigint>()
  for (const { account, desk, paymentId } of spent) {
    const wallet = desks.find(({ name }) => name === desk)?.wallet
    const payment = await wallet?.calls['payments.read']({ account, paymentId }).catch(() => null)
    const own = ledger.sentBy([account]).filter(({ hash }) => payment?.hashes.includes(hash))
    const out = own
      .flatMap(({ outputs, transaction }) => (transaction.asset === kernelAssetId(BTC) ? outputs : []))
      .filter(({ members: owners }) => owners?.join() !== account)
    left.set(
      paymentId,
      out.reduce((sum, { amount }) => sum + amount, 0n),
    )
  }
  for (const { at, desk, jumps, limit, paymentId } of spent) {
    // What left before there was a limit keeps nobody from what leaves nothing.
    if (limit === null || left.get(paymentId) === 0n) continue
    const day = new Map(
      spent
        .filter((each) => each.desk === desk && each.jumps === jumps && each.at <= at && each.at > at - DAY)
        .map((each) => [each.paymentId, each]),
    )
    const sum = [...day.keys()].reduce((so, id) => so + (left.get(id) ?? 0n), 0n)
    expect(sum <= limit, `${desk} spent ${sum} of ${limit}`).toBe(true)
  }
}

/** What somebody called things, people and addresses is what they are called. */
async function needNames({ desks }: Life): Promise<void> {
  for (const { account, called, name, wallet } of desks) {
    for (const [id, label] of called.rows) {
      const { row } = await wallet.calls['activity.read']({ account, holder: null, id })
      expect(row.label, `${name} ${id}`).toBe(label)
    }
    for (const [userId, given] of called.people) {
      const { note } = await wallet.calls['contacts.card']({ account, userId })
      expect(note, `${name} ${userId}`).toBe(given)
    }
    const addresses = await wallet.calls['contacts.addresses']({ account })
    const places = new Map(addresses.map((each) => [each.addressId, `${each.label} ${each.destination}`]))
    for (const [id, given] of called.places) expect(places.get(id), `${name} ${id}`).toBe(given)
  }
}

/** What the history of somebody's own tells of comes to what there is. */
async function needTrueHistory(life: Life, ledger: TrueLedger): Promise<void> {
  for (const desk of life.desks) {
    const { account, name, wallet } = desk
    const truth = ledger.unspent([account], BTC)
    const read = async () => {
      await look(desk)
      return sumOf(await historyOf(desk))
    }
    const found = await wallet.until(read, (sum) => sum === truth).catch(read)
    expect(found, `the history of ${name}`).toBe(truth)
  }
}

/** What went to oneself moved nothing. */
const sumOf = (rows: Awaited<ReturnType<typeof historyOf>>): bigint =>
  rows.reduce(
    (sum, { amount, direction, money }) => (money === 'final' && direction !== 'self' ? sum + amount : sum),
    0n,
  )

async function historyOf({ account, wallet }: Desk) {
  const asked = { account, holder: null, filter: { ...ALL_MOVEMENTS, assetId: BTC }, limit: 200 }
  let page = await wallet.calls['activity.list']({ ...asked, cursor: null })
  const found = [...page.rows]
  while (page.cursor !== null) {
    page = await wallet.calls['activity.list']({ ...asked, cursor: page.cursor })
    found.push(...page.rows)
  }
  return found
}

/** All that must be so once nothing is on its way. */
export async function needTruth(life: Life, ledger: TrueLedger, began: Nanos): Promise<void> {
  await needTrueBalances(life, ledger)
  await needTrueStates(life, ledger)
  await needTrueHistory(life, ledger)
  await needTrueStatements(life, ledger)
  expect(life.hasty).toEqual([])
  await needNames(life)
  const ahead = life.desks.map(({ clock }) => clock.state.furthest).reduce((most, each) => (each > most ? each : most))
  needPaidOnce(life, ledger, Number((life.time.clock.now() + ahead - began) / DAY) + (ahead > 0n ? 1 : 0))
  await needOneTry(life, ledger)
  await needLimits(life, ledger)
  await needSameStory(life)
}
