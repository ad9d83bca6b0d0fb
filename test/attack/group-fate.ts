import type { RequestId } from '#contract/domain'
import { json, type Lie, refusal } from '../support/proxy.ts'
import { released, rounds, type Victim } from '../support/victim.ts'
import { ask, judgeGroup, type Pair, pair, RECORD, reviewed, SIGN, STATUS, seen, sign, type Wire } from './group.ts'
import { type Attack, hold, type Stage } from './stage.ts'

/* What a service says became of a request that a member of a group was asked to sign. */

const HASH = 'ab'.repeat(32)

/** What became of the request, told as it is not; asserted on what the window says. */
interface Fate {
  readonly name: string
  readonly point: string
  readonly lies: (team: Pair, stage: Stage) => readonly Lie[]
  /** Done between the review and the consent. */
  readonly meanwhile?: (team: Pair, requestId: RequestId, stage: Stage) => Promise<void>
  readonly signs: 'never' | 'may'
  readonly quick?: boolean
}

const unlock = async ({ ana }: Pair, requestId: RequestId): Promise<void> => {
  await ana.person.remote.call('multisigs.unlock', { params: { id: requestId }, body: { request_id: requestId } })
}

const FATES: readonly Fate[] = [
  {
    name: 'it is revoked while Bob reads',
    point: '2.1',
    lies: () => [],
    meanwhile: unlock,
    signs: 'never',
    quick: true,
  },
  {
    name: 'it is said to be revoked, and is not',
    point: '2.1',
    lies: ({ ana }) => [{ at: RECORD, tell: (record: Wire) => ({ ...record, revoked_by: ana.account }) }],
    signs: 'never',
  },
  {
    name: 'it is said to be revoked by a stranger',
    point: '2.1',
    lies: (_, { thief }) => [{ at: RECORD, tell: (record: Wire) => ({ ...record, revoked_by: thief.id }) }],
    signs: 'may',
  },
  {
    name: 'its revocation is hidden from Bob',
    point: '2.1',
    lies: () => [{ at: RECORD, tell: (record: Wire) => ({ ...record, revoked_by: null }) }],
    meanwhile: unlock,
    signs: 'may',
  },
  {
    name: 'it is said to be final, and is not',
    point: '2.7',
    lies: () => [{ at: RECORD, tell: (record: Wire) => ({ ...record, state: 'spent', snapshot_hash: HASH }) }],
    signs: 'may',
  },
  {
    name: 'it is said to have three signatures of two',
    point: '2.7',
    lies: (_, { thief, ben }) => [
      { at: RECORD, tell: (record: Wire) => ({ ...record, signers: [...record.signers, thief.id, ben.id] }) },
    ],
    signs: 'may',
  },
  {
    name: 'it is said to be signed by Bob, who has not',
    point: '2.7',
    lies: ({ bob }) => [
      { at: RECORD, tell: (record: Wire) => ({ ...record, signers: [...record.signers, bob.account] }) },
    ],
    signs: 'may',
  },
  {
    name: 'it is said to be signed by nobody',
    point: '2.7',
    lies: () => [{ at: RECORD, tell: (record: Wire) => ({ ...record, signers: [] }) }],
    signs: 'may',
  },
  {
    name: 'its signature is taken and refused',
    point: '2.1',
    lies: () => [{ at: SIGN, retell: () => refusal(10002) }],
    signs: 'may',
  },
  {
    name: 'its signature is not taken and called taken',
    point: '2.1',
    lies: ({ bob }) => [{ at: SIGN, instead: ({ path }) => json(recordFor(path, bob)) }],
    signs: 'may',
  },
  {
    name: 'its signature is refused with 10105',
    point: '2.4',
    lies: () => [{ at: SIGN, instead: () => refusal(10105) }],
    signs: 'may',
  },
  {
    name: 'its signature is refused with 10002 for good',
    point: '1.3',
    lies: () => [{ at: SIGN, instead: () => refusal(10002) }],
    signs: 'may',
  },
  {
    name: 'the answer to its signature is lost',
    point: '2.1',
    lies: () => [{ at: SIGN, cut: 'after', times: 2 }],
    signs: 'may',
  },
  {
    name: 'its transaction is said to be final, and is not',
    point: '2.7',
    lies: () => [{ at: STATUS, tell: (record: Wire) => ({ ...record, state: 'spent' }) }],
    signs: 'may',
  },
]

