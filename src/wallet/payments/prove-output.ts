import type { GhostKeys, Holder, Output, RequestId } from '#contract/domain'
import { CofferError, codeOf } from '#contract/errors'
import { encodeScript, encodeTransaction, OUTPUT, transactionHash, uniqueObjectId } from '#protocol'
import type { CallOptions, Remote } from '#remote'
import type { Signer } from '#vault'

/** Under what the view scalar of a coin is asked for. */
interface Naming {
  readonly requestId: RequestId
  readonly hint: string
}

/** One request for each coin, the same for ever and on each computer, so asking twice is asking once. */
const requestOf = ({ output_id }: Output): RequestId => uniqueObjectId(output_id, 'audit') as RequestId // a formula over two texts

const named = (coin: Output) => ({ coin, requestId: requestOf(coin), hint: uniqueObjectId(requestOf(coin), 'keys') })

/** The same of a secret of the spend key: nobody can work it out who knows the coin. */
async function namedApart(coin: Output, signer: Pick<Signer, 'hints'>) {
  const [requestId = '', hint = ''] = await signer.hints({ requestId: requestOf(coin), count: 2 })
  return { coin, requestId: requestId as RequestId, hint } // a uuid
}

/** What may say that somebody has used up a hint or a request id. */
const USED_UP: ReadonlySet<string> = new Set(['remote.invalid_field', 'remote.already_paid'])

interface Asking {
  readonly remote: Remote
  readonly line?: CallOptions
}

/**
 * The view scalar of each of these coins, which the service reveals for bytes that would spend it to its own holder, and that are neither
 * signed nor sent. Of a coin that was spent since it does so where this was asked before. Throws `remote.*`.
 */
export async function askViews(
  coins: readonly Output[],
  holder: Holder,
  { signer, ...asking }: Asking & { readonly signer: Pick<Signer, 'hints'> },
): Promise<string[][]> {
  try {
    return await askUnder(coins.map(named), holder, asking)
  } catch (error) {
    if (!USED_UP.has(codeOf(error))) throw error
  }
  return askUnder(await Promise.all(coins.map((coin) => namedApart(coin, signer))), holder, asking)
}

async function askUnder(
  coins: readonly (Naming & { readonly coin: Output })[],
  holder: Holder,
  { remote, line = {} }: Asking,
): Promise<string[][]> {
  const hints = coins.map(({ hint }) => ({ receivers: [...holder.members], index: 0, hint }))
  const keys = await remote.call('keys.request', { body: hints }, line)
  const body = coins.map(({ coin, requestId }, at) => ({
    request_id: requestId,
    raw: spending(coin, holder, keys[at]),
  }))
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
  { remote, signer }: { readonly remote: Remote; readonly signer: Pick<Signer, 'hints' | 'prove'> },
): Promise<void> {
  const [views = []] = await askViews([output], holder, { remote, signer })
  await signer.prove({ inputs: [{ keys: output.keys }], views })
}
