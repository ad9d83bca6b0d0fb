import type { RequestId } from '#contract/domain'
import { type Life, openPayments, type Person } from './lied-to.ts'

/* What a wallet may say at any time, whatever its service says. */

const OUT: readonly string[] = ['signed', 'sent', 'accepted']

/** What is wrong with what a person's wallet says of payments just now. */
export async function judgeJournal(life: Life, person: Person): Promise<string[]> {
  return [...(await judgeFailed(life, person)), ...(await judgeCoins(life, person))]
}

/** What bytes prove to be impossible never happens. A group's may be given up without such proof, and be completed all the same. */
async function judgeFailed(life: Life, { account, name, wallet }: Person): Promise<string[]> {
  const { begun, dead, forked, ledger } = life
  for (const paymentId of begun.keys()) {
    const payment = await wallet.calls['payments.read']({ account, paymentId }).catch(() => null)
    if (payment?.state !== 'failed' || payment.problem?.code !== 'wallet.conflict') continue
    // Of what it signed nothing of, a wallet says itself that only the service says so.
    if (payment.problem.details['by'] === 'service') continue
    for (const hash of payment.hashes) dead.set(hash, dead.get(hash) ?? `${name} ${paymentId}`)
  }
  if (forked.is) return []
  return [...dead].flatMap(([hash, what]) => (ledger.has(hash) ? `${what} was called impossible, and happened` : []))
}

/** No coin is signed away by two payments that both may happen, unless the one is there to make the other impossible. */
async function judgeCoins(life: Life, person: Person): Promise<string[]> {
  const open = (await openPayments(life, person)).filter(({ state }) => OUT.includes(state))
  const voids = new Map<RequestId, RequestId>(
    open.flatMap(({ paymentId, voids: first }) => (first ? [[paymentId, first]] : [])),
  )
  const firstOf = (id: RequestId): RequestId => {
    const first = voids.get(id)
    return first === undefined ? id : firstOf(first)
  }
  const takenBy = new Map<string, RequestId>()
  const wrong: string[] = []
  for (const { hashes, paymentId } of open) {
    for (const coin of hashes.flatMap((hash) => life.witness.spends.get(hash) ?? [])) {
      const taker = takenBy.get(coin)
      if (taker !== undefined && firstOf(taker) !== firstOf(paymentId))
        wrong.push(`${person.name} signed ${coin} away by ${taker} and by ${paymentId}`)
      takenBy.set(coin, paymentId)
    }
  }
  return wrong
}
