import type { Holder, Output, RequestId } from '#contract/domain'
import { CofferError } from '#contract/errors'
import { encodeScript, encodeTransaction, OUTPUT, transactionHash, uniqueObjectId } from '#protocol'
import type { Remote } from '#remote'
import type { Signer } from '#vault'

/**
 * Proves that the account's key opens an idle output: the service reveals the view scalar for bytes that would spend it to its own
 * holder, and that are neither signed nor sent. The request has one id for ever, so asking twice is asking once. Throws
 * `protocol.not_ours` and `protocol.scalar` where the key does not open it, and `remote.*`.
 */
export async function proveOutput(
  output: Output,
  holder: Holder,
  { remote, signer }: { readonly remote: Remote; readonly signer: Pick<Signer, 'prove'> },
): Promise<void> {
  const requestId = uniqueObjectId(output.output_id, 'audit') as RequestId // a formula over two texts
  const [keys] = await remote.call('keys.request', {
    body: [{ receivers: [...holder.members], index: 0, hint: uniqueObjectId(requestId, 'keys') }],
  })
  if (keys === undefined) throw new CofferError('remote.malformed', 'keys are missing')
  const raw = encodeTransaction({
    version: 5,
    asset: output.kernel_asset_id,
    inputs: [{ hash: output.transaction_hash, index: output.output_index }],
    outputs: [
      {
        type: OUTPUT.script,
        amount: output.amount,
        keys: [...keys.keys],
        mask: keys.mask,
        script: encodeScript(holder.threshold),
      },
    ],
    references: [],
    extra: '',
  })
  const [record] = await remote.call('transactions.verify', { body: [{ request_id: requestId, raw }] })
  if (record === undefined || record.transaction_hash !== transactionHash(raw)) {
    throw new CofferError('remote.malformed', 'the record is of other bytes')
  }
  await signer.prove({ inputs: [{ keys: output.keys }], views: record.views })
}
