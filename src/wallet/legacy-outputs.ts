import type { LegacyOutput } from '#contract/domain'
import type { Calls } from '#contract/ipc'
import { hashMembers } from '#protocol'
import type { CallsOf, Runtimes } from './calls.ts'
import { meet } from './people.ts'
import type { Runtime } from './runtime.ts'
import { nextCursor, readCursor } from './time-pages.ts'

type View = Awaited<ReturnType<Calls['legacy.outputs']>>['outputs'][number]

const PAGE = 100

/** Collectibles have an id of their own; the type says the same where the service gives one. */
const isCollectible = (output: LegacyOutput): boolean =>
  output.token_id !== null || /non_?fungible|collectible/i.test(output.type)

function viewOf(output: LegacyOutput, runtime: Runtime): View {
  const collectible = isCollectible(output)
  const members = output.members.length > 0 ? output.members : output.receivers
  return {
    outputId: output.output_id,
    kind: collectible ? 'collectible' : 'multisig',
    asset: collectible || output.asset_id === null ? null : runtime.book.asset(output.asset_id),
    tokenId: output.token_id,
    amount: output.amount,
    members: members.map((id) => runtime.book.user(id)),
    threshold: output.threshold > 0 ? output.threshold : output.receivers_threshold,
    state: output.state,
    transactionHash: output.transaction_hash,
    index: output.output_index,
    memoHex: output.memo,
    createdAt: output.created_at,
  }
}

/** A record whose members do not hash to what it claims is not shown as theirs. */
const isConsistent = (output: LegacyOutput): boolean =>
  output.members_hash === '' || output.members.length === 0 || hashMembers(output.members) === output.members_hash

/** What the older interface still lists of an account: coins of its groups and collectibles, in one list by time. */
export function legacyCalls(runtimes: Runtimes): CallsOf<'legacy'> {
  return {
    async 'legacy.outputs'({ account, state, cursor }) {
      const runtime = runtimes.ready(account)
      const at = readCursor(cursor)
      const page = await runtime.remote.call('legacyOutputs.list', {
        query: {
          limit: PAGE,
          ...(state === null ? {} : { state }),
          ...(at.offset === undefined ? {} : { offset: at.offset }),
        },
      })
      const fresh = page.filter((output) => !at.shown.has(output.output_id) && isConsistent(output))
      await meet(
        runtime,
        fresh.flatMap((output) => [...output.members, ...output.receivers]),
      )
      const places = page.map((output) => ({ id: output.output_id, at: output.created_at }))
      return { outputs: fresh.map((output) => viewOf(output, runtime)), cursor: nextCursor(places, at, PAGE) }
    },
  }
}
