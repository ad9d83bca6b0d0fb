import type { AssetId, Holder, RequestId } from '#contract/domain'
import { type Amount, sumOf, toAmount } from '#protocol'
import { type AwaitedChange, changeOf } from '../payments/change.ts'
import type { PaymentsDesk } from '../payments/desk.ts'
import { coinsOf } from '../payments/spendable.ts'

/* Whether the money for what a run has still to pay is there: a row whose asset nobody has is not ready. */

interface Open {
  readonly id: RequestId
  readonly assetId: AssetId
  readonly amount: Amount
}

interface Short {
  readonly assetId: AssetId
  readonly needed: Amount
  readonly has: Amount
}

/** Change that comes back once the payments before are final. */
function changeUnderWay({ audit, store }: PaymentsDesk, holder: Holder): readonly AwaitedChange[] {
  const { cache, intents } = store
  const open = intents.payments
    .list({ holder: holder.id, live: true })
    .flatMap(({ id }) => intents.payments.get(id) ?? [])
    .flatMap((payment) =>
      payment.transactions
        .filter(({ finalAt }) => finalAt === null)
        .flatMap((transaction) => changeOf(payment, transaction)),
    )
  const coming = new Map([...open, ...audit.unseen(holder.id)].map((each) => [each.outputId, each]))
  return [...coming.values()].filter(({ hash, index }) => cache.outputs.byTransaction(hash, index) === undefined)
}

/**
 * Assets of which there is less than the rows need, and the rows that it does not reach: those of one payment together, one payment after the other. One
 * that is too large takes nothing from those behind it.
 */
export function shortOf(
  desk: PaymentsDesk,
  holder: Holder,
  parts: readonly (readonly Open[])[],
): { readonly assets: readonly Short[]; readonly rows: ReadonlySet<RequestId> } {
  const assets: Short[] = []
  const out = new Set<RequestId>()
  const change = parts.length === 0 ? [] : changeUnderWay(desk, holder)
  for (const [assetId, own] of Map.groupBy(parts, ([row]) => row?.assetId)) {
    if (assetId === undefined) continue
    const free = coinsOf(desk.store, assetId, { holder, chosen: null, taken: [] }).total
    const has = toAmount(free + sumOf(change.filter((each) => each.assetId === assetId)))
    const needed = sumOf(own.flat())
    if (needed <= has) continue
    assets.push({ assetId, needed, has })
    let sum = 0n
    for (const part of own) {
      const next = sum + sumOf(part)
      if (next <= has) sum = next
      else for (const { id } of part) out.add(id)
    }
  }
  return { assets, rows: out }
}

/** What is paid next: the first payment that the money reaches, so that none before it is in its way; the first of all where it reaches none. */
export const nextPart = <Row extends Open>(
  parts: readonly (readonly Row[])[],
  short: ReadonlySet<RequestId>,
): readonly Row[] | undefined => parts.find((part) => part.every(({ id }) => !short.has(id))) ?? parts[0]
