import { DAY, type Moment, momentOf, msOf, type Nanos, type Output, passedMs } from '#contract/domain'
import { codeOf } from '#contract/errors'
import type { NodesView } from '#contract/ipc'
import { worthOfAll } from '../policies/worth.ts'
import type { Desk } from '../shared/desk.ts'
import { FAIR, type KeptOpinion, type KeptWord, type Nodes, type Place } from './nodes.ts'

/*
 * Asks nodes by itself, beside everything else: about own payments that the service calls final, and about what came in that is worth as much as its owner
 * says. Each node once, however long ago the service dates it, and again, ever more rarely, where one did not answer or had not got so far; a day after it
 * was asked first nobody asks it again by itself.
 */

/** Events of the journal and coins that are looked through in a round, and what is asked about in one. */
const [EVENTS, COINS, ASKED_MOST] = [50n, 50, 2]
/** Hundredths of a currency in an amount. */
const CENT = 1_000_000n

interface Due extends Place {
  /** When the service first said that it is there. */
  readonly since: Nanos
}

type Parts = Pick<Desk, 'self' | 'store' | 'clock' | 'directory' | 'log'> & { readonly nodes: Nodes }

const isSettled = ({ says }: KeptWord): boolean => says !== 'silent' && says !== 'waiting' && says !== 'absent'

const keyOf = ({ hash, index }: Place): string => `${hash}:${index ?? ''}`

export function createNodeRound({ self, store, clock, directory, log, nodes }: Parts) {
  const { cache, intents } = store
  let working: Promise<unknown> | undefined
  let isStopped = false
  /** When it was asked last in this run. */
  const asked = new Map<string, Moment>()
  /** How far down all coins were looked through, from the newest to the oldest and anew. */
  let passed: number | undefined

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

  const page = (before?: number): Output[] =>
    cache.outputs.list({ holder: self.id, state: 'unspent', before, limit: COINS })

  /** The newest, and the next of all others: what came later hides nothing. */
  function received(from: NodesView['from'], isOpen: (place: Place) => boolean, room: number): Due[] {
    if (from === null) return []
    const newest = page()
    const end = newest.at(-1)?.sequence ?? 0
    const next = newest.length < COINS ? [] : page(Math.min(passed ?? end, end))
    const due = [...newest, ...next].flatMap((coin) => {
      const place = { hash: coin.transaction_hash, index: coin.output_index, since: coin.created_at }
      return isOpen(place) && !isOwn(coin) && isWorth(coin, from) ? [place] : []
    })
    if (due.length <= room) passed = next.length < COINS ? undefined : next.at(-1)?.sequence
    return due.slice(0, room)
  }

  /** By the journal: who sent it is what the service says. */
  const isOwn = ({ transaction_hash: hash }: Output): boolean =>
    intents.payments.summaryByTransaction(hash) !== undefined

  /** What has no price that can be counted on may be worth anything. */
  function isWorth({ kernel_asset_id: kernel, amount }: Output, from: NonNullable<NodesView['from']>): boolean {
    const assetId = directory.assetOfKernel(kernel)?.assetId
    const cents = assetId === undefined ? null : worthOfAll({ store, clock }, [{ assetId, amount }], from.currency)
    return cents === null || cents * CENT >= from.limit
  }

  function isDue(place: Place, now: Moment, names: readonly string[], known: KeptOpinion | undefined): boolean {
    const last = asked.get(keyOf(place))
    const words = known?.nodes.filter(({ node }) => names.includes(node)) ?? []
    if (words.length < names.length) return last === undefined || passedMs(last, now) >= msOf(FAIR)
    // By the clock here: what the service dates otherwise is asked about no less.
    const began = words.flatMap((word) => {
      const first = word.first ?? word.at
      return isSettled(word) || now.wall - first > DAY ? [] : [first]
    })
    if (began.length === 0 || last === undefined) return began.length > 0
    // A clock that was ahead and is set back has nothing wait for as long.
    const since = passedMs(last, now)
    return since >= msOf(FAIR) && began.some((first) => since >= msOf(last.wall - first))
  }

  async function work(due: readonly Due[]): Promise<void> {
    for (const place of due) {
      if (isStopped) return
      asked.set(keyOf(place), momentOf(clock))
      await nodes.ask(place, place.since)
    }
  }

  return {
    /** After each round of sync; returns at once. */
    round(): void {
      const { nodes: names, from } = nodes.kept()
      if (names.length === 0 || working !== undefined || isStopped) return
      const now = momentOf(clock)
      const known = new Map(nodes.opinions().map((each) => [keyOf(each), each]))
      const isOpen = (place: Place): boolean => isDue(place, now, names, known.get(keyOf(place)))
      const own = ownPayments().filter(isOpen).slice(0, ASKED_MOST)
      const due = [...own, ...received(from, isOpen, ASKED_MOST - own.length)]
      if (due.length === 0) return
      working = work(due)
        .catch((error: unknown) => log('warn', 'remote.node_silent', { code: codeOf(error) }))
        .finally(() => {
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
