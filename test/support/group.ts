import type { AssetId, Hash, MultisigRecord, Output, RequestId, UserId } from '#contract/domain'
import { verifyByHost } from '#platform'
import { decodeTransaction, hashMembers, parseAmount, signTransaction, toAmount } from '#protocol'
import { type Built, depositFor, type Person, type TestLocalnet } from './localnet.ts'

type Asked = Pick<MultisigRecord, 'request_id'>

export type Group = Awaited<ReturnType<typeof groupOf>>

/** People who hold money together on a local network: some of one asset, which is the only one they use. */
export async function groupOf(
  net: TestLocalnet,
  people: readonly Person[],
  threshold: number,
  assetId: AssetId,
  amount?: string,
) {
  /** Ascending by id, so that a place in this list is a place in the keys of an output. */
  const members = people.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const ids = members.map(({ id }) => id)
  const membersHash = hashMembers(ids) as Hash
  const at = (place: number): Person => {
    const member = members[place]
    if (member === undefined) throw new Error('the group has no such member')
    return member
  }

  const outputs = (state: Output['state'] = 'unspent', asset: { asset?: AssetId } = { asset: assetId }) =>
    at(0).remote.call('outputs.list', { query: { members: membersHash, threshold, state, ...asset } })

  async function fund(text: string): Promise<Output> {
    await depositFor(net, at(0).remote, { members: ids, threshold }, [assetId, assetId], text)
    const output = (await outputs()).at(-1)
    if (output === undefined) throw new Error('the deposit was not credited')
    return output
  }

  /** Unsigned bytes that pay somebody out of these outputs, with the rest back to the group. */
  async function build(text: string, to: UserId, given?: readonly Output[]): Promise<Built> {
    const inputs = given ?? (await outputs())
    const whole = inputs.reduce((sum, input) => sum + input.amount, 0n)
    const wish = parseAmount(text)
    const rest = { to: ids, threshold, amount: toAmount(whole - wish) }
    return at(0).build(assetId, [{ to: [to], amount: wish }, ...(rest.amount > 0n ? [rest] : [])], { inputs })
  }

  async function create({ requestId, unsigned }: Built, by = 0): Promise<MultisigRecord> {
    const body = [{ request_id: requestId, raw: unsigned }]
    const [record] = await at(by).remote.call('multisigs.create', { body })
    if (record === undefined) throw new Error('no request came back')
    return record
  }

  const read = (place: number, { request_id }: Asked) =>
    at(place).remote.call('multisigs.read', { params: { id: request_id } })

  /** What this member would send: the request's bytes with his signature. */
  async function signedRaw(place: number, requestId: string): Promise<string> {
    const { raw_transaction: raw, views } = await read(place, { request_id: requestId as RequestId })
    const open = [...(await outputs('unspent', {})), ...(await outputs('signed', {}))]
    const inputs = decodeTransaction(raw).inputs.map(({ hash, index }) => {
      const output = open.find((each) => each.transaction_hash === hash && each.output_index === index)
      if (output === undefined) throw new Error('an input of the request is not there')
      return output
    })
    return signTransaction({ raw, spendSeed: at(place).spendSeed, inputs, views, verify: verifyByHost }).raw
  }

  if (amount !== undefined) await fund(amount)
  return {
    ...{ members, ids, membersHash, threshold, fund, outputs, build, create, read, signedRaw },
    /** Builds and creates. */
    ask: async (text: string, to: UserId) => create(await build(text, to)),
    async sign(place: number, { request_id }: Asked) {
      const raw = await signedRaw(place, request_id)
      return at(place).remote.call('multisigs.sign', { params: { id: request_id }, body: { raw } })
    },
    unlock: (place: number, { request_id }: Asked) =>
      at(place).remote.call('multisigs.unlock', { params: { id: request_id } }),
  }
}
