import type { RequestId } from '#contract/domain'
import { formatAmount, toAmount } from '#protocol'
import { rounds } from '../support/victim.ts'
import type { Desk, Kind, Scene } from './wishes.ts'

/** How a cell can end badly; each worse than the next. */
export const WRONGS = ['double', 'lost', 'stuck', 'wrong'] as const
type Wrong = (typeof WRONGS)[number]

export interface Verdict {
  readonly wrong: Wrong
  readonly why: string
}

export interface Tally {
  cells: number
  readonly found: Record<Wrong, string[]>
}

export const newTally = (): Tally => ({ cells: 0, found: { double: [], lost: [], stuck: [], wrong: [] } })

export function count(tally: Tally, name: string, verdict: Verdict | null): void {
  tally.cells += 1
  if (verdict !== null) tally.found[verdict.wrong].push(`${name}: ${verdict.why}`)
}

export function add(tally: Tally, more: Tally): void {
  tally.cells += more.cells
  for (const wrong of WRONGS) tally.found[wrong].push(...more.found[wrong])
}

export function lineOf({ cells, found }: Tally): string {
  return `${cells} cells, ${WRONGS.map((wrong) => `${found[wrong].length} ${wrong}`).join(', ')}`
}

const TERMINAL = new Set(['final', 'failed', 'cancelled'])
/** Each is a block, a round of the wallet and a breath. */
const PATIENCE = 150

/** Everything that was begun comes to its end, on a line that is good again. */
export async function settle(desk: Desk, kind: Kind, scene: Scene, ids: readonly RequestId[]): Promise<boolean> {
  const { victim, net } = desk
  kind.heal?.(desk)
  for (let times = 0; times < PATIENCE; times += 1) {
    await net.blocks(1)
    await kind.others?.(desk, ids).catch(() => undefined)
    await rounds(victim, 1)
    const states = await Promise.all(ids.map((id) => stateOf(desk, id)))
    const open = await victim.wallet.calls['payments.open']({ account: victim.account, holder: scene.holder })
    const atRest =
      states.every((state) => TERMINAL.has(state)) && open.length === 0 && (await balanced(desk, kind)) === null
    if (atRest) return true
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return false
}

export async function stateOf({ victim }: Desk, paymentId: RequestId): Promise<string> {
  const { wallet, account } = victim
  try {
    return (await wallet.calls['payments.read']({ account, paymentId })).state
  } catch {
    // A request of the group that this wallet never signed is no payment of its own.
    return 'cancelled'
  }
}

/** Where what is shown differs from what is so. */
async function balanced({ victim, ledger }: Desk, { assets }: Kind): Promise<Verdict | null> {
  const { wallet, account } = victim
  for (const assetId of assets) {
    const { available, held } = await wallet.calls['balances.read']({ account, holder: null, assetId })
    const is = ledger.unspent([account], assetId)
    const shown = (units: bigint) => formatAmount(toAmount(units))
    if (held > 0n) return { wrong: 'stuck', why: `${shown(held)} held` }
    if (available !== is) return { wrong: 'wrong', why: `${shown(available)} available where there are ${shown(is)}` }
  }
  return null
}

/** Of one wish, all attempts of which are named. `approved`: the person agreed to one, so that it must happen. */
export async function judgeWish(
  desk: Desk,
  kind: Kind,
  scene: Scene,
  given: { readonly ids: readonly RequestId[]; readonly approved: boolean },
): Promise<Verdict | null> {
  const rest = await settle(desk, kind, scene, given.ids)
  const done = kind.done(desk, scene)
  const states = await Promise.all(given.ids.map((id) => stateOf(desk, id)))
  if (done > 1) return { wrong: 'double', why: `it happened ${done} times (${states.join(', ')})` }
  if (!rest) {
    const wrong = await balanced(desk, kind)
    return wrong ?? { wrong: 'stuck', why: `it does not end (${states.join(', ')})` }
  }
  const final = states.filter((state) => state === 'final').length
  if (done === 0 && final > 0) return { wrong: 'wrong', why: 'called final, and it never happened' }
  if (done === 1 && final === 0) return { wrong: 'wrong', why: `it happened, and is called ${states.join(', ')}` }
  if (done === 0 && given.approved)
    return { wrong: 'lost', why: `it was approved and never happened (${states.join(', ')})` }
  return balanced(desk, kind)
}
