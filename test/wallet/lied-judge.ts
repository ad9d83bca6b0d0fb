import type { RequestId, UserId } from '#contract/domain'
import { formatAmount, kernelAssetId, outputId, parseAmount, toAmount } from '#protocol'
import type { TrueTransaction } from '../support/true-ledger.ts'
import { ALL_MOVEMENTS, BTC } from '../support/wallet.ts'
import type { PaymentView } from '../support/worded.ts'
import { attempt, type Life, look, type Person } from './lied-to.ts'
import { type Agreed, misdirected } from './witness.ts'

/* What must be so of a life, by the ledger and by what was agreed to; nothing of it by what the service says. */

/** The most that leaves Ben's own account in a day. */
export const DAY_LIMIT = parseAmount('2')
const ENDS: readonly string[] = ['final', 'failed', 'cancelled']
const ROUNDS = 8

const membersOf = ({ people }: Life): UserId[] => [...new Set(people.map(({ account }) => account))]

/** What reached the ledger was agreed to, by enough, and went where it was shown to go. */
export function judgeLedger(life: Life): string[] {
  const group = membersOf(life)
  return [...group.map((account) => [account]), group].flatMap((owner) => judgeOwner(life, owner))
}

function judgeOwner(life: Life, owner: readonly UserId[]): string[] {
  const threshold = owner.length === 1 ? 1 : 2
  const wrong: string[] = []
  const paid: bigint[] = []
  for (const sent of life.ledger.sentBy(owner, threshold)) {
    const found = life.witness.agreed.get(sent.hash)
    if (found === undefined || found.by.size < threshold) {
      wrong.push(`${sent.hash} was sent, and ${found?.by.size ?? 0} agreed`)
      continue
    }
    const { wrong: what, stolenChange } = misdirected(found, sent, owner, life.thief)
    wrong.push(...what.map((each) => `${sent.hash}: ${each}`))
    for (const index of stolenChange) life.stolen.add(`${owner[0]} ${sent.hash} ${index}`)
    if (sent.asset === kernelAssetId(BTC)) paid.push(...paidBy(found, sent))
  }
  // No two payments have the same amount.
  const twice = paid.filter((amount, at) => paid.indexOf(amount) !== at)
  wrong.push(...twice.map((amount) => `paid twice: ${formatAmount(toAmount(amount))}`))
  const left = paid.reduce((sum, amount) => sum + amount, 0n)
  if (owner.length === 1 && owner[0] === life.limited && left > DAY_LIMIT)
    wrong.push(`${formatAmount(toAmount(left))} left beyond the limit`)
  return wrong
}

const paidBy = ({ shown }: Agreed, { outputs }: TrueTransaction): bigint[] =>
  outputs.flatMap(({ amount }, at) => {
    const said = shown.outputs[at]
    const pays = said?.role === 'payment' || said?.role === 'withdrawal'
    return pays && (said.party.kind === 'user' || said.party.kind === 'chain') ? amount : []
  })

/** Once the service is honest again and everybody did what they could: what each wallet says is so. */
export async function judgeRest(life: Life): Promise<string[]> {
  for (let at = 0; ; at += 1) {
    const wrong: string[] = []
    for (const person of life.people)
      wrong.push(
        ...(await judgeMoney(life, person)),
        ...(await judgeStatements(life, person)),
        ...(await judgeLosses(life, person)),
        ...(await judgeEnds(life, person)),
        ...(await judgeRuns(life, person)),
      )
    if (wrong.length === 0 || at === ROUNDS) return wrong
    await life.witness.network.blocks(1)
    for (const person of life.people) await look(person)
  }
}

/** Of a list that two computers pay each row is called paid only where it is. */
async function judgeRuns(life: Life, { account, name, wallet }: Person): Promise<string[]> {
  const wrong: string[] = []
  for (const { holder, runId } of life.runs.filter((each) => each.account === account)) {
    const sent = holder === null ? life.ledger.sentBy([account]) : life.ledger.sentBy(membersOf(life), 2)
    const paid = sent.flatMap(({ outputs }) => outputs.map(({ amount }) => amount as bigint))
    const run = await attempt(() => wallet.calls['runs.read']({ account, runId }))
    for (const { amount, line, state } of run?.rows ?? []) {
      const isPaid = amount !== null && paid.includes(amount)
      if (state === 'paid' && !isPaid) wrong.push(`${name}: row ${line} is called ${state}`)
    }
  }
  return wrong
}

/** A coin that only a service of the past had can be spent by nothing, and nobody can prove that what spends it is dead: that stays undecided. */
const spendsWhatNeverWas = ({ problem }: Pick<PaymentView, 'problem'>): boolean =>
  problem?.code === 'remote.output_unknown'

