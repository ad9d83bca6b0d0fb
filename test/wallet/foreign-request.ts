import type { Hash, HolderId, Output, RequestId, UserId } from '#contract/domain'
import { type Amount, encodeTransaction, transactionHash } from '#protocol'
import type { Member } from '../support/cosigners.ts'
import { freshRequest, outputsFor, remoteAt, type Wish } from '../support/localnet.ts'
import type { PlayNetwork } from '../support/wallet.ts'

/**
 * A request that another program makes for its group, with the member's own keys, and signs. `hint` is the rule by which the program asks
 * for keys, `senders` whether it names the group.
 */
export async function foreignRequest(
  { wallet, account }: Member,
  given: {
    readonly network: PlayNetwork
    readonly holder: HolderId
    readonly members: readonly UserId[]
    readonly outputs: (spent: Amount) => readonly Wish[]
    readonly coin?: (coins: readonly Output[]) => Output | undefined
    readonly hint: (requestId: string, index: number) => string
    readonly senders: boolean
  },
): Promise<{ readonly id: RequestId; readonly hash: Hash }> {
  const signer = wallet.vault.signer(account)
  const remote = remoteAt(given.network.url, { authorize: signer.authorize })
  const [members = '', threshold] = given.holder.split(':')
  const coins = await remote.call('outputs.list', {
    query: { members: members as Hash, threshold: Number(threshold), state: 'unspent' },
  })
  const coin = given.coin === undefined ? coins[0] : given.coin(coins)
  if (coin === undefined) throw new Error('the group has no coin')
  const id = freshRequest()
  const outputs = await outputsFor(given.outputs(coin.amount), (wanted) => {
    const keys = wanted.map((each) => ({ ...each, hint: given.hint(id, each.index) }))
    return remote.call('keys.request', { body: given.senders ? { keys, senders: [...given.members] } : keys })
  })
  const raw = encodeTransaction({
    ...{ version: 5, asset: coin.kernel_asset_id, outputs, references: [], extra: '' },
    inputs: [{ hash: coin.transaction_hash, index: coin.output_index }],
  })
  const [record] = await remote.call('multisigs.create', { body: [{ request_id: id, raw }] })
  if (record === undefined) throw new Error('no request came back')
  const hash = transactionHash(raw) as Hash
  const signed = await signer.sign({ raw, approvedHash: hash, inputs: [{ keys: coin.keys }], views: record.views })
  await remote.call('multisigs.sign', { params: { id }, body: { request_id: id, raw: signed } })
  return { id, hash }
}
