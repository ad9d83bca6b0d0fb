import { DAY, isPaidBy, type Nanos, type Output } from '#contract/domain'
import type { NodesView, Opinion } from '#contract/ipc'
import type { Desk } from '../shared/desk.ts'
import { centsOf } from '../shared/fiat.ts'
import { FAIR, type Nodes, type Place } from './nodes.ts'

/*
 * Asks nodes by itself, beside everything else: about own payments that the service calls final, and about what came in that is worth as much as its owner
 * says. Once, however long ago the service dates it, and again, ever more rarely, where a node did not answer or had not got so far; after a day nobody
 * asks again by itself.
 */

/** Events of the journal and coins that are looked through in a round, and what is asked about in one. */
const [EVENTS, COINS, ASKED_MOST] = [50n, 50, 2]
/** Hundredths of a currency in an amount. */
const CENT = 1_000_000n

interface Due extends Place {
  /** When the service first said that it is there. */
  readonly since: Nanos
}

type Parts = Pick<Desk, 'self' | 'store' | 'clock' | 'directory'> & { readonly nodes: Nodes }

const isSettled = ({ nodes }: Opinion): boolean =>
  nodes.every(({ says }) => says !== 'silent' && says !== 'waiting' && says !== 'absent')

export function createNodeRound({ self, store: { cache, intents }, clock, directory, nodes }: Parts) {
  let working: Promise<unknown> | undefined
  let isStopped = false
  /** When it was asked last in this run. */
  const asked = new Map<string, Nanos>()
  const keyOf = ({ hash, index }: Place): string => `${hash}:${index ?? ''}`

  function ownPayments(): Due[] {
    const { finished, payments } = intents
    const last = finished.last()
    const ended = finished.endedAfter(last > EVENTS ? last - EVENTS : 0n)
    return [...new Set(ended.map(({ id }) => id))].flatMap((id) =>
      (payments.summary(id)?.transactions ?? []).flatMap(({ hash, finalAt }) =>
        hash === null || finalAt === null ? [] : [{ hash, index: null, since: finalAt }],
      ),
    )
  }

  function received({ from }: NodesView): Due[] {
    if (from === null) return []
    return cache.outputs
      .list({ holder: self.id, state: 'unspent', limit: COINS })
      .filter((coin) => !isPaidBy(coin, self) && isWorth(coin, from))
      .map(({ transaction_hash: hash, output_index: index, created_at: since }) => ({ hash, index, since }))
  }

  /** What has no known worth is not asked about by itself. */
  function isWorth({ kernel_asset_id, amount }: Output, { limit, currency }: NonNullable<NodesView['from']>): boolean {
    const price = directory.assetOfKernel(kernel_asset_id)?.priceUsd ?? null
    const rate = currency === 'USD' ? 1 : (cache.fiats.get(currency)?.rate ?? null)
    const cents = centsOf(amount, price, rate)
    return cents !== null && cents * CENT >= limit
  }

  function isDue(place: Due, now: Nanos, known: Opinion | null): boolean {
    const last = asked.get(keyOf(place))
    if (known === null && last === undefined) return true
    if (known !== null && isSettled(known)) return false
    if (now - place.since > DAY) return false
    if (last === undefined) return true
    const waited = now - last
    return waited >= FAIR && waited >= last - place.since
  }

  async function work(due: readonly Due[]): Promise<void> {
    for (const place of due) {
      if (isStopped) return
      asked.set(keyOf(place), clock.now())
      await nodes.ask(place, place.since)
    }
  }

  return {
    /** After each round of sync; returns at once. */
    round(): void {
      const kept = nodes.kept()
      if (kept.nodes.length === 0 || working !== undefined || isStopped) return
      const now = clock.now()
      const known = new Map(nodes.opinions().map((each) => [keyOf(each), each]))
      const due = [...ownPayments(), ...received(kept)]
        .filter((place) => isDue(place, now, known.get(keyOf(place)) ?? null))
        .slice(0, ASKED_MOST)
      if (due.length === 0) return
      working = work(due).finally(() => {
        working = undefined
      })
    },
    async stop(): Promise<void> {
      isStopped = true
      nodes.stop()
      await working
    },
  }
}