async function judgeMoney(life: Life, { account, name, wallet }: Person): Promise<string[]> {
  const wrong: string[] = []
  for (const [holder, truth, items] of [
    [null, life.ledger.unspent([account], BTC), life.ledger.items([account])],
    [life.holder, life.ledger.unspent(membersOf(life), BTC, 2), life.ledger.items(membersOf(life), 2)],
  ] as const) {
    const whose = `${name} ${holder === null ? 'own' : 'group'}`
    const { available, held: bound } = await wallet.calls['balances.read']({ account, holder, assetId: BTC })
    const waits = (await wallet.calls['payments.open']({ account, holder })).some(spendsWhatNeverWas)
    if (available !== truth || (bound !== 0n && !waits))
      wrong.push(
        `${whose}: ${formatAmount(available)} available, ${formatAmount(bound)} held, ${formatAmount(toAmount(truth))} there`,
      )
    const all = await wallet.calls['collectibles.list']({ account, holder, hidden: false })
    const held = all.items.filter((item) => item.state === 'held' && (holder !== null || item.group === null))
    const [shown, there] = [held.map(({ inscription }) => inscription), items].map((each) => [...each].sort().join())
    if (shown !== there) wrong.push(`${whose}: collectibles ${shown}, there ${there}`)
    // What was said to be a coin, and is none, stays in doubt.
    for (const { differences, hash, index, outputId: id } of await wallet.calls['coins.doubted']({ account, holder }))
      if (life.ledger.has(hash) && outputId(hash, index) === id)
        wrong.push(`${whose}: a coin is in doubt for ${differences.map(({ fact }) => fact).join()}`)
  }
  return wrong
}

/** A statement that is said to come to the coins that are here does. */
async function judgeStatements(life: Life, { account, name, wallet }: Person): Promise<string[]> {
  const wrong: string[] = []
  for (const [holder, truth] of [
    [null, life.ledger.unspent([account], BTC)],
    [life.holder, life.ledger.unspent(membersOf(life), BTC, 2)],
  ] as const) {
    const asked = { account, holder, others: [], filter: { ...ALL_MOVEMENTS, assetId: BTC } }
    const { agrees, assets } = await wallet.calls['statements.draw'](asked)
    const closing = assets[0]?.closing ?? 0n
    if (agrees === true && closing !== truth)
      wrong.push(`${name} ${holder}: a statement ends with ${closing} of ${truth}`)
  }
  return wrong
}

/** Change that a thief has is told of, by the computer that paid. */
async function judgeLosses({ people, stolen }: Life, { account }: Person): Promise<string[]> {
  const same = people.filter((each) => each.account === account)
  // Older files do not know of all that was paid.
  if (same.some(({ older }) => older !== null)) return []
  const told = await Promise.all(same.map(({ wallet }) => wallet.calls['payments.frozen']({ account })))
  const known = told.flat().map(({ transactionHash, outputIndex }) => `${account} ${transactionHash} ${outputIndex}`)
  return [...stolen]
    .filter((each) => each.startsWith(account) && !known.includes(each))
    .map((each) => `nobody is told of stolen change ${each}`)
}

/** What was given up unsigned may have been paid with the same bytes on another computer. */
async function isFinalElsewhere({ people }: Life, { account, name }: Person, paymentId: RequestId): Promise<boolean> {
  for (const { wallet, ...other } of people) {
    if (other.account !== account || other.name === name) continue
    const payment = await wallet.calls['payments.read']({ account, paymentId }).catch(() => null)
    if (payment?.state === 'final') return true
  }
  return false
}

async function judgeEnds(life: Life, person: Person): Promise<string[]> {
  const { begun, ledger } = life
  const { account, name, wallet } = person
  const wrong: string[] = []
  for (const [paymentId, whose] of begun) {
    const payment = await wallet.calls['payments.read']({ account, paymentId }).catch(() => null)
    if (payment === null) continue
    const { state, hashes, kind, waitsFor } = payment
    const happened = hashes.some((hash) => ledger.has(hash))
    const what = `${name} ${kind} ${paymentId}`
    if (!happened && !ENDS.includes(state) && spendsWhatNeverWas(payment)) continue
    if (!ENDS.includes(state)) wrong.push(`${what} is ${state} ${waitsFor ?? ''}`)
    else if (
      (state === 'final') !== happened &&
      !(state === 'cancelled' && (await isFinalElsewhere(life, person, paymentId)))
    )
      wrong.push(`${what} is called ${state}`)
    else if (whose === person && state === 'cancelled') wrong.push(`${what} was agreed to, and is cancelled`)
  }
  return wrong
}
