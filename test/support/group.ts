import type { AssetId, Hash, MultisigRecord, Output, UserId } from '#contract/domain'
import { verifyByHost } from '#platform'
import { decodeTransaction, hashMembers, parseAmount, signTransaction, toAmount } from '#protocol'
import { type Built, depositFor, type Person, type TestLocalnet } from './localnet.ts'

/** People who hold money together on a local network. */
export interface Group {
  /** Ascending by id, so that a place in this list is a place in the keys of an output. */
  readonly members: readonly Person[]
  readonly ids: UserId[]
  readonly membersHash: Hash
  readonly threshold: number
  fund(amount: string): Promise<Output>
  outputs(state?: Output['state']): Promise<Output[]>
  /** Unsigned bytes that pay somebody out of these outputs, with the rest back to the group. */
  build(amount: string, to: UserId, inputs?: readonly Output[]): Promise<Built>
  create(built: Built, by?: number): Promise<MultisigRecord>
  /** Builds and creates. */
  ask(amount: string, to: UserId): Promise<MultisigRecord>
  /** What this member would send: the request's bytes with his signature. */
  signedRaw(place: number, requestId: string): Promise<string>
  sign(place: number, request: Pick<MultisigRecord, 'request_id'>): Promise<MultisigRecord>
  unlock(place: number, request: Pick<MultisigRecord, 'request_id'>): Promise<MultisigRecord>
  read(place: number, request: Pick<MultisigRecord, 'request_id'>): Promise<MultisigRecord>
}

/** A group with some money of one asset, which is the only one it uses. */
export async function groupOf(
  net: TestLocalnet,
  people: readonly Person[],
  threshold: number,
  assetId: AssetId,
  amount?: string,
): Promise<Group> {
  const members = people.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const ids = members.map(({ id }) => id)
  const membersHash = hashMembers(ids) as Hash
  const at = (place: number): Person => {
    const member = members[place]
    if (member === undefined) throw new Error('the group has no such member')
    return member
  }

  const group: Group = {
    members,
    ids,
    membersHash,
    threshold,

    async fund(text) {
      await depositFor(net, at(0).remote, { members: ids, threshold }, [assetId, assetId], text)
      const output = (await group.outputs()).at(-1)
      if (output === undefined) throw new Error('the deposit was not credited')
      return output
    },

    outputs: (state = 'unspent') =>
      at(0).remote.call('outputs.list', { query: { members: membersHash, threshold, state, asset: assetId } }),

    async build(text, to, given) {
      const inputs = given ?? (await group.outputs())
      const whole = inputs.reduce((sum, input) => sum + input.amount, 0n)
      const wish = parseAmount(text)
      const rest = { to: ids, threshold, amount: toAmount(whole - wish) }
      return at(0).build(assetId, [{ to: [to], amount: wish }, ...(rest.amount > 0n ? [rest] : [])], { inputs })
    },

    async create({ requestId, unsigned }, by = 0) {
      const [record] = await at(by).remote.call('multisigs.create', {
        body: [{ request_id: requestId, raw: unsigned }],
      })
      if (record === undefined) throw new Error('no request came back')
      return record
    },

    ask: async (text, to) => group.create(await group.build(text, to)),

    async signedRaw(place, requestId) {
      const { raw_transaction: raw, views } = await at(place).remote.call('multisigs.read', {
        params: { id: requestId },
      })
      const open = [...(await group.outputs()), ...(await group.outputs('signed'))]
      const { inputs } = decodeTransaction(raw)
      const spent = inputs.map(({ hash, index }) => {
        const output = open.find((each) => each.transaction_hash === hash && each.output_index === index)
        if (output === undefined) throw new Error('an input of the request is not there')
        return output
      })
      return signTransaction({ raw, spendSeed: at(place).spendSeed, inputs: spent, views, verify: verifyByHost }).raw
    },

    async sign(place, { request_id }) {
      const raw = await group.signedRaw(place, request_id)
      return at(place).remote.call('multisigs.sign', { params: { id: request_id }, body: { raw } })
    },

    unlock: (place, { request_id }) => at(place).remote.call('multisigs.unlock', { params: { id: request_id } }),

    read: (place, { request_id }) => at(place).remote.call('multisigs.read', { params: { id: request_id } }),
  }
  if (amount !== undefined) await group.fund(amount)
  return group
}
