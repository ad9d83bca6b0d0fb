import { randomUUID } from 'node:crypto'
import type { Hash, HolderId, Output, RequestId, UserId } from '#contract/domain'
import {
  type Amount,
  encodeScript,
  encodeTransaction,
  OUTPUT,
  toAmount,
  transactionHash,
  type WireText,
  ZERO_32,
} from '#protocol'
import { createRemote, type Remote } from '#remote'
import { systemClock } from './clock.ts'
import type { Member } from './cosigners.ts'
import type { PlayNetwork } from './wallet.ts'

/** The service as another program of this member would speak to it, with the member's own keys. */
function remoteOf({ wallet, account }: Member, network: PlayNetwork): Remote {
  const signer = wallet.vault.signer(account)
  return createRemote({
    baseUrl: network.url,
    dialect: 'interface',
    fetch,
    clock: systemClock,
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    log: () => undefined,
    authorize: (request) => signer.authorize(request),
  })
}

/** An output of a foreign request: for members, by keys that the program asks for, or out of the network. */
export type ForeignOutput =
  | { readonly amount: Amount; readonly members: readonly UserId[]; readonly threshold: number }
  | { readonly amount: Amount; readonly address: WireText; readonly tag: string }

/**
 * A request that another program makes for its group, signed by the member it belongs to. `hint` is the rule by which the
 * program asks for keys, `senders` whether it names the group.
 */
export async function foreignRequest(
  member: Member,
  given: {
    readonly network: PlayNetwork
    readonly holder: HolderId
    readonly members: readonly UserId[]
    readonly threshold: number
    readonly outputs: (spent: Amount) => readonly ForeignOutput[]
    readonly coin?: (coins: readonly Output[]) => Output | undefined
    readonly hint: (requestId: string, index: number) => string
    readonly senders: boolean
    readonly requestId?: RequestId
    readonly unsigned?: boolean
  },
): Promise<{ readonly id: RequestId; readonly hash: Hash }> {
  const remote = remoteOf(member, given.network)
  const [membersHash = ''] = given.holder.split(':')
  const coins = await remote.call('outputs.list', {
    query: { members: membersHash as Hash, threshold: given.threshold, state: 'unspent' },
  })
  const coin = given.coin === undefined ? coins[0] : given.coin(coins)
  if (coin === undefined) throw new Error('the group has no coin')
  const id = given.requestId ?? (randomUUID() as RequestId)
  const wished = given.outputs(coin.amount)
  const wanted = wished.flatMap((output, index) =>
    'members' in output ? [{ receivers: [...output.members].sort(), index, hint: given.hint(id, index) }] : [],
  )
  const keys = await remote.call('keys.request', {
    body: given.senders ? { keys: wanted, senders: [...given.members] } : wanted,
  })
  let next = 0
  const outputs = wished.map((output) => {
    if (!('members' in output)) {
      const { amount, address, tag } = output
      return {
        type: OUTPUT.withdrawalSubmit,
        amount,
        keys: [],
        mask: ZERO_32,
        script: '',
        withdrawal: { address, tag },
      }
    }
    const made = keys[next]
    next += 1
    if (made === undefined) throw new Error('no keys came back')
    const { amount, threshold } = output
    return {
      type: OUTPUT.script,
      amount: toAmount(amount),
      keys: made.keys,
      mask: made.mask,
      script: encodeScript(threshold),
    }
  })
  const raw = encodeTransaction({
    version: 5,
    asset: coin.kernel_asset_id,
    inputs: [{ hash: coin.transaction_hash, index: coin.output_index }],
    outputs,
    references: [],
    extra: '',
  })
  const [record] = await remote.call('multisigs.create', { body: [{ request_id: id, raw }] })
  if (record === undefined) throw new Error('no request came back')
  const hash = transactionHash(raw) as Hash
  if (given.unsigned === true) return { id, hash }
  const signed = await member.wallet.vault
    .signer(member.account)
    .sign({ raw, approvedHash: hash, inputs: [{ keys: coin.keys }], views: record.views })
  await remote.call('multisigs.sign', { params: { id }, body: { request_id: id, raw: signed } })
  return { id, hash }
}
