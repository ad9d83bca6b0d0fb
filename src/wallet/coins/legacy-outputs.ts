import { defined } from '#contract/defined'
import type { LegacyOutput, OutputId, UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import type { Answer } from '#contract/ipc'
import { hashMembers } from '#protocol'
import type { CallsOf, Runtimes } from '../shared/calls.ts'
import { fetchMissingUsers } from '../shared/people.ts'
import { readByTime } from '../shared/time-pages.ts'
import type { CoinsDesk } from './desk.ts'

type View = Answer<'legacy.outputs'>['outputs'][number]

const PAGE = 100

/** Collectibles have an id of their own; the type says the same where the service gives one. */
const isCollectible = (output: LegacyOutput): boolean =>
  output.token_id !== null || /non_?fungible|collectible/i.test(output.type)

/** Outputs of multisigs and of collectibles call their id, members and memo by different names. */
function idOf(output: LegacyOutput): OutputId {
  const id = output.output_id ?? output.utxo_id
  if (id === null) throw failure('remote.malformed', 'an output has no id')
  return id
}

const membersOf = ({ members, receivers }: LegacyOutput) => (members.length > 0 ? members : receivers)

function viewOf(output: LegacyOutput, runtime: CoinsDesk): View {
  const collectible = isCollectible(output)
  return {
    outputId: idOf(output),
    kind: collectible ? 'collectible' : 'multisig',
    asset: collectible || output.asset_id === null ? null : runtime.directory.asset(output.asset_id),
    tokenId: output.token_id,
    amount: output.amount,
    members: membersOf(output).map((id) => runtime.directory.user(id)),
    threshold: output.threshold > 0 ? output.threshold : output.receivers_threshold,
    state: output.state,
    transactionHash: output.transaction_hash,
    index: output.output_index,
    memoHex: output.memo === '' ? output.extra : output.memo,
    createdAt: output.created_at,
  }
}

/** A record whose members do not hash to what it claims is not shown as theirs, and one of other people's not as this account's. */
function isOf(account: UserId, output: LegacyOutput): boolean {
  const members = membersOf(output)
  if (members.length === 0) return true
  return members.includes(account) && (output.members_hash === '' || hashMembers(members) === output.members_hash)
}

/** What the older interface still lists of an account: coins of its groups and collectibles, in one list by time. */
export function legacyCalls(runtimes: Runtimes<CoinsDesk>): CallsOf<'legacy'> {
  return {
    async 'legacy.outputs'({ account, state, cursor }) {
      const runtime = runtimes.ready(account)
      const page = await readByTime(cursor, {
        ...{ limit: PAGE, order: 'ASC' },
        ask: (from) =>
          runtime.remote.call('legacyOutputs.list', {
            query: { limit: PAGE, ...defined({ state: state ?? undefined }), ...from },
          }),
        placeOf: (output) => ({ id: idOf(output), at: output.created_at }),
      })
      const outputs = page.rows.filter((output) => isOf(account, output))
      await fetchMissingUsers(
        runtime,
        outputs.flatMap((output) => [...output.members, ...output.receivers]),
      )
      return { outputs: outputs.map((output) => viewOf(output, runtime)), cursor: page.cursor }
    },
  }
}
