import type { Nanos, Snapshot, SnapshotId } from '#contract/domain'
import { answerOf, codeOf, failure } from '#contract/errors'
import { isOneRecord, type RoundDeps } from './readers.ts'

/** Asked for in a round, each with a call: by itself, and for a person who asks. */
const [PER_ROUND, FOR_SOMEBODY] = [20, 200]
/** One is asked for again after this part of the time that it has waited: at first in each round, after a month in half a day. */
const AGE_PART = 60n

type Waiting = Pick<Snapshot, 'snapshot_id' | 'created_at'>

/**
 * Reads what left for another chain until the hash of its transaction there is known: that comes some time after the snapshot was written, which a
 * cursor over time cannot see. With `all` each of them is asked for, whenever it was asked for last.
 */
export function createWithdrawals(deps: RoundDeps): (all: boolean) => Promise<void> {
  const asked = new Map<SnapshotId, Nanos>()
  let [waiting, version]: [readonly Waiting[], number] = [[], -1]

  /** Only what is known may change who waits. */
  function known(): readonly Waiting[] {
    const { snapshots } = deps.cache
    if (version === snapshots.version()) return waiting
    version = snapshots.version()
    waiting = snapshots.leaving()
    const left = new Set(waiting.map(({ snapshot_id: id }) => id))
    for (const id of asked.keys()) if (!left.has(id)) asked.delete(id)
    return waiting
  }

  const askedAt = ({ snapshot_id: id }: Waiting): Nanos | undefined => asked.get(id)

  /** A clock that was set back since keeps nothing from being asked for. */
  function isDue(one: Waiting, now: Nanos): boolean {
    const before = askedAt(one)
    return before === undefined || before > now || now - before >= (now - one.created_at) / AGE_PART
  }

  /** First those never asked for, then the ones that were asked for longest ago. */
  const order = (a: Waiting, b: Waiting): number => Number((askedAt(a) ?? 0n) - (askedAt(b) ?? 0n))

  return async (all) => {
    const now = deps.now()
    const due = known()
      .filter((one) => all || isDue(one, now))
      .sort(order)
    for (const { snapshot_id: id } of due.slice(0, all ? FOR_SOMEBODY : PER_ROUND)) {
      asked.set(id, now)
      await readAgain(deps, id)
    }
  }
}

/** One that cannot be read is reported, and keeps no other waiting. */
async function readAgain({ account, cache, line, remote, suspicious }: RoundDeps, id: SnapshotId): Promise<void> {
  try {
    const read = await remote.call('snapshots.read', { params: { id } }, line)
    if (read.snapshot_id !== id || read.user_id !== account)
      throw failure('remote.malformed', 'another movement was answered')
    const cursor = cache.snapshots.cursor()
    if (cursor !== null) cache.snapshots.applyPage({ snapshots: [read], cursor })
  } catch (error) {
    if (!isOneRecord(answerOf(error))) throw error
    suspicious('sync.withdrawal_unreadable', { snapshot: id, code: codeOf(error) })
  }
}
