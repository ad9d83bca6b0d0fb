import type { AssetId, RequestId, UserId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { formatAmount, kernelAssetId, toAmount } from '#protocol'
import { FEE_USER } from '../support/localnet.ts'
import type { TrueTransaction } from '../support/true-ledger.ts'
import { paymentOf, released, type Victim } from '../support/victim.ts'
import { hold, pass, type Stage, sameId } from './stage.ts'

/** What a person wanted once, however often it was tried. */
export interface Wish {
  readonly asset: AssetId
  readonly amount: bigint
  /** Who is to have it; a destination off the network as text. */
  readonly to: readonly UserId[] | string
  readonly payments: RequestId[]
}

export interface Expected {
  readonly wishes: readonly Wish[]
  /** What may reach somebody who was not meant, in units of 1e-8: change that a service can take before it is noticed. */
  readonly bound?: bigint
  /** What may be paid as fees. */
  readonly fees?: bigint
  /** Coins that the person has set aside or that are proved foreign, and so are not available. */
  readonly aside?: bigint
  /** Whether sending may be stopped with a reason at the end. */
  readonly stopped?: boolean
}

const shown = (units: bigint): string => formatAmount(toAmount(units))
const TERMINAL = new Set(['final', 'failed', 'cancelled'])

/** Where the money of a person really went, against what was wished. */
export function judgeLedger({ ledger }: Pick<Stage, 'ledger'>, victim: Victim, expected: Expected): void {
  const self = [victim.account]
  const open = expected.wishes.map((wish) => ({ ...wish, done: 0 }))
  let [lost, fees] = [0n, 0n]
  for (const sent of ledger.sentBy(self)) {
    for (const output of sent.outputs) {
      if (sameId(output.members, self) && output.threshold === 1) continue
      if (sameId(output.members, [FEE_USER])) {
        fees += output.amount
        continue
      }
      const meant = open.filter((each) => isMeant(each, sent, output))
      const wish = meant.find(({ done }) => done === 0) ?? meant[0]
      if (wish === undefined) lost += output.amount
      else wish.done += 1
    }
  }
  for (const { done, amount } of open) hold(done <= 1, `paid ${done} times: ${shown(amount)}`)
  hold(lost <= (expected.bound ?? 0n), `${shown(lost)} reached somebody who was not meant`)
  hold(fees <= (expected.fees ?? 0n), `${shown(fees)} were paid as fees`)
}

function isMeant(wish: Wish, sent: TrueTransaction, output: TrueTransaction['outputs'][number]): boolean {
  if (sent.asset !== kernelAssetId(wish.asset) || output.amount !== wish.amount) return false
  return typeof wish.to === 'string' ? output.destination === wish.to : sameId(output.members, wish.to)
}

/** Nothing was signed, and nothing signed went out, that the person was not shown. */
export function judgeSignatures({ ledger }: Pick<Stage, 'ledger'>, victim: Victim): void {
  const own = new Set(
    ledger
      .sentBy([victim.account])
      .filter(({ outputs }) => outputs.every(({ members }) => sameId(members, [victim.account])))
      .map(({ hash }) => hash as string),
  )
  for (const hash of [...victim.signed, ...released(victim)]) {
    hold(victim.approved.has(hash) || own.has(hash), `signed without being shown: ${hash.slice(0, 12)}`)
  }
}

/** What the wallet says of its payments is what the ledger says. */
async function judgeStates({ ledger }: Pick<Stage, 'ledger'>, victim: Victim, wishes: readonly Wish[]) {
  for (const id of wishes.flatMap(({ payments }) => payments)) {
    const { state, hashes } = await paymentOf(victim, id)
    const taken = hashes.filter((hash) => ledger.has(hash))
    if (state === 'final') hold(taken.length === hashes.length, 'called final, and the ledger does not have it')
    if (state === 'failed' || state === 'cancelled') {
      hold(taken.length === 0, `called ${state}, and the ledger has it`)
    }
  }
}

export async function available({ wallet, account }: Victim, assetId: AssetId): Promise<bigint> {
  return (await wallet.calls['balances.read']({ account, holder: null, assetId })).available
}

/** Never more is shown as available than is there. */
export async function judgeShown({ ledger }: Pick<Stage, 'ledger'>, victim: Victim, asset: AssetId): Promise<void> {
  const [is, says] = [ledger.unspent([victim.account], asset), await available(victim, asset)]
  hold(says <= is, `${shown(says)} shown as available where there are ${shown(is)}`)
}

/** What a person does about coins that are said to be in doubt; those that nothing bears out stay so. */
async function recheckDoubted({ wallet, account }: Victim): Promise<void> {
  for (const { outputId } of await wallet.calls['coins.doubted']({ account, holder: null })) {
    await wallet.calls['coins.recheck']({ account, holder: null, outputId }).catch((error: unknown) => {
      if (codeOf(error) === 'internal') throw error
    })
  }
}

/** Once nobody lies any more, everything ends, and what is there is available again or said to be held. */
async function judgeRest(stage: Stage, victim: Victim, expected: Expected, assets: readonly AssetId[]) {
  victim.proxy.lies.length = 0
  const ids = expected.wishes.flatMap(({ payments }) => payments)
  const ended = async () => {
    for (const id of ids) if (!TERMINAL.has((await paymentOf(victim, id)).state)) return false
    return true
  }
  // Deadlines of requests that hang are 15 s; whoever ends sooner costs nothing.
  const over = await pass(stage, victim, ended, 150)
  hold(over || expected.stopped === true, 'a payment does not end although the service is honest again')
  const equal = async () => {
    await recheckDoubted(victim)
    for (const asset of assets) {
      const is = stage.ledger.unspent([victim.account], asset) - (expected.aside ?? 0n)
      if ((await available(victim, asset)) !== is) return false
    }
    return true
  }
  const isEqual = await pass(stage, victim, equal, 10)
  if (!isEqual && expected.stopped === true) {
    const { length } = await victim.wallet.calls['payments.frozen']({ account: victim.account })
    hold(length > 0, 'money is not available, and nobody is told why')
  }
  if (!isEqual && expected.stopped !== true) {
    for (const asset of assets) {
      const [is, says] = [stage.ledger.unspent([victim.account], asset), await available(victim, asset)]
      hold(says === is - (expected.aside ?? 0n), `${shown(says)} available in the end where there are ${shown(is)}`)
    }
  }
  for (const asset of assets) await judgeShown(stage, victim, asset)
}

/** Everything together, at the end of a row. */
export async function judge(stage: Stage, victim: Victim, expected: Expected, assets: readonly AssetId[]) {
  judgeLedger(stage, victim, expected)
  judgeSignatures(stage, victim)
  await judgeRest(stage, victim, expected, assets)
  judgeLedger(stage, victim, expected)
  judgeSignatures(stage, victim)
  await judgeStates(stage, victim, expected.wishes)
}
