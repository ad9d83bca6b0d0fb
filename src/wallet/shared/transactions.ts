import type { RequestId, TransactionRecord } from '#contract/domain'
import { type Assumption, CofferError, codeOf, type ErrorCode, failure } from '#contract/errors'
import type { CallOptions, Remote } from '#remote'

/** What a service answers that says in another way than it is known to that there is no such thing. */
const STRANGE: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['remote.refused', 'remote.invalid_field'])

/**
 * What the service records under a request id; null where it says that it knows none. Any other refusal throws: taken for a no, something could be
 * paid twice.
 */
export async function findTransaction(
  remote: Remote,
  id: RequestId,
  line: CallOptions = {},
): Promise<TransactionRecord | null> {
  try {
    return await remote.call('transactions.read', { params: { id } }, line)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'remote.not_found') return null
    if (!(error instanceof CofferError) || !STRANGE.has(code)) throw error
    const assumption: Assumption = 'no-transaction'
    throw failure(code, 'an unknown request is refused in another way', {
      details: { ...error.details, assumption },
      cause: error,
    })
  }
}