const recordFor = (path: string, { account }: Victim): object => ({
  ...{ type: 'transaction_request', request_id: path.split('/').at(-2), transaction_hash: HASH, user_id: account },
  ...{ asset: null, asset_id: null, kernel_asset_id: null, amount: '0.4', senders_hash: '', senders_threshold: 2 },
  ...{ senders: [], signers: [account], extra: '', raw_transaction: '', receivers: [], views: [], state: 'signed' },
  ...{ created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z', snapshot_id: null, snapshot_hash: null },
  ...{ snapshot_at: null, revoked_by: null, inscription_hash: null },
})

const fate = ({ name, point, lies, meanwhile, signs, quick = false }: Fate): Attack => ({
  name: `request: ${name}`,
  point,
  quick,
  async run(stage) {
    const team = await pair(stage)
    const requestId = await ask(stage, team)
    hold(await seen(team, requestId), 'an honest request is not found')
    const { bob } = team
    const review = await reviewed(team, requestId)
    await meanwhile?.(team, requestId, stage)
    bob.proxy.lies.push(...lies(team, stage))
    if (review !== undefined) await sign(team, review)
    for (let times = 0; times < 3; times += 1) {
      await stage.net.blocks(1)
      await rounds(bob, 1)
    }
    if (signs === 'never') hold(released(bob).size === 0, 'the signature left although the request was given up')
    judgeGroup(stage, team, 1)
    await tells(stage, team, requestId)
    bob.proxy.lies.length = 0
    for (let times = 0; times < 4; times += 1) {
      await stage.net.blocks(1)
      await rounds(bob, 1)
    }
    judgeGroup(stage, team, 1)
    await tells(stage, team, requestId)
  },
})

/** The consent takes as long as a person thinks, and much can happen meanwhile. */
const revokedInWindow: Attack = {
  name: 'request: it is revoked while Bob is asked in the window',
  point: '2.1',
  async run(stage) {
    const given: { revoke?: () => Promise<void> } = {}
    const team = await pair(stage, {
      askInWindow: async () => {
        await given.revoke?.()
        return 'approved'
      },
    })
    const requestId = await ask(stage, team)
    hold(await seen(team, requestId), 'an honest request is not found')
    const review = await reviewed(team, requestId)
    given.revoke = () => unlock(team, requestId)
    if (review !== undefined) await sign(team, review)
    for (let times = 0; times < 3; times += 1) await rounds(team.bob, 1)
    hold(released(team.bob).size === 0, 'the signature left although the request was given up')
    await tells(stage, team, requestId)
  },
}

/** The list says nothing that contradicts itself. */
async function tells(stage: Stage, { ana, bob }: Pair, requestId: RequestId): Promise<void> {
  const { requests: list } = await bob.wallet.calls['approvals.list']({ account: bob.account, holder: null })
  const request = list.find((each) => each.requestId === requestId)
  hold(request !== undefined, 'the request is not listed any more')
  const members = [ana.account, bob.account]
  hold(request.signers.length <= members.length, `${request.signers.length} signatures of ${members.length}`)
  hold(
    request.signers.every(({ user }) => members.includes(user.userId)),
    'a stranger is listed among those who signed',
  )
  if (request.signedByMe) hold(bob.signed.size > 0, 'says that Bob signed, who did not')
  const { ledger } = stage
  if (request.state === 'final' && bob.proxy.lies.length === 0)
    hold(ledger.has(request.hash), 'called final, and the ledger does not have it')
}

export const groupFateAttacks: readonly Attack[] = [...FATES.map(fate), revokedInWindow]
