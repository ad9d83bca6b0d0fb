import { type Holder, isPaidBy, MINUTE, type Nanos, type Output, type RequestId, type UserId } from '#contract/domain'
import type { Preferences, Topic } from '#contract/ipc'
import { formatAmountShort } from '#protocol'
import type { ApprovalsDesk } from '../approvals/desk.ts'
import { assetOfRecord } from '../shared/names.ts'
import { earlier } from '../shared/time-behind.ts'

/*
 * Whether something came while the wallet was locked that its owner would be told of: money, or a request that waits for a signature of theirs.
 * What it is stays behind the lock; all that is told is when the last of it came.
 */

/** The service's clock and the one here differ by so much without anybody noticing. */
const SLOW: Nanos = (10n * MINUTE) as Nanos
/** Coins that are looked at for those that have come since. */
const LATELY = 50
/** Dollars below which what a stranger sends is no news: anybody can send next to nothing. */
const SMALL_USD = 0.1
/** Answers that may say of something new. */
const HEARD: readonly Topic[] = ['balances', 'approvals', 'groups']

/** What was known of an account when it was looked at last. */
interface Known {
  readonly waiting: ReadonlySet<RequestId>
  readonly upTo: ReadonlyMap<Holder['id'], number>
}

const holdersOf = ({ self, store }: ApprovalsDesk): Holder[] => [self, ...store.intents.groups.list()]

function know(desk: ApprovalsDesk): Known {
  const { requestStore, cosign, store } = desk
  const waiting = requestStore.unfinished(null).filter((each) => each.state === 'open' && cosign.waits(each))
  return {
    waiting: new Set(waiting.map(({ id }) => id)),
    upTo: new Map(holdersOf(desk).map(({ id }) => [id, store.cache.outputs.cursor(id)])),
  }
}

function isSmall(output: Output, { directory }: ApprovalsDesk): boolean {
  const { priceUsd } = assetOfRecord(directory, output)
  const isFriend = output.senders.some((id) => directory.user(id).relationship === 'friend')
  if (priceUsd === null || isFriend || output.inscription_hash !== null) return false
  return Number(formatAmountShort(output.amount)) * Number(priceUsd) < SMALL_USD
}

/** Whether money came in since then, which is not what a first reading brings of long ago. */
function hasMoney(desk: ApprovalsDesk, { upTo }: Known, since: Nanos): boolean {
  return holdersOf(desk).some((holder) => {
    const before = upTo.get(holder.id)
    if (before === undefined || desk.store.cache.outputs.cursor(holder.id) === before) return false
    return desk.store.cache.outputs
      .list({ holder: holder.id, limit: LATELY })
      .some(
        (output) =>
          output.sequence > before &&
          output.created_at >= since - SLOW &&
          !isPaidBy(output, holder) &&
          !isSmall(output, desk),
      )
  })
}

export interface NewsParts {
  /** Accounts at work. */
  readonly desks: () => readonly ApprovalsDesk[]
  readonly now: () => Nanos
  /** What its owner wants to be told of. */
  readonly wanted: () => Preferences['notices']
  readonly changed: () => void
}

/** Looks after what comes while the wallet is locked, each once. */
export function createNews({ desks, now, wanted, changed }: NewsParts) {
  const known = new Map<UserId, Known>()
  let since: Nanos | null = null
  let last: Nanos | null = null
  return {
    /** When the last of it came; null while nothing did, and while the wallet is open. */
    last: (): Nanos | null => last,
    locked(): void {
      since = now()
      last = null
      known.clear()
      for (const desk of desks()) known.set(desk.account, know(desk))
    },
    unlocked(): void {
      since = null
      last = null
      known.clear()
    },
    heard(account: UserId | null, topics: readonly Topic[]): void {
      if (since === null || account === null || !topics.some((topic) => HEARD.includes(topic))) return
      const desk = desks().find((each) => each.account === account)
      if (desk === undefined) return
      // A clock that was ahead and is set back has nobody told of what comes for as long.
      since = earlier(since, now())
      const [before, here] = [known.get(account), know(desk)]
      known.set(account, here)
      if (before === undefined) return
      const { locked, signature, money } = wanted()
      const isAsked = signature && [...here.waiting].some((id) => !before.waiting.has(id))
      if (!locked || (!isAsked && !(money && hasMoney(desk, before, since)))) return
      last = now()
      changed()
    },
  }
}
