import type { AssetId, RequestId, UserId } from '#contract/domain'
import type { EndpointAnswer, EndpointInput, EndpointName } from '#contract/http'
import { uniqueObjectId } from '#protocol'
import { selfHolder } from '../shared/desk.ts'
import { type Check, type Examination, type Outcome, unseen } from './examination.ts'
import { compareMembers } from './probe.ts'

/*
 * Every call that reads, once: is it answered in the shape that the table of endpoints declares? Members that are new or gone are named; that alone
 * is no difference, since whatever may be absent has a meaning when it is.
 */

/** Known to everybody; a chain and its asset have one id. */
export const BITCOIN = 'c6d0c728-2624-429b-8e0d-d9d19b6592fa' as AssetId
const BITCOIN_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

interface Reading<Name extends EndpointName> {
  /** Undefined where there is nothing to ask with. */
  readonly ask: (at: Examination) => EndpointInput<Name> | undefined
  readonly keep?: (at: Examination, answer: EndpointAnswer<Name>) => void
  readonly money?: true
}

function reads<Name extends EndpointName>(name: Name, { ask, keep, money }: Reading<Name>): Check {
  return {
    ...{ name, call: name, money: money === true },
    async run(at) {
      const input = ask(at)
      if (input === undefined) return unseen
      const answer = await at.probe.remote.call(name, input, { tries: 2 })
      keep?.(at, answer)
      return shapeOf(at, answer)
    },
  }
}

/** A record that was left out of a list is one that cannot be read. */
function shapeOf({ probe }: Examination, answer: unknown): Outcome {
  const { more, missing, leftOut } = compareMembers(probe.data(), answer)
  return {
    verdict: leftOut > 0 ? 'differs' : 'assumed',
    detail: leftOut > 0 ? `left out: ${leftOut}` : '',
    more,
    missing,
  }
}

const nothing = () => ({})
const ownId = ({ patient }: Examination): UserId => patient.account
const first = ({ seen }: Examination) => seen.outputs?.[0]
/** What a chain brought in is recorded by nobody as a transaction of the service. */
const sent = ({ seen }: Examination) => seen.outputs?.findLast(({ deposit }) => deposit === null)

/** All of one's own outputs, oldest first. */
export const ownOutputs = ({ patient }: Examination) => ({
  members: selfHolder(patient.account).membersHash,
  threshold: 1,
  order: 'ASC' as const,
})

export const READINGS: readonly Check[] = [
  reads('me.read', { ask: nothing, keep: ({ seen }, me) => void Object.assign(seen, { me }), money: true }),
  reads('profile.read', { ask: nothing }),
  reads('sessions.fetch', { ask: (at) => ({ body: [ownId(at)] }) }),
  reads('users.read', { ask: (at) => ({ params: { id: ownId(at) } }) }),
  reads('users.fetch', { ask: (at) => ({ body: [ownId(at)] }), money: true }),
  reads('users.search', {
    ask: ({ seen }) => (seen.me?.identity_number ? { params: { q: seen.me.identity_number } } : undefined),
  }),
  reads('friends.list', { ask: nothing }),
  reads('relationships.blocked', { ask: nothing }),
  reads('sharedBots.list', { ask: (at) => ({ params: { user_id: ownId(at) } }) }),
  reads('assets.list', { ask: nothing, keep: ({ seen }, [asset]) => void (asset && Object.assign(seen, { asset })) }),
  reads('assets.read', { ask: () => ({ params: { id: BITCOIN } }), money: true }),
  reads('assets.fetch', { ask: () => ({ body: [BITCOIN] }), money: true }),
  reads('assets.fees', {
    ask: () => ({ params: { id: BITCOIN }, query: { destination: BITCOIN_ADDRESS } }),
    money: true,
  }),
  reads('assets.search', { ask: () => ({ params: { q: 'BTC' } }) }),
  reads('assets.top', { ask: nothing }),
  reads('assets.network', { ask: () => ({ params: { id: BITCOIN } }) }),
  reads('assets.ticker', { ask: () => ({ query: { asset: BITCOIN } }) }),
  reads('chains.list', { ask: nothing }),
  reads('chains.read', { ask: () => ({ params: { id: BITCOIN } }) }),
  reads('fiats.list', { ask: nothing }),
  reads('addresses.check', { ask: () => ({ query: { asset: BITCOIN, destination: BITCOIN_ADDRESS } }), money: true }),
  reads('addresses.list', { ask: nothing }),
  reads('deposits.list', { ask: (at) => ({ query: { user: ownId(at), limit: 10 } }), money: true }),
  reads('outputs.list', {
    ask: (at) => ({ query: { ...ownOutputs(at), limit: 500 } }),
    keep: ({ seen }, outputs) => void Object.assign(seen, { outputs }),
    money: true,
  }),
  reads('outputs.read', {
    ask: (at) => first(at) && { params: { id: first(at)?.output_id ?? '' } },
    money: true,
  }),
  reads('outputs.fetch', {
    ask: (at) => {
      const output = first(at)
      return output && { body: { user_id: ownId(at), ids: [output.output_id] } }
    },
    money: true,
  }),
  reads('legacyOutputs.list', { ask: () => ({ query: { limit: 10 } }) }),
  reads('snapshots.list', {
    ask: () => ({ query: { limit: 500, order: 'ASC' } }),
    keep: ({ seen }, snapshots) => void Object.assign(seen, { snapshots }),
    money: true,
  }),
  reads('snapshots.read', {
    ask: ({ seen }) => seen.snapshots?.[0] && { params: { id: seen.snapshots[0].snapshot_id } },
  }),
  reads('transactions.read', {
    ask: (at) => sent(at) && { params: { id: sent(at)?.transaction_hash ?? '' } },
    money: true,
  }),
  reads('transactions.fetch', {
    ask: (at) => {
      const output = sent(at)
      return output && { body: [output.transaction_hash] }
    },
    money: true,
  }),
  reads('kernel.info', { ask: () => ({ body: { method: 'getinfo' as const, params: [] as [] } }) }),
  reads('items.read', {
    ask: ({ seen }) => {
      const hash = seen.outputs?.find((output) => output.inscription_hash !== null)?.inscription_hash
      return hash ? { params: { hash } } : undefined
    },
  }),
]

/** An id that nothing has: made from the account's own, so that it is the same each time. */
export const nobodyOf = (account: UserId): RequestId => uniqueObjectId(account, 'nothing has this id') as RequestId
