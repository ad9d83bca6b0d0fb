import { HOUR, type Holder, type Nanos, type PendingDeposit } from '#contract/domain'
import { answerOf } from '#contract/errors'
import type { AccountStore } from '#store'
import { barrenPages, type DepositPlace, PAGE_SIZE, stepDeposits } from './paging.ts'
import { isOneRecord, type RoundDeps, readOutputs } from './readers.ts'

interface Address {
  readonly destination: string
  readonly tag: string
}
const keyOf = ({ destination, tag }: Address): string => JSON.stringify([destination, tag])

/** An address of a holder. Several chains may have the same. */
interface Place extends Address {
  readonly holder: Holder
  readonly pinnedAt: Nanos
}

/** So many are asked for in a round besides those where something is on its way or may soon be: groups have an address on each chain. */
const PER_ROUND = 8
/** Who was shown an address for the first time is about to use it. */
const NEW: bigint = HOUR

type Parts = RoundDeps & { readonly pins: Pick<AccountStore['intents']['depositPins'], 'list'> }

/** Deposits on their way to the addresses that were shown, holder by holder: with `all` to each of them, else to some at a time, in turn. */
export function createDeposits(deps: Parts) {
  /** By address, the round in which it was asked for. */
  const asked = new Map<string, number>()
  let rounds = 0

  function isHot({ holder, pinnedAt, ...address }: Place, pending: ReadonlyMap<Holder, readonly PendingDeposit[]>) {
    const isExpected = pending.get(holder)?.some((deposit) => keyOf(deposit) === keyOf(address)) === true
    // One that was pinned while the clock stood ahead may be new.
    return isExpected || deps.now() - pinnedAt < NEW
  }

  const askedAt = (place: Place): number => asked.get(`${place.holder.id} ${keyOf(place)}`) ?? 0

  function chosenOf(places: readonly Place[], all: boolean): readonly Place[] {
    if (all) return places
    const holders = new Set(places.map(({ holder }) => holder))
    const pending = new Map(Array.from(holders, (each) => [each, deps.cache.deposits.listPending(each.id)]))
    const [hot, others] = [[] as Place[], [] as Place[]]
    for (const place of places) (isHot(place, pending) ? hot : others).push(place)
    return [...hot, ...others.sort((a, b) => askedAt(a) - askedAt(b)).slice(0, PER_ROUND)]
  }

  /** A reading for each holder. */
  return (holders: readonly Holder[], all: boolean): (() => Promise<void>)[] => {
    const places = holders.flatMap((holder) => placesOf(deps, holder))
    const chosen = chosenOf(places, all)
    rounds += 1
    return holders.map((holder) => {
      const isOf = (place: Place): boolean => place.holder === holder
      // Whatever comes of it: those that a round did not get to come before one that fails each time.
      const asks = (place: Place): void => void asked.set(`${holder.id} ${keyOf(place)}`, rounds)
      return () => readDeposits(deps, holder, { own: places.filter(isOf), now: chosen.filter(isOf), asks })
    })
  }
}

function placesOf({ pins }: Parts, holder: Holder): Place[] {
  const places = pins.list(holder.id).map(({ entry: { destination, tag }, pinnedAt }): Place => {
    return { destination, tag, holder, pinnedAt }
  })
  return [...new Map(places.map((place) => [keyOf(place), place])).values()]
}

interface Addresses {
  readonly own: readonly Place[]
  readonly now: readonly Place[]
  readonly asks: (place: Place) => void
}

/**
 * Of `own`, which are all addresses of a holder, those of `now` are asked for; what is on its way to the others, and to one of which nothing is
 * answered, stays as it is known.
 */
async function readDeposits(deps: RoundDeps, holder: Holder, { own, now, asks }: Addresses): Promise<void> {
  const { deposits } = deps.cache
  const found: PendingDeposit[] = []
  const isRead = new Set<string>()
  let failed: { readonly error: unknown } | undefined
  const begun = deposits.beginReading()
  for (const place of now) {
    asks(place)
    try {
      found.push(...(await depositsTo(deps, place)))
      isRead.add(keyOf(place))
    } catch (error) {
      if (!isOneRecord(answerOf(error))) throw error
      failed ??= { error }
    }
  }
  const isKept = new Set(own.map(keyOf).filter((key) => !isRead.has(key)))
  const rest = () => deposits.listPending(holder.id).filter((deposit) => isKept.has(keyOf(deposit)))
  // One that is gone was credited: its coin comes first, or the money would be nowhere until the next round.
  const listed = new Set([...found, ...rest()].map(({ deposit_id }) => deposit_id))
  const gone = deposits.listPending(holder.id).some(({ deposit_id }) => !listed.has(deposit_id))
  if (gone) await readOutputs(deps, holder, false)
  deposits.replacePending(holder.id, [...found, ...rest()], begun)
  if (failed !== undefined) throw failed.error
}

/** More are not on their way to one address: they leave the list with the next blocks, and others are read then. */
const [DEPOSITS_MOST, DEPOSIT_PAGES_MOST] = [1_000, 100]

/** What is listed for another address is not taken, but was seen: a page of nothing else ends the list too. */
async function depositsTo(deps: RoundDeps, address: Address): Promise<PendingDeposit[]> {
  const seen = new Set<string>()
  const found: PendingDeposit[] = []
  const barren = barrenPages()
  let place: DepositPlace | null = null
  for (let pages = 0; pages < DEPOSIT_PAGES_MOST; pages += 1) {
    const step = stepDeposits(seen, await listDeposits(deps, address, place), place)
    const ours = step.fresh.filter(({ destination, tag }) => destination === address.destination && tag === address.tag)
    for (const { deposit_id: id } of step.fresh) seen.add(id)
    found.push(...ours)
    barren.saw(ours.length > 0)
    place = step.cursor
    if (!step.more || found.length >= DEPOSITS_MOST || barren.areEnough()) break
  }
  return found.slice(0, DEPOSITS_MOST)
}

function listDeposits(deps: RoundDeps, address: Address, place: DepositPlace | null) {
  return deps.remote.call(
    'deposits.list',
    {
      query: {
        destination: address.destination,
        ...(address.tag === '' ? {} : { tag: address.tag }),
        ...(place === null ? {} : { offset: (place.last + place.past) as Nanos }), // a nanosecond away from a time
        limit: PAGE_SIZE,
      },
    },
    deps.line,
  )
}
