import type { GhostKeys, Holder, Output, RequestId } from '#contract/domain'
import { CofferError } from '#contract/errors'
import { encodeScript, encodeTransaction, OUTPUT, transactionHash, uniqueObjectId } from '#protocol'
import type { CallOptions, Remote } from '#remote'
import type { Signer } from '#vault'

/** One request for each coin, the same for ever and on each computer, so asking twice is asking once. */
const requestOf = ({ output_id }: Output): RequestId => uniqueObjectId(output_id, 'audit') as RequestId // a formula over two texts

/**
 * The view scalar of each of these coins, which the service reveals for bytes that would spend it to its own holder, and that are neither
 * signed nor sent. Of a coin that was spent since it does so where this was asked before. Throws `remote.*`.
 */
export async function askViews(
  coins: readonly Output[],
  holder: Holder,
  { remote, line = {} }: { readonly remote: Remote; readonly line?: CallOptions },
): Promise<string[][]> {
  const hints = coins.map((coin) => ({
    receivers: [...holder.members],
    index: 0,
    hint: uniqueObjectId(requestOf(coin), 'keys'),
  }))
  const keys = await remote.call('keys.request', { body: hints }, line)
  const body = coins.map((coin, at) => ({ request_id: requestOf(coin), raw: spending(coin, holder, keys[at]) }))
  const records = await remote.call('transactions.verify', { body }, line)
  return records.map((record, at) => {
    if (record.transaction_hash !== transactionHash(body[at]?.raw ?? ''))
      throw new CofferError('remote.malformed', 'the record is of other bytes')
    return record.views
  })
}

function spending(coin: Output, holder: Holder, keys: GhostKeys | undefined): string {
  if (keys === undefined) throw new CofferError('remote.malformed', 'keys are missing')
  return encodeTransaction({
    version: 5,
    asset: coin.kernel_asset_id,
    inputs: [{ hash: coin.transaction_hash, index: coin.output_index }],
    outputs: [
      {
        type: OUTPUT.script,
        amount: coin.amount,
        keys: [...keys.keys],
        mask: keys.mask,
        script: encodeScript(holder.threshold),
      },
    ],
    references: [],
    extra: '',
  })
}

/** By these it is known that a key does not open an output, and by no other failure. */
export const REFUTED: ReadonlySet<string> = new Set(['protocol.not_ours', 'protocol.scalar', 'wallet.view_refused'])

/**
 * Proves that the account's key opens an output. Throws `protocol.not_ours` and `protocol.scalar` where the key does not open it, and
 * `remote.*`.
 */
export async function proveOutput(
  output: Output,
  holder: Holder,
  { remote, signer }: { readonly remote: Remote; readonly signer: Pick<Signer, 'prove'> },
): Promise<void> {
  const [views = []] = await askViews([output], holder, { remote })
  await signer.prove({ inputs: [{ keys: output.keys }], views })
}
